//! How the content of a screen is drawn: a card over the game that is as large as its content, with a
//! heading, the body, notes, and the keys. The level and the steps of an algorithm have the whole window.

use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::bindings::Bindings;
use crate::desktop::history::tally::Messages;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::{mix, readable};
use crate::desktop::scene::tiles::{Grid, STRIDES};
use crate::desktop::scene::{Align, Look, Scene, Style};
use crate::desktop::screens::content::{Body, Content, Hint, Room, Shown, possible};
use crate::desktop::screens::{facts, hints, list, messages, play, preview};

/// Cards fill windows with fewer letters than this, and have narrow margins with fewer than that.
const TIGHT: i32 = 64;
const ROOMY: i32 = 96;
/// The letters of a list beside a preview, and of both together with the gap between them.
const LIST: i32 = 46;
const WITH_PREVIEW: i32 = 118;
/// The fewest lines of a tall window that has a preview below the list.
const TALL: i32 = 36;
/// The lines below a list that are kept free for notes, so that a card stays as it is while the choice moves.
const NOTES: usize = 2;

/// A screen, and its place in the window.
struct Page<'p> {
    content: &'p Content,
    shown: &'p Shown<'p>,
    keys: (Bindings<'p>, Place),
    look: Look,
    /// Its card, or the window.
    frame: Area,
}

/// Returns true for a screen that is a card over something else.
pub(crate) const fn is_card(content: &Content) -> bool {
    !matches!(content.body, Body::Level | Body::Stage(_))
}

/// Returns the place of a screen's card.
pub(crate) fn frame(content: &Content, shown: &Shown, place: Place, look: &Look) -> Area {
    Page::new(content, shown, place, look).frame
}

/// Returns how much of a screen fits a window.
pub(crate) fn room(content: &Content, shown: &Shown, place: Place, look: &Look) -> Room {
    Page::new(content, shown, place, look).room()
}

