//! An organizer who plays in a rated event decides nothing there, and does not escape a loss.
//!
//! Every operation on a tournament is listed with what such an organizer gets, so none is added without
//! saying so.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::scene::{entries, settings};
use crate::api_tokens::issue;
use crate::app::{Answer, Caller, TestApp};
use crate::contract::{Operation, operations};
use crate::games::stored::{Stored, shift};
use crate::ladders::DUELS;
use crate::ladders::evenings::{Club, TABLES, id};

/// What an organizer who plays gets, one operation on each line.
const LIST: &str = include_str!("organizer_plays.txt");

fn listed() -> BTreeMap<&'static str, &'static str> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').expect("an operation and a word")).collect()
}

/// Returns changed settings: rated duels with a clock and without a ready check.
fn rated(changed: Value) -> Value {
    let mut all = json!({"ruleset": "splendor", "seats": 2, "rounds": 2, "ready_check_ms": 0, "rated": true,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    all.as_object_mut().expect("an object").extend(changed.as_object().expect("an object").clone());
    settings(&all)
}

/// Makes an event, enters these players, and returns its path.
async fn made(creator: &Caller<'_>, changed: Value, players: &[&Caller<'_>]) -> String {
    let made = creator.post("/v1/tournaments", rated(changed)).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", id(&made));
    for player in players {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    path
}

/// Returns the body by which an operation decides something, where its example does not.
fn deciding(operation: &Operation) -> Option<Value> {
    Some(match operation.description["operationId"].as_str().expect("an id") {
        "close_tournament" => json!({"cancel": true}),
        "pair_next_round" => json!({"manual": [{"entries": [2, 3]}]}),
        "rename_guest" => json!({"seed": 1}),
        "set_entry_byes" => json!({"rounds": [2]}),
        "update_tournament" => json!({"forbidden_pairs": [{"a": 2, "b": 3}]}),
        _ => return operation.body(),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organizer_who_plays_does_only_what_is_listed() {
    let (app, listed) = (TestApp::spawn().await, listed());
    let (ada, bob, helper) = (app.user("ada").await, app.user("bob").await, app.user("helper").await);
    let (cleo, dora) = (app.user("cleo").await, app.user("dora").await);
    let path = made(&ada, json!({"organizers": ["helper"]}), &[&ada, &bob, &cleo, &dora]).await;
    helper.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    ada.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    let mut operations = operations(&app).await;
    operations.retain(|own| own.method != "GET" && own.path.starts_with("/v1/tournaments/{id}"));
    let name = |own: &Operation| own.description["operationId"].as_str().expect("an id").to_owned();
    let mut ids: Vec<String> = operations.iter().map(name).collect();
    ids.sort_unstable();
    assert_eq!(listed.keys().copied().collect::<Vec<_>>(), ids, "the list has every operation but GET");
    for operation in &operations {
        let number = if operation.path.contains("/entries/") { "2" } else { "1" };
        let at = operation.path.replace("/v1/tournaments/{id}", &path);
        let at = at.replace("{n}", number).replace("{username}", "helper");
        let request = ada.request(operation.method.clone(), &at);
        let answer = Answer::to(match deciding(operation) {
            Some(body) => request.json(&body),
            None => request,
        })
        .await;
        let (name, is_refused) = (name(operation), answer.json["code"] == "organizer_seated");
        match listed[name.as_str()] {
            "refused" => assert!(answer.status == 403 && is_refused, "{name}: {}", answer.text),
            "harmless" | "player" => assert!(!is_refused, "{name}: {}", answer.text),
            other => panic!("{name}: {other} is not a word of the list"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_of_a_rated_event_stay_while_its_organizer_plays() {
    let app = TestApp::spawn().await;
    let (ada, bob, helper) = (app.user("ada").await, app.user("bob").await, app.user("helper").await);
    let path = made(&ada, json!({"organizers": ["helper"]}), &[&ada, &bob]).await;
    helper.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    let deadline = json!({"round_ends_after_ms": 3_600_000, "unfinished": "void"});
    for change in [
        deadline.clone(),
        json!({"rounds": 1}),
        json!({"late_entries": true}),
        json!({"entries_max": 2}),
        json!({"next_round": "automatic"}),
        json!({"invited": ["bob"]}),
        json!({"name": "Mine", "rounds": 1}),
    ] {
        ada.patch(&path, &change).await.expect_problem(403, "organizer_seated");
    }
    ada.patch(&path, json!({"name": "Friday", "description": ["At eight."]})).await.expect(200);
    ada.patch(&path, json!({"organizers": ["bob"]})).await.expect(200);
    helper.patch(&path, deadline).await.expect(200);
    // The event goes on without anybody who decides.
    let mut round = ada.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    ada.post(&format!("{path}/rounds/next?dry_run=true"), json!({"manual": [{"entries": [2, 1]}]}))
        .await
        .expect_problem(403, "organizer_seated");
    for last in [false, true] {
        let game = round["tables"][0]["game"].as_str().expect("a game").to_owned();
        bob.post_empty(&format!("/v1/games/{game}/resign")).await.expect(200);
        ada.post_empty(&format!("{path}/rounds/close")).await.expect(200);
        if !last {
            ada.post_empty(&format!("{path}/close")).await.expect_problem(403, "organizer_seated");
            round = ada.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
        }
    }
    ada.post_empty(&format!("{path}/close")).await.expect(200);
    ada.post(&format!("{path}/reopen"), json!({"reason": "again"}))
        .await
        .expect_problem(403, "organizer_seated");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_and_its_owner_are_one_person() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let token = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read", "tournaments", "organize"]).await;
    let bot = app.with_token(token["token"].as_str().expect("a token"));
    let path = made(&bot, json!({"late_entries": true}), &[&ada, &bob]).await;
    bot.post_empty(&format!("{path}/start")).await.expect(200);
    bot.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    let void = json!({"reason": "my owner loses"});
    bot.post(&format!("{path}/tables/1/void"), &void).await.expect_problem(403, "organizer_seated");
    // A helper does not judge the owner of the bot that organizes.
    let helper = app.user("helper").await;
    bot.patch(&path, json!({"organizers": ["helper"]})).await.expect(200);
    helper.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    helper.post(&format!("{path}/tables/1/void"), &void).await.expect_problem(403, "organizer_seated");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_organized_a_rated_event_does_not_enter_it_later() {
    let app = TestApp::spawn().await;
    let (ada, bob, cleo) = (app.user("ada").await, app.user("bob").await, app.user("cleo").await);
    let path = made(&ada, json!({"late_entries": true, "rounds": 5}), &[&bob, &cleo]).await;
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    let late = ada.post_empty(&format!("{path}/enter")).await.expect_problem(409, "tournament_state");
    assert!(late.text.contains("You have organized this rated tournament"), "{}", late.text);
    app.user("dora").await.post_empty(&format!("{path}/enter")).await.expect(200);

    // Over the board nobody takes the entry of a guest whose results they have typed.
    let club = Club::new(&app, TABLES).await;
    let (eve, fay) = (club.member("eve").await, club.member("fay").await);
    let evening = club.open(json!({}), &[&eve, &fay]).await;
    club.olga.post(&format!("{evening}/entries"), json!({"guest": "O."})).await.expect(201);
    club.olga.post_empty(&format!("{evening}/start")).await.expect(200);
    club.play(&evening, |entry| 9 - entry).await;
    let code = club.olga.post_empty(&format!("{evening}/entries/3/claim-code")).await.expect(201).json;
    let claim = json!({"code": code["code"]});
    club.olga.post(&format!("{evening}/claim"), &claim).await.expect_problem(409, "tournament_state");
    ada.post(&format!("{evening}/claim"), &claim).await.expect(200);
    let typed = club.olga.post(&format!("{evening}/entries"), json!({"username": "olga"})).await;
    typed.expect_problem(409, "tournament_state");
    // Nor the entry with which they were typed in before, and which has left before they acted.
    let other = club.open(json!({}), &[&eve, &fay]).await;
    club.olga.post(&format!("{other}/entries"), json!({"username": "olga"})).await.expect(201);
    let away = json!({"reason": "does not play"});
    club.olga.post(&format!("{other}/entries/3/withdraw"), &away).await.expect(204);
    club.olga.post_empty(&format!("{other}/start")).await.expect(200);
    club.play(&other, |entry| entry).await;
    let back = club.olga.post(&format!("{other}/entries/3/reinstate"), &away).await;
    back.expect_problem(409, "tournament_state");
    // Nor does an organizer who keeps pairs apart.
    let apart = club.open(json!({}), &[&eve, &fay]).await;
    let pairs = json!({"forbidden_pairs": [{"a": 1, "b": 2}]});
    club.olga.patch(&apart, pairs).await.expect(200);
    let typed = club.olga.post(&format!("{apart}/entries"), json!({"username": "olga"})).await;
    typed.expect_problem(409, "tournament_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_becomes_an_organizer_while_they_play() {
    let app = TestApp::spawn().await;
    let (ada, bob, cleo) = (app.user("ada").await, app.user("bob").await, app.user("cleo").await);
    let path = made(&ada, json!({}), &[&bob, &cleo]).await;
    ada.patch(&path, json!({"organizers": ["bob", "cleo"]})).await.expect(200);
    let accept = format!("{path}/organizers/accept");
    bob.post_empty(&accept).await.expect(200);
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    cleo.post_empty(&accept).await.expect_problem(403, "organizer_seated");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_organizer_plays_in_a_rated_event_with_teams() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let teams = json!({"teams": {"size_min": 1, "size_max": 2}});
    let path = made(&ada, teams.clone(), &[&bob]).await;
    ada.post_empty(&format!("{path}/enter")).await.expect_problem(409, "tournament_state");
    let other = made(&ada, json!({}), &[&ada, &bob]).await;
    ada.patch(&other, &teams).await.expect_problem(403, "organizer_seated");
    let unrated = made(&ada, json!({"rated": false}), &[&ada, &bob]).await;
    ada.patch(&unrated, &teams).await.expect(200);
    ada.patch(&unrated, json!({"rated": true})).await.expect_problem(403, "organizer_seated");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_manages_the_club_later_has_the_rights_of_a_player_for_teams() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (eve, fay) = (club.member("eve").await, club.member("fay").await);
    let changed = json!({"seats": 2, "teams": {"size_min": 1, "size_max": 2}});
    let path = club.open(changed, &[&eve, &fay]).await;
    club.olga.patch(&format!("{}/members/eve", club.path), json!({"role": "manager"})).await.expect(200);
    for (player, name, captain) in [(&eve, "Ruby", 1), (&fay, "Onyx", 2)] {
        let team = json!({"name": name, "captain": captain});
        player.post(&format!("{path}/teams"), team).await.expect(201);
    }
    let typed = json!({"username": "gus", "team": "Ruby"});
    app.user("gus").await;
    eve.post(&format!("{path}/entries"), &typed).await.expect_problem(403, "organizer_seated");
    let put = eve.put(&format!("{path}/entries/2/team"), json!({"team": 1})).await;
    put.expect_problem(403, "not_organizer");
    eve.post_empty(&format!("{path}/start")).await.expect(200);
    eve.patch(&format!("{path}/teams/2"), json!({"name": "Jade"})).await.expect_problem(403, "not_captain");
    eve.post_empty(&format!("{path}/teams/2/code")).await.expect_problem(403, "not_captain");
}

/// Makes an evening of duels between `ada`, who organizes it with the owner of the club, and `bob`.
async fn evening(club: &Club<'_>, ada: &Caller<'_>, bob: &Caller<'_>) -> String {
    let path = club.open(json!({"seats": 2, "organizers": ["ada"]}), &[ada, bob]).await;
    ada.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    path
}

/// Lets a player report who has won their table, by entries, with the better seats first.
async fn report(path: &str, round: &Value, player: &Caller<'_>, winner: u64) -> Answer {
    let table = &round["tables"][0];
    let places: Vec<u8> =
        entries(table).into_iter().map(|entry| if entry == winner { 1 } else { 2 }).collect();
    player.post(&format!("{path}/tables/{}/report", table["table"]), json!({"places": places})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_play_decides_a_table_whose_players_contradict_each_other() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = evening(&club, &ada, &bob).await;
    for act in ["result", "void"] {
        let round = ada.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
        let at = format!("{path}/tables/{}/{act}", round["tables"][0]["table"]);
        let body = match act {
            "result" => json!({"places": [1, 2], "reason": "I have seen it"}),
            _ => json!({"reason": "nobody knows"}),
        };
        report(&path, &round, &ada, 1).await.expect(200);
        let disputed = report(&path, &round, &bob, 2).await.expect(200).json;
        assert_eq!(disputed["disputed"], true);
        let close = format!("{path}/rounds/close");
        club.olga.post_empty(&close).await.expect_problem(409, "round_unfinished");
        ada.post(&at, &body).await.expect_problem(403, "organizer_seated");
        club.olga.post(&at, &body).await.expect(204);
        // Whoever has decided it mends a slip, and nobody voids it twice.
        let again = club.olga.post(&at, &body).await;
        if act == "result" {
            again.expect(204)
        } else {
            again.expect_problem(409, "table_state")
        };
        club.olga.post_empty(&close).await.expect(200);
    }
    club.close(&path).await;
    assert_eq!(club.logged().await, [], "what organizers have played is not rated");

    // Somebody who is silent does not keep a table open either, nor lets it end as void.
    let silent = evening(&club, &ada, &bob).await;
    let round = ada.post_empty(&format!("{silent}/rounds/next")).await.expect(201).json;
    let at = format!("{silent}/tables/1/result");
    report(&silent, &round, &bob, 2).await.expect(200);
    let slip = json!({"places": [1, 2], "reason": "slip"});
    let ago = shift("at", "- interval '16 minutes'");
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("UPDATE tournament_events SET {ago}")).await;
    let opened = shift("opened_at", "- interval '17 minutes'");
    stored.execute(&format!("UPDATE tournament_rounds SET {opened} WHERE opened_at IS NOT NULL")).await;
    ada.post(&at, &slip).await.expect_problem(403, "organizer_seated");
    club.olga.post(&at, &slip).await.expect(204);

    // Nor does a deadline or the silence of everybody save them, nor that the round is unpaired.
    for ends in ["its time", "a day"] {
        let late = evening(&club, &ada, &bob).await;
        let round = ada.post_empty(&format!("{late}/rounds/next")).await.expect(201).json;
        let at = format!("{late}/tables/1/result");
        let mut stored = Stored::of(&app).await;
        let id = late.trim_start_matches("/v1/tournaments/");
        if ends == "its time" {
            report(&late, &round, &bob, 2).await.expect(200);
            let unpair = club.olga.post(&format!("{late}/rounds/1/unpair"), json!({"reason": "again"})).await;
            unpair.expect_problem(409, "game_started");
            let void = "UPDATE tournament_tables SET status = 'void', reports = '[]', ended_at = now() WHERE tournament_id = ";
            stored.execute(&format!("{void}'{id}'")).await;
        } else {
            let ago = shift("opened_at", "- interval '25 hours'");
            stored.execute(&format!("UPDATE tournament_rounds SET {ago} WHERE tournament_id = '{id}'")).await;
        }
        club.olga.post(&at, &slip).await.expect(204);
    }

    // A disputed table is decided before the event is cancelled, and a guest is confirmed.
    let disputed = evening(&club, &ada, &bob).await;
    let round = ada.post_empty(&format!("{disputed}/rounds/next")).await.expect(201).json;
    let cancel = json!({"cancel": true});
    report(&disputed, &round, &ada, 1).await.expect(200);
    report(&disputed, &round, &bob, 2).await.expect(200);
    club.olga.post(&format!("{disputed}/close"), &cancel).await.expect_problem(409, "tournament_state");
    let nobody = json!({"reason": "nobody knows"});
    club.olga.post(&format!("{disputed}/tables/1/void"), nobody).await.expect(204);
    club.olga.post(&format!("{disputed}/close"), &cancel).await.expect(200);
    let guests = club.open(json!({"seats": 2, "organizers": ["ada"]}), &[&ada]).await;
    ada.post_empty(&format!("{guests}/organizers/accept")).await.expect(200);
    ada.post(&format!("{guests}/entries"), json!({"guest": "G."})).await.expect(201);
    ada.post_empty(&format!("{guests}/start")).await.expect(200);
    ada.post_empty(&format!("{guests}/rounds/next")).await.expect(201);
    let result = json!({"places": [1, 2], "reason": "I have seen it"});
    ada.post(&format!("{guests}/tables/1/result"), &result).await.expect_problem(403, "organizer_seated");
    club.olga.post(&format!("{guests}/tables/1/result"), &result).await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_up_the_rating_does_not_escape_the_round_that_is_played() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (bob, cleo) = (club.member("bob").await, club.member("cleo").await);
    let path = club.open(json!({"seats": 3, "rounds": 3}), &[&club.olga, &bob, &cleo]).await;
    let next = async || club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    let round = next().await;
    let given_up = club.olga.patch(&path, json!({"rated": false})).await.expect(200).json;
    assert_eq!(given_up["rated"], true, "the round that is played is rated first");
    assert!(given_up["rating_ended_at"].is_string(), "{given_up}");
    let again = club.olga.patch(&path, json!({"rated": false})).await.expect(200).json;
    assert_eq!(again["rating_ended_at"], given_up["rating_ended_at"]);
    // Until then nothing changes for whoever plays.
    let result = json!({"places": [1, 2, 3], "reason": "I have won"});
    club.olga.post(&format!("{path}/tables/1/result"), &result).await.expect_problem(403, "organizer_seated");
    for player in [&club.olga, &bob, &cleo] {
        report(&path, &round, player, 2).await.expect(200);
    }
    club.olga.post_empty(&format!("{path}/rounds/close")).await.expect(200);
    assert_eq!(club.olga.get(&path).await.expect(200).json["rated"], false);
    let loss = club.logged().await;
    assert_eq!(loss.len(), 1, "{loss:?}");
    assert_eq!(club.audit(&path).await, [format!("rated in {}: table 1", club.pool())]);
    // Later rounds are not rated, and the loss stays whatever is corrected.
    club.olga.post(&format!("{path}/tables/1/correct"), &result).await.expect(200);
    next().await;
    club.olga.post(&format!("{path}/tables/2/result"), &result).await.expect(204);
    club.olga.post(&format!("{path}/close"), json!({"cancel": true})).await.expect(200);
    assert_eq!(club.logged().await, loss);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_a_round_that_waits_for_its_players_are_rated_though_the_rating_was_given_up() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let path = made(&ada, json!({"ready_check_ms": 600_000}), &[&ada, &bob]).await;
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    ada.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    ada.patch(&path, json!({"rated": false})).await.expect(200);
    for player in [&ada, &bob] {
        player.post_empty(&format!("{path}/ready")).await.expect(204);
    }
    let game = async |round: u8| {
        let round = ada.get(&format!("{path}/rounds/{round}")).await.expect(200).json;
        format!("/v1/games/{}", round["tables"][0]["game"].as_str().expect("a game"))
    };
    let first = game(1).await;
    assert_eq!(ada.get(&first).await.expect(200).json["rated"], true);
    ada.post_empty(&format!("{first}/resign")).await.expect(200);
    ada.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    for player in [&ada, &bob] {
        player.post_empty(&format!("{path}/ready")).await.expect(204);
    }
    assert_eq!(ada.get(&game(2).await).await.expect(200).json["rated"], false);
    assert_eq!(crate::ladders::log(&app, DUELS).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_organizer_who_plays_chooses_opponents_by_pairs_or_by_a_look_ahead() {
    let app = TestApp::spawn().await;
    let (ada, bob, helper) = (app.user("ada").await, app.user("bob").await, app.user("helper").await);
    let (cleo, dora) = (app.user("cleo").await, app.user("dora").await);
    let path = made(&ada, json!({"organizers": ["helper"]}), &[&ada, &bob, &cleo, &dora]).await;
    helper.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    // Entry 2 would be left to meet.
    let pairs = json!({"forbidden_pairs": [{"a": 2, "b": 3}, {"a": 2, "b": 4}]});
    for organizer in [&ada, &helper] {
        organizer.patch(&path, &pairs).await.expect_problem(403, "organizer_seated");
    }
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    let look = format!("{path}/rounds/next?dry_run=true");
    ada.post_empty(&look).await.expect_problem(403, "organizer_seated");
    helper.post_empty(&look).await.expect(200);
    // First without ratings.
    let players = [&ada, &bob, &cleo, &dora];
    let other = made(&ada, json!({"rated": false, "players": "human"}), &players).await;
    ada.patch(&other, &pairs).await.expect(200);
    ada.patch(&other, json!({"rated": true})).await.expect_problem(403, "organizer_seated");
    ada.patch(&other, json!({"rated": true, "forbidden_pairs": []})).await.expect(200);
    // Or before the own entry.
    let third = made(&ada, json!({}), &[&bob, &cleo, &dora]).await;
    ada.patch(&third, json!({"forbidden_pairs": [{"a": 1, "b": 2}]})).await.expect(200);
    ada.post_empty(&format!("{third}/enter")).await.expect_problem(409, "tournament_state");
    // Pairs go with an entry that is deleted: somebody else gets its number.
    bob.post_empty(&format!("{third}/withdraw")).await.expect(204);
    assert_eq!(ada.get(&third).await.expect(200).json["forbidden_pairs"], json!([]));
    ada.post_empty(&format!("{third}/enter")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_manager_of_the_club_enters_an_event_that_keeps_pairs_apart() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob, mia) = (club.member("ada").await, club.member("bob").await, club.member("mia").await);
    club.olga.patch(&format!("{}/members/mia", club.path), json!({"role": "manager"})).await.expect(200);
    let path = club.open(json!({"seats": 2}), &[&ada, &bob]).await;
    mia.patch(&path, json!({"forbidden_pairs": [{"a": 1, "b": 2}]})).await.expect(200);
    mia.post_empty(&format!("{path}/enter")).await.expect_problem(409, "tournament_state");
    mia.patch(&path, json!({"forbidden_pairs": []})).await.expect(200);
    mia.post_empty(&format!("{path}/enter")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_the_bot_of_an_organizer_nor_the_owner_of_one_enters_an_event_that_keeps_pairs_apart() {
    let app = TestApp::spawn().await;
    let mut bots = Vec::new();
    for name in ["ada", "bob", "cleo"] {
        let owner = app.user(name).await;
        owner.post("/v1/me/bots", json!({"username": format!("{name}-bot")})).await.expect(201);
        let scopes = ["read", "play", "tournaments", "organize"];
        let token = issue(&owner, &format!("/v1/me/bots/{name}-bot/tokens"), &scopes).await;
        bots.push(app.with_token(token["token"].as_str().expect("a token")));
    }
    let (ada, pairs) = (app.user("ada").await, json!({"forbidden_pairs": [{"a": 1, "b": 2}]}));
    let path = made(&ada, json!({"players": "bot"}), &[&bots[1], &bots[2]]).await;
    ada.patch(&path, &pairs).await.expect(200);
    bots[0].post_empty(&format!("{path}/enter")).await.expect_problem(409, "tournament_state");
    let (dora, eve) = (app.user("dora").await, app.user("eve").await);
    let path = made(&bots[0], json!({}), &[&dora, &eve]).await;
    bots[0].patch(&path, &pairs).await.expect(200);
    ada.post_empty(&format!("{path}/enter")).await.expect_problem(409, "tournament_state");
}
