// Small programs use this header as their trace.hpp, in tests of how `check` builds and runs a program. It records
// only the title and the player and uses only C's library, so it compiles in a tenth of the time. The other
// programs in this folder use trace.hpp.
//
// SPDX-License-Identifier: MIT        Copyright (c) 2026 the roguelike-sdl2 authors
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace trace {

struct recorder {
    std::FILE* out = nullptr;  // none: the program plays as before
    std::FILE* keys = nullptr;
    int part = 0, number = 0, left = 0;
    char key[32] = "start", title[128] = "", player[64] = "";

    // Checks that all of it is on the disk.
    void flush() const {
        if (std::fflush(out) == 0) return;
        std::fputs("trace: the trace cannot be written\n", stderr);
        std::_Exit(2);
    }

    void begin(const char* seed) {
        std::fprintf(out, "roguelike-trace 1\npart %d\nseed %s\n", part, seed);
        std::fputs("stdlib libstdc++\n# marks keys end close\n", out);
        flush();
    }

    void step() {
        if (number == 0) std::fprintf(out, "# records title%s\n# seeds 0\n", *player ? " player" : "");
        std::fprintf(out, "step %d %s\ntitle %s\n%s", number, key, title, player);
        *title = *player = '\0';
    }

    // Reads the next key: Right*5 is the same one five times, and # begins a comment.
    bool next_key() {
        while (left == 0) {
            if (std::fscanf(keys, "%31s", key) != 1) return false;
            if (*key == '#') {
                for (int c = 0; c != '\n' && c != EOF;) c = std::fgetc(keys);
                continue;
            }
            char* times = std::strchr(key, '*');
            left = times ? std::atoi(times + 1) : 1;
            if (times) *times = '\0';
        }
        --left;
        ++number;
        return true;
    }

    ~recorder() {
        if (!out) return;
        if (std::strcmp(key, "Escape") == 0) std::fprintf(out, "step %d Escape\nquit\n", number);
        std::fputs("# end\n", out);
        flush();
    }
};

inline recorder& the_recorder() {
    static recorder one;
    return one;
}

inline void begin(int part, int, const char* const*) {
    recorder& r = the_recorder();
    const char* options = std::getenv("ROGUELIKE_TRACE");
    if (!options) return;
    const char* seed = "0";
    r.part = part;
    static char words[8192];
    std::snprintf(words, sizeof words, "%s", options);
    const char* name = "";
    for (char* word = std::strtok(words, "\x1f"); word; name = word, word = std::strtok(nullptr, "\x1f")) {
        if (std::strcmp(name, "--seed") == 0) seed = word;
        if (std::strcmp(name, "--keys-file") == 0) r.keys = std::fopen(word, "r");
        if (std::strcmp(name, "--trace") == 0) r.out = std::fopen(word, "w");
    }
    if (!(r.keys && r.out)) std::_Exit(2);
    r.begin(seed);
}

struct block {
    block& title(const char* text) {
        std::snprintf(the_recorder().title, sizeof the_recorder().title, "%s", text);
        return *this;
    }
    template <class Player> block& player(const Player& p) {
        char* text = the_recorder().player;
        std::snprintf(text, sizeof the_recorder().player, "player %d %d hp %d/%d\n", p.x, p.y, p.hp, p.maxHp);
        return *this;
    }
};
inline block step() { return {}; }

template <class Wait, class Event> bool wait(Wait own, Event* event) {
    recorder& r = the_recorder();
    if (!r.out) return own(event);
    r.step();
    const bool pressed = r.next_key();
    if (pressed) std::fprintf(r.out, "# key %s\n", r.key);
    else std::fputs("# close\n", r.out);
    r.flush();
    event->type = pressed ? 0x300 : 0x100;
    event->key.scancode = std::strcmp(r.key, "Escape") == 0 ? 41 : std::strcmp(r.key, "Space") == 0 ? 44 : 79;
    return true;
}

}  // namespace trace
