//! Puzzles: who gets which, what an answer counts, and what nobody sees before it.

use std::collections::{BTreeSet, HashSet};

use futures_util::future::join_all;
use lapidary::api::play::action::ActionBody;
use lapidary::engine::game::{Action as AnyAction, Game, GameLog, Payments};
use lapidary::engine::splendor::action::Action;
use lapidary_analysis::puzzles::{Puzzle, read};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::api_tokens::issue;
use crate::app::{Caller, TestApp};
use crate::games::stored::Stored;

/// The set of the program.
const SET: &str = include_str!("../../data/puzzles.txt");

/// Give back what players lost by puzzles that are none any more.
const LOSSES: [&str; 3] = [
    include_str!("../../migrations/2026-11-28-091500_puzzle_losses/up.sql"),
    include_str!("../../migrations/2026-11-28-210000_more_puzzle_losses/up.sql"),
    include_str!("../../migrations/2026-11-29-091500_unconfirmed_puzzle_losses/up.sql"),
];

/// The fields that show something of a solution.
const OF_THE_SOLUTION: [&str; 5] = ["solutions", "shares", "rival", "rival_shares", "themes"];

fn puzzles() -> Vec<Puzzle> {
    read(SET).expect("the set of the program")
}

fn id(puzzle: &Puzzle) -> String {
    Uuid::from_bytes(puzzle.id()).to_string()
}

fn path(puzzle: &Puzzle) -> String {
    format!("/v1/puzzles/{}", id(puzzle))
}

fn action(action: Action) -> Value {
    serde_json::to_value(ActionBody::from(&AnyAction::Splendor(action))).expect("JSON")
}

fn turn(actions: &[Action]) -> Value {
    json!({"actions": actions.iter().map(|one| action(*one)).collect::<Vec<_>>()})
}

async fn answer(caller: &Caller<'_>, puzzle: &Puzzle, actions: &[Action]) -> Value {
    caller.post(&format!("{}/answer", path(puzzle)), turn(actions)).await.expect(200).json
}

/// The actions of the seat to move that are legal and leave the game to somebody, or to nobody.
fn legal(puzzle: &Puzzle, leads_on: impl Fn(&Game) -> bool) -> Option<Action> {
    let game = Game::Splendor(puzzle.known());
    game.legal_actions(Payments::Canonical).into_iter().find_map(|action| {
        let mut after = game.clone();
        after.play(&action, &mut GameLog::default()).ok()?;
        match action {
            AnyAction::Splendor(action) if leads_on(&after) => Some(action),
            _ => None,
        }
    })
}

async fn count(stored: &mut Stored, table: &str) -> String {
    stored.texts(&format!("SELECT count(*)::text FROM {table}")).await.remove(0)
}

#[tokio::test]
async fn a_puzzle_shows_what_its_seat_sees_and_no_solution() {
    let app = TestApp::shared().await;
    for puzzle in puzzles() {
        let shown = app.anonymous().get(&path(&puzzle)).await.expect(200);
        assert_eq!((&shown.json["id"], &shown.json["result"]), (&json!(id(&puzzle)), &Value::Null));
        assert_eq!(shown.json["viewer_seat"], puzzle.seat.number());
        assert_eq!(shown.json["to_act"], json!({"seat": puzzle.seat.number(), "decision": "main"}));
        assert_eq!(shown.json["seats"].as_array().map(Vec::len), Some(puzzle.position.seat_count().get()));
        let legal = Game::Splendor(puzzle.known()).legal_actions(Payments::Canonical);
        let listed: Vec<String> = legal.iter().map(ToString::to_string).collect();
        let notations = shown.json["legal_actions"].as_array().expect("actions");
        assert!(notations.iter().map(|legal| &legal["notation"]).eq(&listed), "{notations:?}");
        for field in OF_THE_SOLUTION {
            assert!(!shown.text.contains(&format!("\"{field}\"")), "{field} in {}", shown.text);
        }
        for seat in shown.json["seats"].as_array().expect("seats") {
            assert_eq!(seat["player"], Value::Null, "names are no part of it");
            let hand = seat["hand"].as_array().expect("a hand");
            let is_own = seat["seat"] == shown.json["viewer_seat"];
            assert!(is_own || hand.iter().all(|card| card["blind"] != true), "{seat}");
        }
    }
    let first = &puzzles()[0];
    let drawn = app
        .anonymous()
        .get(&format!("{}/board.svg?theme=dark&layout=portrait", path(first)))
        .await
        .expect(200);
    assert_eq!(drawn.header("content-type"), "image/svg+xml");
    assert!(drawn.text.starts_with("<svg") && drawn.text.contains(">?<"), "{}", drawn.text);
}

