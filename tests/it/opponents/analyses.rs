//! Analyses of games that are over: who gets them, how often, and what becomes of them when a server dies.

use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection};
use lapidary::cli::verify;
use lapidary::model::auth::PlayerId;
use lapidary::model::game::GameId;
use lapidary::store::analyses;
use reqwest::Method;
use serde_json::{Value, json};

use super::player::{app, create, hurry, watch_out};
use crate::app::{Answer, Caller, SOON, TestApp, look_again};
use crate::games::reader::{LINES, Reader};
use crate::games::stored::Stored;
use crate::webhooks::receiver::Receiver;

/// Returns a game that built-in opponents have played to its end.
async fn played(creator: &Caller<'_>) -> String {
    let terms = json!({"ruleset": "splendor", "seats": 2, "seated": ["greedy", "random"]});
    let id = create(creator, terms).await;
    assert_eq!(watch_out(creator, &id).await["status"], "finished");
    id
}

fn path(id: &str) -> String {
    format!("/v1/games/{id}/analysis")
}

/// Returns the analysis of a game as soon as nobody works on it any more.
async fn awaited(caller: &Caller<'_>, id: &str) -> Value {
    let mut looks = tokio::time::interval(Duration::from_millis(50));
    loop {
        looks.tick().await;
        let found = caller.get(&path(id)).await.expect(200).json;
        assert!(found["done"].as_u64() <= found["total"].as_u64(), "{found}");
        if !["queued", "running"].contains(&found["status"].as_str().expect("a status")) {
            return found;
        }
    }
}

#[tokio::test]
async fn everybody_gets_the_same_analysis_of_a_game() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = played(&ada).await;
    let curve = format!("{}.svg", path(&id));
    app.anonymous().get(&path(&id)).await.expect_problem(404, "not_found");
    app.anonymous().get(&curve).await.expect_problem(404, "not_found");
    let asked = bob.post_empty(&path(&id)).await.expect(202);
    assert_eq!(asked.header("location"), path(&id));
    assert_eq!((&asked.json["game"], &asked.json["analysis"]), (&json!(id), &Value::Null));
    let found = awaited(&bob, &id).await;
    assert_eq!(found["status"], "finished");
    assert_eq!(ada.post_empty(&path(&id)).await.expect(200).json, found);
    assert_eq!(app.anonymous().get(&path(&id)).await.expect(200).json, found);
    let mut stored = Stored::of(&app).await;
    let asked_by = "SELECT username FROM game_analyses JOIN players ON id = requested_by";
    assert_eq!(stored.texts(asked_by).await, ["bob"]);

    // Every decision of a player is in one choice, with the version in which it was made.
    let analysis = &found["analysis"];
    let events = ada.get(&format!("/v1/games/{id}/events?limit=1000")).await.expect(200).json;
    let by_player = |event: &&Value| event["type"] == "action" && event["data"]["by"] == "player";
    let decided: Vec<&Value> =
        events["events"].as_array().expect("events").iter().filter(by_player).collect();
    let choices = analysis["choices"].as_array().expect("choices");
    let mut left = decided.iter();
    for choice in choices {
        for (number, action) in choice["played"].as_str().expect("notation").split("; ").enumerate() {
            let event = left.next().expect("a decision");
            assert_eq!(
                (&event["data"]["notation"], &event["data"]["seat"]),
                (&json!(action), &choice["seat"])
            );
            assert!(number > 0 || event["seq"].as_u64() == choice["version"].as_u64().map(|at| at + 1));
        }
    }
    assert!(left.next().is_none());
    assert_eq!((&found["done"], &found["total"]), (&json!(choices.len()), &json!(choices.len())));
    // Deals are random, so a weak player may play better than a stronger one: that accuracy follows strength
    // is tested with fixed deals in tests/analysis.
    for seat in analysis["seats"].as_array().expect("seats") {
        let part = |name: &str| seat[name].as_f64().expect("a number");
        assert!((0.0..=100.0).contains(&part("accuracy")), "{seat}");
        let explained: f64 = ["opening", "play", "opponents", "luck", "rest"].map(part).iter().sum();
        assert!((explained - part("result")).abs() < 0.001, "{seat}");
    }

    let drawn = app.anonymous().get(&curve).await.expect(200);
    assert_eq!(drawn.header("content-type"), "image/svg+xml");
    let turned = analysis["turning_points"].as_array().expect("turning points");
    assert_eq!(drawn.text.matches("stroke-dasharray").count(), turned.len());
    assert!(drawn.text.contains("greedy") && drawn.text.contains("random"));
}

