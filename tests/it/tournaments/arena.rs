//! Arenas: tables are made from those who wait, until the time is over.

use serde_json::{Value, json};

use super::execute;
use super::exports::agree;
use super::scene::{Scene, entries, seatings, settings};
use crate::app::TestApp;
use crate::games::stored::{Stored, shift};

/// Returns the settings of an arena of an hour, with some of them replaced.
pub fn arena(seats: u64, changed: &Value) -> Value {
    let clock = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    let mut settings =
        json!({"format": "arena", "rounds": null, "seats": seats, "duration_ms": 3_600_000, "clock": clock});
    settings.as_object_mut().expect("an object").extend(changed.as_object().expect("an object").clone());
    settings
}

/// Lets everybody who waits have waited for long.
pub async fn rest(app: &TestApp) {
    execute(app, "UPDATE tournament_entries SET waits_from = waits_from - interval '1 hour'").await;
}

/// Lets the time of all arenas that run be over.
async fn end_time(app: &TestApp) {
    execute(app, "UPDATE tournaments SET started_at = started_at - interval '1 hour'").await;
}

/// Waits until the arena has this many tables, and returns its round.
async fn tables(scene: &Scene<'_>, count: usize) -> Value {
    scene.until("/rounds/1", |now| now["tables"].as_array().map(Vec::len) == Some(count)).await
}

/// Checks an export by the script that shares no code with the server, and returns what is wrong; `None`
/// without Python.
pub fn recompute(export: &Value) -> Option<Result<(), String>> {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/recompute_tournament.py");
    let python = Command::new("python3")
        .args([script, "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut python = python.ok()?;
    let mut input = python.stdin.take().expect("a pipe");
    input.write_all(export.to_string().as_bytes()).expect("the script reads");
    drop(input);
    let output = python.wait_with_output().expect("the script ends");
    let wrong = || String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() { Ok(()) } else { Err(wrong()) })
}

#[tokio::test]
async fn settings_that_make_no_sense_in_an_arena_are_refused() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    let daily = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
    for (changed, pointer) in [
        (json!({"duration_ms": null}), "/duration_ms"),
        (json!({"duration_ms": 299_999}), "/duration_ms"),
        (json!({"duration_ms": 604_800_001}), "/duration_ms"),
        (json!({"duration_ms": 599_999}), "/duration_ms"),
        (json!({"clock": null}), "/clock"),
        (json!({"clock": daily}), "/clock"),
        (json!({"rounds": 5}), "/rounds"),
        (json!({"cut": 4}), "/cut"),
        (json!({"best_of": 3}), "/best_of"),
        (json!({"odd": "three"}), "/odd"),
        (json!({"ready_check_ms": 1}), "/ready_check_ms"),
        (json!({"next_round": "call"}), "/next_round"),
        (json!({"format": "swiss", "rounds": 3}), "/duration_ms"),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&arena(2, &changed))).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{changed}");
    }
    let made =
        organizer.post("/v1/tournaments", settings(&arena(2, &json!({"open": null})))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    let shown = |now: &Value| -> Vec<Value> {
        let names = [
            "format",
            "duration_ms",
            "ready_check_ms",
            "next_round",
            "late_entries",
            "rounds",
            "pairing_until",
        ];
        names.iter().map(|&name| now[name].clone()).collect()
    };
    let expected = [
        json!("arena"),
        json!(3_600_000),
        json!(0),
        json!("automatic"),
        json!(true),
        Value::Null,
        Value::Null,
    ];
    assert_eq!(shown(&made), expected);
    let longer = organizer.patch(&path, json!({"duration_ms": 7_200_000})).await.expect(200).json;
    assert_eq!(longer["duration_ms"], 7_200_000);
    let shorter = organizer.patch(&path, json!({"duration_ms": 300_000})).await;
    assert_eq!(shorter.expect_problem(422, "validation_failed").pointers(), ["/duration_ms"]);
}

