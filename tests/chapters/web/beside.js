// What is beside a figure: the tree of Part 1, the algorithms of Part 3, the monsters of Parts 5 and 7.
// `figure` has the functions `go` to a stage, `set` values of the request, and `request`.
"use strict";

const Beside = (() => {
    // The chosen node of the tree, and whether the algorithms are shown.
    let chosenArea, areViewsOpen = false;

    const chosen = (shown) => shown.areas.slice(chosenArea ?? Infinity, (chosenArea ?? 0) + 1);

    function choose(shown, index, go) {
        chosenArea = index === chosenArea ? undefined : index;
        // A leaf's room is there from the stage on that carves it.
        return go(Math.max(shown.stage, shown.areas[chosenArea]?.room?.[1] ?? 0));
    }

    // Chooses the leaf at a tile of the map.
    function pick(shown, [x, y], go) {
        const holds = (area) => x >= area.x && x < area.x + area.w && y >= area.y && y < area.y + area.h;
        choose(shown, shown.areas.findIndex((area) => !area.halves && holds(area)), go);
    }

    // The areas as a tree: leaves beside each other, and what is split above the middle of its halves.
    function tree({ areas, stage }, { go }) {
        const [UNIT, ROW] = [44, 46];
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
            const kinds = [index === chosenArea && "chosen", isNew && "new", area.room && "room"];
            return `<g class="${kinds.filter(Boolean).join(" ")}" tabindex="0" role="button">
                <rect x="${x - 20}" y="${y - 11}" width="40" height="22" rx="4"></rect>
                <text x="${x}" y="${y + 4}">${area.w}x${area.h}</text></g>`;
        });
        const height = Math.max(...areas.map(({ depth }) => depth)) * ROW + 34;
        const picture = made(`<div><svg class="tree" viewBox="0 0 ${column * UNIT} ${height}" role="group"
            aria-label="The tree">${lines.join("")}${nodes.join("")}</svg>
            <p class="caption">Orange: made in this stage. A thick border: the leaf has its room.</p></div>`);
        picture.querySelectorAll("g").forEach((node, index) => {
            const act = () => choose({ areas, stage }, index, go);
            node.addEventListener("click", act);
            node.addEventListener("keydown", (event) => event.key === "Enter" && act());
        });
        return [picture];
    }

    // Four algorithms side by side, with what each sees more or less than shadowcasting.
    function views(shown, { set, request }) {
        const element = made(`<details><summary>Four algorithms from here</summary>
            <div class="views"></div>
            <p class="caption">Blue: seen. Orange: by this one only. Pink: by shadowcasting only.</p></details>`);
        element.open = areViewsOpen;
        element.addEventListener("toggle", () => {
            if (areViewsOpen === element.open) return;
            areViewsOpen = element.open;
            set({});
        });
        if (!areViewsOpen) return [element];
        for (const view of Series.ask(Series.words("views", { part: 3, ...request() }))) {
            const counts = `${view.seen.length} tiles, ${view.more.length} more, ${view.less.length} fewer`;
            const figure = made(`<figure><div><canvas role="img"></canvas></div>
                <figcaption>${view.name}, radius ${view.radius}: ${counts}</figcaption></figure>`);
            const palette = ["#1432a0", "#a83408", "#be5aaa", ...shown.drawn.frame.palette];
            const groups = [view.seen, view.more, view.less];
            const tiles = groups.flatMap((group, color) => group.flatMap(([x, y]) => [x, y, color]));
            const cells = shown.drawn.frame.cells.map((value, at) => (at % 4 === 3 ? value + 3 : value));
            element.querySelector(".views").append(figure);
            requestAnimationFrame(() => {
                const around = Canvas.viewAround(shown.player, 364);
                Canvas.draw(figure.querySelector("canvas"), { cells, palette }, around, { tiles });
            });
        }
        return [element];
    }

    // The monsters that decide a step are those in view that are not beside the player. In Part 7 each has
    // two stages, one for each state of health.
    function monsters(shown, { go }) {
        const [x, y] = shown.player;
        const isFar = (monster) => Math.abs(monster.x - x) + Math.abs(monster.y - y) > 1;
        const deeds = partOfPage === 7 ? ["hunts", "flees"] : ["steps"];
        const far = shown.monsters.filter((monster) => monster.visible && isFar(monster));
        const words = far.flatMap(({ name }) => deeds.map((deed) => `${name} ${deed}`));
        if (partOfPage === 7) words.unshift("all distances");
        words.push("all act");
        const first = shown.texts.length - words.length;
        const paragraph = made(`<p class="controls"></p>`);
        paragraph.append(...words.map((text, index) => {
            const stage = button(text, () => go(first + index));
            stage.setAttribute("aria-pressed", String(first + index === shown.stage));
            return stage;
        }));
        return [paragraph];
    }

    const PARTS = { 1: tree, 3: views, 5: monsters, 7: monsters };
    const of = (shown, figure) => PARTS[partOfPage]?.(shown, figure) ?? [];
    return { of, chosen, pick, forget: () => (chosenArea = undefined) };
})();
