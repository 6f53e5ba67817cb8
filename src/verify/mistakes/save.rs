//! Save files (Part 15 on) with mistakes.

use super::{Mistake, MistakenGame};
use crate::game::Game;
use crate::level::Level;
use crate::part::Part;

mistakes! {
    /// A mistake in `Game::save` or `Game::load`: something is not restored.
    SaveMistake [Part::has_saves]:
    Explored "load" "the explored tiles are not restored (Game::load)"
    Visible "load" "the view is not computed after loading (Game::load)"
    Statuses "load" "the player's statuses are not restored (Game::load)"
    Known "load" "what is identified is not restored (Game::load)"
    Looks "load" "the appearances are not restored (Game::load)"
    Pack "load" "the pack is not restored (Game::load)"
    PackAppended "load" "the pack is not cleared before it is restored (Game::load)"
    Weapon "load" "the weapon is not restored (Game::load)"
    Armour "load" "the armour is not restored (Game::load)"
    Strength "load" "the strength bonus is not restored (Game::load)"
    Magic "load" "the magic bonus is not restored (Game::load)"
    Amulets [Part::has_amulets] "load" "the amulets are not restored (Game::load)"
    Monsters "load" "the monsters are not restored (Game::load)"
    DeadAlive "load" "dead monsters come back with alive == true (Game::load)"
    DeadLost "load" "dead monsters are not saved (Game::save)"
    Items "load" "the items on the floor are not restored (Game::load)"
    MaxHp "load" "the maximum of hp is not restored: it becomes the hp (Game::load)"
    Venom "load" "snakes are not venomous after loading (Game::load)"
}
impl MistakenGame {
    /// Takes back what a mistaken load does not restore. `before` is the game before the load.
    pub(super) fn forget_loaded(&mut self, before: &Game) {
        let Mistake::Save(mistake) = self.mistake else { return };
        let game = &mut self.game;
        let all = |game: &mut Game, change: &dyn Fn(&mut Level)| {
            game.levels.iter_mut().for_each(change);
        };
        match mistake {
            SaveMistake::Explored => all(game, &|level| {
                for tile in level.map.tiles.as_flattened_mut() {
                    tile.explored = tile.visible;
                }
            }),
            SaveMistake::Visible => {
                for tile in game.cur_mut().map.tiles.as_flattened_mut() {
                    tile.visible = false;
                }
            }
            SaveMistake::Statuses => game.player.status_turns = [0; 2],
            SaveMistake::Known => {
                game.potion_ident.fill(false);
                game.scroll_ident.fill(false);
            }
            SaveMistake::Looks => {
                game.potion_appear_idx = before.potion_appear_idx;
                game.scroll_appear_idx = before.scroll_appear_idx;
            }
            SaveMistake::Pack => game.inventory = before.inventory.clone(),
            SaveMistake::PackAppended => {
                game.inventory.splice(0..0, before.inventory.iter().copied()).for_each(drop)
            }
            SaveMistake::Weapon => game.has_weapon = false,
            SaveMistake::Armour => game.has_armour = false,
            SaveMistake::Strength => game.strength_bonus = 0,
            SaveMistake::Magic => game.magic_bonus = 0,
            SaveMistake::Amulets => game.amulets = before.amulets,
            SaveMistake::Monsters => all(game, &|level| level.monsters.clear()),
            SaveMistake::DeadAlive => all(game, &|level| {
                level.monsters.iter_mut().for_each(|monster| monster.entity.alive = true);
            }),
            SaveMistake::DeadLost => {
                all(game, &|level| level.monsters.retain(|monster| monster.entity.is_alive()));
            }
            SaveMistake::Items => all(game, &|level| level.items.clear()),
            SaveMistake::MaxHp => game.player.max_hp = game.player.hp,
            SaveMistake::Venom => all(game, &|level| {
                level.monsters.iter_mut().for_each(|monster| monster.venomous = false);
            }),
        }
        if matches!(mistake, SaveMistake::Weapon | SaveMistake::Armour | SaveMistake::Strength) {
            game.recompute_stats();
        }
    }
}
