//! Boards of Kids: which are valid, and why a file is refused.

use crate::boards::{self, BoardsError};
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::Game;
use lapidary_engine::kids::place::{PlaceId, PlaceKind};
use lapidary_engine::kids::sides::Fault;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use serde_json::{Value, json};

const OURS: &str = include_str!("../../../data/kids_boards.json");

fn ours() -> Value {
    serde_json::from_str(OURS).unwrap()
}

/// The built-in file with one change, and the result of loading it.
fn changed(pointer: &str, value: Value) -> Result<(), BoardsError> {
    let mut file = ours();
    *file.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}")) = value;
    boards::parse(&file.to_string()).map(|_| ())
}

/// The fault in the built-in file with one change, and the place or route named in the error.
#[track_caller]
fn fault(pointer: &str, value: Value) -> (Fault, String) {
    match changed(pointer, value) {
        Err(BoardsError::Unsound(error)) => {
            let text = error.to_string();
            let at = error.route.or(error.place).unwrap_or(error.side);
            assert!(text.contains(&at), "{text} names {at}");
            (error.fault, at)
        }
        other => panic!("{pointer}: {other:?}"),
    }
}

#[test]
fn the_built_in_boards_are_within_the_bounds_of_k15() {
    // (K2, K15)
    let sides = boards::load(None).unwrap();
    for side in sides.all() {
        let costs = || side.routes.iter().map(|route| route.cost);
        assert!(costs().all(|cost| (3..=6).contains(&cost.total())), "{}", side.side);
        let mostly = costs().filter(|cost| (2..=3).contains(&cost.kinds().count())).count();
        assert!(mostly * 2 > side.routes.len(), "{}", side.side);
    }
    assert_eq!(sides.every_board().count(), 12);
    for board in sides.every_board() {
        for place in board.places() {
            let targets: Vec<PlaceId> = board.routes_from(place).map(|(_, route)| route.to()).collect();
            assert_eq!(targets.is_empty(), place == PlaceId::PALACE);
            let leads_to = |kind| targets.iter().any(|target| target.kind() == kind);
            let fork = targets.iter().any(|&target| target != targets[0]);
            assert!(!fork || leads_to(PlaceKind::Town) && leads_to(PlaceKind::Village), "{place}");
        }
    }
}

#[test]
fn the_measurements_in_the_file_are_within_the_bounds_of_k15() {
    // (K15): four sensible players take 12 to 25 turns each on the full board, 8 to 16 on the short one.
    let tables = &ours()["measured"]["tables"];
    let within = |table: &str, least: f64, most: f64| {
        let number = |field: &str| tables[table][field].as_f64().unwrap();
        assert!(number("shortest_5_percent") >= least && number("longest_5_percent") <= most, "{table}");
    };
    within("full, 4 seats", 12.0, 25.0);
    within("mysteries, 4 seats", 12.0, 25.0);
    within("short, 4 seats", 8.0, 16.0);
}

#[test]
fn an_invalid_file_is_refused_with_the_faulty_place_and_route() {
    // (K2, K15)
    let named = |name: &str| name.to_owned();
    let route = "/sides/2/routes/4";
    let at = |field: &str| format!("{route}/{field}");
    assert_eq!(
        fault(&at("cost"), json!({"mushroom": -1, "apple": 4})),
        (Fault::CostNotPositive, named("a2a-5"))
    );
    assert_eq!(
        fault(&at("cost"), json!({"mushroom": 0, "apple": 4})),
        (Fault::CostNotPositive, named("a2a-5"))
    );
    assert_eq!(fault(&at("cost"), json!({"mushroom": 2})), (Fault::CostOutOfBounds, named("a2a-5")));
    assert_eq!(fault(&at("cost"), json!({"mushroom": 7})), (Fault::CostOutOfBounds, named("a2a-5")));
    assert_eq!(fault(&at("cost"), json!({"gold": 3})), (Fault::UnknownResource, named("a2a-5")));
    assert_eq!(fault(&at("to"), json!("a2a-town-9")), (Fault::UnknownPlace, named("a2a-5")));
    assert_eq!(fault(&at("to"), json!("palace")), (Fault::UnknownPlace, named("a2a-5")));
    assert_eq!(fault(&at("from"), json!("a1a-town-1")), (Fault::UnknownPlace, named("a2a-5")));
    assert_eq!(fault(&at("id"), json!("a2a-6")), (Fault::WrongRouteName, named("a2a-6")));
    assert_eq!(fault("/sides/2/places/0", json!("a2a-town-2")), (Fault::WrongPlaceName, named("a2a-town-2")));
    assert_eq!(fault("/sides/2/entries", json!(["a2a-town-1"])), (Fault::WrongEntries, named("a2a")));
    assert_eq!(fault("/sides/2/id", json!("a4a")), (Fault::UnknownSide, named("a4a")));
    assert_eq!(fault("/sides/2/id", json!("a2b")), (Fault::NotOnce, named("a2a")));
}