#[tokio::test]
async fn an_arena_seats_those_who_wait_until_its_time_is_over_and_its_games_are_played() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::new(&app, arena(2, &json!({"rated": true})), 2).await;
    let stranger = app.user("stranger").await;
    stranger.post_empty(&scene.at("/start")).await.expect_problem(403, "not_organizer");
    scene.start().await;
    let round = tables(&scene, 1).await;
    assert_eq!((&round["stage"], &round["status"]), (&json!("arena"), &json!("open")));
    let table = &round["tables"][0];
    assert_eq!((&table["status"], &table["match"]), (&json!("playing"), &json!(0)));
    assert!(table["started_at"].is_string(), "{table}");
    let game = format!("/v1/games/{}", table["game"].as_str().expect("a game"));
    assert_eq!(app.anonymous().get(&game).await.expect(200).json["rated"], true);
    let own = scene.players[&1].get("/v1/me/events").await.expect(200).json;
    assert_eq!(
        (&own["tournaments"][0]["table"], &own["tournaments"][0]["game"]),
        (&json!(1), &table["game"])
    );

    // There is no other round, and organizers decide nothing that the server decides.
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "round_unfinished");
    scene
        .organizer
        .post_empty(&scene.at("/rounds/next?dry_run=true"))
        .await
        .expect_problem(409, "round_unfinished");
    scene.organizer.post_empty(&scene.at("/close")).await.expect_problem(409, "round_unfinished");
    scene.players[&1].post_empty(&scene.at("/ready")).await.expect(204);
    for rest in ["/rounds/next", "/close"] {
        stranger.post_empty(&scene.at(rest)).await.expect_problem(403, "not_organizer");
    }

    // Whoever pauses plays on and is not paired again; whoever comes late waits for the next one.
    let (first, third) = (scene.players[&1].clone(), app.user("player3").await);
    first.post(&scene.at("/withdraw"), json!({"pause": true})).await.expect(204);
    assert_eq!(third.post_empty(&scene.at("/enter")).await.expect(200).json["entry"], 3);
    scene.players.insert(3, third);
    scene.play(table, &[1, 2]).await;
    rest(&app).await;
    let round = tables(&scene, 2).await;
    let mut second = entries(&round["tables"][1]);
    second.sort_unstable();
    assert_eq!(second, [2, 3], "the first player has paused");
    assert_eq!(
        (&round["tables"][0]["status"], &round["tables"][0]["decided_by"]),
        (&json!("done"), &json!("game"))
    );

    // An organizer decides a table; its game ends, and its players wait again.
    let result = json!({"places": [1, 1], "reason": "agreed"});
    stranger.post(&scene.at("/tables/2/result"), &result).await.expect_problem(403, "not_organizer");
    stranger
        .post(&scene.at("/tables/2/void"), json!({"reason": "x"}))
        .await
        .expect_problem(403, "not_organizer");
    let seat = json!({"entries": [1, 3], "reason": "a test"});
    scene.post("/tables/2/substitute", seat).await.expect_problem(409, "table_state");
    scene.post("/tables/2/result", result).await.expect(204);
    first.post_empty(&scene.at("/enter")).await.expect(200);
    first.post_empty(&scene.at("/enter")).await.expect_problem(409, "already_entered");
    let game = format!("/v1/games/{}", round["tables"][1]["game"].as_str().expect("a game"));
    assert_eq!(app.anonymous().get(&game).await.expect(200).json["status"], "aborted");
    let fourth = app.user("player4").await;
    fourth.post_empty(&scene.at("/enter")).await.expect(200);
    scene.players.insert(4, fourth);
    let round = tables(&scene, 3).await;
    let mut last = entries(&round["tables"][2]);
    last.sort_unstable();
    assert_eq!(last, [1, 4], "the others rest after their game");
    let waiting =
        "SELECT number::text AS text FROM tournament_entries WHERE waits_from IS NOT NULL ORDER BY number";
    assert_eq!(Stored::of(&app).await.texts(waiting).await, ["2", "3"]);

    // The time is over: nobody is paired any more, and what is played counts.
    scene.post("/entries/4/adjust", json!({"give": 1, "reason": "for fair play"})).await.expect(204);
    end_time(&app).await;
    stranger.post_empty(&scene.at("/enter")).await.expect_problem(409, "registration_closed");
    assert_eq!(scene.get("").await["status"], "running");
    scene.play(&round["tables"][2], &[4, 1]).await;
    let finished = scene.until("", |now| now["status"] == "finished").await;
    assert_eq!((&finished["round_count"], &finished["last_round"]["done_count"]), (&json!(1), &json!(3)));
    assert_eq!(scene.get("/rounds/1").await["status"], "closed");
    exports(&app, &scene).await;
}

