// Tests trace.hpp on the shapes that a reader's Game takes from Part 8 to Part 17: reads a trace from standard input, puts each block's
// facts into objects of the part's shape, and lets the header print them again. What comes out must be what went in. A full trace has the
// tiles as rows; what is on the screen comes as lines `glyph COL ROW CHARACTER R G B`, in drawing order, which no trace has by itself.
//
// SPDX-License-Identifier: MIT        Copyright (c) 2026 the roguelike-sdl2 authors
#include "trace.hpp"

#include <sstream>

// ---- the shapes ----

enum class PotionType { Healing, Poison, Strength, Regen, Count };
enum class ScrollType { Lightning, Fireball, Count };
enum class ItemCategory { Potion, Weapon, Armour, Scroll, Amulet };
enum class GameState { ClassSelect, Playing, Inventory, Dead, Won };
enum class PlayerClass { Fighter, Rogue, Mage };

enum class TileType { Wall, Floor };

struct Tile {
    TileType type = TileType::Wall;
    bool visible = false, explored = false;
};
struct Map { Tile tiles[36][64]; };

struct Entity {
    int x = 0, y = 0, hp = 1, maxHp = 1, power = 1, defense = 0;
    char glyph = '?';
    bool alive = true;
    int statusTurns[2] = {};
};
struct Player : Entity {};
struct Monster : Entity { bool venomous = false; };

// A potion is all there is in Part 8, and the pack holds nothing but types.
struct Potion {
    PotionType type = PotionType::Healing;
    int x = 0, y = 0;
};
struct Item {
    ItemCategory category = ItemCategory::Potion;
    PotionType potion = PotionType::Healing;
    ScrollType scroll = ScrollType::Lightning;
    int bonus = 0, x = 0, y = 0;
};

// Answers what the recorded generator would answer next.
struct Foreseen {
    unsigned long next = 0;
    unsigned long operator()() const { return next; }
};

struct Common {
    GameState m_state = GameState::Playing;
    Player m_player;
    Foreseen m_rng;
};
struct Gear {
    std::vector<Item> m_inventory;
    int m_strengthBonus = 0;
    bool m_hasWeapon = false, m_hasArmour = false;
    Item m_weapon, m_armour;
};
struct Part8 : Common {
    Map m_map;
    std::vector<Monster> m_monsters;
    std::vector<Potion> m_items;
    std::vector<PotionType> m_inventory;
    const char* m_appearance[3] = {};
    bool m_identified[3] = {};
};
template <std::size_t potions>
struct Part9 : Common, Gear {
    Map m_map;
    std::vector<Monster> m_monsters;
    std::vector<Item> m_items;
    const char* m_appearance[potions] = {};
    bool m_identified[potions] = {};
};
struct Level {
    Map map;
    std::vector<Monster> monsters;
    std::vector<Item> items;
    int stairsX = 0, stairsY = 0;
};
struct Part11 : Common, Gear {
    std::vector<Level> m_levels;
    int m_depth = 0;
    const char* m_appearance[4] = {};
    bool m_identified[4] = {};
};
struct Part13 : Common, Gear {
    std::vector<Level> m_levels;
    int m_depth = 0, m_magicBonus = 0;
    const char *m_potionAppear[4] = {}, *m_scrollAppear[2] = {};
    bool m_potionIdent[4] = {}, m_scrollIdent[2] = {};
};
struct Part14 : Common, Gear {
    std::vector<Level> m_levels;
    int m_depth = 0, m_magicBonus = 0, m_amulets = 0;
    PlayerClass m_class = PlayerClass::Fighter;
    int m_potionAppearIdx[4] = {}, m_scrollAppearIdx[2] = {};
    bool m_potionIdent[4] = {}, m_scrollIdent[2] = {};
};

// ---- reading a line's facts into them ----

using Words = std::vector<std::string>;

