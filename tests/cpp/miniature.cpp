// A small program that has the shape of a reader's C++ build, for testing trace.hpp and `roguelike verify` on real runs. It plays Parts 1 to 7:
// up to Part 5 its state is spread over main, from Part 6 on it is a class with private members. There is no window; keys come from the
// header's --keys. `--fault NAME` builds in one of the mistakes that people make, `--fault NAME+NAME+NAME` several; `--faults` lists them. The
// faults `crash`, `hang` and `crash-at-end` are not in the list: with these no recording has an end. `own-texts` and `own-look` are no
// mistakes: people write words and choose colours of their own.
//
// SPDX-License-Identifier: MIT        Copyright (c) 2026 the roguelike-sdl2 authors
#include "trace.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <string_view>
#include <thread>

// ---- mistakes ----

struct Mistake { const char *name, *what; };

static const Mistake MISTAKES[] = {
    {"seed-extra", "one seed too many is taken at start-up"},
    {"seed-twice", "each dungeon takes two seeds"},
    {"seed-once", "only the first dungeon is seeded, later ones go on with its generator"},
    {"seed-none", "the game's generator is never seeded"},
    {"seed-order", "the first dungeon takes its seed before the game's generator does"},
    {"one-generator", "the game draws from the map's generator"},
    {"bounds", "rooms are drawn one tile too narrow at most"},
    {"half-open", "a cut is drawn from a range that lacks its last value"},
    {"corridor-bend", "corridors bend the other way"},
    {"corridor-order", "corridors are dug parents before children"},
    {"coin", "heads and tails are swapped"},
    {"tiles-swapped", "a step asks tiles[x][y]"},
    {"step-swapped", "dx and dy are swapped in a step"},
    {"view-swapped", "dx and dy are swapped in one line of the octants' transform"},
    {"view-octant", "one octant's transform has a wrong sign"},
    {"view-square", "the lit area is a square, no disc"},
    {"view-radius", "the radius is 10"},
    {"view-kept", "visible is never cleared"},
    {"view-stale", "the view is not computed again after a step"},
    {"view-forgotten", "nothing but the player's own tile becomes explored"},
    {"hp-kept", "a new dungeon leaves the player's hp as they are"},
    {"first-room", "monsters are placed from the first room on"},
    {"backwards", "monsters act in the reverse order"},
    {"four-ways", "a wanderer never rests"},
    {"directions", "directions are tried left, right, up, down"},
    {"no-sharing", "a wanderer does not step on another monster"},
    {"bump-turn", "a bump into a wall lets the monsters act"},
    {"ghosts", "the dead still act"},
    {"blind-order", "the monsters act before the view is computed"},
    {"own-power", "a blow hurts by the defender's power"},
    {"y-first", "on a tie a hunter steps along y"},
    {"player-below", "the player is drawn before the monsters"},
    {"memory-lit", "remembered floor is drawn in the lit colour"},
    {"no-monsters", "no monsters are placed"},
    {"dead-removed", "the dead are removed from the list"},
    {"extra-draw", "a number is drawn and thrown away before the monsters are placed"},
    {"centre", "a room's middle is rounded down the other way"},
    {"own-device", "the dungeons are seeded by a std::random_device"},
    {"game-device", "the game's generator is seeded by a std::random_device"},
    {"leaf-10", "the minimum width of an area is 10"},
    {"depth-5", "areas are cut 5 times deep"},
    {"room-3", "the minimum size of a room is 3"},
    {"goblin-9", "the goblin has 9 hp"},
    {"kobold-3", "the kobold has power 3"},
    {"cap-6", "the maximum number of monsters is 6"},
    {"remainder", "every number is drawn with rng() % n"},
    {"wander-copy", "a wanderer's generator is passed by value"},
    {"kind-copy", "the generator is copied where a kind is drawn"},
    {"slope", "the left slope has the wrong sign in its denominator"},
    {"no-recursion", "the view does not recurse at walls"},
    {"disc-open", "the rim of the disc is missing"},
    {"letters", "W, A, S and D do nothing"},
    {"dies-late", "a blow kills only below 0 hp"},
    {"chase-x", "a hunter always tries x first"},
    {"hunt-explored", "monsters hunt on explored tiles"},
    {"flood-eight", "the distances count diagonal steps"},
    {"names-swapped", "the message of a blow swaps the names"},
    {"no-death-message", "nothing is said of a death"},
    {"monsters-kept", "a new dungeon keeps the old monsters"},
    {"cut-turned", "areas are cut along their longer side"},
    {"cut-coin", "a coin decides how every area is cut"},
    {"cut-middle", "an area is cut in the middle, without a draw"},
    {"leaf-8", "the minimum height of an area is 8"},
    {"depth-3", "areas are cut 3 times deep"},
    {"margin-1", "the largest room is one tile smaller than its area"},
    {"offset-0", "a room may lie on the border of its area"},
    {"row-first", "a room's y is drawn before its x"},
    {"height-first", "a room's height is drawn before its width"},
    {"place-bound", "a room's x is drawn from a range that lacks its last value"},
    {"connect-second", "the second half of an area is connected before the first"},
    {"chain", "each room is joined with the next one"},
    {"first-leaf", "the first room below each half is joined"},
    {"corner-ends", "corridors join the corners of rooms"},
    {"line-short", "the lines of corridors lack their last tile"},
    {"line-forward", "corridors are only dug to the right and down"},
    {"no-bend", "corridors always begin along the row, without a coin"},
    {"room-edge", "a room has a row and a column too many"},
    {"tiles-kept", "the tiles are not reset for a new dungeon"},
    {"rooms-kept", "the list of rooms is not cleared for a new dungeon"},
    {"map-1337", "every dungeon is seeded with 1337"},
    {"map-never", "the map's generator is never seeded"},
    {"map-from-game", "each dungeon is seeded with a number of the game's generator"},
    {"coin-uniform", "a coin is a uniform_int_distribution from 0 to 1"},
    {"cut-copy", "the generator is passed by value where areas are cut"},
    {"rooms-copy", "the generator is passed by value where rooms are dug"},
    {"cut-remainder", "a cut is drawn with rng() % n"},
    {"radius-8", "the radius is 8"},
    {"disc-rounded", "the disc is radius*radius + radius"},
    {"diamond", "the lit area is a diamond"},
    {"arc-kept", "the arc does not begin anew behind a wall"},
    {"recursion-right", "the recursion ends at the right slope of the wall"},
    {"slopes-swapped", "the slopes are swapped"},
    {"slopes-whole", "the slopes are those of the centres of tiles"},
    {"slopes-int", "the slopes are divided as whole numbers"},
    {"slopes-fast", "the slopes are divided as -ffast-math does it"},
    {"skip-stops", "a tile before the arc ends the row"},
    {"seven-octants", "the last octant is missing"},
    {"walls-dark", "walls are not lit"},
    {"explored-cleared", "explored is cleared together with visible"},
    {"not-at-start", "the view is not computed for a new dungeon"},
    {"before-step", "the view is computed before the step"},
    {"origin-dark", "the player's own tile is not lit"},
    {"rows-short", "the last row of the view is missing"},
    {"rows-go-on", "the scan goes on behind a wall"},
    {"rest-first", "a wanderer rests at 0"},
    {"two-draws", "a wanderer draws dx and dy"},
    {"until-free", "a wanderer draws again until its way is free"},
    {"eight-ways", "a wanderer also goes diagonally"},
    {"blind-wander", "walls do not stop a wanderer"},
    {"not-player", "the player stops a wanderer"},
    {"wander-remainder", "a wanderer's direction is rng() % 5"},
    {"kinds-in-turn", "the kinds are taken in turn"},
    {"kind-bound", "a kind is drawn from 0 to 1"},
    {"game-1337", "the game's generator is seeded with 1337"},
    {"monster-corner", "monsters are placed in the corner of their room"},
    {"monster-anywhere", "monsters are placed anywhere in their room"},
    {"third-room", "monsters are placed from the third room on"},
    {"hidden-shown", "monsters are drawn wherever they are"},
    {"dead-shown", "dead monsters are drawn"},
    {"no-memory", "remembered tiles are not drawn"},
    {"glyph-wall", "walls are drawn as X"},
    {"colour-wall", "lit walls are drawn in another colour"},
    {"diagonal-blow", "monsters attack diagonally"},
    {"dead-block", "the dead are in the way"},
    {"alive-kept", "alive stays true when a monster dies"},
    {"hp-negative", "the hp of the dead stay below 0"},
    {"blow-no-turn", "the monsters do not act after the player's blow"},
    {"step-no-turn", "the monsters do not act after the player's step"},
    {"blow-and-step", "the player steps as well as attacks"},
    {"always-hunt", "monsters hunt from out of sight"},
    {"never-hunt", "monsters in sight wander"},
    {"one-axis", "a hunter does not try the other axis"},
    {"shorter-axis", "a hunter tries the shorter axis first"},
    {"long-blow", "monsters attack from two tiles away"},
    {"hp-20", "the player has 20 hp"},
    {"power-6", "the player has power 6"},
    {"no-death", "the death of the player is not noticed"},
    {"hunters-draw", "a number is drawn for each monster, also for hunters"},
    {"blocked-wander", "a hunter that cannot come nearer wanders"},
    {"notice-death", "the monsters stop when the player dies"},
    {"title-stale", "the title is not refreshed after a turn"},
    {"always-flee", "everybody flees"},
    {"flood-stale", "the distances are those before the player's step"},
    {"flood-once", "the distances are computed once in a dungeon"},
    {"chase-on", "monsters chase as in Part 5"},
    {"last-best", "of equally good neighbours the last is taken"},
    {"flood-blocked", "monsters block the distances"},
    {"hit-word", "a blow is told with \"hit\" instead of \"hits\""},
    {"title-word", "the title says Rogue"},
    {"arc-0.9", "the first arc begins at 0.9"},
    {"arc-0.8", "the first arc begins at 0.8"},
    {"arc-end", "the first arc ends at 0.1"},
    {"empty-kept", "an empty arc is scanned as well"},
    {"empty-closed", "start < end is written <="},
    {"empty-turned", "start < end is turned round"},
    {"slopes-dy", "the slopes lack the halves of dy"},
    {"slopes-dx", "the slopes lack the halves of dx"},
    {"slope-half", "the right slope lacks the half of dx"},
    {"corridors-2", "corridors are two tiles wide"},
    {"corridors-3", "corridors are three tiles wide"},
    {"columns-2", "the columns of corridors are two tiles wide"},
    {"glyphs-exchanged", "rat and kobold have the glyph of each other"},
    {"hp-exchanged", "rat and kobold have the hp of each other"},
    {"powers-exchanged", "rat and kobold have the power of each other"},
    {"names-exchanged", "rat and kobold have the name of each other"},
    {"colours-exchanged", "rat and kobold have the colour of each other"},
    {"hp-power", "hp and power of every kind are exchanged"},
    {"hp-power-rat", "hp and power of the rat are exchanged"},
    {"own-modulo", "numbers are drawn as MSVC 2019 draws them"},
    {"own-mask", "numbers are drawn as libc++ draws them"},
    {"copies-act", "the loop over the monsters has copies of them"},
    {"death-early", "the player's death is tested before the monsters act"},
    {"power-default", "the power of a monster is not copied from its kind"},
};