#[test]
fn a_board_with_a_dead_end_or_a_cycle_is_refused() {
    // (K2, K15)
    let routes = |side: usize| ours()["sides"][side]["routes"].as_array().unwrap().clone();
    let without = |side: usize, gone: &dyn Fn(&Value) -> bool| {
        let id = ours()["sides"][side]["id"].as_str().unwrap().to_owned();
        let mut kept: Vec<Value> = routes(side).into_iter().filter(|route| !gone(route)).collect();
        for (number, route) in kept.iter_mut().enumerate() {
            route["id"] = json!(format!("{id}-{}", number + 1));
        }
        fault(&format!("/sides/{side}/routes"), json!(kept))
    };
    let (found, at) = without(4, &|route| route["from"] == "a3a-town-3");
    assert_eq!((found, at.as_str()), (Fault::DeadEnd, "a3a-town-3"), "the palace cannot be reached");
    let (found, at) = without(0, &|route| route["to"] == "a1a-village-1");
    assert_eq!((found, at.as_str()), (Fault::Unreachable, "a1a-village-1"));
    let (found, at) = without(1, &|route| route["from"] == "port" && route["to"] == "a1b-village-1");
    assert_eq!((found, at.as_str()), (Fault::ForkWithoutVillage, "port"));
    // A route back from the second row to the first closes a cycle.
    let mut circling = routes(0);
    let last = circling.len();
    circling.push(json!({"id": format!("a1a-{}", last + 1), "from": "a1a-town-2", "to": "a1a-town-1", "cost": {"apple": 2, "water": 1}}));
    let (found, at) = fault("/sides/0/routes", json!(circling));
    assert_eq!(found, Fault::Cycle);
    assert!(at.starts_with("a1a-"), "{at} is the faulty route");
    let few: Vec<Value> = (1..=3).map(|number| json!(format!("a2a-village-{number}"))).collect();
    assert_eq!(fault("/sides/2/places", json!(few)).0, Fault::VillagesOutOfBounds);
}

#[test]
fn a_file_with_a_wrong_format_is_refused_with_the_path_to_the_error() {
    let at = |result: Result<(), BoardsError>| match result {
        Err(BoardsError::WrongForm { at, .. }) => at,
        other => panic!("{other:?}"),
    };
    assert_eq!(at(changed("/sides/1/routes/2/cost", json!("free"))), "sides[1].routes[2].cost");
    assert_eq!(at(changed("/sides/1/routes", json!({}))), "sides[1].routes");
    assert_eq!(at(boards::parse("{\"sides\": [], \"extra\": 1}").map(|_| ())), "extra");
    assert_eq!(at(boards::parse(&format!("{OURS} {OURS}")).map(|_| ())), "its end");
    assert!(matches!(boards::load(Some("/nowhere.json".as_ref())), Err(BoardsError::Unreadable { .. })));
}

#[test]
fn a_stored_game_keeps_its_board_when_the_file_changes() {
    let server_seed = ServerSeed::new([5; 32]);
    let ruleset = Ruleset::Kids(Variant::Mysteries);
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &server_seed,
        ruleset: &ruleset.deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); 2]).unwrap(),
        beacon: &Entropy::default(),
    };
    let mut other = ours();
    for side in 0..6 {
        other["sides"][side]["routes"][0]["cost"] = json!({"mushroom": 1, "water": 2});
    }
    let deal = |file: &Value| {
        let sides = boards::parse(&file.to_string()).unwrap();
        Game::deal(ruleset, &sides, &input, Seating::JoinOrder).unwrap().game
    };
    let (before, after) = (deal(&ours()), deal(&other));
    assert_ne!(before, after);
    for game in [before, after] {
        assert_eq!(Game::decode(ruleset, &game.encode()).unwrap(), game);
        assert!(Game::decode(Ruleset::Kids(Variant::Full), &game.encode()).is_err());
    }
}
