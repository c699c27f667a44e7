//! Every action has one canonical body and one canonical line, and both are parsed back to the same action.

use std::collections::BTreeSet;

use lapidary::api::document::contract;
use lapidary::api::play::action::{ActionBody, PostedAction, proposals};
use lapidary::api::play::rulesets::action_schema;
use lapidary::engine::game::{Action, Game, Payments, Proposal};
use lapidary::engine::kids::variant::Variant;
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::SeatCount;
use lapidary::engine::splendor::action::Proposal as SplendorProposal;
use lapidary::engine::splendor::module::Modules;
use serde_json::{Value, json};

use super::games;

const SPLENDOR: Ruleset = Ruleset::Splendor(Modules::NONE);

fn posted(body: &Value) -> PostedAction {
    contract();
    serde_json::from_value(body.clone()).expect("any JSON can be posted")
}

/// The complete action in a body.
fn exact(body: Value) -> Action {
    match posted(&body).proposal(SPLENDOR, "").expect("the body can be read") {
        Proposal::Splendor(SplendorProposal::Exact(action)) => Action::Splendor(action),
        other => panic!("{other:?} is not an exact action of Splendor"),
    }
}

fn assert_reads_back(game: &Game, action: &Action) -> String {
    let ruleset = game.ruleset();
    let line = action.to_string();
    assert_eq!(Action::parse(ruleset, &line), Ok(*action), "{line}");
    let body = serde_json::to_value(ActionBody::from(action)).expect("an action can be written");
    let proposal = posted(&body).proposal(ruleset, "").expect("a canonical body can be read");
    let read = game.complete(&proposal).expect("a complete payment needs no completion");
    assert_eq!(read, *action, "{body}");
    assert_eq!(serde_json::to_value(ActionBody::from(&read)).expect("an action can be written"), body);
    body["type"].as_str().expect("every action has a type").to_owned()
}

#[test]
fn every_action_of_every_table_reads_back_from_json_and_notation() {
    let mut seen = BTreeSet::new();
    for (ruleset, seats) in games::every_table() {
        let schema = jsonschema::draft202012::new(&action_schema(ruleset)).expect("the action schema is one");
        for seed in 0..3 {
            let table = games::table(ruleset, seats, seed);
            games::play(&table, seed, |game, actions, chosen| {
                seen.extend(actions.iter().map(|action| assert_reads_back(game, action)));
                let body = serde_json::to_value(ActionBody::from(chosen)).expect("an action can be written");
                assert!(schema.is_valid(&body), "{body}");
            });
        }
    }
    let all = [
        "take",
        "reserve",
        "reserve_blind",
        "keep",
        "buy",
        "associate",
        "take_free",
        "take_token",
        "place_stronghold",
        "remove_stronghold",
        "conquer",
        "decline_conquest",
        "return",
        "choose_noble",
        "choose_post",
        "move",
        "draw_town",
        "give",
    ];
    assert_eq!(BTreeSet::from(all.map(str::to_owned)).difference(&seen).next(), None, "every kind occurred");
}

#[test]
fn every_payment_of_a_purchase_reads_back() {
    for (ruleset, seats) in games::every_table().filter(|(_, seats)| *seats == SeatCount::TWO) {
        let table = games::table(ruleset, seats, 11);
        games::play(&table, 11, |game, _, _| {
            for action in game.legal_actions(Payments::All) {
                assert_reads_back(game, &action);
            }
        });
    }
}