#[tokio::test]
async fn the_first_answer_counts_for_the_player_and_against_the_puzzle() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let puzzle = &puzzles()[0];
    let before = ada.get(&path(puzzle)).await.expect(200).json;
    let new = ada.get("/v1/me/puzzles").await.expect(200).json;
    assert_eq!((&new["rating"], &new["answers"], &new["solved"]), (&json!(1500), &json!(0), &json!(0)));

    let right = answer(&ada, puzzle, &puzzle.solutions[0]).await;
    let result = &right["result"];
    assert_eq!(
        (&result["solved"], &right["answers"], &right["solved"]),
        (&json!(true), &json!(1), &json!(1))
    );
    assert_eq!(result["answered"], result["solutions"][0]);
    let rating = |value: &Value| value["rating"].as_i64().expect("a rating");
    assert_eq!(rating(&result["rating_before"]), 1500);
    assert!(rating(&result["rating_after"]) > 1500);
    assert!(rating(&right["rating"]) < rating(&before["rating"]), "the puzzle has lost");
    let best = |shares: &str| result[shares][usize::from(puzzle.seat.number())].as_f64().expect("a share");
    assert!(best("shares") > best("rival_shares"));
    let record = ada.get("/v1/me/puzzles").await.expect(200).json;
    assert_eq!((rating(&record), &record["solved"]), (rating(&result["rating_after"]), &json!(1)));

    // Another answer of the same player changes nothing.
    assert_eq!(answer(&ada, puzzle, &puzzle.rival).await, right);
    assert_eq!(ada.get(&path(puzzle)).await.expect(200).json, right);
    assert_eq!(bob.get(&path(puzzle)).await.expect(200).json["result"], Value::Null, "it is ada's");

    let wrong = answer(&bob, puzzle, &puzzle.rival).await;
    assert_eq!(wrong["result"]["solved"], false);
    assert_eq!((&wrong["answers"], &wrong["solved"]), (&json!(2), &json!(1)));
    assert!(rating(&wrong["result"]["rating_after"]) < 1500);
    assert_eq!(wrong["result"]["solutions"], result["solutions"]);
}

#[tokio::test]
async fn an_answer_that_is_no_turn_is_refused_and_counts_nothing() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let all = puzzles();
    let puzzle = &all[0];
    let at = |puzzle: &Puzzle| format!("{}/answer", path(puzzle));
    let pass = json!({"actions": [{"type": "pass"}]});
    let refused = ada.post(&at(puzzle), &pass).await.expect_problem(422, "illegal_action");
    assert!(refused.json["rule"].is_string() && refused.json["action_index"] == 0, "{}", refused.text);

    // A further action after the turn is one of somebody else; after a purchase, a card was revealed.
    let other_seat = |after: &Game| after.to_act().is_some_and(|(seat, _)| seat != puzzle.seat);
    let take = legal(puzzle, other_seat).expect("a turn");
    let mut twice = turn(&[take, take]);
    let is_reveal = matches!(take, Action::Buy { .. } | Action::Reserve(_) | Action::ReserveBlind(_));
    let (status, code) = if is_reveal { (422, "after_reveal") } else { (409, "not_your_turn") };
    ada.post(&at(puzzle), &twice).await.expect_problem(status, code);
    // Nothing is revealed in place of a card from the hand.
    let bought = |action: &Action| matches!(action, Action::Buy { .. });
    let bought = |puzzle: &Puzzle| puzzle.solutions[0].iter().copied().find(bought);
    let mut codes = BTreeSet::new();
    for (puzzle, buy) in all.iter().filter_map(|puzzle| Some((puzzle, bought(puzzle)?))).take(10) {
        twice = turn(&[buy, buy]);
        codes.insert(ada.post(&at(puzzle), &twice).await.json["code"].to_string());
    }
    assert!(codes.remove("\"after_reveal\""), "{codes:?}");
    assert!(codes.iter().all(|code| code == "\"not_your_turn\""), "{codes:?}");

    let own = |puzzle: &Puzzle| {
        let seat = puzzle.seat;
        move |after: &Game| after.to_act().is_some_and(|(deciding, _)| deciding == seat)
    };
    let incomplete = all.iter().find_map(|puzzle| Some((puzzle, legal(puzzle, own(puzzle))?)));
    let (puzzle, first) = incomplete.expect("a puzzle in which a turn has two decisions");
    let refused = ada.post(&at(puzzle), turn(&[first])).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/actions"], "{}", refused.text);

    ada.post(&at(puzzle), json!({"actions": [{"type": "jump"}]}))
        .await
        .expect_problem(422, "validation_failed");
    ada.post(&at(puzzle), json!({"actions": []})).await.expect_problem(422, "validation_failed");
    let nowhere = format!("/v1/puzzles/{}/answer", Uuid::nil());
    ada.post(&nowhere, &pass).await.expect_problem(404, "not_found");
    app.anonymous().post(&at(puzzle), &pass).await.expect_problem(401, "unauthenticated");
    let mut stored = Stored::of(&app).await;
    for table in ["puzzle_answers", "puzzle_solvers", "puzzle_ratings"] {
        assert_eq!(count(&mut stored, table).await, "0", "{table}");
    }
}

