// "Play the part here": the game of a page's part, at the end of the page.
"use strict";

(() => {
    if (!isChapter) return;
    // Keys by their place on the keyboard, as SDL has them: `event.code` of a browser without `Key` and
    // `Digit`, and SDL's name.
    const CODES = { ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right", Period: "." };
    const NAMES = /^(?:Key|Digit)?(?:([A-Z0-9])|(Space|Escape|F5|F9))$/;
    // The pad for touch: what is on a button, SDL's name of its key, and the part that brings it.
    const PAD = [
        ["←", "Left", 2], ["↑", "Up", 2], ["↓", "Down", 2], ["→", "Right", 2], ["space", "Space", 1],
        ["i", "I", 8], ["stairs: .", ".", 11], ["1", "1", 14], ["2", "2", 14], ["3", "3", 14],
        ["F5", "F5", 15], ["F9", "F9", 15],
    ];
    // Slots of the inventory that have a button while it is open.
    const SLOTS = 8;
    const HIGHEST_SEED = 4294967295;

    // Writes keys as a script: `Right*12 Up`.
    function scriptOf(keys) {
        const words = keys.map((name) => name.replaceAll(" ", "_")).join(" ");
        const count = (run, key) => `${key}*${run.split(" ").length}`;
        return words.replace(/(?<!\S)(\S+)( \1)+(?!\S)/g, count);
    }

    // Returns the game of a command on a page, if it plays this part with the series' own view.
    function gameOf(line) {
        const value = (name) => {
            const [, quoted, plain] = new RegExp(`--${name}[ =](?:'([^']*)'|(\\S+))`).exec(line) ?? [];
            return quoted ?? plain ?? "";
        };
        const isGame = /\broguelike (shot|trace)\b/.test(line) && !/--fov|--keys-file/.test(line);
        if (!isGame || Number(value("part")) !== partOfPage || !/^\d+$/.test(value("seed"))) return undefined;
        return { seed: value("seed"), keys: value("keys"), stdlib: value("stdlib") };
    }

    const commands = [...document.querySelectorAll("main pre code")].map((code) => ({
        code, game: code.textContent.split("\n").map(gameOf).find(Boolean),
    })).filter(({ game }) => game);
    const own = commands[0]?.game ?? { seed: "42" };
    // All keys of the strip; of these `done` are pressed.
    const game = { seed: own.seed, stdlib: "", keys: [], done: 0 };

    const section = wire(document.querySelector("#play"), {
        strip: (strip) => go(Number(strip.value)),
        back: () => go(game.done - 1),
        on: () => go(game.done + 1),
        fresh: () => begin(seed.value),
        random: () => begin(randomSeed()),
        own: () => replay(own),
    });
    const part = (selector) => section.querySelector(selector);
    const [canvas, title, problem, facts] = ["canvas", ".window-title", ".problem", ".facts"].map(part);
    const [seed, strip, link, where] = ["[name=seed]", "[name=strip]", "[name=link]", "output"].map(part);
    const slots = document.createElement("span");

    function show() {
        const pressed = scriptOf(game.keys.slice(0, game.done));
        const values = { seed: game.seed, stdlib: game.stdlib, keys: pressed };
        const state = Series.ask(Series.words("play", { part: partOfPage, ...values }));
        // Nothing follows Escape, which ends the program.
        if (state.ended) game.keys.length = game.done = state.keys.length;
        const [, ...place] = /^player (\d+) (\d+)/m.exec(state.facts) ?? [];
        const isMap = /^screen map$/m.test(state.facts) && place.length > 0;
        const width = canvas.parentElement.clientWidth;
        let view = { x: 0, y: 0, columns: 64, rows: state.frame.rows };
        // On a narrow screen all of it would be too small to read.
        const near = () => (isMap ? Canvas.viewAround(place.map(Number), width) : Canvas.viewOf(state.frame));
        if (width < 600) view = near();
        Canvas.draw(canvas, state.frame, view);
        title.textContent = state.ended ? "The program has ended; start a new game." : state.title;
        facts.textContent = state.facts;
        [strip.max, strip.value] = [game.keys.length, game.done];
        const last = game.keys[game.done - 1] ?? "none yet";
        where.textContent = `${game.done} of ${game.keys.length} keys, last: ${last}`;
        seed.value = game.seed;
        link.href = `#${encodeURI(Series.words("play", values))}`;
        const isOpen = /^screen inventory$/m.test(state.facts);
        const count = isOpen ? Math.min(state.facts.match(/^pack /gm)?.length ?? 0, SLOTS) : 0;
        const letters = [..."ABCDEFGH"].slice(0, count);
        slots.replaceChildren(...letters.map((letter) => button(letter.toLowerCase(), () => press(letter))));
    }

    function go(done) {
        game.done = Math.max(0, Math.min(done, game.keys.length));
        show();
    }

    // A key is added where the strip is, and what followed is forgotten.
    function press(key) {
        game.keys.length = game.done;
        game.keys.push(key);
        go(game.done + 1);
    }

    // Shows a game after its keys. The module splits the script.
    function replay({ seed: number, keys = "", stdlib = "" }) {
        try {
            const state = Series.ask(Series.words("play", { part: partOfPage, seed: number, stdlib, keys }));
            Object.assign(game, { seed: number, stdlib, keys: state.keys, done: state.keys.length });
            problem.textContent = "";
            show();
        } catch (error) {
            problem.textContent = error.message;
        }
        return section;
    }

    function begin(number) {
        replay({ seed: Math.max(0, Math.min(Math.trunc(Number(number)) || 0, HIGHEST_SEED)) });
        canvas.focus();
    }

    canvas.addEventListener("pointerdown", () => canvas.focus());
    canvas.addEventListener("keydown", (event) => {
        const [, letter, name] = NAMES.exec(event.code) ?? [];
        const key = CODES[event.code] ?? letter ?? name;
        if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        press(key);
    });
    const pad = PAD.filter(([, , from]) => partOfPage >= from);
    part(".pad").append(...pad.map(([text, key]) => button(text, () => press(key))), slots);
    section.hidden = false;

    // The commands of the page play below it.
    for (const { code, game: shown } of commands) {
        const play = button("▶ Replay these keys below", async () => {
            await Series.load();
            replay(shown).scrollIntoView({ behavior: "smooth" });
        });
        play.className = "replay";
        code.parentElement.after(play);
    }
    const fail = (error) => (problem.textContent = error.message);
    whenNear(section, "play", (linked) => replay(linked ? { seed: own.seed, ...linked } : own), fail);
    window.addEventListener("resize", () => section.dataset.ready && show());
})();
