// Figures that one touches, in place of the stills of an algorithm at work. `Beside` has what is beside them.
"use strict";

(() => {
    const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const still = document.querySelector(`main img[src$="-steps.png"]`);
    const figure = document.querySelector("#figure");
    if (!still || !figure) return;

    const ranges = [...figure.querySelectorAll("label [type=range]")];
    wire(figure, {
        stage: (slider) => go(Number(slider.value)),
        back: () => go(shown.stage - 1),
        on: () => go(shown.stage + 1),
        play: () => (timer ? stop() : run()),
        again: () => begin(start),
        seed: (box) => /^\d+$/.test(box.value) && begin({ seed: box.value }),
        ...Object.fromEntries(ranges.map(({ name }) => [name, (range) => set({ [name]: range.value })])),
    });
    const start = Series.pairs(figure.dataset.start);
    const part = (selector) => figure.querySelector(selector);
    const [canvas, caption, problem, beside] = ["canvas", ".caption", ".problem", ".beside"].map(part);
    const [slider, seed, link, play] = ["stage", "seed", "link", "play"].map((at) => part(`[name=${at}]`));
    const where = part(".strip output");

    // The request of what is shown. Painted tiles and moved monsters are maps by place and index.
    let state, painted, moved, shown, timer, drag;

    const listOf = (wall) => [...painted.keys()].filter((place) => painted.get(place) === wall).join("_");

    function request() {
        const monsters = [...moved].map(([index, place]) => `${index}.${place}`).join("_");
        return { ...state, walls: listOf(true), floors: listOf(false), monsters };
    }

    // Asks for the stage and shows it.
    function show() {
        const name = state.share || state.passes ? "cave" : "steps";
        try {
            shown = Series.ask(Series.words(name, { part: partOfPage, ...request() }));
            problem.textContent = "";
        } catch (error) {
            problem.textContent = error.message;
            return figure;
        }
        state.stage = shown.stage;
        const last = shown.texts.length - 1;
        [caption.textContent, seed.value] = [shown.texts[shown.stage], state.seed];
        [slider.max, slider.value] = [last, shown.stage];
        where.textContent = `${shown.stage + 1} of ${last + 1}`;
        for (const range of ranges) {
            range.value = state[range.name] ?? range.defaultValue;
            range.previousElementSibling.textContent = range.value;
        }
        link.href = `#${encodeURI(Series.words("steps", request()))}`;
        Acting.show(shown.acting, set);
        beside.replaceChildren(...Beside.of(shown, { go, set, request }));
        // The view stays while something moves in it.
        const view = Canvas.viewAround(drag?.centre ?? shown.player, canvas.parentElement.clientWidth);
        const [x, y] = shown.acting?.tile ?? [-1, -1];
        const areas = [shown.areas[state.leaf] ?? [], { x, y, w: 1, h: 1 }].flat();
        Canvas.draw(canvas, shown.drawn.frame, view, { ...shown.drawn, areas });
        canvas.setAttribute("aria-label", caption.textContent);
        return figure;
    }

    const go = (stage) => set({ stage: Math.max(0, stage), line: undefined });

    // Changes values of the request. Undefined is what the series has.
    function set(values) {
        Object.assign(state, values);
        return show();
    }

    function begin(values) {
        stop();
        const { walls, floors, monsters, ...others } = values;
        const places = (text) => (text ?? "").split("_").filter(Boolean);
        state = { ...others, stage: Number(values.stage ?? 0) };
        painted = new Map(places(walls).map((place) => [place, true]));
        places(floors).forEach((place) => painted.set(place, false));
        moved = new Map();
        for (const place of places(monsters)) {
            const [index, x, y] = place.split(".");
            moved.set(Number(index), `${x}.${y}`);
        }
        return show();
    }

    function stop() {
        clearInterval(timer);
        [timer, play.textContent] = [undefined, "Play"];
    }

    function run() {
        const isLast = () => shown.stage === shown.texts.length - 1;
        if (isLast()) go(0);
        play.textContent = "Pause";
        timer = setInterval(() => {
            go(shown.stage + 1);
            if (isLast()) stop();
        }, 700);
    }

    // After a change there may be more or fewer stages. Stages of the second half keep their place from the
    // end: that is where a view is whole, and where monsters decide.
    function keepPlace(change) {
        const fromEnd = shown.texts.length - 1 - shown.stage;
        const isLate = fromEnd < shown.texts.length / 2;
        change();
        if (!isLate) return show();
        const after = Series.ask(Series.words("steps", { part: partOfPage, ...request() }));
        return go(after.texts.length - 1 - fromEnd);
    }

    const same = (a, b) => a && a[0] === b[0] && a[1] === b[1];
    const monsterAt = (tile) => shown.monsters.find(({ x, y }) => same([x, y], tile));
    const isInside = ([x, y]) => x > 0 && y > 0 && x < 63 && y < 35;
    const isFree = (tile) => isInside(tile) && !monsterAt(tile) && !same(shown.player, tile);

    // Moves the player, or the monster that is dragged.
    function move(tile, monster) {
        if (!isFree(tile) || Canvas.isWall(shown.drawn.frame, tile)) return;
        keepPlace(() => {
            if (monster === undefined) state.player = tile.join(".");
            else moved.set(monster, tile.join("."));
        });
    }

    function paint(tile) {
        if (isFree(tile)) keepPlace(() => painted.set(tile.join("."), drag.wall));
    }

    function dragTo(tile) {
        drag.tile = tile;
        if (drag.moves) move(tile, drag.monster);
        else paint(tile);
    }

    canvas.addEventListener("pointerdown", (event) => {
        const tile = Canvas.tileAt(canvas, event);
        canvas.focus({ preventScroll: true });
        stop();
        if (!shown.player) return void Beside.pick(shown, tile, set);
        const monster = monsterAt(tile)?.index;
        const moves = monster !== undefined || same(shown.player, tile);
        drag = { centre: shown.player, monster, moves, wall: !Canvas.isWall(shown.drawn.frame, tile) };
        canvas.setPointerCapture(event.pointerId);
        dragTo(tile);
    });
    canvas.addEventListener("pointermove", (event) => {
        const tile = drag && Canvas.tileAt(canvas, event);
        if (tile && !same(drag.tile, tile)) dragTo(tile);
    });
    canvas.addEventListener("lostpointercapture", () => {
        drag = undefined;
        show();
    });
    canvas.addEventListener("keydown", (event) => {
        const step = ARROWS[event.key];
        if (!step) return;
        event.preventDefault();
        if (event.shiftKey && shown.player) move(shown.player.map((place, axis) => place + step[axis]));
        else go(shown.stage + step[0] + step[1]);
    });
    window.addEventListener("resize", () => shown && show());

    // The still remains where anything fails.
    whenNear(still, "steps", (linked) => {
        (still.closest("p") ?? still).hidden = true;
        figure.hidden = false;
        return begin(linked ?? start);
    }, (error) => still.after(error.message));
})();
