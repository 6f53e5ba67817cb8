//! Death and victory: a box over the map as it was, with the story of the game and the keys that lead on.

use crate::color::Color;
use crate::desktop::actions::{Action, Place};
use crate::desktop::assist::stop::sentence;
use crate::desktop::history::PlayedGame;
use crate::desktop::history::tally::death;
use crate::desktop::kept::Fate;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::{Theme, mix, readable};
use crate::desktop::scene::{Look, Scene, Style, Target};
use crate::desktop::screens::content::{Hint, Shown, possible};
use crate::desktop::screens::hints::key_of;
use crate::desktop::screens::panel::{self, PanelPlace};
use crate::desktop::screens::play::Layout;
use crate::desktop::stacks::{Stack, inventory, stacked, times};
use crate::entity::Entity;
use crate::explorer::seen_monsters;
use crate::game::{AMULETS_TO_WIN, Game, GameState, PlayerClass};
use crate::item::Item;
use crate::support::text::counted;

/// The most kinds of things that were carried and never used.
const UNUSED: usize = 3;
/// The widest box, in letters.
const COLUMNS: i32 = 60;

/// The kind of a line of the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    Plain,
    Amulet,
    Record,
    /// After a gap.
    Heading,
    /// Small and after a gap.
    Label,
}

/// Returns the number with commas: `1,402`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Returns what happened, in one line.
fn verdict(run: &PlayedGame) -> String {
    let (game, tally) = (&run.game, &run.history.tally);
    let end = match game.state() {
        GameState::Won => "Won".to_owned(),
        _ => sentence(&death(tally.killer)),
    };
    let since = if tally.continued { " after a load" } else { "" };
    format!("{end} on depth {}, turn {}{since}.", game.depth() + 1, grouped(tally.turns()))
}

/// Returns the facts that make the story.
fn story(shown: &Shown) -> Vec<(String, Tone)> {
    let (run, game) = (shown.played, &shown.played.game);
    let mut lines = Vec::new();
    if game.state() == GameState::Won {
        lines.push(("All three Amulets of SDL are yours, and you live.".to_owned(), Tone::Amulet));
    } else if game.part().has_amulets() {
        let near = game.cur().items.iter().filter(|lying| lying.item == Item::Amulet);
        let near = near.filter(|lying| game.cur().map.tile(lying.pos).explored);
        let steps = near.map(|lying| lying.pos.manhattan(game.player().pos)).min();
        let held = format!("{} of {AMULETS_TO_WIN} amulets.", game.amulets());
        let near = steps.map(|steps| format!(" Another lay {} away.", counted(steps, "tile")));
        let tone = if game.amulets() > 0 { Tone::Amulet } else { Tone::Plain };
        lines.push((held + &near.unwrap_or_default(), tone));
    }
    lines.push((records(shown), Tone::Record));
    lines.extend(unused(game));
    let seed = run.history.tally.seed.map(|seed| format!("Seed {seed}."));
    lines.extend(seed.map(|text| (text, Tone::Label)));
    lines
}

/// Returns what was carried and never used, and what it was, below headings.
fn unused(game: &Game) -> Vec<(String, Tone)> {
    let known = |item: Item| match item {
        Item::Potion(potion) => Some((game.potions()[potion as usize].1, potion.effect(), "Never drunk:")),
        Item::Scroll(scroll) => Some((game.scrolls()[scroll as usize].1, scroll.effect(), "Never read:")),
        _ => None,
    };
    let mut stacks: Vec<Stack> = inventory(game);
    stacks.sort_by_key(|stack| std::cmp::Reverse(stack.count));
    let lines = stacks.into_iter().filter_map(|Stack { item, label, count, .. }| {
        let (is_known, effect, never_used) = known(item)?;
        let things = times(label, count);
        Some(match is_known {
            true => ("Left over:", format!("  {things}")),
            false => (never_used, format!("  {things}, which was {effect}")),
        })
    });
    let groups = stacked(lines.take(UNUSED)).into_iter();
    let rows = groups.flat_map(|(heading, rows)| {
        let rows = rows.into_iter().map(|row| (row, Tone::Plain));
        [(heading.to_owned(), Tone::Heading)].into_iter().chain(rows)
    });
    rows.collect()
}

