//! The line above the table: what is played, which turn it is, what just happened, what comes next.

use maud::html;

use crate::number::Number;
use crate::piece::{At, Piece};
use crate::table::Table;
use crate::text::Type;
use lapidary_engine::outcome::Outcome;

/// The height of the line.
pub(crate) const HEADER: f32 = 44.0;

/// What the line says.
pub(crate) struct Header {
    /// What is played.
    pub game: String,
    /// How many turns have begun.
    pub turns_begun: u16,
    /// Whether this is the final round.
    pub final_round: bool,
    /// What just happened.
    pub last: Option<String>,
    /// What comes next, or the result.
    pub next: String,
}

impl Header {
    /// Adds the pieces of the line.
    pub fn pieces(&self, table: &Table<'_>, width: f32, pieces: &mut Vec<Piece>) {
        let (palette, words) = (table.theme.palette(), table.language.words());
        let turn = match self.final_round {
            true => format!("{} {} · {}", words.turn, self.turns_begun, words.final_round),
            false => format!("{} {}", words.turn, self.turns_begun),
        };
        let third = (width - 28.0) / 3.0;
        let (game, small) = (Type::bold(17.0, palette.ink), Type::plain(14.0, palette.faint));
        let game = game.fitted(&self.game, third);
        let bar = html! {
            rect width=(Number(width)) height=(Number(HEADER)) fill=(palette.panel) {}
            (game.at(14.0, 14.0, game.cut(&self.game, third)))
        };
        pieces.push(Piece::new("header", "header", At::new(0.0, 0.0), bar));
        pieces.push(Piece::new("turn", "turn", At::new(14.0, 33.0), small.at(0.0, 0.0, turn)));
        let last = self.last.iter().map(|last| {
            let middle = Type::plain(16.0, palette.last).centered().fitted(last, third);
            let said = middle.at(0.0, 0.0, middle.cut(last, third));
            Piece::new("last-action", "last", At::new(width / 2.0, HEADER / 2.0), said).titled(last.clone())
        });
        pieces.extend(last);
        let end = Type::bold(16.0, palette.turn).ending().fitted(&self.next, third);
        let said = end.at(0.0, 0.0, end.cut(&self.next, third));
        pieces.push(Piece::new("next", "next", At::new(width - 14.0, HEADER / 2.0), said));
    }
}

/// The winners, or none if there are no ranks.
pub(crate) fn result(table: &Table<'_>, outcome: &Outcome) -> String {
    let words = table.language.words();
    let winners: Vec<String> = outcome.winners().into_iter().map(|seat| table.name(seat)).collect();
    let verb = if winners.len() == 1 { words.wins } else { words.win };
    format!("{} {verb}", winners.join(", "))
}