static const char* const UNLISTED[] = {"crash", "hang", "crash-at-end", "own-texts", "own-look"};

static std::vector<std::string_view> mistakes;

static bool wrong(std::string_view name) {
    for (const auto& mistake : mistakes)
        if (mistake == name) return true;
    return false;
}

static bool isKnown(std::string_view name) {
    return std::any_of(std::begin(MISTAKES), std::end(MISTAKES), [name](const Mistake& m) { return name == m.name; }) ||
           std::find(std::begin(UNLISTED), std::end(UNLISTED), name) != std::end(UNLISTED);
}

// ---- chance ----

static int uniform(std::mt19937& rng, int low, int high) {
    const auto next = [&rng] { return static_cast<std::uint32_t>(rng()); };
    const auto range = static_cast<std::uint32_t>(high - low + 1);
    const auto shifted = [low](std::uint32_t n) { return low + static_cast<int>(n); };
    if (wrong("remainder")) return shifted(next() % range);
    if (wrong("own-modulo")) {
        if (range == 1) return low;
        std::uint32_t n = next();
        while (n / range >= 0xffffffffu / range && 0xffffffffu % range != range - 1) n = next();
        return shifted(n % range);
    }
    if (wrong("own-mask")) {
        if (range == 1) return low;
        std::uint32_t mask = 1;
        while (mask < range - 1) mask = mask * 2 + 1;
        std::uint32_t n = next() & mask;
        while (n >= range) n = next() & mask;
        return shifted(n);
    }
    return std::uniform_int_distribution<int>(low, std::max(low, high))(rng);
}

