//! Texts that administrators take down: all kinds of them, where they were shown and copied, and who reads
//! why.

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::api_tokens::issue;
use crate::app::{Answer, Caller, PASSWORD, TestApp, look_again};
use crate::finding::{id, ids};
use crate::games::reader::{LINES, Reader};
use crate::games::stored::Stored;
use crate::games::table::{self, Table};
use crate::ladders::evenings::Club;
use crate::ladders::{DUELS, game_of, promote};
use crate::operating::{stderr, stdout};
use crate::process::run;
use crate::tournaments::scene::Scene;

/// What nobody reads any more, in all texts of these tests.
pub const WORD: &str = "Schimpfwort";
/// The kinds of texts.
const KINDS: [&str; 16] = [
    "username",
    "display_name",
    "game_label",
    "annulment_reason",
    "club_name",
    "club_description",
    "ladder_name",
    "season_name",
    "tournament_name",
    "tournament_description",
    "team_name",
    "guest_name",
    "series_name",
    "series_description",
    "group_names",
    "audit_note",
];

pub async fn judge(app: &TestApp) -> Caller<'_> {
    let judge = app.user("judge").await;
    promote(app, "judge").await;
    judge
}

pub async fn take_down(judge: &Caller<'_>, target: &Value) -> Answer {
    judge.post("/v1/admin/take-downs", json!({"target": target, "reason": "An insult"})).await
}

pub fn target(kind: &str, id: &str) -> Value {
    json!({"type": kind, "id": id})
}

/// Returns the id of an account.
pub async fn account(caller: &Caller<'_>) -> String {
    id(&caller.get("/v1/me").await.expect(200))
}

/// Returns the tables that have the word in a text.
pub async fn left(app: &TestApp) -> Vec<String> {
    let tables = format!(
        "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' \
         AND query_to_xml(format('SELECT t::text AS line FROM %I t', table_name), true, false, '')::text ILIKE '%{WORD}%' ORDER BY 1"
    );
    Stored::of(app).await.texts(&tables).await
}

