//! An organizer who plays gets rid of no loss of their own, whatever they do to results of others.

use serde_json::{Value, json};

use super::evenings::{Club, id};
use super::log;
use crate::app::{Caller, TestApp};

/// A member who rises nearly as far as the limit of a day allows, only because of a loss.
struct Risen<'a> {
    club: Club<'a>,
    /// The evening at which the member has lost to `zoe`. The owner organizes it, without playing.
    lost: String,
}

/// Plays an evening of one duel, which the first player wins, and returns its path.
async fn duel(club: &Club<'_>, players: [&Caller<'_>; 2]) -> String {
    let path = club.open(json!({"seats": 2, "rounds": 1}), &players).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| entry).await;
    club.close(&path).await;
    path
}

async fn rating(club: &Club<'_>) -> i64 {
    let history = format!("/v1/players/xenia/rating-history?pool={}&limit=1", club.pool());
    let history = club.app.anonymous().get(&history).await.expect(200).json;
    history["items"][0]["rating"].as_i64().expect("a rating")
}

/// Returns how many games of the season count.
async fn counting(club: &Club<'_>) -> usize {
    club.logged().await.iter().filter(|game| !game.3).count()
}

impl Risen<'_> {
    /// The member wins until little is left of the limit, loses to `zoe`, and beats the owner at an evening
    /// of a manager.
    async fn new(app: &TestApp) -> Risen<'_> {
        let club = Club::new(app, super::DUELS).await;
        let (xenia, zoe, mia) =
            (club.member("xenia").await, club.member("zoe").await, club.member("mia").await);
        club.olga.patch(&format!("{}/members/mia", club.path), json!({"role": "manager"})).await.expect(200);
        for number in 0.. {
            let other = club.member(&format!("other{number}")).await;
            duel(&club, [&xenia, &other]).await;
            if rating(&club).await >= 1783 {
                break;
            }
        }
        let lost = duel(&club, [&zoe, &xenia]).await;
        let (path, ladder, season) = (club.path.clone(), club.ladder.clone(), club.season.clone());
        let of_manager = Club { app, olga: mia, path, ladder, season };
        duel(&of_manager, [&xenia, &club.olga]).await;
        assert!(club.logged().await.iter().all(|game| !game.3));
        Risen { club, lost }
    }
}

