// trace.hpp - records a run of a C++ build, so that `roguelike verify` can find where it first differs from the series.
//
// SPDX-License-Identifier: MIT        Copyright (c) 2026 the roguelike-sdl2 authors
//
// One header, C++17, no dependencies but the standard library. Without arguments, the program plays as before. With any
// of these, it writes a trace to standard output, or to the file that --trace names:
//
//     --seed N          the first value of the seed stream (default: one from the operating system)
//     --keys TEXT       press these keys, then exit: names in any case, `_` for a space, `Right*5`, `#` begins a comment
//     --keys-file PATH  the same from a file; `-` is standard input, read line by line as it arrives
//     --trace PATH      write to this file, which is new, empty or a trace; needed if the program prints text of its own
//     --full, --brief   add the rows of the map and of the frame, or write only one hash per step
//     --colors          --full, and the colours of the frame that have changed
//
// Programs with arguments of their own get these in the variable ROGUELIKE_TRACE, separated by the character 31. Then the header ignores
// all arguments. `roguelike check` does so.
//
// What to call, all in namespace trace:
//
//     begin(part, argc, argv)           first in main, before any generator is made
//     seeded_device                     instead of each std::random_device
//     glyph(col, row, ch, colour)       first in drawGlyph, to record the frame. It returns true if nobody sees the frame, so that
//                                       drawGlyph may return early: if (trace::glyph(col, row, ch, colour)) return;
//     step(*this).title(...)            first in the body of the event loop, before wait; it writes a step if a key was handled
//     wait(SDL_WaitEvent, &event)       instead of SDL_WaitEvent(&event); wait(SDL_PollEvent, &event) instead of
//                                       SDL_PollEvent(&event), and so on: it gives one key for each call to step()
//     sdl_log, log(text), sound(name)   Part 5 on: SDL_SetLogOutputFunction(trace::sdl_log, nullptr)
//                                       Part 16 on: log in MessageLog::add, sound in each function of Sound
//     new_frame()                       beside SDL_RenderClear, only if one step may paint more than once
//
// Write `friend struct trace::peek;` in the class Game, and step(*this) finds its members. If the state is in local
// variables of main, pass those that your part has, in any order:
//
//     step().map(map).player(player).monsters(monsters).rng(rng).items(items).pack(pack).state("map")
//
// state() takes the name of the current screen: "map", "inventory", "class-select", "dead" or "won". After step(*this), the same
// calls pass members that it does not find: step(*this).map(m_dungeon).player(*m_hero).
//
// Tiles may be rows of tiles, columns of tiles (tiles[x][y]), or flat row by row, in arrays, vectors or behind pointers. A map of
// another size than 64x36 is left out, and the trace says so. If its tiles are anything else, pass a function:
// .map([&](int x, int y) { return map.tileAt(x, y); }). Monsters, items, levels and players may be behind pointers.
//
// The trace leaves out what the header does not find, and what the part does not record yet. Only x, y and a monster's
// glyph are required. The header looks for these names, each as name, m_name or name_:
//
//     map       tiles: type, kind (an enum with Floor, or the glyph '.') or floor (a bool); visible, isVisible, lit, inView, inFov, ...;
//               explored, isExplored, seen, discovered, revealed, ...; width and height, if the tiles are behind a pointer
//     entity    x y; hp, health; maxHp, maxHealth; power, attack; defense, defence; alive, isAlive (not a function);
//               statusTurns[0] and [1], or poisonTurns and regenTurns, poison and regen; glyph, symbol, ch;
//               venomous, isVenomous, venom
//     item      x y; category, potion (or potionType, type), scroll, bonus; enums in the series' order;
//               in Part 8's pack, the type is enough
//     Game      window, state, player, rng, map, monsters, items, inventory, levels, depth, amulets, strengthBonus, magicBonus;
//               hasWeapon, weapon, hasArmour, armour (without hasWeapon a pointer or a std::optional); class, playerClass;
//               potionAppearIdx, potionAppear or appearance; potionIdent or identified; scrollAppearIdx or scrollAppear; scrollIdent
//     Level     map, monsters, items, stairsX, stairsY
//
// Lines that begin with # have what else `verify` needs: which kinds of lines the program writes, so that a level without items
// differs from items left out; each key, before the program handles it; and a mark when the program exits normally. If
// that mark is missing, the last key shows where the program crashed or hung.
//
// From Part 15 on, the trace contains the file that F5 writes, savegame.txt, and the one of an earlier run that F9 finds. With
// --brief it does not: move the file away before you record, or pass it to `roguelike verify --save-file`. If your program's
// file has another name, write this in main: trace::save_file() = "other.txt";
#pragma once

#if defined(_MSVC_LANG)
#if _MSVC_LANG < 201703L
#error "trace.hpp needs C++17: compile with /std:c++17"
#endif
#elif __cplusplus < 201703L
#error "trace.hpp needs C++17: compile with -std=c++17"
#endif

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#elif defined(__APPLE__)
#include <crt_externs.h>
#endif

namespace trace {

// ---- the recorder: one a program ----

struct drawn { int col, row; unsigned char ch, r, g, b; };
struct key {
    int scancode;
    std::string name;
    // SDL's keycode of the American layout, the same in SDL 2 and 3: the character, or the scancode with a bit.
    int keycode() const {
        if (name.size() == 1) return std::tolower(static_cast<unsigned char>(name[0]));
        switch (scancode) {
        case 40: return '\r';
        case 41: return 27;
        case 42: return 8;
        case 43: return '\t';
        case 44: return ' ';
        case 76: return 127;
        default: return scancode | 1 << 30;
        }
    }
};

// What a function for block::map may return, for tiles whose members have other names.
struct tile { bool floor = false, visible = false, explored = false; };

// The kinds of lines, in the order of a block.
enum slot {
    log_lines, sound_lines, title_line, screen_line, class_line, player_line, bonus_line, amulets_line, depth_line, monster_lines, item_lines,
    pack_lines, wield_line, wear_line, potion_lines, scroll_lines, rng_line, tile_lines, frame_line, slots
};
inline const char* word(unsigned kind) {
    static const char* const words[slots] = {"log", "sound", "title", "screen", "class", "player", "bonus", "amulets", "depth", "monster",
        "item", "pack", "wield", "wear", "potion", "scroll", "rng", "tiles", "frame"};
    return words[kind];
}

// A line of a trace is one line, whatever was said: blanks for line breaks, tabs and the like.
inline std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 32) c = ' ';
    return text;
}

// The name of the save file.
inline std::string& save_file() {
    static std::string name = "savegame.txt";
    return name;
}