static int remainder(std::mt19937& rng, int low, int high) { return low + static_cast<int>(rng() % static_cast<unsigned>(high - low + 1)); }

// ---- the map ----

constexpr int COLUMNS = 64, ROWS = 36;

enum class TileType { Wall, Floor };

struct Tile {
    TileType type = TileType::Wall;
    bool visible = false, explored = false;
};

struct Room {
    int x, y, w, h;
    int middleX() const { return x + w / 2; }
    int middleY() const { return y + (wrong("centre") ? h - 1 : h) / 2; }
};

class Map {
public:
    Tile tiles[ROWS][COLUMNS];
    std::vector<Room> rooms;

    static bool inside(int x, int y) { return x >= 0 && x < COLUMNS && y >= 0 && y < ROWS; }
    bool isFloor(int x, int y) const { return inside(x, y) && tiles[y][x].type == TileType::Floor; }
    std::mt19937& generator() { return m_rng; }

    // The seed is one of the device, unless a mistaken program gives it.
    void generate(const std::uint32_t* seed = nullptr) {
        if (!wrong("tiles-kept"))
            for (auto& row : tiles) std::fill(std::begin(row), std::end(row), Tile{});
        if (!wrong("rooms-kept")) rooms.clear();
        m_areas.clear();
        if (seed) m_rng.seed(*seed);
        else if (wrong("map-1337")) m_rng.seed(1337);
        else if (wrong("own-device")) m_rng.seed(std::random_device{}());
        else if (!wrong("map-never") && (!wrong("seed-once") || !m_seeded)) m_rng.seed(trace::seeded_device{}());
        if (wrong("seed-twice")) m_rng.seed(trace::seeded_device{}());
        m_seeded = true;
        by_value("cut-copy", [this] { cut({0, 0, COLUMNS, ROWS}, 0); });
        by_value("rooms-copy", [this] {
            for (Area& area : m_areas)
                if (area.first < 0) furnish(area);
        });
        if (!wrong("chain")) connect(0);
        else
            for (std::size_t i = 1; i < rooms.size(); ++i) corridor(rooms[i - 1], rooms[i]);
    }

private:
    // Areas lie in the order in which they were cut: a first half before all of its second half.
    struct Area {
        Room bounds;
        int first = -1, second = -1, room = -1;
    };

    // A function that gets a copy of the generator leaves the generator as it was.
    template <class Work>
    void by_value(const char* fault, Work work) {
        const std::mt19937 before = m_rng;
        work();
        if (wrong(fault)) m_rng = before;
    }

    bool heads() {
        if (wrong("coin-uniform")) return uniform(m_rng, 0, 1) == 1;
        return (m_rng() % 2 == 0) != wrong("coin");
    }
    Area& area(int index) { return m_areas[static_cast<std::size_t>(index)]; }

    int cut(Room b, int depth) {
        const int self = static_cast<int>(m_areas.size());
        m_areas.push_back(Area{b});
        const int narrowest = wrong("leaf-10") ? 10 : 12;
        const int lowest = wrong("leaf-8") ? 8 : 9;
        const bool across = b.h >= 2 * lowest, down = b.w >= 2 * narrowest;
        if (depth == (wrong("depth-5") ? 5 : wrong("depth-3") ? 3 : 4) || (!across && !down)) return self;
        const bool taller = wrong("cut-turned") ? b.h < b.w : b.h > b.w;
        const bool tossed = b.h == b.w || wrong("cut-coin");
        const bool choose_across = !down || (across && (tossed ? heads() : taller));
        const int shorter = wrong("half-open") ? 1 : 0;
        Room one{}, two{};
        if (choose_across) {
            const int y = place_cut(b.y, b.h, lowest, b.h > 18 ? shorter : 0);
            one = {b.x, b.y, b.w, y - b.y};
            two = {b.x, y, b.w, b.y + b.h - y};
        } else {
            const int x = place_cut(b.x, b.w, narrowest, b.w > 24 ? shorter : 0);
            one = {b.x, b.y, x - b.x, b.h};
            two = {x, b.y, b.x + b.w - x, b.h};
        }
        const int first = cut(one, depth + 1), second = cut(two, depth + 1);
        area(self).first = first;
        area(self).second = second;
        return self;
    }

    int place_cut(int from, int size, int least, int shorter) {
        if (wrong("cut-middle")) return from + size / 2;
        const int first = from + least, last = from + size - least - shorter;
        return wrong("cut-remainder") ? remainder(m_rng, first, last) : uniform(m_rng, first, last);
    }

