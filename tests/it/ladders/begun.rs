//! The limits of a day count what was settled before a result was known: nobody drops a loss by games that
//! they begin or end later, or by an accomplice.

use serde_json::{Value, json};

use super::evenings::{Club, TABLES, id};
use crate::app::{Caller, TestApp, look_again};
use crate::games::stored::{Stored, shift};

/// Makes an evening of this many rounds, plays it without closing it, and returns its path.
async fn played(club: &Club<'_>, rounds: u64, players: [&Caller<'_>; 3]) -> String {
    let path = club.open(json!({"seats": 3, "rounds": rounds}), &players).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    for round in 0..rounds {
        // In turns, so that nobody gains much.
        club.play(&path, |entry| (entry + round) % 3).await;
    }
    path
}

/// A player with their name.
type Named<'a> = (&'static str, &'a Caller<'a>);

/// Begins a game of the ladder, and returns its path.
async fn begin(club: &Club<'_>, players: &[Named<'_>]) -> String {
    let clock = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000});
    let names: Vec<&str> = players[1..].iter().map(|(name, _)| *name).collect();
    let terms = json!({"ruleset": "splendor", "seats": players.len(), "clock": clock, "ladder": club.ladder,
        "to": names});
    let made = players[0].1.post("/v1/challenges", terms).await.expect(201).json;
    for (_, player) in &players[1..] {
        player.post_empty(&format!("/v1/challenges/{}/accept", id(&made))).await.expect(200);
    }
    format!("/v1/games/{}", id(&made))
}