struct recorder {
    bool begun = false, on = false, full = false, brief = false, colors = false, scripted = false, from_stdin = false;
    bool counts_from_1 = false;             // the depth of levels
    std::vector<std::string> left_out{};    // kinds of lines
    bool has_saved = false;                 // this run has written a save file
    bool unseen = false;                    // the keys are a script, and SDL shows no window
    std::vector<std::string> told_colors{}; // of the frame, as the trace has them
    std::string color_marks{};              // what has changed
    std::string old_save{};                 // what was in it before
    bool quit_given = false;                // the script is over, and the program was asked to end
    unsigned kinds = 0, told_kinds = 0;     // bits by slot: what this program writes, and what the trace says of it
    unsigned rounds = 0;                    // calls to step since the last call to wait
    int part = 1, number = 0;
    unsigned long early_seeds = 0;          // asked for before begin
    long seeds = 0, told_seeds = -1;        // given by seeded_device; what the trace says of it
    unsigned long idle_calls = 0;           // of wait, since the last block
    std::uint32_t next_seed = 0;
    std::string pending = "start";          // the key whose block is not written yet
    std::vector<key> keys{};                // still to be pressed, the next one last
    std::vector<key> held{};                // pressed and not released yet: one at most
    std::size_t key_line = 0;
    std::vector<drawn> drawing{}, painted{};  // since the last wait; what is on the screen
    std::vector<std::string> said{}, heard{};  // since the last block
    std::ofstream file{};

    std::ostream& out() { return file.is_open() ? static_cast<std::ostream&>(file) : std::cout; }
    int rows() const { return part >= 16 ? 41 : 36; }

    // What was drawn since the last call is what the screen shows; nothing drawn: it still shows what it did.
    void close_frame() {
        if (!drawing.empty()) painted.swap(drawing);
        drawing.clear();
    }

    void writes(slot kind) { kinds |= 1u << kind; }

    // What the program writes is known before its first block, except for what a later step brings.
    void tell_kinds() {
        const unsigned fresh = kinds & ~told_kinds;
        if (fresh == 0) return;
        out() << "# records";
        for (unsigned kind = 0; kind < slots; ++kind)
            if (fresh >> kind & 1) out() << ' ' << word(kind);
        out() << '\n';
        told_kinds = kinds;
    }

    // Says once why a kind of lines is not recorded.
    void leave_out(const std::string& kind, const std::string& reason) {
        if (std::find(left_out.begin(), left_out.end(), kind) != left_out.end()) return;
        left_out.push_back(kind);
        out() << "# left out " + kind + ": " + reason + "\n";
    }

    // The trace has the key before the program handles it, so that a key from which it never returns is known.
    void give(const std::string& name) {
        pending = name;
        out() << "# key " << name << std::endl;
    }

    // The save file, line by line after a word; nothing if it is no text.
    static std::string save_lines(const char* word) {
        std::ifstream saved(save_file());
        std::string text;
        for (std::string line; std::getline(saved, line);) {
            for (char c : line)
                if (static_cast<unsigned char>(c) > 126) return "";
            text += word + one_line(line) + '\n';
        }
        return text;
    }

    // The colours that have changed since the last step, row by row from the first to the last that did; - stands for no colour.
    void change_colors(const std::vector<std::string>& rows) {
        told_colors.resize(rows.size(), std::string(64 * 6, ' '));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            std::string &old = told_colors[row], now = rows[row];
            if (old == now) continue;
            std::size_t first = 0, last = now.size();
            while (now[first] == old[first]) ++first;
            while (now[last - 1] == old[last - 1]) --last;
            first -= first % 6;
            last += (6 - last % 6) % 6;
            old = now;
            std::string digits = now.substr(first, last - first);
            std::replace(digits.begin(), digits.end(), ' ', '-');
            color_marks += "# colors " + std::to_string(row) + " " + std::to_string(first / 6) + " " + digits + "\n";
        }
    }

    // What F5 wrote. `verify` compares it where the rules save.
    void tell_saved() {
        if (pending != "F5" || part < 15) return;
        const std::string lines = save_lines("# saved ");
        has_saved = has_saved || lines != old_save;
        out() << lines;
    }

    // What F9 found that this run did not write: a file of an earlier run. `verify` loads it, too.
    std::string found_save() const { return pending == "F9" && part >= 15 && !has_saved ? save_lines("save ") : ""; }

    void write(const std::string& block) {
        tell_kinds();
        tell_saved();
        out() << color_marks;
        color_marks.clear();
        // A number in a stream would be written as its locale says.
        if (seeds != told_seeds) out() << "# seeds " + std::to_string(told_seeds = seeds) + "\n";
        out() << "step " + std::to_string(number++) + " " + pending;
        if (brief) out() << ' ' << hash(block) << '\n';
        else out() << '\n' << found_save() << block;
        out().flush();
        pending.clear();
        said.clear();
        heard.clear();
        idle_calls = 0;
        if (!out()) fail("the trace cannot be written: is the disk full?");
    }

    // A key that is pressed and never shown ended the program.
    ~recorder() {
        if (on && !pending.empty() && number > 0) write("quit\n");
        if (on && number == 0) std::cerr << "trace: nothing was recorded: " << no_step() << std::endl;
        if (on) out() << "# end" << std::endl;
    }

    static const char* no_step() { return "call trace::step(...) first thing in the body of the event loop"; }

    // Opens the file of --trace. Any other file that is not empty stays as it is; pipes and devices have no size.
    void open(const std::string& path) {
        std::fstream old(path, std::ios::in | std::ios::out | std::ios::binary);
        if (old.seekg(0, std::ios::end) && old.tellg() > 0) {
            std::string line;
            std::getline(old.seekg(0), line);
            if (line.rfind("roguelike-trace ", 0) != 0)
                fail("'" + path + "' is not a trace, and --trace would replace it; choose another name, or remove the file");
        }
        old.close();
        file.open(path, std::ios::binary);
        if (!file) fail("'" + path + "' cannot be written");
    }

    // For programs that record nothing: were they meant to?
    void check_begin();

    // FNV-1a 64.
    static std::string hash(const std::string& bytes) {
        std::uint64_t h = 14695981039346656037u;
        for (char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
        char text[17];
        std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(h));
        return text;
    }

    [[noreturn]] static void fail(const std::string& why);
};

inline recorder& the_recorder() {
    static recorder one;
    return one;
}

inline void recorder::fail(const std::string& why) {
    recorder& r = the_recorder();
    if (r.on) r.out() << "# stopped " << one_line(why) << std::endl;
    std::cerr << "trace: " << why << std::endl;
    std::_Exit(2);
}

// A kind of lines that a program writes if it calls a certain function anywhere: the call makes the compiler make this constant, which
// is told before main begins.
template <slot Kind>
struct written {
    static inline const bool told = (static_cast<void>(the_recorder().writes(Kind)), true);
    static bool here() { return *&told; }
};

// ---- randomness ----

// Stands where std::random_device stands: gives S, S+1, S+2 ... of `--seed S`, wherever in the program it is asked.
class seeded_device {
public:
    using result_type = unsigned int;
    seeded_device() = default;
    explicit seeded_device(const std::string&) {}
    // In brackets, because <windows.h> has macros of these names.
    static constexpr result_type (min)() { return 0; }
    static constexpr result_type (max)() { return 0xffffffffu; }
    double entropy() const { return 0.0; }
    result_type operator()() {
        recorder& r = the_recorder();
        if (r.on) ++r.seeds;
        if (r.on) return r.next_seed++;
        ++r.early_seeds;
        return std::random_device{}();
    }
};

