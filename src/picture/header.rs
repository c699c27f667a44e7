//! The line above the table: the game, the turn, the last event and the next decision.

use maud::{Markup, html};

use crate::arrangement::Arrangement;
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::seats::{UPRIGHT_HEADER, UPRIGHT_MARGIN, lines};
use crate::table::Table;
use crate::text::{Type, cut, cut_name};
use lapidary_engine::outcome::Outcome;

/// The height of the line.
pub(crate) const HEADER: f32 = 44.0;
/// In the line of a seat, the width before and after what it did.
const SAID: (f32, f32) = (134.0, 82.0);

/// The content of the line.
pub(crate) struct Header {
    /// What is played.
    pub game: String,
    /// How many turns have begun.
    pub turns_begun: u16,
    /// Whether this is the final round.
    pub final_round: bool,
    /// What just happened.
    pub last: Option<Said>,
    /// What comes next, or the result.
    pub next: Said,
}

/// The parts of the line about players.
pub(crate) struct Said {
    /// Their names; empty if it is said of nobody.
    pub names: String,
    /// What is said after them.
    pub text: String,
}

/// The minimum number of columns for names, even before a long text.
const NAMES_COLUMNS_MIN: usize = 6;

impl Said {
    /// The whole of it.
    pub fn whole(&self) -> String {
        match self.names.as_str() {
            "" => self.text.clone(),
            names => format!("{names} {}", self.text),
        }
    }

    /// The same in this many columns. Shortens the names before the text.
    fn cut(&self, columns: usize) -> String {
        let left = columns.saturating_sub(self.text.chars().count() + 1);
        let names = cut_name(&self.names, left.max(NAMES_COLUMNS_MIN));
        cut(&Said { names, text: self.text.clone() }.whole(), columns)
    }

    /// The same in a type. Makes it smaller, and cuts it, to be at most about this wide.
    fn fitted(&self, font: Type, width: f32) -> Markup {
        let font = font.fitted(&self.whole(), width);
        font.at(0.0, 0.0, self.cut(font.columns(width)))
    }
}

impl Header {
    /// Adds the pieces of the line.
    pub fn pieces(&self, table: &Table<'_>, width: f32, pieces: &mut Vec<Piece>) {
        let (palette, words) = (table.theme.palette(), table.language.words());
        let turn = match self.final_round {
            true => format!("{} {} · {}", words.turn, self.turns_begun, words.final_round),
            false => format!("{} {}", words.turn, self.turns_begun),
        };
        if table.arrangement == Arrangement::Portrait {
            return self.upright(table, turn, width, pieces);
        }
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
            let said = last.fitted(Type::plain(16.0, palette.last).centered(), third);
            Piece::new("last-action", "last", At::new(width / 2.0, HEADER / 2.0), said).titled(last.whole())
        });
        pieces.extend(last);
        let said = self.next.fitted(Type::bold(16.0, palette.turn).ending(), third);
        pieces.push(Piece::new("next", "next", At::new(width - 14.0, HEADER / 2.0), said));
    }
}

impl Header {
    /// Adds the same pieces in one line. What a seat with a line above the table did stands in its line.
    fn upright(&self, table: &Table<'_>, turn: String, width: f32, pieces: &mut Vec<Piece>) {
        let (palette, middle) = (table.theme.palette(), UPRIGHT_HEADER / 2.0);
        let (small, bold) = (Type::plain(13.0, palette.faint), Type::bold(14.0, palette.turn).ending());
        let bar =
            html! { rect width=(Number(width)) height=(Number(UPRIGHT_HEADER)) fill=(palette.panel) {} };
        pieces.push(Piece::new("header", "header", At::new(0.0, 0.0), bar));
        let left = UPRIGHT_MARGIN + small.width(&turn) + UPRIGHT_MARGIN;
        pieces.push(Piece::new("turn", "turn", At::new(UPRIGHT_MARGIN, middle), small.at(0.0, 0.0, turn)));
        let next = self.next.cut(bold.columns((width - left) * 0.6));
        // Fonts differ in width.
        let next_width = bold.width(&next) * 1.2;
        let at = At::new(width - UPRIGHT_MARGIN, middle);
        let piece = Piece::new("next", "next", at, bold.at(0.0, 0.0, next)).titled(self.next.whole());
        let (Some(last), Some(said)) = (table.last, self.last.as_ref()) else { return pieces.push(piece) };
        let line = lines(table).find(|(seat, _)| *seat == last.seat);
        let (at, wide) = match line {
            Some((_, frame)) => (At::new(frame.x + SAID.0, frame.y + 14.0), frame.width - SAID.0 - SAID.1),
            None => (At::new(left, middle), width - left - next_width - 2.0 * UPRIGHT_MARGIN),
        };
        let font = Type::plain(13.0, palette.last);
        let text = font.at(0.0, 0.0, font.cut(&said.text, wide.max(0.0)));
        pieces.extend([Piece::new("last-action", "last", at, text).titled(said.whole()), piece]);
    }
}

/// The winners. None if there are no ranks.
pub(crate) fn result(table: &Table<'_>, outcome: &Outcome) -> Said {
    let words = table.language.words();
    let winners: Vec<String> = outcome.winners().into_iter().map(|seat| table.name(seat)).collect();
    let verb = if winners.len() == 1 { words.wins } else { words.win };
    Said { names: winners.join(", "), text: verb.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_before_what_is_said_of_them() {
        let said = |names: &str, columns| {
            Said { names: names.to_owned(), text: "takes a token".to_owned() }.cut(columns)
        };
        assert_eq!(said("augusta", 21), "augusta takes a token");
        assert_eq!(said("augusta", 20), "augu…a takes a token");
        assert_eq!(said("augusta", 12), "augu…a take…", "a name keeps a few letters");
        assert_eq!(said("", 13), "takes a token");
        assert_eq!(said("愛愛愛愛", 22), "愛愛愛愛 takes a token");
        assert_eq!(said("愛愛愛愛", 21), "愛愛…愛 takes a token");
    }
}
