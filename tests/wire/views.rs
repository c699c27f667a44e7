//! Views for all viewers match their schemas and contain no card that the viewer must not know (B18).

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use lapidary::api::play::view::{HoldingsBody, Position, TableBody};
use lapidary::engine::game::{Game, View};
use lapidary::engine::splendor::card::CardId;
use lapidary::engine::splendor::view::HandCard;
use lapidary::engine::viewer::Viewer;
use serde_json::{Value, json};

use super::{games, schema};

/// The ids of cards in a text.
pub fn cards_named(text: &str) -> BTreeSet<&'static str> {
    static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| CardId::all().map(CardId::name).collect());
    // An id stands between quotation marks, and no value contains one.
    text.split('"').filter_map(|part| NAMES.get(part).copied()).collect()
}

/// The cards on the table that are hidden from this viewer.
fn hidden_from(game: &Game, viewer: Viewer) -> BTreeSet<&'static str> {
    let View::Splendor(view) = game.view(Viewer::Revealed) else { return BTreeSet::new() };
    let others = view.seats.iter().filter(|seat| !viewer.sees(seat.seat));
    let blind = |held: &HandCard| match held {
        HandCard::Shown { card, blind: true } => Some(card.name()),
        _ => None,
    };
    others
        .flat_map(|seat| {
            let drawn = seat.drawn.iter().flatten().map(|card| card.name());
            seat.hand.iter().filter_map(blind).chain(drawn).collect::<Vec<_>>()
        })
        .collect()
}

/// A view as one JSON object.
fn written(position: &Position) -> Value {
    json!({
        "to_act": position.to_act, "turn": position.turn, "seats": position.seats,
        "table": position.table, "result": position.result,
    })
}

#[test]
fn every_view_of_every_table_matches_its_schema_and_reveals_nothing_hidden() {
    let (holdings, table_schema) = (schema::of::<HoldingsBody>(), schema::of::<TableBody>());
    for (ruleset, seats) in games::every_table() {
        let table = games::table(ruleset, seats, 5);
        let mut position_number = 0;
        games::play(&table, 5, |game, _, _| {
            position_number += 1;
            let revealed = written(&Position::from(&game.view(Viewer::Revealed))).to_string();
            for viewer in games::every_viewer(game) {
                let position = Position::from(&game.view(viewer));
                if position_number % 7 == 0 {
                    position.seats.iter().for_each(|seat| drop(schema::fits(&holdings, seat)));
                    schema::fits(&table_schema, &position.table);
                }
                let named = cards_named(&written(&position).to_string());
                assert!(named.is_subset(&cards_named(&revealed)), "a card of a deck is named");
                assert!(
                    named.is_disjoint(&hidden_from(game, viewer)),
                    "a hidden card is named to {viewer:?}"
                );
            }
        });
    }
}

#[test]
fn a_waiting_game_has_an_empty_table_of_the_same_form() {
    for (ruleset, _) in games::every_table() {
        schema::fits(&schema::of::<HoldingsBody>(), &HoldingsBody::bare(ruleset));
        schema::fits(&schema::of::<TableBody>(), &TableBody::bare(ruleset));
    }
}

#[test]
fn the_opening_looks_as_the_contract_says() {
    let (ruleset, seats) = games::every_table().next().expect("there are tables");
    let position = Position::from(&games::table(ruleset, seats, 1).opening().view(Viewer::Spectator));
    let value = written(&position);
    assert_eq!(value["to_act"], json!({"seat": 0, "decision": "main"}));
    assert_eq!(value["turn"], json!({"seat": 0, "number": 1}));
    assert_eq!(
        value["table"]["supply"],
        json!({"white": 4, "blue": 4, "green": 4, "red": 4, "black": 4, "gold": 5})
    );
    assert_eq!(value["table"]["market"]["base-1"]["deck_size"], 36);
    assert_eq!(value["table"]["market"].as_object().map(|rows| rows.len()), Some(3));
    assert_eq!(value["table"]["nobles"].as_array().map(Vec::len), Some(3));
    assert_eq!(value["seats"][1].get("strongholds"), None);
    assert_eq!(value["seats"][1]["out"], false);
    assert_eq!(value["result"], Value::Null);
}

#[test]
fn strongholds_are_shown_only_in_games_with_the_module() {
    for (ruleset, seats) in games::every_table() {
        let value =
            written(&Position::from(&games::table(ruleset, seats, 1).opening().view(Viewer::Spectator)));
        let played = ruleset.modules().contains(&"strongholds");
        let shown = value["seats"][0].get("strongholds").cloned();
        assert_eq!(shown, played.then(|| json!([null, null, null])));
    }
}
