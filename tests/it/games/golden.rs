//! The stored games of `tests/golden`, which every later version must load: their logs replay, and their
//! snapshots can be played on.
//!
//! A missing file is written from a game played now, to be reviewed and committed. A committed file is never
//! overwritten: a program that cannot read it cannot read its users' games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use lapidary::cli::verify;
use serde_json::{Value, json};
use uuid::Uuid;

use super::stored::{Stored, StoredEntry, StoredGame};
use super::table::{NAMES, Table, dice, terms};
use crate::app::TestApp;

/// The number of random actions before the snapshot in mid-game.
const ACTIONS_BEFORE_SNAPSHOT: usize = 25;

/// A complete stored game, and a snapshot from its middle.
struct Golden {
    middle: StoredGame,
    end: StoredGame,
    log: Vec<StoredEntry>,
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"))
}

/// Returns the file of a game: a name and a value on each line.
fn write(golden: &Golden) -> String {
    let Golden { middle, end, log } = golden;
    let mut text = String::new();
    for (name, value) in [
        ("ruleset", end.ruleset.clone()),
        ("options", end.options.clone()),
        ("seats", end.seats.to_string()),
        ("deal_id", end.deal_id.to_string()),
        ("server_seed", hex::encode(&end.server_seed)),
        ("commitment", hex::encode(&end.commitment)),
        ("opening", hex::encode(&end.opening)),
        ("middle", format!("{} {}", middle.version, hex::encode(&middle.snapshot))),
        ("end", format!("{} {}", end.version, hex::encode(&end.snapshot))),
    ] {
        writeln!(text, "{name} {value}").expect("text can be written");
    }
    for entry in log {
        let seat = entry.seat.map_or("-".to_owned(), |seat| seat.to_string());
        let action = entry.action.as_deref().unwrap_or("-");
        writeln!(text, "entry {} {seat} {} {} {action}", entry.seq, entry.by, entry.kind)
            .expect("text can be written");
    }
    text
}

fn read(text: &str) -> Golden {
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("the file names no {name}")).to_owned()
    };
    let bytes = |text: &str| hex::decode(text).expect("hexadecimal");
    let at = |name: &str| {
        let line = value(name);
        let (version, snapshot) = line.split_once(' ').expect("a version and a snapshot");
        StoredGame {
            ruleset: value("ruleset"),
            options: value("options"),
            seats: value("seats").parse().expect("a number of seats"),
            version: version.parse().expect("a version"),
            snapshot: bytes(snapshot),
            commitment: bytes(&value("commitment")),
            deal_id: value("deal_id").parse().expect("a UUID"),
            server_seed: bytes(&value("server_seed")),
            opening: bytes(&value("opening")),
        }
    };
    Golden {
        middle: at("middle"),
        end: at("end"),
        log: text.lines().filter_map(|line| line.strip_prefix("entry ")).map(read_entry).collect(),
    }
}

fn read_entry(line: &str) -> StoredEntry {
    let [seq, seat, by, kind, action] = line.splitn(5, ' ').collect::<Vec<_>>()[..] else {
        panic!("{line} is no entry");
    };
    StoredEntry {
        seq: seq.parse().expect("a number"),
        seat: (seat != "-").then(|| seat.parse().expect("a seat")),
        by: by.to_owned(),
        kind: kind.to_owned(),
        action: (action != "-").then(|| action.to_owned()),
    }
}

/// Plays a game for a new file.
async fn play(app: &TestApp, terms: Value, seed: u64) -> Golden {
    let table = Table::started(app, terms).await;
    let mut dice = dice(seed);
    table.play_some(&mut dice, ACTIONS_BEFORE_SNAPSHOT).await;
    let mut stored = Stored::of(app).await;
    let middle = stored.game(&table.id).await;
    table.play_to_the_end(&mut dice).await;
    Golden { middle, end: stored.game(&table.id).await, log: stored.log(&table.id).await }
}

/// The number of first versions that are all read, and every how many-th of the later ones.
const FIRST_VERSIONS: i32 = 20;
const VERSIONS_STEP: i32 = 7;

/// Returns the first versions of a game, some later ones, and the last one.
fn some_versions(last: i32) -> impl Iterator<Item = i32> {
    let later = (FIRST_VERSIONS..last).step_by(VERSIONS_STEP as usize);
    (1..FIRST_VERSIONS.min(last)).chain(later).chain([last])
}

async fn loads_for_ever(name: &str, terms: Value, seed: u64) {
    let app = TestApp::spawn().await;
    let path = path(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        let golden = play(&app, terms, seed).await;
        std::fs::write(&path, write(&golden)).expect("the file can be written");
        panic!("{} is new: review it and run the test again", path.display());
    };
    let golden = read(&text);
    assert_eq!(write(&golden), text, "the file is read whole");
    let seats = usize::try_from(golden.end.seats).expect("a number of seats");
    let mut callers = Vec::new();
    let mut players: Vec<Uuid> = Vec::new();
    for player in &NAMES[..seats] {
        callers.push(app.user(player).await);
        let me = callers.last().expect("a caller").get("/v1/me").await.expect(200).json;
        players.push(me["id"].as_str().expect("an id").parse().expect("a UUID"));
    }
    let mut stored = Stored::of(&app).await;

    let until = golden.middle.version;
    let log: Vec<StoredEntry> = golden.log.iter().filter(|entry| entry.seq <= until).cloned().collect();
    let id = stored.add(&golden.middle, "active", &players, &log).await;
    let table = Table { app: &app, id, seats: callers };
    // At its end, the server compares the replayed log with the position that was reached from the snapshot.
    table.play_to_the_end(&mut dice(seed)).await;
    assert_eq!(table.public_view().await["status"], "finished");
    let export = app.anonymous().get(&table.path("/export")).await.expect(200);
    if golden.end.ruleset.starts_with("splendor") {
        verify::check(&export.text, &lapidary::boards::load(None).unwrap())
            .unwrap_or_else(|difference| panic!("{difference}"));
    }

    let over = stored.add(&golden.end, "aborted", &players, &golden.log).await;
    for version in some_versions(golden.end.version) {
        app.anonymous().get(&format!("/v1/games/{over}?at={version}")).await.expect(200);
    }
    let before = app.anonymous().get(&format!("/v1/games/{over}?at={}", golden.end.version - 1)).await.json;
    let after = app.anonymous().get(&format!("/v1/games/{over}")).await.json;
    assert_eq!((&before["seats"], &before["market"]), (&after["seats"], &after["market"]));
}

fn kids(seats: usize, modules: Value) -> Value {
    let mut terms = terms(seats);
    terms["ruleset"] = json!("kids");
    terms["modules"] = modules;
    terms
}

#[tokio::test]
async fn a_stored_base_game_always_loads() {
    loads_for_ever("splendor", terms(2), 1).await;
}

#[tokio::test]
async fn a_stored_game_with_every_module_always_loads() {
    let mut terms = terms(4);
    terms["modules"] = json!(["orient", "strongholds", "trading_posts", "cities"]);
    loads_for_ever("splendor+orient+strongholds+trading_posts+cities", terms, 2).await;
}

#[tokio::test]
async fn a_stored_game_of_kids_always_loads() {
    loads_for_ever("kids", kids(3, json!([])), 3).await;
}

#[tokio::test]
async fn a_stored_game_of_kids_with_mysteries_always_loads() {
    loads_for_ever("kids+mysteries", kids(2, json!(["mysteries"])), 4).await;
}