fn nobody_came() -> Value {
    json!({"places": [1, 1], "forfeits": [0, 1], "reason": "nobody came"})
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_changes_results_of_others_keeps_their_own_loss() {
    let app = TestApp::spawn().await;
    let Risen { club, lost } = Risen::new(&app).await;
    let before = counting(&club).await;
    let correct = format!("{lost}/tables/1/correct");
    club.olga.post(&correct, nobody_came()).await.expect(200);
    assert_eq!(counting(&club).await, before - 1);
    // The member keeps the rating that would rise too far now; the owner loses all the same.
    let last = log(&app, club.pool()).await.split_off(2 * before - 2);
    let of = |place: u8| last.iter().find(|event| event.place == place).expect("a seat");
    assert!(of(1).capped && of(1).after == of(1).before, "{last:?}");
    assert!(!of(2).capped && of(2).after.mu_micro < of(2).before.mu_micro, "{last:?}");
    club.check().await;
    // The games of the member are annulled but for that with the owner, which counts.
    let annul = json!({"annul": {"ladder": club.ladder, "reason": "a second account"}});
    club.olga.put(&format!("{}/bans/xenia", club.path), &annul).await.expect(204);
    assert_eq!(counting(&club).await, 1);
    assert!(log(&app, club.pool()).await.iter().all(|event| !event.capped), "nothing rises too far");
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_of_whoever_organizes_an_evening_are_not_rated() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, crate::ladders::evenings::TABLES).await;
    let (ada, bob, mia) = (club.member("ada").await, club.member("bob").await, club.member("mia").await);
    club.olga.patch(&format!("{}/members/mia", club.path), json!({"role": "manager"})).await.expect(200);
    // The owner has made it and plays; a manager plays, and does nothing else.
    let path = club.open(json!({}), &[&club.olga, &ada, &bob, &mia]).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    for round in 1..=2 {
        let paired = club.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
        mia.post_empty(&format!("{path}/rounds/close")).await.expect_problem(403, "not_organizer");
        mia.patch(&path, json!({"name": "Mine"})).await.expect_problem(403, "not_organizer");
        let seats = paired["tables"][0]["seats"].as_array().expect("seats").iter();
        let places: Vec<_> = seats.map(|seat| seat["entry"].clone()).collect();
        for player in [&ada, &bob, &mia, &club.olga] {
            let report = format!("{path}/tables/{round}/report");
            player.post(&report, json!({"places": places})).await.expect(200);
        }
    }
    // Also not after they have left with a reason.
    let tired = json!({"pause": true, "reason": "tired"});
    mia.post(&format!("{path}/entries/4/withdraw"), tired).await.expect(204);
    mia.post_empty(&format!("{path}/close")).await.expect_problem(403, "not_organizer");
    club.close(&path).await;
    let logged = club.logged().await;
    assert_eq!(logged.iter().map(|game| (game.0, game.1)).collect::<Vec<_>>(), [(1, 3), (2, 3)]);
    let history = format!("/v1/players/olga/rating-history?pool={}", club.pool());
    assert_eq!(club.olga.get(&history).await.expect(200).json["items"], json!([]));
    // Who has organized anything of it is no longer rated from the next round on.
    let path = club.open(json!({"rounds": 1}), &[&ada, &bob, &mia]).await;
    mia.post(&format!("{path}/announcements"), json!({"text": "Welcome"})).await.expect(201);
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| entry).await;
    club.close(&path).await;
    assert_eq!(club.logged().await.last().map(|game| game.1), Some(2));
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_bot_organizes_a_rated_evening() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let (ada, mia) = (club.member("ada").await, club.member("mia").await);
    let (_, bot) = crate::bots::bot(&app, &mia, "mias-bot").await;
    bot.post_empty(&format!("{}/join", club.path)).await.expect(200);
    let manager = json!({"role": "manager"});
    club.olga.patch(&format!("{}/members/mias-bot", club.path), manager).await.expect(200);
    let settings = club.evening(json!({"seats": 2, "next_round": "automatic"}));
    bot.post("/v1/tournaments", settings).await.expect_problem(403, "forbidden");
    let path = club.open(json!({"seats": 2, "next_round": "automatic"}), &[&ada, &mia]).await;
    bot.post_empty(&format!("{path}/start")).await.expect_problem(403, "not_organizer");
    club.olga.patch(&path, json!({"organizers": ["mias-bot"]})).await.expect(200);
    bot.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    bot.post(&format!("{path}/announcements"), json!({"text": "Hello"}))
        .await
        .expect_problem(403, "not_organizer");
    bot.delete(&format!("{path}/invitations/ada")).await.expect_problem(403, "not_organizer");
    // What a bot has done counts as well before an evening is rated, and also once it is erased.
    let mut casual = club.evening(json!({"seats": 2, "rated": false}));
    casual.as_object_mut().expect("an object").remove("ladder");
    let path = format!("/v1/tournaments/{}", id(&bot.post("/v1/tournaments", casual).await.expect(201).json));
    let rated = json!({"rated": true, "ladder": club.ladder});
    club.olga.patch(&path, rated.clone()).await.expect_problem(403, "forbidden");
    mia.delete("/v1/me/bots/mias-bot").await.expect(204);
    club.olga.patch(&path, rated).await.expect_problem(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_players_do_with_their_own_teams_is_no_organizing() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let mut players = Vec::new();
    for name in ["ada", "bob", "cleo", "dora"] {
        players.push(club.member(name).await);
    }
    let teams = json!({"seats": 2, "rounds": 1, "teams": {"boards": 2, "size_max": 3}});
    let path = club.open(teams, &players.iter().collect::<Vec<_>>()).await;
    // One team is deleted, the other ends when its last member leaves it.
    for (player, status, undo) in [(0, 204, "teams/1"), (1, 200, "entries/2/team")] {
        let made =
            players[player].post(&format!("{path}/teams"), json!({"name": format!("Wrong {player}")})).await;
        let team = made.expect(201).json["team"].as_u64().expect("a number");
        let undo = undo.replace("teams/1", &format!("teams/{team}"));
        players[player].delete(&format!("{path}/{undo}")).await.expect(status);
    }
    for (player, name, other) in [(0, "Red", 3), (1, "Blue", 4)] {
        let made =
            players[player].post(&format!("{path}/teams"), json!({"name": name})).await.expect(201).json;
        let of = format!("{path}/entries/{other}/team");
        club.olga.put(&of, json!({"team": made["team"]})).await.expect(200);
    }
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    club.play(&path, |entry| entry).await;
    club.close(&path).await;
    assert_eq!(club.logged().await.iter().map(|game| game.1).collect::<Vec<_>>(), [2, 2]);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_that_has_teams_is_not_made_a_rated_one() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, super::DUELS).await;
    let ada = club.member("ada").await;
    let teams = json!({"seats": 2, "rounds": 1, "rated": false, "teams": {"boards": 2, "size_max": 3}});
    let mut casual = club.evening(teams);
    casual.as_object_mut().expect("an object").remove("ladder");
    let made = club.olga.post("/v1/tournaments", casual).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", id(&made));
    ada.post_empty(&format!("{path}/enter")).await.expect(200);
    let team = ada.post(&format!("{path}/teams"), json!({"name": "Red"})).await.expect(201).json;
    let rated = json!({"rated": true, "ladder": club.ladder});
    let refused = club.olga.patch(&path, rated.clone()).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/rated"]);
    ada.delete(&format!("{path}/teams/{}", team["team"])).await.expect(204);
    club.olga.patch(&path, rated).await.expect(200);
}
