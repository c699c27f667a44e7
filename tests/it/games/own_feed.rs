//! The stream of what waits for a player: whatever happens, its frames lead to the state that a new snapshot
//! shows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::outage::database_of;
use super::reader::{LINES, Reader, SSE, beside};
use super::stored::Stored;
use super::table::{Table, dice, terms, terms_with};
use crate::app::{Answer, Caller, TestApp};

const PATH: &str = "/v1/me/events";

/// What a front end knows from the frames: the games and the invitations by id.
#[derive(Debug, Default, PartialEq)]
struct Known {
    games: BTreeMap<String, Value>,
    invitations: BTreeMap<String, Value>,
    tournaments: BTreeMap<String, Value>,
    analyses: BTreeMap<String, Value>,
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

impl Known {
    fn of(snapshot: &Value) -> Known {
        let list = |name: &str, key: &str| {
            let items = snapshot[name].as_array().expect("a list").iter();
            items.map(|item| (text(&item[key]), item.clone())).collect()
        };
        Known {
            games: list("games", "id"),
            invitations: list("invitations", "game"),
            tournaments: list("tournaments", "id"),
            analyses: list("analyses", "game"),
        }
    }

    /// Takes in a frame. Returns false if it was the last.
    fn take_in(&mut self, frame: &Value) -> bool {
        let data = &frame["data"];
        match frame["type"].as_str().expect("a type") {
            "snapshot" => *self = Known::of(data),
            "game" => drop(self.games.insert(text(&data["id"]), data.clone())),
            "game_gone" => assert!(self.games.remove(&text(&data["id"])).is_some(), "{frame}"),
            "invitation" => drop(self.invitations.insert(text(&data["game"]), data.clone())),
            "invitation_gone" => {
                assert!(self.invitations.remove(&text(&data["game"])).is_some(), "{frame}");
            }
            "tournament" => drop(self.tournaments.insert(text(&data["id"]), data.clone())),
            "tournament_gone" => assert!(self.tournaments.remove(&text(&data["id"])).is_some(), "{frame}"),
            "analysis" => drop(self.analyses.insert(text(&data["game"]), data.clone())),
            "analysis_gone" => assert!(self.analyses.remove(&text(&data["game"])).is_some(), "{frame}"),
            "stream_end" => return false,
            other => panic!("an unknown type {other}"),
        }
        true
    }
}

/// Returns what waits for a caller, as one response.
async fn now(caller: &Caller<'_>) -> Known {
    Known::of(&caller.get(PATH).await.expect(200).json)
}

/// Reads frames until the front end knows what a new snapshot shows.
async fn catches_up(reader: &mut Reader, known: &mut Known, caller: &Caller<'_>) {
    while *known != now(caller).await {
        assert!(known.take_in(&reader.frame().await.expect("a frame")));
    }
}

#[tokio::test]
async fn the_frames_tell_of_turns_starts_ends_and_invitations_on_every_server() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    for (server, transport) in [(&app, LINES), (&other, SSE)] {
        let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
        let bob = server.with_token(table.seats[1].token());
        let mut reader = Reader::open(&bob, PATH, transport).await;
        reader.expect("snapshot").await;
        table.seats[0].post(&table.path("/invitations"), json!({"username": "bob"})).await.expect(200);
        let invitation = reader.expect("invitation").await["data"].clone();
        assert_eq!(
            (&invitation["game"], &invitation["creator"]["username"]),
            (&json!(table.id), &json!("ada"))
        );
        table.seats[1].post_empty(&table.path("/join")).await.expect(200);
        let mut kinds = Vec::new();
        let mut game = Value::Null;
        while kinds.len() < 2 {
            let frame = reader.frame().await.expect("a frame");
            kinds.push(text(&frame["type"]));
            if frame["type"] == "game" {
                game = frame["data"].clone();
            }
        }
        kinds.sort();
        assert_eq!(kinds, ["game", "invitation_gone"]);
        assert_eq!(
            (&game["id"], &game["status"], &game["my_turn"]),
            (&json!(table.id), &json!("active"), &json!(false))
        );
        let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
        table.post(0, &json!(1), take).await.expect(200);
        let turn = reader.expect("game").await["data"].clone();
        assert_eq!(
            (&turn["version"], &turn["my_turn"], &turn["decision"]),
            (&json!(2), &json!(true), &json!("main"))
        );
        table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
        let gone = reader.expect("game_gone").await["data"].clone();
        assert_eq!(gone, json!({"id": table.id, "reason": "finished"}));
    }
}