/// Returns how the game compares with the kept games of the class, and its kills.
fn records(shown: &Shown) -> String {
    let (game, tally) = (&shown.played.game, &shown.played.history.tally);
    let own = shown.files.path();
    let others = shown.files.games().iter().filter(|other| other.end.is_over() && own != Some(other.path()));
    let others: Vec<_> = others.collect();
    let deepest = others.iter().filter_map(|other| other.facts.depth).max();
    let rank = |end: Fate, depth: Option<usize>| (end == Fate::Won, depth);
    let of_class = others.iter().filter(|other| other.facts.class == game.class());
    let best = of_class.map(|other| rank(other.end, other.facts.depth)).max();
    let end = if game.state() == GameState::Won { Fate::Won } else { Fate::Died };
    let depth = game.depth() + 1;
    let kills: u64 = tally.kills.iter().map(|(_, count)| count).sum();
    let name = game.class().map_or("hero", PlayerClass::name);
    let lines = [
        (deepest.is_some_and(|deepest| depth > deepest), "Deepest yet.".to_owned()),
        (true, format!("{}.", counted(kills, "kill"))),
        (best.is_some_and(|best| rank(end, Some(depth)) > best), format!("Your best {name} so far.")),
    ];
    lines.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// Returns the keys that lead on.
fn choices(shown: &Shown) -> Vec<Hint> {
    let has_seed = shown.can_begin && shown.played.history.tally.seed.is_some();
    let hints = possible([
        (true, Action::ToTitle, "a new hero"),
        (has_seed, Action::Again, "this dungeon again"),
        (!shown.files.games().is_empty(), Action::Open(Place::Games), "watch it, and other games"),
        (true, Action::Share, "copy a line about it"),
        (true, Action::Open(Place::Character), "the whole story"),
        (true, Action::Open(Place::Messages), "all messages"),
    ]);
    hints.collect()
}

/// Returns the monster that killed the hero.
fn killer(run: &PlayedGame) -> Option<&Entity> {
    let (name, hero) = (run.history.tally.killer?, run.game.player().pos);
    let monsters = seen_monsters(run.game.cur()).map(|(_, monster)| &monster.entity);
    monsters.into_iter().find(|body| body.name == name && body.pos.manhattan(hero) <= 1)
}

/// The text of the card, broken into lines, and its form.
struct Card {
    title: (&'static str, Color),
    verdict: Vec<String>,
    story: Vec<(String, Tone)>,
    choices: Vec<Hint>,
    /// The style of the title, and the columns of the choices.
    form: (Style, i32),
    /// The width of the text, and the height of the card.
    size: (i32, i32),
}

impl Card {
    /// Returns a card that fits an area. A toast takes the place of the story.
    fn new(shown: &Shown, hints: &[Hint], whole: Area, look: &Look) -> Card {
        let is_won = shown.played.game.state() == GameState::Won;
        let (line, padding) = (look.line(), padding(look));
        let title = if is_won { ("Victory", look.theme.amulet) } else { ("You died", look.theme.low) };
        let most = (COLUMNS * look.advance(Style::Body)).min(whole.w) - 2 * padding;
        let verdict = look.wrapped(&verdict(shown.played), Style::Strong, most);
        let told = shown.toast.map_or_else(|| story(shown), |text| vec![(text.to_owned(), Tone::Amulet)]);
        let story = told.into_iter().flat_map(|(text, tone)| {
            look.wrapped(&text, Style::Body, most).into_iter().map(move |line| (line, tone))
        });
        let story: Vec<(String, Tone)> = story.collect();
        // A replay goes on, or back; no hero is new there.
        let choices: Vec<Hint> = match shown.base {
            Place::Replay => hints.iter().filter(|hint| hint.action.is_some()).cloned().collect(),
            _ => choices(shown),
        };
        let rows = (verdict.len() + story.len()) as i32;
        let headings = story.iter().filter(|(_, tone)| *tone == Tone::Heading).count() as i32;
        let height = |(style, columns): (Style, i32)| {
            let key_rows = (choices.len() as i32 + columns - 1) / columns;
            let around = line * 17 / 6 + headings * (line / 3);
            around + look.font(style).0 * 5 / 4 + rows * line + key_rows * key_line(look)
        };
        // A small window has the keys in two columns, and then a smaller title.
        let forms = [(Style::Title, 1), (Style::Title, 2), (Style::Name, 2)];
        let form = forms.into_iter().find(|form| height(*form) <= whole.h).unwrap_or(forms[2]);
        let texts = story.iter().map(|(text, _)| text).chain(&verdict);
        let widest = texts.map(|text| look.width(text, Style::Body)).max().unwrap_or_default();
        let style = if form.1 == 1 { Style::Body } else { Style::Label };
        let keys = choices.iter().map(|hint| look.width(&hint.text, style)).max().unwrap_or_default();
        let keys = form.1 * (keys + 8 * look.advance(Style::Body));
        let widest = widest.max(look.width(title.0, form.0));
        let inner = if form.1 == 1 { widest.max(keys).min(most) } else { most.max(keys) };
        let size = (inner, height(form));
        Card { title, verdict, story, choices, form, size }
    }

    fn draw(self, area: Area, shown: &Shown, mouse: Option<(i32, i32)>, scene: &mut Scene) {
        let (look, theme, line) = (scene.look, scene.look.theme, scene.look.line());
        let ((title, color), (style, columns)) = (self.title, self.form);
        scene.card(area, mix(color, theme.card, 0.35));
        let (x, size) = (area.x + padding(&look), look.font(style).0);
        let mut y = area.y + line + size / 2;
        scene.text((x, y), title, style, readable(color, theme.card, 4.5));
        y += size * 3 / 4 + line / 2;
        for text in self.verdict {
            scene.text((x, y), text, Style::Strong, theme.text);
            y += line;
        }
        y += line / 3;
        for (text, tone) in self.story {
            let (style, color) = match tone {
                Tone::Plain | Tone::Heading => (Style::Body, theme.text),
                Tone::Amulet => (Style::Body, theme.amulet),
                Tone::Record => (Style::Body, theme.gear),
                Tone::Label => (Style::Label, theme.label),
            };
            y += if matches!(tone, Tone::Heading | Tone::Label) { line / 3 } else { 0 };
            scene.text((x, y), text, style, readable(color, theme.card, 4.5));
            y += line;
        }
        y += line / 2;
        let (column, row) = (self.size.0 / columns, key_line(&look));
        let key = |hint: &Hint| key_of(hint, (shown.keys(), shown.base)).unwrap_or_default();
        let widest = self.choices.iter().map(|hint| scene.key_width(&key(hint), " ")).max();
        for (index, hint) in (0..).zip(self.choices) {
            let (x, y) = (x + index % columns * column, y + index / columns * row);
            let area = Area::new(x, y - row / 2, column, row);
            let lit = mouse.is_some_and(|mouse| area.contains(mouse));
            scene.key((x, y), &key(&hint), "", lit);
            let ink = if lit { theme.title } else { theme.text };
            scene.targets.extend(hint.action.map(|action| (area, Target::of(action))));
            let style = if columns == 1 { Style::Body } else { Style::Label };
            scene.text((x + widest.unwrap_or_default(), y), hint.text, style, ink);
        }
    }
}

/// Returns the space in the card, and the height of a line of keys.
const fn padding(look: &Look) -> i32 {
    look.unit * 13 / 7
}

const fn key_line(look: &Look) -> i32 {
    look.line() * 5 / 4
}

/// Draws the last moment on an area, with tiles as large as before. It stays bright, with the killer or the
/// winner in a light.
fn draw_moment(shown: &Shown, area: Area, scene: &mut Scene) {
    let (game, theme) = (&shown.played.game, scene.look.theme);
    let hero = game.player();
    let tile = Layout::new(&scene.look, shown.settings.panel).grid(shown).tile;
    // Nobody walks, so the map is in the middle to the pixel.
    let grid = map::grid(game, area.cut_left(scene.look.unit * 8 / 7).1, tile, [i32::MAX; 2]);
    let mut marks = Marks { dims_memory: true, ..Marks::default() };
    if let Some(body) = killer(shown.played) {
        marks.fills.push((body.pos, mix(theme.low, Color(0, 0, 0), 0.25)));
        marks.glyphs.push((body.pos, body.glyph, Color(255, 255, 255)));
        marks.glows.push((body.pos, 45, theme.low, 110));
    }
    let is_won = game.state() == GameState::Won;
    // Whoever else is there glows less.
    let others = seen_monsters(game.cur()).map(|(_, monster)| &monster.entity);
    let faint = |body: &Entity| (body.pos, body.glyph, mix(body.color, theme.background, 0.4));
    marks.glyphs.extend(others.map(faint));
    marks.glyphs.push((hero.pos, hero.glyph, if is_won { theme.hero } else { theme.label }));
    if !is_won {
        marks.fills.push((hero.pos, theme.floor_remembered));
    } else {
        marks.glows.push((hero.pos, 60, theme.glow, 170));
    }
    map::draw(game, grid, &marks, scene);
}

/// Draws the end of a game: the map, the card beside it or, in a tall window, below it, and what is left of
/// the panel.
pub(crate) fn draw(shown: &Shown, hints: &[Hint], mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let (look, layout) = (scene.look, Layout::new(&scene.look, shown.settings.panel));
    let (window, margin) = (look.window(), panel::margin(&look));
    let (above, strip) = window.cut_top(window.h - 2 * look.line() - look.unit / 2);
    let strip = PanelPlace::Line(Area { h: 2 * look.line(), ..strip }, None);
    let card_on = |free: Area| Card::new(shown, hints, Area { w: free.w - 2 * margin, ..free }, &look);
    let (free, panel) = match layout.panel {
        PanelPlace::Beside(panel) => (Area { w: panel.x, ..window }, Some(layout.panel)),
        _ if card_on(above).size.1 <= above.h => (above, Some(strip)),
        // A small window can't fit a panel.
        _ => (window, None),
    };
    let card = card_on(free);
    let (w, h) = (card.size.0 + 2 * padding(&look), card.size.1.min(free.h));
    let is_tall = matches!(layout.panel, PanelPlace::Below(_));
    let rest = match is_tall {
        true => free.cut_top(free.h - h - 2 * margin).0,
        false => free.cut_left(free.w - w - 2 * margin).0,
    };
    let (x, y) = match is_tall {
        true => (free.centre() - w / 2, free.bottom() - margin - h),
        false => (free.right() - margin - w, free.middle() - h / 2),
    };
    draw_moment(shown, if rest.w * 3 < free.w { free } else { rest }, scene);
    if let Some(panel) = panel {
        let is_won = shown.played.game.state() == GameState::Won;
        let dimmed = look.theme.dimmed();
        let amulet = if is_won { look.theme.amulet } else { dimmed.amulet };
        scene.look.theme = Theme { amulet, ..dimmed };
        panel::draw(shown.played, (&[], (shown.keys(), Place::End)), (panel, 0, None), scene);
        scene.look.theme = look.theme;
    }
    card.draw(Area::new(x, y, w, h), shown, mouse, scene);
}
