//! Reads of games that the server remembers: each viewer gets what a server without memory shows them,
//! whatever has happened.

use serde_json::{Value, json};

use super::clocks::{daily, live, play};
use super::stored::{Stored, shift};
use super::table::{Table, dice, terms, terms_with};
use crate::app::{Answer, TestApp};
use crate::ladders::game_of;

/// The reads of a game.
const READS: [&str; 7] = [
    "",
    "?include=legal_actions",
    "/legal-actions",
    "/legal-actions?payments=all",
    "/legal-actions?missing=true",
    "/events",
    "?at=1",
];

/// A game on a server that remembers it, and a server without memory on the same database.
struct Pair<'a> {
    table: Table<'a>,
    forgetful: TestApp,
    /// The tokens of all viewers: the seats, a stranger, and nobody.
    tokens: Vec<String>,
}

impl<'a> Pair<'a> {
    async fn of(table: Table<'a>) -> Pair<'a> {
        let url = table.app.database_url.clone();
        let forgetful = TestApp::spawn_with(|settings| {
            settings.database.database_url = Some(url);
            settings.reader.batch_reads_max = 1;
        })
        .await;
        let mut tokens: Vec<String> = table.seats.iter().map(|seat| seat.token().to_owned()).collect();
        tokens.push(table.app.user("zoe").await.token().to_owned());
        tokens.push(String::new());
        Pair { table, forgetful, tokens }
    }

    /// Reads everything as every viewer, on both servers. On the first one twice, so that the second time it
    /// knows the game.
    async fn compare(&self, when: &str) {
        for (viewer, token) in self.tokens.iter().enumerate() {
            for read in READS {
                let path = self.table.path(read);
                let first = get(self.table.app, token, &path, None).await;
                let second = get(self.table.app, token, &path, None).await;
                let alone = get(&self.forgetful, token, &path, None).await;
                let place = format!("{when}: viewer {viewer} reads {read:?}");
                assert_eq!(told(&first), told(&alone), "{place}");
                assert_eq!(told(&second), told(&alone), "{place}, again");
                let tag = alone.header("etag");
                if !tag.is_empty() {
                    assert_eq!(get(self.table.app, token, &path, Some(tag)).await.status, 304, "{place}");
                }
            }
        }
    }
}

async fn get(app: &TestApp, token: &str, path: &str, tag: Option<&str>) -> Answer {
    let caller = if token.is_empty() { app.anonymous() } else { app.with_token(token) };
    let request = caller.request(reqwest::Method::GET, path);
    Answer::to(match tag {
        Some(tag) => request.header("if-none-match", tag),
        None => request,
    })
    .await
}

/// Returns what a viewer is told: the status, the headers about the body, and the body.
fn told(answer: &Answer) -> (u16, [&str; 5], String) {
    let headers = ["etag", "content-type", "content-length", "cache-control", "vary"];
    // Ids of requests differ, but all have the same length.
    (answer.status.as_u16(), headers.map(|name| answer.header(name)), answer.text_without_id())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_viewer_of_a_remembered_game_sees_it_as_it_is_stored() {
    let app = TestApp::spawn().await;
    let pair = Pair::of(Table::started(&app, terms(3)).await).await;
    let (table, mut dice) = (&pair.table, dice(141));
    pair.compare("at the start").await;
    table.play_some(&mut dice, 1).await;
    table.seats[1].post_empty(&table.path("/abort")).await.expect(200);
    pair.compare("when a seat agrees to abort").await;
    table.play_some(&mut dice, 2).await;
    pair.compare("after turns on the same server").await;
    let there = Table {
        app: &pair.forgetful,
        id: table.id.clone(),
        seats: pair.tokens[..3].iter().map(|token| pair.forgetful.with_token(token)).collect(),
    };
    there.play_some(&mut dice, 2).await;
    pair.compare("after turns on another server").await;
    there.seats[2].post_empty(&table.path("/resign")).await.expect(200);
    pair.compare("when a seat has resigned").await;
    there.seats[2].erase().await.expect(204);
    pair.compare("when this player was erased").await;
    assert_eq!(table.public_view().await["seats"][2]["player"]["username"], Value::Null);
    there.seats[1].delete("/v1/sessions/current").await.expect(204);
    pair.compare("when the session of a seat has ended").await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    pair.compare("after the end").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_remembered_private_game_stays_hidden() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    for guest in ["bob", "zoe"] {
        app.user(guest).await;
        let invited = table.seats[0].post(&table.path("/invitations"), json!({"username": guest})).await;
        invited.expect(200);
    }
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    let mut pair = Pair::of(table).await;
    pair.tokens.push(app.user("kim").await.token().to_owned());
    pair.compare("at the start").await;
    pair.table.play_some(&mut dice(142), 0).await;
    play(&pair.table).await.expect(200);
    pair.compare("after a turn").await;
    get(&app, &pair.tokens[4], &pair.table.path(""), None).await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn remembered_clocks_are_those_that_are_stored() {
    let app = TestApp::spawn().await;
    for clock in [live, daily] {
        let pair = Pair::of(Table::started(&app, clock(2)).await).await;
        let table = &pair.table;
        pair.compare("at the start").await;
        play(table).await.expect(200);
        pair.compare("after a turn").await;
        for seat in 0..2 {
            table.seats[seat].post_empty(&table.path("/pause")).await.expect(200);
            pair.compare("when a seat agrees to pause").await;
        }
        table.seats[0].post_empty(&table.path("/resume")).await.expect(200);
        pair.compare("after the pause").await;
        // As after an outage, which moves the deadlines of all games and no version.
        let [since, deadline] = ["since", "deadline"].map(|column| shift(column, "+ interval '1 hour'"));
        Stored::of(&app).await.execute(&format!("UPDATE game_clocks SET {since}, {deadline}")).await;
        pair.compare("when all deadlines have moved").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_are_shown_late_are_not_shown_early_from_memory() {
    let app = TestApp::spawn().await;
    let pair =
        Pair::of(Table::started(&app, terms_with(2, "spectator_delay", json!({"turns": 2}))).await).await;
    for _ in 0..4 {
        play(&pair.table).await.expect(200);
        pair.compare("after a turn").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ratings_of_a_remembered_game_are_those_of_now() {
    let app = TestApp::spawn().await;
    let players = [app.user("ada").await, app.user("bob").await];
    let started = async || {
        let path = game_of(&[&players[0], &players[1]]).await;
        let id = path.rsplit('/').next().expect("a path of a game").to_owned();
        Table { app: &app, id, seats: players.to_vec() }.seated().await
    };
    let pair = Pair::of(started().await).await;
    pair.compare("at the start").await;
    let before = pair.table.public_view().await["ratings"].clone();
    let other = started().await;
    for _ in 0..2 {
        play(&other).await.expect(200);
    }
    other.seats[0].post_empty(&other.path("/resign")).await.expect(200);
    assert_ne!(pair.table.public_view().await["ratings"], before);
    pair.compare("when another game has changed the ratings").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_never_sees_an_earlier_version_than_before() {
    let app = TestApp::spawn().await;
    let pair = Pair::of(Table::started(&app, terms(2)).await).await;
    let there = Table {
        app: &pair.forgetful,
        id: pair.table.id.clone(),
        seats: pair.tokens[..2].iter().map(|token| pair.forgetful.with_token(token)).collect(),
    };
    let follow = async |viewer: usize| {
        let (mut seen, mut views) = (0, Vec::new());
        while seen < 30 {
            let view = get(&app, &pair.tokens[viewer], &pair.table.path(""), None).await.expect(200).json;
            let version = view["version"].as_u64().expect("a version");
            assert!(version >= seen, "version {version} after {seen}");
            if version > seen {
                views.push(view);
            }
            seen = version;
        }
        views
    };
    let mut dice = dice(144);
    let playing = async {
        for round in 0..20 {
            let table = if round % 2 == 0 { &pair.table } else { &there };
            table.play_some(&mut dice, 2).await;
        }
    };
    let (first, nobody, ()) = tokio::join!(follow(0), follow(3), playing);
    for (viewer, views) in [(0, first), (3, nobody)] {
        assert!(views.len() > 1);
        for view in views {
            let at = pair.table.path(&format!("?at={}", view["version"]));
            let then = get(&pair.forgetful, &pair.tokens[viewer], &at, None).await.expect(200).json;
            assert_eq!(view, then);
        }
    }
}

/// The name of a player changes only when the account is erased. Here it changes otherwise, to show that the
/// game is remembered.
#[tokio::test(flavor = "multi_thread")]
async fn an_unchanged_game_is_not_loaded_again() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let before = table.public_view().await;
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE players SET username = 'lovelace' WHERE username = 'ada'").await;
    assert_eq!(table.public_view().await, before);
    assert_eq!(table.view(1).await["seats"], before["seats"]);
    stored.execute(&format!("UPDATE games SET updated_at = now() WHERE id = '{}'", table.id)).await;
    assert_eq!(table.view(1).await["seats"][0]["player"]["username"], "lovelace");
    assert_eq!(table.public_view().await["seats"][0]["player"]["username"], "lovelace");
}
