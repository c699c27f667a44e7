//! What an evening changes is settled when a round is paired: nobody chooses afterward whether a result
//! counts.

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use serde_json::{Value, json};

use super::DUELS;
use super::evenings::{Club, id};
use crate::app::{Caller, TestApp, look_again};
use crate::games::stored::Stored;

/// Returns the settings of an evening of duels.
fn duels(rounds: u8) -> Value {
    json!({"seats": 2, "rounds": rounds})
}

/// Makes an evening of duels, enters these players, and plays its first round, which the first one loses.
async fn lost(club: &Club<'_>, players: &[&Caller<'_>]) -> String {
    let path = club.open(duels(2), players).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| 9 - entry).await;
    path
}

/// Returns the path of the season of a club.
fn season_of(club: &Club<'_>) -> String {
    format!("{}/seasons/{}", club.path, id(&club.season))
}

/// Ends the season, and returns how far it is.
async fn end_season(club: &Club<'_>) -> Value {
    let ended = club.olga.post_empty(&format!("{}/end", season_of(club))).await.expect(200).json;
    ended["status"].clone()
}

/// Returns table 1 of a round.
async fn table_1(club: &Club<'_>, path: &str) -> Value {
    club.olga.get(&format!("{path}/rounds/1")).await.expect(200).json["tables"][0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_conditions_nor_leaving_nor_the_end_of_a_season_undo_a_result() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = lost(&club, &[&ada, &bob]).await;
    let ladder = format!("{}/ladders/{}", club.path, club.ladder);
    for condition in
        [json!({"account_days_min": 3650}), json!({"member_days_min": 1}), json!({"members_only": false})]
    {
        let refused = club.olga.patch(&ladder, &condition).await.expect_problem(422, "validation_failed");
        assert!(refused.text.contains("while a rated tournament of the ladder runs"), "{}", refused.text);
    }
    club.olga.patch(&ladder, json!({"name": "Wednesdays"})).await.expect(200);
    ada.delete(&format!("{}/members/ada", club.path)).await.expect(204);
    club.olga.delete(&format!("{}/members/bob", club.path)).await.expect(204);
    assert_eq!(end_season(&club).await, "closing", "its evenings are not over");
    let next = json!({"ladder": club.ladder, "reset": "hard"});
    club.olga.post(&format!("{}/seasons", club.path), next).await.expect(201);
    club.olga.patch(&path, json!({"rounds": 1})).await.expect(200);
    club.close(&path).await;
    assert_eq!(club.olga.get(&season_of(&club)).await.expect(200).json["status"], "over");
    let logged = club.logged().await;
    assert_eq!(logged.len(), 1, "{:?}", club.audit(&path).await);
    assert_eq!((logged[0].0, logged[0].1, logged[0].3), (1, 2, false));
    club.check().await;
    club.olga.patch(&ladder, json!({"members_only": false, "member_days_min": 1})).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_an_entry_is_rated_from_the_next_round_on() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob, stranger) =
        (club.member("ada").await, club.member("bob").await, app.user("stranger").await);
    let path = club.open(duels(2), &[&ada]).await;
    club.olga.post(&format!("{path}/entries"), json!({"username": "bob"})).await.expect(201);
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| 9 - entry).await;
    // Bob has won, and would like to have been there.
    bob.post_empty(&format!("{path}/enter")).await.expect(200);
    club.play(&path, |entry| entry).await;
    club.close(&path).await;
    let audit = club.audit(&path).await;
    assert_eq!(
        audit,
        [format!("fewer than two players to rate: table 1; rated in {}: table 2", club.pool())]
    );
    // A stranger who is typed in plays, and is not rated in a ladder for members.
    let other = club.open(duels(1), &[&ada]).await;
    club.olga.post(&format!("{other}/entries"), json!({"username": "stranger"})).await.expect(201);
    stranger.post_empty(&format!("{other}/enter")).await.expect(200);
    club.olga.post_empty(&format!("{other}/start")).await.expect(200);
    club.play(&other, |entry| entry).await;
    club.close(&other).await;
    assert_eq!(club.audit(&other).await, ["fewer than two players to rate: table 1"]);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_is_corrected_and_corrected_back_is_rated_as_before() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = club.open(duels(1), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| entry).await;
    club.close(&path).await;
    let before = club.logged().await;
    let seats = table_1(&club, &path).await["seats"].clone();
    let places: Vec<&Value> = seats.as_array().expect("seats").iter().map(|seat| &seat["place"]).collect();
    let correct = format!("{path}/tables/1/correct");
    let nobody = json!({"places": [1, 1], "forfeits": [0, 1], "reason": "nobody came"});
    club.olga.post(&correct, nobody).await.expect(200);
    assert!(club.logged().await.iter().all(|game| game.3));
    club.olga.post(&correct, json!({"places": places, "reason": "they did"})).await.expect(200);
    let after = club.logged().await;
    assert_eq!((after.len(), &after[1]), (2, &before[0]));
    club.check().await;
    // What the owner annuls stays annulled.
    let game = super::log(&app, club.pool()).await.last().expect("a game").game.clone();
    club.olga
        .post(&format!("{}/games/{game}/annul", club.path), json!({"reason": "a bet"}))
        .await
        .expect(200);
    club.olga.post(&format!("{path}/reopen"), json!({"reason": "one more look"})).await.expect(200);
    club.close(&path).await;
    assert!(club.logged().await.iter().all(|game| game.3));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_with_results_is_not_cancelled_by_its_organizers() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let cancel = json!({"cancel": true});
    let path = lost(&club, &[&ada, &bob]).await;
    let at_close = format!("{path}/close");
    club.olga.post(&at_close, &cancel).await.expect_problem(409, "tournament_state");
    club.play(&path, |entry| 9 - entry).await;
    club.close(&path).await;
    let rated_twice = club.logged().await;
    assert_eq!(rated_twice.len(), 2);
    club.olga.post(&format!("{path}/reopen"), json!({"reason": "mistake"})).await.expect(200);
    club.olga.post(&at_close, &cancel).await.expect_problem(409, "tournament_state");
    club.close(&path).await;
    assert_eq!(club.logged().await, rated_twice);
    let late = club.olga.post(&format!("{path}/entries/1/withdraw"), json!({"reason": "too late"})).await;
    late.expect_problem(409, "tournament_state");
    // Before a result it can be.
    let other = club.open(duels(2), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{other}/start")).await.expect(200);
    club.olga.post_empty(&format!("{other}/rounds/next")).await.expect(201);
    club.olga.post(&format!("{other}/close"), &cancel).await.expect(200);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_helper_cancels_an_evening_at_which_an_organizer_contradicts_a_result() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = club.open(json!({"seats": 2, "rounds": 2, "organizers": ["ada"]}), &[&ada, &bob]).await;
    ada.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    let report = format!("{path}/tables/1/report");
    ada.post(&report, json!({"places": [1, 2]})).await;
    bob.post(&report, json!({"places": [2, 1]})).await;
    let table = table_1(&club, &path).await;
    assert_eq!(table["status"], "playing", "{table}");
    let cancel = json!({"cancel": true});
    club.olga.post(&format!("{path}/close"), cancel).await.expect_problem(409, "tournament_state");
    // Whoever does not play decides the table.
    let slip = json!({"places": [1, 2], "reason": "slip"});
    club.olga.post(&format!("{path}/tables/1/result"), slip).await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organizer_whose_name_is_typed_in_plays() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob, cleo) = (club.member("ada").await, club.member("bob").await, club.member("cleo").await);
    let path = club.open(duels(2), &[&ada, &bob, &cleo]).await;
    club.olga.post(&format!("{path}/entries"), json!({"username": "olga"})).await.expect(201);
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    let round = club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    let slip = json!({"places": [1, 2], "reason": "slip"});
    for table in round["tables"].as_array().expect("tables") {
        let at = format!("{path}/tables/{}/result", table["table"]);
        club.olga.post(&at, &slip).await.expect_problem(403, "organizer_seated");
    }
    let less = json!({"take": 3, "reason": "late"});
    club.olga.post(&format!("{path}/entries/1/adjust"), less).await.expect_problem(403, "organizer_seated");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_that_is_over_stays_so_when_an_evening_is_reopened() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = lost(&club, &[&ada, &bob]).await;
    club.olga.patch(&path, json!({"rounds": 1})).await.expect(200);
    club.close(&path).await;
    let logged = club.logged().await;
    assert_eq!(end_season(&club).await, "over");
    club.olga.post(&format!("{path}/reopen"), json!({"reason": "again"})).await.expect(200);
    assert_eq!(club.olga.get(&season_of(&club)).await.expect(200).json["status"], "over");
    let seats = table_1(&club, &path).await["seats"].clone();
    let other: Vec<u64> = seats
        .as_array()
        .expect("seats")
        .iter()
        .map(|seat| 3 - seat["place"].as_u64().expect("a place"))
        .collect();
    club.olga
        .post(&format!("{path}/tables/1/correct"), json!({"places": other, "reason": "typed wrong"}))
        .await
        .expect(200);
    club.close(&path).await;
    assert_eq!(club.logged().await, logged, "its ratings are final");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_whose_ladder_is_closed_can_still_give_up_its_rating() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = lost(&club, &[&ada, &bob]).await;
    club.olga.delete(&format!("{}/ladders/{}", club.path, club.ladder)).await.expect(204);
    club.olga.patch(&path, json!({"name": "Friday"})).await.expect(200);
    let given_up = club.olga.patch(&path, json!({"rated": false})).await.expect(200).json;
    assert_eq!(given_up["rated"], false);
    assert_eq!(club.logged().await.len(), 1, "what is decided is rated first");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_types_in_another_organizer() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob, manager) = (club.member("ada").await, club.member("bob").await, club.member("mia").await);
    club.olga.patch(&format!("{}/members/mia", club.path), json!({"role": "manager"})).await.expect(200);
    let path = club.open(duels(2), &[&ada, &bob]).await;
    for (organizer, other) in [(&manager, "olga"), (&club.olga, "mia")] {
        let typed = organizer.post(&format!("{path}/entries"), json!({"username": other})).await;
        assert_eq!(typed.expect_problem(422, "validation_failed").pointers(), ["/username"]);
    }
    // An entry that is taken away binds nobody.
    club.olga.post(&format!("{path}/entries"), json!({"username": "olga"})).await.expect(201);
    manager.post(&format!("{path}/entries/3/remove"), json!({"reason": "does not play"})).await.expect(204);
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| entry).await;
}

