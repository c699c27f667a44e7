//! Games of few players that end at the same time on two servers, while others are annulled.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use lapidary::contest::rating::replay::check_log;
use lapidary::settings::{Settings, Switch};
use serde_json::{Value, json};

use super::{assert_equal, log, promote, recompute};
use crate::app::{Answer, Caller, TestApp};
use crate::games::stored::Stored;
use crate::line::{Answers, Line};

/// The number of games that end at once.
const GAMES: usize = 120;
/// The number of players who share them.
const PLAYERS: usize = 6;
/// The number of games that are annulled meanwhile.
const ANNULLED: usize = 4;
/// The pools of these games.
const POOLS: [&str; 2] = ["splendor.duel.correspondence.human", "splendor.table.correspondence.human"];

fn roomy(settings: &mut Settings) {
    settings.database.database_connections = 12;
    settings.games.waiting_games_per_account = 10_000;
    // Few players leave many games at once.
    settings.games.rating_limits = Switch::Off;
}

/// Starts a game with a clock, and returns its path and the numbers of its players.
async fn started(players: &[Caller<'_>], number: usize) -> (String, Vec<usize>) {
    let seats = number % 3 + 2;
    let mut seated: Vec<usize> =
        (0..seats).map(|seat| (number / 3 + seat * (1 + number % 2)) % PLAYERS).collect();
    seated.sort_unstable();
    seated.dedup();
    let terms = json!({"ruleset": "splendor", "seats": seated.len(),
        "clock": {"kind": "correspondence", "per_turn_ms": 86_400_000}});
    let made = players[seated[0]].post("/v1/games", terms).await.expect(201).json;
    let path = format!("/v1/games/{}", made["id"].as_str().expect("an id"));
    for guest in &seated[1..] {
        players[*guest].post_empty(&format!("{path}/join")).await.expect(200);
    }
    (path, seated)
}

/// Annuls some games on one of the servers as soon as they have ended, each twice at once.
async fn annul_some(admins: [Caller<'_>; 2]) -> BTreeSet<String> {
    let mut annulled = BTreeSet::new();
    while annulled.len() < ANNULLED {
        let page =
            admins[0].get(&format!("/v1/ladders/{}/log", POOLS[annulled.len() % 2])).await.expect(200).json;
        let games =
            page["items"].as_array().expect("items").iter().map(|item| item["game"].as_str().unwrap());
        let Some(game) = games.filter(|game| !annulled.contains(*game)).max() else { continue };
        let path = format!("/v1/admin/games/{game}/annul");
        let acts = admins.each_ref().map(|admin| admin.post(&path, json!({"reason": "a test"})));
        let answers: Vec<Value> =
            join_all(acts).await.into_iter().map(|answer| answer.expect(200).json).collect();
        assert_eq!(answers[0], answers[1], "the second one gets the first annulment");
        annulled.insert(game.to_owned());
    }
    annulled
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_end_at_once_are_numbered_without_gaps_and_recompute_bit_for_bit() {
    let one = TestApp::spawn_with(roomy).await;
    let url = one.database_url.clone();
    let other = TestApp::spawn_with(|settings| {
        roomy(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    let here = join_all((0..PLAYERS).map(|number| {
        let one = &one;
        async move { one.user(&format!("player{number}")).await }
    }))
    .await;
    let there: Vec<Caller<'_>> = here.iter().map(|player| other.with_token(player.token())).collect();
    let games = join_all((0..GAMES).map(|number| started(&here, number))).await;
    let mut stored = Stored::of(&one).await;
    stored.execute("UPDATE games SET rated = true").await;
    promote(&one, "player0").await;
    let ends = join_all(games.iter().enumerate().map(|(number, (path, seated))| {
        let players = if number % 2 == 0 { &here } else { &there };
        async move {
            for player in &seated[1..] {
                players[*player].post_empty(&format!("{path}/resign")).await.expect(200);
            }
        }
    }));
    let (_, annulled) = tokio::join!(ends, annul_some([here[0].clone(), there[0].clone()]));
    let mut rated = BTreeSet::new();
    for pool in POOLS {
        let log = log(&one, pool).await;
        check_log(&log).unwrap_or_else(|difference| panic!("{pool}: {difference}"));
        for event in &log {
            assert_eq!(event.annulled, annulled.contains(&event.game));
            assert!(rated.insert((event.game.clone(), event.seat)), "{} is rated once", event.game);
        }
    }
    let seats: usize = games.iter().map(|(_, seated)| seated.len()).sum();
    assert_eq!(rated.len(), seats, "every seat of every game is rated");
    assert_equal(&one).await;
    let before = one.anonymous().get("/v1/ladders").await.expect(200).json;
    // A difference is found and mended, wherever it is.
    for change in [
        "UPDATE ratings SET mu = mu + 1 WHERE player_id = (SELECT min(player_id::text)::uuid FROM ratings)",
        "UPDATE ratings SET opponents = 0",
        "UPDATE rating_events SET sigma_after = sigma_after - 1 WHERE pool_seq = 7",
        "DELETE FROM rating_opponents WHERE player_id = (SELECT min(player_id::text)::uuid FROM rating_opponents)",
        "UPDATE rating_pools SET players = players + 1",
    ] {
        stored.execute(change).await;
        let checked = recompute(&one, &["--check"]).await;
        assert_eq!(checked.status.code(), Some(1), "{change}: {checked:?}");
        assert!(String::from_utf8_lossy(&checked.stdout).contains(".correspondence.human: "), "{checked:?}");
        assert!(recompute(&one, &[]).await.status.success(), "{change}");
        assert_equal(&one).await;
    }
    assert_eq!(one.anonymous().get("/v1/ladders").await.expect(200).json, before);
    stored.execute("DELETE FROM rating_events WHERE pool_seq = 3").await;
    let checked = recompute(&one, &["--check", "--pool", POOLS[0]]).await;
    assert_eq!(checked.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&checked.stdout).contains("game 4 follows where game 3 is expected"));
}

/// More statements than the end of a game has.
const ANSWERS: usize = 14;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_end_loses_any_answer_is_rated_once() {
    let direct = TestApp::spawn().await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| {
        settings.database.database_url = Some(address);
        // One connection, so that the order of the answers is known.
        settings.database.database_connections = 1;
        settings.games.rating_limits = Switch::Off;
    })
    .await;
    let players = [direct.user("player0").await, direct.user("player1").await];
    let mut stored = Stored::of(&direct).await;
    let mut lost = 0;
    // Statements of jobs may lose their answers instead, so it goes on until enough ends have lost theirs.
    for number in 0..4 * ANSWERS {
        if number >= ANSWERS && lost > 3 {
            break;
        }
        let terms = json!({"ruleset": "splendor", "seats": 2,
            "clock": {"kind": "correspondence", "per_turn_ms": 86_400_000}});
        let made = players[0].post("/v1/games", terms).await.expect(201).json;
        let path = format!("/v1/games/{}", made["id"].as_str().expect("an id"));
        players[1].post_empty(&format!("{path}/join")).await.expect(200);
        stored.execute("UPDATE games SET rated = true").await;
        let resigning = app.with_token(players[number % 2].token());
        line.set(Answers::Lose(number % ANSWERS + 1));
        let first = resigning.post_empty(&format!("{path}/resign")).await;
        line.set(Answers::Pass);
        if first.status != 200 {
            first.expect_problem(503, "unavailable");
            lost += 1;
        }
        // The client repeats it until it gets an answer.
        let mut tries = 0;
        loop {
            let again: Answer = resigning.post_empty(&format!("{path}/resign")).await;
            if again.status == 200 {
                break;
            }
            tries += 1;
            assert!(tries < 50, "{}", again.text);
        }
        assert_eq!(log(&direct, POOLS[0]).await.len(), 2 * (number + 1), "game {number} is rated once");
    }
    assert!(lost > 3, "only {lost} ends lost an answer");
    assert_equal(&direct).await;
}
