//! The kiosk: a terminal that is for one game with another terminal alone.

use crate::keymap::Action;

/// True if `action` is a part of playing, and leads to no file, no other game and no setting.
pub const fn is_playing(action: Action) -> bool {
    use Action as A;
    matches!(
        action,
        A::Help
            | A::Rules
            | A::RulesBeside
            | A::RulesUp
            | A::RulesDown
            | A::Why
            | A::Quit
            | A::Redraw
            | A::Move(_)
            | A::Jump(_)
            | A::Accept
            | A::Cancel
            | A::TakeBack
            | A::Yes
            | A::No
            | A::First
            | A::Last
            | A::Back
            | A::Forward
            | A::BackTen
            | A::ForwardTen
            | A::NextLegal
            | A::PreviousLegal
            | A::Pick
            | A::TypeStep
            | A::Rotate
            | A::RotateBack
            | A::NextStone
            | A::Pass
            | A::Swap
            | A::Resign
            | A::Undo
            | A::Redo
            | A::GoToTurn
            | A::NextVariation
            | A::PreviousVariation
            | A::PlayOn
            | A::ReturnToGame
            | A::LookThrough
            | A::Autoplay
            | A::PauseClock
            | A::Faster
            | A::Slower
            | A::Tree
            | A::Find
            | A::NewGame
            | A::Rematch
            | A::ZoomIn
            | A::ZoomOut
            | A::Marks
            | A::Coordinates
            | A::TurnBoard
            | A::FlipBoard
            | A::MouseCapture
            | A::Chat
            | A::AcceptOffer
            | A::DeclineOffer
            | A::Erase
            | A::EraseNext
            | A::EraseWord
            | A::EraseAll
    )
}
