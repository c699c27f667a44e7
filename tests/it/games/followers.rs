//! Followers of games, without the HTTP that sends their frames.

use std::net::{IpAddr, Ipv4Addr};

use lapidary::boards;
use lapidary::database::{Connector, Pool};
use lapidary::model::auth::Visitor;
use lapidary::model::game::{GameId, Version};
use lapidary::service::games::{FollowUntil, Frame, Reader};
use lapidary::service::stream::EndReason;
use lapidary::service::{Games, Writer};
use lapidary::settings::Settings;
use lapidary::stream::Watchers;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::table::{Table, dice, terms, terms_with};
use crate::app::TestApp;

/// Somebody without an account.
const STRANGER: Visitor = Visitor { identity: None, network: IpAddr::V4(Ipv4Addr::LOCALHOST) };

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_that_is_too_far_behind_is_told_so_and_can_resume() {
    let app = TestApp::spawn().await;
    let mut terms = terms_with(4, "modules", json!(["mysteries"]));
    terms["ruleset"] = json!("kids");
    let table = Table::started(&app, terms).await;
    let (games, watchers) = games_of(&app);
    let id = GameId(table.id.parse().expect("an id"));
    let mut slow =
        games.follow.clone().follow(id, STRANGER, None, FollowUntil::GameOver).await.expect("a follower");
    assert!(matches!(slow.next().await, Some(Frame::Snapshot(..))));
    let played = table.play_some(&mut dice(5), ENTRIES_KEPT + 1).await;
    let version = played.last().expect("a turn").answer.json["version"].as_u64().expect("a version");
    assert!(version as usize > ENTRIES_KEPT, "the game was too short: {version}");
    watchers.announce(id, Version(version as u32));
    assert!(matches!(slow.next().await, Some(Frame::End(EndReason::Lagged, Version(1)))));
    assert!(slow.next().await.is_none());
    let mut again = games
        .follow
        .clone()
        .follow(id, STRANGER, Some(Version(1)), FollowUntil::GameOver)
        .await
        .expect("a follower");
    assert!(matches!(again.next().await, Some(Frame::Snapshot(view, _)) if view.version == Version(1)));
    let Some(Frame::Events(events, _)) = again.next().await else { panic!("no entries") };
    let numbers: Vec<u64> = events.iter().map(|event| event.seq.0.into()).collect();
    assert_eq!(numbers, (2..=version).collect::<Vec<_>>());
}

/// The space of a stream that waits, in bytes, besides what the HTTP library needs.
const IDLE_BYTES_MAX: usize = 2_048;

#[tokio::test]
async fn a_stream_that_waits_takes_little_space() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let (games, _watchers) = games_of(&app);
    let id = GameId(table.id.parse().expect("an id"));
    let mut follower =
        games.follow.clone().follow(id, STRANGER, None, FollowUntil::GameOver).await.expect("a follower");
    let size = size_of_val(&follower) + size_of_val(&follower.next());
    assert!(size <= IDLE_BYTES_MAX, "{size} bytes");
}

/// How many entries a follower may be behind.
const ENTRIES_KEPT: usize = 256;

/// Returns the games of a database, and what announces their changes: nothing is heard from the server.
fn games_of(app: &TestApp) -> (Games, Watchers) {
    let settings = Settings::from_environment().expect("the defaults are settings");
    let connector = Connector::to(&app.database_url).expect("an address");
    let pool = || Pool::new(connector.clone(), &settings.database).expect("a pool");
    let (watchers, boards) = (Watchers::default(), boards::load(None).expect("boards"));
    let writer = Writer::start(pool(), pool(), watchers.clone(), &settings.writer);
    let reader = Reader::start(pool(), pool(), settings.reader, settings.database.database_wait);
    let stopping = CancellationToken::new();
    let games =
        Games::new(pool(), writer, reader, watchers.clone(), boards, settings.games.clone(), stopping);
    (games, watchers)
}
