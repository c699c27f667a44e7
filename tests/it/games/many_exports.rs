//! Exports of many games: the lines are those of the single exports, nothing else is in them, and a client
//! that was cut off goes on where it was.

use std::fs;
use std::io::Read;
use std::time::Duration;

use chrono::Utc;
use diesel_async::{AsyncConnection, AsyncPgConnection};
use flate2::read::GzDecoder;
use futures_util::future::join_all;
use lapidary::model::game::GameId;
use lapidary::store::folding::fold_batch;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::stored::Stored;
use super::table::{Table, dice, terms, terms_with};
use crate::app::{Answer, TestApp, look_again};
use crate::process::run;

const PATH: &str = "/v1/exports/games";
/// Copies of a game whose exports are together larger than what a client that does not read is sent.
const COPIES: usize = 400;

/// Returns the lines of a response.
async fn lines(app: &TestApp, query: &str, accept: &str) -> Vec<String> {
    let answer = get(app, query, accept).await.expect(200);
    assert!(answer.text.is_empty() || answer.text.ends_with('\n'), "{}", answer.text);
    answer.text.lines().map(str::to_owned).collect()
}

async fn get(app: &TestApp, query: &str, accept: &str) -> Answer {
    let path = format!("{PATH}{query}");
    Answer::to(app.anonymous().request(Method::GET, &path).header("accept", accept)).await
}

/// Returns the ids of the games in the lines of a response.
async fn ids(app: &TestApp, query: &str) -> Vec<String> {
    let lines = lines(app, query, "*/*").await;
    let id = |line: &String| {
        let export: Value = serde_json::from_str(line).expect("a line is JSON");
        export["game"]["id"].as_str().expect("an id").to_owned()
    };
    lines.iter().map(id).collect()
}

/// A game whose last seats resign at its beginning.
async fn finished<'a>(app: &'a TestApp, terms: Value, seed: u64) -> Table<'a> {
    let table = Table::started(app, terms).await;
    table.play_some(&mut dice(seed), 5).await;
    for seat in &table.seats[1..] {
        seat.post_empty(&table.path("/resign")).await.expect(200);
    }
    table
}

fn kids() -> Value {
    let mut terms = terms_with(3, "ruleset", json!("kids"));
    terms["options"] = json!({"board": "short"});
    terms
}

#[tokio::test]
async fn each_finished_public_game_is_a_line_and_nothing_else_is() {
    let app = TestApp::spawn().await;
    let shown = [
        finished(&app, terms(2), 1).await,
        finished(&app, kids(), 2).await,
        finished(&app, terms_with(4, "modules", json!(["orient"])), 3).await,
    ];
    for visibility in ["unlisted", "private"] {
        let hidden = Table::waiting(&app, terms_with(2, "visibility", json!(visibility))).await;
        hidden.seats[0].post(&hidden.path("/invitations"), json!({"username": "bob"})).await.expect(200);
        hidden.seats[1].post_empty(&hidden.path("/join")).await.expect(200);
        hidden.seats[1].post_empty(&hidden.path("/resign")).await.expect(200);
    }
    let aborted = Table::started(&app, terms(2)).await;
    aborted.seats[0].post_empty(&aborted.path("/abort")).await.expect(200);
    Table::started(&app, terms(2)).await.play_some(&mut dice(4), 3).await;
    // The end is shown to its seats alone for now.
    let delayed = terms_with(2, "spectator_delay", json!({"turns": 3}));
    finished(&app, delayed, 5).await;

    for accept in ["application/x-ndjson", "text/plain"] {
        let mut singles = Vec::new();
        for table in &shown {
            let single = if accept == "text/plain" { accept } else { "application/json" };
            let request = app.anonymous().request(Method::GET, &table.path("/export"));
            let text = Answer::to(request.header("accept", single)).await.expect(200).text;
            singles.push(text.trim_end().replace('\n', "\t"));
        }
        assert_eq!(lines(&app, "", accept).await, singles);
        let answer = get(&app, "", accept).await.expect(200);
        assert!(answer.header("content-type").starts_with(accept), "{}", answer.header("content-type"));
        assert_eq!(answer.header("cache-control"), "public, no-cache");
    }
    let [first, second, third] = shown.each_ref().map(|table| table.id.clone());
    for (query, found) in [
        ("?ruleset=kids", vec![&second]),
        ("?ruleset=splendor", vec![&first, &third]),
        ("?ruleset=splendor&modules=", vec![&first]),
        ("?ruleset=splendor&modules=orient&seats=4", vec![&third]),
        ("?seats=2", vec![&first]),
        ("?rated=true", vec![]),
        ("?rated=false&since=2020-01-01T00:00:00Z", vec![&first, &second, &third]),
        ("?until=2020-01-01T00:00:00Z", vec![]),
        ("?since=2999-01-01T00:00:00Z", vec![]),
        ("?tournament=0190a000-0000-7000-8000-000000000000", vec![]),
    ] {
        assert_eq!(ids(&app, query).await.iter().collect::<Vec<_>>(), found, "{query}");
    }
}

