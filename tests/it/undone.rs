//! What cannot be undone needs who has made or owns what it is about: whoever only helps does not do it, and
//! nobody does it by handing a club over.
//!
//! Every act on clubs, ladders, seasons, series and tournaments is listed with whether it can be undone, so
//! none is added without saying so.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Caller, TestApp};
use crate::contract::operations;
use crate::ladders::DUELS;
use crate::ladders::evenings::{Club, id};
use crate::tournaments::scene::{Scene, settings};

/// Whether each act can be undone, one operation on each line.
const LIST: &str = include_str!("undone.txt");

/// A request that cannot be undone, with the code by which it is refused to who only helps.
struct Final<'a> {
    operation: &'a str,
    method: Method,
    path: String,
    body: Option<Value>,
    refused: &'a str,
}

impl Final<'_> {
    async fn by(&self, caller: &Caller<'_>) -> Answer {
        let request = caller.request(self.method.clone(), &self.path);
        Answer::to(match &self.body {
            Some(body) => request.json(body),
            None => request,
        })
        .await
    }

    /// Asserts that a helper is refused, and that whoever it needs is not.
    async fn needs(&self, maker: &Caller<'_>, helper: &Caller<'_>) {
        self.by(helper).await.expect_problem(403, self.refused);
        let done = self.by(maker).await;
        assert!(done.status.is_success(), "{}: {}", self.operation, done.text);
    }
}

/// Asserts that these operations are the listed ones that cannot be undone.
fn are_listed<'a>(tested: impl IntoIterator<Item = &'a str>) {
    let mut tested: Vec<&str> = tested.into_iter().collect();
    tested.sort_unstable();
    tested.dedup();
    let lines = LIST.lines().filter_map(|line| line.strip_suffix(" final"));
    assert_eq!(tested, lines.collect::<Vec<_>>());
}

