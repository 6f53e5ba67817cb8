// Figures that one touches, in place of the stills of an algorithm at work. `Beside` has what is beside them.
"use strict";

const Figure = (() => {
    const PLACED = "Drag the @ or a monster. Drag elsewhere to paint walls, or to remove them.";
    const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const [ORANGE, BLUE, OLIVE, PINK, GREY] = ["#a83408", "#1432a0", "#aea517", "#be5aaa", "#545250"];
    // What each figure begins with: the game of its still, and the stage that shows most. What one can do
    // with it, and what its colours mean.
    const FIGURES = {
        1: {
            start: { seed: "42", stage: 14 },
            hint: "Step through the splits. Choose a leaf of the tree or an area of the map to see its room.",
            legend: [[ORANGE, "carved just now"], [BLUE, "the middle of a room"]],
        },
        3: {
            start: { seed: "18", player: "18.6", stage: 99 },
            sliders: [["radius", "Radius in the comparison below", 11, 1, 11]],
            legend: [
                [OLIVE, "floor of this row"], [ORANGE, "wall of this row; line: the arc ends"],
                [BLUE, "lit before"], [PINK, "line: the arc starts"], [GREY, "still reachable"],
            ],
        },
        5: {
            start: { seed: "101", keys: "Down*10", stage: 0 },
            legend: [
                [OLIVE, "the monster"], [BLUE, "a free neighbour"], [ORANGE, "its step"], [PINK, "its way"],
            ],
        },
        7: {
            start: { seed: "214", keys: "Right*12", stage: 4 },
            hint: `${PLACED} The numbers are steps to the player.`,
            legend: [
                ["#f0f046", "near"], ["#141446", "far"], [OLIVE, "the monster"], [BLUE, "a free neighbour"],
                [ORANGE, "its step; it stays if that is its own tile"],
            ],
        },
        12: {
            start: { seed: "188", stage: 0 },
            sliders: [["share", "Share of walls in percent", 45, 30, 60], ["passes", "Passes", 5, 0, 12]],
            hint: "Change the share of walls and the number of passes, and step from the noise to the cave.",
            legend: [[ORANGE, "became floor"], [BLUE, "became wall"]],
        },
        13: {
            start: { seed: "62", keys: "Down*7", stage: 2 },
            legend: [[BLUE, "a monster in view"], [ORANGE, "hit"], [PINK, "from you to the target"]],
        },
    };
    const { start, hint = PLACED, legend, sliders = [] } = FIGURES[partOfPage] ?? {};
    const still = document.querySelector(`main img[src$="-steps.png"]`);
    if (!isChapter || !start || !still) return {};

    const colors = legend.map(([color, words]) => `<li><i style="background: ${color}"></i>${words}</li>`);
    const ranges = sliders.map(([name, words, usual, min, max]) => `<label>${words}: <output></output>
        <input type="range" name="${name}" value="${usual}" min="${min}" max="${max}"></label>`);
    const figure = made(`<figure class="touch" id="figure">
        <p class="hint">${hint} The arrow keys step through the stages.</p>
        <div class="screen"><canvas tabindex="0" role="img"></canvas></div>
        <p class="caption" aria-live="polite"></p>
        <ul class="legend">${colors.join("")}</ul>
        <p class="problem" role="alert"></p>
        <p class="strip"><button type="button" name="back" aria-label="One stage back">◀</button>
            <input name="stage" type="range" min="0" value="0" aria-label="Stage">
            <button type="button" name="on" aria-label="One stage on">▶</button> <output></output>
            <button type="button" name="play">Play</button></p>
        <p class="controls">${ranges.join("")}</p>
        <div class="beside"></div>
        <p class="controls"><label>Seed <input name="seed" inputmode="numeric" size="10"></label>
            <button type="button" name="again">Start again</button>
            <a name="link" href="#figure">Link to this state</a></p>
    </figure>`, {
        stage: (slider) => go(Number(slider.value)),
        back: () => go(shown.stage - 1),
        on: () => go(shown.stage + 1),
        play: () => (timer ? stop() : run()),
        again: () => begin(start),
        seed: (box) => /^\d+$/.test(box.value) && begin({ seed: box.value }),
        ...Object.fromEntries(sliders.map(([name]) => [name, (input) => set({ [name]: input.value })])),
    });
    const part = (selector) => figure.querySelector(selector);
    const [canvas, caption, problem, beside] = ["canvas", ".caption", ".problem", ".beside"].map(part);
    const [slider, seed, link, play] = ["stage", "seed", "link", "play"].map((at) => part(`[name=${at}]`));
    const where = part(".strip output");

    // The request of what is shown. Painted tiles and moved monsters are maps by place and index.
    let state, painted, moved, shown, timer, drag;

    function listOf(wall) {
        const places = [...painted].filter(([, isWall]) => isWall === wall).map(([place]) => place);
        return places.join("_");
    }

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
        for (const [name, , usual] of sliders) {
            const input = part(`[name=${name}]`);
            input.value = input.previousElementSibling.textContent = state[name] ?? usual;
        }
        link.href = `#${encodeURI(Series.words("steps", request()))}`;
        beside.replaceChildren(...Beside.of(shown, { go, set, request }));
        // The view stays while something moves in it.
        const view = Canvas.viewAround(drag?.centre ?? shown.player, canvas.parentElement.clientWidth);
        Canvas.draw(canvas, shown.drawn.frame, view, { ...shown.drawn, areas: Beside.chosen(shown) });
        canvas.setAttribute("aria-label", caption.textContent);
        return figure;
    }

    function go(stage) {
        state.stage = Math.max(0, stage);
        return show();
    }

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
        Beside.forget();
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
        go(9999);
        return go(shown.texts.length - 1 - fromEnd);
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
        if (!shown.player) return void Beside.pick(shown, tile, go);
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
        if (still.isConnected) (still.closest("p") ?? still).replaceWith(figure);
        return begin(linked ?? start);
    }, (error) => still.after(error.message));
    return { FIGURES };
})();
