//! Streams and faults: PostgreSQL dies and comes back, then a server dies. What a follower has received in
//! the end is the log.

use std::fs::File;

use serde_json::{Value, json};

use super::reader::{LINES, Reader, entry};
use super::table::{Table, dice, terms_with};
use crate::app::{TestApp, look_again};
use crate::database::Scratch;
use crate::process::Process;
use crate::revival::kill_postmaster;

/// Reads entries until this version is reached; other frames are left out.
async fn until(reader: &mut Reader, version: u64, entries: &mut Vec<Value>) {
    while entries.last().is_none_or(|entry| entry["seq"].as_u64() < Some(version)) {
        let frame = reader.frame().await.expect("a frame");
        if frame["seq"].is_u64() && frame["type"] != "snapshot" {
            entries.push(entry(frame));
        }
    }
}

fn last(entries: &[Value]) -> u64 {
    entries.last().and_then(|entry| entry["seq"].as_u64()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_have_the_whole_log_after_the_database_and_their_server_died() {
    let scratch = Scratch::new("stream-faults");
    let dir = format!("--data-dir={}", scratch.0.display());
    let (one, other) =
        (Process::serve(&[&dir, "--access-log=off"]), Process::serve(&[&dir, "--access-log=off"]));
    let app = TestApp::elsewhere(one.address(), String::new());
    let second = TestApp::elsewhere(other.address(), String::new());
    let table = Table::started(&second, terms_with(2, "modules", json!(["orient"]))).await;
    let path = table.path("/events");
    let mut dice = dice(95);

    // A player, the opponent and a spectator follow on the first server, and the game is played on the
    // second.
    let tokens = [Some(table.seats[0].token()), Some(table.seats[1].token()), None];
    let caller = |app, token: Option<&str>| match token {
        Some(token) => TestApp::with_token(app, token),
        None => TestApp::anonymous(app),
    };
    let mut followers = Vec::new();
    for token in tokens {
        let mut reader = Reader::open(&caller(&app, token), &format!("{path}?since=0"), LINES).await;
        assert_eq!(reader.expect("snapshot").await["seq"], 0);
        followers.push((token, reader, Vec::new()));
    }
    table.play_some(&mut dice, 5).await;
    let version = table.public_view().await["version"].as_u64().expect("a version");
    for (_, reader, entries) in &mut followers {
        until(reader, version, entries).await;
    }

    // This lock prevents a restart of the database before both servers have noticed its end.
    let turn = File::options().read(true).write(true).open(scratch.0.join("lock")).expect("a lock");
    turn.lock().expect("the lock");
    kill_postmaster(&scratch.0);
    for server in [&one, &other] {
        server.wait_for("the embedded database has died");
    }
    turn.unlock().expect("the lock");
    for server in [&one, &other] {
        server.wait_for("the embedded database runs again");
    }
    for app in [&app, &second] {
        // Every connection that broke may cost one request.
        while app.anonymous().get(&table.path("")).await.status != 200 {
            look_again().await;
        }
    }
    let version = loop {
        let view = table.seats[0].get(&table.path("")).await.expect(200).json;
        let Some(seat) = view["to_act"]["seat"].as_u64() else { unreachable!("five turns end no game") };
        let action = table.legal(seat as usize).await.swap_remove(0);
        let answer = table.post(seat as usize, &view["version"], json!([action])).await;
        // The connection of the writer broke too. Sending the turn again is safe.
        if answer.status == 200 {
            break answer.json["version"].as_u64().expect("a version");
        }
        answer.expect_problem(503, "unavailable");
    };
    // The same streams go on.
    for (_, reader, entries) in &mut followers {
        until(reader, version, entries).await;
    }

    table.play_some(&mut dice, 4).await;
    drop(one);
    let mut interrupted = Vec::new();
    for (token, reader, mut entries) in followers {
        let rest = reader.rest_until_broken().await;
        assert!(rest.iter().all(|frame| frame["type"] != "stream_end"), "the server had no time for it");
        entries.extend(rest.into_iter().filter(|frame| frame["seq"].is_u64()).map(entry));
        interrupted.push((token, entries));
    }
    table.play_some(&mut dice, 4).await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    for (token, mut entries) in interrupted {
        let viewer = caller(&second, token);
        let seen = last(&entries);
        let mut reader = Reader::open(&viewer, &format!("{path}?since={seen}"), LINES).await;
        assert_eq!(reader.expect("snapshot").await["seq"], seen);
        let frames = reader.rest().await;
        assert_eq!(frames.last().map(|frame| &frame["data"]["reason"]), Some(&json!("game_over")));
        entries.extend(frames.into_iter().filter(|frame| frame["seq"].is_u64()).map(entry));
        let log = viewer.get(&path).await.expect(200).json["events"].as_array().expect("a list").clone();
        let numbers: Vec<_> = entries.iter().filter_map(|entry| entry["seq"].as_u64()).collect();
        assert_eq!(
            numbers,
            (1..=log.len() as u64).collect::<Vec<_>>(),
            "nothing is lost and nothing repeated"
        );
        // What was hidden when it was sent is shown in the log after the end.
        let public =
            |entry: &Value| (entry["type"].clone(), entry["at"].clone(), entry["data"]["seat"].clone());
        assert!(entries.iter().map(public).eq(log.iter().map(public)));
        assert_eq!(entries.last(), log.last());
    }
}