/// Plays this many turns of a game.
async fn turns(game: &str, players: &[Named<'_>], number: usize) {
    for _ in 0..number {
        let view = players[0].1.get(game).await.expect(200).json;
        let seat = view["to_act"]["seat"].as_u64().expect("a seat") as usize;
        let name = &view["seats"][seat]["player"]["username"];
        let (_, mover) = players.iter().find(|(own, _)| name == own).expect("a player");
        let seen = mover.get(&format!("{game}?include=legal_actions")).await.expect(200).json;
        let turn = json!({"version": seen["version"], "actions": [seen["legal_actions"][0]["action"]]});
        mover.post(&format!("{game}/actions"), turn).await.expect(200);
    }
}

async fn resign(game: &str, (_, player): Named<'_>) {
    player.post_empty(&format!("{game}/resign")).await.expect(200);
}

/// Returns why a game that is over is not rated.
async fn unrated(game: &str, (_, player): Named<'_>) -> Value {
    let view = player.get(game).await.expect(200).json;
    assert_eq!(view["status"], "finished");
    view["unrated_because"].clone()
}

/// Plays a game until everybody has had three turns and all but the first player resign, and returns why it
/// is not rated.
async fn end(game: &str, players: &[Named<'_>]) -> Value {
    turns(game, players, 3 * players.len()).await;
    for &loser in &players[1..] {
        resign(game, loser).await;
    }
    unrated(game, players[0]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_are_paired_later_drop_no_result_and_earlier_ones_count_before_they_are_rated() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (cleo, dora) = (club.member("cleo").await, club.member("dora").await);
    let rated = |tables: &str| format!("rated in {}: {tables}", club.pool());
    let limit = "pair_limit (two players were rated against each other 6 times in 24 hours)";

    let lost = played(&club, 1, [&ada, &bob, &cleo]).await;
    let later = played(&club, 6, [&ada, &dora, &cleo]).await;
    club.close(&later).await;
    // The table that is still open counts.
    let told = [format!("{limit}: table 6; {}", rated("tables 1, 2, 3, 4, 5"))];
    assert_eq!(club.audit(&later).await, told);
    club.close(&lost).await;
    assert_eq!(club.audit(&lost).await, [rated("table 1")]);
    // It stays rated when it is rated again.
    let stored = club.olga.get(&format!("{lost}/rounds/1")).await.expect(200).json["tables"][0].clone();
    let places = stored["seats"].as_array().expect("seats").iter().map(|seat| seat["place"].as_u64());
    let opposite: Vec<u64> = places.map(|place| 4 - place.expect("a place")).collect();
    let correction = json!({"places": opposite, "reason": "typed wrong"});
    club.olga.post(&format!("{lost}/tables/1/correct"), correction).await.expect(200);
    assert_eq!(club.logged().await.iter().filter(|game| !game.3).count(), 6);
    club.check().await;

    // Another pair, the other way round: what is rated first began last.
    let (eva, finn, gus) = (club.member("eva").await, club.member("finn").await, club.member("gus").await);
    let earlier = played(&club, 6, [&eva, &finn, &gus]).await;
    let last = played(&club, 1, [&eva, &finn, &ada]).await;
    club.close(&last).await;
    assert_eq!(club.audit(&last).await, [format!("{limit}: table 1")]);
    club.close(&earlier).await;
    assert_eq!(club.audit(&earlier).await, [rated("tables 1, 2, 3, 4, 5, 6")]);

    // Tables that are void have met all the same.
    let (hal, ida, jon) = (club.member("hal").await, club.member("ida").await, club.member("jon").await);
    let void = club.open(json!({"seats": 3, "rounds": 6}), &[&hal, &ida, &jon]).await;
    club.olga.post_empty(&format!("{void}/start")).await.expect(200);
    for table in 1..=6 {
        club.olga.post_empty(&format!("{void}/rounds/next")).await.expect(201);
        let reason = json!({"reason": "nobody was there"});
        club.olga.post(&format!("{void}/tables/{table}/void"), reason).await.expect(204);
    }
    club.close(&void).await;
    let last = played(&club, 1, [&hal, &ida, &ada]).await;
    club.close(&last).await;
    assert_eq!(club.audit(&last).await, [format!("{limit}: table 1")]);
    club.check().await;
}

/// Pairs the round of an evening of two, and takes it back.
async fn paired_in_vain(club: &Club<'_>, path: &str) {
    club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    unpair(club, path).await;
}

async fn unpair(club: &Club<'_>, path: &str) {
    let reason = json!({"reason": "somebody comes late"});
    club.olga.post(&format!("{path}/rounds/1/unpair"), reason).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_paired_again_before_a_move_counts_once_unless_they_have_met_since() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let duel = json!({"seats": 2, "rounds": 1});
    let rated = |tables: &str| format!("rated in {}: {tables}", club.pool());
    let path = club.open(duel.clone(), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    for _ in 0..6 {
        paired_in_vain(&club, &path).await;
    }
    let next = club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    // The same two again, and the other way round.
    let mut seats: Vec<Value> = next["tables"][0]["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(|seat| seat["entry"].clone())
        .collect();
    for _ in 0..6 {
        seats.reverse();
        let again = json!({"entries": seats, "reason": "the other way round"});
        club.olga.post(&format!("{path}/tables/1/substitute"), again).await.expect(204);
    }
    club.set(&path, 1, &[1, 2]).await;
    club.close(&path).await;
    assert_eq!(club.audit(&path).await, [rated("table 1")]);

    // With that one and four more, the table that waits is the sixth, and the last one is beyond the limit.
    let four = club.open(json!({"seats": 2, "rounds": 4}), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{four}/start")).await.expect(200);
    for round in 0..4 {
        club.play(&four, |entry| (entry + round) % 2).await;
    }
    let waits = club.open(duel.clone(), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{waits}/start")).await.expect(200);
    club.olga.post_empty(&format!("{waits}/rounds/next")).await.expect(201);
    let last = club.open(duel, &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{last}/start")).await.expect(200);
    club.play(&last, |entry| entry).await;
    // In the season that goes on with this one, they have met as well.
    let newest = "(SELECT max(began_at) FROM rated_starts)";
    let moved = format!("UPDATE rated_starts SET pool = 'splendor.duel' WHERE began_at = {newest}");
    Stored::of(&app).await.execute(&moved).await;
    unpair(&club, &waits).await;
    club.close(&last).await;
    let limit = "pair_limit (two players were rated against each other 6 times in 24 hours)";
    assert_eq!(club.audit(&last).await, [format!("{limit}: table 1")]);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_counts_although_the_winner_rises_no_further_today() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let held = begin(&club, &[("bob", &bob), ("ada", &ada)]).await;
    turns(&held, &[("bob", &bob), ("ada", &ada)], 6).await;
    let friends = ["cleo", "dora", "eva", "finn", "gus", "hal", "ida", "jon", "kim", "leo", "mia", "nils"];
    for name in friends {
        let friend = club.member(name).await;
        let players = [("bob", &bob), (name, &friend)];
        let won = begin(&club, &players).await;
        assert_eq!(end(&won, &players).await, Value::Null);
    }
    resign(&held, ("ada", &ada)).await;
    let view = ada.get(&held).await.expect(200).json;
    let seats = view["seats"].as_array().expect("seats").iter();
    let names: Vec<&str> = seats.map(|seat| seat["player"]["username"].as_str().expect("a name")).collect();
    let change = |name: &str| {
        let seat = names.iter().position(|own| *own == name).expect("a seat");
        view["ratings"][seat]["change"].as_i64().expect("a change")
    };
    assert_eq!((&view["unrated_because"], change("bob")), (&Value::Null, 0), "{view}");
    assert!(change("ada") < 0, "{view}");
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_game_of_a_match_over_the_board_counts_when_it_begins() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let mut match_of_nine = club.evening(json!({"format": "single_elimination", "seats": 2, "best_of": 9}));
    match_of_nine.as_object_mut().expect("an object").remove("rounds");
    let path = club.olga.post("/v1/tournaments", match_of_nine).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", id(&path));
    for player in [&ada, &bob] {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    for number in 1..=9 {
        let seats = loop {
            let round = club.olga.get(&format!("{path}/rounds/1")).await.expect(200).json;
            let playing = |table: &&Value| table["table"] == number && table["status"] == "playing";
            let table = round["tables"].as_array().expect("tables").iter().find(playing).cloned();
            match table {
                Some(table) => break table["seats"].as_array().expect("seats").clone(),
                None => look_again().await,
            }
        };
        // In turns, so that nobody wins before the last game.
        let winner = if number % 2 == 0 { "ada" } else { "bob" };
        let place = |seat: &Value| 2 - u8::from(seat["player"]["username"] == winner);
        club.set(&path, number, &seats.iter().map(place).collect::<Vec<u8>>()).await;
    }
    club.olga.post_empty(&format!("{path}/close")).await;
    let limit = "pair_limit (two players were rated against each other 6 times in 24 hours)";
    let rated = format!("rated in {}: tables 1, 2, 3, 4, 5, 6", club.pool());
    assert_eq!(club.audit(&path).await, [format!("{limit}: tables 7, 8, 9; {rated}")]);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_begin_later_drop_no_result_and_earlier_ones_count_while_they_are_played() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (cleo, dora) = (club.member("cleo").await, club.member("dora").await);
    let [ada, bob, cleo, dora] = [("ada", &ada), ("bob", &bob), ("cleo", &cleo), ("dora", &dora)];
    let lost = begin(&club, &[bob, cleo, ada]).await;
    for number in 1..=6 {
        // In turns, so that nobody gains much.
        let players = if number % 2 == 0 { [ada, dora, cleo] } else { [cleo, dora, ada] };
        let reason = if number < 6 { Value::Null } else { json!("pair_limit") };
        assert_eq!(end(&begin(&club, &players).await, &players).await, reason, "game {number}");
    }
    assert_eq!(end(&lost, &[bob, cleo, ada]).await, Value::Null);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_chooses_which_of_their_duels_count_by_the_order_in_which_they_end() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let [ada, bob] = [("ada", &ada), ("bob", &bob)];
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(begin(&club, &[ada, bob]).await);
    }
    // The wins, which began last, end first.
    assert_eq!(end(&games[7], &[ada, bob]).await, json!("pair_limit"));
    // The first six are not undone by ends that are not rated.
    for (number, game) in games[..6].iter().enumerate() {
        resign(game, bob).await;
        let reason = if number == 0 { Value::Null } else { json!("left_early") };
        assert_eq!(unrated(game, ada).await, reason, "game {number}");
    }
    assert_eq!(end(&games[6], &[ada, bob]).await, json!("pair_limit"));
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_beyond_the_limit_do_not_count_while_they_are_played() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let [ada, bob] = [("ada", &ada), ("bob", &bob)];
    let mut stored = Stored::of(&app).await;
    for hours in [12, 13] {
        for _ in 0..6 {
            begin(&club, &[ada, bob]).await;
        }
        let moved = shift("began_at", &format!("- interval '{hours} hours'"));
        stored.execute(&format!("UPDATE rated_starts SET {moved}")).await;
    }
    let lost = begin(&club, &[ada, bob]).await;
    assert_eq!(end(&lost, &[ada, bob]).await, Value::Null);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_left_early_drops_no_result_by_leaving_another_game() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (cleo, dora) = (club.member("cleo").await, club.member("dora").await);
    let [ada, bob, cleo, dora] = [("ada", &ada), ("bob", &bob), ("cleo", &cleo), ("dora", &dora)];
    let lost = begin(&club, &[bob, cleo, ada]).await;
    resign(&lost, cleo).await;
    let beside = begin(&club, &[ada, cleo, dora]).await;
    resign(&beside, cleo).await;
    resign(&beside, dora).await;
    assert_eq!(unrated(&beside, ada).await, Value::Null, "the first one of each that is over");
    turns(&lost, &[bob, ada], 6).await;
    resign(&lost, ada).await;
    assert_eq!(unrated(&lost, bob).await, Value::Null);
    let next = begin(&club, &[ada, cleo, bob]).await;
    resign(&next, cleo).await;
    resign(&next, bob).await;
    assert_eq!(unrated(&next, ada).await, json!("left_early"));
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_stay_do_not_choose_by_the_end_whether_somebody_has_left_early_again() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (cleo, dora) = (club.member("cleo").await, club.member("dora").await);
    let [ada, bob, cleo, dora] = [("ada", &ada), ("bob", &bob), ("cleo", &cleo), ("dora", &dora)];
    let before = begin(&club, &[bob, cleo, dora]).await;
    resign(&before, cleo).await;
    resign(&before, dora).await;
    let next = begin(&club, &[bob, cleo, ada]).await;
    resign(&next, cleo).await;
    // The first game was over a minute less than a day before Cleo leaves again, and the second one
    // goes on for two minutes.
    let mut stored = Stored::of(&app).await;
    let ended = shift("finished_at", "- interval '24 hours 1 minute'");
    stored.execute(&format!("UPDATE rating_events SET {ended}")).await;
    let left = shift("at", "- interval '2 minutes'");
    stored.execute(&format!("UPDATE game_log SET {left} WHERE kind = 'resigned'")).await;
    turns(&next, &[bob, ada], 6).await;
    resign(&next, bob).await;
    assert_eq!(unrated(&next, ada).await, json!("left_early"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accomplice_who_erases_the_account_has_met_the_others() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (cleo, dora) = (club.member("cleo").await, club.member("dora").await);
    let before = played(&club, 6, [&ada, &dora, &cleo]).await;
    club.close(&before).await;
    let won = played(&club, 1, [&ada, &bob, &cleo]).await;
    cleo.erase().await.expect(204);
    club.close(&won).await;
    let limit = "pair_limit (two players were rated against each other 6 times in 24 hours)";
    assert_eq!(club.audit(&won).await, [format!("{limit}: table 1")]);
    club.check().await;
}
