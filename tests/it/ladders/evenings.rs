//! The evenings of a club: results over the board are rated in its ladder when an event ends, and corrected
//! there when they change.

use lapidary::contest::rating::replay::check_log;
use serde_json::{Value, json};

use super::{assert_equal, log};
use crate::app::{Answer, Caller, TestApp};
use crate::games::stored::{Stored, shift};
use crate::tournaments::arena::recompute;

/// The pool of the games of the ladder.
pub const TABLES: &str = "splendor.table.live.human";

/// A club with a ladder whose season runs, and whose owner does not play.
pub struct Club<'a> {
    pub app: &'a TestApp,
    pub olga: Caller<'a>,
    pub path: String,
    pub ladder: String,
    pub season: Value,
}

pub fn id(made: &Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}

impl<'a> Club<'a> {
    pub async fn new(app: &'a TestApp, base_pool: &str) -> Club<'a> {
        let olga = app.user("olga").await;
        let club = olga.post("/v1/clubs", json!({"name": "Club", "joining": "open"})).await.expect(201).json;
        let path = format!("/v1/clubs/{}", id(&club));
        let rules = json!({"rd_max": 170, "opponents_min": 1});
        let ladder = json!({"name": "Evenings", "base_pool": base_pool, "listing": rules});
        let ladder = id(&olga.post(&format!("{path}/ladders"), ladder).await.expect(201).json);
        let season = json!({"ladder": ladder});
        let season = olga.post(&format!("{path}/seasons"), season).await.expect(201).json;
        Club { app, olga, path, ladder, season }
    }

    pub async fn member(&self, name: &str) -> Caller<'a> {
        let member = self.app.user(name).await;
        member.post_empty(&format!("{}/join", self.path)).await.expect(200);
        member
    }

    pub fn pool(&self) -> &str {
        self.season["pool"].as_str().expect("a pool")
    }

    /// Returns the settings of an evening, some of them replaced.
    pub fn evening(&self, changed: Value) -> Value {
        let mut settings = json!({"name": "Evening", "ruleset": "splendor", "format": "swiss", "seats": 4,
            "rounds": 2, "open": true, "play": "over_the_board", "rated": true, "members_only": true,
            "club": self.path.trim_start_matches("/v1/clubs/"), "ladder": self.ladder});
        for (name, value) in changed.as_object().expect("an object") {
            settings[name] = value.clone();
        }
        settings
    }

