//! Ladders of clubs: rated games of a season from the challenge to the table, how seasons begin and end, who
//! plays in them, and that nothing changes afterward.

use lapidary::contest::rating::conditions::GAIN_PER_DAY_MAX;
use lapidary::contest::rating::replay::{Replay, check_log};
use lapidary::contest::rating::season::carried;
use lapidary::settings::Switch;
use serde_json::{Value, json};

use super::{DUELS, assert_equal, log, promote, rated, recompute, seek};
use crate::app::{Caller, SOON, TestApp};
use crate::games::stored::{Stored, shift};

/// A club with a ladder of duels.
struct Scene<'a> {
    app: &'a TestApp,
    olga: Caller<'a>,
    club: String,
    ladder: String,
}

async fn scene(app: &TestApp) -> Scene<'_> {
    let olga = app.user("olga").await;
    let made = olga.post("/v1/clubs", json!({"name": "Club", "joining": "open"})).await.expect(201).json;
    let club = format!("/v1/clubs/{}", id(&made));
    let rules = json!({"rd_max": 170, "opponents_min": 1});
    let ladder = json!({"name": "Duels", "base_pool": DUELS, "members_only": false, "listing": rules});
    let ladder = olga.post(&format!("{club}/ladders"), ladder).await.expect(201);
    let path = format!("{club}/ladders/{}", id(&ladder.json));
    assert_eq!((ladder.header("location"), &ladder.json["season"]), (path.as_str(), &Value::Null));
    Scene { app, olga, ladder: id(&ladder.json), club }
}

fn id(made: &Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}

/// Returns the id in the path of a club.
fn club_id(path: &str) -> &str {
    path.trim_start_matches("/v1/clubs/")
}

impl Scene<'_> {
    /// Starts a season, and returns it.
    async fn start(&self, reset: &str) -> Value {
        let body = json!({"ladder": self.ladder, "reset": reset});
        self.olga.post(&format!("{}/seasons", self.club), body).await.expect(201).json
    }

    /// Ends a season, and returns it.
    async fn end(&self, season: &Value) -> Value {
        self.olga.post_empty(&format!("{}/seasons/{}/end", self.club, id(season))).await.expect(200).json
    }

    async fn season(&self, season: &Value) -> Value {
        let path = format!("{}/seasons/{}", self.club, id(season));
        self.app.anonymous().get(&path).await.expect(200).json
    }

    fn fixture(&self, to: &str) -> Value {
        let mut body = rated(2);
        body.as_object_mut().expect("an object").remove("rated");
        body["to"] = json!(to);
        body["ladder"] = json!(self.ladder);
        body
    }

    /// Starts a game by a challenge, and returns its path.
    async fn play(&self, one: &Caller<'_>, other: &Caller<'_>, name: &str) -> String {
        let made = one.post("/v1/challenges", self.fixture(name)).await.expect(201).json;
        let accepted =
            other.post_empty(&format!("/v1/challenges/{}/accept", id(&made))).await.expect(200).json;
        assert_eq!((&accepted["status"], &accepted["rated"]), (&json!("accepted"), &json!(true)));
        assert_eq!(accepted["pool"], made["pool"]);
        format!("/v1/games/{}", id(&made))
    }
}

async fn resign(caller: &Caller<'_>, path: &str) {
    caller.post_empty(&format!("{path}/resign")).await.expect(200);
}

async fn board(app: &TestApp, pool: &Value) -> Value {
    let pool = pool.as_str().expect("a pool");
    app.anonymous().get(&format!("/v1/ladders/{pool}/standings")).await.expect(200).json
}

