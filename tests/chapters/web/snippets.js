// Snippets: the lines that a reader already has are dim.
"use strict";

for (const code of document.querySelectorAll("code.typed")) {
    const names = [...code.classList];
    const count = (name) => Number(names.find((own) => own.startsWith(name))?.slice(name.length) ?? 0);
    const lines = code.innerHTML.trimEnd().split("\n");
    const isThere = (at) => at < count("before-") || at >= lines.length - count("after-");
    const shown = lines.map((line, at) => (isThere(at) ? `<span class="there">${line}</span>` : line));
    code.innerHTML = shown.join("\n");
}
