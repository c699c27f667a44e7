//! What is drawn: the view of a game with the names of its players and what just happened.

use crate::arrangement::Arrangement;
use crate::language::Language;
use crate::map::BoardMaps;
use crate::text::cut;
use crate::theme::Theme;
use lapidary_engine::game::{Effect, View};
use lapidary_engine::seat::Seat;

/// The longest name that is shown, in columns.
const NAME_COLUMNS_MAX: usize = 40;

/// A game as one viewer sees it.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// What the viewer sees.
    pub view: &'a View,
    /// The name of each player in order of seats; none for an erased player.
    pub names: &'a [Option<&'a str>],
    /// The seat whose panel comes first; the others follow in order of play.
    pub first: Seat,
    /// The last action; none before the first one.
    pub last: Option<Last<'a>>,
    /// The language of the texts.
    pub language: Language,
    /// The colors.
    pub theme: Theme,
    /// How it is arranged.
    pub arrangement: Arrangement,
    /// Where the operator's boards of Kids have their places.
    pub maps: &'a BoardMaps,
}

/// The last action of a game, with everything that followed from it.
#[derive(Clone, Copy, Debug)]
pub struct Last<'a> {
    /// The seat whose action it was.
    pub seat: Seat,
    /// What it did, as the viewer sees it ([`Effect::shown_to`]).
    pub effects: &'a [Effect],
}

impl Table<'_> {
    /// The name of a seat's player, cut if it is long.
    pub(crate) fn name(&self, seat: Seat) -> String {
        name(self.names.get(seat.index()).copied().flatten(), self.language)
    }

    /// The names of all players.
    pub(crate) fn all_names(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|named| name(*named, self.language)).collect();
        names.join(", ")
    }
}

/// A player's name, cut if it is long; an erased player has none.
pub(crate) fn name(name: Option<&str>, language: Language) -> String {
    cut(name.unwrap_or(language.words().erased), NAME_COLUMNS_MAX)
}
