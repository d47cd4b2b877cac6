//! The table on the screen: the board, the panel beside it, the lines below it. Drawing only;
//! functions that the mouse asks too work out the places.

mod announcement;
mod areas;
mod asked;
mod board;
mod comment;
mod draw;
mod evaluation;
mod first_game;
mod graph;
mod head;
mod here;
mod hint_table;
mod moves;
mod rules;
mod status;
mod thinking;
mod view;

pub use areas::Areas;
pub use board::{draw_board, picture};
pub use comment::is_commented;
pub use draw::{
    StandingParts, draw, draw_standing, graph_picture, signs_of, signs_on_board,
    too_small_for_board,
};
pub use moves::{is_over_moves, place_at};
pub use rules::most_rules_scroll;
pub use status::draw_cursor_text;
pub use view::{EngineView, GameView, MatchView};