// The name that the header line `stdlib` gives the library this program is compiled with.
inline const char* stdlib() {
#if defined(_LIBCPP_VERSION)
    return "libc++";
#elif defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE < 11
    return "libstdc++-10";
#elif defined(_MSC_VER) && _MSC_VER >= 1951
    return "msvc";
#elif defined(_MSC_VER) && _MSC_VER >= 1935
    return "msvc-2022";
#elif defined(_MSC_VER)
    return "msvc-2019";
#else
    return "libstdc++";
#endif
}

// ---- keys ----

// SDL's names of the scancodes, which are the same numbers in SDL 2 and 3; `_` stands for a blank.
inline const std::vector<key>& all_keys() {
    static const std::vector<key> keys = [] {
        std::vector<key> all;
        const auto from = [&all](int scancode, const char* names) {
            std::istringstream in(names);
            for (std::string name; in >> name; ++scancode) {
                std::replace(name.begin(), name.end(), '_', ' ');
                all.push_back({scancode, name});
            }
        };
        from(4, "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 1 2 3 4 5 6 7 8 9 0 Return Escape Backspace Tab Space - = [ ] \\");
        from(51, "; ' ` , . / CapsLock F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 PrintScreen ScrollLock Pause Insert Home PageUp Delete End");
        from(78, "PageDown Right Left Down Up Numlock Keypad_/ Keypad_* Keypad_- Keypad_+ Keypad_Enter Keypad_1 Keypad_2 Keypad_3");
        from(92, "Keypad_4 Keypad_5 Keypad_6 Keypad_7 Keypad_8 Keypad_9 Keypad_0 Keypad_.");
        from(224, "Left_Ctrl Left_Shift Left_Alt Left_GUI Right_Ctrl Right_Shift Right_Alt Right_GUI");
        return all;
    }();
    return keys;
}

inline const key* key_named(const std::string& name) {
    const auto same = [](char a, char b) {
        const auto plain = [](char c) { return c == '_' ? ' ' : std::tolower(static_cast<unsigned char>(c)); };
        return plain(a) == plain(b);
    };
    for (const key& k : all_keys())
        if (k.name.size() == name.size() && std::equal(name.begin(), name.end(), k.name.begin(), same)) return &k;
    return nullptr;
}

// One line of keys; `place` begins the message about a bad word.
inline std::vector<key> parse_keys(const std::string& line, const std::string& place) {
    std::vector<key> keys;
    const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = 0; at < line.size();) {
        if (blank(line[at])) { ++at; continue; }
        if (line[at] == '#') break;
        const std::size_t start = at;
        while (at < line.size() && !blank(line[at])) ++at;
        std::string word = line.substr(start, at - start);
        const std::string where = place + std::to_string(start + 1) + ": ";
        unsigned long times = 1;
        const std::size_t star = word.rfind('*');
        if (star != std::string::npos && star > 0 && star + 1 < word.size()
            && word.find_first_not_of("0123456789", star + 1) == std::string::npos) {
            times = word.size() - star > 8 ? 0 : std::stoul(word.substr(star + 1));
            if (times < 1 || times > 1000000) recorder::fail(where + "'" + word + "' does not repeat a key 1 to 1000000 times");
            word.resize(star);
        }
        const key* found = key_named(word);
        if (!found) recorder::fail(where + "no key is called '" + word + "' (names are SDL's, such as Up, Space, Escape, F5, A or .)");
        keys.insert(keys.end(), times, *found);
    }
    return keys;
}

// The text of a key file: UTF-8 with or without a byte-order mark, or UTF-16 with one, as Windows PowerShell's > writes it.
inline std::string plain_text(const std::string& bytes, const std::string& name) {
    if (bytes.compare(0, 3, "\xef\xbb\xbf") == 0) return bytes.substr(3);
    const bool little = bytes.compare(0, 2, "\xff\xfe") == 0, big = bytes.compare(0, 2, "\xfe\xff") == 0;
    if (!little && !big) {
        if (bytes.find('\0') != std::string::npos) recorder::fail("'" + name + "' is UTF-16 without a byte-order mark; save it as UTF-8");
        return bytes;
    }
    std::string text;
    for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
        const char low = bytes[little ? at : at + 1], high = bytes[little ? at + 1 : at];
        text.push_back(high == 0 && static_cast<unsigned char>(low) < 128 ? low : '?');
    }
    return text;
}

inline bool read_key_line(std::istream& in, const std::string& name) {
    recorder& r = the_recorder();
    std::string line;
    if (!std::getline(in, line)) return false;
    if (&in == &std::cin) line = plain_text(line, name);
    std::vector<key> more = parse_keys(line, name + ":" + std::to_string(++r.key_line) + ":");
    r.keys.insert(r.keys.begin(), more.rbegin(), more.rend());
    return true;
}

// ---- begin ----

// Returns the value of a variable, or nullptr.
inline const char* variable(const char* name) {
#if defined(_MSC_VER)
#pragma warning(push)
#pragma warning(disable : 4996)  // getenv
#endif
    return std::getenv(name);
#if defined(_MSC_VER)
#pragma warning(pop)
#endif
}

// Returns true if SDL was told to show no window.
inline bool is_windowless() {
    for (const char* name : {"SDL_VIDEO_DRIVER", "SDL_VIDEODRIVER"})
        if (const char* driver = variable(name)) return driver == std::string("dummy") || driver == std::string("offscreen");
    return false;
}

// Returns the options in the variable, or else the arguments.
inline std::vector<std::string> options(const std::vector<std::string>& arguments) {
    const char* text = variable("ROGUELIKE_TRACE");
    if (!text) return arguments;
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, '\x1f');) words.push_back(word);
    return words;
}

inline void begin(int part, int argc, const char* const* argv) {
    recorder& r = the_recorder();
    r.begun = true;
    if (part < 1 || part > 17) recorder::fail("begin: the series has parts 1 to 17, not " + std::to_string(part));
    const std::vector<std::string> given = options({argv + (argc > 0 ? 1 : 0), argv + argc});
    if (given.empty()) return;
    if (r.early_seeds > 0)
        recorder::fail("a generator was seeded before trace::begin, so its seed is not known: call begin first in main, and make no "
                       "global generators");
    r.on = true;
    r.part = part;
    r.old_save = part >= 15 ? r.save_lines("# saved ") : "";
    r.next_seed = std::random_device{}();
    std::string path;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::string& option = given[i];
        if (option == "--full") { r.full = true; continue; }
        if (option == "--brief") { r.brief = true; continue; }
        if (option == "--colors") { r.full = r.colors = true; continue; }
        if (option != "--seed" && option != "--keys" && option != "--keys-file" && option != "--trace")
            recorder::fail("unknown option '" + option + "'; there are --seed N, --keys TEXT, --keys-file PATH, --trace PATH, --full, --brief, --colors");
        if (++i == given.size()) recorder::fail("'" + option + "' needs a value after it");
        const std::string& value = given[i];
        if (option == "--seed") {
            const bool number = !value.empty() && value.size() <= 10 && value.find_first_not_of("0123456789") == std::string::npos;
            if (!number || std::stoull(value) > 0xffffffffu) recorder::fail("'" + value + "' is no seed; a seed is a number from 0 to 4294967295");
            r.next_seed = static_cast<std::uint32_t>(std::stoull(value));
        } else if (option == "--trace") {
            path = value;
        } else if (option == "--keys") {
            r.scripted = true;
            std::istringstream in(value);
            while (read_key_line(in, "--keys")) {}
        } else if (value == "-") {
            r.scripted = r.from_stdin = true;
        } else {
            r.scripted = true;
            std::ifstream file(value, std::ios::binary);
            // A folder can be opened, but not read.
            if (!file || (static_cast<void>(file.peek()), file.bad())) recorder::fail("'" + value + "' cannot be read; --keys-file takes a file of key names");
            std::ostringstream text;
            text << file.rdbuf();
            std::istringstream in(plain_text(text.str(), value));
            while (read_key_line(in, value)) {}
        }
    }
    r.unseen = r.scripted && is_windowless();
    if (r.full && r.brief) recorder::fail("--full, or --colors, and --brief exclude each other");
    if (!path.empty()) r.open(path);
