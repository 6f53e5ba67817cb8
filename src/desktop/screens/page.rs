//! How the content of a screen is drawn: a card over the game that is as large as its content, with a
//! heading, the body, notes, and the keys. The level and the steps of an algorithm have the whole window.

use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::bindings::Bindings;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::{mix, readable};
use crate::desktop::scene::tiles::Grid;
use crate::desktop::scene::{Align, Look, Scene, Style};
use crate::desktop::screens::content::{Body, Content, Hint, Room, Shown, possible};
use crate::desktop::screens::{facts, hints, keys, list, messages, play, preview};

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
                // In a tall window the map above stays free.
                page.frame.y = frame.h - margin - page.frame.h;
            }
            if place == Place::Pause && shown.free_play {
                page.frame.x = beside(page.frame, play::lit(shown, look), look);
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
            Body::Keys(..) => keys::width(&self.look, self.content.columns * advance),
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
                if is_tall { list + line + preview::height(&self.look) } else { list }
            }
            Body::List(lines, _) => list::height(lines, line * 4 / 3),
            Body::Facts(facts, last) => facts::height((facts, last), self.shown.played, area, &self.look),
            Body::Messages(all, _) => messages::whole(all, &self.look, area).max(2 * line),
            Body::Keys(..) | Body::Level | Body::Stage(_) => self.look.size.1,
        }
    }

    /// Returns the area of the body.
    fn body(&self) -> Area {
        let (look, content, frame) = (&self.look, self.content, self.frame);
        let line = look.line();
        let rows = match content.body {
            // How pages are turned is known only when they are drawn.
            Body::Messages(..) => 1,
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
        let below = line * rows * 4 / 3 + self.status_height() + notes + foot;
        let side = self.padding();
        Area::new(frame.x + side, frame.y + head, frame.w - 2 * side, frame.h - head - below)
    }

    /// Returns the lines below the body. A preview has them itself, and a toast takes their place.
    fn notes(&self) -> Vec<String> {
        let toast = self.shown.toast.filter(|_| self.content.status.is_empty());
        let has_notes = toast.is_none() && !self.has_preview();
        let notes = self.content.notes.iter().map(String::as_str).filter(|_| has_notes);
        let width = self.frame.w - 2 * self.padding() - 4 * self.look.advance(Style::Body);
        let wrapped = |note| self.look.wrapped(note, Style::Body, width);
        toast.into_iter().chain(notes).flat_map(wrapped).collect()
    }

    /// Returns the small text below the body, in lines. A toast takes its place.
    fn status(&self) -> Vec<String> {
        let text = match self.content.status.as_str() {
            "" => return Vec::new(),
            status => self.shown.toast.unwrap_or(status),
        };
        self.look.wrapped(text, Style::Label, self.frame.w - 2 * self.padding())
    }

    /// Returns the height of the small text with the line above it.
    fn status_height(&self) -> i32 {
        match self.status().len() as i32 {
            0 => 0,
            lines => lines * self.look.line() + self.look.unit * 8 / 7,
        }
    }

    /// Returns the height of the notes with the line above them.
    fn notes_height(&self) -> i32 {
        let least = if self.has_preview() || self.content.notes.is_empty() { 0 } else { NOTES };
        match self.notes().len().max(least) as i32 {
            0 => 0,
            lines => (lines + 1) * self.look.line(),
        }
    }

    fn has_preview(&self) -> bool {
        let (w, h) = self.look.size;
        let is_wide = w > h && w >= (LIST * 2 + 6) * self.look.advance(Style::Body);
        self.content.preview.is_some() && (is_wide || h > w && h >= TALL * self.look.line())
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
            Body::Messages(all, _) => messages::pages(all, look, area).len(),
            Body::Keys(all, _) => keys::pages(all, look, area),
            _ => 1,
        };
        Room { lines, pages: pages.max(1) }
    }

    /// Breaks a text into lines, each paragraph on its own.
    fn paragraphs(&self, text: &str) -> Vec<String> {
        let width = self.body().w - 2 * self.look.advance(Style::Body);
        text.split('\n').flat_map(|text| self.look.wrapped(text, Style::Body, width)).collect()
    }

    fn draw_body(&self, shown: &Shown, area: Area, mouse: Option<(i32, i32)>, scene: &mut Scene) {
        let (look, room) = (&self.look, self.room());
        let centre = |row: i32| (self.frame.centre(), row);
        match &self.content.body {
            Body::Text(text) => {
                for (row, text) in (0..).zip(self.paragraphs(text)) {
                    let y = area.y + row * look.line() + look.line() / 2;
                    scene.aligned(centre(y), Align::Centre, &text, Style::Body, look.theme.text);
                }
            }
            Body::Level => {
                let (whole, game) = (Area { h: area.bottom(), ..self.frame }, &shown.played.game);
                let tile = map::tile_size(whole, map::WHOLE, 0);
                let grid = Grid::new(whole, tile, map::WHOLE, game.player().pos);
                map::draw(game, grid, &Marks::default(), scene);
            }
            Body::List(lines, chosen) => list::draw(lines, *chosen, area, scene),
            Body::Facts(facts, messages) => facts::draw((facts, messages), shown.played, area, scene),
            Body::Messages(messages, page) => messages::draw(messages, *page, (area, room), scene),
            Body::Keys(lines, page) => keys::draw(lines, (*page).min(room.pages - 1), area, mouse, scene),
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
    fn hints(&self) -> Vec<Vec<Hint>> {
        let Body::Messages(_, page) = &self.content.body else { return self.content.hints.clone() };
        let pages = self.room().pages;
        let page = (*page).min(pages - 1);
        let turns = possible([
            (page > 0, Action::Go(Way::Up), "older"),
            (page + 1 < pages, Action::Go(Way::Down), "newer"),
            (true, Action::Back, "close"),
        ]);
        let number = Hint::text(format!("page {} of {pages}", page + 1));
        vec![[number].into_iter().chain(turns).collect()]
    }

    /// Draws what is below the body: notes, the status with a line above it, and the hints.
    fn draw_foot(&self, mouse: Option<(i32, i32)>, scene: &mut Scene) {
        let (look, theme) = (&self.look, scene.look.theme);
        let (line, column) = (look.line(), self.frame.inset(self.padding()));
        let toast = self.shown.toast.map(|_| theme.amulet);
        let mut y =
            hints::draw(&self.hints(), (self.frame, look.footer(self.frame)), self.keys, mouse, scene);
        let status = self.status();
        let top = y - line * (status.len() as i32 - 1);
        for (row, text) in (0..).zip(&status) {
            let at = (column.x, top + row * line);
            scene.text(at, text.clone(), Style::Label, toast.unwrap_or(theme.label));
        }
        if !status.is_empty() {
            let border = Area::new(column.x, top - line / 2 - look.unit * 5 / 7, column.w, 1);
            scene.fill(Area { h: (look.unit / 14).max(1), ..border }, theme.line);
        }
        y -= self.status_height() + self.notes_height() - line;
        let border = if self.notes_height() > 0 { (look.unit / 14).max(1) } else { 0 };
        scene.fill(Area { y, h: border, ..column }, theme.line);
        let color = toast.unwrap_or_else(|| readable(theme.text, theme.background, 4.5));
        for (row, note) in (1..).zip(self.notes()) {
            scene.text((column.x + 2 * look.advance(Style::Body), y + row * line), note, Style::Body, color);
        }
    }
}

/// Returns the left end of a card that covers nothing of what is in view, if there is one beside it.
fn beside(card: Area, lit: Area, look: &Look) -> i32 {
    let gap = look.unit * 8 / 7;
    match (lit.x - gap - card.w, lit.right() + gap) {
        _ if card.intersection(lit).is_empty() => card.x,
        (left, _) if left >= gap => left,
        (_, right) if right + card.w + gap <= look.size.0 => right,
        _ => card.x,
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
        scene.card(page.frame, mix(outside.line, outside.label, 0.5));
        if let (Some(area), Some(setting)) = (preview, content.preview) {
            preview::draw(setting, shown, area, scene);
        }
        let theme = &mut scene.look.theme;
        theme.background = outside.card;
        theme.label = readable(theme.label, theme.background, 4.5);
    }
    page.look = scene.look;
    page.draw_head(preview.map_or(area, |preview| area.union(preview)), scene);
    page.draw_body(shown, area, mouse, scene);
    page.draw_foot(mouse, scene);
    scene.look.theme = outside;
    if let Body::Stage(stage) = content.body {
        scene.stage = stage.map(|stage| (area, *stage));
    }
}