#[tokio::test]
async fn every_act_says_whether_it_can_be_undone() {
    let app = TestApp::shared().await;
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let listed: BTreeMap<&str, &str> = lines.map(|line| line.split_once(' ').expect("two words")).collect();
    let mut operations = operations(&app).await;
    let places = ["/v1/clubs", "/v1/series", "/v1/tournaments"];
    operations.retain(|own| own.method != "GET" && places.iter().any(|place| own.path.starts_with(place)));
    let mut ids: Vec<&str> =
        operations.iter().map(|own| own.description["operationId"].as_str().expect("an id")).collect();
    ids.sort_unstable();
    assert_eq!(listed.keys().copied().collect::<Vec<_>>(), ids, "undone.txt lists every act");
    let words = ["made", "undone", "own", "final"];
    assert!(listed.values().all(|word| words.contains(word)), "{listed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_undone_needs_who_has_made_it() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    for name in ["ada", "bob"] {
        club.olga
            .patch(&format!("{}/members/{name}", club.path), json!({"role": "manager"}))
            .await
            .expect(200);
    }
    // An event that `ada` has made and `bob` helps with, in the club and outside of it.
    let of_club = club.evening(json!({"open": false, "seats": 2}));
    let clock = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    let alone =
        settings(&json!({"ruleset": "splendor", "seats": 2, "organizers": ["bob"], "ready_check_ms": 0,
        "rated": true, "clock": clock}));
    let make = async |body: &Value| {
        let path =
            format!("/v1/tournaments/{}", id(&ada.post("/v1/tournaments", body).await.expect(201).json));
        if body["organizers"].is_array() {
            bob.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
        }
        path
    };
    let running = make(&alone).await;
    for player in ["play1", "play2"] {
        app.user(player).await.post_empty(&format!("{running}/enter")).await.expect(200);
    }
    ada.post_empty(&format!("{running}/start")).await.expect(200);
    let series = json!({"name": "Grand Prix", "club": club.path.trim_start_matches("/v1/clubs/")});
    let series = id(&ada.post("/v1/series", series).await.expect(201).json);
    let act =
        |operation, method, path: String, body, refused| Final { operation, method, path, body, refused };
    let by_ada = [
        act("delete_tournament", Method::DELETE, make(&of_club).await, None, "not_organizer"),
        act("delete_tournament", Method::DELETE, make(&alone).await, None, "not_organizer"),
        act(
            "update_tournament",
            Method::PATCH,
            running.clone(),
            Some(json!({"rated": false})),
            "not_organizer",
        ),
        act(
            "close_tournament",
            Method::POST,
            format!("{running}/close"),
            Some(json!({"cancel": true})),
            "not_organizer",
        ),
        act("delete_series", Method::DELETE, format!("/v1/series/{series}"), None, "not_organizer"),
    ];
    for act in &by_ada {
        act.needs(&ada, &bob).await;
    }
    // The owner of the club may as well.
    let of_others = [
        make(&of_club).await,
        format!("/v1/series/{}", {
            let series = json!({"name": "Grand Prix", "club": club.path.trim_start_matches("/v1/clubs/")});
            id(&ada.post("/v1/series", series).await.expect(201).json)
        }),
    ];
    for path in &of_others {
        club.olga.delete(path).await.expect(204);
    }
    let member = |name: &str| format!("{}/members/{name}", club.path);
    let season = format!("{}/seasons/{}/end", club.path, id(&club.season));
    let ladder = format!("{}/ladders/{}", club.path, club.ladder);
    let over = Some(json!({"role": "owner"}));
    let by_olga = [
        act("end_season", Method::POST, season, None, "club_role"),
        act("close_ladder", Method::DELETE, ladder, None, "club_role"),
        act("set_club_role", Method::PATCH, member("ada"), over, "club_role"),
    ];
    for act in &by_olga {
        act.needs(&club.olga, &bob).await;
    }
    // Of a club only its last member closes it, the owner.
    bob.delete(&member("ada")).await.expect_problem(409, "owner_needed");
    let tested = by_ada.iter().chain(&by_olga).map(|act| act.operation);
    are_listed(tested.chain(["annul_club_game", "ban_from_club", "remove_club_member"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn once_the_creator_is_erased_every_organizer_cancels_an_event() {
    let app = TestApp::spawn().await;
    let helper = app.user("helper").await;
    let scene = Scene::new(&app, json!({"seats": 2, "organizers": ["helper"]}), 2).await;
    helper.post_empty(&scene.at("/organizers/accept")).await.expect(200);
    scene.start().await;
    let cancel = json!({"cancel": true});
    helper.post(&scene.at("/close"), &cancel).await.expect_problem(403, "not_organizer");
    scene.organizer.erase().await.expect(204);
    helper.post(&scene.at("/close"), &cancel).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_a_loss_back_by_handing_the_club_over() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let manager = json!({"role": "manager"});
    club.olga.patch(&format!("{}/members/bob", club.path), manager).await.expect(200);
    let settings = club.evening(json!({"seats": 2, "rounds": 1}));
    let path =
        format!("/v1/tournaments/{}", id(&bob.post("/v1/tournaments", settings).await.expect(201).json));
    for player in [&club.olga, &ada] {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    bob.post_empty(&format!("{path}/start")).await.expect(200);
    let round = bob.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    let seats = round["tables"][0]["seats"].as_array().expect("seats").iter();
    // The owner, who has the first entry, loses.
    let places: Vec<u64> = seats.map(|seat| if seat["entry"] == 1 { 2 } else { 1 }).collect();
    for player in [&club.olga, &ada] {
        player.post(&format!("{path}/tables/1/report"), json!({"places": places})).await.expect(200);
    }
    bob.post_empty(&format!("{path}/rounds/close")).await.expect(200);
    bob.post_empty(&format!("{path}/close")).await.expect(200);
    let hand = async |from: &Caller<'_>, to: &str| {
        from.patch(&format!("{}/members/{to}", club.path), json!({"role": "owner"})).await.expect(200);
    };
    let log = crate::ladders::log(&app, club.pool()).await;
    let annul = format!("{}/games/{}/annul", club.path, log[0].game);
    let reason = json!({"reason": "It never happened"});
    club.olga.post(&annul, &reason).await.expect_problem(403, "club_role");
    hand(&club.olga, "bob").await;
    let refused = bob.post(&annul, &reason).await.expect_problem(403, "club_role");
    assert!(refused.text.contains("owned the club during the season"), "{}", refused.text);
    // A ban annuls it as little.
    let ban = json!({"annul": {"ladder": club.ladder, "reason": "It never happened"}});
    bob.put(&format!("{}/bans/ada", club.path), &ban).await.expect(204);
    hand(&bob, "olga").await;
    assert!(club.logged().await.iter().all(|game| !game.3), "the loss stays");
    club.check().await;
}