#if defined(_WIN32)
    _setmode(_fileno(stdout), _O_BINARY);  // or lines would end otherwise than in a file
#endif
    r.out() << "roguelike-trace 1" << (r.brief ? " brief" : "") << "\npart " + std::to_string(part) + "\nseed " + std::to_string(r.next_seed)
            << "\nstdlib " << stdlib() << "\n# marks keys end" << (r.scripted ? " close" : "") << std::endl;
}

// The arguments that the program was started with, where the system knows them.
inline std::vector<std::string> arguments() {
    std::vector<std::string> all;
#if defined(_WIN32)
    for (int i = 1; __argv && i < __argc; ++i) all.push_back(__argv[i]);
#elif defined(__APPLE__)
    for (int i = 1; i < *_NSGetArgc(); ++i) all.push_back((*_NSGetArgv())[i]);
#else
    std::ifstream in("/proc/self/cmdline", std::ios::binary);
    for (std::string one; std::getline(in, one, '\0');) all.push_back(one);
#endif
    return all;
}

inline void recorder::check_begin() {
    if (begun) return;
    begun = true;
    for (const std::string& argument : options(arguments()))
        for (const char* option : {"--seed", "--keys", "--keys-file", "--trace"})
            if (argument == option) fail("the program was started with " + argument + ", but trace::begin was not called: call it first in main");
}

// ---- what happens in a step ----

template <class Text>
void log(const Text& text) {
    if (written<log_lines>::here() && the_recorder().on) the_recorder().said.push_back(one_line(text));
}

template <class Text>
void sound(const Text& name) {
    if (written<sound_lines>::here() && the_recorder().on) the_recorder().heard.push_back(name);
}

// For SDL_SetLogOutputFunction: keeps showing the message on standard error. The messages of a replayed game would flood the terminal.
template <class Priority>
void sdl_log(void*, int, Priority, const char* message) {
    const recorder& r = the_recorder();
    if (!r.on || !r.scripted || r.number == 0) std::fprintf(stderr, "%s\n", message);
    log(message);
}

inline void new_frame() { the_recorder().drawing.clear(); }

template <class Colour>
bool glyph(int col, int row, char ch, const Colour& colour) {
    recorder& r = the_recorder();
    if (!written<frame_line>::here() || !r.on || ch == ' ' || col < 0 || col >= 64 || row < 0 || row >= r.rows()) return r.unseen;
    const auto byte = [](auto value) { return static_cast<unsigned char>(value); };
    const unsigned char shown = ch < 32 || ch > 126 ? '?' : byte(ch);
    r.drawing.push_back({col, row, shown, byte(colour.r), byte(colour.g), byte(colour.b)});
    return r.unseen;
}

// ---- finding members ----

struct missing {};
template <class T> inline constexpr bool found = !std::is_same_v<std::decay_t<T>, missing>;

template <int Place> struct rank : rank<Place - 1> {};
template <> struct rank<0> {};
using first = rank<28>;

// Declares what(object, first{}): the first of some members that the object has, by reference, or `missing`. Each name may have m_ in
// front or _ behind.
#define TRACE_AT(what, place, member) template <class T> static auto what(T& t, rank<place>) -> decltype((t.member)) { return t.member; }
#define TRACE_NAME(what, place, name) TRACE_AT(what, place, m_##name) TRACE_AT(what, place - 1, name) TRACE_AT(what, place - 2, name##_)
#define TRACE_MISSING(what) template <class T> static missing what(T&, rank<0>) { return {}; }
#define TRACE_NAMES(what, place, a, b, c) TRACE_NAME(what, place, a) TRACE_NAME(what, place - 3, b) TRACE_NAME(what, place - 6, c)
#define TRACE_FIND(what, a, b, c) TRACE_NAMES(what, 9, a, b, c) TRACE_MISSING(what)
#define TRACE_MEMBER(name) TRACE_NAME(name, 9, name) TRACE_MISSING(name)

// Declares is_Name(value, 0): whether it is its enum's enumerator Name. Without such an enumerator it is not.
#define TRACE_ENUMERATOR(name)                                                                           \
    template <class E> static auto has_##name(int) -> decltype(E::name, std::true_type{}) { return {}; } \
    template <class E> static std::false_type has_##name(long) { return {}; }                            \
    template <class E> static auto is_##name(E e, int) -> decltype(e == E::name) { return e == E::name; } \
    template <class E> static bool is_##name(E, long) { return false; }

// How a map keeps its tiles: rows of tiles, or flat row by row. by_column: tiles[x][y].
struct layout { std::size_t width = 64, height = 36; bool by_column = false; };

// Looks into a game's objects. A class with private members lets it in with `friend struct trace::peek;`.
struct peek {
    TRACE_AT(scancode, 3, key.scancode)
    TRACE_AT(scancode, 2, key.keysym.scancode)
    TRACE_AT(scancode, 1, scancode)
    TRACE_MISSING(scancode)
    TRACE_AT(keycode, 2, key.key)
    TRACE_AT(keycode, 1, key.keysym.sym)
    TRACE_MISSING(keycode)

    // What a pointer, a smart pointer or an optional points to; anything else is itself.
    template <class T, class = std::enable_if_t<!std::is_array_v<T>>>
    static auto pointee(const T& t, first) -> decltype((*t)) { return *t; }
    template <class T> static const T& pointee(const T& t, rank<0>) { return t; }

    // False for a null pointer and for an optional without a value.
    template <class T, class = std::enable_if_t<!std::is_array_v<T>>>
    static auto exists(const T& t, first) -> decltype(*t, static_cast<bool>(t)) { return static_cast<bool>(t); }
    template <class T> static bool exists(const T&, rank<0>) { return true; }

    // A row of rows, or a tile of a flat array.
    template <class Tiles>
    static auto at(const Tiles& tiles, std::size_t index, first) -> decltype((tiles[index])) { return tiles[index]; }
    template <class Tiles> static missing at(const Tiles&, std::size_t, rank<0>) { return {}; }

    // Number of elements; 0 for a pointer.
    template <class Tiles>
    static auto count(const Tiles& tiles, first) -> decltype(std::size(tiles)) { return std::size(tiles); }
    template <class Tiles> static std::size_t count(const Tiles&, rank<0>) { return 0; }

    // A tile of a function of column and row.
    template <class Call>
    static auto called(const Call& call, first) -> decltype(call(0, 0)) { return call(0, 0); }
    template <class Call> static missing called(const Call&, rank<0>) { return {}; }

