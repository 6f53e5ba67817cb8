// Event loops and containers of other kinds than the series has, for testing trace.hpp: `loops SHAPE [the header's options]`.
//
// SPDX-License-Identifier: MIT        Copyright (c) 2026 the roguelike-sdl2 authors
#include "trace.hpp"

#include <array>
#include <cstring>
#include <locale>
#include <memory>
#include <optional>

struct Event {
    unsigned type;
    struct { int scancode; } key;
};

static bool no_event(Event* event) {
    *event = Event{};
    return false;
}

struct Colour { unsigned char r, g, b; };
struct Tile { bool floor = false, visible = false, explored = false; };
struct Flat { std::vector<Tile> tiles = std::vector<Tile>(64 * 36); };
struct Entity { int x = 0, y = 0, hp = 1; char glyph = 'r'; };

class Game {
    friend struct trace::peek;

public:
    // Handles one key; returns false if the program ends.
    bool handle(const Event& event) {
        if (event.type == 0x100) return false;
        if (event.type == 0x300) ++m_player->x;
        return true;
    }
    std::mt19937& rng() { return m_rng; }
    const std::vector<std::unique_ptr<Entity>>& monsters() const { return m_monsters; }
    void clear() { m_monsters.clear(); }

private:
    Flat m_map{};
    std::unique_ptr<Entity> m_player = std::make_unique<Entity>();
    std::vector<std::unique_ptr<Entity>> m_monsters{};
    std::mt19937 m_rng{trace::seeded_device{}()};

public:
    Game() {
        m_map.tiles[64 + 2] = {true, true, true};
        m_monsters.push_back(std::make_unique<Entity>(Entity{5, 6, 7, 'g'}));
    }
};

// A generator of one's own that is asked by a method. It can be neither copied nor called.
struct Dice {
    explicit Dice(unsigned seed) : m_engine(seed) {}
    Dice(const Dice&) = delete;
    int roll() { return static_cast<int>(m_engine() % 6); }

private:
    std::mt19937 m_engine;
};

// A game whose map and tiles have names that the header does not look for.
enum class Ground { Rock, Floor_ };
struct Place { Ground what = Ground::Rock; };
struct Renamed {
    struct { Place grid[36][64]; } map{};
    Entity player{};
};

// Maps of other layouts, with one floor tile.
template <class Tiles>
struct Layout {
    Tiles tiles{};
    int m_width = 64, height_ = 36;
};

template <class Tiles>
static void record(const Layout<Tiles>& map) {
    trace::step().map(map);
    Event event;
    do trace::wait(no_event, &event);
    while (event.type == 0x301);
}

template <class Tiles>
static void record_columns(Tiles tiles) {
    static Layout<Tiles> map;
    map.tiles = std::move(tiles);
    map.tiles[2][1].floor = true;
    record(map);
}

static void record_layouts() {
    static Layout<Tile[64][36]> columns;
    columns.tiles[2][1].floor = true;
    record(columns);
    record_columns(std::array<std::array<Tile, 36>, 64>{});
    record_columns(std::vector<std::vector<Tile>>(64, std::vector<Tile>(36)));
    Layout<std::unique_ptr<Tile[]>> flat{std::make_unique<Tile[]>(64 * 36)};
    flat.tiles[64 + 2].floor = true;
    record(flat);
    Tile* rows[36];
    for (int row = 0; row < 36; ++row) rows[row] = &flat.tiles[row * 64];
    record(Layout<Tile**>{rows});
}

// What the header asks for the size, in maps that are smaller than the series'.
static void record_small(const std::string& shape) {
    if (shape == "small-array") record(Layout<Tile[25][40]>{});
    if (shape == "small-columns") record(Layout<std::array<std::array<Tile, 25>, 40>>{});
    if (shape == "small-rows") record(Layout<std::vector<std::vector<Tile>>>{{25, std::vector<Tile>(40)}});
    if (shape == "small-flat") record(Layout<std::vector<Tile>>{std::vector<Tile>(40 * 25), 40, 25});
    if (shape == "small-pointer") record(Layout<std::unique_ptr<Tile[]>>{std::make_unique<Tile[]>(40 * 25), 40, 25});
}

