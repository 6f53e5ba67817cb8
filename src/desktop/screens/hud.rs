//! The HUD in free play (Parts 16 and 17): dashes, states that are cut off, and low hit points.

use crate::desktop::history::PlayedGame;
use crate::desktop::history::step::is_low;
use crate::desktop::screens::content::Shown;
use crate::desktop::settings::palette::BARS;
use crate::game::Game;
use crate::map::{MAP_HEIGHT, MAP_WIDTH};
use crate::screen::{Frame, HUD_MESSAGES, MSG_NEW, MSG_OLD};

/// In free play improves the original's HUD: messages have `-` where it draws the three bytes of a
/// dash as `???`, and all messages of the last key are bright.
pub(crate) fn adapt(shown: &Shown, frame: &mut Frame) {
    let PlayedGame { game, history, .. } = shown.played;
    if !shown.free_play || !game.part().has_hud() {
        return;
    }
    adapt_numbers(game, frame);
    let (lines, all) = (game.messages().lines(), &history.messages.all);
    let new = all.iter().rev().take_while(|message| history.messages.is_new(message)).count();
    frame.erase(|pos| pos.y > MAP_HEIGHT);
    let first = lines.len().saturating_sub(HUD_MESSAGES);
    for ((number, line), row) in lines.iter().enumerate().skip(first).zip(MAP_HEIGHT + 1..) {
        let color = if number + new >= lines.len() { MSG_NEW } else { MSG_OLD };
        frame.draw_left(1, row, &line.replace('—', "-"), color);
    }
}

/// Removes the name of a state that the edge of the picture cuts off, like `POISON(`, and gives low hit
/// points the colour of a warning.
fn adapt_numbers(game: &Game, frame: &mut Frame) {
    let Some(numbers) = frame.texts().iter().find(|text| text.pos.y == MAP_HEIGHT) else { return };
    let (first, room) = (numbers.pos.x, (MAP_WIDTH - numbers.pos.x) as usize);
    let points = format!("HP {}/{}", game.player().hp, game.player().max_hp);
    let column = numbers.text.find(&points);
    if numbers.text.len() > room {
        // Names of states come last, after two blanks each.
        let end = first + numbers.text[..=room].rfind(' ').unwrap_or(room) as i32;
        frame.erase(|pos| pos.y == MAP_HEIGHT && pos.x > end);
    }
    if let Some(column) = column.filter(|_| is_low(game.player())) {
        let first = first + column as i32;
        let columns = first..first + points.len() as i32;
        frame.recolor(|pos| pos.y == MAP_HEIGHT && columns.contains(&pos.x), BARS[2]);
    }
}