    // The tiles of a map: its member, or itself.
    template <class Map>
    static decltype(auto) grid(const Map& map) {
        if constexpr (found<decltype(tiles(map, first{}))>) return (tiles(map, first{}));
        else return (map);
    }

    // `roguelike attach` writes functions where members have other names.
    TRACE_AT(tiles, 10, traced_tiles())
    TRACE_MEMBER(tiles)
    TRACE_FIND(width, width, w, cols)
    TRACE_FIND(height, height, h, rows)
    TRACE_AT(type, 10, traced_floor())
    TRACE_FIND(type, type, kind, floor)
    TRACE_NAMES(visible, 27, visible, isVisible, lit)
    TRACE_NAMES(visible, 18, inView, inFov, seenNow)
    TRACE_FIND(visible, visibleNow, nowVisible, currentlyVisible)
    TRACE_NAMES(explored, 27, explored, isExplored, seen)
    TRACE_NAMES(explored, 18, discovered, revealed, remembered)
    TRACE_FIND(explored, known, seenEver, everSeen)

    TRACE_MEMBER(x)
    TRACE_MEMBER(y)
    TRACE_FIND(hp, hp, health, hitPoints)
    TRACE_FIND(maxHp, maxHp, maxHealth, maxHitPoints)
    TRACE_FIND(power, power, attack, strength)
    TRACE_FIND(defense, defense, defence, protection)
    TRACE_FIND(alive, alive, isAlive, living)
    TRACE_FIND(statuses, statusTurns, statuses, status)
    TRACE_FIND(poisonTurns, poisonTurns, poison, poisoned)
    TRACE_FIND(regenTurns, regenTurns, regen, regeneration)
    TRACE_FIND(glyph, glyph, symbol, ch)
    TRACE_FIND(venomous, venomous, isVenomous, venom)

    TRACE_MEMBER(category)
    TRACE_FIND(potion, potion, potionType, type)
    TRACE_FIND(scroll, scroll, scrollType, scrollKind)
    TRACE_MEMBER(bonus)

    TRACE_MEMBER(window)
    TRACE_MEMBER(state)
    TRACE_MEMBER(rng)
    TRACE_AT(levels, 10, traced_levels())
    TRACE_MEMBER(levels)
    TRACE_AT(depth, 10, traced_depth())
    TRACE_MEMBER(depth)
    TRACE_MEMBER(map)
    TRACE_AT(monsters, 10, traced_monsters())
    TRACE_MEMBER(monsters)
    TRACE_AT(items, 10, traced_items())
    TRACE_MEMBER(items)
    TRACE_MEMBER(stairsX)
    TRACE_MEMBER(stairsY)
    TRACE_AT(heroClass, 9, m_class)
    TRACE_AT(heroClass, 8, class_)
    TRACE_NAME(heroClass, 7, playerClass)
    TRACE_MISSING(heroClass)
    TRACE_MEMBER(player)
    TRACE_AT(strengthBonus, 10, traced_strengthBonus())
    TRACE_MEMBER(strengthBonus)
    TRACE_AT(magicBonus, 10, traced_magicBonus())
    TRACE_MEMBER(magicBonus)
    TRACE_AT(amulets, 10, traced_amulets())
    TRACE_MEMBER(amulets)
    TRACE_AT(inventory, 10, traced_inventory())
    TRACE_MEMBER(inventory)
    TRACE_AT(hasWeapon, 10, traced_hasWeapon())
    TRACE_MEMBER(hasWeapon)
    TRACE_AT(weapon, 10, traced_weapon())
    TRACE_MEMBER(weapon)
    TRACE_AT(hasArmour, 10, traced_hasArmour())
    TRACE_FIND(hasArmour, hasArmour, hasArmor, wearsArmour)
    TRACE_AT(armour, 10, traced_armour())
    TRACE_FIND(armour, armour, armor, wornArmour)
    TRACE_FIND(potionLooks, potionAppearIdx, potionAppear, appearance)
    TRACE_FIND(potionKnown, potionIdent, identified, potionIdentified)
    TRACE_FIND(scrollLooks, scrollAppearIdx, scrollAppear, scrollAppearance)
    TRACE_FIND(scrollKnown, scrollIdent, scrollIdentified, scrollsIdentified)

    TRACE_ENUMERATOR(Floor)
    TRACE_ENUMERATOR(Playing)
    TRACE_ENUMERATOR(Inventory)
    TRACE_ENUMERATOR(ClassSelect)
    TRACE_ENUMERATOR(Dead)
    TRACE_ENUMERATOR(Won)

    using names = std::vector<const char*>;

    // Appends a name and a number; nothing for a member that is missing or no number.
    template <class Value>
    static void put(std::string& text, const char* name, const Value& value) {
        if constexpr (std::is_convertible_v<Value, int> || std::is_enum_v<Value>) text += name + std::to_string(static_cast<int>(value));
    }

    // An enum's or an index's name; a text is its own.
    template <class Value>
    static std::string named(const names& all, const Value& value) {
        if constexpr (std::is_convertible_v<Value, const char*>) {
            return value ? value : "-";
        } else if constexpr (found<Value>) {
            const auto index = static_cast<std::size_t>(value);
            return index < all.size() ? all[index] : "unknown";
        } else {
            return "unknown";
        }
    }

    template <class Type>
    static constexpr bool readable_type() {
        if constexpr (std::is_enum_v<Type>) return decltype(has_Floor<Type>(0))::value;
        else return found<Type>;
    }

    // A tile: of a function, of rows, or of a flat array.
    template <class Tiles>
    static decltype(auto) cell(const Tiles& tiles, std::size_t col, std::size_t row, const layout& size) {
        if constexpr (found<decltype(called(tiles, first{}))>) return tiles(static_cast<int>(col), static_cast<int>(row));
        else if constexpr (!found<decltype(at(tiles, 0, first{}))>) return missing{};
        else if constexpr (!is_row<decltype(at(tiles, 0, first{}))>()) return at(tiles, row * size.width + col, first{});
        else return at(at(tiles, size.by_column ? col : row, first{}), size.by_column ? row : col, first{});
    }
    template <class Row>
    static constexpr bool is_row() { return found<decltype(at(std::declval<const std::decay_t<Row>&>(), 0, first{}))>; }
    template <class Map>
    using cell_of = std::remove_reference_t<decltype(cell(grid(std::declval<const Map&>()), 0, 0, layout{}))>;

    // Asks a map for its size: its containers, or members `width` and `height`, or else it is the series'. Maps are wider than high, and
    // so more rows than columns are columns of rows.
    template <class Map>
    static layout size_of(const Map& map) {
        const auto& all = grid(map);
        layout size;
        if constexpr (std::is_convertible_v<decltype(width(map, first{})), int> && std::is_convertible_v<decltype(height(map, first{})), int>) {
            size.width = static_cast<std::size_t>(width(map, first{}));
            size.height = static_cast<std::size_t>(height(map, first{}));
        }
        const std::size_t outer = count(all, first{});
        if constexpr (found<decltype(at(all, 0, first{}))>) {
            if (outer > 0 && !is_row<decltype(at(all, 0, first{}))>()) {
                size.height = size.width > 0 ? outer / size.width : 0;
                return size;
            }
            if constexpr (is_row<decltype(at(all, 0, first{}))>()) {
                const std::size_t inner = outer > 0 ? count(at(all, 0, first{}), first{}) : 0;
                size.by_column = outer > inner && inner > 0;
                if (inner > 0) {
                    size.width = std::max(outer, inner);
                    size.height = std::min(outer, inner);
                }
            }
        }
        return size;
    }

