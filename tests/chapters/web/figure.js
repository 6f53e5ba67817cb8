// Figures that one touches, in place of the stills of an algorithm at work.
"use strict";

(() => {
    if (!isChapter) return;
    // What each figure begins with: the game of its still, and the stage that says most.
    const FIGURES = {
        1: { seed: "42", stage: 14 },
        3: { seed: "18", player: "18.6", stage: 99 },
        5: { seed: "101", keys: "Down*10", stage: 0 },
        7: { seed: "214", keys: "Right*12", stage: 4 },
        12: { seed: "188", stage: 0 },
        13: { seed: "62", keys: "Down*7", stage: 2 },
    };
    // What the colours mean, and what one can do.
    const [ORANGE, BLUE, OLIVE, PINK, GREY] = ["#a83408", "#1432a0", "#aea517", "#be5aaa", "#545250"];
    const LEGENDS = {
        1: [
            [ORANGE, "carved just now"],
            [BLUE, "middle of a room"],
        ],
        3: [
            [OLIVE, "floor of this row"],
            [ORANGE, "wall of this row, and where the arc ends"],
            [PINK, "where the arc starts"],
            [BLUE, "lit before"],
            [GREY, "still reachable"],
        ],
        5: [
            [OLIVE, "the monster"],
            [BLUE, "its free neighbours"],
            [ORANGE, "its step"],
            [PINK, "the longer way first"],
        ],
        7: [
            ["#f0f046", "near"],
            ["#141446", "far"],
            [OLIVE, "the monster"],
            [BLUE, "its free neighbours"],
            [ORANGE, "its step: none if only the monster's own tile is orange"],
        ],
        12: [
            [ORANGE, "became floor"],
            [BLUE, "became wall"],
        ],
        13: [
            [BLUE, "in view"],
            [ORANGE, "hit"],
            [PINK, "from you to the target"],
        ],
    };
    const HINTS = {
        1: "Type a seed, step through the splits, and choose a leaf of the tree or an area of the map.",
        12: "Move the sliders: the noise begins with more or less wall, and passes smooth it.",
    };
    const PLACED = "Drag the @ or a monster. Drag elsewhere to paint walls, or to remove them.";
    const ALGORITHM = { 3: "#fn-cast_light" };

    const start = FIGURES[partOfPage];
    const still = document.querySelector(`main img[src$="-steps.png"]`);
    if (!start || !still) return;

    const state = {};
    let shown, dragged, chosen, timer;
    const canvas = element("canvas", { tabindex: 0, role: "img" });
    const caption = element("p", { class: "caption", "aria-live": "polite" });
    const slider = element("input", {
        type: "range",
        min: 0,
        value: 0,
        "aria-label": "Stage",
        input: () => go(Number(slider.value)),
    });
    const where = element("output");
    const play = button("Play", () => (timer ? stop() : run()));
    const link = element("a", {}, "Link to this state");
    const seedBox = element("input", {
        inputmode: "numeric",
        size: 10,
        change: () =>
            change({
                seed: String(Number.parseInt(seedBox.value, 10) || 0),
                walls: "",
                floors: "",
                player: "",
                monsters: "",
                keys: "",
                stage: 0,
            }),
    });
    const beside = element("div", { class: "beside" });
    const problem = element("p", { class: "problem", role: "alert", hidden: true });
    // Tiles that the reader painted: `x.y` to true for wall.
    const painted = new Map();
    // Monsters that the reader moved: index to `x.y`.
    const moved = new Map();

    const request = () => ({ part: partOfPage, ...state });
    const ownCave = () => partOfPage === 12 && (state.share || state.passes);
    const listOf = (isWall) =>
        [...painted]
            .filter(([, wall]) => wall === isWall)
            .map(([place]) => place)
            .join("_");

    function show() {
        try {
            const { stage, ...scene } = request();
            shown = Series.ask(Series.words(ownCave() ? "cave" : "steps", { ...scene, stage }));
        } catch (error) {
            problem.textContent = error.message;
            problem.hidden = false;
            return;
        }
        problem.hidden = true;
        state.stage = shown.stage;
        const width = canvas.parentElement.clientWidth;
        const view = Canvas.viewAround(dragged?.view ?? shown.player, width);
        const { frame, ...marks } = shown.drawn;
        Canvas.draw(canvas, frame, view, { ...marks, outlines: outlines() });
        const last = shown.texts.length - 1;
        caption.textContent = shown.texts[shown.stage];
        canvas.setAttribute("aria-label", caption.textContent);
        slider.max = last;
        slider.value = shown.stage;
        where.textContent = `${shown.stage + 1} of ${last + 1}`;
        seedBox.value = state.seed;
        link.href = `#${encodeURI(Series.words("steps", state))}`;
        beside.replaceChildren(...(BESIDE[partOfPage]?.() ?? []));
    }

    function go(stage) {
        state.stage = Math.max(0, stage);
        show();
    }

    function change(values) {
        Object.assign(state, values);
        for (const name of ["walls", "floors", "monsters"])
            if (values[name] === "") (name === "monsters" ? moved : painted).clear();
        chosen = undefined;
        show();
    }

    function stop() {
        clearInterval(timer);
        timer = undefined;
        play.textContent = "Play";
    }

    function run() {
        if (shown.stage === shown.texts.length - 1) go(0);
        play.textContent = "Pause";
        timer = setInterval(() => {
            go(shown.stage + 1);
            if (shown.stage === shown.texts.length - 1) stop();
        }, 700);
    }

    // Near the end of the stages the reader looks at what monsters do: it stays as far from the end.
    function keepStage(alter) {
        const fromEnd = shown.texts.length - 1 - shown.stage;
        const isLate = fromEnd < shown.texts.length / 2;
        alter();
        state.stage = isLate ? 9999 : shown.stage;
        show();
        if (isLate && fromEnd > 0) go(shown.texts.length - 1 - fromEnd);
    }

    // Dragging and painting.
    const isWall = ([x, y]) => {
        const { cells } = shown.drawn.frame;
        for (let index = 0; index < cells.length; index += 4) {
            if (cells[index] === x && cells[index + 1] === y && cells[index + 2] === 35) return true;
        }
        return false;
    };
    const same = (a, b) => a && a[0] === b[0] && a[1] === b[1];
    const monsterAt = (tile) => shown.monsters.find(({ x, y }) => same([x, y], tile));
    const isInside = ([x, y]) => x > 0 && y > 0 && x < 63 && y < 35;

    canvas.addEventListener("pointerdown", (event) => {
        const tile = Canvas.tileAt(canvas, event);
        canvas.focus({ preventScroll: true });
        if (!shown.player) return pick(tile);
        stop();
        const monster = monsterAt(tile);
        canvas.setPointerCapture(event.pointerId);
        // The view stays while something moves in it.
        dragged = {
            view: shown.player,
            tile,
            wall: !isWall(tile),
            monster: monster?.index,
            player: same(shown.player, tile),
        };
        if (!dragged.player && !monster) paint(tile);
        event.preventDefault();
    });
    canvas.addEventListener("pointermove", (event) => {
        const tile = dragged && Canvas.tileAt(canvas, event);
        if (!tile || same(dragged.tile, tile)) return;
        dragged.tile = tile;
        if (dragged.player || dragged.monster !== undefined) move(tile);
        else paint(tile);
    });
    for (const end of ["pointerup", "pointercancel"]) {
        canvas.addEventListener(end, () => {
            if (!dragged) return;
            dragged = undefined;
            show();
        });
    }

    function move(tile) {
        if (!isInside(tile) || isWall(tile) || monsterAt(tile) || same(shown.player, tile)) return;
        keepStage(() => {
            if (dragged?.monster === undefined) state.player = tile.join(".");
            else moved.set(dragged.monster, tile.join("."));
            state.monsters = [...moved].map(([index, place]) => `${index}.${place}`).join("_");
        });
    }

    function paint(tile) {
        if (!isInside(tile) || monsterAt(tile) || same(shown.player, tile)) return;
        keepStage(() => {
            painted.set(tile.join("."), dragged.wall);
            Object.assign(state, { walls: listOf(true), floors: listOf(false) });
        });
    }

    canvas.addEventListener("keydown", (event) => {
        const [dx, dy] =
            { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
        if (dx === undefined) return;
        event.preventDefault();
        if (event.shiftKey && shown.player) move([shown.player[0] + dx, shown.player[1] + dy]);
        else go(shown.stage + dx + dy);
    });

    // The tree of Part 1: the areas of the map, and the same as a tree. One that is chosen is framed in both.
    const isLeaf = (area) => !area.halves;

    function pick([x, y]) {
        const at = shown.areas.findIndex(
            (area) =>
                isLeaf(area) && x >= area.x && x < area.x + area.w && y >= area.y && y < area.y + area.h,
        );
        choose(at === chosen ? undefined : at);
    }

    function choose(at) {
        chosen = at;
        const room = shown.areas[at]?.room;
        // The stage that carved the room of this leaf.
        if (room) state.stage = Math.max(shown.stage, room[1]);
        show();
    }

    const outlines = () => (shown.areas[chosen] ? [{ ...shown.areas[chosen], color: "#ffe696" }] : []);

    function tree() {
        const areas = shown.areas;
        if (areas.length < 2 && partOfPage !== 1) return [];
        let column = 0;
        const places = [];
        const place = (at) => {
            const halves = areas[at].halves;
            halves?.forEach(place);
            places[at] = halves ? (places[halves[0]] + places[halves[1]]) / 2 : column++;
        };
        place(0);
        const [unit, row] = [44, 46];
        const depth = Math.max(...areas.map((area) => area.depth));
        const at = (index) => [places[index] * unit + unit / 2, areas[index].depth * row + 16];
        const svg = (name, attributes, ...children) => {
            const made = document.createElementNS("http://www.w3.org/2000/svg", name);
            for (const [key, value] of Object.entries(attributes)) {
                if (typeof value === "function") made.addEventListener(key, value);
                else made.setAttribute(key, value);
            }
            made.append(...children);
            return made;
        };
        const picture = svg("svg", {
            viewBox: `0 0 ${column * unit} ${depth * row + 34}`,
            class: "tree",
            role: "group",
            "aria-label": "The tree",
        });
        areas.forEach((area, index) =>
            area.halves?.forEach((half) => {
                const [[x1, y1], [x2, y2]] = [at(index), at(half)];
                picture.append(svg("line", { x1, y1, x2, y2 }));
            }),
        );
        areas.forEach((area, index) => {
            const [x, y] = at(index);
            const isNew = area.stage === shown.stage || area.room?.[1] === shown.stage;
            const kind = [index === chosen && "chosen", isNew && "new", area.room && "room"]
                .filter(Boolean)
                .join(" ");
            const node = svg(
                "g",
                {
                    class: kind,
                    tabindex: 0,
                    role: "button",
                    "aria-label": `${area.w} x ${area.h}`,
                    click: () => choose(index),
                    keydown: (event) => event.key === "Enter" && choose(index),
                },
                svg("rect", { x: x - 20, y: y - 11, width: 40, height: 22, rx: 4 }),
                svg("text", { x, y: y + 4 }, `${area.w}x${area.h}`),
            );
            picture.append(node);
        });
        const area = areas[chosen];
        const words =
            area &&
            `${area.w} x ${area.h}, ${area.depth} splits deep${area.room ? `: room ${area.room[0] + 1}` : ""}.`;
        return [
            picture,
            element(
                "p",
                { class: "caption" },
                words ?? "Areas that this stage made are orange, those with a room have a thick border.",
            ),
        ];
    }

    // Five algorithms side by side, with what each sees more or less than shadowcasting.
    function views() {
        const radius = element("input", {
            type: "range",
            min: 1,
            max: 20,
            value: state.radius ?? 11,
            "aria-label": "Radius",
            change: () => {
                state.radius = radius.value;
                show();
            },
        });
        const label = element(
            "label",
            {},
            `Radius: ${state.radius ?? "that of the game"} `,
            radius,
            state.radius
                ? button("That of the game", () => {
                      delete state.radius;
                      show();
                  })
                : "",
        );
        const open = element(
            "details",
            {
                open: viewsAreOpen,
                toggle: () => {
                    if (viewsAreOpen !== open.open) {
                        viewsAreOpen = open.open;
                        show();
                    }
                },
            },
            element("summary", {}, "Five algorithms from this place"),
            label,
        );
        if (!viewsAreOpen) return [open];
        const { stage, ...scene } = request();
        const list = element("div", { class: "views" });
        for (const view of Series.ask(Series.words("views", scene))) {
            const own = element("canvas", { role: "img", "aria-label": `What ${view.name} sees` });
            const counts = `${view.seen.length} tiles, ${view.more.length} more, ${view.less.length} fewer`;
            list.append(
                element(
                    "figure",
                    {},
                    element("div", {}, own),
                    element("figcaption", {}, `${view.name}, radius ${view.radius}: ${counts}`),
                ),
            );
            const palette = [...shown.drawn.frame.palette, BLUE, ORANGE, PINK];
            const colored = (tiles, color) => tiles.flatMap(([x, y]) => [x, y, palette.length - color]);
            const tiles = [...colored(view.seen, 3), ...colored(view.more, 2), ...colored(view.less, 1)];
            requestAnimationFrame(() =>
                Canvas.draw(
                    own,
                    { ...shown.drawn.frame, palette },
                    Canvas.viewAround(shown.player, 300, { smallest: 8, most: 34, mostRows: 25 }),
                    { tiles },
                ),
            );
        }
        open.append(
            list,
            element(
                "p",
                { class: "caption" },
                "Blue is seen, orange only by this algorithm, pink only by shadowcasting.",
            ),
        );
        return [open];
    }
    let viewsAreOpen = false;

    // The monsters that decide a step: those in view that are not beside the player, with the stages that show it.
    function deciders() {
        const [x, y] = shown.player;
        const far = shown.monsters.filter(
            (monster) => monster.visible && Math.abs(monster.x - x) + Math.abs(monster.y - y) > 1,
        );
        const each = partOfPage === 7 ? ["hunts", "flees"] : ["steps"];
        const first = shown.texts.length - 1 - far.length * each.length;
        const buttons = far.flatMap(({ name }, index) =>
            each.map((deed, which) => {
                const stage = first + index * each.length + which;
                return button(`${name} ${deed}`, () => go(stage), {
                    "aria-pressed": String(stage === shown.stage),
                });
            }),
        );
        const flood =
            partOfPage === 7
                ? [
                      button("All distances", () => go(first - 1), {
                          "aria-pressed": String(first - 1 === shown.stage),
                      }),
                  ]
                : [];
        return [element("p", { class: "controls" }, ...flood, ...buttons)];
    }

    function sliders() {
        const slide = (name, words, usual, min, max) => {
            const input = element("input", {
                type: "range",
                min,
                max,
                value: state[name] ?? usual,
                input: () => change({ [name]: input.value, stage: shown.stage }),
            });
            return element("label", {}, `${words}: ${state[name] ?? usual} `, input);
        };
        const usual = ownCave()
            ? button("As in the series", () => {
                  delete state.share;
                  delete state.passes;
                  show();
              })
            : "";
        return [
            element(
                "p",
                { class: "controls" },
                slide("share", "Share of walls in percent", 45, 30, 60),
                slide("passes", "Passes", 5, 0, 12),
                usual,
            ),
        ];
    }

    const BESIDE = { 1: tree, 3: views, 5: deciders, 7: deciders, 12: sliders };

    function begin(values) {
        stop();
        for (const name of Object.keys(state)) delete state[name];
        painted.clear();
        moved.clear();
        Object.assign(state, values, { stage: Number(values.stage ?? 0) });
        const places = (text) => (text ?? "").split("_").filter(Boolean);
        places(values.walls).forEach((place) => painted.set(place, true));
        places(values.floors).forEach((place) => painted.set(place, false));
        places(values.monsters).forEach((place) => {
            const [, index, tile] = /^(\d+)\.(.*)$/.exec(place) ?? [];
            moved.set(Number(index), tile);
        });
        chosen = undefined;
        show();
    }

    const legend = element(
        "ul",
        { class: "legend" },
        ...(LEGENDS[partOfPage] ?? []).map(([color, words]) =>
            element("li", {}, element("span", { style: `background: ${color}` }), words),
        ),
    );
    const figure = element(
        "figure",
        { class: "touch", id: "figure" },
        element(
            "p",
            { class: "hint" },
            `${HINTS[partOfPage] ?? PLACED} The arrow keys step through the stages.`,
        ),
        element("div", { class: "screen" }, canvas),
        caption,
        legend,
        problem,
        element(
            "p",
            { class: "strip" },
            button(
                "◀",
                () => {
                    stop();
                    go(shown.stage - 1);
                },
                { "aria-label": "One stage back" },
            ),
            slider,
            button(
                "▶",
                () => {
                    stop();
                    go(shown.stage + 1);
                },
                { "aria-label": "One stage on" },
            ),
            where,
            play,
        ),
        beside,
        element(
            "p",
            { class: "controls" },
            element("label", {}, "Seed ", seedBox),
            button("Start again", () => begin(start)),
            link,
        ),
    );

    async function open() {
        await Promise.all([Series.load(), Canvas.loadFont()]);
        (still.closest("p") ?? still).replaceWith(figure);
        const [name, values] = Series.fromAddress();
        begin(name === "steps" ? values : start);
        if (name === "steps") figure.scrollIntoView();
        window.addEventListener("resize", show);
        window.addEventListener("hashchange", () => {
            const [changed, linked] = Series.fromAddress();
            if (changed === "steps") begin(linked);
        });
        figure.dataset.ready = "true";
    }

    // The still remains if anything fails.
    const observer = new IntersectionObserver(
        (entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            observer.disconnect();
            open().catch((error) =>
                still.after(element("p", { class: "problem", role: "alert" }, error.message)),
            );
        },
        { rootMargin: "600px" },
    );
    if (Series.fromAddress()[0] === "steps") open();
    else observer.observe(still);
})();