    void furnish(Area& a) {
        const int margin = wrong("margin-1") ? 1 : 2, offset = wrong("offset-0") ? 0 : 1;
        const int widest = a.bounds.w - margin, highest = a.bounds.h - margin;
        const int least = wrong("room-3") ? 3 : 4;
        if (widest < least || highest < least) return;
        Room room{};
        if (wrong("height-first")) room.h = uniform(m_rng, least, highest);
        room.w = uniform(m_rng, least, widest - (wrong("bounds") && widest > 4 ? 1 : 0));
        if (!wrong("height-first")) room.h = uniform(m_rng, least, highest);
        const auto place_y = [&] { room.y = a.bounds.y + offset + uniform(m_rng, 0, highest - room.h); };
        if (wrong("row-first")) place_y();
        room.x = a.bounds.x + offset + uniform(m_rng, 0, widest - room.w - (wrong("place-bound") ? 1 : 0));
        if (!wrong("row-first")) place_y();
        a.room = static_cast<int>(rooms.size());
        rooms.push_back(room);
        const int more = wrong("room-edge") ? 1 : 0;
        for (int y = room.y; y < room.y + room.h + more; ++y) dig(room.x, y, room.x + room.w - 1 + more, y);
    }

    void connect(int index) {
        const Area a = area(index);
        if (a.first < 0) return;
        if (wrong("connect-second")) connect(a.second);
        if (!wrong("corridor-order")) connect(a.first);
        if (!wrong("corridor-order") && !wrong("connect-second")) connect(a.second);
        const int from = someRoom(a.first), to = someRoom(a.second);
        if (from >= 0 && to >= 0) corridor(rooms[static_cast<std::size_t>(from)], rooms[static_cast<std::size_t>(to)]);
        if (wrong("corridor-order")) {
            connect(a.first);
            connect(a.second);
        }
    }

    int someRoom(int index) {
        while (area(index).first >= 0) index = wrong("first-leaf") || heads() ? area(index).first : area(index).second;
        return area(index).room;
    }

    void corridor(const Room& a, const Room& b) {
        int x1 = a.middleX(), y1 = a.middleY(), x2 = b.middleX(), y2 = b.middleY();
        if (wrong("corner-ends")) x1 = a.x, y1 = a.y, x2 = b.x, y2 = b.y;
        const bool level_first = wrong("no-bend") || heads() != wrong("corridor-bend");
        const int row = level_first ? y1 : y2, column = level_first ? x2 : x1;
        line(x1, row, x2, row);
        line(column, y1, column, y2);
        for (int side : {-1, 1}) {
            const bool all = wrong("corridors-3") || (side == 1 && wrong("corridors-2"));
            if (all) dig(x1, row + side, x2, row + side);
            if (all || (side == 1 && wrong("columns-2"))) dig(column + side, y1, column + side, y2);
        }
    }

    void line(int x1, int y1, int x2, int y2) {
        if (wrong("line-forward") && (x1 > x2 || y1 > y2)) return;
        const int x = std::max(x1, x2), y = std::max(y1, y2);
        const bool was_floor = isFloor(x, y);
        dig(x1, y1, x2, y2);
        if (wrong("line-short") && !was_floor) tiles[y][x].type = TileType::Wall;
    }

    // A straight line of floor, in either direction.
    void dig(int x1, int y1, int x2, int y2) {
        for (int y = std::min(y1, y2); y <= std::max(y1, y2); ++y)
            for (int x = std::min(x1, x2); x <= std::max(x1, x2); ++x)
                if (inside(x, y)) tiles[y][x].type = TileType::Floor;
    }

    std::mt19937 m_rng;
    bool m_seeded = false;
    std::vector<Area> m_areas;
};

// ---- the view ----

class View {
public:
    static void compute(Map& map, int x, int y) {
        if (!wrong("view-kept"))
            for (auto& row : map.tiles)
                for (Tile& tile : row) tile.visible = false, tile.explored = tile.explored && !wrong("explored-cleared");
        if (!wrong("origin-dark")) map.tiles[y][x].visible = map.tiles[y][x].explored = true;
        static const int octants[8][4] = {{1, 0, 0, 1}, {0, 1, 1, 0}, {0, -1, 1, 0}, {-1, 0, 0, 1},
                                          {-1, 0, 0, -1}, {0, -1, -1, 0}, {0, 1, -1, 0}, {1, 0, 0, -1}};
        const float start = wrong("arc-0.9") ? 0.9f : wrong("arc-0.8") ? 0.8f : 1.0f;
        const float end = wrong("arc-end") ? 0.1f : 0.0f;
        for (const auto& m : octants)
            if (!wrong("seven-octants") || &m != &octants[7])
                View{map, x, y, wrong("view-octant") && &m == &octants[2] ? octants[1] : m}
                    .cast(1, start, end);
    }

private:
    View(Map& map, int x, int y, const int* m) : m_map(map), m_x(x), m_y(y), m_matrix(m) {}