#[tokio::test]
async fn a_fork_has_a_line_as_json_only() {
    let app = TestApp::spawn().await;
    let table = finished(&app, terms(2), 6).await;
    let forked = table.seats[0].post(&table.path("/fork?at=3"), json!({})).await.expect(201);
    let id = forked.json["id"].as_str().expect("an id").to_owned();
    for act in ["join", "resign"] {
        table.seats[1].post_empty(&format!("/v1/games/{id}/{act}")).await.expect(200);
    }
    assert_eq!(ids(&app, "").await, [table.id.clone(), id.clone()]);
    let texts = lines(&app, "", "text/plain").await;
    assert_eq!(texts.len(), 1);
    assert!(texts[0].contains(&table.id));
    let none = lines(&app, &format!("?cursor={}", table.id), "text/plain").await;
    assert_eq!(none, Vec::<String>::new(), "the body of a fork alone is empty and whole");
}

#[tokio::test]
async fn a_client_that_was_cut_off_goes_on_behind_the_last_game_that_it_has() {
    let app = TestApp::spawn().await;
    let tables = [1, 2, 3].map(|seed| finished(&app, terms(2), seed));
    let mut all = Vec::new();
    for table in tables {
        all.push(table.await.id);
    }
    assert_eq!(ids(&app, "").await, all);
    assert_eq!(ids(&app, &format!("?cursor={}", all[0])).await, all[1..]);
    assert_eq!(ids(&app, &format!("?cursor={}", all[2])).await, Vec::<String>::new());
    // Any id is a place in the order, also that of another query or of no game.
    assert_eq!(ids(&app, &format!("?seats=2&cursor={}", all[1])).await, all[2..]);
    assert_eq!(ids(&app, &format!("?cursor={}", Uuid::nil())).await, all);

    let (mut query, mut read) = ("?seats=2&limit=1".to_owned(), Vec::new());
    loop {
        let answer = get(&app, &query, "*/*").await.expect(200);
        let export: Value = serde_json::from_str(&answer.text).expect("one line");
        read.push(export["game"]["id"].as_str().expect("an id").to_owned());
        let link = answer.header("link").to_owned();
        let Some((next, _)) = link.split_once(">; rel=\"next\"") else { break };
        assert!(link.ends_with("rel=\"next\"") && next.contains(read.last().unwrap()), "{link}");
        query = next.trim_start_matches('<').trim_start_matches(PATH).to_owned();
    }
    assert_eq!(read, all);
}

#[tokio::test]
async fn a_tag_lasts_until_a_game_is_added_or_an_account_is_erased() {
    let app = TestApp::spawn().await;
    let table = finished(&app, terms(2), 1).await;
    let with = |tag: String, accept: &'static str| {
        let request = app.anonymous().request(Method::GET, PATH).header("accept", accept);
        Answer::to(request.header("if-none-match", tag))
    };
    let tag = get(&app, "", "*/*").await.expect(200).header("etag").to_owned();
    let same = with(tag.clone(), "*/*").await.expect(304);
    assert_eq!((same.text.as_str(), same.header("etag")), ("", tag.as_str()));
    assert_eq!(same.header("cache-control"), "public, no-cache");
    with(tag.clone(), "text/plain").await.expect(200);

    finished(&app, terms(2), 2).await;
    let two = with(tag, "*/*").await.expect(200).header("etag").to_owned();
    for accept in ["*/*", "text/plain"] {
        assert!(get(&app, "", accept).await.expect(200).text.contains("bob"), "{accept}");
    }
    let fold = async || {
        let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("an answer");
        fold_batch(&mut connection, Duration::ZERO, None, 100).await.expect("the batch is stored")
    };
    let before = get(&app, "", "*/*").await.expect(200);
    fold().await;
    let after = get(&app, "", "*/*").await.expect(200);
    assert_eq!((before.text, before.headers.get("etag")), (after.text, after.headers.get("etag")));

    table.seats[1].erase().await.expect(204);
    let erased = with(two, "*/*").await.expect(200);
    assert!(!erased.text.contains("bob") && erased.text.contains("\"username\":null"), "{}", erased.text);
    assert!(!get(&app, "", "text/plain").await.expect(200).text.contains("bob"));
}