#[tokio::test]
async fn analyses_of_a_player_are_added_up_as_far_as_the_viewer_sees_their_games() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let of_greedy = "/v1/players/greedy/analyses";
    let public = played(&ada).await;
    let nothing =
        json!({"games": 0, "accuracy": null, "choices": 0, "mistakes": 0, "blunders": 0, "reasons": []});
    assert_eq!(bob.get(of_greedy).await.expect(200).json, nothing, "nobody has asked for an analysis");

    ada.post_empty(&path(&public)).await.expect(202);
    let analysis = awaited(&ada, &public).await["analysis"].take();
    let seats = ada.get(&format!("/v1/games/{public}")).await.expect(200).json["seats"].take();
    let is_greedy = |seat: &&Value| seat["player"]["username"] == "greedy";
    let seat = &seats.as_array().expect("seats").iter().find(is_greedy).expect("greedy")["seat"];
    let own = &analysis["seats"][seat.as_u64().expect("a number") as usize];
    let found = app.anonymous().get(of_greedy).await.expect(200).json;
    for part in ["accuracy", "choices", "mistakes"] {
        assert_eq!(found[part], own[part], "{part}: {found} {own}");
    }
    let choices = analysis["choices"].as_array().expect("choices").iter();
    let mistakes: Vec<&Value> =
        choices.filter(|one| one["seat"] == *seat && one["free"] == true && one["mistake"] == true).collect();
    let count = |fits: &dyn Fn(&Value) -> bool| json!(mistakes.iter().filter(|one| fits(one)).count());
    assert_eq!(found["blunders"], count(&|one| one["grade"] == "blunder"));
    for missed in found["reasons"].as_array().expect("reasons") {
        let has = |one: &Value| one["reasons"].as_array().expect("reasons").contains(&missed["reason"]);
        assert_eq!(missed["mistakes"], count(&has), "{missed}");
    }

    let private = json!({"ruleset": "splendor", "seats": 2, "visibility": "private",
        "opponents": [{"bot": "greedy"}]});
    let private = create(&ada, private).await;
    ada.post_empty(&format!("/v1/games/{private}/resign")).await.expect(200);
    ada.post_empty(&path(&private)).await.expect(202);
    awaited(&ada, &private).await;
    assert_eq!(ada.get(of_greedy).await.expect(200).json["games"], 2);
    assert_eq!(bob.get(of_greedy).await.expect(200).json, found);
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE game_analyses SET judge = 1").await;
    assert_eq!(ada.get(of_greedy).await.expect(200).json, nothing, "an earlier judge has made them");
    ada.get("/v1/players/nobody/analyses").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_game_without_an_end_to_see_has_no_analysis() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let both = async |caller: &Caller<'_>, id: &str, status: u16, code: &str| {
        caller.post_empty(&path(id)).await.expect_problem(status, code);
        caller.get(&path(id)).await.expect_problem(status, code);
        caller.get(&format!("{}.svg", path(id))).await.expect_problem(status, code);
    };
    let waiting = create(&ada, json!({"ruleset": "splendor", "seats": 2})).await;
    both(&ada, &waiting, 409, "game_not_started").await;
    bob.post_empty(&format!("/v1/games/{waiting}/join")).await.expect(200);
    both(&ada, &waiting, 409, "game_not_finished").await;
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{waiting}'")).await;
    both(&ada, &waiting, 409, "game_frozen").await;
    let aborted = create(&ada, json!({"ruleset": "splendor", "seats": 2})).await;
    ada.post_empty(&format!("/v1/games/{aborted}/abort")).await.expect(200);
    both(&ada, &aborted, 422, "not_available").await;
    let private = json!({"ruleset": "splendor", "seats": 2, "visibility": "private",
        "opponents": [{"bot": "random"}]});
    let private = create(&ada, private).await;
    ada.post_empty(&format!("/v1/games/{private}/resign")).await.expect(200);
    both(&bob, &private, 404, "not_found").await;
    ada.post_empty(&path(&private)).await.expect(202);
    assert_eq!(awaited(&ada, &private).await["status"], "finished");
    both(&bob, &private, 404, "not_found").await;
    let kids = create(&ada, json!({"ruleset": "kids", "seats": 2, "seated": ["greedy", "random"]})).await;
    watch_out(&ada, &kids).await;
    both(&ada, &kids, 422, "not_available").await;
    app.anonymous().post_empty(&path(&kids)).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn an_account_can_ask_for_so_many_analyses_but_read_all() {
    let app = TestApp::spawn_with(|settings| {
        hurry(settings);
        settings.games.analyses_per_account = 2;
        settings.games.analyses_per_day = 2;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let games = [played(&ada).await, played(&ada).await, played(&ada).await];
    for _ in 0..20 {
        ada.post_empty(&path(&games[0])).await;
    }
    awaited(&ada, &games[0]).await;
    ada.post_empty(&path(&games[1])).await.expect(202);
    awaited(&ada, &games[1]).await;
    let refused = ada.post_empty(&path(&games[2])).await.expect_problem(409, "too_many_analyses");
    assert!(refused.text.contains("2 analyses in 24 hours"), "{}", refused.text);
    ada.post_empty(&path(&games[1])).await.expect(200);
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE game_analyses SET requested_at = now() - interval '25 hours'").await;
    stored
        .execute(
            "UPDATE game_analyses SET status = 'running', result = NULL, claimed_until = now() + interval '1 hour'",
        )
        .await;
    let refused = ada.post_empty(&path(&games[2])).await.expect_problem(409, "too_many_analyses");
    assert!(refused.text.contains("wait for 2 analyses"), "{}", refused.text);
    bob.post_empty(&path(&games[2])).await.expect(202);
}

#[tokio::test]
async fn another_server_goes_on_when_one_has_died_but_not_for_ever() {
    let app = app().await;
    let ada = app.user("ada").await;
    let games = [played(&ada).await, played(&ada).await, played(&ada).await];
    let mut stored = Stored::of(&app).await;
    for (game, attempts, claimed) in [
        // Its server has died in the middle, a moment ago and for the fourth time; another works on it.
        (&games[0], 1, "now() - interval '1 second'"),
        (&games[1], 3, "now() - interval '1 second'"),
        (&games[2], 1, "now() + interval '1 hour'"),
    ] {
        stored
            .execute(&format!(
                "INSERT INTO game_analyses (game_id, requested_by, status, claimed_until, attempts, done, total) \
                 SELECT '{game}', id, 'running', {claimed}, {attempts}, 5, 50 FROM players WHERE username = 'ada'"
            ))
            .await;
    }
    assert_eq!(awaited(&ada, &games[0]).await["status"], "finished");
    let failed = awaited(&ada, &games[1]).await;
    assert_eq!((&failed["status"], &failed["analysis"]), (&json!("failed"), &Value::Null));
    ada.get(&format!("{}.svg", path(&games[1]))).await.expect_problem(422, "not_available");
    assert_eq!(ada.post_empty(&path(&games[1])).await.expect(200).json, failed);
    let other = ada.get(&path(&games[2])).await.expect(200).json;
    assert_eq!((&other["status"], &other["done"]), (&json!("running"), &json!(5)));
}

/// Puts analyses into the queue at once, in the order in which they were asked for: each of the account with
/// this name.
async fn queue(stored: &mut Stored, waiting: &[(&str, &str)]) {
    let asked = waiting.iter().enumerate().map(|(place, (game, username))| {
        let player = format!("(SELECT id FROM players WHERE username = '{username}')");
        format!("('{game}', {player}, now() - interval '1 minute' + interval '1 second' * {place})")
    });
    let asked = asked.collect::<Vec<String>>().join(", ");
    let into = "INSERT INTO game_analyses (game_id, requested_by, requested_at) VALUES";
    stored.execute(&format!("{into} {asked}")).await;
}

#[tokio::test]
async fn accounts_take_turns_however_many_analyses_each_of_them_waits_for() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(played(&ada).await);
    }
    let mut stored = Stored::of(&app).await;
    // Ada was served before.
    queue(&mut stored, &[(&games[0], "ada")]).await;
    awaited(&ada, &games[0]).await;
    let waiting = [(&games[1], "ada"), (&games[2], "ada"), (&games[3], "ada"), (&games[4], "bob")];
    let waiting = waiting.map(|(game, name)| (game.as_str(), name));
    queue(&mut stored, &waiting).await;
    for (game, _) in waiting {
        assert_eq!(awaited(&bob, game).await["status"], "finished");
    }
    let order = "SELECT username FROM game_analyses JOIN players ON id = requested_by ORDER BY begun_at";
    assert_eq!(stored.texts(order).await, ["ada", "bob", "ada", "ada", "ada"]);
}