/// Waits until this number of transactions wait for locks.
async fn until_waiting(app: &TestApp, transactions: usize) {
    let waiting = "SELECT pid::text AS text FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let mut stored = Stored::of(app).await;
    while stored.texts(waiting).await.len() < transactions {
        look_again().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_waits_for_an_annulment_and_sees_it() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = lost(&club, &[&ada, &bob]).await;
    club.olga.patch(&path, json!({"rounds": 1})).await.expect(200);
    club.close(&path).await;
    let game = super::log(&app, club.pool()).await.last().expect("a game").game.clone();
    let seats = table_1(&club, &path).await["seats"].clone();
    let other =
        seats.as_array().expect("seats").iter().map(|seat| 3 - seat["place"].as_u64().expect("a place"));
    let other = json!({"places": other.collect::<Vec<_>>(), "reason": "typed wrong"});
    // Both wait for the pool, the annulment first.
    let mut holder = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let lock = format!("BEGIN; SELECT FROM rating_pools WHERE pool = '{}' FOR UPDATE", club.pool());
    holder.batch_execute(&lock).await.expect("the pool is free");
    let (annul, correct) = (format!("{}/games/{game}/annul", club.path), format!("{path}/tables/1/correct"));
    let (annulled, corrected, ()) = tokio::join!(
        club.olga.post(&annul, json!({"reason": "a bet"})),
        async {
            until_waiting(&app, 1).await;
            club.olga.post(&correct, other).await
        },
        async {
            until_waiting(&app, 2).await;
            holder.batch_execute("COMMIT").await.expect("the pool is free again");
        }
    );
    assert_eq!((annulled.status.as_u16(), corrected.status.as_u16()), (200, 200), "{}", corrected.text);
    assert!(!club.logged().await.is_empty());
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_migration_settles_earlier_rounds_as_if_they_were_paired_now() {
    let migration = include_str!("../../../migrations/2026-11-29-234500_rated_rounds/up.sql");
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = club.open(duels(2), &[&ada, &bob]).await;
    club.olga.post(&format!("{path}/entries"), json!({"guest": "Dora D."})).await.expect(201);
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| entry).await;
    let mut stored = Stored::of(&app).await;
    let of_rounds =
        "SELECT season_id::text || rated_entries::text AS text FROM tournament_rounds ORDER BY number";
    let settled = stored.texts(of_rounds).await;
    assert!(settled.len() == 1 && settled[0].ends_with("{1,2}"), "{settled:?}");
    stored.execute("UPDATE tournament_rounds SET season_id = NULL, rated_entries = '{}'").await;
    let updates: Vec<&str> =
        migration.split(';').filter(|sql| sql.contains("UPDATE tournament_rounds")).collect();
    assert_eq!(updates.len(), 2);
    for update in updates {
        stored.execute(update).await;
    }
    assert_eq!(stored.texts(of_rounds).await, settled);
}

/// Makes an evening of duels with one round, which is closed, and returns its path and the places of table 1.
async fn closed(club: &Club<'_>, players: &[&Caller<'_>]) -> (String, Vec<u64>) {
    let path = club.open(duels(1), players).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| entry).await;
    club.close(&path).await;
    let table = table_1(club, &path).await;
    let seats = table["seats"].as_array().expect("seats").iter();
    (path, seats.map(|seat| seat["place"].as_u64().expect("a place")).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_that_is_over_gets_no_new_result() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = club.open(duels(1), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    club.olga.post(&format!("{path}/tables/1/void"), json!({"reason": "a fire"})).await.expect(204);
    club.close(&path).await;
    assert_eq!(end_season(&club).await, "over");
    let invented = json!({"places": [1, 2], "reason": "invented"});
    club.olga.post(&format!("{path}/tables/1/correct"), invented).await.expect(200);
    assert_eq!(club.logged().await.len(), 0, "{:?}", club.audit(&path).await);
    assert_eq!(club.audit(&path).await, ["their season is over: table 1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_is_paired_after_a_reopening_holds_its_season() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (path, _) = closed(&club, &[&ada, &bob]).await;
    club.olga.post(&format!("{path}/reopen"), json!({"reason": "one more"})).await.expect(200);
    club.olga.patch(&path, json!({"rounds": 2})).await.expect(200);
    let round = club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    assert_eq!(end_season(&club).await, "closing");
    // Until its rounds are rated, no season begins with its ratings.
    let next = |reset: &str| json!({"ladder": club.ladder, "reset": reset});
    let seasons = format!("{}/seasons", club.path);
    club.olga.post(&seasons, next("soft")).await.expect_problem(409, "season_running");
    let slip = json!({"places": [1, 2], "reason": "slip"});
    let table = &round["tables"][0]["table"];
    club.olga.post(&format!("{path}/tables/{table}/result"), slip).await.expect(204);
    club.close(&path).await;
    assert_eq!(club.logged().await.len(), 2, "{:?}", club.audit(&path).await);
    club.olga.post(&seasons, next("soft")).await.expect(201);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forfeit_that_is_corrected_is_rated() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::evenings::TABLES).await;
    let (ada, bob, cleo) = (club.member("ada").await, club.member("bob").await, club.member("cleo").await);
    let path = club.open(json!({"seats": 3, "rounds": 1}), &[&ada, &bob, &cleo]).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    let table = format!("{path}/tables/1");
    let left = json!({"places": [1, 2, 3], "forfeits": [2], "reason": "left"});
    club.olga.post(&format!("{table}/result"), left).await.expect(204);
    club.close(&path).await;
    let correct = |places: [u8; 3]| json!({"places": places, "reason": "stayed"});
    club.olga.post(&format!("{table}/correct"), correct([2, 3, 1])).await.expect(200);
    let logged = club.logged().await;
    let seats: Vec<(usize, bool)> = logged.iter().map(|game| (game.1, game.3)).collect();
    assert_eq!(seats, [(2, true), (3, false)]);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn corrections_use_up_no_games_of_a_pair() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (path, places) = closed(&club, &[&ada, &bob]).await;
    let other: Vec<u64> = places.iter().map(|place| 3 - place).collect();
    for _ in 0..4 {
        for places in [&other, &places] {
            let body = json!({"places": places, "reason": "typed wrong"});
            club.olga.post(&format!("{path}/tables/1/correct"), body).await.expect(200);
        }
    }
    let logged = club.logged().await;
    let live: Vec<_> = logged.iter().filter(|game| !game.3).collect();
    assert_eq!((logged.len(), live.len()), (9, 1), "{:?}", club.audit(&path).await);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_organizers_have_typed_goes_with_its_account() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, quit) = (club.member("ada").await, app.user("quitter").await);
    let path = club.open(duels(2), &[&ada]).await;
    club.olga.post(&format!("{path}/entries"), json!({"username": "quitter"})).await.expect(201);
    quit.erase().await;
    let entries = club.olga.get(&format!("{path}/entries")).await.expect(200);
    assert!(!entries.text.contains("quitter"), "{}", entries.text);
    assert_eq!(entries.json["items"][1]["guest"], "Guest 2");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_types_in_an_administrator_or_somebody_who_is_asked_to_organize() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    club.member("ada").await;
    app.user("root").await;
    super::promote(&app, "root").await;
    let path = club.open(json!({"seats": 2, "organizers": ["ada"]}), &[]).await;
    for name in ["root", "ada"] {
        let typed = club.olga.post(&format!("{path}/entries"), json!({"username": name})).await;
        assert_eq!(typed.expect_problem(422, "validation_failed").pointers(), ["/username"]);
    }
}

/// Makes an evening of duels that voids unfinished tables after a minute, opens its round, and lets its time
/// be over. Returns its path, and the first table of the round.
async fn overdue(club: &Club<'_>, players: &[&Caller<'_>], reports: bool) -> (String, Value) {
    let changed = json!({"seats": 2, "rounds": 1, "round_ends_after_ms": 60_000, "unfinished": "void"});
    let path = club.open(changed, players).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    let round = club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    if reports {
        let places = json!({"places": [1, 2]});
        players[0].post(&format!("{path}/tables/1/report"), places).await.expect(200);
    }
    let ago = crate::games::stored::shift("ends_at", "- interval '2 minutes'");
    let of_event = format!("tournament_id = '{}'", path.trim_start_matches("/v1/tournaments/"));
    Stored::of(club.app).await.execute(&format!("UPDATE tournament_rounds SET {ago} WHERE {of_event}")).await;
    (path, round["tables"][0].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_round_waits_at_its_end_for_a_table_with_a_report() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (reported, _) = overdue(&club, &[&ada, &bob], true).await;
    let (silent, _) = overdue(&club, &[&ada, &bob], false).await;
    while table_1(&club, &silent).await["status"] != "void" {
        look_again().await;
    }
    let table = table_1(&club, &reported).await;
    assert_eq!((&table["status"], &table["reports"][0]["places"]), (&json!("playing"), &json!([1, 2])));
    // The server goes on as soon as it is decided.
    bob.post(&format!("{reported}/tables/1/report"), json!({"places": [1, 2]})).await.expect(200);
    assert_eq!(table_1(&club, &reported).await["status"], "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_in_a_season_that_is_followed_drops_no_new_result() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (path, places) = closed(&club, &[&ada, &bob]).await;
    let before = club.logged().await;
    club.olga.post(&format!("{path}/reopen"), json!({"reason": "one more"})).await.expect(200);
    club.olga.patch(&path, json!({"rounds": 2})).await.expect(200);
    club.play(&path, |entry| entry).await;
    assert_eq!(end_season(&club).await, "closing");
    let next = json!({"ladder": club.ladder, "reset": "hard"});
    club.olga.post(&format!("{}/seasons", club.path), next).await.expect(201);
    let other: Vec<u64> = places.iter().map(|place| 3 - place).collect();
    let body = json!({"places": other, "reason": "typed wrong"});
    club.olga.post(&format!("{path}/tables/1/correct"), body).await.expect(200);
    club.close(&path).await;
    let logged = club.logged().await;
    let tables: Vec<(u64, bool)> = logged.iter().map(|game| (game.0, game.3)).collect();
    assert_eq!(tables, [(1, false), (2, false)], "{:?}", club.audit(&path).await);
    assert_eq!(logged[0], before[0], "the first result is final");
}