async fn exports(app: &TestApp, scene: &Scene<'_>) {
    let standings = scene.get("/standings").await;
    assert_eq!((&standings["rounds"], &standings["complete"]), (&json!(1), &json!(true)));
    let points = |entry: u64| -> f64 {
        let lines = standings["items"].as_array().expect("lines").iter();
        lines.filter(|line| line["entry"] == entry).filter_map(|line| line["points"].as_f64()).sum()
    };
    assert_eq!([1, 2, 3, 4].map(points), [4.0, 2.0, 2.0, 5.0]);
    let export = app.anonymous().get(&scene.at("/export")).await.expect(200).json;
    assert_eq!(export["standings"], standings["items"]);
    assert!(export["seed"].is_string() && export["tournament"]["pairing_until"].is_string());
    assert!(recompute(&export).is_none_or(|verdict| verdict == Ok(())), "{:?}", recompute(&export));
    // The script notices who would have sat at two tables.
    let mut wrong = export.clone();
    wrong["rounds"][0]["tables"][1]["started_at"] = export["rounds"][0]["tables"][0]["started_at"].clone();
    let noticed = |verdict: Result<(), String>| verdict.is_err_and(|wrong| wrong.contains("at once"));
    assert!(recompute(&wrong).is_none_or(noticed));
    let csv = app.anonymous().get(&scene.at("/export?format=csv")).await.expect(200);
    assert_eq!(csv.text.lines().count(), 1 + 6 + 1, "six seats and an adjustment");
    app.anonymous().get(&scene.at("/export?format=trf")).await.expect_problem(422, "not_available");
    let audit = scene.get("/audit?limit=100").await;
    let of_kind = |kind: &str| {
        audit["items"].as_array().expect("items").iter().filter(|item| item["kind"] == kind).count()
    };
    let kinds = ["round_opened", "table_started", "table_finished", "result_set", "round_closed", "finished"];
    assert_eq!(kinds.map(of_kind), [1, 3, 2, 1, 1, 1]);
    scene.post("/tables/1/void", json!({"reason": "late"})).await.expect_problem(409, "tournament_state");
}

#[tokio::test]
async fn at_tables_of_three_the_one_who_has_waited_longest_is_seated_next() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, arena(3, &json!({})), 7).await;
    let forbidden = json!({"forbidden_pairs": [{"a": 1, "b": 2}]});
    scene.organizer.patch(&scene.path, forbidden).await.expect(200);
    scene.start().await;
    let first = tables(&scene, 2).await;
    let seated = seatings(&first).concat();
    let waiting: Vec<u64> = (1..=7).filter(|entry| !seated.contains(entry)).collect();
    assert_eq!(waiting.len(), 1, "{seated:?}");
    scene.play_round(&first).await;
    rest(&app).await;
    // The tables ended as long ago.
    execute(
        &app,
        "UPDATE tournament_tables SET started_at = started_at - interval '1 hour', \
         ended_at = ended_at - interval '1 hour' WHERE ended_at IS NOT NULL",
    )
    .await;
    let second = tables(&scene, 4).await;
    let later = seatings(&second)[2..].concat();
    assert!(later.contains(&waiting[0]), "{waiting:?} is not among {later:?}");
    for table in seatings(&second) {
        assert!(!(table.contains(&1) && table.contains(&2)), "a forbidden pair meets");
    }
    end_time(&app).await;
    scene.play_round(&second).await;
    scene.until("", |now| now["status"] == "finished").await;
    let export = scene.get("/export").await;
    let points: f64 = export["standings"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["points"].as_f64().expect("points"))
        .sum();
    assert_eq!(points, 4.0 * 6.0);
    agree(&scene).await;
    assert!(recompute(&export).is_none_or(|verdict| verdict == Ok(())), "{:?}", recompute(&export));
}

