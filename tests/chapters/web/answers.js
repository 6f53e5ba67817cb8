// Questions and predictions that are answered by a click, and how far the reader is. Nothing leaves the browser.
"use strict";

(() => {
    const KEY = "roguelike-book";
    const read = () => {
        try {
            return JSON.parse(localStorage.getItem(KEY)) ?? {};
        } catch {
            return {}; // Storage is off, or something else is in it.
        }
    };
    const write = (done) => {
        try {
            localStorage.setItem(KEY, JSON.stringify(done));
        } catch {
            // Without storage the progress lasts as long as the page.
        }
    };
    let done = read();

    // Notes that something of this page is done. `what` is like `7/question/2`.
    function note(what, isDone = true) {
        if (isDone) done[what] = true;
        else delete done[what];
        write(done);
        showProgress();
    }

    const tidy = (text) => text.replace(/[ \t]+$/gm, "").replace(/^\n+|\s+$/g, "");
    const blockBefore = (details) => {
        let before = details.previousElementSibling;
        while (before && before.tagName !== "DETAILS" && !/^H\d$/.test(before.tagName)) {
            if (before.tagName === "PRE" || before.tagName === "UL") return before;
            before = before.previousElementSibling;
        }
        return undefined;
    };

    // Opens the answer under a verdict.
    function judge(details, verdict, isRight, what) {
        verdict.textContent = isRight
            ? "Right. Here is why:"
            : "Not quite. Try again, or read the answer below.";
        verdict.className = isRight ? "verdict right" : "verdict wrong";
        if (isRight) {
            details.open = true;
            note(what);
        }
    }

    function choices(details, list, what) {
        const answer = details.querySelector("strong")?.textContent.trim().toLowerCase();
        const verdict = element("p", { class: "verdict", role: "status" });
        const buttons = [...list.children].map((item) => {
            const letter = item.textContent.trim().slice(0, 2).toLowerCase();
            const choice = button(
                "",
                () => {
                    buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === choice)));
                    judge(details, verdict, answer?.startsWith(letter), what);
                },
                { class: "choice", "aria-pressed": "false" },
            );
            choice.append(...item.childNodes);
            item.append(choice);
            return choice;
        });
        list.classList.add("choices");
        details.before(verdict);
    }

    // A grid with a `?` for each tile to fill in.
    function grid(details, block, expected, what) {
        const verdict = element("p", { class: "verdict", role: "status" });
        const cells = [];
        const rows = tidy(block.textContent)
            .split("\n")
            .map((row) => {
                const line = element("div");
                for (const letter of row) {
                    const cell =
                        letter === "?"
                            ? element("input", { maxlength: 1, size: 1, "aria-label": "A tile" })
                            : element("span", {}, letter);
                    if (letter === "?") cells.push(cell);
                    line.append(cell);
                }
                return line;
            });
        cells.forEach((cell, index) =>
            cell.addEventListener("input", () => cell.value && cells[index + 1]?.focus()),
        );
        const check = () => {
            const filled = rows.map((row) =>
                [...row.children].map((cell) => cell.value ?? cell.textContent).join(""),
            );
            judge(details, verdict, tidy(filled.join("\n")) === expected, what);
        };
        block.replaceWith(element("div", { class: "grid" }, ...rows));
        details.before(button("Check", check), verdict);
    }

    function typed(details, expected, what) {
        const verdict = element("p", { class: "verdict", role: "status" });
        const rows = Math.min(expected.split("\n").length + 1, 12);
        const box = element("textarea", { rows, spellcheck: "false", "aria-label": "Your answer" });
        const check = () => judge(details, verdict, tidy(box.value) === expected, what);
        details.before(element("div", { class: "typed" }, box, button("Check", check)), verdict);
    }

    // What a reader can do on this page.
    const items = [];
    if (isChapter) {
        [...document.querySelectorAll("main details")]
            .filter((details) => /answer/i.test(details.querySelector("summary")?.textContent))
            .forEach((details, index) => {
                const what = `${partOfPage}/question/${index + 1}`;
                items.push(what);
                const before = blockBefore(details);
                const block = details.querySelector("pre code");
                const expected = block && tidy(block.textContent);
                if (before?.tagName === "UL") choices(details, before, what);
                else if (
                    expected &&
                    before?.textContent.includes("?") &&
                    before.querySelector(".language-text")
                )
                    grid(details, before, expected, what);
                // An error of the compiler is too long to be typed.
                else if (expected && !/^error/.test(expected)) typed(details, expected, what);
                // Whoever opens the answer has read the question.
                else details.addEventListener("toggle", () => details.open && note(what));
            });
        const links = [...document.querySelectorAll('main a[href*="exercises/"]')].map(
            (link) => /exercises\/([^/]+)\//.exec(link.getAttribute("href"))?.[1],
        );
        for (const name of new Set(links)) if (name) items.push(`${partOfPage}/exercise/${name}`);
    }

    // The page of an exercise has a box to tick.
    const exercise = /\/exercises\/([^/]+)\/(README|index)\.html$/.exec(location.pathname)?.[1];
    if (exercise && partOfPage) {
        const what = `${partOfPage}/exercise/${exercise}`;
        const box = element("input", { type: "checkbox", change: () => note(what, box.checked) });
        box.checked = Boolean(done[what]);
        document
            .querySelector("main h1")
            ?.after(
                element("p", { class: "controls" }, element("label", {}, box, " I have done this exercise")),
            );
    }

    const progress = element("p", { class: "progress" });

    function showProgress() {
        const count = (kind) => {
            const all = items.filter((item) => item.includes(`/${kind}/`));
            return `${kind}s ${all.filter((item) => done[item]).length} of ${all.length}`;
        };
        const reset = button("Reset", () => {
            done = {};
            write(done);
            location.reload();
        });
        const parts = new Set(Object.keys(done).map((item) => item.split("/")[0])).size;
        progress.replaceChildren(
            isChapter
                ? `Part ${partOfPage}: ${count("question")}, ${count("exercise")}. `
                : `${Object.keys(done).length} questions and exercises done, in ${parts} parts. `,
            reset,
        );
    }

    const isStart = /\/(chapters|README|index)\.html$/.test(location.pathname) && !partOfPage;
    if (items.length > 0 || isStart) {
        document.querySelector("main h1")?.after(progress);
        showProgress();
    }
})();

// Pages of names: a filter over their tables.
(() => {
    if (!/\/names\.html$/.test(location.pathname)) return;
    const rows = [...document.querySelectorAll("main tbody tr")];
    const count = element("output");
    const filter = () => {
        const wanted = box.value.trim().toLowerCase();
        let left = 0;
        for (const row of rows) {
            row.hidden = !row.textContent.toLowerCase().includes(wanted);
            left += Number(!row.hidden);
        }
        for (const table of document.querySelectorAll("main .table-wrapper"))
            table.hidden = !table.querySelector("tbody tr:not([hidden])");
        count.textContent = `${left} of ${rows.length} names`;
    };
    const box = element("input", {
        type: "search",
        placeholder: "castLight, std::mt19937, ...",
        "aria-label": "Filter",
        input: filter,
    });
    document
        .querySelector("main h1")
        .after(element("p", { class: "controls" }, element("label", {}, "Filter ", box), count));
    filter();
})();
