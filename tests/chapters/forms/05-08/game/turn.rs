/// Part 5: `atk` attacks `def` (`attack`), which dies when it has no hit points left.
pub(crate) fn attack(part: Part, atk: &Entity, def: &mut Entity, log: &mut MessageLog, sound: &mut Sound) {
    def.hp -= atk.power;
    let left = def.hp.max(0);
    // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
    log.add(format!("{} hits {} for {}. ({}: {left} hp)", atk.name, def.name, atk.power, def.name));
    if def.hp <= 0 {
        def.hp = 0;
        def.alive = false;
        log.add(format!("{} dies.", def.name));
    }
}
