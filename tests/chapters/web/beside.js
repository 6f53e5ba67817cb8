// What is beside a figure: the code that acts, the tree of Part 1, the algorithms of Part 3, the monsters of
// Parts 5 and 7, the scrolls of Part 13. A figure has its request, `state`, and the functions `go` to a stage
// and `set` values of the request.
"use strict";

// The lines of the chapter's code: the one that acts is lit, and the values of its variables are below it.
const Acting = (() => {
    const panel = document.querySelector("#figure .acting");
    if (!panel) return {};
    wire(panel, {
        line: (slider) => step(Number(slider.value)),
        before: () => step(acting.at - 1),
        after: () => step(acting.at + 1),
    });
    const part = (selector) => panel.querySelector(selector);
    const [title, code, values, slider] = [".caption", ".code", ".values", "input"].map(part);
    let acting, change;
    const step = (line) => change({ line: Math.max(0, line) });
    const written = (value) => (Array.isArray(value) ? `(${value.join(", ")})` : value);

    function show(shown, set) {
        [acting, change] = [shown, set];
        const source = acting && document.querySelector(`[data-function="${acting.function}"]`);
        panel.hidden = !source;
        if (!source) return;
        if (code.dataset.shown !== acting.function) code.innerHTML = source.innerHTML;
        code.dataset.shown = acting.function;
        values.textContent = acting.values.map(([name, value]) => `${name} = ${written(value)}`).join("; ");
        code.querySelector(".now")?.classList.remove("now");
        const lines = code.firstElementChild;
        const line = lines.querySelectorAll("[data-line]")[acting.line];
        line.classList.add("now");
        title.textContent = `${source.dataset.file}, line ${line.dataset.line}`;
        const [top, own] = [lines, line].map((element) => element.getBoundingClientRect().top);
        const rows = Math.round((own - top - lines.clientHeight / 2) / line.offsetHeight);
        lines.scrollTop += rows * line.offsetHeight;
        [slider.max, slider.value] = [acting.count - 1, acting.at];
        part("output").textContent = `${acting.at + 1} of ${acting.count} lines`;
    }

    return { show };
})();

