// "Play the part here": the game of a page's part, at the end of the page.
"use strict";

(() => {
    if (!isChapter) return;
    // Keys of a keyboard by their place, as SDL has them: `event.code` of a browser, and SDL's name.
    const CODES = {
        ArrowUp: "Up",
        ArrowDown: "Down",
        ArrowLeft: "Left",
        ArrowRight: "Right",
        Space: "Space",
        Escape: "Escape",
        Period: ".",
        F5: "F5",
        F9: "F9",
    };
    // The buttons of the pad: what is on them, SDL's name, and the first and the last part that has the key.
    const PAD = [
        ["←", "Left", 2, 17],
        ["↑", "Up", 2, 17],
        ["↓", "Down", 2, 17],
        ["→", "Right", 2, 17],
        ["space", "Space", 1, 17],
        ["i", "I", 8, 17],
        ["> (.)", ".", 11, 17],
        ["1", "1", 14, 17],
        ["2", "2", 14, 17],
        ["3", "3", 14, 17],
        ["F5", "F5", 15, 17],
        ["F9", "F9", 15, 17],
    ];
    // Letters of slots that have a button while the inventory is open.
    const SLOTS = 8;

    const nameOf = (event) => {
        const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(event.code) ?? [];
        return CODES[event.code] ?? letter ?? digit;
    };

    // Writes keys as a script: `Right*12 Up`.
    function scriptOf(keys) {
        const words = [];
        keys.forEach((key, index) => {
            if (index > 0 && key === keys[index - 1]) words[words.length - 1][1] += 1;
            else words.push([key.replaceAll(" ", "_"), 1]);
        });
        return words.map(([key, count]) => (count > 1 ? `${key}*${count}` : key)).join(" ");
    }

    // Returns part, seed, keys and library of a command on a page, if it plays this part.
    function commandOf(line) {
        if (!/\broguelike (shot|trace|steps)\b/.test(line) || /--fov|--keys-file/.test(line))
            return undefined;
        const value = (name) => {
            const [, quoted, plain] = new RegExp(`--${name}[ =](?:'([^']*)'|(\\S+))`).exec(line) ?? [];
            return quoted ?? plain ?? "";
        };
        const seed = value("seed");
        if (Number(value("part")) !== partOfPage || !/^\d+$/.test(seed)) return undefined;
        return { seed, keys: value("keys"), stdlib: value("stdlib") };
    }

    const canvas = element("canvas", {
        tabindex: 0,
        role: "img",
        "aria-label": "The game. Click it, then press keys.",
    });
    const title = element("p", { class: "window-title" });
    const seedBox = element("input", {
        inputmode: "numeric",
        size: 10,
        "aria-label": "Seed",
        change: () => begin(seedBox.value),
    });
    const strip = element("input", {
        type: "range",
        min: 0,
        value: 0,
        "aria-label": "Keys pressed so far",
        input: () => scrub(),
    });
    const where = element("output");
    const facts = element("pre", { class: "facts" });
    const problem = element("p", { class: "problem", role: "alert", hidden: true });
    const link = element("a", {}, "Link to this state");
    const slots = element("span", { class: "pad" });
    // All keys of the strip; of these `done` are pressed.
    const game = { seed: "42", stdlib: "", keys: [], done: 0 };

    const request = (keys) => ({
        part: partOfPage,
        seed: game.seed,
        stdlib: game.stdlib,
        keys: scriptOf(keys),
    });

    function show() {
        let state;
        try {
            state = Series.ask(Series.words("play", request(game.keys.slice(0, game.done))));
        } catch (error) {
            problem.textContent = error.message;
            problem.hidden = false;
            return;
        }
        problem.hidden = true;
        // Nothing follows Escape, which ends the program.
        if (state.ended) game.keys.length = game.done = state.keys.length;
        const [, x, y] = /^player (\d+) (\d+)/m.exec(state.facts) ?? [];
        const isMap = /^screen map$/m.test(state.facts);
        const width = canvas.parentElement.clientWidth;
        const isNarrow = width < 600;
        const rows = state.frame.rows;
        let view = { x: 0, y: 0, columns: 64, rows };
        if (isNarrow)
            view =
                isMap && x
                    ? Canvas.viewAround([Number(x), Number(y)], width, { rows: 36 })
                    : Canvas.viewOf(state.frame);
        Canvas.draw(canvas, state.frame, view);
        canvas.setAttribute("aria-description", Canvas.textOf(state.frame));
        title.textContent = state.ended ? "The program ended. “New game” starts it again." : state.title;
        facts.textContent = state.facts;
        strip.max = game.keys.length;
        strip.value = game.done;
        const last = game.keys[game.done - 1];
        where.textContent = `${game.done} of ${game.keys.length} keys${last ? `, the last was ${last}` : ""}`;
        seedBox.value = game.seed;
        link.href = `#${encodeURI(Series.words("play", { seed: game.seed, stdlib: game.stdlib, keys: scriptOf(game.keys.slice(0, game.done)) }))}`;
        const pack = [...state.facts.matchAll(/^pack (\d+)/gm)].slice(0, SLOTS);
        const letters = /^screen inventory$/m.test(state.facts)
            ? pack.map((_, slot) => String.fromCharCode(65 + slot))
            : [];
        slots.replaceChildren(...letters.map((letter) => button(letter.toLowerCase(), () => press(letter))));
    }

    // A key is added where the strip is, and what followed is forgotten.
    function press(key) {
        game.keys.length = game.done;
        game.keys.push(key);
        game.done += 1;
        show();
    }

    function scrub() {
        game.done = Number(strip.value);
        show();
    }

    function begin(seed) {
        const number = Math.min(Number.parseInt(seed, 10) || 0, 4294967295);
        replay({ seed: String(Math.max(number, 0)), keys: "" });
    }

    // Shows a game after its keys. The module splits the script into keys.
    function replay({ seed, keys = "", stdlib = "" }, done) {
        Object.assign(game, { seed, stdlib, keys: [], done: 0 });
        try {
            game.keys = Series.ask(Series.words("play", { part: partOfPage, seed, stdlib, keys })).keys;
        } catch (error) {
            problem.textContent = error.message;
            problem.hidden = false;
            return;
        }
        game.done = done ?? game.keys.length;
        show();
    }

    const random = () => begin(String(crypto.getRandomValues(new Uint32Array(1))[0]));
    const pad = PAD.filter(([, , from, to]) => partOfPage >= from && partOfPage <= to);
    const lines = [...document.querySelectorAll("main pre code")].flatMap((code) =>
        code.textContent.split("\n"),
    );
    // The first picture of a page is its game.
    const own = lines
        .filter((line) => / shot /.test(line))
        .map(commandOf)
        .find(Boolean) ?? { seed: "42", keys: "" };

    canvas.addEventListener("keydown", (event) => {
        const key = nameOf(event);
        if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        press(key);
    });
    canvas.addEventListener("pointerdown", () => canvas.focus());

    const section = element(
        "section",
        { class: "play", id: "play" },
        element("h2", {}, "Play the part here"),
        element(
            "p",
            {},
            "This is the game of this page, compiled from the same Rust. Click it, then press keys; Tab leaves it.",
        ),
        title,
        element("div", { class: "screen" }, canvas),
        problem,
        element("div", { class: "pad" }, ...pad.map(([text, key]) => button(text, () => press(key))), slots),
        element(
            "p",
            { class: "controls" },
            element("label", {}, "Seed ", seedBox),
            button("New game", () => begin(game.seed)),
            button("Random game", random),
            button("The game of this page", () => replay(own)),
            link,
        ),
        element(
            "p",
            { class: "strip" },
            button(
                "◀",
                () => {
                    strip.stepDown();
                    scrub();
                },
                { "aria-label": "One key back" },
            ),
            strip,
            button(
                "▶",
                () => {
                    strip.stepUp();
                    scrub();
                },
                { "aria-label": "One key on" },
            ),
            where,
        ),
        element("details", {}, element("summary", {}, "The state, as a recording has it"), facts),
    );

    // A command of the page that plays this part gets a button that plays its keys.
    for (const code of document.querySelectorAll("main pre code")) {
        const command = code.textContent.split("\n").map(commandOf).find(Boolean);
        if (command && !/roguelike steps/.test(code.textContent)) {
            code.parentElement.after(
                button(
                    "▶ Replay these keys below",
                    () =>
                        Series.load().then(() => {
                            replay(command);
                            section.scrollIntoView({ behavior: "smooth" });
                        }),
                    { class: "replay" },
                ),
            );
        }
    }

    async function open() {
        await Promise.all([Series.load(), Canvas.loadFont()]);
        const [name, values] = Series.fromAddress();
        if (name === "play") {
            replay({ seed: "42", ...values });
            section.scrollIntoView();
        } else {
            replay(own);
        }
        window.addEventListener("resize", show);
        window.addEventListener("hashchange", () => {
            const [changed, linked] = Series.fromAddress();
            if (changed === "play") replay({ seed: "42", ...linked });
        });
        section.dataset.ready = "true";
    }

    document.querySelector("main").append(section);
    const fail = (error) => {
        problem.textContent = error.message;
        problem.hidden = false;
    };
    if (Series.fromAddress()[0] === "play") open().catch(fail);
    else {
        const observer = new IntersectionObserver(
            (entries) => {
                if (!entries.some((entry) => entry.isIntersecting)) return;
                observer.disconnect();
                open().catch(fail);
            },
            { rootMargin: "400px" },
        );
        observer.observe(section);
    }
})();