impl<'p> Page<'p> {
    fn new(content: &'p Content, shown: &'p Shown<'p>, place: Place, look: &Look) -> Page<'p> {
        let frame = look.window();
        let mut page = Page { content, shown, keys: (shown.keys(), place), look: *look, frame };
        if is_card(content) {
            let margin = if frame.w.min(frame.h) < 720 { 12 } else { look.unit * 12 / 7 };
            let most = if page.is_tight() { frame.w } else { frame.w - 2 * margin };
            let width = (page.width() + 2 * page.padding()).min(most);
            // Its middle is that of the window to the pixel.
            let width = width - (frame.w - width) % 2;
            page.frame = frame.centred(width, frame.h - 2 * margin);
            let around = page.frame.h - page.body().h;
            page.frame = frame.centred(width, (around + page.height()).min(page.frame.h));
            if frame.h > frame.w {
                let lowest = frame.h - margin - page.frame.h;
                page.frame = match shown.base {
                    // The light stays free, which is below the menu.
                    Place::Title if shown.free_play => {
                        let y = (frame.h * 3 / 4 - page.frame.h) / 2;
                        Area { y: y.max(margin).min(lowest), ..page.frame }
                    }
                    _ if shown.free_play => play::below_map(page.frame, margin, shown, look),
                    _ => Area { y: lowest, ..page.frame },
                };
            }
            if place == Place::Pause && shown.free_play {
                page.frame = play::beside_light(page.frame, shown, look);
            }
        }
        page
    }

    fn is_tight(&self) -> bool {
        self.look.size.0 < TIGHT * self.look.advance(Style::Body)
    }

    /// Returns the space between the edge of a card and its column.
    fn padding(&self) -> i32 {
        let advance = self.look.advance(Style::Body);
        match self.look.size.0 / advance {
            ..TIGHT => advance,
            TIGHT..ROOMY => 2 * advance,
            _ => 3 * advance,
        }
    }

    /// Returns the width of the column.
    fn width(&self) -> i32 {
        let advance = self.look.advance(Style::Body);
        match self.content.body {
            _ if self.has_preview() && self.look.size.0 > self.look.size.1 => WITH_PREVIEW * advance,
            _ => self.content.columns * advance,
        }
    }

    /// Returns the height with which the whole body is seen.
    fn height(&self) -> i32 {
        let (line, area) = (self.look.line(), self.body());
        match &self.content.body {
            Body::Text(text) => self.paragraphs(text).len() as i32 * line,
            Body::List(lines, _) if self.has_preview() => {
                let list = list::height(lines, line * 4 / 3);
                let is_tall = self.look.size.1 > self.look.size.0;
                if is_tall { list + line + preview::height(area.w, &self.look) } else { list }
            }
            Body::List(lines, _) => list::height(lines, line * 4 / 3),
            Body::Facts(facts, last) => facts::height((facts, last), self.shown.played, area, &self.look),
            Body::Messages(_) => messages::whole(self.messages(), &self.look, area).max(2 * line),
            Body::Level | Body::Stage(_) => self.look.size.1,
        }
    }

    /// Returns the area of the body.
    fn body(&self) -> Area {
        let (look, content, frame) = (&self.look, self.content, self.frame);
        let line = look.line();
        let rows = match content.body {
            // How pages are turned is known only when they are drawn.
            Body::Messages(_) => 1,
            _ => hints::rows(&content.hints, self.keys, frame.w, look).len() as i32,
        };
        let notes = self.notes_height();
        let foot = frame.bottom() - look.footer(frame);
        if let Body::Stage(_) = content.body {
            // The picture has as much of the window as there is, down to the caps of the keys.
            let below = notes + foot + look.font(Style::Label).0 * 4 / 5;
            return Area::new(0, line - 1, frame.w, frame.h - (line - 1) - below);
        }
        let head = if content.heading.is_empty() { line } else { line * 10 / 3 };
        let above = content.above.len() as i32 * line;
        let head = head + if above > 0 { above + line / 2 } else { 0 };
        let below = line * rows * 4 / 3 + notes + foot;
        let side = self.padding();
        Area::new(frame.x + side, frame.y + head, frame.w - 2 * side, frame.h - head - below)
    }

    /// Returns the lines below the body, with their style. A preview has the sentences, and a toast takes the
    /// place of all.
    fn notes(&self) -> Vec<(String, Style)> {
        let notes = self.content.notes.iter().map(|(text, style)| (text.as_str(), *style));
        let style = self.content.notes.first().map_or(Style::Body, |(_, style)| *style);
        let is_shown = |(text, style): &(&str, Style)| {
            !text.is_empty() && (*style == Style::Label || !self.has_preview())
        };
        let notes: Vec<(&str, Style)> = match self.shown.toast {
            Some(toast) => vec![(toast, style)],
            None => notes.filter(is_shown).collect(),
        };
        let width = self.frame.w - 2 * self.padding();
        let wrapped = |(text, style)| {
            let indent = if style == Style::Label { 0 } else { 4 * self.look.advance(Style::Body) };
            let lines = self.look.wrapped(text, style, width - indent).into_iter();
            lines.map(move |line| (line, style))
        };
        notes.into_iter().flat_map(wrapped).collect()
    }

    /// Returns the height of the notes with the line above them.
    fn notes_height(&self) -> i32 {
        let changes = self.content.notes.iter().any(|(_, style)| *style == Style::Body);
        let least = if changes && !self.has_preview() { NOTES } else { 0 };
        match self.notes().len().max(least) as i32 {
            0 => 0,
            lines => (lines + 1) * self.look.line(),
        }
    }

    fn has_preview(&self) -> bool {
        let (w, h) = self.look.size;
        let is_wide = w > h && w >= (LIST * 2 + 6) * self.look.advance(Style::Body);
        self.content.example.is_some() && (is_wide || h > w && h >= TALL * self.look.line())
    }

    /// Returns the areas of the list and of the preview beside it, or below it in a tall window.
    fn parts(&self) -> (Area, Option<Area>) {
        let (area, line) = (self.body(), self.look.line());
        match &self.content.body {
            _ if !self.has_preview() => (area, None),
            Body::List(lines, ..) if self.look.size.1 > self.look.size.0 => {
                let (list, rest) = area.cut_top(list::height(lines, line * 4 / 3));
                (list, Some(rest.cut_top(line).1))
            }
            _ => {
                let advance = self.look.advance(Style::Body);
                let (list, rest) = area.cut_left(LIST * advance);
                (list, Some(rest.cut_left(3 * advance).1))
            }
        }
    }

    fn room(&self) -> Room {
        let (look, (area, _)) = (&self.look, self.parts());
        let lines = match &self.content.body {
            Body::List(lines, chosen) => list::page(lines, *chosen, area, look).len(),
            _ => usize::try_from(area.h / look.line()).unwrap_or_default(),
        };
        let lines = lines.max(1);
        let pages = match &self.content.body {
            Body::Messages(_) => messages::pages(self.messages(), look, area).len(),
            _ => 1,
        };
        Room { lines, pages: pages.max(1) }
    }

    const fn messages(&self) -> &Messages {
        &self.shown.played.history.messages
    }

    /// Breaks a text into lines, each paragraph on its own, with its style: a first one of one line is a
    /// title.
    fn paragraphs(&self, text: &str) -> Vec<(String, Style)> {
        let width = self.body().w - 2 * self.look.advance(Style::Body);
        let lines = text.split('\n').enumerate().flat_map(|(number, text)| {
            let is_title = number == 0 && self.look.width(text, Style::Strong) <= width;
            let style = if is_title { Style::Strong } else { Style::Body };
            self.balanced(text, width).into_iter().map(move |line| (line, style))
        });
        lines.collect()
    }

    /// Breaks a text into as few lines as possible, which are as even as possible.
    fn balanced(&self, text: &str, width: i32) -> Vec<String> {
        let lines = |width: i32| self.look.wrapped(text, Style::Body, width);
        let count = lines(width).len();
        let widths = (1..).map(|letters| letters * self.look.advance(Style::Body));
        let narrowest = widths.take_while(|it| *it < width).find(|it| lines(*it).len() == count);
        lines(narrowest.unwrap_or(width))
    }

    fn draw_body(&self, shown: &Shown, area: Area, scene: &mut Scene) {
        let look = &self.look;
        let centre = |row: i32| (self.frame.centre(), row);
        match &self.content.body {
            Body::Text(text) => {
                for (row, (text, style)) in (0..).zip(self.paragraphs(text)) {
                    let y = area.y + row * look.line() + look.line() / 2;
                    let color = if style == Style::Strong { look.theme.title } else { look.theme.text };
                    scene.aligned(centre(y), Align::Centre, &text, style, color);
                }
            }
            Body::Level => {
                let (whole, game) = (Area { h: area.bottom(), ..self.frame }, &shown.played.game);
                let tile = map::tile_size(whole, map::WHOLE, 0);
                let grid = Grid::new(whole, tile, STRIDES, (map::WHOLE, game.player().pos));
                map::draw(game, grid, &Marks::default(), scene);
            }
            Body::List(lines, chosen) => list::draw(lines, *chosen, area, scene),
            Body::Facts(facts, messages) => facts::draw((facts, messages), shown.played, area, scene),
            Body::Messages(page) => messages::draw(self.messages(), *page, area, scene),
            Body::Stage(stage) if stage.is_none() => {
                let why = "This level is from a save file, which does not say its seed.";
                scene.aligned(centre(area.middle()), Align::Centre, why, Style::Body, look.theme.text);
            }
            Body::Stage(_) => {}
        }
    }

    /// Draws the heading in the middle, and what is above the body.
    fn draw_head(&self, body: Area, scene: &mut Scene) {
        let (look, text) = (&self.look, self.content.heading.as_str());
        let theme = scene.look.theme;
        let line = look.line();
        if matches!(self.content.body, Body::Stage(_)) {
            let at = (self.frame.centre(), line / 2);
            return scene.aligned(at, Align::Centre, text, Style::Strong, theme.title);
        }
        if text.is_empty() {
            return;
        }
        let y = self.frame.y + line * 3 / 2;
        let style =
            if look.width(text, Style::Name) > self.frame.w - line { Style::Strong } else { Style::Name };
        scene.aligned((self.frame.centre(), y), Align::Centre, text, style, theme.title);
        scene.aligned((body.right(), y), Align::Right, &self.content.corner, Style::Label, theme.label);
        scene.fill(Area::new(body.x, y + line, body.w, (look.unit / 14).max(1)), theme.line);
        let advance = look.advance(Style::Body);
        for (row, (name, value)) in (0..).zip(&self.content.above) {
            let y = self.frame.y + line * 10 / 3 + row * line + line / 2;
            scene.text((body.x + 2 * advance, y), *name, Style::Body, theme.label);
            scene.text((body.x + 12 * advance, y), value.clone(), Style::Strong, theme.gear);
        }
    }

    /// Returns the hints of the page. Those of messages depend on how many pages there are.
    fn hints(&self) -> Vec<Hint> {
        let Body::Messages(page) = self.content.body else { return self.content.hints.clone() };
        let pages = self.room().pages;
        let page = page.min(pages - 1);
        let turns = possible([
            (page > 0, Action::Go(Way::Up), "older"),
            (page + 1 < pages, Action::Go(Way::Down), "newer"),
            (true, Action::Back, "close"),
        ]);
        let number = Hint::text(format!("page {} of {pages}", page + 1));
        [number].into_iter().chain(turns).collect()
    }

    /// Draws what is below the body: notes with a line above them, and the hints.
    fn draw_foot(&self, mouse: Option<(i32, i32)>, scene: &mut Scene) {
        let (look, theme) = (&self.look, scene.look.theme);
        let (line, column) = (look.line(), self.frame.inset(self.padding()));
        let foot = (self.frame, look.footer(self.frame));
        let y = hints::draw(&self.hints(), foot, self.keys, mouse, scene) + line - self.notes_height();
        let border = if self.notes_height() > 0 { (look.unit / 14).max(1) } else { 0 };
        scene.fill(Area { y, h: border, ..column }, theme.line);
        let toast = self.shown.toast.map(|_| theme.amulet);
        for (row, (note, style)) in (1..).zip(self.notes()) {
            let (x, align, color) = match style {
                Style::Label => (column.centre(), Align::Centre, theme.label),
                _ => (column.x + 2 * look.advance(Style::Body), Align::Left, theme.text),
            };
            scene.aligned((x, y + row * line), align, &note, style, toast.unwrap_or(color));
        }
    }
}

/// Draws the content of a screen. The row under the mouse is highlighted.
pub(crate) fn draw(
    content: Content,
    shown: &Shown,
    place: Place,
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let outside = scene.look.theme;
    let mut page = Page::new(&content, shown, place, &scene.look);
    let (area, preview) = page.parts();
    if is_card(&content) {
        // Else slivers of a wall would remain beside it.
        if shown.free_play {
            scene.shadow(page.frame);
        }
        scene.card(page.frame, mix(outside.line, outside.label, 0.5));
        if let (Some(area), Some(example)) = (preview, content.example) {
            preview::draw(example, shown, area, scene);
        }
        let theme = &mut scene.look.theme;
        theme.background = outside.card;
        theme.label = readable(theme.label, theme.background, 4.5);
    }
    page.look = scene.look;
    page.draw_head(preview.map_or(area, |preview| area.union(preview)), scene);
    page.draw_body(shown, area, scene);
    page.draw_foot(mouse, scene);
    scene.look.theme = outside;
    if let Body::Stage(stage) = content.body {
        scene.stage = stage.map(|stage| (area, *stage));
    }
}
