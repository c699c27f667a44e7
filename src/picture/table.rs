//! What is drawn: the view of a game with the names of its players and what just happened.

use crate::kids;
use crate::language::Language;
use crate::splendor;
use crate::svg::Scene;
use crate::text::cut;
use crate::theme::{Palette, Theme};
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
}

/// The last action of a game, with everything that followed from it.
#[derive(Clone, Copy, Debug)]
pub struct Last<'a> {
    /// The seat whose action it was.
    pub seat: Seat,
    /// What it did, as the viewer sees it ([`Effect::shown_to`]).
    pub effects: &'a [Effect],
}

/// Draws a game as SVG: a whole document without scripts and references to anything outside. The same table
/// is drawn with the same bytes.
///
/// ```
/// # use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
/// # use lapidary_engine::game::Game;
/// # use lapidary_engine::ruleset::Ruleset;
/// # use lapidary_engine::seat::Seat;
/// # use lapidary_engine::viewer::Viewer;
/// use lapidary_picture::{Language, Table, Theme, draw};
///
/// # let ruleset = Ruleset::parse("splendor", [], [])?;
/// # let server_seed = ServerSeed::new([1; 32]);
/// # let contributions = Contributions::try_from(vec![Entropy::default(); 2])?;
/// # let (deal_id, beacon) = (DealId([7; 16]), Entropy::default());
/// # let name = ruleset.deal_name();
/// # let input =
/// #     DealInput { deal_id, server_seed: &server_seed, ruleset: &name, contributions: &contributions, beacon: &beacon };
/// # let game = Game::deal(ruleset, None, &input, Seating::JoinOrder)?.game;
/// let picture = draw(&Table {
///     view: &game.view(Viewer::Spectator),
///     names: &[Some("ada"), Some("<b>")],
///     first: Seat::FIRST,
///     last: None,
///     language: Language::English,
///     theme: Theme::Light,
/// });
/// assert!(picture.starts_with("<svg") && picture.contains("&lt;b&gt;"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(table: &Table<'_>) -> String {
    let palette = table.theme.palette();
    table.scene().still(palette, definitions(table.view, palette))
}

impl Table<'_> {
    /// The picture, not written yet.
    pub(crate) fn scene(&self) -> Scene {
        match self.view {
            View::Splendor(view) => splendor::scene(self, view),
            View::Kids(view) => kids::scene(self, view),
        }
    }

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

/// The definitions for pictures of this game.
pub(crate) fn definitions(view: &View, palette: &Palette) -> maud::Markup {
    match view {
        View::Splendor(_) => splendor::definitions(palette),
        View::Kids(_) => kids::definitions(palette),
    }
}
