//! The same request has the same answer in every database, whatever its locale takes for a letter or a
//! capital.

use diesel_async::{AsyncConnection, AsyncPgConnection};
use lapidary::database::{Connector, migrations};
use lapidary::store::accounts;
use reqwest::Url;
use serde_json::{Value, json};

use crate::app::{Caller, PASSWORD, SOON, TestApp, look_again};
use crate::games::stored::Stored;
use crate::test_database;
use crate::tournaments::scene::settings;

/// Makes the columns of players those of a Turkish database, in which `lower('I')` is not `i`.
const TURKISH: [&str; 3] = [
    "CREATE COLLATION turkish (provider = icu, locale = 'tr')",
    "ALTER TABLE players ALTER COLUMN username TYPE text COLLATE turkish",
    "ALTER TABLE players ALTER COLUMN email TYPE text COLLATE turkish",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_turkish_database_has_each_username_once() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    for statement in TURKISH {
        stored.execute(statement).await;
    }
    assert_eq!(
        stored.texts("SELECT lower(username) FROM (SELECT 'I' COLLATE turkish) AS p (username)").await,
        ["ı"]
    );
    let account = |name: &str| json!({"username": name, "password": PASSWORD, "email": format!("{name}@ilion.example")});
    app.anonymous().post("/v1/accounts", account("IVY")).await.expect(201);
    app.anonymous().post("/v1/accounts", account("ivy")).await.expect_problem(409, "username_taken");
    for name in ["IVY", "ivy", "Ivy"] {
        let login = json!({"username": name, "password": PASSWORD});
        app.anonymous().post("/v1/sessions", login).await.expect(200);
        let profile = app.anonymous().get(&format!("/v1/players/{name}")).await.expect(200).json;
        assert_eq!(profile["username"], "IVY");
        let found = app.anonymous().get(&format!("/v1/players?prefix={name}")).await.expect(200).json;
        assert_eq!(found["items"][0]["username"], "IVY", "{found}");
        let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("a connection");
        let email = format!("{name}@ILION.example");
        let with_email = accounts::by_email(&mut connection, &email, 10).await.expect("players");
        assert_eq!(with_email.len(), 1, "{email}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_usernames_that_were_one_are_named_before_the_migration() {
    let dump = include_str!("../releases/0.1.0.sql");
    let database = test_database::restore(dump).await;
    let mut stored = Stored::at(&database.url).await;
    for statement in ["DROP INDEX players_username", TURKISH[0], TURKISH[1]] {
        stored.execute(statement).await;
    }
    for name in ["IVY", "ivy"] {
        let player = format!("INSERT INTO players (id, username) VALUES (gen_random_uuid(), '{name}')");
        stored.execute(&player).await;
    }
    let connector = Connector::to(&database.url).expect("an address");
    let refusal = migrations::run(&connector).await.expect_err("a player must get another name").to_string();
    assert!(refusal.contains("the usernames IVY and ivy differ only in case: "), "{refusal}");
    stored.execute("UPDATE players SET username = 'Ivy-2' WHERE username = 'IVY'").await;
    migrations::run(&connector).await.expect("the rest of the migrations");
    drop(stored);
    database.remove().await;
}

/// Returns the names in a list.
async fn listed(caller: &Caller<'_>, list: &str, words: &str) -> Vec<String> {
    let url = Url::parse_with_params("http://unused", [("name", words)]).expect("an address");
    let page = caller.get(&format!("{list}?{}", url.query().expect("a query"))).await.expect(200).json;
    let name = |item: &Value| item["name"].as_str().expect("a name").to_owned();
    page["items"].as_array().expect("items").iter().map(name).collect()
}

/// Names, each with words by which it is found, and with words by which it is not.
const NAMES: [(&str, &[&str], &[&str]); 7] = [
    ("Кубок пятницы", &["кубок", "ПЯТН", "пятницы куб"], &["убок", "kубок"]),
    ("春季囲碁大会", &["春季", "大会", "大会 春"], &["秋季"]),
    ("Émeraude d'ÉTÉ", &["ÉMER", "e\u{301}me", "été"], &["eme", "meraude"]),
    ("Große Straße", &["GROSSE", "strasse gro", "STRAẞE"], &["ross"]),
    ("ΚΥΠΕΛΛΟ ΣΟΦΟΣ", &["σοφος", "Κυπ"], &["φος"]),
    ("ＦＲＩＤＡＹ Night", &["fri", "ｎｉｇ"], &["day"]),
    ("토요일 리그", &["토요", "리그"], &["요일"]),
];

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_clubs_and_series_are_found_by_words_of_every_script() {
    let app = TestApp::spawn().await;
    let owners = [app.user("olga").await, app.user("otto").await];
    for (number, (name, ..)) in NAMES.iter().enumerate() {
        let owner = &owners[number % 2];
        owner.post("/v1/tournaments", settings(&json!({"name": name}))).await.expect(201);
        owner.post("/v1/clubs", json!({"name": name})).await.expect(201);
        owner.post("/v1/series", json!({"name": name})).await.expect(201);
    }
    let anybody = app.anonymous();
    for list in ["/v1/tournaments", "/v1/clubs", "/v1/series"] {
        for (name, words, others) in NAMES {
            for words in words {
                assert_eq!(listed(&anybody, list, words).await, [name], "{list}: {words}");
            }
            for words in others.iter().chain(&["!", "&", "'"]) {
                assert_eq!(listed(&anybody, list, words).await, [""; 0], "{list}: {words}");
            }
        }
        for wrong in ["", &"a".repeat(81)] {
            anybody.get(&format!("{list}?name={wrong}")).await.expect_problem(400, "malformed");
        }
    }
    // Another name has other words.
    let club = newest(&anybody, "/v1/clubs").await;
    owners[0].patch(&format!("/v1/clubs/{club}"), json!({"name": "Kubok"})).await.expect(200);
    let series = newest(&anybody, "/v1/series").await;
    owners[0].patch(&format!("/v1/series/{series}"), json!({"name": "Kubok"})).await.expect(200);
    for list in ["/v1/clubs", "/v1/series"] {
        assert_eq!(listed(&anybody, list, "kub").await, ["Kubok"]);
        assert_eq!(listed(&anybody, list, "리그").await, [""; 0]);
    }
}

/// Returns the id of the first item of a list.
async fn newest(caller: &Caller<'_>, list: &str) -> String {
    let page = caller.get(list).await.expect(200).json;
    page["items"][0]["id"].as_str().expect("an id").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_an_earlier_release_stores_is_found_too() {
    let app = TestApp::spawn_with(|settings| settings.games.expiry_interval = SOON).await;
    let olga = app.user("olga").await;
    olga.post("/v1/tournaments", settings(&json!({"name": "Friday"}))).await.expect(201);
    olga.post("/v1/clubs", json!({"name": "Friday"})).await.expect(201);
    olga.post("/v1/series", json!({"name": "Friday"})).await.expect(201);
    let mut stored = Stored::of(&app).await;
    for table in ["tournaments", "clubs", "series"] {
        stored.execute(&format!("UPDATE {table} SET name = 'Суббота'")).await;
        while listed(&olga, &format!("/v1/{table}"), "субб").await.is_empty() {
            look_again().await;
        }
        assert_eq!(listed(&olga, &format!("/v1/{table}"), "friday").await, [""; 0]);
    }
}
