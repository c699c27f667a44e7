//! Two worlds that differ only in what a viewer must not know: for this viewer every response is the same,
//! byte for byte (B18).

use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::Seat;
use lapidary::engine::splendor::card::{CardId, Deck};
use lapidary::engine::viewer::Viewer;
use reqwest::Method;
use serde_json::{Value, json};

use super::other_world::OtherWorld;
use super::stored::Stored;
use super::table::{Table, dice, terms_with, turn};
use crate::app::{Answer, Caller, TestApp};

/// Of so many cards one is asked for, other ones at other versions.
const CARDS_STEP: usize = 3;

/// The numbers of random actions that are played before the worlds are compared.
const ACTIONS: [usize; 3] = [0, 23, 60];

/// Every part of a response that a client can compare.
#[derive(PartialEq, Debug)]
pub struct Observed {
    pub status: u16,
    text: String,
    tag: String,
    length: String,
}

impl From<Answer> for Observed {
    fn from(answer: Answer) -> Observed {
        let [tag, length] = ["etag", "content-length"].map(|name| answer.header(name).to_owned());
        Observed { status: answer.status.as_u16(), text: answer.text_without_id(), tag, length }
    }
}

/// Returns the responses of every route that reads the game, for a viewer.
async fn everything(table: &Table<'_>, caller: &Caller<'_>, version: &Value) -> Vec<Observed> {
    let mut observed = Vec::new();
    for path in [
        "",
        "?include=legal_actions",
        "/events",
        "/events?limit=3",
        "/legal-actions",
        "/legal-actions?payments=all",
        "/legal-actions?missing=true",
        "/export",
    ] {
        observed.push(caller.get(&table.path(path)).await.into());
    }
    let text = caller.request(Method::GET, &table.path("/export")).header("accept", "text/plain");
    observed.push(Answer::to(text).await.into());
    for at in 1..=version.as_u64().expect("a version") {
        observed.push(caller.get(&table.path(&format!("?at={at}"))).await.into());
    }
    let dry_run = table.path("/actions?dry_run=true");
    for deck in Deck::ALL {
        for action in [json!({"type": "reserve_blind", "deck": deck.name()}), json!({"type": "pass"})] {
            for list in [json!([action]), json!([action, {"type": "return", "tokens": {"gold": 1}}])] {
                observed.push(caller.post(&dry_run, turn(version, list)).await.into());
            }
        }
    }
    let first = version.as_u64().expect("a version") as usize % CARDS_STEP;
    for card in CardId::all().skip(first).step_by(CARDS_STEP) {
        for kind in ["buy", "reserve", "keep", "take_free"] {
            let list = json!([{"type": kind, "card": card.name()}]);
            observed.push(caller.post(&dry_run, turn(version, list)).await.into());
        }
    }
    observed
}

async fn worlds_look_alike(modules: Value, seed: u64) {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms_with(2, "modules", modules)).await;
    let mut stored = Stored::of(&app).await;
    let mut dice = dice(seed);
    let viewers = [
        (Viewer::Seat(Seat::FIRST), table.seats[0].clone()),
        (Viewer::Seat(Seat::new(1).expect("a seat")), table.seats[1].clone()),
        (Viewer::Spectator, app.user("stranger").await),
    ];
    for actions in ACTIONS {
        table.play_some(&mut dice, actions).await;
        let view = table.public_view().await;
        let a = stored.game(&table.id).await;
        let log = stored.log(&table.id).await;
        let mut names = a.ruleset.split('+');
        let ruleset = Ruleset::parse(names.next().expect("an id"), names, []).expect("a ruleset");
        for (viewer, caller) in &viewers {
            if view["status"] != "active" {
                return;
            }
            let observed = caller.get(&table.path("/events")).await.expect(200).text;
            let world = OtherWorld::of(ruleset, (&a, &log), *viewer, &observed, &mut dice);
            if !world.differs() {
                assert!(actions > 0, "at the beginning, every deal is possible");
                continue;
            }
            let here = everything(&table, caller, &view["version"]).await;
            world.enter(&mut stored, &table.id, &log).await;
            let there = everything(&table, caller, &view["version"]).await;
            world.leave(&mut stored, &table.id, &log).await;
            assert_eq!(here.len(), there.len());
            for (one, other) in here.iter().zip(&there) {
                assert_eq!(one, other, "{viewer:?} can tell the worlds apart");
            }
            assert!(here.iter().all(|response| response.status < 500));
        }
    }
}

#[tokio::test]
async fn hidden_cards_never_change_an_answer() {
    worlds_look_alike(json!([]), 101).await;
}

#[tokio::test]
async fn hidden_cards_never_change_an_answer_with_every_module() {
    worlds_look_alike(json!(["orient", "strongholds", "trading_posts", "cities"]), 102).await;
}
