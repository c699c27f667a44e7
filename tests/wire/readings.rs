//! The server accepts exactly the bodies that their published schemas describe: another reader of the schemas
//! agrees.

use fastrand::Rng;
use lapidary::api::accounts::bots::{CreateBot, UpdateBot};
use lapidary::api::accounts::me::{ChangePassword, UpdateMe};
use lapidary::api::accounts::register::CreateAccount;
use lapidary::api::accounts::sessions::{LogIn, Refresh};
use lapidary::api::accounts::tokens::CreateToken;
use lapidary::api::document::contract;
use lapidary::api::extract::{json, patterns, read_value};
use lapidary::api::finding::challenge::{CreateChallenge, DeclineChallenge};
use lapidary::api::finding::seeks::CreateSeek;
use lapidary::api::games::create::CreateGame;
use lapidary::api::games::invitations::Invite;
use lapidary::api::games::join::JoinGame;
use lapidary::api::games::organize::Forfeit;
use lapidary::api::games::pause::TakeDaysOff;
use lapidary::api::games::turn::PlayTurn;
use lapidary::api::play::rulesets::action_schema;
use lapidary::api::tournaments::arbiter::{AdjustPoints, SeatTable, SetTableResult};
use lapidary::api::tournaments::clocks::AddTime;
use lapidary::api::tournaments::enter::{EnterTournament, WithdrawFromTournament};
use lapidary::api::tournaments::new::{CreateTournament, UpdateTournament};
use lapidary::api::tournaments::reason::GiveReason;
use lapidary::api::tournaments::rounds::PairNextRound;
use lapidary::api::tournaments::run::CloseTournament;
use lapidary::api::webhooks::body::CreateWebhook;
use lapidary::api::{kids, splendor};
use lapidary::engine::kids::variant::Variant;
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::splendor::module::Modules;
use lapidary::model::text;
use lapidary::service::webhooks::UpdateWebhook;
use serde_json::{Value, json};

use crate::schema;

const ROUNDS: usize = 4_000;

/// Parses a body from its text, as the server does.
fn reads(accepts: impl Fn(&Value) -> bool, raw: &Value) -> bool {
    contract();
    let value = json::read(raw.to_string().as_bytes(), json::BODY_VALUES_MAX)
        .expect("what was written as JSON is JSON");
    accepts(&value)
}

/// Changes valid bodies at random, and compares the server with the schema each time.
fn assert_equal(
    name: &str,
    is_valid: impl Fn(&Value) -> bool,
    accepts: impl Fn(&Value) -> bool,
    good: &[Value],
) {
    let mut dice = Rng::with_seed(20_26);
    let (mut accepted, mut refused) = (0, 0);
    for body in good {
        assert!(is_valid(body), "{name}: the schema accepts {body}");
        assert!(reads(&accepts, body), "{name}: the server accepts {body}");
    }
    for _ in 0..ROUNDS {
        let mut body = good[dice.usize(..good.len())].clone();
        for _ in 0..dice.usize(1..3) {
            mutate(&mut body, &mut dice);
        }
        let (schema, server) = (is_valid(&body), reads(&accepts, &body));
        assert_eq!(server, schema, "{name}: server {server}, schema {schema}: {body}");
        if schema { accepted += 1 } else { refused += 1 }
    }
    assert!(
        accepted > ROUNDS / 100 && refused > ROUNDS / 10,
        "{name}: {accepted} accepted, {refused} refused"
    );
}

fn assert_body<T: serde::de::DeserializeOwned + utoipa::ToSchema>(good: &[Value]) {
    let name = T::name();
    let schema = schema::published(&name);
    assert_equal(&name, |raw| schema.is_valid(raw), |value| read_value::<T>(value, "").is_ok(), good);
}

/// Changes one part of a value, or the whole value.
fn mutate(value: &mut Value, dice: &mut Rng) {
    match value {
        Value::Object(fields) if !fields.is_empty() && dice.u8(..8) > 0 => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let key = keys[dice.usize(..keys.len())].clone();
            match dice.u8(..8) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert("surplus".to_owned(), json!(1))),
                2 => {
                    let field = fields.remove(&key).expect("the key is there");
                    fields.insert(key.to_uppercase(), field);
                }
                _ => mutate(&mut fields[&key], dice),
            }
        }
        Value::Array(items) if !items.is_empty() && dice.u8(..8) > 0 => {
            let place = dice.usize(..items.len());
            match dice.u8(..8) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                2 => items.extend(vec![items[place].clone(); 17]),
                _ => mutate(&mut items[place], dice),
            }
        }
        _ => *value = another(value, dice),
    }
}

