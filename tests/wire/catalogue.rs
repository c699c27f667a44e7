//! The published catalogue matches the facts in `data/`.

use lapidary::api::kids::catalogue::CatalogueBody as KidsCatalogue;
use lapidary::api::play::rulesets::CatalogueBody;
use lapidary::api::splendor::catalogue::CatalogueBody as SplendorCatalogue;
use lapidary_picture::BoardMaps;
use serde_json::{Map, Value, json};

use super::{games, schema};

fn data(file: &str, key: &str) -> Vec<Value> {
    let path = format!("{}/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the facts can be read");
    let mut facts: Value = serde_json::from_str(&text).expect("the facts are JSON");
    serde_json::from_value(facts[key].take()).expect("the facts are a list")
}

/// Adds the default values that the file omits.
fn with_defaults(mut fact: Value, defaults: &[(&str, Value)]) -> Map<String, Value> {
    for (name, value) in defaults {
        if fact.get(name).is_none() {
            fact[*name] = value.clone();
        }
    }
    fact.as_object().cloned().expect("a fact is an object")
}

fn assert_published(published: &Value, facts: Vec<Value>, defaults: &[(&str, Value)], words: &[&str]) {
    let published = published.as_array().expect("a catalogue holds lists");
    assert_eq!(published.len(), facts.len());
    for (published, fact) in published.iter().zip(facts) {
        let mut published = published.as_object().cloned().expect("a piece is an object");
        let mut fact = with_defaults(fact, defaults);
        for word in words {
            published.remove(*word);
            fact.remove(*word);
        }
        assert_eq!(Value::from(published), Value::from(fact));
    }
}

#[test]
fn the_catalogue_matches_the_facts() {
    let body = CatalogueBody::Splendor(SplendorCatalogue::complete());
    let catalogue = schema::fits(&schema::of::<CatalogueBody>(), &body);
    let cards = data("base_cards.json", "cards").into_iter().chain(data("orient_cards.json", "cards"));
    let plain = [
        ("bonus_count", json!(1)),
        ("effect", Value::Null),
        ("free_card_level", Value::Null),
        ("discard_cost", Value::Null),
    ];
    assert_published(&catalogue["cards"], cards.collect(), &plain, &["deck"]);
    assert_published(&catalogue["nobles"], data("nobles.json", "nobles"), &[("module", Value::Null)], &[]);
    assert_published(&catalogue["posts"], data("trading_posts.json", "posts"), &[], &["power"]);
    assert_published(
        &catalogue["cities"],
        data("cities.json", "cities"),
        &[("any_one_other_color", json!(0))],
        &[],
    );
    assert_eq!(catalogue["cards"][90]["deck"], "orient-1");
}

#[test]
fn the_catalogue_of_kids_matches_the_boards_and_the_tiles() {
    let boards = games::boards();
    let body = CatalogueBody::Kids(KidsCatalogue::complete(&boards, &BoardMaps::default()));
    let catalogue = schema::fits(&schema::of::<CatalogueBody>(), &body);
    let mut routes = std::collections::BTreeMap::new();
    for board in catalogue["boards"].as_array().expect("a catalogue holds lists") {
        for route in board["routes"].as_array().expect("a board has routes") {
            routes.insert(route["id"].as_str().expect("a route has an id").to_owned(), route["cost"].clone());
        }
    }
    let sides = data("kids_boards.json", "sides");
    let facts = sides.iter().flat_map(|side| side["routes"].as_array().expect("a side has routes"));
    let facts = facts
        .map(|route| (route["id"].as_str().expect("a route has an id").to_owned(), route["cost"].clone()));
    assert_eq!(routes, facts.collect());
    assert_eq!(catalogue["town_tiles"].as_array().map(Vec::len), Some(20));
    assert_eq!(catalogue["town_tiles"][4], json!({"number": 5, "resource": "apple"}));
    assert_eq!(
        catalogue["village_tiles"],
        json!(["tornado", "treasure", "treasure", "drought", "drought", "thief", "thief", "jewel"])
    );
}
