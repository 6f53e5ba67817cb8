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
        random: () => begin({ seed: randomSeed() }),
        seed: (box) => /^\d+$/.test(box.value) && begin({ seed: box.value }),
        ...Object.fromEntries(ranges.map(({ name }) => [name, (range) => set({ [name]: range.value })])),
    });
    const start = Series.pairs(figure.dataset.start);
    const part = (selector) => figure.querySelector(selector);
    const [canvas, caption, problem, beside] = ["canvas", ".caption", ".problem", ".beside"].map(part);
    const [slider, seed, link, play] = ["stage", "seed", "link", "play"].map((at) => part(`[name=${at}]`));

    // The request, and its answer. Painted tiles and moved monsters are lists in the request, such as
    // `walls=3.4_5.6` and `monsters=0.3.4`.
    let state, shown, timer, drag;

    // Returns a list without the place that begins with these numbers, and with another one.
    function replaced(list, old, ...place) {
        const isOther = (known) => known && !`${known}.`.startsWith(`${old}.`);
        return [...(state[list] ?? "").split("_").filter(isOther), ...place].join("_");
    }

    // Asks for the stage and shows it.
    function show() {
        const name = state.share || state.passes ? "cave" : "steps";
        try {
            shown = Series.ask(Series.words(name, { part: partOfPage, ...state }));
            problem.textContent = "";
        } catch (error) {
            problem.textContent = error.message;
            return figure;
        }
        state.stage = shown.stage;
        const last = shown.texts.length - 1;
        const hidden = shown.monsters.filter(({ visible }) => !visible);
        const isMoved = ({ index }) => state.monsters && replaced("monsters", index) !== state.monsters;
        const losses = hidden.filter(isMoved).map(({ name }) => ` You don't see ${name}, so it wanders.`);
        [caption.textContent, seed.value] = [shown.texts[shown.stage] + losses.join(""), state.seed];
        [slider.max, slider.value] = [last, shown.stage];
        part(".strip output").textContent = `${shown.stage + 1} of ${last + 1}`;
        for (const range of ranges) {
            range.value = state[range.name] ?? range.defaultValue;
            range.previousElementSibling.textContent = range.value;
        }
        link.href = `#${encodeURI(Series.words("steps", state))}`;
        Acting.show(shown.acting, set);
        beside.replaceChildren(...Beside.of(shown, { go, set, state }));
        // The view stays while something moves in it.
        const view = Canvas.viewAround(drag?.centre ?? shown.player, canvas.parentElement.clientWidth);
        const [x, y] = shown.acting?.tile ?? [-1, -1];
        const areas = [shown.areas[state.leaf] ?? [], { x, y, w: 1, h: 1 }].flat();
        Canvas.draw(canvas, shown.drawn.frame, view, { ...shown.drawn, areas, hidden });
        // Where nothing is dragged a finger moves the page.
        canvas.style.touchAction = shown.player ? "none" : "auto";
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
        state = { ...values, stage: Number(values.stage ?? 0) };
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
    function change(values) {
        const fromEnd = shown.stage - shown.texts.length;
        set({ ...values, stage: -fromEnd <= shown.texts.length / 2 ? fromEnd : shown.stage });
    }

    const same = (a, b) => a && a[0] === b[0] && a[1] === b[1];
    const monsterAt = (tile) => shown.monsters.find(({ x, y }) => same([x, y], tile));
    const isInside = ([x, y]) => x > 0 && y > 0 && x < 63 && y < 35;
    const isFree = (tile) => isInside(tile) && !monsterAt(tile) && !same(shown.player, tile);

    // Moves the player, or the monster that is dragged.
    function move(tile, monster) {
        if (!isFree(tile) || Canvas.isWall(shown.drawn.frame, tile)) return;
        const place = tile.join(".");
        if (monster === undefined) change({ player: place });
        else change({ monsters: replaced("monsters", monster, `${monster}.${place}`) });
    }

    // Moves what is dragged, or paints the tile.
    function dragTo(tile) {
        drag.tile = tile;
        if (drag.moves) return void move(tile, drag.monster);
        const [now, before] = drag.wall ? ["walls", "floors"] : ["floors", "walls"];
        const place = tile.join(".");
        if (isFree(tile)) change({ [now]: replaced(now, place, place), [before]: replaced(before, place) });
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
        const tile = Canvas.tileAt(canvas, event);
        if (drag && !same(drag.tile, tile)) dragTo(tile);
        const isHandle = drag?.moves || monsterAt(tile) || same(shown.player, tile);
        canvas.style.cursor = isHandle ? "grab" : shown.player ? "crosshair" : "pointer";
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
