// Questions and predictions that are answered by a click, how far the reader is, and the filter of the names.
// Nothing leaves the browser.
"use strict";

const Progress = (() => {
    const KEY = "roguelike-book";
    let store;
    try {
        store = localStorage;
    } catch {
        // Storage is off: the progress lasts as long as the page.
    }
    const done = JSON.parse(store?.getItem(KEY) ?? "{}");
    // What a reader can do on this page: `question 7 1`, `exercise 7 way-home`.
    const items = [];
    const element = made(`<p class="progress controls"><output></output></p>`);
    element.append(button("Reset", () => {
        store?.removeItem(KEY);
        location.reload();
    }));

    function show() {
        const count = (kind) => {
            const all = items.filter((item) => item.startsWith(kind));
            return `${kind}s ${all.filter((item) => done[item]).length} of ${all.length}`;
        };
        const own = `Part ${partOfPage}: ${count("question")}, ${count("exercise")}.`;
        const all = `${Object.keys(done).length} questions and exercises are done.`;
        element.querySelector("output").textContent = isChapter ? own : all;
    }

    // Shows the progress below the title of the page.
    function open() {
        document.querySelector("main h1")?.after(element);
        show();
    }

    function note(item, isDone) {
        if (isDone) done[item] = true;
        else delete done[item];
        store?.setItem(KEY, JSON.stringify(done));
        show();
    }

    return { items, open, note, has: (item) => Boolean(done[item]) };
})();

(() => {
    // Answers that are open only on paper.
    let folded = [];
    const isOpened = (details) => details.open && !folded.includes(details);
    const tidy = (text) => text.replace(/[ \t]+$/gm, "").replace(/^\n+|\s+$/g, "");

    // Returns the block or the list that a folded answer belongs to, also if a prediction is around it.
    function questionOf(details) {
        let before = details.previousElementSibling;
        while (before?.matches("p")) before = before.previousElementSibling;
        return before?.matches("blockquote") ? before.querySelector("ul, pre") : before;
    }

    // Puts a place for the verdict before an answer. Returns the function that judges.
    function judge(details, item, ...inputs) {
        const verdict = made(`<p class="verdict" role="status"><b></b></p>`);
        details.before(...inputs, verdict);
        return (isRight) => {
            verdict.firstChild.textContent = isRight ? "Right. Here is why:" : "Not quite. Try again.";
            if (!isRight) return;
            details.open = true;
            Progress.note(item, true);
        };
    }

    // A list of choices, of which the answer names one: `a)`.
    function choices(details, list, item) {
        const answer = details.querySelector("strong")?.textContent.trim().slice(0, 2);
        const decide = judge(details, item);
        list.classList.add("choices");
        for (const choice of list.children) {
            const isRight = choice.textContent.trim().startsWith(answer);
            const chosen = button("", () => {
                for (const other of list.querySelectorAll("button")) other.ariaPressed = other === chosen;
                decide(isRight);
            });
            chosen.replaceChildren(...choice.childNodes);
            choice.replaceChildren(chosen);
        }
    }

    // A grid with a `?` for each tile that the reader fills in.
    function grid(details, block, expected, item) {
        const picture = made(`<pre class="grid"></pre>`);
        const box = () => made(`<input size="1" maxlength="1" aria-label="A tile">`);
        picture.append(...[...tidy(block.textContent)].map((letter) => (letter === "?" ? box() : letter)));
        const boxes = [...picture.querySelectorAll("input")];
        picture.addEventListener("input", ({ target }) => boxes[boxes.indexOf(target) + 1]?.focus());
        const filled = () => [...picture.childNodes].map((node) => node.value ?? node.textContent).join("");
        const decide = judge(details, item, button("Check", () => decide(tidy(filled()) === expected)));
        block.replaceWith(picture);
    }

    // What a program prints, typed in.
    function typed(details, expected, item) {
        const box = made(`<textarea rows="4" cols="80" aria-label="Your answer"></textarea>`);
        const decide = judge(details, item, box, button("Check", () => decide(tidy(box.value) === expected)));
    }

    const isAnswer = (details) => /answer/i.test(details.querySelector("summary").textContent);
    const answers = isChapter ? [...document.querySelectorAll("main details")].filter(isAnswer) : [];
    answers.forEach((details, index) => {
        const item = `question ${partOfPage} ${index + 1}`;
        Progress.items.push(item);
        const question = questionOf(details);
        const expected = tidy(details.querySelector("pre code")?.textContent ?? "");
        const isText = question?.matches("pre") && question.querySelector(".language-text");
        const isList = question?.matches("ul") && question.textContent.trim().startsWith("a)");
        if (isList) choices(details, question, item);
        else if (isText && question.textContent.includes("?")) grid(details, question, expected, item);
        // An error of the compiler is too long to be typed: whoever opens its answer is done.
        else if (expected && !expected.startsWith("error")) typed(details, expected, item);
        else details.addEventListener("toggle", () => isOpened(details) && Progress.note(item, true));
    });
    const exercise = /exercises\/([^/]+)\//;
    const links = isChapter ? [...document.querySelectorAll('main a[href*="exercises/"]')] : [];
    const names = links.map((link) => exercise.exec(link.getAttribute("href"))?.[1]).filter(Boolean);
    Progress.items.push(...new Set(names.map((name) => `exercise ${partOfPage} ${name}`)));
    const isStart = /\/(chapters|README|index)\.html$/.test(location.pathname) && partOfPage === 0;
    if (Progress.items.length > 0 || isStart) Progress.open();

    // The page of an exercise has a box to tick.
    const [, own] = /exercises\/([^/]+)\/(?:README|index)\.html$/.exec(location.pathname) ?? [];
    if (own) {
        const item = `exercise ${partOfPage} ${own}`;
        const label = made(`<label class="controls"><input type="checkbox" name="done"> Done</label>`, {
            done: (box) => Progress.note(item, box.checked),
        });
        label.querySelector("input").checked = Progress.has(item);
        document.querySelector("main h1").after(label);
    }

    // On paper all answers are open. Those that were folded are folded afterwards.
    window.addEventListener("beforeprint", () => {
        folded = [...document.querySelectorAll("main details:not([open], .touch *)")];
        folded.forEach((details) => (details.open = true));
    });
    window.addEventListener("afterprint", () => folded.forEach((details) => (details.open = false)));
})();

// The page of the names: a filter over its tables.
(() => {
    if (!/\/names\.html$/.test(location.pathname)) return;
    const rows = [...document.querySelectorAll("main tbody tr")];
    const element = made(`<p class="controls">
        <label>Filter <input type="search" name="filter"></label> <output></output></p>`, {
        filter: (box) => {
            const wanted = box.value.trim().toLowerCase();
            rows.forEach((row) => (row.hidden = !row.textContent.toLowerCase().includes(wanted)));
            element.querySelector("output").textContent = `${rows.filter((row) => !row.hidden).length} names`;
        },
    });
    document.querySelector("main h1").after(element);
})();
