//! The travelers above an upright board: all but the first, with a line of counts each. Their panels are
//! below.

use maud::html;

use crate::gems::figure;
use crate::piece::Piece;
use crate::seats::{LINE_NAME, SeatState, lines};
use crate::table::Table;
use crate::text::Type;
use lapidary_engine::kids::resource::Token;
use lapidary_engine::kids::view::View;

/// The first position of the tokens, and the distance between two kinds.
const COUNTS: (f32, f32) = (70.0, 44.0);
/// The middle of the counts.
const MIDDLE: f32 = 32.0;

/// Adds the lines, if the board is upright.
pub(super) fn pieces(table: &Table<'_>, view: &View, pieces: &mut Vec<Piece>) {
    let (palette, words) = (table.theme.palette(), table.language.words());
    for (seat, frame) in lines(table) {
        let Some(seat) = view.seats.get(seat.index()) else { continue };
        let (tokens, tiles) = (seat.bag.tokens, seat.tiles_up.total() + seat.tiles_down.total());
        let small = Type::plain(13.0, palette.faint);
        let held =
            Token::ALL.into_iter().map(|kind| (kind, tokens.get(kind))).filter(|(_, count)| *count > 0);
        let has = html! {
            (small.at(6.0, MIDDLE, format!("{}/{}", tokens.total(), seat.bag_limit)))
            @for (place, (kind, count)) in held.enumerate() {
                @let x = COUNTS.0 + COUNTS.1 * place as f32;
                (figure(kind.name(), x + 9.0, MIDDLE, 8.5)) (Type::bold(15.0, palette.ink).at(x + 21.0, MIDDLE, count))
            }
            (Type::bold(18.0, palette.ink).ending().at(frame.width - 8.0, frame.height / 2.0, tiles))
        };
        let title = format!(
            "{}: {}, {}",
            table.name(seat.seat),
            words.counted(tokens.total(), words.tokens),
            words.counted(tiles, words.town_tiles)
        );
        let state = SeatState::new(table, seat.seat, seat.out, LINE_NAME);
        pieces.push(state.line(table, frame, title, has));
    }
}