// Names with _ behind, gear that may be absent, floors counted from 1, and streams that group digits.
struct Gear { int category_ = 1, bonus = 2; };
struct Level {
    std::vector<Entity> monsters_{};
    std::vector<Gear> items_{};
    int stairsX_ = 3, stairsY_ = 4;
};
struct Suffixed {
    Entity player_;
    std::vector<Level> levels_{2};
    int depth_ = 2, strengthBonus_ = 1, magicBonus_ = 2, amulets_ = 0;
    std::vector<Gear> inventory_;
    std::optional<Gear> weapon_ = Gear{}, armour_;
    int potionAppearIdx_[4] = {1, 0, 2, 3}, scrollAppearIdx_[2] = {4, 1};
    bool potionIdent_[4] = {true}, scrollIdent_[2] = {};
};
struct Grouped : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

// One key a round, the frame painted after it.
static void poll_loop(Game& game, bool ignores_quit) {
    for (bool running = true; running;) {
        trace::step(game);
        Event event;
        while (trace::wait(no_event, &event)) running = game.handle(event) || ignores_quit;
        trace::new_frame();
        trace::glyph(1, 1, '@', Colour{1, 2, 3});
    }
}

int main(int argc, char* argv[]) {
    const std::string shape = argc > 1 ? argv[1] : "";
    std::unique_ptr<std::mt19937> early;
    if (shape == "early") early = std::make_unique<std::mt19937>(trace::seeded_device{}());
    if (shape == "suffixed") {
        std::locale::global(std::locale(std::locale(), new Grouped));
        std::cout.imbue(std::locale());
    }
    if (shape != "forgotten") trace::begin(shape == "saves" ? 15 : shape == "suffixed" ? 14 : shape == "layouts" ? 1 : 4, argc - 1, argv + 1);
    Game game;
    Event event;
    if (shape == "poll") poll_loop(game, false);
    if (shape == "endless") poll_loop(game, true);
    if (shape == "no-step")
        do trace::wait(no_event, &event);
        while (game.handle(event));
    if (shape == "forgotten") poll_loop(game, false);
    // A program that takes any event for a key.
    if (shape == "released")
        for (bool running = true; running;) {
            trace::step(game);
            trace::wait(no_event, &event);
            if (event.type == 0x301) event.type = 0x300;
            running = game.handle(event);
        }
    if (shape == "step-last")
        for (bool running = true; running; trace::step(game)) {
            trace::wait(no_event, &event);
            running = game.handle(event);
        }
    if (shape == "step-inside")
        for (bool running = true; running;)
            while (trace::wait(no_event, &event)) {
                trace::step(game);
                running = game.handle(event);
            }
    if (shape == "own-events")
        for (int round = 0; round < 10; ++round) trace::step(game);
    if (shape == "empty") {
        game.clear();
        poll_loop(game, false);
    }
    if (shape == "dice") {
        Dice dice{trace::seeded_device{}()};
        for (bool running = true; running; dice.roll()) {
            trace::step().rng(dice).monsters(game.monsters());
            trace::wait(no_event, &event);
            running = game.handle(event);
        }
    }
    if (shape == "saves")
        for (bool running = true; running;) {
            trace::step().title("saves");
            trace::wait(no_event, &event);
            if (event.key.scancode == 62) std::ofstream(trace::save_file()) << "RLSAVE 2\n1 0\n";
            running = game.handle(event);
        }
    if (shape == "crash") std::_Exit(3);
    if (shape == "unreadable") {
        static const Renamed renamed{};
        trace::step(renamed);
    }
    if (shape == "renamed") {
        static Renamed renamed;
        renamed.map.grid[1][2].what = Ground::Floor_;
        trace::step(renamed).map([](int x, int y) { return trace::tile{renamed.map.grid[y][x].what == Ground::Floor_, true, false}; });
    }
    if (shape == "layouts") record_layouts();
    record_small(shape);
    if (shape == "suffixed") {
        trace::step(Suffixed{});
    }
    // SDL_WaitEvent(nullptr) only waits.
    if (shape == "wait-first")
        for (bool running = true; running;) {
            trace::step(game);
            trace::wait(no_event, nullptr);
            do running = game.handle(event);
            while (trace::wait([](Event* to, int) { return no_event(to); }, &event, 100));
        }
    if (shape == "callable") {
        trace::step().map([](int x, int y) { return Tile{x == 2 && y == 1, true, false}; });
    }
}