#[tokio::test]
async fn bots_answer_no_puzzles() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    ada.post("/v1/me/bots", json!({"username": "adabot"})).await.expect(201);
    let issued = issue(&ada, "/v1/me/bots/adabot/tokens", &["read", "play"]).await;
    let bot = app.with_token(issued["token"].as_str().expect("a token"));
    let puzzle = &puzzles()[0];
    bot.get(&path(puzzle)).await.expect(200);
    let body = turn(&puzzle.solutions[0]);
    bot.post(&format!("{}/answer", path(puzzle)), body).await.expect_problem(403, "forbidden");
    assert_eq!(count(&mut Stored::of(&app).await, "puzzle_answers").await, "0");
}

#[tokio::test]
async fn answers_at_the_same_time_count_once_for_each_player() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let puzzle = &puzzles()[0];
    let tried = (0..12).map(|number| {
        let caller = if number % 3 == 0 { &bob } else { &ada };
        let actions = if number % 2 == 0 { &puzzle.solutions[0] } else { &puzzle.rival };
        async move { (number % 3, answer(caller, puzzle, actions).await["result"].clone()) }
    });
    let results = join_all(tried).await;
    for own in [true, false] {
        let same: HashSet<String> = results
            .iter()
            .filter(|(caller, _)| (*caller == 0) == own)
            .map(|(_, result)| result.to_string())
            .collect();
        assert_eq!(same.len(), 1, "{same:?}");
    }
    let shown = ada.get(&path(puzzle)).await.expect(200).json;
    let solved = results.iter().take(2).filter(|(_, result)| result["solved"] == true).count();
    assert_eq!((&shown["answers"], &shown["solved"]), (&json!(2), &json!(solved)));
    for caller in [&ada, &bob] {
        assert_eq!(caller.get("/v1/me/puzzles").await.expect(200).json["answers"], 1);
    }
    assert_eq!(count(&mut Stored::of(&app).await, "puzzle_answers").await, "2");
}

#[tokio::test]
async fn the_next_puzzle_is_close_in_rating_and_never_one_that_was_answered() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let all = puzzles();
    let next = ada.get("/v1/puzzles/next").await.expect(200).json;
    assert_eq!(ada.get("/v1/puzzles/next").await.expect(200).json, next, "the same until it is answered");
    let distance = |rating: &Value| (rating["rating"].as_i64().expect("a rating") - 1500).abs();
    for puzzle in &all {
        let other = app.anonymous().get(&path(puzzle)).await.expect(200).json;
        assert!(distance(&other["rating"]) >= distance(&next["rating"]), "{other}");
    }
    let skipped = ada.get("/v1/puzzles/next?skip=1").await.expect(200).json;
    assert_ne!(skipped["id"], next["id"]);
    assert!(distance(&skipped["rating"]) >= distance(&next["rating"]));
    ada.get("/v1/puzzles/next?skip=256").await.expect_problem(400, "malformed");
    let of_id = |shown: &Value| all.iter().find(|one| json!(id(one)) == shown["id"]).expect("of the set");
    answer(&ada, of_id(&next), &of_id(&next).rival).await;
    assert_ne!(ada.get("/v1/puzzles/next").await.expect(200).json["id"], next["id"]);

    // All but one are answered.
    let last = all.iter().find(|one| json!(id(one)) != next["id"]).expect("another one");
    let mut stored = Stored::of(&app).await;
    let open = all.iter().filter(|one| json!(id(one)) != next["id"] && id(one) != id(last));
    let ids: Vec<String> = open.map(|puzzle| format!("('{}'::uuid)", id(puzzle))).collect();
    let answered = format!(
        "INSERT INTO puzzle_answers SELECT p.id, o.id, now(), 'pass', false, 1, 1, 1, 1 \
         FROM players p, (VALUES {}) AS o(id)",
        ids.join(",")
    );
    stored.execute(&answered).await;
    assert_eq!(ada.get("/v1/puzzles/next").await.expect(200).json["id"], json!(id(last)));
    ada.get("/v1/puzzles/next?skip=1").await.expect_problem(404, "not_found");
    answer(&ada, last, &last.solutions[0]).await;
    ada.get("/v1/puzzles/next").await.expect_problem(404, "not_found");
    app.anonymous().get("/v1/puzzles/next").await.expect(200);
}

