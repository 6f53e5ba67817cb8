impl Game {
    /// Part 5: returns true if a hunting monster may step there: floor without player or living monster (from
    /// Part 7 on in `monstersAct`).
    fn is_free(&self, pos: Pos) -> bool {
        self.cur().map.is_floor(pos) && pos != self.player.pos && self.monster_at(pos).is_none()
    }

    /// Part 5: returns the index of the first living monster on a tile (`monsterAt`).
    pub(crate) fn monster_at(&self, pos: Pos) -> Option<usize> {
        let stands_there = |monster: &Monster| monster.entity.is_alive() && monster.entity.pos == pos;
        self.cur().monsters.iter().position(stands_there)
    }
}

/// Part 5: one attack (`attack`).
pub(crate) fn attack(part: Part, atk: &Entity, def: &mut Entity, log: &mut MessageLog, sound: &mut Sound) {
    // From Part 9 on it is at least 1, so that armour never makes anyone invulnerable.
    let dmg = if part.has_equipment() { (atk.power - def.defense).max(1) } else { atk.power };
    def.hp -= dmg;
    // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
    if part.has_hud() {
        sound.hit();
        log.add(format!("{} hits {} for {dmg}.", atk.name, def.name));
    } else {
        let left = def.hp.max(0);
        log.add(format!("{} hits {} for {dmg}. ({}: {left} hp)", atk.name, def.name, def.name));
    }
    if def.hp <= 0 {
        def.hp = 0;
        def.alive = false;
        log.add(format!("{} dies.", def.name));
    }
}