/// A replacement for a value: of another type, out of bounds, or just within the bounds.
fn another(value: &Value, dice: &mut Rng) -> Value {
    let others = [
        json!("0190a000-0000-7000-8000-00000000000g"),
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2),
        json!(2.0),
        json!(2.5),
        json!(-1),
        json!(-0.0),
        json!(3),
        json!(4),
        json!(5),
        json!(20),
        json!(21),
        json!(255),
        json!(256),
        json!(2_147_483_647_u64),
        json!(2_147_483_648_u64),
        json!(9_007_199_254_740_991_u64),
        json!(9_007_199_254_740_992_u64),
        json!(u64::MAX),
        json!(1e30),
        json!(""),
        json!("ab"),
        json!("abc"),
        json!("é€"),
        json!("a b"),
        json!("a\u{7f}b"),
        json!("a\u{9f}"),
        json!("a\u{202e}b"),
        json!("a\u{200b}"),
        json!("a\u{200d}b"),
        json!("\u{1f468}\u{200d}\u{1f467}"),
        json!("\u{2800}"),
        json!("  "),
        json!("white"),
        json!("WHITE"),
        json!("gold"),
        json!("water"),
        json!("00ff"),
        json!("0ff"),
        json!("a@b"),
        json!("a@b@c"),
        json!("@b"),
        json!("a @b"),
        json!("x".repeat(20)),
        json!("x".repeat(21)),
        json!("x".repeat(32)),
        json!("x".repeat(33)),
        json!("x".repeat(64)),
        json!("é".repeat(65)),
        json!("é".repeat(128)),
        json!("f".repeat(129)),
        json!("f".repeat(130)),
        json!(format!("a@{}", "b".repeat(252))),
        json!(format!("a@{}", "b".repeat(253))),
        json!([]),
        json!({}),
        json!([value]),
        json!({"white": null}),
        json!({"white": 1}),
        json!({"gold": 2.0}),
        json!([value, value]),
        // Derived deserializers also accept structs and tagged unions in this form.
        Value::Array(value.as_object().into_iter().flat_map(|fields| fields.values().cloned()).collect()),
        json!({value.as_str().unwrap_or("kind"): null}),
    ];
    others[dice.usize(..others.len())].clone()
}

#[test]
fn an_email_address_contains_no_character_that_is_not_seen() {
    let schema = schema::published("UpdateMe");
    let with = |letter: char, place: usize| {
        let mut address = "ada@example.org".to_owned();
        address.insert(place, letter);
        address
    };
    let is_read = |letter: char, place: usize| {
        let address = with(letter, place);
        let raw = json!({"email": address});
        let read = reads(|value| read_value::<UpdateMe>(value, "").is_ok(), &raw);
        assert_eq!(read, schema.is_valid(&raw), "U+{:04X}", u32::from(letter));
        read
    };
    let letters = (0..0x3100).chain(0xfe00..=0xffff).chain(0xe0000..=0xe01ff).filter_map(char::from_u32);
    for letter in letters.filter(|letter| *letter != '@') {
        let refused = letter.is_control() || letter.is_whitespace() || is_mark(letter);
        for place in [2, 7] {
            let is_text = text::read(&with(letter, place)).is_ok();
            assert_eq!(is_read(letter, place), is_text && !refused, "U+{:04X}", u32::from(letter));
        }
    }
    // A combining grapheme joiner and a tag: nobody sees them.
    assert!(!is_read('\u{34f}', 2) && !is_read('\u{e0061}', 2));
}

