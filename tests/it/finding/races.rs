//! Races on two servers: whichever request comes first, a challenge and its game agree, and nobody is paired
//! twice.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{block, challenge, id, ids, terms};
use crate::app::{Answer, Caller, TestApp};
use crate::games::stored::Stored;
use crate::games::table::{self, Table};
use crate::races::{races, races_wanted};

/// The number of requests at the same time.
const AT_ONCE: usize = 8;

/// Starts two servers on one database, with room for many games.
async fn two() -> (TestApp, TestApp) {
    let roomy = |settings: &mut lapidary::settings::Settings| {
        settings.database.database_connections = 12;
        settings.games.games_per_account = 10_000;
        settings.games.waiting_games_per_account = 10_000;
        settings.games.new_games_per_hour = 10_000;
        settings.games.seeks_per_account = 1_000;
    };
    let one = TestApp::spawn_with(roomy).await;
    let url = one.database_url.clone();
    let other = TestApp::spawn_with(|settings| {
        roomy(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    (one, other)
}

/// What a player does to a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Accept,
    AcceptOfThird,
    Decline,
    Withdraw,
    Join,
    Leave,
    BlockThird,
}

const ACTS: [Act; 7] =
    [Act::Accept, Act::AcceptOfThird, Act::Decline, Act::Withdraw, Act::Join, Act::Leave, Act::BlockThird];

/// The challenger, the challenged player, and another one.
async fn act(act: Act, players: &[Caller<'_>; 3], path: &str) -> Answer {
    let [ada, bob, eve] = players;
    let game = path.replace("challenges", "games");
    match act {
        Act::Accept => bob.post_empty(&format!("{path}/accept")).await,
        Act::AcceptOfThird => eve.post_empty(&format!("{path}/accept")).await,
        Act::Decline => bob.post(&format!("{path}/decline"), json!({"reason": "later"})).await,
        Act::Withdraw => ada.delete(path).await,
        Act::Join => bob.post_empty(&format!("{game}/join")).await,
        Act::Leave => ada.post_empty(&format!("{game}/leave")).await,
        Act::BlockThird => Answer::to(ada.request(reqwest::Method::PUT, "/v1/me/blocks/eve")).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_and_its_game_agree_after_any_two_acts() {
    let (one, other) = two().await;
    let here = [one.user("ada").await, one.user("bob").await, one.user("eve").await];
    let there = [0, 1, 2].map(|place: usize| other.with_token(here[place].token()));
    let mut stored = Stored::of(&one).await;
    for (number, &first) in ACTS.iter().enumerate() {
        for &second in &ACTS[number..] {
            let mut paths = Vec::new();
            for _ in 0..races() {
                paths.push(challenge(&here[0], json!(["bob", "eve"]), 3).await);
            }
            // Both orders are tested, because the request that is sent first has a head start.
            let race = async |place: usize, path: &String| {
                let (left, right) = if place.is_multiple_of(2) { (first, second) } else { (second, first) };
                // So that one more player starts the game.
                if place.is_multiple_of(3) {
                    act(Act::AcceptOfThird, &here, path).await;
                }
                let answers = tokio::join!(act(left, &here, path), act(right, &there, path));
                for answer in [answers.0, answers.1] {
                    assert!(answer.status.as_u16() < 429, "{left:?} {right:?}: {}", answer.text);
                }
            };
            for chunk in paths.iter().enumerate().collect::<Vec<_>>().chunks(AT_ONCE / 2) {
                join_all(chunk.iter().map(|(place, path)| race(*place, path))).await;
            }
            here[0].delete("/v1/me/blocks/eve").await.expect(204);
        }
    }
    let torn = "SELECT c.status || ' ' || g.status || ' ' || g.version FROM challenges c JOIN games g ON g.id = c.game_id \
        WHERE (c.status, g.status::text, g.version::int) NOT IN \
        (VALUES ('open', 'waiting', 0), ('accepted', 'active', 1), ('declined', 'aborted', 1), ('withdrawn', 'aborted', 1))";
    assert_eq!(stored.texts(torn).await, Vec::<String>::new());
    let met = stored.texts("SELECT DISTINCT status FROM challenges ORDER BY 1").await;
    assert_eq!(met, ["accepted", "declined", "open", "withdrawn"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_paired_twice_by_two_servers() {
    let (one, other) = two().await;
    let mut players = Vec::new();
    for number in 0..24 {
        players.push(one.user(&format!("player{number}")).await);
    }
    // All players seek on several terms at the same time, so that their accounts are in several pairings at
    // once.
    let all = [terms(2), terms(3), terms(4), json!({"ruleset": "kids", "seats": 2})];
    let rounds = races_wanted().unwrap_or(1);
    for _ in 0..rounds {
        let turns = (0..players.len()).flat_map(|number| (0..all.len()).map(move |place| (number, place)));
        // A request holds a connection while it waits for others, so no more are sent at a time than there
        // are connections.
        for chunk in turns.collect::<Vec<_>>().chunks(AT_ONCE) {
            let sent = chunk.iter().map(|&(number, place)| {
                let server = if (number + place) % 2 == 0 { &one } else { &other };
                let (caller, terms) = (server.with_token(players[number].token()), &all[place]);
                async move { caller.post("/v1/seeks", terms).await.expect(201) }
            });
            join_all(sent).await;
        }
    }
    // The number of players is a multiple of every number of seats, so nobody is left.
    let mut stored = Stored::of(&one).await;
    assert_eq!(stored.texts("SELECT status FROM seeks WHERE status <> 'paired'").await, Vec::<String>::new());
    let games = "WITH g AS MATERIALIZED (SELECT g.id, g.ruleset, g.seats, array_agg(s.player_id) AS players \
        FROM games g JOIN game_seats s ON s.game_id = g.id WHERE g.status = 'active' AND s.seat IS NOT NULL \
        GROUP BY g.id, g.ruleset, g.seats) \
        SELECT g.id::text FROM g WHERE g.seats = cardinality(g.players) AND g.seats = \
        (SELECT count(*) FROM seeks k WHERE k.game_id = g.id AND k.ruleset = g.ruleset AND k.seats = g.seats \
         AND k.player_id = ANY (g.players))";
    assert_eq!(stored.texts(games).await.len(), rounds * (12 + 8 + 6 + 12));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_is_either_paired_or_withdrawn() {
    let (one, other) = two().await;
    let (ada, bob) = (one.user("ada").await, one.user("bob").await);
    let there = other.with_token(bob.token());
    for race in 0..4 * races() {
        let own = ada.post("/v1/seeks", terms(2)).await.expect(201);
        let path = format!("/v1/seeks/{}", id(&own));
        let body = terms(2);
        let (withdrawn, sought) = tokio::join!(ada.delete(&path), there.post("/v1/seeks", &body));
        let sought = sought.expect(201).json;
        match withdrawn.status.as_u16() {
            204 => {
                assert_eq!(sought["status"], "open", "race {race}");
                bob.delete(&format!("/v1/seeks/{}", sought["id"].as_str().unwrap())).await.expect(204);
            }
            _ => {
                withdrawn.expect_problem(409, "seek_paired");
                assert_eq!(ada.get(&path).await.expect(200).json["game"], sought["game"], "race {race}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pairing_races_with_erasures_and_blocks() {
    let (one, other) = two().await;
    let body = terms(2);
    for race in 0..races() {
        let (ada, bob) = (one.user(&format!("ada{race}")).await, one.user(&format!("bob{race}")).await);
        ada.post("/v1/seeks", &body).await.expect(201);
        let there = other.with_token(bob.token());
        let (erased, sought) = tokio::join!(ada.erase(), there.post("/v1/seeks", &body));
        erased.expect(204);
        let sought = sought.expect(201).json;
        let own = format!("/v1/seeks/{}", sought["id"].as_str().unwrap());
        match sought["game"].as_str() {
            // The erased player has resigned, so bob waits for nobody.
            Some(game) => {
                let view = bob.get(&format!("/v1/games/{game}")).await.expect(200).json;
                assert_eq!(view["status"], "finished", "race {race}");
            }
            None => bob.delete(&own).await.expect(204).headers.clear(),
        }
    }
    let mut stored = Stored::of(&one).await;
    let left =
        "SELECT s.id::text FROM seeks s JOIN players p ON p.id = s.player_id WHERE p.erased_at IS NOT NULL";
    assert_eq!(stored.texts(left).await, Vec::<String>::new());
    for race in 0..races() {
        let names = ["eve", "dan"].map(|name| format!("{name}{race}"));
        let (eve, dan) = (one.user(&names[0]).await, one.user(&names[1]).await);
        eve.post("/v1/seeks", &body).await.expect(201);
        let there = other.with_token(dan.token());
        let ((), sought) = tokio::join!(block(&eve, &names[1]), there.post("/v1/seeks", &body));
        sought.expect(201);
        // Once the block is stored, the two are never paired.
        for caller in [&eve, &dan] {
            for open in ids(caller, "/v1/seeks?mine=true").await {
                caller.delete(&format!("/v1/seeks/{open}")).await;
            }
        }
        eve.post("/v1/seeks", &body).await.expect(201);
        let again = dan.post("/v1/seeks", &body).await.expect(201).json;
        assert_eq!(again["status"], "open", "race {race}");
        for caller in [&eve, &dan] {
            for open in ids(caller, "/v1/seeks?mine=true").await {
                caller.delete(&format!("/v1/seeks/{open}")).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_races_with_a_challenge_and_its_answer() {
    let (one, other) = two().await;
    let eve = one.user("eve").await;
    for race in 0..races() {
        let name = format!("bob{race}");
        let bob = one.user(&name).await;
        let path = challenge(&eve, json!(name), 2).await;
        let (there, of_eve) = (other.with_token(bob.token()), other.with_token(eve.token()));
        let second = super::to(json!(name), 2);
        let accept = format!("{path}/accept");
        let (erased, _, _) =
            tokio::join!(bob.erase(), there.post_empty(&accept), of_eve.post("/v1/challenges", &second));
        erased.expect(204);
    }
    let mut stored = Stored::of(&one).await;
    let waiting = "SELECT c.status FROM challenges c JOIN games g ON g.id = c.game_id \
        WHERE c.status = 'open' OR g.status IN ('waiting', 'active')";
    assert_eq!(stored.texts(waiting).await, Vec::<String>::new());
    let left = "SELECT i.game_id::text FROM invitations i JOIN players p ON p.id = i.player_id WHERE p.erased_at IS NOT NULL";
    assert_eq!(stored.texts(left).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_one_game_however_the_players_ask_for_it() {
    let (one, other) = two().await;
    let mut games: Vec<Value> = Vec::new();
    for race in 0..races() {
        let table = Table::started(&one, table::terms(2)).await;
        table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
        let path = table.path("/rematch");
        let there = other.with_token(table.seats[1].token());
        if race % 3 == 0 {
            table.seats[0].post_empty(&path).await.expect(200);
        }
        let (first, second) = match race % 2 {
            0 => tokio::join!(table.seats[0].post_empty(&path), there.post_empty(&path)),
            _ => {
                let (first, second, third) = tokio::join!(
                    table.seats[0].post_empty(&path),
                    there.post_empty(&path),
                    there.post_empty(&path)
                );
                third.expect(200);
                (first, second)
            }
        };
        first.expect(200);
        second.expect(200);
        let game = table.view(0).await["rematch"]["game"].clone();
        assert!(game.is_string() && game == table.view(1).await["rematch"]["game"], "race {race}: {game}");
        games.push(game);
    }
    let mut stored = Stored::of(&one).await;
    assert_eq!(stored.texts("SELECT game_id::text FROM challenges").await.len(), games.len());
}
