//! Tells whether one record is an earlier state of another's game.

use std::collections::HashMap;

use tetralith_core::timeline::NodeId;
use tetralith_core::{Record, Step, Timeline};

use super::replay;

/// Returns true if the record `bytes` is an earlier state of `game`: everything in it is in `game`
/// too.
pub(super) fn is_earlier(bytes: &[u8], game: &(Record, Timeline)) -> bool {
    replay(bytes).is_ok_and(|earlier| has_all(game, &earlier))
}

/// Returns true if the first game began when and where the second did, with the same options, and
/// has all its steps, its comments and the way it was given up.
pub(super) fn has_all(
    (record, timeline): &(Record, Timeline),
    (was, earlier): &(Record, Timeline),
) -> bool {
    let kept = |now: &Option<String>, then: &Option<String>| then.is_none() || now == then;
    // Two games with the same moves differ in when they began; without a date they cannot be told
    // apart.
    if was.date.is_none()
        || record.date != was.date
        || timeline.start() != earlier.start()
        || !kept(&record.event, &was.event)
        || !kept(&record.comment, &was.comment)
    {
        return false;
    }
    let step = |timeline: &Timeline, node| Some((timeline.parent(node), timeline.step(node)?));
    let steps: HashMap<(NodeId, Step), NodeId> =
        timeline.nodes().filter_map(|node| Some((step(timeline, node)?, node))).collect();
    // Where each place of the earlier state is in the other.
    let mut places = HashMap::from([(NodeId::START, NodeId::START)]);
    earlier.nodes().all(|node| {
        if let Some((parent, step)) = step(earlier, node) {
            let Some(&place) = places.get(&parent).and_then(|parent| steps.get(&(*parent, step)))
            else {
                return false;
            };
            places.insert(node, place);
        }
        let remark = |timeline: &Timeline, node| {
            timeline.note(node).map_or("", |note| &note.comment).to_owned()
        };
        let (then, end) = (remark(earlier, node), earlier.ended_at(node));
        let place = places[&node];
        (then.is_empty() || remark(timeline, place) == then)
            && (end.is_none() || timeline.ended_at(place) == end)
    })
}