#[tokio::test]
async fn a_feed_that_is_interrupted_by_the_hundred_ends_in_the_state_of_a_new_snapshot() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(2)).await;
    let token = table.seats[1].token().to_owned();
    let (over, is_over) = tokio::sync::watch::channel(false);
    let playing = async {
        let mut dice = dice(23);
        for round in 0..40 {
            table.play_random(&mut dice).await;
            let third = Table::waiting(&app, terms_with(2 + round % 2, "visibility", json!("private"))).await;
            let invitations = third.path("/invitations");
            third.seats[0].post(&invitations, json!({"username": "bob"})).await.expect(200);
            match round % 4 {
                0 => {
                    third.seats[0].delete(&format!("{invitations}/bob")).await.expect(204);
                    third.seats[0].post_empty(&third.path("/abort")).await.expect(200);
                }
                1 => drop(third.seats[0].post_empty(&third.path("/abort")).await.expect(200)),
                2 => {
                    third.seats[1].post_empty(&third.path("/join")).await.expect(200);
                    third.seats[0].post_empty(&third.path("/resign")).await.expect(200);
                }
                _ => {
                    third.seats[1].post_empty(&third.path("/join")).await.expect(200);
                    third.seats[1].post_empty(&third.path("/leave")).await.expect(200);
                    third.seats[0].post_empty(&third.path("/leave")).await.expect(200);
                }
            }
        }
        over.send_replace(true);
    };
    let following = (0..4_u64).map(|seed| {
        let server = if seed % 2 == 0 { &app } else { &other };
        let (caller, mut is_over) = (server.with_token(&token), is_over.clone());
        async move {
            let mut dice = fastrand::Rng::with_seed(seed);
            let mut interruptions = 0;
            loop {
                let transport = if dice.bool() { LINES } else { SSE };
                let mut reader = Reader::open(&caller, PATH, transport).await;
                let mut known = Known::default();
                if *is_over.borrow() && interruptions >= 25 {
                    return catches_up(&mut reader, &mut known, &caller).await;
                }
                for _ in 0..dice.usize(1..4) {
                    let frame = tokio::select! {
                        frame = reader.frame() => frame.expect("a frame"),
                        // Nothing more may happen after the end.
                        _ = is_over.wait_for(|over| *over) => break,
                    };
                    if !known.take_in(&frame) {
                        break;
                    }
                }
                interruptions += 1;
            }
        }
    });
    tokio::join!(playing, futures_util::future::join_all(following));
}

#[tokio::test]
async fn a_feed_recovers_when_every_connection_to_the_database_is_cut() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let mut reader = Reader::open(&table.seats[1], PATH, LINES).await;
    let mut known = Known::default();
    catches_up(&mut reader, &mut known, &table.seats[1]).await;
    let mut game_reader = Reader::open(&table.seats[1], &table.path("/events"), LINES).await;
    game_reader.expect("snapshot").await;
    let mut lobby_reader = Reader::open(&app.anonymous(), "/v1/lobby/events", LINES).await;
    lobby_reader.expect("snapshot").await;
    let mut stored = Stored::of(&app).await;
    stored.cut_others(&database_of(&app)).await;
    let mut played = false;
    while !played {
        let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
        let answer = table.post(0, &json!(1), take).await;
        played = answer.status == 200;
        assert!(played || answer.status == 503, "{}", answer.text);
    }
    // Before that, it may tell that the player is connected to the game.
    let frame = loop {
        let frame = reader.expect("game").await;
        if frame["data"]["version"] != 1 {
            break frame;
        }
    };
    assert_eq!((&frame["data"]["version"], &frame["data"]["my_turn"]), (&json!(2), &json!(true)));
    assert_eq!(game_reader.expect("action").await["seq"], 2);
    let opened = Table::waiting(&app, terms(3)).await;
    assert_eq!(lobby_reader.expect("game").await["data"]["id"], opened.id);
}

#[tokio::test]
async fn a_blocked_player_cannot_fill_the_feed_with_invitations() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    let bob = &table.seats[1];
    let mut reader = Reader::open(bob, PATH, LINES).await;
    reader.expect("snapshot").await;
    table.seats[0].post(&table.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    reader.expect("invitation").await;
    Answer::to(bob.request(reqwest::Method::PUT, "/v1/me/blocks/ada")).await.expect(204);
    assert_eq!(reader.expect("invitation_gone").await["data"], json!({"game": table.id}));
    assert_eq!(now(bob).await, Known::default());
}
