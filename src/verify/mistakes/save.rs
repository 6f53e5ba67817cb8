//! Save files (Part 15 on) with mistakes.

use crate::game::Game;
use crate::level::Level;
use crate::map::Tile;
use crate::monster::Monster;
use crate::player;

changes! {
    /// A mistake in `Game::save` or `Game::load`: something is not restored. The second game is that before.
    SaveMistake as Save: fn(&mut Game, &Game);
    Explored SAVES "load" "the explored tiles are not restored (Game::load)" =>
        |game, _| each_tile(game, |tile| tile.explored = tile.visible);
    Visible SAVES "load" "the view is not computed after loading (Game::load)" =>
        |game, _| each_tile(game, |tile| tile.visible = false);
    Statuses SAVES "load" "the player's statuses are not restored (Game::load)" =>
        |game, _| game.player.status_turns = [0; 2];
    Known SAVES "load" "what is identified is not restored (Game::load)" => |game, _| {
        game.potion_ident.fill(false);
        game.scroll_ident.fill(false);
    };
    Looks SAVES "load" "the appearances are not restored (Game::load)" => |game, before| {
        game.potion_appear_idx = before.potion_appear_idx;
        game.scroll_appear_idx = before.scroll_appear_idx;
    };
    Pack SAVES "load" "the pack is not restored (Game::load)" =>
        |game, before| game.inventory = before.inventory.clone();
    PackAppended SAVES "load" "the pack is not cleared before it is restored (Game::load)" =>
        |game, before| game.inventory.splice(0..0, before.inventory.iter().copied()).for_each(drop);
    Weapon SAVES "load" "the weapon is not restored (Game::load)" => |game, _| {
        game.has_weapon = false;
        game.recompute_stats();
    };
    Armour SAVES "load" "the armour is not restored (Game::load)" => |game, _| {
        game.has_armour = false;
        game.recompute_stats();
    };
    Strength SAVES "load" "the strength bonus is not restored (Game::load)" => |game, _| {
        game.strength_bonus = 0;
        game.recompute_stats();
    };
    Stats SAVES "load" "recomputeStats is not called after loading (Game::load)" => |game, _| {
        let body = player::new();
        (game.player.power, game.player.defense) = (body.power, body.defense);
    };
    Magic SAVES "load" "the magic bonus is not restored (Game::load)" => |game, _| game.magic_bonus = 0;
    Amulets AMULETS "load" "the amulets are not restored (Game::load)" =>
        |game, before| game.amulets = before.amulets;
    Monsters SAVES "load" "the monsters are not restored (Game::load)" =>
        |game, _| each(game, |level| level.monsters.clear());
    DeadAlive SAVES "load" "dead monsters come back with alive == true (Game::load)" =>
        |game, _| each_monster(game, |monster| monster.entity.alive = true);
    DeadLost SAVES "load" "dead monsters are not saved (Game::save)" =>
        |game, _| each(game, |level| level.monsters.retain(|monster| monster.entity.is_alive()));
    Items SAVES "load" "the items on the floor are not restored (Game::load)" =>
        |game, _| each(game, |level| level.items.clear());
    MaxHp SAVES "load" "the maximum of hp is not restored: it becomes the hp (Game::load)" =>
        |game, _| game.player.max_hp = game.player.hp;
    Venom SAVES "load" "no monster is venomous after loading (Game::load)" =>
        |game, _| each_monster(game, |monster| monster.venomous = false);
}

fn each(game: &mut Game, change: fn(&mut Level)) {
    game.levels.iter_mut().for_each(change);
}

fn each_tile(game: &mut Game, change: fn(&mut Tile)) {
    game.levels.iter_mut().flat_map(|level| level.map.tiles.as_flattened_mut()).for_each(change);
}

fn each_monster(game: &mut Game, change: fn(&mut Monster)) {
    game.levels.iter_mut().flat_map(|level| &mut level.monsters).for_each(change);
}