fn names(board: &Value) -> Vec<&str> {
    let items = board["items"].as_array().expect("items");
    items.iter().map(|item| item["player"]["username"].as_str().unwrap_or("nobody")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_fixture_counts_in_the_pool_of_the_season_and_nowhere_else() {
    let app = TestApp::spawn_with(|settings| settings.games.rating_limits = Switch::Off).await;
    let scene = scene(&app).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    ada.post("/v1/challenges", scene.fixture("bob")).await.expect_problem(409, "no_season");
    let season = scene.start("hard").await;
    let pool = format!("{DUELS}.{}", id(&season));
    assert_eq!(season["pool"], json!(pool));
    assert_eq!(
        (&season["status"], &season["number"], &season["carried"]),
        (&json!("running"), &json!(1), &Value::Null)
    );
    let made = ada.post("/v1/challenges", scene.fixture("bob")).await.expect(201).json;
    assert_eq!((&made["rated"], &made["pool"]), (&json!(true), &json!(pool)));
    let game = format!("/v1/games/{}", id(&made));
    bob.post_empty(&format!("/v1/challenges/{}/accept", id(&made))).await.expect(200);
    // Everybody sees it now, and where it counts.
    let view = app.anonymous().get(&game).await.expect(200).json;
    assert_eq!(
        (&view["rated"], &view["pool"], &view["visibility"]),
        (&json!(true), &json!(pool), &json!("public"))
    );
    assert_eq!(view["ratings"][0]["rating"], 1500);
    ada.post_empty(&format!("{game}/abort")).await.expect_problem(409, "game_rated");
    let listed = app.anonymous().get(&format!("/v1/games?pool={pool}")).await.expect(200).json;
    assert_eq!(listed["items"][0]["pool"], json!(pool));
    let others = app.anonymous().get(&format!("/v1/games?pool={DUELS}")).await.expect(200).json;
    assert_eq!(others["items"], json!([]));
    resign(&bob, &game).await;
    // A game of the server's own pool beside it.
    seek(&ada, &rated(2)).await;
    let paired = seek(&bob, &rated(2)).await;
    resign(&ada, &format!("/v1/games/{}", paired["game"].as_str().expect("a game"))).await;
    let own = log(&app, &pool).await;
    check_log(&own).expect("the log is consistent");
    assert_eq!((own.len(), log(&app, DUELS).await.len()), (2, 2));
    assert_equal(&app).await;
    let season = scene.season(&season).await;
    assert_eq!((&season["players"], &season["games"]), (&json!(2), &json!(1)));
    // The lists of the server show its own pools, those of the club are asked for.
    let pools = |listed: Value| -> Vec<String> {
        let items = listed["items"].as_array().expect("items").iter();
        items.map(|item| item["pool"].as_str().expect("a pool").to_owned()).collect()
    };
    let club = club_id(&scene.club);
    for (path, shown) in [
        ("/v1/ladders".to_owned(), DUELS),
        (format!("/v1/ladders?club={club}"), pool.as_str()),
        ("/v1/players/ada/ratings".to_owned(), DUELS),
        (format!("/v1/players/ada/ratings?club={club}"), pool.as_str()),
    ] {
        assert_eq!(pools(app.anonymous().get(&path).await.expect(200).json), [shown], "{path}");
    }
    let history = format!("/v1/players/ada/rating-history?pool={pool}");
    assert_eq!(app.anonymous().get(&history).await.expect(200).json["items"][0]["place"], 1);
    let page = app.anonymous().get(&format!("/l/{pool}")).await.expect(200);
    assert!(page.text.contains("1 rated game"), "{}", page.text);
    // A season that does not exist has no leaderboard.
    for rest in ["standings", "log", "annulments"] {
        let path = format!("/v1/ladders/{DUELS}.01890a5d-ac96-774b-bcce-b302099a8057/{rest}");
        app.anonymous().get(&path).await.expect_problem(404, "not_found");
        let other = pool.replace("duel", "table");
        app.anonymous().get(&format!("/v1/ladders/{other}/{rest}")).await.expect_problem(404, "not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_ends_with_its_last_game_and_its_table_stays() {
    let app = TestApp::spawn_with(|settings| settings.games.rating_limits = Switch::Off).await;
    let scene = scene(&app).await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let admin = app.user("judge").await;
    promote(&app, "judge").await;
    let season = scene.start("hard").await;
    let mut games = Vec::new();
    for _ in 0..5 {
        let game = scene.play(&ada, &bob, "bob").await;
        resign(&bob, &game).await;
        let game2 = scene.play(&bob, &eve, "eve").await;
        resign(&eve, &game2).await;
        games.extend([game, game2]);
    }
    let open = scene.play(&ada, &eve, "eve").await;
    let waiting = ada.post("/v1/challenges", scene.fixture("bob")).await.expect(201).json;
    let mut terms = rated(2);
    terms["ladder"] = json!(scene.ladder);
    let sought = seek(&ada, &terms).await;
    let path = format!("{}/seasons", scene.club);
    let again = json!({"ladder": scene.ladder});
    scene.olga.post(&path, &again).await.expect_problem(409, "season_running");
    let ended = scene.end(&season).await;
    assert_eq!(ended["status"], "closing");
    assert_eq!(scene.end(&season).await, ended, "ending it again changes nothing");
    // No game begins any more: not by a challenge that waits, not by a seek.
    let accept = format!("/v1/challenges/{}/accept", id(&waiting));
    bob.post_empty(&accept).await.expect_problem(409, "no_season");
    ada.post("/v1/challenges", scene.fixture("bob")).await.expect_problem(409, "no_season");
    bob.post("/v1/seeks", &terms).await.expect_problem(409, "no_season");
    assert_eq!(ada.get(&format!("/v1/seeks/{}", id(&sought))).await.expect(200).json["status"], "expired");
    // While games are played, their results count, and games can be annulled.
    let annul = |game: &str| format!("{}/annul", game.replace("/v1/games", "/v1/admin/games"));
    let reason = json!({"reason": "a test"});
    admin.post(&annul(&games[0]), &reason).await.expect(200);
    let before = board(&app, &season["pool"]).await;
    resign(&eve, &open).await;
    let over = scene.season(&season).await;
    assert_eq!((&over["status"], &over["games"]), (&json!("over"), &json!(11)));
    let last = board(&app, &season["pool"]).await;
    assert_ne!(before, last);
    assert_eq!(names(&last), ["ada", "bob", "eve"]);
    // Nothing changes the table any more.
    admin.post(&annul(&games[1]), &reason).await.expect_problem(409, "season_over");
    admin.post(&annul(&games[0]), &reason).await.expect(200);
    let ladder = format!("{}/ladders/{}", scene.club, scene.ladder);
    scene.olga.patch(&ladder, json!({"listing": {"opponents_min": 1000}})).await.expect(200);
    assert_eq!(board(&app, &season["pool"]).await, last);
    bob.erase().await.expect(204);
    let kept = board(&app, &season["pool"]).await;
    assert_eq!(names(&kept), ["ada", "nobody", "eve"]);
    let done = recompute(&app, &[]).await;
    assert!(done.status.success(), "{done:?}");
    assert_eq!(board(&app, &season["pool"]).await, kept);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_soft_reset_keeps_the_mean_and_a_hard_one_nothing() {
    let app = TestApp::spawn_with(|settings| settings.games.rating_limits = Switch::Off).await;
    let scene = scene(&app).await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let admin = app.user("judge").await;
    promote(&app, "judge").await;
    let first = scene.start("soft").await;
    assert_eq!(first["carried"], Value::Null, "there is nothing to take over");
    for _ in 0..3 {
        resign(&bob, &scene.play(&ada, &bob, "bob").await).await;
        resign(&eve, &scene.play(&ada, &eve, "eve").await).await;
    }
    // A game of the first season ends after the second one has begun: it counts in the first one only.
    let late = scene.play(&ada, &bob, "bob").await;
    scene.end(&first).await;
    let second = scene.start("soft").await;
    assert_eq!(second["carried"], json!({"pool": first["pool"], "pool_seq": 6}));
    resign(&ada, &late).await;
    let old = log(&app, first["pool"].as_str().unwrap()).await;
    let reached = |player: &str, until: u64| {
        let own = old.iter().rev().find(|event| event.player == player && event.pool_seq <= until);
        own.expect("a game").after
    };
    let game = scene.play(&ada, &bob, "bob").await;
    let shown = app.anonymous().get(&game).await.expect(200).json["ratings"].clone();
    resign(&bob, &game).await;
    let new = log(&app, second["pool"].as_str().unwrap()).await;
    for event in &new {
        assert_eq!(event.before, carried(reached(&event.player, 6), 1));
        assert_eq!(event.before.mu_micro, reached(&event.player, 6).mu_micro);
        assert!(event.before.sigma_micro >= reached(&event.player, 6).sigma_micro);
        assert_eq!(shown[usize::from(event.seat)]["rating"], event.before.shown());
    }
    // A game of a season on which another one builds is not annulled, one of the season that runs is.
    let annul = |game: &str| format!("{}/annul", game.replace("/v1/games", "/v1/admin/games"));
    let reason = json!({"reason": "a test"});
    admin.post(&annul(&late), &reason).await.expect_problem(409, "season_over");
    admin.post(&annul(&game), &reason).await.expect(200);
    let annulled = log(&app, second["pool"].as_str().unwrap()).await;
    assert!(annulled.iter().all(|event| event.annulled && event.after == event.before));
    assert_eq!(annulled[0].before, new[0].before);
    assert_equal(&app).await;
    // Eve has not played in the second season: two widenings, then a game after the annulled one.
    scene.end(&second).await;
    let third = scene.start("soft").await;
    resign(&eve, &scene.play(&bob, &eve, "eve").await).await;
    let of_third = log(&app, third["pool"].as_str().unwrap()).await;
    for event in &of_third {
        assert_eq!(event.before, carried(reached(&event.player, 6), 2));
    }
    let mut replay = Replay::default();
    assert!(replay.check(&of_third).is_err(), "the log alone is not enough");
    assert_equal(&app).await;
    let done = recompute(&app, &[]).await;
    assert!(done.status.success(), "{done:?}");
    assert_eq!(log(&app, third["pool"].as_str().unwrap()).await, of_third);
    // A hard reset forgets all of it.
    scene.end(&third).await;
    let fourth = scene.start("hard").await;
    assert_eq!((&fourth["carried"], &fourth["number"]), (&Value::Null, &json!(4)));
    resign(&bob, &scene.play(&ada, &bob, "bob").await).await;
    check_log(&log(&app, fourth["pool"].as_str().unwrap()).await).expect("everybody began as a new player");
    assert_equal(&app).await;
    let listed = app.anonymous().get(&format!("{}/seasons?limit=3", scene.club)).await.expect(200).json;
    let numbers: Vec<u64> =
        listed["items"].as_array().unwrap().iter().map(|one| one["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [4, 3, 2]);
    let next = listed["next_cursor"].as_str().expect("one more");
    let rest = format!("{}/seasons?ladder={}&cursor={next}", scene.club, scene.ladder);
    assert_eq!(app.anonymous().get(&rest).await.expect(200).json["items"][0]["id"], first["id"]);
}

/// Lets a player resign to Ada at once, and returns why the game is not rated.
async fn lose_to_ada(scene: &Scene<'_>, ada: &Caller<'_>, name: &str) -> Value {
    let friend = scene.app.user(name).await;
    let game = scene.play(ada, &friend, name).await;
    resign(&friend, &game).await;
    ada.get(&game).await.expect(200).json["unrated_because"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_goes_on_with_the_last_day_of_the_one_before() {
    let app = TestApp::spawn().await;
    let scene = scene(&app).await;
    let ada = app.user("ada").await;
    let (mut reasons, mut ratings, mut capped) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..4 {
        let season = scene.start("soft").await;
        for friend in 0..4 {
            reasons.push(lose_to_ada(&scene, &ada, &format!("friend{number}{friend}")).await);
        }
        scene.end(&season).await;
        let log = log(&app, season["pool"].as_str().unwrap()).await;
        let won = log.iter().filter(|event| event.place == 1);
        capped.extend(won.clone().map(|event| event.capped));
        ratings.extend(won.flat_map(|event| [event.before.shown(), event.after.shown()]));
    }
    let gain = ratings.iter().max().unwrap() - ratings.iter().min().unwrap();
    assert!((200..=GAIN_PER_DAY_MAX).contains(&gain), "{ratings:?}");
    assert!(reasons.iter().all(Value::is_null) && !capped[0] && capped[15], "{reasons:?} {capped:?}");
    // The other limits go on as well, and all of them end with the day.
    scene.start("soft").await;
    assert_eq!(lose_to_ada(&scene, &ada, "friend00").await, "left_early");
    assert_equal(&app).await;
    let yesterday = shift("finished_at", "- interval '24 hours'");
    Stored::of(&app).await.execute(&format!("UPDATE rating_events SET {yesterday}")).await;
    assert_eq!(lose_to_ada(&scene, &ada, "friend00").await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_play_in_a_ladder_whom_it_is_for() {
    let app = TestApp::spawn().await;
    let scene = scene(&app).await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    scene.start("hard").await;
    let ladder = format!("{}/ladders/{}", scene.club, scene.ladder);
    scene.olga.patch(&ladder, json!({"members_only": true})).await.expect(200);
    let mut terms = rated(2);
    terms["ladder"] = json!(scene.ladder);
    ada.post("/v1/challenges", scene.fixture("bob")).await.expect_problem(403, "invitation_required");
    ada.post("/v1/seeks", &terms).await.expect_problem(403, "invitation_required");
    ada.post_empty(&format!("{}/join", scene.club)).await.expect(200);
    let refused = ada.post("/v1/challenges", scene.fixture("bob")).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/to"]);
    bob.post_empty(&format!("{}/join", scene.club)).await.expect(200);
    // Seeks of members meet each other only: not that of Eve, who has the same terms without the ladder.
    seek(&eve, &rated(2)).await;
    assert_eq!(seek(&ada, &terms).await["status"], "open");
    let paired = seek(&bob, &terms).await;
    let game = format!("/v1/games/{}", paired["game"].as_str().expect("a game"));
    assert_eq!(app.anonymous().get(&game).await.expect(200).json["pool"], paired["pool"]);
    // Whoever leaves the club keeps the game.
    ada.delete(&format!("{}/members/ada", scene.club)).await.expect(204);
    resign(&bob, &game).await;
    let left = app.anonymous().get(&game).await.expect(200).json;
    assert!(left["ratings"][0]["change"].is_i64(), "{left}");
    // Other games are not those of the ladder.
    scene.olga.patch(&ladder, json!({"members_only": false})).await.expect(200);
    let faults = [
        (json!({"clock": {"kind": "none"}}), "/clock"),
        (json!({"visibility": "private"}), "/visibility"),
        (json!({"visibility": "unlisted"}), "/visibility"),
        (json!({"modules": ["cities"]}), "/ladder"),
        (json!({"clock": {"kind": "correspondence", "per_turn_ms": 86_400_000}}), "/ladder"),
        (json!({"ladder": "01890a5d-ac96-774b-bcce-b302099a8057"}), "/ladder"),
    ];
    for (changed, pointer) in faults {
        let mut body = scene.fixture("bob");
        for (name, value) in changed.as_object().expect("an object") {
            body[name] = value.clone();
        }
        let refused = eve.post("/v1/challenges", &body).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{body}");
    }
    terms["rated"] = json!(false);
    let refused = eve.post("/v1/seeks", &terms).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/ladder"]);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_of_a_day_hold_in_the_pool_of_a_club() {
    let app = TestApp::spawn().await;
    let scene = scene(&app).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let season = scene.start("hard").await;
    let mut reasons = Vec::new();
    for _ in 0..3 {
        let game = scene.play(&ada, &bob, "bob").await;
        resign(&bob, &game).await;
        reasons.push(app.anonymous().get(&game).await.expect(200).json["unrated_because"].clone());
    }
    assert_eq!(reasons, [Value::Null, json!("left_early"), json!("left_early")]);
    assert_eq!(log(&app, season["pool"].as_str().unwrap()).await.len(), 2);
    // A day in one pool is none in another one.
    seek(&ada, &rated(2)).await;
    let paired = seek(&bob, &rated(2)).await;
    resign(&bob, &format!("/v1/games/{}", paired["game"].as_str().expect("a game"))).await;
    assert_eq!(log(&app, DUELS).await.len(), 2);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_a_tournament_count_in_the_season_that_runs() {
    let app = TestApp::spawn_with(|settings| settings.games.rating_limits = Switch::Off).await;
    let scene = scene(&app).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let club = club_id(&scene.club);
    let event = |changed: Value| {
        let mut body = json!({"name": "Cup", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2, "open": true,
            "ready_check_ms": 0, "rated": true, "club": club, "ladder": scene.ladder,
            "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
        for (name, value) in changed.as_object().expect("an object") {
            body[name] = value.clone();
        }
        body
    };
    for changed in [
        json!({"rated": false}),
        json!({"seats": 3}),
        json!({"ladder": "01890a5d-ac96-774b-bcce-b302099a8057"}),
    ] {
        let refused = scene.olga.post("/v1/tournaments", event(changed)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/ladder"]);
    }
    let made = scene.olga.post("/v1/tournaments", event(json!({}))).await.expect(201).json;
    assert_eq!((&made["ladder"], &made["pool"]), (&json!(scene.ladder), &json!(DUELS)));
    let path = format!("/v1/tournaments/{}", id(&made));
    for player in [&ada, &bob] {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    let season = scene.start("hard").await;
    scene.olga.post_empty(&format!("{path}/start")).await.expect(200);
    for counts in [true, false] {
        let round = scene.olga.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
        let game = format!("/v1/games/{}", round["tables"][0]["game"].as_str().expect("a game"));
        let view = app.anonymous().get(&game).await.expect(200).json;
        let pool = if counts { season["pool"].clone() } else { Value::Null };
        assert_eq!((&view["rated"], &view["pool"]), (&json!(counts), &pool));
        resign(&bob, &game).await;
        // The second round is played while no season runs: nothing waits for one.
        if counts {
            assert_eq!(scene.end(&season).await["status"], "over");
        }
    }
    assert_eq!(log(&app, season["pool"].as_str().unwrap()).await.len(), 2);
    assert_eq!(app.anonymous().get("/v1/ladders").await.expect(200).json["items"], json!([]));
    // A tournament that is not rated any more leaves the ladder.
    let other = scene.olga.post("/v1/tournaments", event(json!({}))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", id(&other));
    let left = scene.olga.patch(&path, json!({"rated": false})).await.expect(200).json;
    assert_eq!(left["ladder"], Value::Null);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_and_managers_keep_ladders_of_public_clubs() {
    let app = TestApp::spawn().await;
    let scene = scene(&app).await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    ada.post_empty(&format!("{}/join", scene.club)).await.expect(200);
    let (ladders, seasons) = (format!("{}/ladders", scene.club), format!("{}/seasons", scene.club));
    let ladder = format!("{ladders}/{}", scene.ladder);
    let body = json!({"name": "Tables", "base_pool": "splendor.table.live.human"});
    let start = json!({"ladder": scene.ladder, "name": "Spring"});
    let season = scene.start("hard").await;
    let season_path = format!("{seasons}/{}", id(&season));
    for caller in [&ada, &eve] {
        caller.post(&ladders, &body).await.expect_problem(403, "club_role");
        caller.patch(&ladder, json!({"name": "Mine"})).await.expect_problem(403, "club_role");
        caller.delete(&ladder).await.expect_problem(403, "club_role");
        caller.post(&seasons, &start).await.expect_problem(403, "club_role");
        caller.post_empty(&format!("{season_path}/end")).await.expect_problem(403, "club_role");
        assert_eq!(caller.get(&season_path).await.expect(200).json["status"], "running");
    }
    scene.olga.patch(&format!("{}/members/ada", scene.club), json!({"role": "manager"})).await.expect(200);
    let faults = [
        (json!({"base_pool": "splendor.duel.live"}), "/base_pool"),
        (json!({"base_pool": season["pool"]}), "/base_pool"),
        (json!({"base_pool": "chess.duel.live.human"}), "/base_pool"),
        (json!({"listing": {"rd_max": 19}}), "/listing/rd_max"),
        (json!({"name": ""}), "/name"),
    ];
    for (changed, pointer) in faults {
        let mut body = body.clone();
        for (name, value) in changed.as_object().expect("an object") {
            body[name] = value.clone();
        }
        let refused = ada.post(&ladders, &body).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer]);
    }
    let wrong = ada.post(&seasons, json!({"ladder": scene.ladder, "reset": "medium"})).await;
    assert_eq!(wrong.expect_problem(422, "validation_failed").pointers(), ["/reset"]);
    let made = ada.post(&ladders, &body).await.expect(201).json;
    let usual = json!({"rd_max": 150, "opponents_min": 2, "days_idle_max": 365});
    assert_eq!((&made["members_only"], &made["listing"]), (&json!(true), &usual));
    // One that was never used is deleted.
    let unused = format!("{ladders}/{}", id(&made));
    ada.delete(&unused).await.expect(204);
    ada.get(&unused).await.expect_problem(404, "not_found");
    for _ in 1..10 {
        ada.post(&ladders, &body).await.expect(201);
    }
    ada.post(&ladders, &body).await.expect_problem(409, "too_many_ladders");
    Stored::of(&app).await.execute("UPDATE club_seasons SET number = 200, name = 'last'").await;
    ada.post_empty(&format!("{season_path}/end")).await.expect_problem(403, "club_role");
    scene.olga.post_empty(&format!("{season_path}/end")).await.expect(200);
    ada.post(&seasons, &start).await.expect_problem(409, "too_many_ladders");
    // A ladder with a season is closed: the season ends, and nothing follows.
    ada.delete(&ladder).await.expect_problem(403, "club_role");
    scene.olga.delete(&ladder).await.expect(204);
    scene.olga.delete(&ladder).await.expect(204);
    let closed = app.anonymous().get(&ladder).await.expect(200).json;
    assert_eq!((closed["closed_at"].is_string(), &closed["season"]["status"]), (true, &json!("over")));
    ada.patch(&ladder, json!({"name": "Again"})).await.expect_problem(409, "ladder_closed");
    ada.post(&seasons, &start).await.expect_problem(409, "ladder_closed");
    ada.post("/v1/challenges", scene.fixture("eve")).await.expect_problem(409, "no_season");
    ada.post(&ladders, &body).await.expect(201);
    let listed = app.anonymous().get(&ladders).await.expect(200).json;
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(11));
    // Nothing happens to what does not exist.
    let nowhere = "01890a5d-ac96-774b-bcce-b302099a8057";
    let (of_nobody, other) =
        (scene.club.replace(club_id(&scene.club), nowhere), format!("{ladders}/{nowhere}"));
    ada.patch(&other, json!({"name": "Mine"})).await.expect_problem(404, "not_found");
    ada.delete(&other).await.expect_problem(404, "not_found");
    ada.post(&seasons, json!({"ladder": nowhere})).await.expect_problem(404, "not_found");
    scene.olga.post_empty(&format!("{seasons}/{nowhere}/end")).await.expect_problem(404, "not_found");
    ada.post(&format!("{of_nobody}/ladders"), &body).await.expect_problem(404, "not_found");
    // The log of a ladder is public, so private clubs have none.
    let hide = json!({"visibility": "private"});
    scene.olga.patch(&scene.club, &hide).await.expect_problem(409, "club_private");
    let secret = scene
        .olga
        .post("/v1/clubs", json!({"name": "Secret", "visibility": "private"}))
        .await
        .expect(201)
        .json;
    let secret = format!("/v1/clubs/{}", id(&secret));
    scene.olga.post(&format!("{secret}/ladders"), &body).await.expect_problem(409, "club_private");
    for rest in
        ["ladders", "seasons", &format!("ladders/{}", scene.ladder), &format!("seasons/{}", id(&season))]
    {
        eve.get(&format!("{secret}/{rest}")).await.expect_problem(404, "not_found");
    }
    for rest in [format!("ladders/{}", scene.ladder), format!("seasons/{}", id(&season))] {
        scene.olga.get(&format!("{secret}/{rest}")).await.expect_problem(404, "not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_that_closes_ends_its_seasons_and_their_logs_stay() {
    let app = TestApp::spawn().await;
    let scene = scene(&app).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let season = scene.start("hard").await;
    let game = scene.play(&ada, &bob, "bob").await;
    scene.olga.delete(&format!("{}/members/olga", scene.club)).await.expect(204);
    ada.get(&format!("{}/seasons", scene.club)).await.expect_problem(404, "not_found");
    ada.post("/v1/challenges", scene.fixture("bob")).await.expect_problem(409, "no_season");
    resign(&bob, &game).await;
    assert_eq!(log(&app, season["pool"].as_str().unwrap()).await.len(), 2);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_game_slips_into_a_season_that_has_ended() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.rating_limits = Switch::Off;
        // Two challenges may stay open each time, because none expires here.
        settings.games.waiting_games_per_account = 12;
        settings.games.expiry_interval = std::time::Duration::from_secs(3_600);
    })
    .await;
    let scene = scene(&app).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for _ in 0..6 {
        let season = scene.start("soft").await;
        let ending = scene.play(&ada, &bob, "bob").await;
        let waiting = ada.post("/v1/challenges", scene.fixture("bob")).await.expect(201).json;
        let path = format!("{}/seasons/{}/end", scene.club, id(&season));
        // At the same time the season ends, a game of it ends, a challenge is accepted and another one made.
        let (leave, accept) = (format!("{ending}/resign"), format!("/v1/challenges/{}/accept", id(&waiting)));
        let (ended, resigned, accepted, made) = tokio::join!(
            scene.olga.post_empty(&path),
            bob.post_empty(&leave),
            bob.post_empty(&accept),
            ada.post("/v1/challenges", scene.fixture("bob")),
        );
        ended.expect(200);
        resigned.expect(200);
        let game = format!("/v1/games/{}", id(&waiting));
        let status = scene.season(&season).await["status"].clone();
        match accepted.status.as_u16() {
            200 => {
                assert_eq!(status, "closing", "the game that has begun is played");
                resign(&ada, &game).await;
            }
            _ => {
                accepted.expect_problem(409, "no_season");
                assert_eq!(status, "over");
            }
        }
        match made.status.as_u16() {
            201 => {
                let late = format!("/v1/challenges/{}/accept", id(&made.json));
                bob.post_empty(&late).await.expect_problem(409, "no_season");
            }
            _ => {
                made.expect_problem(409, "no_season");
            }
        }
        let over = scene.season(&season).await;
        assert_eq!(
            (&over["status"], &over["games"]),
            (&json!("over"), &json!(if status == "over" { 1 } else { 2 }))
        );
    }
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_of_a_season_that_has_ended_expire_and_those_of_others_wait() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.expiry_interval = SOON;
    })
    .await;
    let scene = scene(&app).await;
    let (ada, _bob) = (app.user("ada").await, app.user("bob").await);
    let season = scene.start("hard").await;
    let left = ada.post("/v1/challenges", scene.fixture("bob")).await.expect(201).json;
    let other = ada.post("/v1/challenges", json!({"to": "bob", "ruleset": "splendor", "seats": 2})).await;
    let other = other.expect(201).json;
    scene.end(&season).await;
    let waited = ada.get(&format!("/v1/games/{}?wait=my_turn", id(&left))).await.expect(200).json;
    assert_eq!(waited["status"], "aborted");
    let status = async |challenge: &Value| {
        let path = format!("/v1/challenges/{}", id(challenge));
        ada.get(&path).await.expect(200).json["status"].clone()
    };
    assert_eq!((status(&left).await, status(&other).await), (json!("expired"), json!("open")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_of_a_club_annuls_games_of_its_seasons_and_no_others() {
    let app = TestApp::spawn_with(|settings| settings.games.rating_limits = Switch::Off).await;
    let scene = scene(&app).await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let season = scene.start("hard").await;
    let mut games = Vec::new();
    for (other, name) in [(&bob, "bob"), (&eve, "eve")] {
        let game = scene.play(&ada, other, name).await;
        resign(other, &game).await;
        games.push(game);
    }
    seek(&ada, &rated(2)).await;
    let paired = seek(&bob, &rated(2)).await;
    let outside = format!("/v1/games/{}", paired["game"].as_str().expect("a game"));
    let annul = |club: &str, game: &str| format!("{club}{}/annul", game.replace("/v1", ""));
    let reason = json!({"reason": "Two of the players were one person"});
    scene.olga.post(&annul(&scene.club, &outside), &reason).await.expect_problem(409, "game_not_finished");
    resign(&ada, &outside).await;
    // Managers ban; the owner decides what counts.
    scene.olga.post_empty(&format!("{}/join-code", scene.club)).await.expect(201);
    ada.post_empty(&format!("{}/join", scene.club)).await.expect(200);
    scene.olga.patch(&format!("{}/members/ada", scene.club), json!({"role": "manager"})).await.expect(200);
    ada.post(&annul(&scene.club, &games[0]), &reason).await.expect_problem(403, "club_role");
    let other =
        format!("/v1/clubs/{}", id(&eve.post("/v1/clubs", json!({"name": "Other"})).await.expect(201).json));
    eve.post(&annul(&other, &games[0]), &reason).await.expect_problem(404, "not_found");
    scene.olga.post(&annul(&scene.club, &outside), &reason).await.expect_problem(404, "not_found");
    let hidden = json!({"name": "Hidden", "visibility": "private"});
    let hidden = format!("/v1/clubs/{}", id(&eve.post("/v1/clubs", hidden).await.expect(201).json));
    scene.olga.post(&annul(&hidden, &games[0]), &reason).await.expect_problem(404, "not_found");
    let casual = ada.post("/v1/games", json!({"ruleset": "splendor", "seats": 2})).await.expect(201).json;
    let casual = format!("/v1/games/{}", id(&casual));
    scene.olga.post(&annul(&scene.club, &casual), &reason).await.expect_problem(409, "game_unrated");
    let done = scene.olga.post(&annul(&scene.club, &games[0]), &reason).await.expect(200).json;
    assert_eq!(
        (&done["pool"], &done["pool_seq"], &done["reason"]),
        (&season["pool"], &json!(1), &reason["reason"])
    );
    let again = scene.olga.post(&annul(&scene.club, &games[0]), json!({"reason": "again"})).await;
    assert_eq!(again.expect(200).json, done);
    let log = log(&app, season["pool"].as_str().expect("a pool")).await;
    check_log(&log).expect("the log is consistent");
    assert_eq!(log.iter().map(|event| event.annulled).collect::<Vec<_>>(), [true, true, false, false]);
    assert_equal(&app).await;
    // Nobody takes back a loss of their own.
    let lost = scene.play(&ada, &scene.olga, "olga").await;
    resign(&scene.olga, &lost).await;
    scene.olga.post(&annul(&scene.club, &lost), &reason).await.expect_problem(403, "club_role");
    let audit = bob.get(&format!("{}/audit", scene.club)).await.expect(200).json;
    let acts = audit["items"].as_array().expect("acts").iter().filter(|act| act["kind"] == "game_annulled");
    let notes: Vec<String> = acts.map(|act| act["note"].as_str().expect("a note").to_owned()).collect();
    assert_eq!(
        notes,
        [format!("{}: Two of the players were one person", games[0].replace("/v1/games/", ""))]
    );
    let older = format!("UPDATE sessions SET {}", shift("created_at", "- interval '601 seconds'"));
    Stored::of(&app).await.execute(&older).await;
    let stale = scene.olga.post(&annul(&scene.club, &games[1]), &reason).await;
    stale.expect_problem(403, "fresh_login_needed");
    scene.end(&season).await;
    let olga = app.user("olga").await;
    olga.post(&annul(&scene.club, &games[1]), &reason).await.expect_problem(409, "season_over");
}