static const Words POTIONS{"healing", "poison", "strength", "regeneration"}, SCROLLS{"lightning", "fireball"},
    COLOURS{"red", "blue", "fizzy", "murky", "glowing", "silver"}, LABELS{"ZELGO MER", "XYZZY", "FOOBIE BLETCH", "ELBIB YLOH", "VENZAR"},
    CLASSES{"Fighter", "Rogue", "Mage"}, SCREENS{"class-select", "map", "inventory", "dead", "won"};

static int position(const Words& words, const std::string& word) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
        std::cerr << "shapes: unexpected word '" << word << "'\n";
        std::exit(1);
    }
    return static_cast<int>(found - words.begin());
}

static Words split(const std::string& line) {
    std::istringstream in(line);
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

// The number after a word; 0 if the line lacks it.
static int after(const Words& words, const std::string& name) {
    const auto found = std::find(words.begin(), words.end(), name);
    return found == words.end() ? 0 : std::stoi(*(found + 1));
}

static void readEntity(Entity& e, const Words& words, std::size_t at) {
    e.x = std::stoi(words[at]);
    e.y = std::stoi(words[at + 1]);
    const std::string& hp = words[at + 3];
    e.hp = std::stoi(hp);
    e.maxHp = std::stoi(hp.substr(hp.find('/') + 1));
    e.power = after(words, "power");
    e.defense = after(words, "defense");
    e.statusTurns[0] = after(words, "poison");
    e.statusTurns[1] = after(words, "regen");
    e.alive = after(words, "alive") != 0;
}

static void readWhat(PotionType& to, const std::string& what) { to = static_cast<PotionType>(position(POTIONS, what.substr(7))); }
static void readWhat(Potion& to, const std::string& what) { readWhat(to.type, what); }
static void readWhat(Item& to, const std::string& what) {
    const std::size_t colon = std::min(what.find(':'), what.size());
    to.category = static_cast<ItemCategory>(position({"potion", "weapon", "armour", "scroll", "amulet"}, what.substr(0, colon)));
    if (to.category == ItemCategory::Potion) readWhat(to.potion, what);
    if (to.category == ItemCategory::Scroll) to.scroll = static_cast<ScrollType>(position(SCROLLS, what.substr(7)));
    if (to.category == ItemCategory::Weapon || to.category == ItemCategory::Armour) to.bonus = std::stoi(what.substr(7));
}

template <class Game>
constexpr bool has_levels = std::is_same_v<Game, Part11> || std::is_same_v<Game, Part13> || std::is_same_v<Game, Part14>;

template <class Game>
static auto& monstersOf(Game& g) {
    if constexpr (has_levels<Game>) return g.m_levels[static_cast<std::size_t>(g.m_depth)].monsters;
    else return g.m_monsters;
}

template <class Game>
static auto& itemsOf(Game& g) {
    if constexpr (has_levels<Game>) return g.m_levels[static_cast<std::size_t>(g.m_depth)].items;
    else return g.m_items;
}

template <class Game>
static Map& mapOf(Game& g) {
    if constexpr (has_levels<Game>) return g.m_levels[static_cast<std::size_t>(g.m_depth)].map;
    else return g.m_map;
}

// `|0000677...|`, the tiles of one row as numbers.
static void readTiles(Tile (&row)[64], const std::string& line) {
    for (std::size_t col = 0; col < 64; ++col) {
        const int bits = line[col + 1] - '0';
        row[col] = {bits & 1 ? TileType::Floor : TileType::Wall, (bits & 2) != 0, (bits & 4) != 0};
    }
}

static void readGlyph(const Words& words) {
    const auto number = [&words](std::size_t at) { return std::stoi(words[at]); };
    const struct { int r, g, b; } colour{number(4), number(5), number(6)};
    trace::glyph(number(1), number(2), static_cast<char>(number(3)), colour);
}

// `potion TYPE looks APPEARANCE known B`, where an appearance may be two words.
struct Looks {
    std::size_t type;
    int appearance;
    bool known;
    Looks(const std::string& line, const Words& words, const Words& types, const Words& all)
        : type(static_cast<std::size_t>(position(types, words[1]))), known(words.back() == "1") {
        const std::size_t start = line.find(" looks ") + 7;
        appearance = position(all, line.substr(start, line.rfind(" known ") - start));
    }
    const char* text(const Words& all) const { return all[static_cast<std::size_t>(appearance)].c_str(); }
};

template <class Game>
static void readLooks(Game& g, const std::string& line, const Words& words) {
    if (words[0] == "potion") {
        const Looks l(line, words, POTIONS, COLOURS);
        if constexpr (std::is_same_v<Game, Part14>) g.m_potionAppearIdx[l.type] = l.appearance;
        else if constexpr (std::is_same_v<Game, Part13>) g.m_potionAppear[l.type] = l.text(COLOURS);
        else g.m_appearance[l.type] = l.text(COLOURS);
        if constexpr (std::is_same_v<Game, Part13> || std::is_same_v<Game, Part14>) g.m_potionIdent[l.type] = l.known;
        else g.m_identified[l.type] = l.known;
    }
    if constexpr (std::is_same_v<Game, Part13> || std::is_same_v<Game, Part14>) {
        if (words[0] != "scroll") return;
        const Looks l(line, words, SCROLLS, LABELS);
        if constexpr (std::is_same_v<Game, Part14>) g.m_scrollAppearIdx[l.type] = l.appearance;
        else g.m_scrollAppear[l.type] = l.text(LABELS);
        g.m_scrollIdent[l.type] = l.known;
    }
}

template <class Game>
static void readGear(Game& g, const Words& words) {
    if (words[0] == "bonus") g.m_strengthBonus = after(words, "strength");
    if (words[0] == "wield" && (g.m_hasWeapon = words[1] != "-")) readWhat(g.m_weapon, words[1]);
    if (words[0] == "wear" && (g.m_hasArmour = words[1] != "-")) readWhat(g.m_armour, words[1]);
}

template <class Game>
static void readRun(Game& g, const Words& words) {
    if (words[0] == "depth") {
        g.m_depth = std::stoi(words[1]);
        g.m_levels.resize(std::stoul(words[3]));
        Level& level = g.m_levels[static_cast<std::size_t>(g.m_depth)];
        level.stairsX = std::stoi(words[5]);
        level.stairsY = std::stoi(words[6]);
    }
    if constexpr (std::is_same_v<Game, Part13> || std::is_same_v<Game, Part14>) {
        if (words[0] == "bonus") g.m_magicBonus = after(words, "magic");
    }
    if constexpr (std::is_same_v<Game, Part14>) {
        if (words[0] == "class") g.m_class = static_cast<PlayerClass>(position(CLASSES, words[1]));
        if (words[0] == "amulets") g.m_amulets = std::stoi(words[1]);
    }
}

template <class Game>
static void readLine(Game& g, const std::string& line) {
    const Words words = split(line);
    if (words[0] == "log") trace::log(line.substr(4));
    if (words[0] == "sound") trace::sound(words[1]);
    if (words[0] == "screen") g.m_state = static_cast<GameState>(position(SCREENS, words[1]));
    if (words[0] == "player") readEntity(g.m_player, words, 1);
    if (words[0] == "rng") g.m_rng.next = std::stoul(words[1]);
    if constexpr (has_levels<Game>) readRun(g, words);
    if constexpr (std::is_base_of_v<Gear, Game>) readGear(g, words);
    readLooks(g, line, words);
    if (words[0] == "monster") {
        Monster m;
        m.glyph = words[2][0];
        m.venomous = after(words, "venom") != 0;
        readEntity(m, words, 3);
        monstersOf(g).push_back(m);
    }
    if (words[0] == "item") {
        auto& item = itemsOf(g).emplace_back();
        readWhat(item, words[2]);
        item.x = std::stoi(words[3]);
        item.y = std::stoi(words[4]);
    }
    if (words[0] == "pack") readWhat(g.m_inventory.emplace_back(), words[2]);
}

// ---- the trace that is read ----

struct Recorded {
    std::string part, seed, keys;
    std::vector<std::vector<std::string>> blocks;

    explicit Recorded(std::istream& in) {
        for (std::string line; std::getline(in, line);) {
            if (line.rfind("part ", 0) == 0) part = line.substr(5);
            else if (line.rfind("seed ", 0) == 0) seed = line.substr(5);
            else if (line.rfind("step ", 0) == 0) {
                const std::string key = line.substr(line.find(' ', 5) + 1);
                if (!blocks.empty()) keys += key + " ";
                blocks.emplace_back();
            } else if (!blocks.empty()) blocks.back().push_back(line);
        }
    }
};

struct Event {
    unsigned type;
    struct { struct { int scancode; } keysym; } key;  // as in SDL 2
};

template <class Game>
static int retell(const Recorded& recorded) {
    for (const auto& block : recorded.blocks) {
        if (block == std::vector<std::string>{"quit"}) break;
        Game game;
        std::string title, last_word;
        std::size_t row = 0;
        for (const std::string& line : block) {
            if (line[0] == '|') {
                if (last_word == "tiles") readTiles(mapOf(game).tiles[row++], line);
                continue;
            }
            last_word = line.substr(0, line.find(' '));
            if (last_word == "title") title = line.substr(6);
            else if (last_word == "glyph") readGlyph(split(line));
            else readLine(game, line);
        }
        trace::step(game).title(title);
        Event event;
        do trace::wait([](Event*) { return false; }, &event);
        while (event.type == 0x301);
    }
    return 0;
}

// ---- other spellings, and members that are not there ----

static void spellings() {
    struct Square { char kind = '#'; bool isVisible = false, seen = false; };
    struct Grid { std::vector<std::vector<Square>> tiles{36, std::vector<Square>(64)}; } grid;
    grid.tiles[1][2] = {'.', true, true};
    struct Bare { bool floor = false; };
    struct BareGrid { std::vector<std::vector<Bare>> m_tiles{36, std::vector<Bare>(64)}; } bare;
    struct Hero { int x = 3, y = 4, health = 7, defence = 2, poison = 4; bool alive = true; } hero;
    struct Beast { int m_x = 5, m_y = 6, hp = 1, maxHp = 2; char symbol = 'r'; bool isVenomous = true; };
    const char* const arguments[] = {"shapes", "--seed", "1", "--keys", "Up Down", "--full"};
    trace::begin(10, 6, arguments);
    Event event;
    const auto press = [&event] {
        do trace::wait([](Event*) { return false; }, &event);
        while (event.type == 0x301);
    };
    trace::glyph(63, 35, '\xe2', trace::drawn{0, 0, 0, 1, 2, 3});
    trace::glyph(0, 36, 'x', trace::drawn{});
    trace::step().map(grid).player(hero).monsters(std::vector<Beast>(2)).rng(Foreseen{9});
    press();
    trace::step();
    press();
    trace::log("You hear\nsomething.\r\n");
    trace::sdl_log(nullptr, 0, 3, "caf\xc3\xa9\tand cake");
    trace::step().map(bare).state("map").title("two\nlines");
}

int main(int argc, char* argv[]) {
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "spellings") return spellings(), 0;
    const Recorded recorded(std::cin);
    const int part = std::atoi(recorded.part.c_str());
    const char* const arguments[] = {"shapes", "--seed", recorded.seed.c_str(), "--keys", recorded.keys.c_str(), "--full"};
    trace::begin(part, mode == "full" ? 6 : 5, arguments);
    if (part <= 8) return retell<Part8>(recorded);
    if (part == 9) return retell<Part9<3>>(recorded);
    if (part == 10) return retell<Part9<4>>(recorded);
    if (part <= 12) return retell<Part11>(recorded);
    if (part == 13) return retell<Part13>(recorded);
    return retell<Part14>(recorded);
}