/// Returns what was taken down, as an audit lists it: the newest first.
async fn taken(caller: &Caller<'_>, path: &str) -> Vec<Value> {
    let audit = caller.get(path).await.expect(200).json;
    let items = audit["items"].as_array().expect("acts").iter();
    items.filter(|act| act["kind"] == "text_taken_down").cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_of_clubs_and_series_are_left_nowhere() {
    let app = TestApp::spawn().await;
    let judge = judge(&app).await;
    let club = Club::new(&app, DUELS).await;
    let (olga, path, of_club) = (&club.olga, &club.path, club.path.trim_start_matches("/v1/clubs/"));
    for name in [WORD, "Club"] {
        // Earlier names are in the audit.
        olga.patch(path, json!({"name": name, "description": [WORD, "Mondays."]})).await.expect(200);
        olga.patch(&format!("{path}/ladders/{}", club.ladder), json!({"name": name})).await.expect(200);
    }
    olga.post_empty(&format!("{path}/seasons/{}/end", id_of(&club.season))).await.expect(200);
    let season = json!({"ladder": club.ladder, "name": WORD});
    let season = id(&olga.post(&format!("{path}/seasons"), season).await.expect(201));
    let groups = json!([{"name": WORD, "size": 2}, {"name": "B", "size": 2}]);
    let series = json!({"name": WORD, "description": [WORD], "groups": groups, "promoted": 1});
    let series = id(&olga.post("/v1/series", series).await.expect(201));
    olga.patch(&format!("/v1/series/{series}"), json!({"description": [WORD, "Again."]})).await.expect(200);
    assert_eq!(left(&app).await, ["club_seasons", "clubs", "series", "tournament_events"]);

    let targets = [
        target("club_name", of_club),
        target("club_description", of_club),
        target("ladder_name", &club.ladder),
        target("season_name", &season),
        target("series_name", &series),
        target("series_description", &series),
        target("group_names", &series),
    ];
    for target in &targets {
        take_down(&judge, target).await.expect(204);
        take_down(&judge, target).await.expect(204);
    }
    assert!(left(&app).await.is_empty(), "{:?}", left(&app).await);

    let tail = |id: &str| id[24..].to_owned();
    let shown = app.anonymous().get(path).await.expect(200).json;
    let neutral = format!("club-{}", tail(of_club));
    assert_eq!((&shown["name"], &shown["description"]), (&json!(neutral), &json!([])));
    let found = app.anonymous().get(&format!("/v1/clubs?name={neutral}")).await.expect(200).json;
    assert_eq!(found["items"][0]["id"], of_club);
    let ladder = app.anonymous().get(&format!("{path}/ladders/{}", club.ladder)).await.expect(200).json;
    assert_eq!(ladder["name"], format!("ladder-{}", tail(&club.ladder)));
    assert_eq!(ladder["season"]["name"], Value::Null);
    let shown = app.anonymous().get(&format!("/v1/series/{series}")).await.expect(200).json;
    assert_eq!(shown["name"], format!("series-{}", tail(&series)));
    assert_eq!((&shown["description"], &shown["groups"][0]["name"]), (&json!([]), &json!("Group 1")));

    // The owner reads why, everybody what stands there now, and nobody who has done it.
    let own = taken(olga, "/v1/me/audit?limit=100").await;
    let read: Vec<&Value> = own.iter().rev().map(|act| &act["target"]).collect();
    assert_eq!(read, targets.iter().collect::<Vec<_>>());
    assert!(own.iter().all(|act| act["by"] == Value::Null && act["note"] == "An insult"), "{own:?}");
    let all = taken(&judge, "/v1/admin/audit?username=olga&limit=100").await;
    assert!(all.len() == targets.len() && all.iter().all(|act| act["by"]["username"] == "judge"), "{all:?}");
    let there = taken(&app.anonymous(), &format!("{path}/audit?limit=100")).await;
    let change = json!([{"field": "name", "before": null, "after": neutral}]);
    assert_eq!((there.len(), &there[3]["changes"]), (4, &change), "{there:?}");
    assert!(there.iter().all(|act| act["by"] == Value::Null && act["note"] == Value::Null), "{there:?}");
    // The owner goes on with the club.
    olga.patch(path, json!({"name": "Better"})).await.expect(200);

    // The club closes with its last member.
    olga.erase().await.expect(204);
    for target in [&targets[0], &targets[2], &targets[3]] {
        take_down(&judge, target).await.expect_problem(404, "not_found");
    }
}

fn id_of(made: &Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_of_tournaments_are_left_nowhere_and_followers_are_told() {
    let app = TestApp::spawn().await;
    let judge = judge(&app).await;
    let settings = json!({"name": WORD, "description": [WORD], "play": "over_the_board", "seats": 2,
        "teams": {"size_min": 1, "size_max": 2}});
    let scene = Scene::new(&app, settings, 1).await;
    scene.organizer.patch(&scene.path, json!({"description": [WORD, "Again."]})).await.expect(200);
    let team = json!({"name": WORD, "captain": 1});
    scene.players[&1].post(&scene.at("/teams"), team).await.expect(201);
    let entry = json!({"guest": WORD, "team": "Onyx"});
    scene.post("/entries", entry).await.expect(201);
    scene.post("/announcements", json!({"text": format!("{WORD}!")})).await.expect(201);
    scene.start().await;
    scene.next().await;
    scene.post("/entries/1/adjust", json!({"give": 1, "reason": format!("{WORD}?")})).await.expect(204);
    let audit = scene.get("/audit?limit=100").await;
    let entry_of = |note: &str| {
        let found = audit["items"].as_array().expect("acts").iter().find(|act| act["note"] == note);
        id_of(found.expect("an entry"))
    };
    let notes = [format!("{WORD}!"), format!("{WORD}?")].map(|note| entry_of(&note));
    let mut follower = Reader::open(&app.anonymous(), &scene.at("/events"), LINES).await;
    assert_eq!(follower.expect("snapshot").await["data"]["tournament"]["name"], WORD);

    let numbered = |kind: &str, number: u32| json!({"type": kind, "id": scene.id(), "number": number});
    let targets = [
        target("tournament_name", scene.id()),
        target("tournament_description", scene.id()),
        numbered("team_name", 1),
        numbered("guest_name", 2),
        target("audit_note", &notes[0]),
        target("audit_note", &notes[1]),
    ];
    for target in &targets {
        take_down(&judge, target).await.expect(204);
        take_down(&judge, target).await.expect(204);
    }
    assert!(left(&app).await.is_empty(), "{:?}", left(&app).await);
    let neutral = format!("tournament-{}", &scene.id()[24..]);
    loop {
        let frame = follower.frame().await.expect("a frame");
        if frame["type"] == "tournament" && frame["data"]["name"] == neutral.as_str() {
            break;
        }
    }
    let shown = scene.get("").await;
    assert_eq!((&shown["name"], &shown["description"]), (&json!(neutral), &json!([])));
    assert_eq!(scene.get("/teams").await["items"][0]["name"], "Team 1");
    assert_eq!(scene.get("/entries").await["items"][1]["guest"], "Guest 2");
    assert_eq!(scene.get("/export").await["adjustments"][0]["reason"], "Taken down");
    let audit = scene.get("/audit?limit=100").await;
    let announced = audit["items"].as_array().expect("acts").iter().find(|act| act["kind"] == "announced");
    assert_eq!(announced.expect("an announcement")["note"], "Taken down");

    // The captain answers for the name of the team, the organizer for the rest.
    let of_captain = taken(&scene.players[&1], "/v1/me/audit").await;
    assert_eq!((of_captain.len(), &of_captain[0]["target"]), (1, &targets[2]));
    assert_eq!(taken(&scene.organizer, "/v1/me/audit").await.len(), 5);
    assert_eq!(taken(&app.anonymous(), &scene.at("/audit?limit=100")).await.len(), 6);

    for wrong in [numbered("team_name", 9), numbered("guest_name", 1), numbered("guest_name", 9)] {
        take_down(&judge, &wrong).await.expect_problem(404, "not_found");
    }
    let no_text =
        take_down(&judge, &target("account", scene.id())).await.expect_problem(422, "validation_failed");
    assert_eq!(no_text.pointers(), ["/target/type"]);
    for wrong in [target("team_name", scene.id()), numbered("tournament_name", 1)] {
        let refused = take_down(&judge, &wrong).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/target/number"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_username_becomes_a_free_one_on_every_server() {
    let app = TestApp::spawn().await;
    let url = app.database_url.clone();
    let other = TestApp::spawn_with(move |settings| settings.database.database_url = Some(url)).await;
    let (judge, bob, scene) = (judge(&app).await, app.user("bob").await, {
        let settings = json!({"play": "over_the_board", "seats": 2});
        Scene::new(&app, settings, 0).await
    });
    let ada = app.user(WORD).await;
    ada.patch("/v1/me", json!({"display_name": WORD})).await.expect(200);
    let waiting = id(&ada.post("/v1/games", table::terms(2)).await.expect(201));
    let game = id(&ada.post("/v1/games", table::terms(2)).await.expect(201));
    bob.post_empty(&format!("/v1/games/{game}/join")).await.expect(200);
    scene.post("/entries", json!({"username": WORD})).await.expect(201);
    let at_other = other.with_token(ada.token());
    for server in [&ada, &at_other] {
        // Both remember the game.
        for _ in 0..2 {
            let seats = server.get(&format!("/v1/games/{game}")).await.expect(200).text;
            assert!(seats.contains(WORD), "{seats}");
        }
    }
    let account = account(&ada).await;
    for kind in ["display_name", "username", "username"] {
        take_down(&judge, &target(kind, &account)).await.expect(204);
    }
    assert!(left(&app).await.is_empty(), "{:?}", left(&app).await);
    let name = ada.get("/v1/me").await.expect(200).json["username"].clone();
    let name = name.as_str().expect("a name");
    assert!(name.starts_with("player-") && name.len() == 19, "{name}");
    for server in [&ada, &at_other] {
        for path in [format!("/v1/games/{game}"), format!("/v1/games/{waiting}"), "/v1/me".to_owned()] {
            // Another server learns of display names every two seconds.
            loop {
                let shown = server.get(&path).await.expect(200);
                assert_eq!(shown.text.matches(name).count(), 1, "{}", shown.text);
                if !shown.text.contains(WORD) {
                    break;
                }
                assert!(shown.json.pointer("/username") != Some(&json!(WORD)), "{}", shown.text);
                look_again().await;
            }
        }
    }
    assert_eq!(scene.get("/entries").await["items"][0]["guest"], name);
    // A turn that this server remembers says the new name, too.
    let take = json!({"version": 1, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]});
    let first = if at_turn(&ada, &game).await { &ada } else { &bob };
    let played = first.post(&format!("/v1/games/{game}/actions"), take).await.expect(200);
    assert!(played.text.contains(name) && !played.text.contains(WORD), "{}", played.text);

    let log_in = async |name: &str| {
        app.anonymous().post("/v1/sessions", json!({"username": name, "password": PASSWORD})).await
    };
    log_in(WORD).await.expect_problem(401, "invalid_credentials");
    log_in(name).await.expect(200);
    let own = taken(&ada, "/v1/me/audit").await;
    assert_eq!((own.len(), &own[0]["target"]), (2, &target("username", &account)));
    app.user(WORD).await.get("/v1/me").await.expect(200);
}

async fn at_turn(caller: &Caller<'_>, game: &str) -> bool {
    let legal = caller.get(&format!("/v1/games/{game}/legal-actions")).await.expect(200).json;
    legal["decision"] != Value::Null
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_of_a_bot_reads_why_its_name_is_gone() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    ada.post("/v1/me/bots", json!({"username": WORD})).await.expect(201);
    let token = issue(&ada, &format!("/v1/me/bots/{WORD}/tokens"), &["read"]).await;
    let bot = app.with_token(token["token"].as_str().expect("a token"));
    let account = account(&bot).await;
    take_down(&judge, &target("username", &account)).await.expect(204);
    assert!(left(&app).await.is_empty());
    let name = ada.get("/v1/me/bots").await.expect(200).json["items"][0]["username"].clone();
    assert_eq!(bot.get("/v1/me").await.expect(200).json["username"], name);
    let own = taken(&ada, "/v1/me/audit").await;
    assert_eq!((own.len(), &own[0]["player"]["username"]), (1, &name));
    let greedy = id(&app.anonymous().get("/v1/players/greedy").await.expect(200));
    for kind in ["username", "display_name"] {
        take_down(&judge, &target(kind, &greedy)).await.expect_problem(403, "forbidden");
    }
    // Administrators are no exception.
    let own = self::account(&judge).await;
    take_down(&judge, &target("username", &own)).await.expect(204);
    judge.get("/v1/admin/audit").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_and_reasons_of_annulments_are_taken_down() {
    let app = TestApp::spawn().await;
    let (judge, ada, bob) = (judge(&app).await, app.user("ada").await, app.user("bob").await);
    let table = Table::started(&app, table::terms_with(2, "label", json!(WORD))).await;
    for _ in 0..2 {
        assert_eq!(table.public_view().await["label"], WORD);
    }
    take_down(&judge, &target("game_label", &table.id)).await.expect(204);
    take_down(&judge, &target("game_label", &table.id)).await.expect(204);
    assert_eq!(table.public_view().await["label"], Value::Null);
    assert!(ids(&app.anonymous(), &format!("/v1/games?label={WORD}")).await.is_empty());

    let rated = game_of(&[&ada, &bob]).await;
    ada.post_empty(&format!("{rated}/resign")).await.expect(200);
    let game = rated.trim_start_matches("/v1/games/");
    let unknown = target("annulment_reason", game);
    take_down(&judge, &unknown).await.expect_problem(404, "not_found");
    judge.post(&format!("/v1/admin/games/{game}/annul"), json!({"reason": WORD})).await.expect(200);
    take_down(&judge, &target("annulment_reason", game)).await.expect(204);
    let listed = app.anonymous().get(&format!("/v1/ladders/{DUELS}/annulments")).await.expect(200).json;
    assert_eq!(listed["items"][0]["reason"], "Taken down");
    assert!(left(&app).await.is_empty(), "{:?}", left(&app).await);
    assert_eq!(taken(&judge, "/v1/admin/audit").await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_take_down_what_exists() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    let account = account(&ada).await;
    for kind in KINDS {
        let mut unknown = target(kind, &Uuid::now_v7().to_string());
        if ["team_name", "guest_name"].contains(&kind) {
            unknown["number"] = json!(1);
        }
        take_down(&ada, &unknown).await.expect_problem(403, "forbidden");
        take_down(&judge, &unknown).await.expect_problem(404, "not_found");
    }
    let long = "x".repeat(501);
    for (target, reason) in [
        (target("username", "ada"), "why"),
        (target("face", &account), "why"),
        (target("username", &account), ""),
        (target("username", &account), "two\nlines"),
        (target("username", &account), long.as_str()),
        (json!({"type": "username", "id": account, "number": 0}), "why"),
        (json!({"type": "username", "id": account, "number": 4_294_967_296_u64}), "why"),
        (json!({"type": "username", "id": account, "text": "x"}), "why"),
        (json!({"type": "username"}), "why"),
        (json!("username"), "why"),
    ] {
        let refused = judge.post("/v1/admin/take-downs", json!({"target": target, "reason": reason})).await;
        refused.expect_problem(422, "validation_failed");
    }
    // Acts on accounts have no text that can be taken down, or the audit could be emptied.
    take_down(&judge, &target("display_name", &account)).await.expect(204);
    assert!(taken(&judge, "/v1/admin/audit").await.is_empty(), "there was no display name");
    judge.post("/v1/admin/players/ada/unlock", json!({"reason": "why"})).await.expect(204);
    judge.post("/v1/admin/players/ada/end-sessions", json!({"reason": "why"})).await.expect(204);
    let act = judge.get("/v1/admin/audit").await.expect(200).json["items"][0]["id"].clone();
    let note = target("audit_note", act.as_str().expect("an id"));
    take_down(&judge, &note).await.expect_problem(404, "not_found");
    app.user("ada").await.erase().await.expect(204);
    take_down(&judge, &target("username", &account)).await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn take_downs_stand_beside_everything_that_happens_at_the_same_time() {
    let app = TestApp::spawn().await;
    let (judge, other) = (judge(&app).await, app.user("other").await);
    promote(&app, "other").await;
    for round in 0..4 {
        let name = format!("ada-{round}");
        let ada = app.user(&name).await;
        let account = account(&ada).await;
        ada.patch("/v1/me", json!({"display_name": WORD})).await.expect(200);
        let club = id(&ada.post("/v1/clubs", json!({"name": WORD})).await.expect(201));
        let game = ada.post("/v1/games", table::terms_with(2, "label", json!(WORD))).await.expect(201);
        let targets = [
            target("username", &account),
            target("display_name", &account),
            target("club_name", &club),
            target("game_label", &id(&game)),
        ];
        let pairs = targets.iter().flat_map(|target| [&judge, &other].map(|judge| take_down(judge, target)));
        let paths = (format!("/v1/admin/players/{name}/lock"), format!("/v1/clubs/{club}"));
        let locked = judge.post(&paths.0, json!({"reason": "a race"}));
        let renamed = ada.patch(&paths.1, json!({"description": ["Mondays."]}));
        let (answers, ((locked, renamed), erased)) =
            join(join_all(pairs), join(join(locked, renamed), ada.erase())).await;
        for answer in answers {
            assert!([204, 404].contains(&answer.status.as_u16()), "{}", answer.text);
        }
        for answer in [locked, renamed, erased] {
            assert!(answer.status.as_u16() < 500, "{}", answer.text);
        }
    }
    for club in ids(&app.anonymous(), "/v1/clubs").await {
        take_down(&judge, &target("club_name", &club)).await.expect(204);
    }
    assert!(left(&app).await.iter().all(|table| table == "clubs"), "{:?}", left(&app).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_takes_texts_down_without_the_api() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let club = id(&ada.post("/v1/clubs", json!({"name": WORD})).await.expect(201));
    let admin = async |words: &[&str]| {
        let words = [&["admin"], words, &["--database-url", &app.database_url]].concat();
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let run = move || run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        tokio::task::spawn_blocking(run).await.expect("an output")
    };
    for (words, told) in [
        (["club_name", "x"], "`x` is not an id"),
        (["face", &club], "must be one of username, display_name"),
        (["username", "nobody"], "no player named nobody"),
        (["team_name", &club], "must be that of a team"),
        (["series_name", &club], "There is nothing with this id"),
    ] {
        let refused = admin(&[&["take-down"], &words[..], &["--reason", "why"]].concat()).await;
        assert!(!refused.status.success() && stderr(&refused).contains(told), "{}", stderr(&refused));
    }
    for words in [["club_name", &club], ["username", "ada"]] {
        let done = admin(&[&["take-down"], &words[..], &["--reason", "An insult"]].concat()).await;
        assert_eq!(stdout(&done), "The text is taken down.\n", "{}", stderr(&done));
    }
    let me = ada.get("/v1/me").await.expect(200).json;
    let name = me["username"].as_str().expect("a name");
    assert!(name.starts_with("player-"), "{name}");
    let log = stdout(&admin(&["log", name]).await);
    let lines: Vec<&str> = log.lines().map(|line| line.split_once(' ').expect("a time").1).collect();
    let line = |target: &str| format!("text_taken_down {name} ({target}) by the operator: An insult");
    assert_eq!(lines, [line(&format!("username {}", id_of(&me))), line(&format!("club_name {club}"))]);
}