/// Returns whether a character is one of format that no address needs: category Cf without those of scripts.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[test]
fn the_server_accepts_a_body_exactly_if_its_schema_does() {
    let password = "correct horse battery";
    assert_body::<CreateAccount>(&[
        json!({"username": "ada", "password": password, "email": "ada@example.org"}),
        json!({"username": "Ada_L-9", "password": password, "email": null}),
    ]);
    assert_body::<LogIn>(&[
        json!({"username": "ada", "password": password, "refresh_token": "3q2-7wAA_"}),
        json!({"username": "ada", "password": password, "refresh_token": null}),
    ]);
    assert_body::<CreateToken>(&[
        json!({"name": "ab", "scopes": ["read", "play"], "expires_in_ms": 60_000}),
        json!({"name": "ab", "scopes": ["tournaments"], "expires_in_ms": null}),
    ]);
    let accepts = json!({"rulesets": ["splendor"], "modules": [], "seats": [2, 3], "clocks": ["none"],
        "concurrent_games": 3});
    assert_body::<CreateBot>(&[
        json!({"username": "ada-bot", "accepts": accepts}),
        json!({"username": "abc"}),
    ]);
    assert_body::<UpdateBot>(&[json!({"accepts": accepts}), json!({"accepts": {"seats": [4]}}), json!({})]);
    assert_body::<Refresh>(&[json!({"refresh_token": "3q2-7wAA_"})]);
    assert_body::<UpdateMe>(&[json!({"email": "ada@example.org"}), json!({"email": null}), json!({})]);
    assert_body::<ChangePassword>(&[json!({"current": password, "new": "staple horse battery"})]);
    assert_body::<Invite>(&[json!({"username": "ada"})]);
    assert_body::<TakeDaysOff>(&[json!({"version": 1, "days": 2})]);
    assert_body::<JoinGame>(&[json!({"entropy": "00ff"}), json!({"entropy": null}), json!({})]);
    assert_body::<Forfeit>(&[json!({"seat": 1})]);
    assert_body::<CreateWebhook>(&[
        json!({"url": "https://hooks.example", "events": ["game.started", "tournament.round_paired"],
            "filter": {"game": "0190a000-0000-7000-8000-000000000000", "tournament": null}}),
        json!({"url": "https://hooks.example", "events": ["game.finished"], "filter": null}),
    ]);
    assert_body::<UpdateWebhook>(&[
        json!({"enabled": true, "events": ["game.aborted"], "rotate_secret": true}),
        json!({}),
    ]);
    assert_body::<CreateGame>(&[
        json!({"ruleset": "kids", "seats": 2, "label": "Spring Cup", "seated": ["ada", "grace"]}),
        json!({"ruleset": "splendor", "modules": ["orient"], "seats": 2, "visibility": "public",
            "clock": {"kind": "none"}, "seating": "join_order", "opponents": [{"bot": "greedy", "strength": 60}],
            "options": {"board": "full"}, "entropy": "00ff"}),
        json!({"ruleset": "kids", "seats": 4, "clock": {"kind": "live", "initial_ms": 10_000, "increment_ms": 0}}),
        json!({"ruleset": "kids", "seats": 3, "clock": {"kind": "correspondence", "per_turn_ms": 3_600_000}}),
    ]);
}

#[test]
fn the_server_accepts_a_body_for_finding_a_game_exactly_if_its_schema_does() {
    assert_body::<CreateChallenge>(&[
        json!({"to": "grace", "ruleset": "splendor", "modules": ["orient"], "seats": 2, "visibility": "public",
            "clock": {"kind": "none"}, "seating": "join_order", "options": {}, "entropy": "00ff"}),
        json!({"to": ["ada", "grace", "bob"], "ruleset": "kids", "seats": 4, "options": {"board": "full"}}),
    ]);
    assert_body::<DeclineChallenge>(&[json!({"reason": "later"}), json!({"reason": "no_bots"}), json!({})]);
    assert_body::<CreateSeek>(&[
        json!({"ruleset": "splendor", "modules": ["orient"], "seats": 2, "clock": {"kind": "none"},
            "options": {}, "entropy": "00ff", "rated": true, "rating_range": {"min": 1000, "max": null}}),
        json!({"ruleset": "kids", "seats": 3, "clock": {"kind": "correspondence", "per_turn_ms": 3_600_000}, "rating_range": null}),
    ]);
}