#[tokio::test]
async fn what_a_query_cannot_mean_is_refused() {
    let app = TestApp::spawn().await;
    for query in [
        "?limit=0",
        "?limit=1001",
        "?limit=-1",
        "?seats=5",
        "?modules=orient",
        "?ruleset=splendor&modules=nothing",
        "?pool=nothing",
        "?cursor=next",
        "?since=yesterday",
        "?since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z",
        "?since=2026-02-01T00:00:00Z&until=2026-02-01T00:00:00Z",
        "?status=active",
        "?player=ada",
    ] {
        get(&app, query, "*/*").await.expect_problem(400, "malformed");
    }
    get(&app, "", "application/json").await.expect_problem(406, "not_acceptable");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_holds_its_place_and_nothing_else() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.streams_per_server = 1;
        settings.database.database_connections = 1;
    })
    .await;
    let table = Table::started(&app, terms(4)).await;
    table.play_to_the_end(&mut dice(8)).await;
    let id = GameId(table.id.parse().expect("an id"));
    Stored::of(&app).await.copies(id, COPIES).await;

    let stalled = app.anonymous().request(Method::GET, PATH).send().await.expect("it begins");
    assert_eq!(stalled.status(), 200);
    // Its place is taken, and the only connection to the database is free.
    get(&app, "", "*/*").await.expect_problem(503, "unavailable");
    app.anonymous().get(&table.path("")).await.expect(200);
    app.anonymous().get(&table.path("/export")).await.expect(200);
    drop(stalled);
    while get(&app, "?limit=1", "*/*").await.status == 503 {
        look_again().await;
    }
    let last = get(&app, &format!("?limit={COPIES}"), "*/*").await.expect(200);
    assert_eq!(last.text.lines().count(), COPIES);
    assert!(last.header("link").ends_with("rel=\"next\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_clients_at_once_get_the_same_lines() {
    let app = TestApp::spawn().await;
    for seed in 0..3 {
        finished(&app, terms(2), seed).await;
    }
    let one = lines(&app, "", "*/*").await;
    assert_eq!(one.len(), 3);
    for other in join_all((0..100).map(|_| lines(&app, "", "*/*"))).await {
        assert_eq!(other, one);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_is_written_with_the_same_bytes_until_a_name_is_erased() {
    let app = TestApp::spawn().await;
    let table = finished(&app, terms(2), 1).await;
    finished(&app, kids(), 2).await;
    let directory = std::env::temp_dir().join(format!("lapidary-month-{}", Uuid::new_v4()));
    let dir = directory.to_str().expect("a path is text");
    let month = Utc::now().format("%Y-%m").to_string();
    let write = |month: &str, format: &str| {
        run(&["exports", month, "--dir", dir, "--format", format, "--database-url", &app.database_url])
    };
    let file = |ending: &str| fs::read(directory.join(format!("games-{month}.{ending}.gz"))).expect("a file");
    let unpacked = |bytes: &[u8]| {
        let mut text = String::new();
        GzDecoder::new(bytes).read_to_string(&mut text).expect("gzip");
        text
    };
    let written = write(&month, "export");
    let said = String::from_utf8_lossy(&written.stdout).into_owned();
    assert!(said.ends_with(".jsonl.gz: 2 games\n"), "{said} {}", String::from_utf8_lossy(&written.stderr));
    let first = file("jsonl");
    assert_eq!(unpacked(&first), get(&app, "", "*/*").await.text);
    assert!(write(&month, "notation").status.success());
    assert_eq!(unpacked(&file("txt")), get(&app, "", "text/plain").await.text);
    assert!(write(&month, "export").status.success());
    assert!(first == file("jsonl"), "the same bytes");
    let sums = || fs::read_to_string(directory.join("SHA256SUMS")).expect("checksums");
    let sum = |ending: &str| {
        let digest = hex::encode(Sha256::digest(file(ending)));
        format!("{digest}  games-{month}.{ending}.gz\n")
    };
    assert_eq!(sums(), sum("jsonl") + &sum("txt"));

    assert!(write("2020-01", "notation").status.success());
    assert!(sums().contains("games-2020-01.txt.gz\n"), "{}", sums());
    table.seats[0].erase().await.expect(204);
    assert!(write(&month, "export").status.success());
    assert!(first != file("jsonl") && !unpacked(&file("jsonl")).contains("\"ada\""));
    assert!(sums().contains(&sum("jsonl")), "{}", sums());
    for month in ["2026-13", "October", "2026-10-01"] {
        assert!(
            String::from_utf8_lossy(&write(month, "export").stderr).contains("such as 2026-10"),
            "{month}"
        );
    }
    let names: Vec<_> = fs::read_dir(&directory).expect("a directory").collect();
    assert_eq!(names.len(), 4, "no part of a file is left: {names:?}");
    fs::remove_dir_all(&directory).expect("it is removed");
}