#[tokio::test]
async fn a_theme_is_what_the_puzzle_is_about() {
    let app = TestApp::spawn().await;
    let (ada, all) = (app.user("ada").await, puzzles());
    let mut met = 0;
    for theme in ["race", "block", "noble", "return", "orient", "strongholds", "trading_posts", "cities"] {
        let is_about = |puzzle: &Puzzle| puzzle.themes.iter().any(|one| one.name() == theme);
        let path = format!("/v1/puzzles/next?theme={theme}");
        for caller in [&ada, &app.anonymous()] {
            let answered = caller.get(&path).await;
            if !all.iter().any(is_about) {
                answered.expect_problem(404, "not_found");
                continue;
            }
            let shown = answered.expect(200).json;
            let puzzle = all.iter().find(|one| json!(id(one)) == shown["id"]).expect("of the set");
            assert!(is_about(puzzle), "{theme}");
            met += 1;
        }
    }
    assert!(met > 0, "the set has themes");
    let unknown = ada.get("/v1/puzzles/next?theme=chess").await.expect_problem(400, "malformed");
    assert!(unknown.text.contains("`race`, `block`"), "{}", unknown.text);
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_the_same_for_everybody() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let daily = app.anonymous().get("/v1/puzzles/daily").await.expect(200).json;
    assert_eq!(daily["date"].as_str().map(str::len), Some("2026-11-25".len()));
    assert_eq!(ada.get("/v1/puzzles/daily").await.expect(200).json, daily);
    let all = puzzles();
    let puzzle = all.iter().find(|one| json!(id(one)) == daily["puzzle"]["id"]).expect("of the set");
    let answered = answer(&ada, puzzle, &puzzle.solutions[0]).await;
    assert_eq!(ada.get("/v1/puzzles/daily").await.expect(200).json["puzzle"], answered);
    let of_bob = bob.get("/v1/puzzles/daily").await.expect(200).json;
    assert_eq!(
        (&of_bob["puzzle"]["id"], &of_bob["puzzle"]["result"]),
        (&daily["puzzle"]["id"], &Value::Null)
    );
}

#[tokio::test]
async fn what_was_lost_by_a_puzzle_that_is_gone_is_given_back_once() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let kept = id(&puzzles()[0]);
    let [.., losses] = LOSSES;
    let gone = losses.split('\'').skip(1).step_by(2).take(2).collect::<Vec<_>>();
    let is_gone = |puzzle: &Puzzle| LOSSES.iter().any(|losses| losses.contains(&id(puzzle)));
    assert!(!puzzles().iter().any(is_gone), "a puzzle of the set is gone");
    let mut stored = Stored::of(&app).await;
    // A wrong answer to a puzzle that is gone cost 30 points, one to another puzzle 20; a right one brought
    // 10.
    stored
        .execute(&format!(
            "INSERT INTO puzzle_answers SELECT p.id, a.puzzle, now(), 'pass', a.solved, a.before, 9, a.after, 9 \
             FROM players p, (VALUES ('{}'::uuid, false, 100, 70), ('{kept}', false, 70, 50), \
             ('{}', true, 50, 60)) AS a(puzzle, solved, before, after) WHERE p.username = 'ada'",
            gone[0], gone[1]
        ))
        .await;
    let solver =
        "INSERT INTO puzzle_solvers SELECT id, 60, 9, 3, 1, now() FROM players WHERE username = 'ada'";
    stored.execute(solver).await;
    for _ in 0..2 {
        stored.execute(losses).await;
        let solver = "SELECT mu_micro || ' ' || answers || ' ' || solved FROM puzzle_solvers";
        assert_eq!(stored.texts(solver).await, ["90 2 1"]);
    }
    assert_eq!(ada.get("/v1/me/puzzles").await.expect(200).json["answers"], 2);
}

#[tokio::test]
async fn answers_of_an_erased_player_are_gone_and_the_puzzle_keeps_its_rating() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let puzzle = &puzzles()[0];
    let answered = answer(&ada, puzzle, &puzzle.solutions[0]).await;
    ada.erase().await.expect(204);
    let mut stored = Stored::of(&app).await;
    for (table, rows) in [("puzzle_answers", "0"), ("puzzle_solvers", "0"), ("puzzle_ratings", "1")] {
        assert_eq!(count(&mut stored, table).await, rows, "{table}");
    }
    let body = turn(&puzzle.rival);
    ada.post(&format!("{}/answer", path(puzzle)), body).await.expect_problem(401, "unauthenticated");
    let shown = app.anonymous().get(&path(puzzle)).await.expect(200).json;
    assert_eq!((&shown["rating"], &shown["answers"]), (&answered["rating"], &json!(1)));
}
