/// Part 5: `atk` attacks `def` (`attack`), which dies when it has no hit points left.
pub(crate) fn attack(part: Part, atk: &Entity, def: &mut Entity, log: &mut MessageLog, sound: &mut Sound) {
    // At least 1, so that armour never makes anyone invulnerable.
    let dmg = (atk.power - def.defense).max(1);
    def.hp -= dmg;
    if part.has_hud() {
        sound.hit();
        // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
        log.add(format!("{} hits {} for {dmg}.", atk.name, def.name));
    } else {
        let left = def.hp.max(0);
        // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
        log.add(format!("{} hits {} for {dmg}. ({}: {left} hp)", atk.name, def.name, def.name));
    }
    if def.hp <= 0 {
        def.hp = 0;
        def.alive = false;
        log.add(format!("{} dies.", def.name));
    }
}