/// Checks the canonical body and the canonical line of each action.
#[test]
fn canonical_bodies_and_lines_say_the_same() {
    let pairs = [
        (json!({"type": "take", "gems": ["white", "blue", "green"]}), "take wug"),
        (json!({"type": "take", "gems": ["white", "blue", "blue"]}), "take wuu"),
        (json!({"type": "reserve", "card": "base-2-red-1"}), "reserve base-2-red-1"),
        (json!({"type": "reserve_blind", "deck": "orient-1"}), "reserve_blind orient-1"),
        (json!({"type": "keep", "card": "base-2-red-1"}), "keep base-2-red-1"),
        (json!({"type": "associate", "card": "base-2-red-1"}), "associate base-2-red-1"),
        (json!({"type": "take_free", "card": "base-2-red-1"}), "take_free base-2-red-1"),
        (json!({"type": "take_token", "gem": "black"}), "take_token k"),
        (json!({"type": "place_stronghold", "card": "base-2-red-1"}), "place_stronghold base-2-red-1"),
        (
            json!({"type": "place_stronghold", "card": "base-2-red-1", "from": "base-1-red-1"}),
            "place_stronghold base-2-red-1 from=base-1-red-1",
        ),
        (json!({"type": "remove_stronghold", "card": "base-2-red-1"}), "remove_stronghold base-2-red-1"),
        (json!({"type": "decline_conquest"}), "decline_conquest"),
        (json!({"type": "return", "tokens": {"white": 1, "gold": 2}}), "return 1w2o"),
        (json!({"type": "choose_noble", "noble": "noble-orient"}), "choose_noble noble-orient"),
        (json!({"type": "choose_post", "post": "extra_token"}), "choose_post extra_token"),
        (json!({"type": "pass"}), "pass"),
    ];
    for (body, line) in pairs {
        let action = exact(body.clone());
        assert_eq!(action.to_string(), line);
        assert_eq!(serde_json::to_value(ActionBody::from(&action)).expect("it can be written"), body);
    }
    let bought = [
        ("buy base-1-white-1 0", json!({"type": "buy", "card": "base-1-white-1", "payment": {}})),
        (
            "buy orient-3-discard2-1 0 discard=base-1-green-1,base-1-green-2",
            json!({"type": "buy", "card": "orient-3-discard2-1", "payment": {}, "discard": ["base-1-green-1", "base-1-green-2"]}),
        ),
        (
            "conquer 2w1o virtual_gold=orient-1-virtual-gold-2,orient-1-virtual-gold-4",
            json!({
                "type": "conquer", "payment": {"white": 2, "gold": 1},
                "virtual_gold": ["orient-1-virtual-gold-2", "orient-1-virtual-gold-4"]
            }),
        ),
    ];
    for (line, body) in bought {
        let action = Action::parse(SPLENDOR, line).expect("the line is an action");
        assert_eq!(serde_json::to_value(ActionBody::from(&action)).expect("it can be written"), body);
    }
}

#[test]
fn the_order_of_gems_and_discards_is_free_and_absent_counts_are_zero() {
    assert_eq!(exact(json!({"type": "take", "gems": ["green", "white", "blue"]})).to_string(), "take wug");
    let tokens = json!({"type": "return", "tokens": {"gold": 1, "black": 0}});
    assert_eq!(exact(tokens).to_string(), "return 1o");
    let read = |discard: [&str; 2]| {
        let body = json!({"type": "buy", "card": "orient-3-discard2-1", "discard": discard});
        posted(&body).proposal(SPLENDOR, "").expect("the body can be read")
    };
    assert_eq!(read(["base-1-green-1", "base-1-green-2"]), read(["base-1-green-2", "base-1-green-1"]));
}

#[test]
fn invalid_actions_that_the_schema_allows_are_refused_by_the_rules() {
    for gems in [json!([]), json!(["red", "red", "red"]), json!(["white", "blue", "green", "red", "black"])] {
        exact(json!({"type": "take", "gems": gems}));
    }
    exact(
        json!({"type": "return", "tokens": {"white": 20, "blue": 20, "green": 20, "red": 20, "black": 20, "gold": 20}}),
    );
}

#[test]
fn an_unknown_name_is_reported_with_its_path() {
    let cases = [
        (json!({"type": "reserve", "card": "base-9-white-1"}), "/actions/0/card"),
        (json!({"type": "reserve_blind", "deck": "base-4"}), "/actions/0/deck"),
        (json!({"type": "choose_noble", "noble": "noble-12"}), "/actions/0/noble"),
        (json!({"type": "choose_post", "post": "bank"}), "/actions/0/post"),
        (json!({"type": "place_stronghold", "card": "base-1-red-1", "from": ""}), "/actions/0/from"),
        (json!({"type": "take", "gems": ["red", "red", "red", "red", "red", "red"]}), "/actions/0/gems"),
        (json!({"type": "return", "tokens": {"white": 21}}), "/actions/0/tokens/white"),
        (json!({"type": "conquer", "payment": {"white": 255}}), "/actions/0/payment/white"),
        (json!({"type": "conquer", "virtual_gold": ["base-1-red-1"]}), "/actions/0/virtual_gold/0"),
        (
            json!({"type": "conquer", "virtual_gold": ["orient-1-virtual-gold-1", "orient-1-virtual-gold-1"]}),
            "/actions/0/virtual_gold/1",
        ),
        (json!({"type": "conquer", "discard": ["base-1-red-1"]}), "/actions/0/discard"),
        (json!({"type": "conquer", "discard": ["base-1-red-1", "base-1-red-1"]}), "/actions/0/discard/1"),
    ];
    for (body, pointer) in cases {
        let faults = proposals(&[posted(&body)], SPLENDOR, "/actions").expect_err("the body names nothing");
        assert_eq!(
            faults.iter().map(|fault| fault.pointer.as_str()).collect::<Vec<_>>(),
            [pointer],
            "{body}"
        );
    }
}

