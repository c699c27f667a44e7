//! Drawing a game of any ruleset.

use crate::kids;
use crate::splendor;
use crate::svg::Scene;
use crate::table::Table;
use crate::theme::Palette;
use lapidary_engine::game::View;

/// Draws a game as SVG: a whole document without scripts and references to anything outside. The same table
/// is drawn with the same bytes.
///
/// ```
/// # use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
/// # use lapidary_engine::game::Game;
/// # use lapidary_engine::ruleset::Ruleset;
/// # use lapidary_engine::seat::Seat;
/// # use lapidary_engine::viewer::Viewer;
/// use lapidary_picture::{Arrangement, BoardMaps, Language, Table, Theme, draw};
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
///     arrangement: Arrangement::Landscape,
///     maps: &BoardMaps::default(),
/// });
/// assert!(picture.starts_with("<svg") && picture.contains("&lt;b&gt;"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(table: &Table<'_>) -> String {
    let palette = table.theme.palette();
    scene(table).still(palette, definitions(table.view, palette))
}

/// The picture before it is written.
pub(crate) fn scene(table: &Table<'_>) -> Scene {
    match table.view {
        View::Splendor(view) => splendor::scene(table, view),
        View::Kids(view) => kids::scene(table, view),
    }
}

/// The definitions for pictures of this game.
pub(crate) fn definitions(view: &View, palette: &Palette) -> maud::Markup {
    match view {
        View::Splendor(_) => splendor::definitions(palette),
        View::Kids(_) => kids::definitions(palette),
    }
}
