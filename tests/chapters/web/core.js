// The series as WebAssembly, for the other scripts of the book. It is loaded when a page first needs it, from a
// script and not with fetch, so that pages work from a disk too.
"use strict";

const Series = (() => {
    const folder = new URL(".", document.currentScript.src);
    const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
    let module, exports, argument, reply, loading;

    // The protocol of wasm-minimal-protocol: the module takes one argument and sends one result.
    const imports = {
        typst_env: {
            wasm_minimal_protocol_write_args_to_buffer: (at) =>
                new Uint8Array(exports.memory.buffer).set(argument, at),
            wasm_minimal_protocol_send_result_to_host: (at, length) => {
                reply = decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
            },
        },
    };

    const start = () => {
        exports = new WebAssembly.Instance(module, imports).exports;
    };

    // Loads the module. Returns a promise that is kept once it can be asked.
    function load() {
        loading ??= new Promise((resolve, reject) => {
            const script = document.createElement("script");
            script.src = new URL("module.js", folder);
            script.onload = resolve;
            script.onerror = () => reject(new Error("the module of the series cannot be loaded"));
            document.head.append(script);
        }).then(async () => {
            // `SERIES` is the only thing in module.js: the module as base64.
            module = await WebAssembly.compile(
                Uint8Array.from(atob(SERIES), (letter) => letter.charCodeAt(0)),
            );
            start();
        });
        return loading;
    }

    // Returns the text that answers a request such as `play?part=7&seed=42`. Throws the module's own sentence if it
    // does not understand the request.
    function askText(request) {
        argument = encoder.encode(request);
        let failed;
        try {
            failed = exports.ask(argument.length);
        } catch (error) {
            // A bug of the module. It begins again, because its memory may be in any state.
            start();
            throw new Error(`the module failed at ${request}: ${error.message}`);
        }
        if (failed) throw new Error(reply);
        return reply;
    }

    // Returns a request or a link: values that are empty are left out.
    function words(name, values) {
        const used = Object.entries(values).filter(
            ([, value]) => value !== "" && value !== undefined && value !== null,
        );
        return `${name}?${used.map(([key, value]) => `${key}=${value}`).join("&")}`;
    }

    // Returns name and values of the link in the address bar, such as `#play?seed=42&keys=Right*12`.
    function fromAddress() {
        const [, name, rest] = /^#(\w+)\?(.*)$/.exec(decodeURIComponent(location.hash)) ?? [];
        return [
            name,
            Object.fromEntries(
                (rest ?? "")
                    .split("&")
                    .filter(Boolean)
                    .map((pair) => pair.split(/=(.*)/s)),
            ),
        ];
    }

    return { load, ask: (request) => JSON.parse(askText(request)), askText, words, fromAddress };
})();

// Makes an element: `element("button", { type: "button" }, "New game")`. A function belongs to an event.
function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function") made.addEventListener(key, value);
        else if (value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
}

const button = (text, click, more = {}) => element("button", { type: "button", click, ...more }, text);

// The part that a page belongs to, from its address; 0 on pages of no part.
const partOfPage = Number(/\/part(\d\d)\//.exec(location.pathname)?.[1] ?? 0);
const isChapter = partOfPage > 0 && /\/part\d\d\/(README|index)\.html$/.test(location.pathname);