#[tokio::test]
async fn a_server_that_stops_or_loses_its_claim_has_not_tried() {
    let app = app().await;
    let ada = app.user("ada").await;
    let games = [played(&ada).await, played(&ada).await];
    let mut stored = Stored::of(&app).await;
    for game in &games {
        // Servers have begun nine times, and died once.
        stored
            .execute(&format!(
                "INSERT INTO game_analyses (game_id, requested_by, status, claimed_until, attempts, given_back) \
                 SELECT '{game}', id, 'running', now() - interval '1 second', 9, 8 FROM players WHERE username = 'ada'"
            ))
            .await;
    }
    for game in &games {
        assert_eq!(awaited(&ada, game).await["status"], "finished");
    }
}

#[tokio::test]
async fn only_servers_that_die_at_the_same_choice_count() {
    let app = TestApp::spawn_with(|settings| settings.opponents.opponent_threads = Some(0)).await;
    let ada = app.user("ada").await.get("/v1/me").await.expect(200).json["id"].clone();
    let ada = PlayerId(ada.as_str().and_then(|id| id.parse().ok()).expect("an id"));
    let (mut stored, lease) = (Stored::of(&app).await, Duration::from_secs(60));
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("a connection");
    analyses::insert(&mut connection, GameId::generate(), ada).await.expect("a place in the queue");
    // Each server judges this many choices before it dies; returns the claim of the next one.
    let mut claim_after = async |places: &[usize]| {
        for place in places {
            let claim = analyses::claim(&mut connection, lease).await.expect("a queue").expect("a claim");
            for done in 0..=*place {
                assert!(analyses::note(&mut connection, &claim, done, 50, lease).await.expect("a note"));
            }
            stored.execute("UPDATE game_analyses SET claimed_until = now() - interval '1 second'").await;
        }
        let claim = analyses::claim(&mut connection, lease).await.expect("a queue").expect("a claim");
        stored.execute("UPDATE game_analyses SET claimed_until = now() - interval '1 second'").await;
        claim
    };
    // Killed at any moment.
    let claim = claim_after(&[3, 1, 7, 2, 5, 9, 4]).await;
    assert_eq!((claim.number, claim.reached, claim.deaths), (8, 9, 0));
    // The fault of the game: always at the same choice.
    let claim = claim_after(&[9, 9, 9]).await;
    assert_eq!((claim.number, claim.reached, claim.deaths), (12, 9, 3));
    let claim = claim_after(&[10]).await;
    assert_eq!((claim.reached, claim.deaths), (10, 0), "a server has come further");
    let claim = claim_after(&[10]).await;
    assert_eq!((claim.reached, claim.deaths), (10, 1));
}

