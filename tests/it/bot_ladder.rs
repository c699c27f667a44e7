//! The ladder of bots: whom the server matches by itself, within which limits, and what is rated.

use std::collections::HashMap;

use diesel_async::{AsyncConnection, AsyncPgConnection};
use lapidary::model::bot_ladder;
use lapidary::model::bot_match::{BotMatchId, MatchSecret};
use lapidary::settings::Settings;
use lapidary::store::bot_matches::NewMatch;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::api_tokens::issue;
use crate::app::{Answer, Caller, SOON, TestApp, look_again};
use crate::endpoints::{Bot, local, random};
use crate::games::stored::Stored;
use crate::webhooks::receiver::WAIT_MAX;

const POOL: &str = "splendor.duel.live.endpoint";

/// Looks often for games, of which one bot starts at most two an hour.
fn ladder(settings: &mut Settings) {
    local(settings);
    settings.games.bot_match_interval = SOON;
    settings.games.bot_ladder.bot_ladder_interval = SOON;
    settings.games.bot_ladder.bot_ladder_games_per_hour = 2;
}

/// Creates a bot of this owner on the ladder.
async fn enter(owner: &Caller<'_>, name: &str, url: &str) {
    owner.post("/v1/me/bots", json!({"username": name})).await.expect(201);
    let body = json!({"url": url, "ladder": true});
    let set = owner.put(&format!("/v1/me/bots/{name}/endpoint"), body).await.expect(200).json;
    assert_eq!(set["ladder"], true);
}

/// A bot that resigns as soon as it is asked.
async fn quitter() -> Bot {
    Bot::start(|question: &Value| {
        Some((200, json!({"version": question["version"], "resign": true}).to_string()))
    })
    .await
}

/// A bot that resigns when it has had a few turns, so that it does not leave early.
async fn loser(seed: u64) -> Bot {
    let mut play = random(seed);
    Bot::start(move |question: &Value| {
        let turn = question["view"]["turn"]["number"].as_u64();
        match turn.is_some_and(|turn| turn > 8) {
            true => Some((200, json!({"version": question["version"], "resign": true}).to_string())),
            false => play(question),
        }
    })
    .await
}

/// A bot that never answers.
async fn silent() -> Bot {
    Bot::start(|_: &Value| None::<(u16, String)>).await
}

/// Returns the matches of the ladder in which a bot of the caller plays, as soon as they fit.
async fn matches(owner: &Caller<'_>, fit: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let look = async {
        loop {
            let page = owner.get("/v1/bot-matches").await.expect(200).json;
            let found = page["items"].as_array().expect("a list").clone();
            assert!(found.iter().all(|one| one["ladder"] == true && one["games"] == 1), "{page}");
            if fit(&found) {
                return found;
            }
            look_again().await;
        }
    };
    timeout(WAIT_MAX, look).await.expect("such matches")
}

fn finished(count: usize) -> impl Fn(&[Value]) -> bool {
    move |found| found.iter().filter(|one| one["status"] == "finished").count() == count
}