#[test]
fn the_server_accepts_a_body_about_a_tournament_exactly_if_its_schema_does() {
    assert_body::<CreateTournament>(&[
        json!({"name": "Friday", "ruleset": "splendor", "modules": [], "options": {}, "seats": 4, "format": "swiss",
            "clock": {"kind": "none"}, "open": true, "duplicate": false, "rounds": 5, "odd": "bye",
            "points": {"two": [3, 0], "three": [3, 2, 0], "four": [3, 2, 1, 0], "bye": 3}, "visibility": "private",
            "tie_breaks": ["points", "buchholz_cut_1", "lot"], "players": "human", "rated": false, "entries_max": 64,
            "rating": {"min": 1000, "max": null}, "registration_closes_in_ms": 60_000, "late_entries": true,
            "ready_check_ms": 0, "next_round": "call", "organizers": ["ada"], "invited": ["bob"]}),
        json!({"name": "ab", "ruleset": "kids", "seats": 2, "format": "heats", "rounds": 1, "cut": 2, "best_of": 3,
            "points": {"preset": "wins_only"}}),
    ]);
    assert_body::<UpdateTournament>(&[
        json!({"name": "ab", "open": true, "forbidden_pairs": [{"a": 1, "b": 2}], "next_round": "automatic"}),
        json!({}),
    ]);
    assert_body::<EnterTournament>(&[json!({"entropy": "00ff"}), json!({"entropy": null})]);
    assert_body::<WithdrawFromTournament>(&[json!({"pause": true}), json!({})]);
    assert_body::<CloseTournament>(&[json!({"cancel": true}), json!({})]);
    assert_body::<PairNextRound>(&[
        json!({"manual": [{"entries": [1, 2]}, {"entries": [3, 4, 5]}]}),
        json!({}),
    ]);
    assert_body::<SetTableResult>(&[json!({"places": [1, 1, 3], "reason": "ab"})]);
    assert_body::<SeatTable>(&[json!({"entries": [1, 2, 3], "reason": "ab"})]);
    assert_body::<GiveReason>(&[json!({"reason": "ab"})]);
    assert_body::<AddTime>(&[json!({"seat": 0, "add_ms": 60_000, "reason": "ab"})]);
    assert_body::<AdjustPoints>(&[json!({"give": 1, "take": 0, "reason": "ab"}), json!({"reason": "ab"})]);
}

fn splendor_actions() -> Vec<Value> {
    vec![
        json!({"type": "take", "gems": ["white", "blue", "green"]}),
        json!({"type": "reserve", "card": "base-2-red-1"}),
        json!({"type": "reserve_blind", "deck": "base-2"}),
        json!({"type": "buy", "card": "base-1-white-1", "payment": {"white": 2, "gold": 1},
            "virtual_gold": ["orient-1-virtual-gold-1"], "discard": ["base-1-red-1", "base-1-red-2"]}),
        json!({"type": "place_stronghold", "card": "base-1-white-1", "from": "base-2-red-1"}),
        json!({"type": "place_stronghold", "card": "base-1-white-1", "from": null}),
        json!({"type": "conquer", "payment": {}}),
        json!({"type": "take_token", "gem": "white"}),
        json!({"type": "return", "tokens": {"white": 1}}),
        json!({"type": "choose_noble", "noble": "noble-1"}),
        json!({"type": "decline_conquest"}),
        json!({"type": "pass"}),
    ]
}

fn kids_actions() -> Vec<Value> {
    vec![
        json!({"type": "take", "resources": ["mushroom", "apple", "gold"]}),
        json!({"type": "move", "route": "a1a-1", "tokens": {"mushroom": 2, "treasure": 1}, "tiles": ["hazelnut"]}),
        json!({"type": "move", "route": "a1a-1"}),
        json!({"type": "return", "tokens": {"water": 1}}),
        json!({"type": "draw_town", "from": "stack"}),
        json!({"type": "give", "resource": "water", "seat": 1}),
    ]
}

fn is_splendor(value: &Value) -> bool {
    read_value::<splendor::action::ActionBody>(value, "").is_ok()
}

fn is_kids(value: &Value) -> bool {
    read_value::<kids::action::ActionBody>(value, "").is_ok()
}

#[test]
fn the_server_accepts_an_action_exactly_if_the_schema_of_its_ruleset_does() {
    let schema = |ruleset| jsonschema::draft202012::new(&action_schema(ruleset)).expect("it is a schema");
    let splendor = schema(Ruleset::Splendor(Modules::NONE));
    assert_equal("Splendor", |raw| splendor.is_valid(raw), is_splendor, &splendor_actions());
    let kids = schema(Ruleset::Kids(Variant::Full));
    assert_equal("Kids", |raw| kids.is_valid(raw), is_kids, &kids_actions());
}

#[test]
fn the_server_accepts_a_turn_exactly_if_its_schema_does() {
    let turn = |actions: &[Value]| json!({"version": 7, "actions": actions});
    let turns: Vec<Value> = [splendor_actions(), kids_actions()]
        .iter()
        .flat_map(|actions| actions.chunks(2).map(turn).collect::<Vec<_>>())
        .collect();
    let schema = schema::published("PlayTurn");
    let accepts = |value: &Value| {
        read_value::<PlayTurn>(value, "").is_ok()
            && value["actions"]
                .as_array()
                .is_some_and(|all| all.iter().all(|one| is_splendor(one) || is_kids(one)))
    };
    assert_equal("PlayTurn", |raw| schema.is_valid(raw), accepts, &turns);
}