    // Returns whether tile_bytes can read a map.
    template <class Map>
    static constexpr bool readable() {
        if constexpr (!found<cell_of<Map>>) return false;
        else return readable_type<std::decay_t<decltype(type(std::declval<cell_of<Map>&>(), first{}))>>();
    }

    // An enum with Floor, a bool, or the glyph.
    template <class Type>
    static bool is_floor(const Type& type) {
        static_assert(readable_type<Type>(),
                      "trace: a tile needs `type` or `kind`, an enum with Floor, or `floor`; if yours has other names, write in the call to step: "
                      ".map([&](int x, int y) { const auto& t = map.tiles[y][x]; return trace::tile{t.type == TileType::Ground, t.visible, "
                      "t.explored}; })");
        if constexpr (std::is_same_v<Type, bool>) return type;
        else if constexpr (std::is_enum_v<Type>) return is_Floor(type, 0);
        else return type == '.';
    }

    // 1 floor + 2 visible + 4 explored, row by row; nothing from Part 3 on if a tile cannot say what was seen.
    template <class Map>
    static std::string tile_bytes(const Map& map, int part, const layout& size) {
        const auto& all = grid(map);
        using tile_type = cell_of<Map>;
        static_assert(found<tile_type>,
                      "trace: a map needs `tiles`, rows of tiles; if yours has another name, write in the call to step: "
                      ".map([&](int x, int y) { return map.grid[y][x]; })");
        constexpr bool sees = found<decltype(visible(std::declval<tile_type&>(), first{}))>
                           && found<decltype(explored(std::declval<tile_type&>(), first{}))>;
        std::string bytes;
        if (part >= 3 && !sees) return bytes;
        for (std::size_t row = 0; row < 36; ++row)
            for (std::size_t col = 0; col < 64; ++col) {
                const auto& tile = cell(all, col, row, size);
                int bits = is_floor(type(tile, first{})) ? 1 : 0;
                if constexpr (sees) {
                    if (part >= 3) bits += (visible(tile, first{}) ? 2 : 0) + (explored(tile, first{}) ? 4 : 0);
                }
                bytes.push_back(static_cast<char>(bits));
            }
        return bytes;
    }

    // ` X Y hp H/M power P ...`, as far as the part goes.
    template <class Entity>
    static std::string entity(const Entity& e, int part, bool is_player) {
        static_assert(found<decltype(x(e, first{}))> && found<decltype(y(e, first{}))>, "trace: the player and each monster need x and y");
        std::string text;
        put(text, " ", x(e, first{}));
        put(text, " ", y(e, first{}));
        put(text, " hp ", hp(e, first{}));
        put(text, "/", maxHp(e, first{}));
        if (part >= 5) put(text, " power ", power(e, first{}));
        if (part >= 9 && is_player) put(text, " defense ", defense(e, first{}));
        if constexpr (found<decltype(at(statuses(e, first{}), 0, first{}))>) {
            if (part >= 10) put(text, " poison ", statuses(e, first{})[0]);
            if (part >= 10) put(text, " regen ", statuses(e, first{})[1]);
        } else {
            if (part >= 10) put(text, " poison ", poisonTurns(e, first{}));
            if (part >= 10) put(text, " regen ", regenTurns(e, first{}));
        }
        if (part >= 10 && !is_player) put(text, " venom ", venomous(e, first{}));
        if (part >= 4) put(text, " alive ", alive(e, first{}));
        return text;
    }

    // WHAT an item is. In Part 8's pack it is its potion's type and nothing else.
    template <class Item>
    static std::string what(const Item& item) {
        const names potions = {"healing", "poison", "strength", "regeneration"};
        if constexpr (std::is_enum_v<Item>) {
            return "potion:" + named(potions, item);
        } else {
            const std::string kind = category_name(category(item, first{}));
            std::string text = kind;
            if (kind == "potion") text += ":" + named(potions, potion(item, first{}));
            if (kind == "scroll") text += ":" + named({"lightning", "fireball"}, scroll(item, first{}));
            if (kind == "weapon" || kind == "armour") put(text, ":", bonus(item, first{}));
            return text;
        }
    }
    static std::string category_name(missing) { return "potion"; }
    template <class Category>
    static std::string category_name(const Category& c) { return named({"potion", "weapon", "armour", "scroll", "amulet"}, c); }

    template <class State>
    static std::string screen_name(State s) {
        return is_Inventory(s, 0) ? "inventory" : is_ClassSelect(s, 0) ? "class-select" : is_Dead(s, 0) ? "dead" : is_Won(s, 0) ? "won" : "map";
    }

    // `potion TYPE looks APPEARANCE known B`; appearances are indices or texts.
    template <class Looks, class Known>
    static std::string looks(const char* kind, const names& types, const names& appearances, const Looks& looks, const Known& known) {
        std::string lines;
        if constexpr (found<Looks> && found<Known>)
            for (std::size_t i = 0; i < types.size() && i < std::size(looks); ++i) {
                lines += std::string(kind) + " " + types[i] + " looks " + named(appearances, looks[i]);
                put(lines, " known ", known[i]);
                lines += "\n";
            }
        return lines;
    }

    template <class Block, class Game>
    static void game(Block& to, const Game& g) {
        static_assert(found<decltype(state(g, first{}))> || found<decltype(player(g, first{}))> || found<decltype(levels(g, first{}))>
                          || found<decltype(map(g, first{}))>,
                      "trace: nothing of the game can be read: write `friend struct trace::peek;` in the class, or name what there is, as in "
                      "trace::step().map(m_dungeon).player(m_hero)");
        if constexpr (found<decltype(state(g, first{}))>) to.state(screen_name(state(g, first{})));
        if constexpr (found<decltype(title(window(g, first{}), first{}))>) to.title(title(window(g, first{}), first{}));
        to.rng(rng(g, first{}));
        if constexpr (found<decltype(levels(g, first{}))>) {
            const auto& all = levels(g, first{});
            if (std::size(all) == 0) return;  // no run was started yet
            const std::size_t index = to.level_index(static_cast<std::size_t>(depth(g, first{})), std::size(all));
            const auto& level = pointee(all[index], first{});
            place(to, level);
            std::string text;
            put(text, "depth ", index);
            put(text, " of ", std::size(all));
            put(text, " stairs ", stairsX(level, first{}));
            put(text, " ", stairsY(level, first{}));
            to.line(depth_line, 11, text);
        } else {
            place(to, g);
        }
        to.player(player(g, first{}));
        numbers(to, g);
        to.pack(inventory(g, first{}));
        gear(to, wield_line, "wield ", hasWeapon(g, first{}), weapon(g, first{}));
        gear(to, wear_line, "wear ", hasArmour(g, first{}), armour(g, first{}));
        to.lines(potion_lines, 8, looks("potion", {"healing", "poison", "strength", "regeneration"},
            {"red", "blue", "fizzy", "murky", "glowing", "silver"}, potionLooks(g, first{}), potionKnown(g, first{})));
        to.lines(scroll_lines, 13, looks("scroll", {"lightning", "fireball"},
            {"ZELGO MER", "XYZZY", "FOOBIE BLETCH", "ELBIB YLOH", "VENZAR"}, scrollLooks(g, first{}), scrollKnown(g, first{})));
    }