/// The names of the bots of a match, in alphabetical order.
fn names(one: &Value) -> Vec<&str> {
    let bots = one["bots"].as_array().expect("a list");
    let mut names: Vec<&str> =
        bots.iter().map(|bot| bot["player"]["username"].as_str().expect("a name")).collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn neighbors_are_matched_and_rated_until_the_limit_of_an_hour() {
    let app = TestApp::spawn_with(ladder).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let (loser, winner) = (loser(4).await, Bot::start(random(3)).await);
    enter(&ada, "ada-bot", &loser.url).await;
    enter(&bob, "bob-bot", &winner.url).await;
    let played = matches(&bob, finished(2)).await;
    assert!(played.iter().all(|one| names(one) == ["ada-bot", "bob-bot"]), "{played:?}");
    let log = app.anonymous().get(&format!("/v1/ladders/{POOL}/log")).await.expect(200).json;
    let places: Vec<u64> = log["items"]
        .as_array()
        .expect("a log")
        .iter()
        .map(|seat| seat["place"].as_u64().expect("a place"))
        .collect();
    assert_eq!((places.len(), places.iter().sum::<u64>()), (4, 6), "one winner a game: {log}");
    let of_bob = app.anonymous().get("/v1/players/bob-bot/ratings").await.expect(200).json;
    let rating = &of_bob["items"][0];
    assert!(
        rating["pool"] == POOL && rating["games"] == 2 && rating["rating"].as_i64() > Some(1500),
        "{of_bob}"
    );
    // The game itself is public once it is over, and says that it is not rated: the match is.
    let games = bob
        .get(&format!("/v1/bot-matches/{}/games", played[0]["id"].as_str().expect("an id")))
        .await
        .expect(200)
        .json;
    let game = games["items"][0]["game"].as_str().expect("a game");
    let seen = app.anonymous().get(&format!("/v1/games/{game}")).await.expect(200).json;
    assert_eq!((&seen["status"], &seen["rated"]), (&json!("finished"), &json!(false)));
    // Two more play each other. The others have played enough in this hour.
    let (eve, dan) = (app.user("eve").await, app.user("dan").await);
    enter(&eve, "eve-bot", &loser.url).await;
    enter(&dan, "dan-bot", &winner.url).await;
    matches(&dan, finished(2)).await;
    assert_eq!(matches(&bob, finished(2)).await.len(), 2);
}

#[tokio::test]
async fn no_owner_holds_the_ladder_and_no_bot_leaves_a_game_without_losing_it() {
    let few = |settings: &mut Settings| {
        ladder(settings);
        settings.games.bot_ladder.bot_ladder_games = 3;
    };
    let app = TestApp::spawn_with(few).await;
    let url = app.database_url.clone();
    // Two servers look for games at the same time.
    let _second = TestApp::spawn_with(|settings| {
        few(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let bot = silent().await;
    for number in 1..=3 {
        enter(&ada, &format!("ada-{number}"), &bot.url).await;
        enter(&bob, &format!("bob-{number}"), &bot.url).await;
    }
    let playing = matches(&ada, |found| found.len() == 2).await;
    for one in &playing {
        let names = names(one);
        assert!(names[0].starts_with("ada-") && names[1].starts_with("bob-"), "{names:?}");
    }
    // Each of them has as many games as an owner may have: the third one is between two others.
    let (eve, dan) = (app.user("eve").await, app.user("dan").await);
    enter(&eve, "eve-bot", &bot.url).await;
    enter(&dan, "dan-bot", &bot.url).await;
    let third = matches(&dan, |found| found.len() == 1).await;
    assert_eq!(names(&third[0]), ["dan-bot", "eve-bot"]);
    assert_eq!(matches(&bob, |_| true).await.len(), 2);
    // Neither a cancellation nor a block ends a game that is rated.
    let path = format!("/v1/bot-matches/{}", third[0]["id"].as_str().expect("an id"));
    eve.post_empty(&format!("{path}/cancel")).await.expect_problem(409, "game_rated");
    for blocked in ["dan", "dan-bot"] {
        Answer::to(eve.request(Method::PUT, &format!("/v1/me/blocks/{blocked}"))).await.expect(204);
    }
    eve.put("/v1/me/bots/eve-bot/endpoint", json!({"url": bot.url, "ladder": false})).await.expect(200);
    let issued = issue(&eve, "/v1/me/bots/eve-bot/tokens", &["read", "play"]).await;
    let own = app.with_token(issued["token"].as_str().expect("a token"));
    let games = own.get(&format!("{path}/games")).await.expect(200).json;
    let game = games["items"][0]["game"].as_str().expect("a game").to_owned();
    assert_eq!(eve.get(&path).await.expect(200).json["status"], "playing");
    own.post_empty(&format!("/v1/games/{game}/resign")).await.expect(200);
    matches(&dan, finished(1)).await;
    let standing = app.anonymous().get("/v1/players/dan-bot/ratings").await.expect(200).json;
    assert_eq!(standing["items"][0]["pool"], POOL);
    // The bots of an account that is erased leave, and hold up nobody.
    ada.erase().await.expect(204);
    let stopped =
        matches(&bob, |found| found.iter().filter(|one| one["status"] == "stopped").count() >= 2).await;
    for one in stopped.iter().filter(|one| one["status"] == "stopped") {
        let whole = bob.get(&format!("/v1/bot-matches/{}", one["id"].as_str().expect("an id"))).await;
        assert_eq!(
            (&whole.json["running"], &whole.json["stopped_because"]),
            (&json!(0), &json!("bot_erased"))
        );
    }
}

#[tokio::test]
async fn a_bot_that_gives_no_usable_answer_is_left_out_for_an_hour() {
    let app = TestApp::spawn_with(ladder).await;
    let mut stored = Stored::of(&app).await;
    let bots: HashMap<&str, Bot> =
        HashMap::from([("ada", quitter().await), ("bob", quitter().await), ("eve", quitter().await)]);
    let ada = app.user("ada").await;
    enter(&ada, "ada-bot", &bots["ada"].url).await;
    stored.execute("UPDATE bot_endpoints SET failing_since = now(), fault_at = now()").await;
    let (bob, eve) = (app.user("bob").await, app.user("eve").await);
    enter(&bob, "bob-bot", &bots["bob"].url).await;
    enter(&eve, "eve-bot", &bots["eve"].url).await;
    matches(&bob, finished(2)).await;
    assert_eq!(matches(&ada, |_| true).await.len(), 0);
    stored.execute("UPDATE bot_endpoints SET fault_at = now() - interval '2 hours'").await;
    stored.execute("UPDATE bot_matches SET created_at = created_at - interval '2 hours'").await;
    matches(&ada, finished(1)).await;
}

/// Returns the path of the only game of a match, as a bot of the caller may see it.
async fn game_of(bot: &Caller<'_>, one: &Value) -> String {
    let path = format!("/v1/bot-matches/{}/games", one["id"].as_str().expect("an id"));
    let games = bot.get(&path).await.expect(200).json;
    format!("/v1/games/{}", games["items"][0]["game"].as_str().expect("a game"))
}

#[tokio::test]
async fn no_bot_takes_a_game_of_the_ladder_back_or_holds_it_up() {
    let app = TestApp::spawn_with(ladder).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let bot = silent().await;
    // Whoever blocks the other meets them nevertheless.
    Answer::to(ada.request(Method::PUT, "/v1/me/blocks/bob")).await.expect(204);
    enter(&ada, "ada-bot", &bot.url).await;
    enter(&bob, "bob-bot", &bot.url).await;
    let playing = matches(&ada, |found| found.len() == 1).await;
    for (owner, name) in [(&ada, "ada-bot"), (&bob, "bob-bot")] {
        let issued = issue(owner, &format!("/v1/me/bots/{name}/tokens"), &["read", "play"]).await;
        let own = app.with_token(issued["token"].as_str().expect("a token"));
        let game = game_of(&own, &playing[0]).await;
        let body = own.get(&game).await.expect(200).json;
        assert_eq!((&body["rated"], &body["pool"]), (&json!(false), &json!(POOL)));
        own.post_empty(&format!("{game}/abort")).await.expect_problem(409, "game_rated");
        own.post_empty(&format!("{game}/pause")).await.expect_problem(422, "not_available");
    }
}

#[tokio::test]
async fn the_limits_of_a_day_hold_on_the_ladder_of_bots() {
    let app = TestApp::spawn_with(|settings| {
        ladder(settings);
        settings.games.bot_ladder.bot_ladder_games_per_hour = 1;
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let (loser, winner) = (loser(4).await, Bot::start(random(3)).await);
    enter(&ada, "ada-bot", &loser.url).await;
    enter(&bob, "bob-bot", &winner.url).await;
    let first = matches(&bob, finished(1)).await;
    let seen = app.anonymous().get(&game_of(&bob, &first[0]).await).await.expect(200).json;
    assert_eq!(
        (&seen["unrated_because"], seen["ratings"][0]["change"].is_i64()),
        (&Value::Null, true),
        "{seen}"
    );
    // The day began 300 points lower, and the next hour begins.
    stored.execute("UPDATE rating_events SET mu_before = mu_before - 15000000").await;
    stored.execute("UPDATE bot_matches SET created_at = created_at - interval '2 hours'").await;
    let both = matches(&bob, finished(2)).await;
    let second = both.iter().find(|one| one["id"] != first[0]["id"]).expect("another match");
    let seen = app.anonymous().get(&game_of(&bob, second).await).await.expect(200).json;
    // The winner keeps the rating, and the loser loses all the same.
    let changes = seen["ratings"].as_array().expect("ratings").iter().map(|seat| seat["change"].as_i64());
    let changes: Vec<i64> = changes.map(|change| change.expect("a change")).collect();
    assert!(changes.contains(&0) && changes.iter().any(|change| *change < 0), "{seen}");
    let history = format!("/v1/players/bob-bot/rating-history?pool={POOL}");
    let history = app.anonymous().get(&history).await.expect(200).json;
    let capped: Vec<_> = [0, 1].map(|game| history["items"][game]["capped"].clone()).into();
    assert_eq!((capped, &seen["unrated_because"]), (vec![json!(true), json!(false)], &Value::Null));
}

#[tokio::test]
async fn the_next_game_of_the_ladder_is_for_the_owner_who_has_waited_longest() {
    let app = TestApp::spawn_with(|settings| {
        ladder(settings);
        settings.games.bot_ladder.bot_ladder_games = 0;
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let bot = quitter().await;
    let (ada, bea) = (app.user("ada").await, app.user("bea").await);
    let (cleo, dan) = (app.user("cleo").await, app.user("dan").await);
    // Bea has two bots: nobody comes first by having many.
    let bots =
        [(&ada, "ada-bot"), (&bea, "bea-bot"), (&bea, "bea-two"), (&cleo, "cleo-bot"), (&dan, "dan-bot")];
    for (owner, name) in bots {
        owner.post("/v1/me/bots", json!({"username": name})).await.expect(201);
        owner.put(&format!("/v1/me/bots/{name}/endpoint"), json!({"url": bot.url})).await.expect(200);
        stored
            .execute(&format!(
                "UPDATE bot_endpoints SET ladder = true, created_at = now() - interval '1 day' * (9 - (SELECT count(*) \
                 FROM bot_endpoints WHERE ladder)) WHERE bot_id = (SELECT id FROM players WHERE username = '{name}')"
            ))
            .await;
    }
    assert_eq!(waiting(&app, &mut stored).await, ["ada-bot", "bea-bot", "bea-two", "cleo-bot", "dan-bot"]);
    // Whoever plays goes to the end, with all their bots; the one that has not played comes first of them.
    play_hours_ago(&mut stored, ["ada-bot", "bea-bot"], 30).await;
    assert_eq!(waiting(&app, &mut stored).await, ["cleo-bot", "dan-bot", "ada-bot", "bea-two", "bea-bot"]);
    play_hours_ago(&mut stored, ["cleo-bot", "bea-two"], 20).await;
    assert_eq!(waiting(&app, &mut stored).await, ["dan-bot", "ada-bot", "cleo-bot", "bea-bot", "bea-two"]);
    play_hours_ago(&mut stored, ["dan-bot", "ada-bot"], 10).await;
    assert_eq!(waiting(&app, &mut stored).await, ["cleo-bot", "bea-bot", "bea-two", "dan-bot", "ada-bot"]);
}

#[tokio::test]
async fn the_ladder_passes_over_nobody_who_has_waited() {
    let app = TestApp::spawn_with(|settings| {
        ladder(settings);
        settings.games.bot_ladder.bot_ladder_games = 1;
        settings.games.bot_ladder.bot_ladder_games_per_hour = 1_000;
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let bot = quitter().await;
    let names = ["ada", "bob", "cleo", "dan", "eve"];
    for name in names {
        let owner = app.user(name).await;
        let name = format!("{name}-bot");
        owner.post("/v1/me/bots", json!({"username": name})).await.expect(201);
        owner.put(&format!("/v1/me/bots/{name}/endpoint"), json!({"url": bot.url})).await.expect(200);
    }
    // All enter at once. The server sets several rows too, in another order.
    let enter =
        "LOCK TABLE bot_endpoints IN SHARE ROW EXCLUSIVE MODE; UPDATE bot_endpoints SET ladder = true;";
    stored.execute(&format!("DO $$ BEGIN {enter} END $$")).await;
    let of_a_match = "SELECT (SELECT string_agg(p.username, ' ') FROM bot_match_bots b \
         JOIN players p ON p.id = b.player_id WHERE b.match_id = m.id) AS text FROM bot_matches m ORDER BY m.created_at";
    let played = loop {
        let played = stored.texts(of_a_match).await;
        if played.len() >= 12 {
            break played;
        }
        look_again().await;
    };
    // Of each owner, the number of the last match.
    let mut last: HashMap<String, usize> = HashMap::new();
    for (number, pair) in played.iter().enumerate() {
        let waited = |name: &str| last.get(&format!("{name}-bot")).map_or(0, |last| last + 1);
        let longest = names.iter().map(|name| waited(name)).min();
        let is_fair = names.iter().any(|name| Some(waited(name)) == longest && pair.contains(*name));
        assert!(is_fair, "match {number} of {played:?}");
        last.extend(pair.split(' ').map(|name| (name.to_owned(), number)));
    }
}

#[tokio::test]
async fn an_owner_who_enters_while_a_game_of_the_ladder_is_made_comes_before_those_who_play_it() {
    let app = TestApp::spawn_with(|settings| {
        ladder(settings);
        settings.games.bot_ladder.bot_ladder_games = 0;
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let bot = silent().await;
    let (ada, bob, cleo) = (app.user("ada").await, app.user("bob").await, app.user("cleo").await);
    enter(&ada, "ada-bot", &bot.url).await;
    enter(&bob, "bob-bot", &bot.url).await;
    let mut slow = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let pool = bot_ladder::pool().expect("a pool");
    let made = slow.transaction(async |slow| {
        // The look has begun, and hangs; it sees who enters in the meantime.
        assert!(lapidary::store::bot_ladder::try_lock(slow).await?);
        enter(&cleo, "cleo-bot", &bot.url).await;
        let ready = lapidary::store::bot_ladder::ready(slow, &bot_ladder::TERMS, &pool, 1_000).await?;
        assert_eq!(ready.len(), 3);
        let bots = ready[..2].iter().map(|bot| (bot.bot, None, true)).collect();
        let (creator, terms) = (ready[0].bot, bot_ladder::TERMS);
        let (id, secret) = (BotMatchId::generate(), MatchSecret([0; 32]));
        let new = NewMatch { id, creator, terms, games: 1, at_once: 1, secret, bots, ladder: true };
        lapidary::store::bot_matches::insert(slow, &new).await
    });
    made.await.expect("a match");
    stored.execute("UPDATE bot_matches SET status = 'finished', ended_at = now()").await;
    assert_eq!(waiting(&app, &mut stored).await, ["cleo-bot", "ada-bot", "bob-bot"]);
}

/// Returns the names of the bots that can play a game of the ladder, in the order in which they do.
async fn waiting(app: &TestApp, stored: &mut Stored) -> Vec<String> {
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let pool = bot_ladder::pool().expect("a pool");
    let ready = lapidary::store::bot_ladder::ready(&mut connection, &bot_ladder::TERMS, &pool, 1_000);
    let mut names = Vec::new();
    for bot in ready.await.expect("a list") {
        let name = format!("SELECT username AS text FROM players WHERE id = '{}'", bot.bot.0);
        names.extend(stored.texts(&name).await);
    }
    names
}

/// Stores a match of two bots that is over, and that began this long ago; that of the second an hour later.
async fn play_hours_ago(stored: &mut Stored, bots: [&str; 2], hours: u32) {
    for (place, bot) in bots.into_iter().enumerate() {
        let id = format!("00000000-0000-7000-8000-{:012}", hours * 2 + place as u32);
        let ago = hours - place as u32;
        stored
            .execute(&format!(
                "INSERT INTO bot_matches (id, creator_id, ruleset, options, seats, visibility, clock, games, at_once, status, \
                 secret, commitment, created_at, ended_at, ladder) SELECT '{id}', id, 'splendor', '', 2, 'public', 'live', 1, 1, \
                 'finished', sha256(''), sha256(''), now() - interval '1 hour' * {ago}, now(), true FROM players WHERE username = '{bot}'"
            ))
            .await;
        stored
            .execute(&format!(
                "INSERT INTO bot_match_bots (match_id, place, player_id) SELECT '{id}', 0, id FROM players WHERE username = '{bot}'"
            ))
            .await;
    }
}
