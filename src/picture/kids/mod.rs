//! Pictures of Splendor Kids.

use maud::Markup;

use crate::gems;
use crate::header::{Header, result};
use crate::piece::Piece;
use crate::seats::{Frame, SeatState, column, order};
use crate::svg::{Extent, Scene};
use crate::table::Table;
use crate::theme::Palette;
use lapidary_engine::kids::view::View;

/// The definitions of what the pieces show.
pub(crate) fn definitions(palette: &Palette) -> Markup {
    gems::definitions(palette)
}

/// The picture, not written yet.
pub(crate) fn scene(table: &Table<'_>, view: &View) -> Scene {
    let mut pieces = Vec::new();
    let words = table.language.words();
    let next = match (&view.outcome, view.to_act) {
        (Some(outcome), _) => result(table, outcome),
        (None, Some((seat, decision))) => {
            format!("{} {}", table.name(seat), words.decisions_of_kids[decision as usize])
        }
        (None, None) => words.game_over.to_owned(),
    };
    let header = Header {
        game: "Splendor Kids".to_owned(),
        turns_begun: view.turns_begun,
        final_round: view.gates_closed,
        last: None,
        next,
    };
    header.pieces(table, 1000.0, &mut pieces);
    let order = order(view.seats.len(), table.first);
    let frames: Vec<Frame> =
        column(Frame { x: 14.0, y: 58.0, width: 972.0, height: 400.0 }, order.len()).collect();
    for (seat, frame) in order.into_iter().zip(frames) {
        let state = SeatState {
            seat,
            acts: view.to_act.is_some_and(|(decider, _)| decider == seat),
            acted: false,
            out: view.seats.get(seat.index()).is_some_and(|seat| seat.out),
            rank: SeatState::rank_of(view.outcome.as_ref(), seat),
            name_width: 600.0,
        };
        pieces.push(state.piece(table, frame));
    }
    Scene {
        extent: Extent { width: 1000, height: 472 },
        title: header.game.clone(),
        description: header.next.clone(),
        language: table.language.code(),
        pieces,
    }
}
