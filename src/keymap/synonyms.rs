//! Words that players type for an action, besides those that its line of the table has.

use super::action::Action;

impl Action {
    /// Other words for it, for the palette to find it by.
    pub const fn synonyms(self) -> &'static str {
        match self {
            Self::Help => "keys shortcuts bindings commands manual",
            Self::Palette => "command search",
            Self::Rules | Self::RulesBeside => "how howto explain",
            Self::Learn => "tutorial lesson lessons teach practice",
            Self::Why => "why explain reason legal illegal allowed",
            Self::Quit => "exit leave close",
            Self::Home => "menu main back",
            Self::Redraw => "refresh repaint",
            Self::TypeStep => "enter move coordinates coords cell variation try what-if",
            Self::Rotate => "turn shape orientation",
            Self::Pass => "skip",
            Self::Swap => "pie sides colors colours exchange",
            Self::Resign => "surrender forfeit concede abandon give up",
            Self::Undo => "takeback back revert",
            Self::Redo => "forward again",
            Self::GoToTurn => "goto jump number",
            Self::First => "start beginning rewind",
            Self::Last => "end latest",
            Self::NextVariation | Self::PreviousVariation => "variation branch line compare",
            Self::Promote => "promote mainline",
            Self::MainLine => "main game back variation branch leave",
            Self::DeleteVariation => "remove cut prune erase branch line",
            Self::ReturnToGame => "resume continue go back play",
            Self::Analyse => {
                "analyse analyze analysis review report mistake mistakes blunder blunders evaluate learn study best worst move what was \
                 went wrong better computer graph chart win rate winrate"
            }
            Self::NextFault | Self::PreviousFault => {
                "worst move mistake blunder inaccuracy error fault what was went wrong"
            }
            Self::Retry => "learn from mistakes blunders practise practice train again",
            Self::Report => {
                "accuracy worst moves win rate winrate summary statistics stats analysis"
            }
            Self::ThinkFirst => "hide engine analysis spoiler quiz guess",
            Self::Hint => {
                "analyse analyze analysis engine evaluate evaluation suggest best move candidates win rate winrate pv principal variation main line"
            }
            Self::Take(_) => "accept suggestion candidate best",
            Self::Threat => "danger threats",
            Self::Halt => "stop pause cancel",
            Self::Resume => "continue unfinished",
            Self::PlayComputer => "rematch again bot engine ai opponent",
            Self::Daily => "puzzle puzzles tactics problem problems exercise day",
            Self::LetMove => "continue resume go",
            Self::OneStep => "single step",
            Self::MoveNow => "force hurry",
            Self::Seats => "opponent level difficulty strength computer ai bot engine human",
            Self::PlayOn => "resume continue branch",
            Self::LookThrough => {
                "review replay history study autoplay graph report retry mistake mistakes blunder blunders what was wrong"
            }
            Self::Autoplay => "autoplay slideshow watch run",
            Self::PauseClock => "pause timer clock time",
            Self::Chat => "say talk message write",
            Self::AcceptOffer => "accept agree allow",
            Self::DeclineOffer => "decline refuse reject",
            Self::Faster => "speed quicker",
            Self::Slower => "speed",
            Self::Comment => "note notes write",
            Self::Tree => "variations tree branches compare",
            Self::Glyph => "judge mark good bad blunder nag symbol",
            Self::Find => "search",
            Self::Explore => {
                "opening openings explorer find book database statistics similar games position search library"
            }
            Self::EditPosition => {
                "editor setup set up paste problem arrange place stones board position fen"
            }
            Self::CopyPosition => "text fen notation share position",
            Self::TypePosition => "paste fen notation import enter",
            Self::PutFirst | Self::PutSecond => "place stone add",
            Self::TakeAway => "remove delete erase stone",
            Self::Brush => "colour color switch stone",
            Self::OtherSide => "turn side to move player",
            Self::TurnKind => "phase opening pass swap turn",
            Self::Clear => "empty reset wipe",
            Self::SetOptions => "size game komi pie rules options",
            Self::PlayFromHere => "start game opponent computer",
            Self::SaveAs => "save write store",
            Self::Export => {
                "image picture diagram screenshot png svg gif html markdown page annotated share copy clipboard"
            }
            Self::Open => "load import saved archive resume",
            Self::NewGame => "restart rematch another",
            Self::Rematch => "again revenge return exchange colours",
            Self::ZoomIn => "zoom bigger enlarge",
            Self::ZoomOut => "zoom shrink",
            Self::Marks => "territory control influence overlay",
            Self::Coordinates => "labels letters numbers",
            Self::TurnBoard => "rotate turn orientation",
            Self::FlipBoard => "mirror reverse flip",
            Self::MouseCapture => "mouse select selection",
            Self::Settings => "options preferences config configuration configure",
            _ => "",
        }
    }
}