#[tokio::test]
async fn whoever_does_not_play_is_paused_and_can_come_back() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, arena(2, &json!({})), 2).await;
    scene.start().await;
    let mut stored = Stored::of(&app).await;
    let [since, deadline] = ["since", "deadline"].map(|column| shift(column, "- interval '1 hour'"));
    let spend = format!("UPDATE game_clocks SET {since}, {deadline}");

    let table = tables(&scene, 1).await["tables"][0].clone();
    let (absent, present) = (entries(&table)[0], entries(&table)[1]);
    stored.execute(&spend).await;
    let done = scene.until("/rounds/1", |now| now["tables"][0]["status"] == "done").await;
    assert_eq!(done["tables"][0]["seats"][1]["place"], 1);
    let status = async |entry: u64| {
        let all = scene.get("/entries").await;
        all["items"][entry as usize - 1]["status"].as_str().expect("a status").to_owned()
    };
    assert_eq!((status(absent).await, status(present).await), ("paused".to_owned(), "active".to_owned()));
    let audit = scene.get("/audit").await;
    let missing = audit["items"].as_array().expect("items").iter().find(|item| item["kind"] == "no_show");
    assert_eq!(missing.expect("it is in the audit")["entry"], absent);

    // Whoever has played, and runs out of time later, is not absent.
    scene.players[&absent].post_empty(&scene.at("/enter")).await.expect(200);
    rest(&app).await;
    let table = tables(&scene, 2).await["tables"][1].clone();
    let game = format!("/v1/games/{}", table["game"].as_str().expect("a game"));
    let seated = entries(&table);
    let mut decided = std::collections::BTreeSet::new();
    while decided.len() < seated.len() {
        let view = app.anonymous().get(&game).await.expect(200).json;
        let seat = view["to_act"]["seat"].as_u64().expect("the game runs") as usize;
        let player = &scene.players[&seated[seat]];
        let legal = player.get(&format!("{game}/legal-actions")).await.expect(200).json;
        let turn = json!({"version": legal["version"], "actions": [legal["actions"][0]["action"]]});
        player.post(&format!("{game}/actions"), turn).await.expect(200);
        decided.insert(seat);
    }
    stored.execute(&spend).await;
    scene.until("/rounds/1", |now| now["tables"][1]["status"] == "done").await;
    assert_eq!((status(absent).await, status(present).await), ("active".to_owned(), "active".to_owned()));
}

#[tokio::test]
async fn nobody_sits_at_two_tables_while_two_servers_look_all_the_time() {
    let hasty = |settings: &mut lapidary::settings::Settings| {
        settings.games.tournament_interval = std::time::Duration::from_millis(1);
    };
    let app = TestApp::spawn_with(hasty).await;
    let url = app.database_url.clone();
    let other = TestApp::spawn_with(move |settings| {
        hasty(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    let scene = Scene::new(&app, arena(2, &json!({})), 8).await;
    scene.start().await;
    let mut finished = 0;
    while finished < 40 {
        rest(&app).await;
        let round = scene
            .until("/rounds/1", |now| now["tables"].as_array().is_some_and(|all| all.len() > finished))
            .await;
        scene.play_round(&round).await;
        finished = round["tables"].as_array().expect("tables").len();
        // Pausing and coming back seats nobody twice either.
        let elsewhere = other.with_token(scene.players[&1].token());
        elsewhere.post(&scene.at("/withdraw"), json!({"pause": true})).await.expect(204);
        elsewhere.post_empty(&scene.at("/enter")).await.expect(200);
    }
    let twice = "SELECT a.number || ' and ' || b.number FROM tournament_tables a JOIN tournament_tables b \
        ON b.tournament_id = a.tournament_id AND b.number > a.number AND b.seats && a.seats \
        AND b.started_at < coalesce(a.ended_at, 'infinity')";
    assert_eq!(Stored::of(&app).await.texts(twice).await, Vec::<String>::new());
    drop(other);
    // Games that are played when an arena is cancelled end with it.
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    assert_eq!(scene.get("/rounds/1").await["status"], "closed");
}
