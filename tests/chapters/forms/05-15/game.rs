impl Game {
    /// Part 11: returns the current level (`cur`). The call borrows the whole game, not only `levels`.
    pub fn cur(&self) -> &Level {
        &self.levels[self.depth]
    }

    /// Part 5: writes the player's state into the title, which `main` shows (`updateTitle`).
    pub(crate) fn update_title(&mut self) {
        let part = self.part;
        let Player { hp, max_hp, power, defense, .. } = &self.player;
        let depth = self.depth + 1;
        let status = self.player.status_text();
        let cn = self.class.name();
        self.title = if part.has_saves() {
            format!(
                "Roguelike - Part {part}   |   {cn}  Depth {depth}  HP {hp}/{max_hp} POW{power} DEF{defense}{status}   \
             (F5 save  F9 load)"
            )
        } else if part.has_classes() {
            format!(
                "Roguelike - Part {part}   |   {cn}   Depth {depth}   HP {hp}/{max_hp} POW{power} DEF{defense}{status}   \
             (i inv, > stairs)"
            )
        } else if part.has_floors() {
            format!(
                "Roguelike - Part {part}   |   Depth {depth}   |   HP {hp}/{max_hp}  POW{power} DEF{defense}{status}   \
             (i inv, > stairs)"
            )
        } else if part.has_statuses() {
            format!(
                "Roguelike - Part {part}   |   HP: {hp}/{max_hp}   POW:{power} DEF:{defense}{status}   (i = inventory)"
            )
        } else if part.has_equipment() {
            format!(
                "Roguelike - Part {part}   |   HP: {hp}/{max_hp}   POW: {power}   DEF: {defense}   (i = inventory)"
            )
        } else if part.has_items() {
            format!(
                "Roguelike - Part {part}   |   HP: {hp} / {max_hp}   |   Items: {}   (i = inventory)",
                self.inventory.len()
            )
        } else {
            format!("Roguelike - Part {part}   |   HP: {hp} / {max_hp}")
        };
    }
}