    /// Makes an evening, enters these players, and returns its path.
    pub async fn open(&self, changed: Value, players: &[&Caller<'_>]) -> String {
        let made = self.olga.post("/v1/tournaments", self.evening(changed)).await.expect(201).json;
        let path = format!("/v1/tournaments/{}", id(&made));
        for player in players {
            player.post_empty(&format!("{path}/enter")).await.expect(200);
        }
        path
    }

    pub async fn set(&self, path: &str, table: u64, places: &[u8]) {
        let body = json!({"places": places, "reason": "slip"});
        self.olga.post(&format!("{path}/tables/{table}/result"), body).await.expect(204);
    }

    /// Plays a round: at each table the seats come in the order of `place` of their entries.
    pub async fn play(&self, path: &str, place: impl Fn(u64) -> u64) {
        let round = self.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
        self.set_all(path, &round, place).await;
    }

    /// Sets the results of a round in the same way.
    async fn set_all(&self, path: &str, round: &Value, place: impl Fn(u64) -> u64) {
        for table in round["tables"].as_array().expect("tables") {
            let seats = table["seats"].as_array().expect("seats").iter();
            let keys: Vec<u64> = seats.map(|seat| place(seat["entry"].as_u64().expect("a number"))).collect();
            let better = |own: &u64| 1 + keys.iter().filter(|other| *other < own).count() as u8;
            let places: Vec<u8> = keys.iter().map(better).collect();
            self.set(path, table["table"].as_u64().expect("a number"), &places).await;
        }
    }

    pub async fn close(&self, path: &str) {
        self.olga.post_empty(&format!("{path}/close")).await.expect(200);
    }

    /// Returns what the log of the season has: table, number of seats, places, and whether it is annulled.
    pub async fn logged(&self) -> Vec<(u64, usize, Vec<u64>, bool)> {
        let path = format!("/v1/ladders/{}/log", self.pool());
        let request = self.app.anonymous().request(reqwest::Method::GET, &path);
        let answer = Answer::to(request.header("accept", "application/x-ndjson")).await.expect(200);
        let lines = answer.text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let items: Vec<Value> = lines.collect();
        let games = items.chunk_by(|one, other| one["pool_seq"] == other["pool_seq"]);
        let game = |seats: &[Value]| {
            let table = seats[0]["over_the_board"]["table"].as_u64().unwrap_or_default();
            let places = seats.iter().map(|seat| seat["place"].as_u64().expect("a place")).collect();
            (table, seats.len(), places, seats[0]["annulled"] == true)
        };
        games.map(game).collect()
    }

    pub async fn audit(&self, path: &str) -> Vec<String> {
        let audit = self.olga.get(&format!("{path}/audit?limit=100")).await.expect(200).json;
        let acts = audit["items"].as_array().expect("acts").iter();
        let notes = acts.filter(|act| act["kind"] == "results_rated").map(|act| act["note"].clone());
        notes.map(|note| note.as_str().expect("a note").to_owned()).collect()
    }

    /// Checks that the log is consistent, and that the stored ratings follow from it.
    pub async fn check(&self) {
        check_log(&log(self.app, self.pool()).await).expect("the log is consistent");
        assert_equal(self.app).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_is_rated_when_it_ends_and_corrected_until_the_season_is_over() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (ada, bob, cleo) = (club.member("ada").await, club.member("bob").await, club.member("cleo").await);
    let dora = club.member("dora").await;
    let path = club.open(json!({}), &[&ada, &bob, &cleo]).await;
    club.olga.post(&format!("{path}/entries"), json!({"guest": "Dora D."})).await.expect(201);
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    // The guest comes second, and is left out of the ratings.
    let order = |entry: u64| [0, 1, 3, 4, 2][entry as usize];
    club.play(&path, |entry| 9 - order(entry)).await;
    club.play(&path, order).await;
    let round = club.olga.get(&format!("{path}/rounds/2")).await.expect(200).json;
    assert_eq!(round["tables"][0]["table"], 2);
    club.olga
        .post(&format!("{path}/tables/1/correct"), correction(&club, &path, &[1, 2, 3, 4]).await)
        .await
        .expect(200);
    assert_eq!(club.logged().await, [], "nothing is rated before the end, so corrections cost nothing");
    club.close(&path).await;
    let first = club.logged().await;
    assert_eq!(
        first.iter().map(|game| (game.0, game.1, game.3)).collect::<Vec<_>>(),
        [(1, 3, false), (2, 3, false)]
    );
    assert_eq!(club.audit(&path).await, [format!("rated in {}: tables 1, 2", club.pool())]);
    club.check().await;
    let history = format!("/v1/players/ada/rating-history?pool={}", club.pool());
    let history = ada.get(&history).await.expect(200).json;
    assert_eq!(
        history["items"][0]["over_the_board"],
        json!({"tournament": path.trim_start_matches("/v1/tournaments/"), "table": 2})
    );
    let public = app.anonymous().get("/v1/ladders").await.expect(200).json;
    assert_eq!(public["items"], json!([]), "the pools of the server know nothing of it");
    let export = club.olga.get(&format!("{path}/export")).await.expect(200).json;
    assert_eq!(export["ratings"].as_array().map(Vec::len), Some(3));

    // Whoever claims an entry is rated from the next round on.
    let code = club.olga.post_empty(&format!("{path}/entries/4/claim-code")).await.expect(201).json;
    dora.post(&format!("{path}/claim"), json!({"code": code["code"]})).await.expect(200);
    let reason = json!({"reason": "one more look"});
    club.olga.post(&format!("{path}/reopen"), &reason).await.expect(200);
    club.close(&path).await;
    assert_eq!(club.logged().await, first, "what is true stays");

    // A correction annuls the result in the log and rates it anew, for the same players.
    let body = correction(&club, &path, &[4, 3, 2, 1]).await;
    club.olga.post(&format!("{path}/tables/1/correct"), body).await.expect(200);
    let corrected = club.logged().await;
    assert_eq!((corrected[0].3, corrected.len()), (true, 3));
    assert_eq!((corrected[2].0, corrected[2].1), (1, 3));
    club.check().await;
    let annulled = format!("/v1/ladders/{}/annulments", club.pool());
    let annulled = app.anonymous().get(&annulled).await.expect(200).json;
    assert_eq!(annulled["items"][0]["reason"], "Evening: typed wrong");

    // A void table, and a result that the owner has annulled, are not rated again.
    let game = log(&app, club.pool()).await.last().expect("a game").game.clone();
    let annul = format!("{}/games/{game}/annul", club.path);
    club.olga.post(&annul, json!({"reason": "nobody was there"})).await.expect(200);
    club.olga.post(&format!("{path}/reopen"), &reason).await.expect(200);
    club.olga.post(&format!("{path}/tables/2/void"), &reason).await.expect(204);
    club.close(&path).await;
    let body = correction(&club, &path, &[1, 2, 3, 4]).await;
    club.olga.post(&format!("{path}/tables/1/correct"), body).await.expect(200);
    assert!(club.logged().await.iter().all(|game| game.3), "everything is annulled");
    club.check().await;

    let other = club.open(json!({"rounds": 1}), &[&ada, &bob, &cleo, &dora]).await;
    club.olga.post_empty(&format!("{other}/start")).await.expect(200);
    club.play(&other, |entry| entry).await;
    club.close(&other).await;
    let season = format!("{}/seasons/{}/end", club.path, id(&club.season));
    club.olga.post_empty(&season).await.expect(200);
    let last = club.logged().await;
    // Who sits where is drawn, so only the opposite of the places that are stored is surely a change.
    let stored = club.olga.get(&format!("{other}/rounds/1")).await.expect(200).json["tables"][0].clone();
    let places = stored["seats"].as_array().expect("seats").iter().map(|seat| seat["place"].as_u64());
    let opposite: Vec<u8> = places.map(|place| 5 - place.expect("a place") as u8).collect();
    let body = correction(&club, &other, &opposite).await;
    club.olga.post(&format!("{other}/tables/1/correct"), body).await.expect(200);
    assert_eq!(club.logged().await, last, "the season is over");
    assert_eq!(club.audit(&other).await[0], "their season is over: table 1");
    let late = club.open(json!({"rounds": 1}), &[&ada, &bob, &cleo, &dora]).await;
    club.olga.post_empty(&format!("{late}/start")).await.expect(200);
    club.play(&late, |entry| entry).await;
    club.close(&late).await;
    assert_eq!(club.audit(&late).await, ["no season of the ladder ran: table 1"]);
    club.check().await;
}

/// Returns a correction by which the seats of table 1 have these places.
async fn correction(club: &Club<'_>, path: &str, places: &[u8]) -> Value {
    let table = club.olga.get(&format!("{path}/rounds/1")).await.expect(200).json["tables"][0].clone();
    assert_eq!(table["seats"].as_array().map(Vec::len), Some(places.len()));
    json!({"places": places, "reason": "typed wrong"})
}

#[tokio::test(flavor = "multi_thread")]
async fn only_public_events_of_the_ladder_are_rated_over_the_board() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let duels = json!({"name": "Duels", "base_pool": super::DUELS});
    let duels = id(&club.olga.post(&format!("{}/ladders", club.path), duels).await.expect(201).json);
    for (changed, pointer) in [
        (json!({"visibility": "unlisted"}), "/rated"),
        (json!({"ladder": duels}), "/ladder"),
        (json!({"seats": 2}), "/ladder"),
        (json!({"ruleset": "kids"}), "/ladder"),
        (json!({"members_only": false}), "/ladder"),
    ] {
        let refused = club.olga.post("/v1/tournaments", club.evening(changed.clone())).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{changed}");
    }
    let mut without = club.evening(json!({}));
    without.as_object_mut().expect("an object").remove("ladder");
    let refused = club.olga.post("/v1/tournaments", without).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/rated"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_results_meet_the_limits_of_a_day() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = club.open(json!({"seats": 2, "rounds": 8}), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    for round in 0..8 {
        // In turns, so that nobody gains much.
        club.play(&path, |entry| (entry + round) % 2).await;
    }
    club.close(&path).await;
    assert_eq!(club.logged().await.len(), 6);
    assert_eq!(
        club.audit(&path).await,
        [format!(
            "pair_limit (two players were rated against each other 6 times in 24 hours): tables 7, 8; rated in {}: tables 1, 2, 3, 4, 5, 6",
            club.pool()
        )]
    );
    club.check().await;
}

