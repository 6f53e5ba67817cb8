// Event loops and containers of other kinds than the series has, for testing trace.hpp: `loops SHAPE [the header's options]`.
//
// SPDX-License-Identifier: MIT        Copyright (c) 2026 the roguelike-sdl2 authors
#include "trace.hpp"

#include <cstring>
#include <memory>

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
    Flat m_map;
    std::unique_ptr<Entity> m_player = std::make_unique<Entity>();
    std::vector<std::unique_ptr<Entity>> m_monsters;
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
    struct { Place grid[36][64]; } map;
    Entity player;
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
    if (shape != "forgotten") trace::begin(shape == "saves" ? 15 : 4, argc - 1, argv + 1);
    Game game;
    Event event;
    if (shape == "poll") poll_loop(game, false);
    if (shape == "endless") poll_loop(game, true);
    if (shape == "no-step")
        do trace::wait(no_event, &event);
        while (game.handle(event));
    if (shape == "forgotten") poll_loop(game, false);
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
    if (shape == "callable") {
        trace::step().map([](int x, int y) { return Tile{x == 2 && y == 1, true, false}; });
    }
}