    void cast(int row, float start, float end) {
        const int radius = wrong("view-radius") ? 10 : wrong("radius-8") ? 8 : 11;
        const bool closed = wrong("empty-closed"), turned = wrong("empty-turned");
        const bool empty = closed ? start <= end : turned ? start > end : start < end;
        if (empty && !wrong("empty-kept")) return;
        bool blocked = false;
        float next_start = start;
        for (int distance = row; distance <= radius - (wrong("rows-short") ? 1 : 0) && (!blocked || wrong("rows-go-on")); ++distance)
            for (int dx = -distance, dy = -distance; dx <= 0; ++dx) {
                const float below = wrong("slopes-dy") ? 0.0f : 0.5f, half = wrong("slope") ? -0.5f : below;
                const float before = wrong("slopes-dx") ? 0.0f : 0.5f;
                const float after = wrong("slope-half") ? 0.0f : before;
                float left = (static_cast<float>(dx) - before) / (static_cast<float>(dy) + half);
                float right = (static_cast<float>(dx) + after) / (static_cast<float>(dy) - below);
                if (wrong("slopes-swapped")) std::swap(left, right);
                if (wrong("slopes-whole")) left = right = static_cast<float>(dx) / static_cast<float>(dy);
                // What -ffast-math makes of a division.
                if (wrong("slopes-fast")) {
                    left = (static_cast<float>(dx) - 0.5f) * (1.0f / (static_cast<float>(dy) + 0.5f));
                    right = (static_cast<float>(dx) + 0.5f) * (1.0f / (static_cast<float>(dy) - 0.5f));
                }
                if (wrong("slopes-int")) left = right = static_cast<float>(dx / dy);
                if (start < right && wrong("skip-stops")) break;
                if (start < right) continue;
                if (end > left) break;
                Tile* tile = at(dx, dy);
                if (!tile) continue;
                const bool wall = tile->type == TileType::Wall;
                const int rim = radius * radius + (wrong("disc-open") ? -1 : wrong("disc-rounded") ? radius : 0);
                const bool inside = wrong("diamond") ? std::abs(dx) + std::abs(dy) <= radius : dx * dx + dy * dy <= rim;
                if ((wrong("view-square") || inside) && !(wall && wrong("walls-dark"))) {
                    tile->visible = true;
                    if (!wrong("view-forgotten")) tile->explored = true;
                }
                if (wall) {
                    if (!blocked && distance < radius) {
                        blocked = true;
                        if (!wrong("no-recursion")) cast(distance + 1, start, wrong("recursion-right") ? right : left);
                    }
                    next_start = right;
                } else if (blocked) {
                    blocked = false;
                    if (!wrong("arc-kept")) start = next_start;
                }
            }
    }

    Tile* at(int dx, int dy) {
        const int x = m_x + dx * m_matrix[0] + dy * m_matrix[1];
        // Both lines swapped would only reorder the octants.
        if (wrong("view-swapped")) std::swap(dx, dy);
        const int y = m_y + dx * m_matrix[2] + dy * m_matrix[3];
        return Map::inside(x, y) ? &m_map.tiles[y][x] : nullptr;
    }

    Map& m_map;
    int m_x, m_y;
    const int* m_matrix;
};

// ---- who lives there ----

struct Colour { unsigned char r, g, b; };

struct Entity {
    int x = 0, y = 0, hp = 1, maxHp = 1, power = 1;
    char glyph = '?';
    Colour color{255, 255, 255};
    const char* name = "thing";
    bool alive = true;

    bool isAlive() const { return alive && hp > 0; }
    bool tryMove(int dx, int dy, const Map& map) {
        const bool open = wrong("tiles-swapped") ? map.isFloor(y + dy, x + dx) : map.isFloor(x + dx, y + dy);
        if (!open || !Map::inside(x + dx, y + dy)) return false;
        x += dx;
        y += dy;
        return true;
    }
};

struct Player : Entity {
    Player() {
        hp = maxHp = wrong("hp-20") ? 20 : 30;
        power = wrong("power-6") ? 6 : 5;
        glyph = '@';
        color = {255, 230, 150};
        name = "You";
    }
};

struct Monster : Entity {};

struct Kind { char glyph; Colour color; int hp, power; const char* name; };
static const Kind KINDS[] = {{'r', {150, 150, 160}, 3, 1, "the rat"}, {'k', {110, 200, 120}, 5, 2, "the kobold"}, {'g', {120, 170, 230}, 8, 3, "the goblin"}};

