//! The input of a drawing: the view of a game, the names of its players and the last action.

use crate::arrangement::Arrangement;
use crate::language::Language;
use crate::map::BoardMaps;
use crate::text::cut;
use crate::theme::Theme;
use lapidary_engine::game::{Effect, View};
use lapidary_engine::seat::Seat;

/// The maximum number of columns of a name.
const NAME_COLUMNS_MAX: usize = 40;

/// A game as one viewer sees it.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// What the viewer sees.
    pub view: &'a View,
    /// The name of each player, in seat order. None for an erased player.
    pub names: &'a [Option<&'a str>],
    /// The seat with the first panel. The others follow in order of play.
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

/// The last action of a game, with all its consequences.
#[derive(Clone, Copy, Debug)]
pub struct Last<'a> {
    /// The seat whose action it was.
    pub seat: Seat,
    /// What it did, as the viewer sees it ([`Effect::shown_to`]).
    pub effects: &'a [Effect],
}

impl Table<'_> {
    /// The name of a seat's player. Long names are cut.
    pub(crate) fn name(&self, seat: Seat) -> String {
        name(self.names.get(seat.index()).copied().flatten(), self.language)
    }

    pub(crate) fn all_names(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|named| name(*named, self.language)).collect();
        names.join(", ")
    }
}

/// A player's name, cut if it is long. An erased player has none.
pub(crate) fn name(name: Option<&str>, language: Language) -> String {
    cut(name.unwrap_or(language.words().erased), NAME_COLUMNS_MAX)
}
