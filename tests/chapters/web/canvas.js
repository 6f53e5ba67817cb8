// Draws what the module answers: characters in the series' font and colours, and what a figure adds to them.
"use strict";

const Canvas = (() => {
    const [BACKGROUND, COLUMNS] = ["#0c0c10", 64];
    // Numbers and characters, those on bright tiles, and monsters that the player does not see.
    const [LIGHT, DARK, FAINT] = ["#ebe6dc", "#000000", "#8a867e"];
    // Figures show walls as blocks, because a map that is only remembered is too dark to read.
    const WALL = "#2b2833";
    // Where letters rest, in tiles: SDL_ttf draws 27 pixels at a size of 20, with the baseline at 21.
    const BASELINE = 0.5 - 27 / 40 + 21 / 20;
    const [FLOOR_CODE, WALL_CODE] = [46, 35];

    // Returns as many tiles around a place as fit into a width with tiles of 18 pixels, at most 42 x 24.
    // Without a place it is the whole map.
    function viewAround(place, width, rows = 36) {
        if (!place) return { x: 0, y: 0, columns: COLUMNS, rows };
        const columns = Math.max(14, Math.min(42, Math.floor(width / 18)));
        const clamp = (at, length, whole) => Math.max(0, Math.min(at - (length >> 1), whole - length));
        return { x: clamp(place[0], columns, COLUMNS), y: clamp(place[1], 24, rows), columns, rows: 24 };
    }

    // Returns the smallest view with all characters of a screen of text, tall enough to be read.
    function viewOf(frame) {
        const ends = (offset, length) => {
            const places = frame.cells.filter((_, index) => index % 4 === offset);
            return [Math.max(0, Math.min(...places) - 1), Math.min(length, Math.max(...places) + 2)];
        };
        const [[x, right], [y, bottom]] = [ends(0, COLUMNS), ends(1, frame.rows)];
        return { x, y, columns: right - x, rows: bottom - y, tall: 1.6 };
    }

    // Gives the canvas the size of a view, as wide as there is room. Returns the width of a tile in its
    // pixels, how many times as tall it is, and the pixels of the screen for one of the page.
    function resize(canvas, view) {
        const { columns, rows, tall = 1 } = view;
        const tile = Math.max(4, Math.min(20, canvas.parentElement.clientWidth / columns));
        const scale = window.devicePixelRatio || 1;
        const [width, height] = [columns * tile, rows * tile * tall];
        [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
        [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
        canvas.view = view;
        return [canvas.width / columns, tall, scale];
    }

    // Returns groups of this many numbers.
    const grouped = (numbers, size) => Array.from({ length: numbers.length / size },
        (_, index) => numbers.slice(index * size, (index + 1) * size));

    const isBright = (color) => parseInt(color.slice(1, 3), 16) + parseInt(color.slice(3, 5), 16) > 250;

    // Returns the last point between two that is not near the rim.
    function lastInside(from, to, size, rim) {
        const part = [0, 1].map((axis) => {
            const end = Math.max(rim, Math.min(to[axis], size[axis] - rim));
            return to[axis] === from[axis] ? 1 : (end - from[axis]) / (to[axis] - from[axis]);
        });
        return [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * Math.min(...part));
    }

    // Draws a frame. `marks` is what a stage of a figure adds: tiles of a colour, numbers, lines, framed
    // areas.
    function draw(canvas, frame, view, marks) {
        const [unit, tall, scale] = resize(canvas, view);
        const context = canvas.getContext("2d");
        const at = (x, y) => [(x - view.x) * unit, (y - view.y) * unit * tall];
        const fill = (x, y, color) => {
            context.fillStyle = color;
            context.fillRect(...at(x, y).map(Math.floor), Math.ceil(unit), Math.ceil(unit));
        };
        const write = (text, x, y, color) => {
            context.fillStyle = color;
            context.fillText(text, ...at(x, y));
        };
        const use = (size) => (context.font = `${unit * tall * size}px Series, monospace`);
        const { tiles = [], numbers = [], lines = [], slopes = [], areas = [], hidden = [] } = marks ?? {};
        context.textAlign = "center";
        context.fillStyle = BACKGROUND;
        context.fillRect(0, 0, canvas.width, canvas.height);
        const cells = grouped(frame.cells, 4);
        if (marks) cells.filter(([, , code]) => code === WALL_CODE).forEach(([x, y]) => fill(x, y, WALL));
        const colored = grouped(tiles, 3).map(([x, y, color]) => [y * COLUMNS + x, frame.palette[color]]);
        const behind = new Map(colored);
        behind.forEach((color, place) => fill(place % COLUMNS, Math.floor(place / COLUMNS), color));
        const numbered = new Map(grouped(numbers, 3).map(([x, y, number]) => [y * COLUMNS + x, number]));
        // The dots of the floor lie below everything else.
        const others = cells.filter(([, , code]) => code !== FLOOR_CODE);
        const dots = cells.filter(([x, y, code]) => code === FLOOR_CODE && !numbered.has(y * COLUMNS + x));
        use(1);
        for (const [x, y, code, color] of [...dots, ...others]) {
            const below = behind.get(y * COLUMNS + x);
            const own = below === undefined ? frame.palette[color] : isBright(below) ? DARK : LIGHT;
            // A letter makes room for the number of its tile.
            const middle = numbered.has(y * COLUMNS + x) ? 0.32 : 0.5;
            write(String.fromCharCode(code), x + middle, y + BASELINE, own);
        }
        hidden.forEach(({ x, y, glyph }) => write(glyph, x + 0.5, y + BASELINE, FAINT));
        // The numbers of rooms are large enough to be read, also where tiles are small.
        const size = numbered.size < 40 ? Math.max(0.6, 12 * scale / unit) : 0.6;
        const taken = new Set(others.map(([x, y]) => y * COLUMNS + x));
        for (const [place, number] of numbered) {
            const color = isBright(behind.get(place) ?? BACKGROUND) ? DARK : LIGHT;
            const [right, down] = taken.has(place) ? [0.72, 0.46] : [0.5, 0.72];
            use(taken.has(place) ? 0.55 : size);
            write(number, place % COLUMNS + right, Math.floor(place / COLUMNS) + down, color);
        }
        context.lineWidth = Math.max(1.5, unit / 8);
        const ends = grouped(lines, 5);
        for (const [x0, y0, x1, y1, color] of ends) {
            context.strokeStyle = frame.palette[color];
            context.beginPath();
            context.moveTo(...at(x0 / 1000, y0 / 1000));
            context.lineTo(...at(x1 / 1000, y1 / 1000));
            context.stroke();
        }
        context.strokeStyle = "#ffe696";
        areas.forEach(({ x, y, w, h }) => context.strokeRect(...at(x, y), w * unit, h * unit));
        // Slopes are written at the ends of their lines, large enough to be read.
        use(Math.max(0.6, 14 * scale / unit));
        context.textBaseline = "middle";
        slopes.forEach((slope, index) => {
            const [x0, y0, x1, y1] = ends[index].map((place) => place / 1000);
            const place = lastInside(at(x0, y0), at(x1, y1), [canvas.width, canvas.height], unit);
            context.lineWidth = unit / 3;
            context.strokeStyle = BACKGROUND;
            context.strokeText(slope, ...place);
            context.fillStyle = LIGHT;
            context.fillText(slope, ...place);
        });
    }

    // Returns the tile below a pointer.
    function tileAt(canvas, event) {
        const box = canvas.getBoundingClientRect();
        const { x, y, columns, rows } = canvas.view;
        const inside = (place, length) => Math.max(0, Math.min(length - 1, Math.floor(place * length)));
        const left = inside((event.clientX - box.left) / box.width, columns);
        return [x + left, y + inside((event.clientY - box.top) / box.height, rows)];
    }

    const isWall = (frame, [x, y]) =>
        grouped(frame.cells, 4).some((cell) => cell[0] === x && cell[1] === y && cell[2] === WALL_CODE);

    return { viewAround, viewOf, draw, tileAt, isWall };
})();