// Up, down, left, right.
static const std::array<std::pair<int, int>, 4>& ways() {
    static const std::array<std::pair<int, int>, 4> right{{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}}, swapped{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
    return wrong("directions") ? swapped : right;
}

// ---- a stand-in for the window ----

struct Event {
    unsigned type;
    struct { int scancode; } key;
};

// Without keys to replay no key would ever come: the window closes.
static bool waitEvent(Event* event) {
    event->type = 0x100;
    return true;
}

static void drawGlyph(int col, int row, char ch, Colour colour) { trace::glyph(col, row, ch, colour); }

// SDL's log calls back like this.
enum class Priority { Info = 3 };
static void (*const logOutput)(void*, int, Priority, const char*) = trace::sdl_log;

static void say(const std::string& text) { logOutput(nullptr, 0, Priority::Info, text.c_str()); }

// ---- the rules ----

enum class GameState { Playing, Dead };

class Game {
    friend struct trace::peek;

public:
    explicit Game(int part) : m_part(part) {
        if (part >= 4 && wrong("seed-order")) m_map.generate();
        if (wrong("seed-extra")) trace::seeded_device{}();
        if (wrong("game-device")) m_rng.seed(std::random_device{}());
        else if (wrong("game-1337")) m_rng.seed(1337);
        else if (part >= 4 && !wrong("seed-none")) m_rng.seed(trace::seeded_device{}());
    }

    ~Game() {
        if (wrong("crash-at-end")) std::abort();
    }
    Game(const Game&) = delete;

    void run() {
        newDungeon();
        draw();
        for (bool running = true; running;) {
            if (m_part >= 6) trace::step(*this).title(m_title);
            else stepAsInMain(m_map, m_player, m_monsters, m_rng, m_state == GameState::Dead);
            Event event;
            trace::wait(waitEvent, &event);
            running = event.type == 0x300 ? handle(event.key.scancode) : event.type != 0x100;
        }
    }

private:
    // What a reader of Parts 1 to 5 writes in main, where there is no Game yet.
    void stepAsInMain(const Map& map, const Player& player, const std::vector<Monster>& monsters, const std::mt19937& rng, bool dead) {
        trace::step().title(m_title).screen(dead ? "dead" : "map").map(map).player(player).monsters(monsters).rng(rng);
    }

    bool handle(int scancode) {
        constexpr int A = 4, D = 7, S = 22, W = 26, ESCAPE = 41, SPACE = 44, RIGHT = 79, LEFT = 80, DOWN = 81, UP = 82;
        int dx = 0, dy = 0;
        switch (scancode) {
            case ESCAPE: return false;
            case SPACE:
                newDungeon();
                draw();
                break;
            case UP: case W: dy = -1; break;
            case DOWN: case S: dy = 1; break;
            case LEFT: case A: dx = -1; break;
            case RIGHT: case D: dx = 1; break;
            default: break;
        }
        if (m_part < 2 || m_state == GameState::Dead) return true;
        if (wrong("letters") && scancode < 40) return true;
        if (dx != 0 || dy != 0) act(dx, dy);
        return true;
    }

    std::mt19937& rng() { return wrong("one-generator") ? m_map.generator() : m_rng; }

    void newDungeon() {
        const std::uint32_t drawn = wrong("map-from-game") && m_part >= 4 ? static_cast<std::uint32_t>(m_rng()) : 0;
        if (!wrong("seed-order") || m_dungeons > 0 || m_part < 4) m_map.generate(wrong("map-from-game") && m_part >= 4 ? &drawn : nullptr);
        m_measured = false;
        ++m_dungeons;
        if (wrong("crash") && m_dungeons > 1) std::abort();
        while (wrong("hang") && m_dungeons > 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        m_state = GameState::Playing;
        m_player.x = m_map.rooms[0].middleX();
        m_player.y = m_map.rooms[0].middleY();
        m_player.alive = true;
        if (!wrong("hp-kept")) m_player.hp = m_player.maxHp;
        if (m_part >= 3 && !wrong("not-at-start")) View::compute(m_map, m_player.x, m_player.y);
        if (!wrong("monsters-kept")) m_monsters.clear();
        if (wrong("extra-draw")) m_rng();
        if (m_part >= 4 && !wrong("no-monsters")) populate();
        retitle();
    }

    void populate() {
        for (std::size_t i = wrong("first-room") ? 0 : wrong("third-room") ? 2 : 1; i < m_map.rooms.size() && m_monsters.size() < (wrong("cap-6") ? 6 : 8); ++i) {
            std::mt19937 copy = rng();
            const Room& room = m_map.rooms[i];
            const int last = wrong("kind-bound") ? 1 : 2;
            const int number = wrong("kinds-in-turn") ? static_cast<int>(i - 1) % 3
                                                      : uniform(wrong("kind-copy") ? copy : rng(), 0, last);
            // The row that a mistaken program takes a column from.
            const auto row = [number](const char* fault) {
                return KINDS[wrong(fault) && number < 2 ? 1 - number : number];
            };
            const Kind& kind = KINDS[number];
            Monster m;
            m.x = wrong("monster-corner") ? room.x : wrong("monster-anywhere") ? uniform(rng(), room.x, room.x + room.w - 1) : room.middleX();
            m.y = wrong("monster-corner") ? room.y : wrong("monster-anywhere") ? uniform(rng(), room.y, room.y + room.h - 1) : room.middleY();
            m.hp = row("hp-exchanged").hp + (wrong("goblin-9") && kind.glyph == 'g' ? 1 : 0);
            m.power = row("powers-exchanged").power + (wrong("kobold-3") && kind.glyph == 'k' ? 1 : 0);
            const bool turned = wrong("hp-power") || (wrong("hp-power-rat") && number == 0);
            if (wrong("power-default")) m.power = 1;
            // In Part 4 nothing has power yet.
            if (turned && m_part >= 5) std::swap(m.hp, m.power);
            m.maxHp = m.hp;
            m.glyph = row("glyphs-exchanged").glyph;
            m.color = row("colours-exchanged").color;
            m.name = row("names-exchanged").name;
            m_monsters.push_back(m);
        }
    }

    void act(int dx, int dy) {
        if (wrong("step-swapped")) std::swap(dx, dy);
        Monster* target = m_part >= 5 ? monsterAt(m_player.x + dx, m_player.y + dy) : nullptr;
        if (target) attack(m_player, *target);
        const int from_x = m_player.x, from_y = m_player.y;
        const bool stepped = (!target || wrong("blow-and-step")) && m_player.tryMove(dx, dy, m_map);
        if (wrong("flood-stale") && m_part >= 7) measure(from_x, from_y);
        const auto look = [&] { if (stepped && m_part >= 3 && !wrong("view-stale")) View::compute(m_map, wrong("before-step") ? from_x : m_player.x, wrong("before-step") ? from_y : m_player.y); };
        if (!wrong("blind-order")) look();
        const bool ends = target ? !wrong("blow-no-turn") : stepped ? !wrong("step-no-turn") : wrong("bump-turn");
        if (ends) endTurn();
        if (wrong("blind-order")) look();
        if (stepped || target || ends || m_part >= 6) draw();
    }

    void endTurn() {
        if (m_part >= 7 && !wrong("flood-stale") && !(wrong("flood-once") && m_measured)) measure(m_player.x, m_player.y);
        m_measured = true;
        if (wrong("backwards")) std::reverse(m_monsters.begin(), m_monsters.end());
        if (m_part >= 5 && m_player.hp <= 0 && wrong("death-early")) m_state = GameState::Dead;
        if (wrong("copies-act"))
            for (Monster m : m_monsters) { if (m.isAlive()) monsterActs(m); }
        else
        for (Monster& m : m_monsters)
            if ((m.isAlive() || wrong("ghosts")) && !(wrong("notice-death") && m_player.hp <= 0)) monsterActs(m);
        if (wrong("backwards")) std::reverse(m_monsters.begin(), m_monsters.end());
        if (wrong("dead-removed"))
            m_monsters.erase(std::remove_if(m_monsters.begin(), m_monsters.end(), [](const Monster& m) { return !m.alive; }), m_monsters.end());
        if (!wrong("title-stale")) retitle();
        if (m_part >= 5 && m_player.hp <= 0 && !wrong("no-death") && !wrong("death-early")) m_state = GameState::Dead;
    }

    void monsterActs(Monster& m) {
        const int dx = m_player.x - m.x, dy = m_player.y - m.y;
        const Tile& here = m_map.tiles[m.y][m.x];
        const bool sees = wrong("always-hunt") || (!wrong("never-hunt") && (wrong("hunt-explored") ? here.explored : here.visible));
        const int far = std::abs(dx) + std::abs(dy);
        const bool strikes = wrong("diagonal-blow") ? std::max(std::abs(dx), std::abs(dy)) == 1 : far == 1 || (far == 2 && wrong("long-blow"));
        if (m_part < 5 || !sees) return wander(m);
        if (wrong("hunters-draw")) uniform(rng(), 0, 4);
        const int x = m.x, y = m.y;
        if (strikes) return attack(m, m_player);
        if (m_part >= 7 && !wrong("chase-on")) follow(m);
        else hunt(m, dx, dy);
        if (wrong("blocked-wander") && m.x == x && m.y == y) wander(m);
    }

    void wander(Monster& m) {
        for (int tries = 0; tries <= 100; ++tries) {
            const auto [dx, dy] = drawWay();
            const bool occupied = wrong("no-sharing") ? monsterAt(m.x + dx, m.y + dy) != nullptr
                                                      : wrong("not-player") && m.x + dx == m_player.x && m.y + dy == m_player.y;
            if (wrong("blind-wander") && Map::inside(m.x + dx, m.y + dy)) {
                m.x += dx;
                m.y += dy;
                return;
            }
            if ((dx == 0 && dy == 0) || (!occupied && m.tryMove(dx, dy, m_map)) || !wrong("until-free")) return;
        }
    }

    std::pair<int, int> drawWay() {
        if (wrong("two-draws")) {
            const int dx = uniform(rng(), -1, 1);
            return {dx, uniform(rng(), -1, 1)};
        }
        std::mt19937 copy = rng();
        const int most = wrong("four-ways") ? 3 : wrong("eight-ways") ? 8 : 4;
        int way = wrong("wander-remainder") ? remainder(rng(), 0, 4) : uniform(wrong("wander-copy") ? copy : rng(), 0, most);
        static const std::array<std::pair<int, int>, 4> slanted{{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
        if (wrong("rest-first")) way = way == 0 ? 4 : way - 1;
        if (wrong("eight-ways") && way >= 4) return way == 8 ? std::pair{0, 0} : slanted[static_cast<std::size_t>(way - 4)];
        return way == 4 ? std::pair{0, 0} : ways()[static_cast<std::size_t>(way)];
    }

    void hunt(Monster& m, int dx, int dy) {
        const auto sign = [](int n) { return (n > 0) - (n < 0); };
        const bool x_longer = wrong("shorter-axis") ? std::abs(dx) < std::abs(dy) : wrong("chase-x") ? dx != 0 : wrong("y-first") ? std::abs(dx) > std::abs(dy) : std::abs(dx) >= std::abs(dy) && dx != 0;
        const std::pair<int, int> along_x{sign(dx), 0}, along_y{0, sign(dy)};
        for (const auto& [sx, sy] : {x_longer ? along_x : along_y, x_longer ? along_y : along_x})
            if ((sx != 0 || sy != 0) && isFree(m.x + sx, m.y + sy)) {
                m.x += sx;
                m.y += sy;
                return;
            } else if (wrong("one-axis")) return;
    }

    void follow(Monster& m) {
        const bool flees = wrong("always-flee") || m.hp * 3 <= m.maxHp;
        int best = distance(m.x, m.y), x = m.x, y = m.y;
        for (const auto& [dx, dy] : ways()) {
            const int nx = m.x + dx, ny = m.y + dy;
            if (!isFree(nx, ny)) continue;
            const int there = distance(nx, ny);
            const bool as_good = wrong("last-best") && there == best && (x != m.x || y != m.y);
            if (there == FAR || ((flees ? there <= best : there >= best) && !as_good)) continue;
            best = there;
            x = nx;
            y = ny;
        }
        m.x = x;
        m.y = y;
    }

    // How far each tile is from a place, over floor.
    void measure(int from_x, int from_y) {
        m_distances.assign(ROWS * COLUMNS, FAR);
        std::deque<std::pair<int, int>> frontier{{from_x, from_y}};
        distance(from_x, from_y) = 0;
        std::vector<std::pair<int, int>> steps(ways().begin(), ways().end());
        if (wrong("flood-eight")) steps.insert(steps.end(), {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}});
        for (; !frontier.empty(); frontier.pop_front())
            for (const auto& [dx, dy] : steps) {
                const int x = frontier.front().first + dx, y = frontier.front().second + dy;
                if (!m_map.isFloor(x, y) || distance(x, y) != FAR || (wrong("flood-blocked") && monsterAt(x, y))) continue;
                distance(x, y) = distance(x - dx, y - dy) + 1;
                frontier.push_back({x, y});
            }
    }

    int& distance(int x, int y) { return m_distances[static_cast<std::size_t>(y * COLUMNS + x)]; }

    bool isFree(int x, int y) { return m_map.isFloor(x, y) && (x != m_player.x || y != m_player.y) && !monsterAt(x, y); }

    Monster* monsterAt(int x, int y) {
        for (Monster& m : m_monsters)
            if ((m.isAlive() || wrong("dead-block")) && m.x == x && m.y == y) return &m;
        return nullptr;
    }

    void attack(const Entity& attacker, Entity& defender) {
        const int damage = wrong("own-power") ? defender.power : attacker.power;
        defender.hp -= damage;
        const std::string victim = wrong("names-swapped") ? attacker.name : defender.name;
        say(std::string(wrong("names-swapped") ? defender.name : attacker.name) + (wrong("own-texts") ? " strikes " : wrong("hit-word") ? " hit " : " hits ") + victim + " for " + std::to_string(damage) + ". (" + victim + ": " + std::to_string(std::max(defender.hp, 0)) + " hp)");
        if (defender.hp > (wrong("dies-late") ? -1 : 0)) return;
        if (!wrong("hp-negative")) defender.hp = 0;
        defender.alive = wrong("alive-kept");
        if (!wrong("no-death-message")) say(std::string(defender.name) + (wrong("own-texts") ? " is no more." : " dies."));
    }

    // ---- what is shown ----

    void retitle() {
        static const char* subjects[] = {"Map Generation", "Player & Movement", "Field of View", "Monsters & AI"};
        m_title = std::string(wrong("own-texts") ? "My own game" : wrong("title-word") ? "Rogue" : "Roguelike") + " - Part " + std::to_string(m_part);
        if (m_part <= 4) m_title += std::string(": ") + subjects[m_part - 1];
        else m_title += "   |   HP: " + std::to_string(m_player.hp) + " / " + std::to_string(m_player.maxHp);
    }

    void draw() {
        trace::new_frame();
        if (m_state == GameState::Dead) return drawDeath();
        for (int y = 0; y < ROWS; ++y)
            for (int x = 0; x < COLUMNS; ++x) drawTile(x, y, m_map.tiles[y][x]);
        if (m_part >= 2 && wrong("player-below")) drawEntity(m_player);
        for (const Monster& m : m_monsters)
            if ((m.isAlive() || wrong("dead-shown")) && (m_map.tiles[m.y][m.x].visible || wrong("hidden-shown"))) drawEntity(m);
        if (m_part >= 2 && !wrong("player-below")) drawEntity(m_player);
    }

    static void drawEntity(const Entity& e) { drawGlyph(e.x, e.y, e.glyph, e.color); }

    void drawTile(int x, int y, const Tile& tile) const {
        if (m_part >= 3 && !tile.visible && !tile.explored) return;
        const bool floor = tile.type == TileType::Floor;
        const Colour plain = floor ? Colour{72, 66, 60} : Colour{130, 120, 150}, lit = floor ? Colour{100, static_cast<unsigned char>(wrong("own-look") ? 100 : 92), 80} : Colour{150, 140, static_cast<unsigned char>(wrong("colour-wall") ? 157 : 175)};
        const Colour memory = !floor ? Colour{58, 54, 72} : wrong("memory-lit") ? lit : Colour{40, 37, 33};
        const char glyph = floor ? '.' : wrong("glyph-wall") ? 'X' : '#';
        if (m_part < 3) drawGlyph(x, y, glyph, plain);
        else if (tile.visible || !wrong("no-memory")) drawGlyph(x, y, glyph, tile.visible ? lit : memory);
    }

    static void drawDeath() {
        const int left = (COLUMNS - 40) / 2, top = (ROWS - 9) / 2;
        const Colour border{150, 60, 60};
        for (int i = 0; i < 40; ++i)
            for (int row : {top, top + 8}) drawGlyph(left + i, row, '=', border);
        for (int i = 0; i < 9; ++i)
            for (int col : {left, left + 39}) drawGlyph(col, top + i, '|', border);
        drawCentred(top + 2, wrong("own-texts") ? "THE END" : "Y O U   D I E D", {220, 90, 90});
        drawCentred(top + 4, "The dungeon claims another.", {210, 200, 205});
        drawCentred(top + 6, "SPACE  try again        ESC  quit", {120, 112, 112});
    }

    static void drawCentred(int row, const std::string& text, Colour colour) {
        const int left = (COLUMNS - static_cast<int>(text.size())) / 2;
        for (std::size_t i = 0; i < text.size(); ++i) drawGlyph(left + static_cast<int>(i), row, text[i], colour);
    }

    static constexpr int FAR = 1 << 30;

    int m_part, m_dungeons = 0;
    bool m_measured = false;
    Map m_map;
    Player m_player;
    std::vector<Monster> m_monsters;
    std::mt19937 m_rng;
    GameState m_state = GameState::Playing;
    std::string m_title;
    std::vector<int> m_distances;
};

// ---- the command line: miniature PART [--fault NAME] [the header's options] ----

static int listFaults() {
    for (const Mistake& m : MISTAKES) std::cout << m.name << '\t' << m.what << '\n';
    return 0;
}

int main(int argc, char* argv[]) {
    if (argc == 2 && std::string(argv[1]) == "--faults") return listFaults();
    const int part = argc > 1 ? std::atoi(argv[1]) : 0;
    if (part < 1 || part > 7) {
        std::cerr << "usage: miniature PART [--fault NAME] [--seed N] [--keys TEXT]; PART is 1 to 7\n";
        return 2;
    }
    std::vector<const char*> rest{argv[0]};
    for (int i = 2; i < argc; ++i) {
        if (std::string(argv[i]) != "--fault" || i + 1 >= argc) {
            rest.push_back(argv[i]);
            continue;
        }
        for (std::string_view names = argv[++i]; !names.empty();) {
            const auto plus = std::min(names.find('+'), names.size());
            mistakes.push_back(names.substr(0, plus));
            names.remove_prefix(std::min(plus + 1, names.size()));
        }
    }
    for (const auto name : mistakes)
        if (!isKnown(name)) {
            std::cerr << "miniature: there is no fault '" << name << "'; --faults lists them\n";
            return 2;
        }
    trace::begin(part, static_cast<int>(rest.size()), rest.data());
    Game(part).run();
}