    // A weapon or armour, whose absence is a bool beside it, a null pointer, or an optional without a value.
    template <class Block, class Has, class Gear>
    static void gear(Block& to, slot where, const char* word, const Has& has, const Gear& item) {
        if constexpr (found<Gear> && (found<Has> || !std::is_same_v<const Gear&, decltype(pointee(item, first{}))>)) {
            bool is_there = exists(item, first{});
            if constexpr (found<Has>) is_there = is_there && has;
            to.line(where, 9, word + (is_there ? what(pointee(item, first{})) : "-"));
        }
    }

    // The title of an SDL_Window*.
    template <class Window>
    static auto title(Window* window, first) -> decltype(std::string(SDL_GetWindowTitle(window))) { return SDL_GetWindowTitle(window); }
    template <class Window> static missing title(const Window&, rank<0>) { return {}; }

    template <class Block, class Game>
    static void numbers(Block& to, const Game& g) {
        if constexpr (found<decltype(heroClass(g, first{}))>) to.line(class_line, 14, "class " + named({"Fighter", "Rogue", "Mage"}, heroClass(g, first{})));
        std::string bonuses, amulet_count;
        put(bonuses, "bonus strength ", strengthBonus(g, first{}));
        if (to.part() >= 13) put(bonuses, " magic ", magicBonus(g, first{}));
        to.line(bonus_line, 9, bonuses);
        put(amulet_count, "amulets ", amulets(g, first{}));
        to.line(amulets_line, 17, amulet_count);
    }

    // A level, or a game from before there were levels.
    template <class Block, class Place>
    static void place(Block& to, const Place& p) {
        using map_type = std::decay_t<decltype(map(p, first{}))>;
        // A map with other names may be given after step(*this), and so it is no mistake here.
        if constexpr (found<map_type>) {
            if constexpr (readable<std::decay_t<decltype(pointee(map(p, first{}), first{}))>>()) to.map(map(p, first{}));
            else to.unreadable_map();
        }
        to.monsters(monsters(p, first{}));
        to.items(items(p, first{}));
    }
};

#undef TRACE_ENUMERATOR
#undef TRACE_MEMBER
#undef TRACE_FIND
#undef TRACE_MISSING
#undef TRACE_NAME
#undef TRACE_AT

// ---- a block ----

// Collects lines and, when the statement ends, writes them in the trace's order. Does nothing if no key was pressed since the last block.
class block {
public:
    block() : live_(the_recorder().on && !the_recorder().pending.empty()) {
        recorder& r = the_recorder();
        r.check_begin();
        // SDL sends events of its own at the start, and so the loop comes round without a key.
        if (r.on && ++r.rounds > 3)
            recorder::fail("the event loop takes its events from SDL: write trace::wait(SDL_WaitEvent, &event) in place of SDL_WaitEvent(&event), "
                           "and likewise for SDL_PollEvent");
    }
    template <class Game>
    explicit block(const Game& g) : block() {
        if (live_) peek::game(*this, g);
    }
    block(const block&) = delete;
    block& operator=(const block&) = delete;
    ~block() {
        recorder& r = the_recorder();
        r.close_frame();
        if (!live_) return;
        if (unreadable_)
            r.leave_out("tiles", "the map's members have other names than tiles, type, visible and explored; write trace::step(*this)"
                                 ".map([&](int x, int y) { const auto& t = m_map.tiles[y][x]; return trace::tile{t.type == TileType::Ground, "
                                 "t.visible, t.explored}; })");
        std::string text;
        for (const std::string& said : r.said) text += "log " + said + "\n";
        for (const std::string& heard : r.heard) text += "sound " + heard + "\n";
        for (const std::string& lines : slots_) text += lines;
        r.write(text + frame());
    }

    int part() const { return the_recorder().part; }

    // Depths count from 0. In a program that counts them from 1, the first level would be the second one.
    std::size_t level_index(std::size_t depth, std::size_t count) {
        recorder& r = the_recorder();
        if (!r.counts_from_1 && depth >= count) {
            r.counts_from_1 = true;
            r.out() << "# this program counts its depth from 1; one less is recorded\n";
        }
        if (!r.counts_from_1) return depth;
        return std::min(std::max<std::size_t>(depth, 1), count) - 1;
    }

    // The map of a game cannot be read. It is left out, and said so, unless map() gives it after all.
    void unreadable_map() { unreadable_ = true; }

    // Puts whole lines into their place, if the part has them. A list that is empty is recorded all the same.
    block& lines(slot where, int from_part, const std::string& text, bool is_list = false) {
        if (!live_ || part() < from_part) return *this;
        slots_[where] = text;
        if (is_list || !text.empty()) the_recorder().writes(where);
        return *this;
    }
    block& line(slot where, int from_part, const std::string& text) { return lines(where, from_part, text.empty() ? text : text + "\n"); }

    // The window's title: SDL_GetWindowTitle(window).
    block& title(const std::string& text) { return line(title_line, 1, "title " + one_line(text)); }

    // What the game shows: map, inventory, class-select, dead or won.
    block& state(const std::string& name) { return line(screen_line, 1, "screen " + name); }
    block& screen(const std::string& name) { return state(name); }

    template <class Player>
    block& player(const Player& p) {
        if constexpr (found<Player>) line(player_line, 2, "player" + peek::entity(peek::pointee(p, first{}), part(), true));
        return *this;
    }

    template <class Monsters>
    block& monsters(const Monsters& all) {
        return list(monster_lines, 4, "monster", all, [this](std::string& text, const auto& m) {
            static_assert(found<decltype(peek::glyph(m, first{}))>, "trace: a monster needs its glyph, one of `glyph`, `symbol`, `ch`");
            text += std::string(" ") + static_cast<char>(peek::glyph(m, first{}));
            text += peek::entity(m, part(), false);
        });
    }

    template <class Items>
    block& items(const Items& all) {
        return list(item_lines, 8, "item", all, [](std::string& text, const auto& item) {
            text += " " + peek::what(item);
            peek::put(text, " ", peek::x(item, first{}));
            peek::put(text, " ", peek::y(item, first{}));
        });
    }

    template <class Items>
    block& pack(const Items& all) {
        return list(pack_lines, 8, "pack", all, [](std::string& text, const auto& item) { text += " " + peek::what(item); });
    }

