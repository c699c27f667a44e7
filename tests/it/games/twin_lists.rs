//! Lists of decisions in two worlds: every response is the same, byte for byte, for every action that reveals
//! something and every decision that can be tried after it (B18, K14).

use lapidary::api::play::action::ActionBody;
use lapidary::engine::game::{Action, Game, GameLog, Payments, reveal_of};
use lapidary::engine::reveal::Reveal;
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::Seat;
use lapidary::engine::viewer::Viewer;
use serde_json::{Value, json};

use super::other_world::OtherWorld;
use super::stored::Stored;
use super::table::{Table, dice, terms, turn};
use super::twin_worlds::Observed;
use crate::app::{Answer, Caller, TestApp};

/// The maximum number of positions of a game that are compared.
const POSITIONS_MAX: usize = 8;
/// The maximum number of actions that are played to reach them.
const ACTIONS_MAX: usize = 150;
/// The number of revealing actions that are tried at a position.
const UNCOVERING_MAX: usize = 3;
/// The number of decisions that are tried after each.
const TAILS_MAX: usize = 12;
/// The maximum number of games that are played to find enough lists.
const GAMES_MAX: usize = 20;

fn body(action: &Action) -> Value {
    serde_json::to_value(ActionBody::from(action)).expect("an action can be written")
}

/// Returns the game after an action, and how much the action revealed.
fn after(game: &Game, action: &Action) -> (Game, Reveal) {
    let (mut game, mut log) = (game.clone(), GameLog::default());
    game.play(action, &mut log).expect("a listed action is legal");
    (game, log.0.iter().map(reveal_of).max().unwrap_or_default())
}

/// Returns the legal actions that reveal something, village tiles first.
fn uncovering(game: &Game) -> Vec<Action> {
    let legal = game.legal_actions(Payments::Canonical);
    let mut found: Vec<(Reveal, Action)> =
        legal.into_iter().map(|action| (after(game, &action).1, action)).collect();
    found.retain(|(reveal, _)| *reveal > Reveal::Nothing);
    found.sort_by_key(|(reveal, _)| std::cmp::Reverse(*reveal));
    found.into_iter().map(|(_, action)| action).take(UNCOVERING_MAX).collect()
}

/// Returns decisions that are tried whatever was revealed.
fn blind_tries(game: &Game) -> Vec<Value> {
    match game {
        Game::Splendor(_) => vec![
            json!({"type": "return", "tokens": {"gold": 1}}),
            json!({"type": "choose_noble", "noble": "noble-1"}),
            json!({"type": "choose_post", "post": "extra_token"}),
            json!({"type": "pass"}),
        ],
        Game::Kids(_) => vec![
            json!({"type": "return", "tokens": {"gold": 1}}),
            json!({"type": "return", "tokens": {"apple": 1}}),
            json!({"type": "give", "resource": "apple", "seat": 1}),
            json!({"type": "draw_town", "from": "stack"}),
            json!({"type": "take", "resources": ["gold"]}),
        ],
    }
}

/// Returns every list of two and three decisions that is compared at a position.
fn lists(worlds: [&Game; 2], dice: &mut fastrand::Rng) -> Vec<Value> {
    let mut lists = Vec::new();
    for first in uncovering(worlds[0]) {
        let mut tails: Vec<Value> = worlds
            .into_iter()
            .flat_map(|game| after(game, &first).0.legal_actions(Payments::Canonical))
            .map(|action| body(&action))
            .collect();
        dice.shuffle(&mut tails);
        tails.truncate(TAILS_MAX);
        tails.extend(blind_tries(worlds[0]));
        for tail in &tails {
            lists.push(json!([body(&first), tail]));
            lists.push(json!([body(&first), tail, tails[dice.usize(..tails.len())]]));
        }
    }
    lists
}

/// Returns what the seat learns from these lists: from `dry_run`, from the refusal if there is one, and from
/// the game after that.
async fn responses(
    table: &Table<'_>,
    caller: &Caller<'_>,
    version: &Value,
    lists: &[Value],
) -> Vec<Observed> {
    let mut observed = Vec::new();
    for list in lists {
        let dry_run = table.path("/actions?dry_run=true");
        let judged: Answer = caller.post(&dry_run, turn(version, list.clone())).await;
        let refused = judged.status.is_client_error();
        observed.push(judged.into());
        if refused {
            let answer = caller.post(&table.path("/actions"), turn(version, list.clone())).await;
            assert!(answer.status.is_client_error(), "what dry_run refuses is refused: {}", answer.text);
            observed.push(answer.into());
        }
    }
    for path in ["", "/legal-actions", "/events"] {
        observed.push(caller.get(&table.path(path)).await.into());
    }
    observed
}

