// Draws what the module answers: characters in the series' font and colours, and what a figure adds to them.
"use strict";

const Canvas = (() => {
    const BACKGROUND = "#0c0c10";
    // Numbers, and numbers on bright tiles.
    const [LIGHT, DARK] = ["#ebe6dc", "#000000"];
    const [COLUMNS, MAP_ROWS] = [64, 36];
    // A tile is as wide as the size of the font. Its letters begin this far above the tile and rest on this line, in
    // tiles: SDL_ttf draws 27 pixels at a size of 20, with the baseline at 21.
    const BASELINE = 0.5 - 27 / 40 + 21 / 20;
    let font;

    // Loads the font of the series from the page's chapter. Without it the page's own font is used.
    function loadFont() {
        font ??= new FontFace("Series", `url(${new URL("fonts/RobotoMono-Light.ttf", location.href)})`)
            .load()
            .then(
                (face) => document.fonts.add(face),
                () => {},
            );
        return font;
    }

    // Returns the tiles around a place that fit into a width, so that none is smaller than `smallest` pixels.
    function viewAround(place, width, { smallest = 13, rows = MAP_ROWS, most = 42, mostRows = 24 } = {}) {
        const columns = Math.max(12, Math.min(place ? most : COLUMNS, COLUMNS, Math.floor(width / smallest)));
        const height = Math.min(rows, place ? Math.max(mostRows, 12) : rows);
        if (!place) return { x: 0, y: 0, columns: COLUMNS, rows };
        const clamp = (at, length, whole) => Math.max(0, Math.min(at - (length >> 1), whole - length));
        return {
            x: clamp(place[0], columns, COLUMNS),
            y: clamp(place[1], height, rows),
            columns,
            rows: height,
        };
    }

    // Returns the smallest view with all characters: a screen of text has much room around it.
    function viewOf(frame) {
        const xs = frame.cells.filter((_, index) => index % 4 === 0);
        const ys = frame.cells.filter((_, index) => index % 4 === 1);
        if (xs.length === 0) return { x: 0, y: 0, columns: COLUMNS, rows: frame.rows };
        const [left, right] = [Math.max(0, Math.min(...xs) - 1), Math.min(COLUMNS, Math.max(...xs) + 2)];
        const [top, bottom] = [Math.max(0, Math.min(...ys) - 1), Math.min(frame.rows, Math.max(...ys) + 2)];
        return { x: left, y: top, columns: right - left, rows: bottom - top };
    }

    // Gives the canvas its size, and returns its context with tiles as units from the view's corner.
    function prepare(canvas, view) {
        const width = canvas.parentElement.clientWidth || 640;
        const tile = Math.max(4, Math.min(20, width / view.columns));
        const scale = window.devicePixelRatio || 1;
        canvas.style.width = `${view.columns * tile}px`;
        canvas.style.height = `${view.rows * tile}px`;
        canvas.width = Math.round(view.columns * tile * scale);
        canvas.height = Math.round(view.rows * tile * scale);
        const context = canvas.getContext("2d");
        const unit = canvas.width / view.columns;
        context.fillStyle = BACKGROUND;
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.textAlign = "center";
        context.textBaseline = "alphabetic";
        return { context, unit, at: (x, y) => [(x - view.x) * unit, (y - view.y) * unit] };
    }

    // Draws a frame, with what a stage adds: tiles of a colour, numbers, lines, and frames around tiles.
    function draw(canvas, frame, view, { tiles = [], numbers = [], lines = [], outlines = [] } = {}) {
        canvas.view = view;
        const { context, unit, at } = prepare(canvas, view);
        const behind = new Map();
        for (let index = 0; index < tiles.length; index += 3) {
            const [x, y, color] = tiles.slice(index, index + 3);
            behind.set(y * COLUMNS + x, frame.palette[color]);
        }
        for (const [place, color] of behind) {
            context.fillStyle = color;
            const [left, top] = at(place % COLUMNS, Math.floor(place / COLUMNS));
            context.fillRect(left, top, Math.ceil(unit), Math.ceil(unit));
        }
        const numbered = new Set(numbers.map(([x, y]) => y * COLUMNS + x));
        const taken = new Set();
        // Floor first, so that nothing that is drawn on a tile lies below its dot.
        const glyphs = [[], []];
        for (let index = 0; index < frame.cells.length; index += 4) {
            const [x, y, code, color] = frame.cells.slice(index, index + 4);
            const isFloor = code === 46;
            if (!isFloor) taken.add(y * COLUMNS + x);
            if (!isFloor || !numbered.has(y * COLUMNS + x)) glyphs[isFloor ? 0 : 1].push([x, y, code, color]);
        }
        context.font = `${unit}px Series, "Roboto Mono", monospace`;
        for (const [x, y, code, color] of glyphs.flat()) {
            context.fillStyle = frame.palette[color];
            context.fillText(String.fromCharCode(code), ...at(x + 0.5, y + BASELINE));
        }
        context.font = `${unit * 0.55}px Series, "Roboto Mono", monospace`;
        for (const [x, y, number] of numbers) {
            const place = y * COLUMNS + x;
            if (taken.has(place)) continue;
            const color = behind.get(place) ?? BACKGROUND;
            const brightness = parseInt(color.slice(1, 3), 16) + parseInt(color.slice(3, 5), 16);
            context.fillStyle = brightness > 250 ? DARK : LIGHT;
            context.fillText(number, ...at(x + 0.5, y + 0.7));
        }
        context.lineWidth = Math.max(1.5, unit / 8);
        for (const [x0, y0, x1, y1, color] of lines) {
            context.strokeStyle = frame.palette[color];
            context.beginPath();
            context.moveTo(...at(x0 / 1000, y0 / 1000));
            context.lineTo(...at(x1 / 1000, y1 / 1000));
            context.stroke();
        }
        for (const { x, y, w, h, color } of outlines) {
            context.strokeStyle = color;
            const [left, top] = at(x, y);
            context.strokeRect(left, top, w * unit, h * unit);
        }
    }

    // Returns the tile below a pointer.
    function tileAt(canvas, event) {
        const box = canvas.getBoundingClientRect();
        const { x, y, columns, rows } = canvas.view;
        const [left, top] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
        const inside = (place, length) => Math.max(0, Math.min(length - 1, Math.floor(place * length)));
        return [x + inside(left, columns), y + inside(top, rows)];
    }

    // Returns the topmost characters as text, row by row, for those who do not see the canvas.
    function textOf(frame) {
        const rows = Array.from({ length: frame.rows }, () => Array(COLUMNS).fill(" "));
        for (let index = 0; index < frame.cells.length; index += 4) {
            const [x, y, code] = frame.cells.slice(index, index + 3);
            rows[y][x] = String.fromCharCode(code);
        }
        return rows.map((row) => row.join("").trimEnd()).join("\n");
    }

    return { loadFont, viewAround, viewOf, draw, tileAt, textOf };
})();
