//! The whole picture of a game of Splendor.

use maud::{Markup, html};

use super::layout::Layout;
use super::story::Story;
use super::{lines, market, panel, tiles, tokens};
use crate::card;
use crate::gems;
use crate::header::{Header, Said, result};
use crate::language::game;
use crate::svg::{Extent, Scene};
use crate::table::Table;
use crate::theme::Palette;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::view::View;

/// The definitions of the parts of pieces.
pub(crate) fn definitions(palette: &Palette) -> Markup {
    html! { (gems::definitions(palette)) (card::definitions(palette)) (tiles::definitions(palette)) }
}

/// The picture before it is written.
pub(crate) fn scene(table: &Table<'_>, view: &View) -> Scene {
    let layout = Layout::new(view.modules, view.seats.len(), table.arrangement);
    let story = Story::new(table);
    let mut pieces = Vec::with_capacity(160);
    let header = header(table, view, &story);
    tiles::pieces(table, view, &layout, &story, &mut pieces);
    market::places(table, view, &layout, &story, &mut pieces);
    tokens::supply(table, view, &layout, &story, &mut pieces);
    lines::pieces(table, view, &story, &mut pieces);
    header.pieces(table, layout.width, &mut pieces);
    panel::frames(table, view, &layout, &story, &mut pieces);
    market::cards(table, view, &layout, &story, &mut pieces);
    panel::belongings(table, view, &layout, &story, &mut pieces);
    panel::strongholds(table, view, &layout, &mut pieces);
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
            Said { names: table.name(seat), text: words.decisions[decision as usize].to_owned() }
        }
        (None, None) => Said { names: String::new(), text: words.game_over.to_owned() },
    };
    Header {
        game: game(Ruleset::Splendor(view.modules), words),
        turns_begun: view.turns_begun,
        final_round: view.final_round,
        last: story.words(table),
        next,
    }
}

/// What everyone has, what just happened, and what comes next.
fn description(table: &Table<'_>, view: &View, header: &Header) -> String {
    let words = table.language.words();
    let mut parts = vec![format!("{} {}", words.turn, view.turns_begun)];
    parts.extend(header.last.as_ref().map(Said::whole));
    parts.push(header.next.whole());
    parts.extend(view.seats.iter().map(|seat| lines::summary(table, seat)));
    parts.join(". ") + "."
}