/// What a client sees for one invalid action: the location, and what would be valid.
fn faults_of(ruleset: Ruleset, action: Value) -> Vec<(String, String)> {
    let faults = proposals(&[posted(&action)], ruleset, "/actions").expect_err("the action is wrong");
    faults.into_iter().map(|fault| (fault.pointer, fault.detail)).collect()
}

#[test]
fn every_wrong_field_of_an_action_is_reported_with_the_allowed_values() {
    let splendor = [
        (
            json!({"type": "take", "gems": ["white", "purple"]}),
            "/gems/1",
            r#""purple" is not one of white, blue, green, red, black"#,
        ),
        (json!({"type": "take", "gems": "white"}), "/gems", "must be an array"),
        (
            json!({"type": "take", "gems": ["red", "red", "red", "red", "red", "red"]}),
            "/gems",
            "must have at most 5 items",
        ),
        (json!({"type": "take"}), "/gems", "is missing"),
        (json!({"type": "take", "gems": [], "gem": "red"}), "/gem", "is not a known field"),
        (json!({"type": "reserve", "card": 7}), "/card", "must be a string"),
        (
            json!({"type": "reserve", "card": "base-9-white-1"}),
            "/card",
            r#""base-9-white-1" is not the id of a card in the catalogue"#,
        ),
        (
            json!({"type": "reserve_blind", "deck": "base-4"}),
            "/deck",
            r#""base-4" is not the id of a deck in the catalogue"#,
        ),
        (json!({"type": "keep", "card": null}), "/card", "must be a string"),
        (
            json!({"type": "buy", "card": "base-1-red-1", "payment": {"pink": 1}}),
            "/payment/pink",
            "is not a known field",
        ),
        (
            json!({"type": "buy", "card": "base-1-red-1", "payment": {"red": "one"}}),
            "/payment/red",
            "must be an integer",
        ),
        (
            json!({"type": "buy", "card": "base-1-red-1", "payment": {"red": -1}}),
            "/payment/red",
            "must be at least 0",
        ),
        (
            json!({"type": "buy", "card": "base-1-red-1", "payment": {"red": 21}}),
            "/payment/red",
            "must be at most 20",
        ),
        (json!({"type": "buy", "card": "base-1-red-1", "payment": null}), "/payment", "must be an object"),
        (
            json!({"type": "buy", "card": "base-1-red-1", "virtual_gold": [1]}),
            "/virtual_gold/0",
            "must be a string",
        ),
        (
            json!({"type": "buy", "card": "base-1-red-1", "virtual_gold": ["base-1-red-1"]}),
            "/virtual_gold/0",
            "is not a virtual-gold card",
        ),
        (
            json!({"type": "buy", "card": "base-1-red-1", "discard": ["base-1-red-2"]}),
            "/discard",
            "must have at least 2 items",
        ),
        (
            json!({"type": "associate", "card": "x"}),
            "/card",
            r#""x" is not the id of a card in the catalogue"#,
        ),
        (
            json!({"type": "take_token", "gem": "gold"}),
            "/gem",
            r#""gold" is not one of white, blue, green, red, black"#,
        ),
        (
            json!({"type": "place_stronghold", "card": "base-1-red-1", "from": 7}),
            "/from",
            "must be null or a string",
        ),
        (json!({"type": "conquer", "payment": {"gold": 1.5}}), "/payment/gold", "must be an integer"),
        (json!({"type": "return", "tokens": {"red": 21}}), "/tokens/red", "must be at most 20"),
        (json!({"type": "return", "tokens": [1]}), "/tokens", "must be an object"),
        (
            json!({"type": "choose_noble", "noble": "noble-12"}),
            "/noble",
            r#""noble-12" is not the id of a noble in the catalogue"#,
        ),
        (
            json!({"type": "choose_post", "post": "bank"}),
            "/post",
            r#""bank" is not the id of a post in the catalogue"#,
        ),
        (json!({"type": "pass", "a/b~c": 1}), "/a~1b~0c", "is not a known field"),
        (json!({"gems": []}), "/type", "is missing"),
        (
            json!({"type": "fly"}),
            "/type",
            "\"fly\" is not one of take, reserve, reserve_blind, keep, buy, associate, take_free, take_token, \
             place_stronghold, remove_stronghold, conquer, decline_conquest, return, choose_noble, choose_post, pass",
        ),
        (json!("pass"), "", "must be an object"),
    ];
    for (action, place, detail) in splendor {
        assert_eq!(
            faults_of(SPLENDOR, action.clone()),
            [(format!("/actions/0{place}"), detail.to_owned())],
            "{action}"
        );
    }
    let kids = [
        (
            json!({"type": "take", "resources": ["apple", "pear"]}),
            "/resources/1",
            r#""pear" is not one of mushroom, apple, cabbage, hazelnut, water, gold"#,
        ),
        (json!({"type": "take", "gems": ["white"]}), "/resources", "is missing"),
        (json!({"type": "move", "route": "nowhere"}), "/route", r#""nowhere" is not the name of a route"#),
        (
            json!({"type": "move", "route": "a1a-1", "tokens": {"pear": 1}}),
            "/tokens/pear",
            "is not a known field",
        ),
        (
            json!({"type": "move", "route": "a1a-1", "tiles": ["gold"]}),
            "/tiles/0",
            r#""gold" is not one of mushroom, apple, cabbage, hazelnut, water"#,
        ),
        (json!({"type": "return", "tokens": {"water": true}}), "/tokens/water", "must be an integer"),
        (
            json!({"type": "draw_town", "from": "gold"}),
            "/from",
            r#""gold" is not one of stack, mushroom, apple, cabbage, hazelnut, water"#,
        ),
        (json!({"type": "give", "resource": "water", "seat": 4}), "/seat", "must be at most 3"),
        (
            json!({"type": "buy", "card": "x"}),
            "/type",
            r#""buy" is not one of take, move, return, draw_town, give"#,
        ),
    ];
    for (action, place, detail) in kids {
        let faults = faults_of(Ruleset::Kids(Variant::Full), action.clone());
        let expected = (format!("/actions/0{place}"), detail.to_owned());
        assert!(faults.contains(&expected), "{action}: {faults:?}");
    }
}

#[test]
fn a_stronghold_from_home_may_also_be_written_as_null() {
    let home = json!({"type": "place_stronghold", "card": "base-2-red-1"});
    let null = json!({"type": "place_stronghold", "card": "base-2-red-1", "from": null});
    assert_eq!(exact(null), exact(home));
}

#[test]
fn the_schema_refuses_invalid_actions() {
    let schema = jsonschema::draft202012::new(&action_schema(SPLENDOR)).expect("the action schema is one");
    let wrong = [
        json!({"type": "fly"}),
        json!({"type": "pass", "reason": "tired"}),
        json!({"type": "take", "gems": ["gold"]}),
        json!({"type": "take", "gems": ["red", "red", "red", "red", "red", "red"]}),
        json!({"type": "take", "gems": "red"}),
        json!({"type": "reserve"}),
        json!({"type": "reserve", "card": 7}),
        json!({"type": "buy", "card": "base-1-red-1", "payment": {"pink": 1}}),
        json!({"type": "buy", "card": "base-1-red-1", "payment": {"red": -1}}),
        json!({"type": "buy", "card": "base-1-red-1", "payment": {"red": 21}}),
        json!({"type": "buy", "card": "base-1-red-1", "payment": null}),
        json!({"type": "buy", "card": "base-1-red-1", "discard": ["base-1-red-2"]}),
        json!({"type": "return", "tokens": {"red": 1.5}}),
        json!("pass"),
        json!(null),
    ];
    for body in wrong {
        assert!(!schema.is_valid(&body), "{body}");
        assert!(posted(&body).proposal(SPLENDOR, "").is_err(), "{body}");
    }
}
