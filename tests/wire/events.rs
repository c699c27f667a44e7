//! Events for all viewers match their schema and reveal no hidden card (B18).

use chrono::{DateTime, Utc};
use lapidary::api::play::events::{EventBody, HappeningBody};
use lapidary::engine::game::{Effect, GameEntry};
use lapidary::engine::splendor::effect::{Effect as SplendorEffect, Face};
use lapidary::engine::viewer::Viewer;
use serde_json::{Value, json};

use super::views::cards_named;
use super::{games, schema};

/// The cards in an entry that only the seat itself may see.
fn secrets(entry: &GameEntry) -> Vec<&'static str> {
    let faces = |effect: &Effect| match *effect {
        Effect::Splendor(SplendorEffect::CardsDrawn { cards, .. }) => cards.into_iter().flatten().collect(),
        Effect::Splendor(
            SplendorEffect::CardKept { card, .. } | SplendorEffect::CardPutUnder { card, .. },
        ) => vec![card],
        Effect::Splendor(_) | Effect::Kids(_) => Vec::new(),
    };
    let name = |face| match face {
        Face::Up(card) => Some(card),
        Face::Down => None,
    };
    entry.effects.iter().flat_map(faces).filter_map(name).map(|card| card.name()).collect()
}

fn data_of(entry: &GameEntry, viewer: Viewer) -> Value {
    serde_json::to_value(HappeningBody::of_entry(entry, viewer)).expect("an event can be written")
}

#[test]
fn every_event_of_every_table_matches_its_schema_and_reveals_nothing_hidden() {
    let validator = schema::of::<EventBody>();
    for (ruleset, seats) in games::every_table() {
        let table = games::table(ruleset, seats, 3);
        let log = games::play_with_leavers(&table, 3);
        for (seq, entry) in (2..).zip(&log.0) {
            for viewer in games::every_viewer(table.opening()) {
                let event = EventBody::of_entry(seq, DateTime::<Utc>::UNIX_EPOCH, entry, viewer);
                let text = schema::fits(&validator, &event).to_string();
                let named = cards_named(&text);
                let sees = viewer.sees(entry.cause.seat());
                for card in secrets(entry) {
                    assert_eq!(named.contains(card), sees, "{card} to {viewer:?}: {text}");
                }
            }
        }
    }
}

#[test]
fn other_viewers_see_a_question_mark_for_a_kept_card() {
    for (ruleset, seats) in games::every_table().filter(|(ruleset, _)| ruleset.modules() == ["trading_posts"])
    {
        for seed in 0..20 {
            let log = games::play(&games::table(ruleset, seats, seed), seed, |_, _, _| {});
            for entry in &log.0 {
                let own = data_of(entry, Viewer::Seat(entry.cause.seat()));
                if own["data"]["action"]["type"] == "keep" {
                    let other = data_of(entry, Viewer::Spectator);
                    assert_eq!(other["data"]["notation"], "keep ?");
                    assert_eq!(other["data"]["action"], Value::Null);
                    assert_eq!(data_of(entry, Viewer::Revealed), own);
                    return;
                }
            }
        }
    }
    panic!("nobody kept a card");
}

#[test]
fn a_turn_is_described_by_its_effects() {
    let (ruleset, seats) = games::every_table().next().expect("there are tables");
    let log = games::play(&games::table(ruleset, seats, 1), 4, |_, _, _| {});
    let event = EventBody::of_entry(2, DateTime::<Utc>::UNIX_EPOCH, &log.0[0], Viewer::Spectator);
    let value = serde_json::to_value(event).expect("an event can be written");
    assert_eq!(value["seq"], 2);
    assert_eq!(value["at"], "1970-01-01T00:00:00.000Z");
    assert_eq!(value["type"], "action");
    assert_eq!(value["data"]["seat"], 0);
    assert_eq!(value["data"]["by"], "player");
    assert_eq!(
        value["data"]["effects"].as_array().and_then(|effects| effects.last()),
        Some(&json!({"type": "turn_began", "seat": 1, "number": 2}))
    );
}