#[tokio::test]
async fn an_orderly_stop_gives_the_claim_back() {
    let mut app = TestApp::spawn_with(|settings| {
        hurry(settings);
        // Longer than any test lasts.
        settings.opponents.opponent_simulations = 1_000_000;
        settings.opponents.opponent_threads = Some(1);
    })
    .await;
    let ada = app.user("ada").await;
    let id = create(&ada, json!({"ruleset": "splendor", "seats": 2, "seated": ["random", "random-2"]})).await;
    assert_eq!(watch_out(&ada, &id).await["status"], "finished");
    ada.post_empty(&path(&id)).await.expect(202);
    while ada.get(&path(&id)).await.expect(200).json["status"] != "running" {
        look_again().await;
    }
    let mut stored = Stored::of(&app).await;
    app.stop().await;
    let claims = "SELECT status || ' ' || attempts || ' ' || given_back FROM game_analyses WHERE claimed_until IS NULL";
    assert_eq!(stored.texts(claims).await, ["queued 1 1"], "the next server begins at once");
}

#[tokio::test]
async fn an_analysis_that_has_failed_can_be_asked_for_again_after_an_hour() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = played(&ada).await;
    let mut stored = Stored::of(&app).await;
    stored
        .execute(&format!(
            "INSERT INTO game_analyses (game_id, requested_by, status, claimed_until, attempts) \
             SELECT '{id}', id, 'failed', now() - interval '59 minutes', 4 FROM players WHERE username = 'ada'"
        ))
        .await;
    assert_eq!(bob.post_empty(&path(&id)).await.expect(200).json["status"], "failed");
    stored.execute("UPDATE game_analyses SET claimed_until = now() - interval '61 minutes'").await;
    assert_eq!(bob.get(&path(&id)).await.expect(200).json["status"], "failed", "reading it changes nothing");
    assert_eq!(bob.post_empty(&path(&id)).await.expect(202).json["status"], "queued");
    assert_eq!(awaited(&bob, &id).await["status"], "finished");
    let asked_by = "SELECT username FROM game_analyses JOIN players ON id = requested_by";
    assert_eq!(stored.texts(asked_by).await, ["bob"]);
}