const Beside = (() => {
    // Shows the whole level with the room and the corridors of a leaf.
    const choose = (leaf, set) => set({ leaf, stage: 9999, line: undefined });

    // Chooses the leaf at a tile of the map.
    function pick(shown, [x, y], set) {
        const holds = (area) => x >= area.x && x < area.x + area.w && y >= area.y && y < area.y + area.h;
        choose(shown.areas.findIndex((area) => !area.halves && holds(area)), set);
    }

    // The areas as a tree: leaves beside each other, and what is split above the middle of its halves.
    function tree({ areas, stage }, { set, state }) {
        const [UNIT, ROW] = [56, 46];
        const chosen = Number(state.leaf || -1);
        const columns = [];
        let column = 0;
        const place = (index) => {
            const halves = areas[index].halves;
            halves?.forEach(place);
            columns[index] = halves ? (columns[halves[0]] + columns[halves[1]]) / 2 : column++;
        };
        place(0);
        const at = (index) => [columns[index] * UNIT + UNIT / 2, areas[index].depth * ROW + 16];
        const lines = areas.flatMap(({ halves }, index) => (halves ?? []).map((half) => {
            const [[x1, y1], [x2, y2]] = [at(index), at(half)];
            return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"></line>`;
        }));
        const nodes = areas.map((area, index) => {
            const [x, y] = at(index);
            const isNew = (area.stage === stage && index > 0) || area.room?.[1] === stage;
            const kind = index === chosen ? "chosen" : isNew ? "new" : "";
            return `<g class="${kind}" tabindex="0" role="button">
                <rect x="${x - 26}" y="${y - 11}" width="52" height="22" rx="4"></rect>
                <text x="${x}" y="${y + 4}" fill="currentcolor" stroke="none">${area.w}x${area.h}</text></g>`;
        });
        const height = Math.max(...areas.map(({ depth }) => depth)) * ROW + 34;
        const picture = made(`<div class="table-wrapper"><svg class="tree" width="${column * UNIT}"
            height="${height}" stroke="currentcolor" font-size="14" text-anchor="middle" aria-label="Tree">
            ${lines.join("")}${nodes.join("")}</svg></div>`);
        picture.querySelectorAll("g").forEach((node, index) => {
            const act = () => choose(index, set);
            node.addEventListener("click", act);
            node.addEventListener("keydown", (event) => event.key === "Enter" && act());
        });
        return [picture];
    }

    // Four algorithms side by side, with what each sees more or less than shadowcasting.
    function views(shown, { set, state }) {
        const element = made(`<details><summary>Four algorithms from here</summary>
            <div class="views"></div>
            <p class="caption">Blue: seen. Orange: only by this one. Pink: only by shadowcasting.</p>
            </details>`);
        element.open = Boolean(state.views);
        element.addEventListener("toggle", () => {
            if (element.open !== Boolean(state.views)) set({ views: element.open ? "yes" : "" });
        });
        if (!element.open) return [element];
        for (const { text, drawn } of Series.ask(Series.words("views", { part: 3, ...state }))) {
            const view = made(`<div><div class="screen"><canvas role="img"></canvas></div>
                <p class="caption">${text}</p></div>`);
            element.querySelector(".views").append(view);
            requestAnimationFrame(() => {
                const around = Canvas.viewAround(shown.player, 364);
                Canvas.draw(view.querySelector("canvas"), drawn.frame, around, drawn);
            });
        }
        return [element];
    }

    // The monsters that decide a step are those in view that are not beside the player. In Part 7 each has
    // two stages, one for each state of health.
    function monsters(shown, { go, set, state }) {
        const { order = "udlr", tie } = state;
        const [x, y] = shown.player;
        const isFar = (monster) => Math.abs(monster.x - x) + Math.abs(monster.y - y) > 1;
        const deeds = partOfPage === 7 ? ["hunts", "flees"] : ["steps"];
        const far = shown.monsters.filter((monster) => monster.visible && isFar(monster));
        const called = (monster) => {
            const kind = far.filter(({ name }) => name === monster.name);
            return kind.length > 1 ? `${monster.name} ${kind.indexOf(monster) + 1}` : monster.name;
        };
        const words = far.flatMap((monster) => deeds.map((deed) => `${called(monster)} ${deed}`));
        if (partOfPage === 7) words.unshift("all distances");
        // With another order of the directions this is not what the series does.
        if (order === "udlr" && !tie) words.push("all act");
        const choice = partOfPage === 7 ? directions(order, set) : ties(tie, set);
        return [row("", stages(words, shown, go)), choice];
    }

    // A button for each of the last stages.
    function stages(words, { stage, texts }, go) {
        const first = texts.length - words.length;
        return words.map((text, index) => button(text, () => go(first + index), first + index === stage));
    }

    // Without a monster in view there is one stage.
    const SCROLLS = ["monsters in view", "lightning", "fireball"];
    const scrolls = (shown, { go }) => [row("", stages(SCROLLS.slice(0, shown.texts.length), shown, go))];

    function row(words, buttons) {
        const paragraph = made(`<p class="controls">${words}</p>`);
        paragraph.append(...buttons);
        return paragraph;
    }

    // The order of `DIRECTIONS`, which decides between neighbours that are equally good.
    const directions = (order, set) => row("DIRECTIONS, in order. Put one first: ", [...order].map((way) => {
        const first = way + order.replace(way, "");
        const arrow = { u: "↑", d: "↓", l: "←", r: "→" }[way];
        return button(arrow, () => set({ order: first === "udlr" ? undefined : first }));
    }));

    // The way that a monster tries first if it is as far in both directions.
    const ties = (tie, set) => row("As many columns as rows? Try first: ", [
        button("the columns", () => set({ tie: undefined }), !tie),
        button("the rows", () => set({ tie: "y" }), Boolean(tie)),
    ]);

    const PARTS = { 1: tree, 3: views, 5: monsters, 7: monsters, 13: scrolls };
    const of = (shown, figure) => PARTS[partOfPage]?.(shown, figure) ?? [];
    return { of, pick };
})();