/// The strings of schemas that the server checks with functions of its own.
#[test]
fn each_pattern_of_a_request_has_a_function_that_accepts_the_same_strings() {
    let mut dice = Rng::with_seed(20_26);
    let pieces = [
        "a",
        "Z",
        "9",
        "_",
        "-",
        "@",
        ".",
        " ",
        "\0",
        "\x1f",
        "\x7f",
        "\u{9f}",
        "é",
        "f0",
        "\n",
        "/",
        "/v1/",
        "me",
        "games",
        "tournaments",
        "/events",
        "lobby",
        "0190a000-0000-7000-8000-000000000000",
        "0190A0000000-7000-8000-000000000000",
    ];
    for (pattern, fits) in patterns::PATTERNS {
        let schema = jsonschema::draft202012::new(&json!({"pattern": pattern})).expect("it is a schema");
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..ROUNDS {
            let most = [2, 6, 24, 132][dice.usize(..4)];
            let count = dice.usize(..=most);
            let alphabet = &pieces[..dice.usize(1..=pieces.len())];
            let one = alphabet[dice.usize(..alphabet.len())];
            let text: String = match dice.u8(..4) {
                0 => one.repeat(count),
                1 => format!(
                    "/v1/{}/{}/events",
                    pieces[dice.usize(17..22)],
                    pieces[dice.usize(17..pieces.len())]
                ),
                2 => format!("{one}@{}", alphabet[dice.usize(..alphabet.len())]),
                _ => (0..count).map(|_| alphabet[dice.usize(..alphabet.len())]).collect(),
            };
            let text = if dice.u8(..8) == 0 { pieces[22].to_owned() } else { text };
            let text = if dice.u8(..16) == 0 { "/v1/me/events".to_owned() } else { text };
            let clock = format!("{:02}:{:02}", dice.u8(..30), dice.u8(..70));
            let text = if dice.u8(..16) == 0 { clock } else { text };
            let expected = schema.is_valid(&json!(text));
            assert_eq!(fits(&text), expected, "{pattern}: {text:?}");
            if expected { accepted += 1 } else { refused += 1 }
        }
        assert!(accepted > 20 && refused > 20, "{pattern}: {accepted} accepted, {refused} refused");
    }
    schema::of_requests(&mut |schema| {
        let pattern = schema["pattern"].as_str().filter(|_| schema["format"] != "text");
        let is_known = |pattern| patterns::PATTERNS.iter().any(|(known, _)| *known == pattern);
        assert!(pattern.is_none_or(is_known), "no function for the pattern of {schema}");
    });
}

/// The keywords that the server checks, and those that restrict nothing.
const KEYWORDS: [&str; 27] = [
    "$ref",
    "type",
    "enum",
    "const",
    "oneOf",
    "anyOf",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "format",
    "description",
    "title",
    "default",
    "example",
    "examples",
    "discriminator",
    "deprecated",
    "x-extensible-enum",
];

#[test]
fn the_schemas_of_requests_use_only_keywords_that_the_server_checks() {
    schema::of_requests(&mut |schema| {
        let keywords = schema.as_object().into_iter().flatten().map(|(keyword, _)| keyword.as_str());
        let unknown: Vec<&str> = keywords.filter(|keyword| !KEYWORDS.contains(keyword)).collect();
        assert!(unknown.is_empty(), "{unknown:?} in {schema}");
        // Formats only describe, except that of texts; a UUID has a pattern.
        let is_checked = |format: &str| !["text", "password", "int32", "int64"].contains(&format);
        let format = schema["format"].as_str().filter(|format| is_checked(format));
        assert!(format.is_none() || schema.get("pattern").is_some(), "nothing checks the format of {schema}");
    });
}

#[test]
fn every_integer_and_every_list_of_a_request_has_a_bound() {
    schema::of_requests(&mut |schema| {
        let is = |name: &str| {
            schema["type"] == name
                || schema["type"].as_array().is_some_and(|types| types.contains(&json!(name)))
        };
        let bounds: &[&str] = match () {
            () if is("integer") => &["minimum", "maximum"],
            () if is("array") => &["maxItems"],
            () => &[],
        };
        let missing: Vec<_> = bounds.iter().filter(|bound| schema.get(**bound).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?} in {schema}");
    });
}