#[tokio::test]
async fn whoever_has_asked_is_told_that_the_analysis_is_there() {
    let app = TestApp::spawn_with(|settings| {
        hurry(settings);
        settings.webhooks.webhook_networks = vec!["127.0.0.0/8".parse().expect("a network")];
        settings.webhooks.webhook_interval = SOON;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = played(&ada).await;
    let (mut of_ada, mut of_bob) = (Receiver::start().await, Receiver::start().await);
    for (caller, receiver) in [(&ada, &of_ada), (&bob, &of_bob)] {
        let webhook = json!({"url": receiver.url(), "events": ["analysis.done"]});
        caller.post("/v1/webhooks", webhook).await.expect(201);
    }
    bob.post_empty(&path(&id)).await.expect(202);
    let told = of_bob.next().await;
    assert_eq!((told.event().as_str(), &told.json()["data"]["game"]), ("analysis.done", &json!(id)));
    assert_eq!(bob.get(&path(&id)).await.expect(200).json["status"], "finished");

    // Ada is told of what she has asked for, and of nothing else.
    let other = played(&ada).await;
    ada.post_empty(&path(&other)).await.expect(202);
    assert_eq!(of_ada.next().await.json()["data"]["game"], json!(other));
}

#[tokio::test]
async fn an_analysis_of_an_earlier_judge_is_made_again_when_somebody_asks() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = played(&ada).await;
    ada.post_empty(&path(&id)).await.expect(202);
    let first = awaited(&ada, &id).await;
    let mut stored = Stored::of(&app).await;
    let by = "SELECT judge || ' ' || simulations FROM game_analyses";
    assert_eq!(stored.texts(by).await, ["4 20"]);
    ada.post_empty(&path(&id)).await.expect(200);
    stored.execute("UPDATE game_analyses SET judge = 0, result = replace(result, 'take', 'pass')").await;
    assert_ne!(ada.get(&path(&id)).await.expect(200).json, first, "it stays until somebody asks");
    bob.post_empty(&path(&id)).await.expect(202);
    assert_eq!(awaited(&bob, &id).await, first);
    assert_eq!(stored.texts(by).await, ["4 20"]);
}

/// Returns the text of a game with the marks of its analysis.
async fn marked(caller: &Caller<'_>, id: &str) -> Answer {
    let path = format!("/v1/games/{id}/export?analysis=true");
    Answer::to(caller.request(Method::GET, &path).header("accept", "text/plain")).await
}

#[tokio::test]
async fn the_header_of_a_text_has_the_marks_of_the_analysis() {
    let app = app().await;
    let ada = app.user("ada").await;
    let waiting = create(&ada, json!({"ruleset": "splendor", "seats": 2})).await;
    marked(&ada, &waiting).await.expect_problem(409, "game_not_started");
    let bob = app.user("bob").await;
    bob.post_empty(&format!("/v1/games/{waiting}/join")).await.expect(200);
    marked(&ada, &waiting).await.expect_problem(409, "game_not_finished");
    let id = played(&ada).await;
    let export = format!("/v1/games/{id}/export");
    ada.get(&format!("{export}?analysis=true")).await.expect_problem(400, "malformed");
    ada.get(&format!("{export}?analysis=1")).await.expect_problem(400, "malformed");
    marked(&ada, &id).await.expect_problem(404, "not_found");
    ada.post_empty(&path(&id)).await.expect(202);
    let found = awaited(&ada, &id).await["analysis"].clone();

    let request = ada.request(Method::GET, &export).header("accept", "text/plain");
    let plain = Answer::to(request).await.expect(200).text;
    let text = marked(&app.anonymous(), &id).await.expect(200).text;
    let is_mark =
        |line: &&str| ["accuracy ", "mark ", "turning_point "].iter().any(|name| line.starts_with(name));
    let marks: Vec<&str> = text.lines().filter(is_mark).collect();
    let others: Vec<&str> = text.lines().filter(|line| !is_mark(line)).collect();
    assert_eq!(others, plain.lines().collect::<Vec<_>>(), "nothing else differs");
    let sides = lapidary::boards::load(None).expect("our boards are sound");
    verify::check(&text, &sides).unwrap_or_else(|difference| panic!("{difference}\n{text}"));

    let mut expected = Vec::new();
    for seat in found["seats"].as_array().expect("seats") {
        expected.push(format!(
            "accuracy {}: {:.0}",
            seat["seat"],
            seat["accuracy"].as_f64().expect("a number")
        ));
    }
    let choices = found["choices"].as_array().expect("choices");
    for (index, choice) in choices.iter().enumerate().filter(|(_, one)| one["mistake"] == true) {
        let loss = choice["loss"].as_f64().expect("a number");
        let mark = if loss >= 0.15 { "??" } else { "?" };
        let best = choice["best"].as_str().map_or_else(String::new, |best| format!(" best {best}"));
        let of = |one: &Value| (one["turn"].clone(), one["seat"].clone());
        let number = choices[..=index].iter().filter(|one| of(one) == of(choice)).count();
        let number = if number == 1 { String::new() } else { format!(" {number}") };
        let (turn, seat) = of(choice);
        expected.push(format!("mark {turn} {seat}{number}: {mark} {:+.3}{best}", -loss));
    }
    let mistakes = expected.len() - 2;
    assert!(mistakes > 0, "`random` makes mistakes");
    let mut turned = 0;
    for point in found["turning_points"].as_array().expect("turning points") {
        let at = format!("turning_point {} {}", point["turn"], point["seat"],);
        let cause = point["cause"].as_str().expect("a cause");
        let is_it = |line: &&str| line.starts_with(&at) && line.contains(cause);
        assert!(marks.iter().any(is_it), "{at} {cause} in {marks:?}");
        turned += 1;
    }
    assert_eq!(marks.len(), expected.len() + turned);
    for (line, expected) in marks.iter().zip(&expected) {
        // The numbers of the JSON are rounded.
        let digits = |line: &str| line.split(' ').map(|word| word.parse::<f64>().ok()).collect::<Vec<_>>();
        let near = digits(line).into_iter().zip(digits(expected)).all(|pair| match pair {
            (Some(one), Some(other)) => (one - other).abs() < 1.5e-3 || line.starts_with("accuracy"),
            (one, other) => one == other,
        });
        let words = |line: &str| {
            line.split(' ').filter(|word| word.parse::<f64>().is_err()).collect::<Vec<_>>().join(" ")
        };
        assert!(near && words(line) == words(expected), "{line} is {expected}");
    }

    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE game_analyses SET status = 'running', result = NULL, claimed_until = now() + interval '1 hour'").await;
    marked(&ada, &id).await.expect_problem(422, "not_available");
}

#[tokio::test]
async fn the_feed_of_whoever_has_asked_tells_how_far_the_analyses_are() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = played(&ada).await;
    let mut reader = Reader::open(&bob, "/v1/me/events", LINES).await;
    assert_eq!(reader.expect("snapshot").await["data"]["analyses"], json!([]));
    bob.post_empty(&path(&id)).await.expect(202);
    loop {
        let told = reader.expect("analysis").await["data"].clone();
        assert_eq!(told["game"], json!(id));
        if told["status"] == "finished" {
            break;
        }
    }
    let waits = bob.get("/v1/me/events").await.expect(200).json;
    assert_eq!(
        (&waits["analyses"][0]["game"], &waits["analyses"][0]["status"]),
        (&json!(id), &json!("finished"))
    );
    // Somebody else gets the same analysis, and did not wait for it.
    ada.post_empty(&path(&id)).await.expect(200);
    assert_eq!(ada.get("/v1/me/events").await.expect(200).json["analyses"], json!([]));

    // Only the last ones are told.
    let mut stored = Stored::of(&app).await;
    stored
        .execute(
            "INSERT INTO game_analyses (game_id, requested_by, requested_at, status) \
             SELECT gen_random_uuid(), p.id, now() + interval '1 minute' * n, 'failed' \
             FROM players p, generate_series(1, 20) AS n WHERE p.username = 'bob'",
        )
        .await;
    let last =
        bob.get("/v1/me/events").await.expect(200).json["analyses"].as_array().cloned().unwrap_or_default();
    assert_eq!(last.len(), 20);
    assert!(last.iter().all(|one| one["status"] == "failed" && one["game"] != json!(id)), "{last:?}");
    assert!(last.is_sorted_by(|one, other| one["requested_at"].as_str() > other["requested_at"].as_str()));
}
