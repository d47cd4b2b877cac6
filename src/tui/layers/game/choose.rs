//! Steps that must be chosen twice.

use crate::program::Effects;
use crate::tui::shared::Shared;

/// Chooses the step that would be made, if steps are to be confirmed and this one has not been
/// chosen yet; false if it can be made.
pub(super) fn choose(cx: &mut Shared, effects: &mut Effects) -> bool {
    let table = cx.game.table().filter(|_| cx.settings().play.confirm);
    let Some((table, steps)) = table.and_then(|table| Some((table, table.choice()?.to_vec())))
    else {
        return false;
    };
    let names = table.names();
    let text: Vec<String> = steps.iter().map(|&step| names.step(step)).collect();
    let here = (table.timeline().cursor(), steps);
    if cx.board.chosen.take().as_ref() == Some(&here) {
        return false;
    }
    cx.say(format!("{} is selected; repeat to play it", text.join(", ")), effects);
    cx.board.chosen = Some(here);
    cx.board.chosen_at = cx.game.now().steady;
    true
}
