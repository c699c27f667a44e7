//! The whole picture of a game of Splendor Kids.

use maud::{Markup, html};

use super::layout::Layout;
use super::story::Story;
use super::words::place_in_words;
use super::{board, figures, lines, panel, supply};
use crate::gems;
use crate::header::{Header, Said, result};
use crate::language::game;
use crate::svg::{Extent, Scene};
use crate::table::Table;
use crate::theme::Palette;
use lapidary_engine::kids::view::View;
use lapidary_engine::ruleset::Ruleset;

/// The definitions of the parts of pieces.
pub(crate) fn definitions(palette: &Palette) -> Markup {
    html! { (gems::coin(palette)) (figures::definitions(palette)) }
}

/// The picture before it is written.
pub(crate) fn scene(table: &Table<'_>, view: &View) -> Scene {
    let layout = Layout::new(view, table.maps, table.arrangement);
    let story = Story::new(table);
    let mut pieces = Vec::with_capacity(240);
    let header = header(table, view, &story);
    board::pieces(table, view, &layout, &story, &mut pieces);
    supply::pieces(table, view, &layout, &story, &mut pieces);
    lines::pieces(table, view, &mut pieces);
    header.pieces(table, layout.width, &mut pieces);
    panel::pieces(table, view, &layout, &story, &mut pieces);
    board::pawns(table, view, &layout, &story, &mut pieces);
    Scene {
        extent: Extent { width: layout.width as u16, height: layout.height as u16 },
        title: format!("{}: {}", header.game, table.all_names()),
        description: description(table, view, &header),
        language: table.language.name(),
        pieces,
    }
}

fn header(table: &Table<'_>, view: &View, story: &Story) -> Header {
    let words = table.language.words();
    let next = match (&view.outcome, view.to_act) {
        (Some(outcome), _) => result(table, outcome),
        (None, Some((seat, decision))) => {
            Said { names: table.name(seat), text: words.decisions_of_kids[decision as usize].to_owned() }
        }
        (None, None) => Said { names: String::new(), text: words.game_over.to_owned() },
    };
    let game = game(Ruleset::Kids(view.variant), words);
    let last = story.words(table);
    Header { game, turns_begun: view.turns_begun, final_round: view.gates_closed, last, next }
}

/// Where everyone is, what they have, what just happened, and what comes next.
fn description(table: &Table<'_>, view: &View, header: &Header) -> String {
    let words = table.language.words();
    let mut parts = vec![format!("{} {}", words.turn, view.turns_begun)];
    parts.extend(header.last.as_ref().map(Said::whole));
    parts.push(header.next.whole());
    parts.extend(view.seats.iter().map(|seat| {
        let place = seat.place.map_or_else(|| words.out.to_owned(), |place| place_in_words(place, words));
        let tiles = seat.tiles_up.total() + seat.tiles_down.total();
        format!(
            "{}: {place}, {}, {}",
            table.name(seat.seat),
            words.counted(seat.bag.tokens.total(), words.tokens),
            words.counted(tiles, words.town_tiles)
        )
    }));
    parts.join(". ") + "."
}