/// Returns the ratings of a player after each of their games in the season, and that with which they begin.
async fn ratings_of(club: &Club<'_>, name: &str) -> Vec<i64> {
    let history = format!("/v1/players/{name}/rating-history?pool={}&limit=100", club.pool());
    let history = club.app.anonymous().get(&history).await.expect(200).json;
    let items = history["items"].as_array().expect("items").iter();
    items.map(|item| item["rating"].as_i64().expect("a rating")).chain([1500]).collect()
}

/// Returns why games of the season are annulled.
async fn reasons(club: &Club<'_>) -> Vec<String> {
    let annulled = format!("/v1/ladders/{}/annulments?limit=100", club.pool());
    let annulled = club.app.anonymous().get(&annulled).await.expect(200).json;
    let items = annulled["items"].as_array().expect("items").iter();
    items.map(|item| item["reason"].as_str().expect("a reason").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_correction_lets_a_rating_rise_beyond_the_limit_of_a_day() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let mut others = Vec::new();
    let ada = club.member("ada").await;
    for number in 1..=6 {
        others.push(club.member(&format!("member{number}")).await);
    }
    // Eight games of one day, each within the limit because of the third, which is lost.
    let mut paths = Vec::new();
    for (evening, lost) in [(0, Some(2)), (1, None)] {
        let three = &others[3 * evening..3 * evening + 3];
        let players: Vec<&Caller<'_>> = [&ada].into_iter().chain(three).collect();
        let path = club.open(json!({"rounds": 4}), &players).await;
        club.olga.post_empty(&format!("{path}/start")).await.expect(200);
        for round in 0..4 {
            club.play(&path, |entry| if entry == 1 && lost == Some(round) { 9 } else { entry }).await;
        }
        club.close(&path).await;
        paths.push(path);
    }
    assert!(club.logged().await.iter().all(|game| !game.3) && club.logged().await.len() == 8);
    let table = club.olga.get(&format!("{}/rounds/3", paths[0])).await.expect(200).json["tables"][0].clone();
    let seats = table["seats"].as_array().expect("seats").iter();
    let places: Vec<u64> = seats.map(|seat| seat["entry"].as_u64().expect("a number")).collect();
    let correct = format!("{}/tables/{}/correct", paths[0], table["table"]);
    club.olga.post(&correct, json!({"places": places, "reason": "typed wrong"})).await.expect(200);
    let after = ratings_of(&club, "ada").await;
    let (low, high) = (after.iter().min().expect("one"), after.iter().max().expect("one"));
    assert!(high - low <= 300, "{after:?}");
    // One rating stays where it would break the limit now. The log says so.
    assert_eq!(reasons(&club).await, ["Evening: typed wrong"]);
    let log = log(&app, club.pool()).await;
    let held: Vec<_> = log.iter().filter(|event| event.capped).map(|event| &event.player).collect();
    assert!(!held.is_empty() && held.iter().all(|player| *player == held[0]), "{log:?}");
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_annulment_keeps_the_limit_of_a_day() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let mut members = Vec::new();
    for number in 1..=7 {
        members.push(club.member(&format!("member{number}")).await);
    }
    for (others, lost) in [([1, 2, 3], Some(2)), ([4, 5, 6], None)] {
        let players: Vec<&Caller<'_>> = [0].into_iter().chain(others).map(|place| &members[place]).collect();
        let path = club.open(json!({"rounds": 4}), &players).await;
        club.olga.post_empty(&format!("{path}/start")).await.expect(200);
        for round in 0..4 {
            club.play(&path, |entry| if entry == 1 && lost == Some(round) { 9 } else { entry }).await;
        }
        club.close(&path).await;
    }
    let lost =
        log(&app, club.pool()).await.into_iter().find(|event| event.pool_seq == 3).expect("a game").game;
    let annul = format!("{}/games/{lost}/annul", club.path);
    let annulled = club.olga.post(&annul, json!({"reason": "A false result"})).await.expect(200).json;
    assert_eq!(annulled["reason"], "A false result");
    let after = ratings_of(&club, "member1").await;
    let (low, high) = (after.iter().min().expect("one"), after.iter().max().expect("one"));
    let log = log(&app, club.pool()).await;
    assert!(high - low <= 300 && log.iter().any(|event| event.capped), "{after:?}");
    assert_eq!(club.logged().await.iter().filter(|game| game.3).count(), 1);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_gives_up_its_rating_keeps_what_is_decided() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = club.open(json!({"seats": 2, "rounds": 3}), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| entry).await;
    let given_up = club.olga.patch(&path, json!({"rated": false})).await.expect(200).json;
    assert_eq!(given_up["rated"], false);
    assert!(given_up["rating_ended_at"].is_string(), "{given_up}");
    club.play(&path, |entry| entry).await;
    club.close(&path).await;
    let logged = club.logged().await;
    assert_eq!(logged.iter().map(|game| (game.0, game.3)).collect::<Vec<_>>(), [(1, false)]);
    // Everybody reads it where the places are, and a copy does not have it.
    let standings = app.anonymous().get(&format!("{path}/standings")).await.expect(200).json;
    let export = app.anonymous().get(&format!("{path}/export")).await.expect(200).json;
    for mark in [&standings["rating_ended_at"], &export["tournament"]["rating_ended_at"]] {
        assert_eq!(*mark, given_up["rating_ended_at"]);
    }
    assert!(recompute(&export).is_none_or(|verdict| verdict == Ok(())), "{:?}", recompute(&export));
    let copy = club.olga.post(&format!("{path}/copy"), json!({})).await.expect(201).json;
    assert_eq!(copy["rating_ended_at"], Value::Null);
    let standings = format!("/v1/tournaments/{}/standings", id(&copy));
    assert_eq!(club.olga.get(&standings).await.expect(200).json.get("rating_ended_at"), None);
    club.check().await;
}

/// Plays an evening of 23 members with cheats: a false report, a stranger whom an organizer has typed by
/// name, and `m23`, who was last before and wins everything now. Returns its export.
async fn evening_of_cheats(club: &Club<'_>, members: &[Caller<'_>]) -> Value {
    let path =
        club.open(json!({"name": "Evening 2", "rounds": 3}), &members.iter().collect::<Vec<_>>()).await;
    club.app.user("stranger").await;
    let typed = json!({"username": "stranger"});
    club.olga.post(&format!("{path}/entries"), typed).await.expect(201);
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    let strongest = |entry: u64| if entry == 23 { 0 } else { entry };
    let round = club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    let seated = |table: &Value| -> Vec<u64> {
        let seats = table["seats"].as_array().expect("seats").iter();
        seats.map(|seat| seat["entry"].as_u64().expect("a number")).collect()
    };
    let tables = round["tables"].as_array().expect("tables");
    let table = tables.iter().find(|table| !seated(table).contains(&24)).expect("a table of members");
    let report = format!("{path}/tables/{}/report", table["table"]);
    for (seat, entry) in seated(table).into_iter().enumerate() {
        let places = if seat == 3 { [4, 3, 2, 1] } else { [1, 2, 3, 4] };
        members[entry as usize - 1].post(&report, json!({"places": places})).await.expect(200);
    }
    let now = club.olga.get(&format!("{path}/rounds/1")).await.expect(200).json;
    let disputed = |table: &&Value| table["disputed"] == true && table["status"] == "playing";
    assert_eq!(now["tables"].as_array().expect("tables").iter().filter(disputed).count(), 1);
    club.set_all(&path, &round, strongest).await;
    for _ in 0..2 {
        club.play(&path, strongest).await;
    }
    club.close(&path).await;
    // Every table is named with what has become of it, or counted after the first ones.
    let note = club.audit(&path).await.pop().expect("a note");
    let parts = note.split("; ").filter_map(|part| part.split_once(": table"));
    let tables = parts.map(|(_, numbers)| match numbers.split_once(" and ") {
        Some((named, more)) => {
            named.split(", ").count() + more.trim_end_matches(" more").parse::<usize>().expect("a number")
        }
        None => numbers.split(", ").count(),
    });
    assert_eq!(tables.sum::<usize>(), 18, "{note}");
    // Of the stranger nobody knows more than that somebody has typed a name.
    let history =
        club.app.anonymous().get(&format!("/v1/players/stranger/rating-history?pool={}", club.pool())).await;
    assert_eq!(history.expect(200).json["items"], json!([]));
    // Nobody gains more than the limit on one day.
    let history = format!("/v1/players/m23/rating-history?pool={}&limit=100", club.pool());
    let history = club.app.anonymous().get(&history).await.expect(200).json;
    let ratings = history["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| item["rating"].as_i64().expect("a rating"));
    let mut ratings: Vec<i64> = ratings.collect();
    // With what the last of the four games of earlier days has left, which can be a win.
    ratings.truncate(ratings.len() - 3);
    let (low, high) = (ratings.iter().min().expect("one"), ratings.iter().max().expect("one"));
    assert!(high > low && high - low <= 300, "{ratings:?}");
    club.olga.get(&format!("{path}/export")).await.expect(200).json
}

/// Twenty-four members, of whom one is a second account of another one: two evenings, one more with cheats, a
/// ban, the end.
#[tokio::test(flavor = "multi_thread")]
async fn a_season_of_a_club_leaves_nothing_to_explain() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let mut members = Vec::new();
    for number in 1..=24 {
        members.push(club.member(&format!("m{number:02}")).await);
    }
    let all: Vec<&Caller<'_>> = members.iter().collect();
    let mut exports = Vec::new();
    for evening in 0..2 {
        let path = club.open(json!({"name": format!("Evening {evening}")}), &all).await;
        club.olga.post_empty(&format!("{path}/start")).await.expect(200);
        club.play(&path, |entry| entry).await;
        // In the second round, the fake lets its owner win.
        club.play(&path, |entry| if entry == 24 { 99 } else { (entry * 7 + evening) % 24 }).await;
        club.close(&path).await;
        // The next one is on another day.
        for (table, column) in
            [("rating_events", "finished_at"), ("ratings", "last_at"), ("rating_pools", "last_at")]
        {
            let earlier = format!("UPDATE {table} SET {}", shift(column, "- interval '25 hours'"));
            Stored::of(&app).await.execute(&earlier).await;
        }
        exports.push(club.olga.get(&format!("{path}/export")).await.expect(200).json);
    }
    assert_eq!(club.logged().await.len(), 24, "six tables in each of four rounds");
    exports.push(evening_of_cheats(&club, &members[..23]).await);
    let games = club.logged().await.len();
    club.check().await;
    let body = json!({"annul": {"ladder": club.ladder, "reason": "A second account of m01"}});
    club.olga.put(&format!("{}/bans/m24", club.path), body).await.expect(204);
    // Those of the fake, with whoever sat there.
    assert_eq!(reasons(&club).await, ["A second account of m01"; 4]);
    let end = format!("{}/seasons/{}/end", club.path, id(&club.season));
    let over = club.olga.post_empty(&end).await.expect(200).json;
    assert_eq!((&over["status"], &over["games"]), (&json!("over"), &json!(games)));
    club.check().await;
    let board = format!("/v1/ladders/{}/standings?limit=100", club.pool());
    let board = app.anonymous().get(&board).await.expect(200).json;
    let names: Vec<&str> = board["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| item["player"]["username"].as_str().expect("a name"))
        .collect();
    assert!(!names.contains(&"m24") && names.len() >= 20, "{names:?}");
    for export in &exports {
        let verdict = recompute(export);
        assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?}");
    }
}
