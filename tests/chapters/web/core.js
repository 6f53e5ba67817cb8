// The series as WebAssembly, for the other scripts of the book. It is loaded when a page first needs it, from
// a script and not with fetch, so that pages work from a disk too.
"use strict";

const Series = (() => {
    const folder = new URL(".", document.currentScript.src);
    const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
    let module, exports, argument, reply, loading;

    // The protocol of wasm-minimal-protocol: the module takes one argument and sends one result.
    const imports = {
        typst_env: {
            wasm_minimal_protocol_write_args_to_buffer(at) {
                new Uint8Array(exports.memory.buffer).set(argument, at);
            },
            wasm_minimal_protocol_send_result_to_host(at, length) {
                reply = decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
            },
        },
    };

    const start = () => (exports = new WebAssembly.Instance(module, imports).exports);

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
            const bytes = Uint8Array.from(atob(SERIES), (letter) => letter.charCodeAt(0));
            module = await WebAssembly.compile(bytes);
            start();
        });
        return loading;
    }

    // Returns the answer to a request such as `play?part=7&seed=42`. Throws the module's own sentence if it
    // does not understand the request.
    function ask(request) {
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
        return JSON.parse(reply);
    }

    // Returns a request or a link: values that are empty are left out.
    function words(name, values) {
        const used = Object.entries(values).filter(([, value]) => value !== "" && value !== undefined);
        return `${name}?${used.map(([key, value]) => `${key}=${value}`).join("&")}`;
    }

    const pairs = (text) => Object.fromEntries(text.split("&").map((pair) => pair.split("=")));

    // Returns the values of the link in the address bar, such as `#play?seed=42`, if it has this name.
    function linked(name) {
        const [found, values] = decodeURIComponent(location.hash).split("?");
        return found === `#${name}` ? pairs(values ?? "") : undefined;
    }

    return { load, ask, words, pairs, linked };
})();

// Gives the parts of an element that have a `name` their handlers.
function wire(element, handlers) {
    for (const [name, handle] of Object.entries(handlers)) {
        const part = element.querySelector(`[name=${name}]`);
        part.addEventListener(part.matches("input") ? "input" : "click", () => handle(part));
    }
    return element;
}

function made(html, handlers = {}) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return wire(template.content.firstElementChild, handlers);
}

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// A button that `isOn` shows as pressed or not.
function button(text, click, isOn) {
    const element = made(`<button type="button"></button>`);
    element.append(text);
    element.addEventListener("click", click);
    if (isOn !== undefined) element.ariaPressed = isOn;
    return element;
}

// Makes a place of a page ready once the reader comes near, or at once if the address leads to it. It follows
// such a link later too. `open` gets the values of the link, if there is one.
function whenNear(element, name, open, fail) {
    const start = async () => {
        const font = new FontFace("Series", `url(${new URL("fonts/RobotoMono-Light.ttf", location.href)})`);
        // Without the font of the series the page has its own.
        await Promise.all([Series.load(), font.load().then((face) => document.fonts.add(face), () => {})]);
        const shown = open(Series.linked(name));
        if (Series.linked(name)) shown.scrollIntoView();
        shown.dataset.ready = "true";
        window.addEventListener("hashchange", () => Series.linked(name) && open(Series.linked(name)));
    };
    if (Series.linked(name)) return start().catch(fail);
    const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        start().catch(fail);
    }, { rootMargin: "600px" });
    return observer.observe(element);
}

// The part that a page belongs to, from its address; 0 on pages of no part.
const partOfPage = Number(/\/part(\d\d)\//.exec(location.pathname)?.[1] ?? 0);
const isChapter = /\/part\d\d\/(README|index)\.html$/.test(location.pathname);
