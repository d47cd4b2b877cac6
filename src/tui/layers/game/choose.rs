//! Steps that must be chosen twice.

use crate::program::Effect;
use crate::tui::shared::Shared;

/// Chooses the step that would be made, if steps are to be confirmed and this one has not been
/// chosen yet.
pub(super) fn choose(cx: &mut Shared) -> Option<Vec<Effect>> {
    let table = cx.game.table().filter(|_| cx.settings().confirm)?;
    let steps = table.choice()?.to_vec();
    let here = (table.timeline().cursor(), steps);
    let names = table.names();
    if cx.game.chosen.take().as_ref() == Some(&here) {
        return None;
    }
    let text: Vec<String> = here.1.iter().map(|&step| names.step(step)).collect();
    let effects = cx.say(format!("{} is selected; do it again to play it", text.join(", ")));
    cx.game.chosen = Some(here);
    Some(effects)
}