    // What the generator would give next: a copy is asked, so it is not advanced. A class that cannot be asked like std::mt19937 is left
    // out.
    template <class Generator>
    block& rng(const Generator& generator) {
        if constexpr (found<Generator>) {
            using engine = std::decay_t<decltype(peek::pointee(generator, first{}))>;
            if constexpr (std::is_copy_constructible_v<engine> && std::is_invocable_r_v<unsigned long, engine&>) {
                engine copy(peek::pointee(generator, first{}));
                line(rng_line, 4, "rng " + std::to_string(static_cast<unsigned long>(copy())));
            } else if (live_ && part() >= 4) {
                the_recorder().leave_out("rng", "it is no std::mt19937, and calling it gives no number");
            }
        }
        return *this;
    }

    template <class Map>
    block& map(const Map& m) {
        if constexpr (found<Map>) {
            unreadable_ = false;
            const auto& whole = peek::pointee(m, first{});
            const auto size = peek::size_of(whole);
            if (size.width != 64 || size.height != 36) {
                const std::string found_size = std::to_string(size.width) + "x" + std::to_string(size.height);
                the_recorder().leave_out("tiles", "the map is " + found_size + ", the series has 64x36");
                return *this;
            }
            const std::string bytes = peek::tile_bytes(whole, part(), size);
            if (bytes.empty()) return *this;
            std::string text = "tiles " + recorder::hash(bytes) + "\n";
            for (std::size_t i = 0; the_recorder().full && i < bytes.size(); ++i)
                text += std::string(i % 64 ? "" : "|") + static_cast<char>('0' + bytes[i]) + (i % 64 == 63 ? "|\n" : "");
            lines(tile_lines, 1, text);
        }
        return *this;
    }

private:
    template <class All, class Describe>
    block& list(slot where, int from_part, const char* word, const All& all, Describe describe) {
        std::string text;
        if constexpr (found<All>) {
            std::size_t index = 0;
            for (const auto& one : all) {
                text += word + (" " + std::to_string(index++));
                describe(text, peek::pointee(one, first{}));
                text += "\n";
            }
        }
        return lines(where, from_part, text, found<All>);
    }

    // Tile by tile, the glyphs of each in the order they were drawn. Nothing was ever painted: no line.
    static std::string frame() {
        recorder& r = the_recorder();
        if (r.painted.empty()) return "";
        std::vector<drawn> all = r.painted;
        std::stable_sort(all.begin(), all.end(), [](const drawn& a, const drawn& b) { return std::pair(a.row, a.col) < std::pair(b.row, b.col); });
        std::string bytes;
        bytes.reserve(all.size() * 6);
        std::vector<std::string> rows(static_cast<std::size_t>(r.rows()), std::string(64, ' '));
        std::vector<std::string> colors(static_cast<std::size_t>(r.rows()), std::string(64 * 6, ' '));
        for (const drawn& d : all) {
            if (r.colors) {
                char digits[7];
                std::snprintf(digits, sizeof digits, "%02x%02x%02x", unsigned{d.r}, unsigned{d.g}, unsigned{d.b});
                colors[static_cast<std::size_t>(d.row)].replace(static_cast<std::size_t>(d.col) * 6, 6, digits);
            }
            for (int byte : {d.col, d.row, int(d.ch), int(d.r), int(d.g), int(d.b)}) bytes.push_back(static_cast<char>(byte));
            rows[static_cast<std::size_t>(d.row)][static_cast<std::size_t>(d.col)] = static_cast<char>(d.ch);
        }
        std::string text = "frame " + recorder::hash(bytes) + "\n";
        for (const std::string& row : rows)
            if (r.full) text += "|" + row + "|\n";
        if (r.colors) r.change_colors(colors);
        return text;
    }

    bool live_, unreadable_ = false;
    std::string slots_[slots];
};

// For a Game class: everything that can be found in it.
template <class Game>
block step(const Game& game) { return block(game); }

// Where the state is spread over several objects, as in main of Parts 1 to 5: step().map(map).player(player)...
inline block step() { return block(); }

// ---- the event loop ----

// For SDL_AppEvent, which SDL calls with each event: notes a key that a player presses. Returns false for a second one before its step.
template <class Event>
bool takes(const Event* event) {
    recorder& r = the_recorder();
    if (!r.on || r.scripted || static_cast<unsigned>(event->type) != 0x300) return true;
    if (!r.pending.empty()) return false;
    for (const key& k : all_keys())
        if (k.scancode == static_cast<int>(peek::scancode(*event, first{}))) r.give(k.name);
    return true;
}

// The next event. With a script: its next key, the same key released, and so on, and when there are no more, the window's
// close button, once. There is no other event until step() has written what the key led to, so that a loop over
// SDL_PollEvent gets one key a round. What a program does when a key is released belongs to the next step.
// Without a script: what `real` (SDL_WaitEvent or SDL_PollEvent) gives. Keys that the series gives no meaning anywhere
// need no name here and leave no step.
template <class Wait, class Event, class... Timeout>
bool wait(Wait real, Event* event, Timeout... timeout) {
    constexpr unsigned quit = 0x100, key_down = 0x300, key_up = 0x301;  // the same in SDL 2 and 3
    constexpr unsigned long patience = 100000;
    recorder& r = the_recorder();
    r.close_frame();
    r.check_begin();
    if (!r.on) return static_cast<bool>(real(event, timeout...));
    if (r.number == 0)
        recorder::fail("trace::wait was called before trace::step: step(...) has to be the first thing in the body of the event loop, before wait "
                       "and outside of a loop over SDL_PollEvent");
    r.rounds = 0;
    if (r.scripted) {
        *event = Event{};
        if (r.quit_given || (!r.pending.empty() && r.number > 0)) {
            if (++r.idle_calls < patience) return false;
            recorder::fail(r.quit_given ? std::string("the keys are over, but the program goes on after the close button (SDL_EVENT_QUIT)")
                                        : std::string("the program waits for another key without a step: ") + recorder::no_step());
        }
        while (r.held.empty() && r.keys.empty() && r.from_stdin && read_key_line(std::cin, "standard input")) {}
        const bool up = !r.held.empty();
        std::vector<key>& from = up ? r.held : r.keys;
        event->type = static_cast<decltype(event->type)>(up ? key_up : from.empty() ? quit : key_down);
        if (from.empty()) {
            r.out() << "# close" << std::endl;
            return r.quit_given = true;
        }
        auto& code = peek::scancode(*event, first{});
        code = static_cast<std::remove_reference_t<decltype(code)>>(from.back().scancode);
        // Programs that compare event.key.key with SDLK_W get that as well.
        if constexpr (found<decltype(peek::keycode(*event, first{}))>) {
            auto& sym = peek::keycode(*event, first{});
            sym = static_cast<std::remove_reference_t<decltype(sym)>>(from.back().keycode());
        }
        if (!up) {
            r.give(from.back().name);
            r.held.push_back(from.back());
        }
        from.pop_back();
        return true;
    }
    // A second key that is there already has to wait for its own step.
    if (!r.pending.empty()) {
        *event = Event{};
        return false;
    }
    const bool got = static_cast<bool>(real(event, timeout...));
    if (got) takes(event);
    return got;
}

// SDL_WaitEvent(nullptr) only waits until there is an event: with a script, there is one.
template <class Wait, class... Timeout>
bool wait(Wait real, std::nullptr_t, Timeout... timeout) {
    const recorder& r = the_recorder();
    return (r.on && r.scripted) || static_cast<bool>(real(nullptr, timeout...));
}

}  // namespace trace