/// Plays games until this many lists were compared: the deal of a game may offer few or none.
async fn no_list_tells(terms: Value, seed: u64, enough: usize) {
    let mut dice = dice(seed);
    let mut compared = 0;
    for _ in 0..GAMES_MAX {
        compared += compared_in_a_game(&terms, &mut dice).await;
        if compared >= enough {
            return;
        }
    }
    panic!("only {compared} lists were compared in {GAMES_MAX} games");
}

/// Plays a game and compares the worlds after each action; returns the number of lists compared.
async fn compared_in_a_game(terms: &Value, dice: &mut fastrand::Rng) -> usize {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms.clone()).await;
    let mut stored = Stored::of(&app).await;
    let (mut compared, mut positions) = (0, 0);
    for _ in 0..ACTIONS_MAX {
        let view = table.public_view().await;
        let Some(seat) = view["to_act"]["seat"].as_u64() else { break };
        let here = stored.game(&table.id).await;
        let mut names = here.ruleset.split('+');
        let ruleset = Ruleset::parse(names.next().expect("an id"), names, []).expect("a ruleset");
        let game = Game::decode(ruleset, &here.snapshot).expect("a position");
        let found = uncovering(&game);
        // Positions from which a village can be reached are rare, so none of them is skipped.
        let decisive = found.first().is_some_and(|action| after(&game, action).1 == Reveal::Decisive);
        if positions < POSITIONS_MAX && !found.is_empty() && (decisive || dice.u8(..6) == 0) {
            let caller = &table.seats[seat as usize];
            let viewer = Viewer::Seat(Seat::new(seat as u8).expect("a seat"));
            let events = caller.get(&table.path("/events")).await.expect(200).text;
            let log = stored.log(&table.id).await;
            let world = OtherWorld::of(ruleset, (&here, &log), viewer, &events, dice);
            if world.differs() {
                let lists = lists([&game, &world.position(ruleset)], dice);
                let one = responses(&table, caller, &view["version"], &lists).await;
                world.enter(&mut stored, &table.id, &log).await;
                let other = responses(&table, caller, &view["version"], &lists).await;
                world.leave(&mut stored, &table.id, &log).await;
                for (one, other) in one.iter().zip(&other) {
                    assert_eq!(one, other, "the seat can tell the worlds apart");
                }
                assert!(one.len() == other.len() && one.iter().all(|response| response.status < 500));
                (compared, positions) = (compared + lists.len(), positions + 1);
            }
        }
        travel(&table, seat as usize, &view["version"], dice).await;
    }
    compared
}

/// Plays a random action and prefers moves, so that travelers reach villages.
async fn travel(table: &Table<'_>, seat: usize, version: &Value, dice: &mut fastrand::Rng) {
    let legal = table.legal(seat).await;
    let moves: Vec<&Value> = legal.iter().filter(|action| action["type"] == "move").collect();
    let action = match moves.is_empty() {
        false if dice.u8(..10) < 6 => moves[dice.usize(..moves.len())].clone(),
        _ => legal[dice.usize(..legal.len())].clone(),
    };
    table.post(seat, version, json!([action])).await.expect(200);
}

fn kids(modules: Value) -> Value {
    let mut terms = terms(2);
    terms["ruleset"] = json!("kids");
    terms["modules"] = modules;
    terms
}

#[tokio::test]
async fn no_list_of_decisions_reveals_a_card() {
    no_list_tells(terms(2), 111, 50).await;
}

#[tokio::test]
async fn no_list_of_decisions_reveals_a_card_with_every_module() {
    let mut terms = terms(3);
    terms["modules"] = json!(["orient", "strongholds", "trading_posts", "cities"]);
    no_list_tells(terms, 112, 50).await;
}

#[tokio::test]
async fn no_list_of_decisions_reveals_a_town_tile() {
    no_list_tells(kids(json!([])), 113, 10).await;
}

#[tokio::test]
async fn no_list_of_decisions_reveals_a_village_tile() {
    no_list_tells(kids(json!(["mysteries"])), 114, 50).await;
}
