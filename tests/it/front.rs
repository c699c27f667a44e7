//! The page for people: where it opens, what a preview of a link shows, and its files.

use std::io::Read;

use flate2::read::GzDecoder;
use lapidary::settings::public_url;
use reqwest::Method;
use reqwest::redirect::Policy;
use serde_json::json;

use crate::app::{Answer, Caller, TestApp};

const NOBODY: &str = "0190a000-0000-7000-8000-000000000000";

/// Creates a game that waits for players, and returns its id.
async fn table(caller: &Caller<'_>, visibility: &str, label: &str) -> String {
    let terms = json!({"ruleset": "splendor", "seats": 2, "visibility": visibility, "label": label});
    let game = caller.post("/v1/games", terms).await.expect(201).json;
    game["id"].as_str().expect("a game has an id").to_owned()
}

/// Returns the content of a property of a page.
fn property<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("<meta property=\"{name}\" content=\""))?;
    rest.split_once('"').map(|(content, _)| content)
}

#[tokio::test]
async fn a_link_to_a_public_game_names_it_and_shows_its_picture() {
    let app = TestApp::shared().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let id = table(&ada, "public", "Final <img src=x onerror=alert(1)>").await;
    let waiting = app.anonymous().get(&format!("/g/{id}")).await.expect(200);
    assert!(!waiting.text.contains("<img"), "{}", waiting.text);
    assert!(waiting.text.contains("Final &#60;img"), "{}", waiting.text);
    assert_eq!(property(&waiting.text, "og:image"), None, "there is no position yet");
    bob.post(&format!("/v1/games/{id}/join"), json!({})).await.expect(200);
    let page = app.anonymous().get(&format!("/g/{id}")).await.expect(200);
    let title = property(&page.text, "og:title").expect("the page has a title");
    assert!(title.contains("ada") && title.contains("bob"), "{title}");
    let (address, picture) = (format!("/g/{id}"), format!("/v1/games/{id}/board."));
    assert!(
        property(&page.text, "og:url").is_some_and(|url| url.starts_with("http") && url.ends_with(&address))
    );
    assert!(property(&page.text, "og:image").is_some_and(|url| url.contains(&picture)));
    let moment = app.anonymous().get(&format!("{address}?at=1&utm=x")).await.expect(200);
    assert!(property(&moment.text, "og:url").is_some_and(|url| url.ends_with(&format!("{address}?at=1"))));
    assert!(property(&moment.text, "og:image").is_some_and(|url| url.ends_with("?at=1")));
    for odd in ["?at=last", "?at=-1", "?at=%22%3E%3Cscript%3E", "?at", "?at=1&at=2"] {
        let page = app.anonymous().get(&format!("{address}{odd}")).await.expect(200);
        assert!(property(&page.text, "og:url").is_some_and(|url| url.ends_with(&address)), "{odd}");
    }
}

#[tokio::test]
async fn a_preview_names_the_server_as_its_reader_has_found_it_unless_an_address_is_configured() {
    let found = TestApp::spawn().await;
    let configured =
        TestApp::spawn_with(|settings| settings.http.public_url = public_url("https://games.example").ok());
    for (app, is_configured) in [(found, false), (configured.await, true)] {
        let id = table(&app.user("ada").await, "public", "Final").await;
        app.user("bob").await.post(&format!("/v1/games/{id}/join"), json!({})).await.expect(200);
        let picture = if cfg!(feature = "png") { "board.png" } else { "board.svg" };
        let picture = format!("/v1/games/{id}/{picture}");
        app.anonymous().get(&picture).await.expect(200);
        for (host, named) in [
            ("lapidary.example", Some("http://lapidary.example")),
            ("lapidary.example:8443", Some("http://lapidary.example:8443")),
            ("eve@lapidary.example", None),
            ("lapidary.example/x", None),
        ] {
            let named = match is_configured {
                true => "https://games.example",
                false => named.unwrap_or(&app.address),
            };
            let request = app.anonymous().request(Method::GET, &format!("/g/{id}")).header("host", host);
            let page = Answer::to(request).await;
            // The server may refuse what is no host before any page is made.
            if page.status == 400 {
                assert!(host.contains(['@', '/']), "{host}");
                continue;
            }
            assert_eq!(
                property(&page.text, "og:image"),
                Some(format!("{named}{picture}").as_str()),
                "{host}"
            );
            assert_eq!(property(&page.text, "og:url"), Some(format!("{named}/g/{id}").as_str()), "{host}");
        }
    }
}

#[tokio::test]
async fn what_is_not_public_looks_like_what_does_not_exist() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let id = table(&ada, "private", "secret").await;
    let unknown = app.anonymous().get(&format!("/g/{NOBODY}")).await.expect(404);
    assert!(unknown.header("content-type").starts_with("text/html"));
    // A token changes nothing, because the page itself looks with it.
    for caller in [app.anonymous(), ada] {
        for path in [
            format!("/g/{id}"),
            "/g/x".to_owned(),
            format!("/t/{NOBODY}"),
            "/l/x".to_owned(),
            format!("/c/{NOBODY}"),
            format!("/s/{NOBODY}"),
            "/p/x".to_owned(),
        ] {
            let hidden = caller.get(&path).await.expect(404);
            assert_eq!(hidden.text, unknown.text, "{path}");
        }
    }
}

#[tokio::test]
async fn a_page_has_the_first_picture_of_a_public_game_before_any_script_runs() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let spoken = |id: &str, language: &str, query: &str| {
        format!("src=\"/v1/games/{id}/board.svg?theme=light&amp;lang={language}{query}\"")
    };
    let picture = |id: &str, query: &str| spoken(id, "en", query);
    assert!(!app.anonymous().get("/").await.expect(200).text.contains("first-picture"));
    let hidden = table(&ada, "private", "hidden").await;
    bob.post(&format!("/v1/games/{hidden}/join"), json!({})).await.expect_problem(404, "not_found");
    let id = table(&ada, "public", "shown").await;
    assert!(!app.anonymous().get(&format!("/g/{id}")).await.expect(200).text.contains("first-picture"));
    bob.post(&format!("/v1/games/{id}/join"), json!({})).await.expect(200);
    let start = app.anonymous().get("/").await.expect(200).text;
    assert!(start.contains(&picture(&id, "")) && start.contains("data-status=\"active\""), "{start}");
    for (accepted, language) in [("de-CH, en;q=0.5", "de"), ("it, es;q=0.9, fr;q=0.8", "es"), ("it", "en")] {
        let page = app.anonymous().request(Method::GET, "/").header("accept-language", accepted);
        let page = Answer::to(page).await.expect(200);
        assert!(page.text.contains(&spoken(&id, language, "")), "{}", page.text);
        assert!(page.header("vary").contains("accept-language"), "{}", page.header("vary"));
    }
    let game = app.anonymous().get(&format!("/g/{id}?at=1")).await.expect(200).text;
    assert!(game.contains(&picture(&id, "&#38;at=1")), "{game}");
    ada.post_empty(&format!("/v1/games/{id}/resign")).await.expect(200);
    let start = app.anonymous().get("/").await.expect(200).text;
    assert!(!start.contains("first-picture"), "nobody plays: the page has a game that plays itself");
    let game = app.anonymous().get(&format!("/g/{id}")).await.expect(200).text;
    assert!(game.contains(&picture(&id, "")) && game.contains("data-status=\"finished\""), "{game}");
}

#[tokio::test]
async fn lists_and_rules_open_at_addresses_of_their_own() {
    let app = TestApp::shared().await;
    for path in
        ["/games", "/puzzles", "/tournaments", "/clubs", "/ladders", "/players", "/moderate", "/rules"]
    {
        let page = app.anonymous().get(path).await.expect(200);
        assert!(property(&page.text, "og:url").is_some_and(|url| url.ends_with(path)), "{path}");
    }
}

#[tokio::test]
async fn players_have_pages() {
    let app = TestApp::shared().await;
    app.user("ada").await;
    let player = app.anonymous().get(&format!("/p/{}", app.name("ADA"))).await.expect(200);
    let title = format!("{} · Lapidary", app.name("ada"));
    assert_eq!(property(&player.text, "og:title"), Some(&*title));
}

#[tokio::test]
async fn clubs_have_pages() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let club = json!({"name": "Emerald Evenings"});
    let club = ada.post("/v1/clubs", &club).await.expect(201).json;
    let page = app.anonymous().get(&format!("/c/{}", club["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(property(&page.text, "og:title"), Some("Emerald Evenings · Lapidary"));
    assert_eq!(property(&page.text, "og:description"), Some("A club with 1 member."));
}

#[tokio::test]
async fn series_and_leagues_have_pages() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    for (body, said) in [
        (json!({"name": "Cup"}), "A series of 0 tournaments."),
        (
            json!({"name": "Cup", "groups": [{"name": "A", "size": 4}, {"name": "B", "size": 4}], "promoted": 1}),
            "A league of 2 groups.",
        ),
    ] {
        let series = ada.post("/v1/series", &body).await.expect(201).json;
        let page = app.anonymous().get(&format!("/s/{}", series["id"].as_str().unwrap())).await.expect(200);
        assert_eq!(property(&page.text, "og:title"), Some("Cup · Lapidary"));
        assert_eq!(property(&page.text, "og:description"), Some(said));
    }
}

#[tokio::test]
async fn a_browser_that_opens_a_game_of_the_api_gets_its_page() {
    let app = TestApp::shared().await;
    let id = table(&app.user("ada").await, "public", "x").await;
    let client = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (accept, status) in
        [(browser, 303), ("*/*", 200), ("application/json, text/html;q=0.5", 200), ("text/html", 303)]
    {
        let request = client.get(format!("{}/v1/games/{id}", app.address)).header("accept", accept);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{accept}");
        let page = answer.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
        assert_eq!(page, (status == 303).then(|| format!("/g/{id}")), "{accept}");
    }
}

#[tokio::test]
async fn every_file_of_the_page_is_served_and_never_changes_at_its_address() {
    let app = TestApp::shared().await;
    let page = app.anonymous().get("/").await.expect(200);
    let mut files: Vec<&str> = page.text.split('"').filter(|text| text.starts_with("/assets/")).collect();
    files.sort_unstable();
    files.dedup();
    assert_eq!(files.len(), 16, "{files:?}");
    // Parts of the page name what they share by its address.
    for part in ["page.js", "events.js"] {
        let script = app.anonymous().get(&format!("/assets/{part}")).await.expect(200).text;
        let named = script.split('"').find(|text| text.ends_with("/shared.js"));
        assert!(named.is_some_and(|named| files.contains(&named)), "{part}: {named:?}");
    }
    for file in files {
        let fixed = app.anonymous().get(file).await.expect(200);
        assert!(fixed.header("cache-control").contains("immutable"), "{file}");
        assert_eq!(fixed.header("x-content-type-options"), "nosniff");
        let (folder, name) = file.rsplit_once('/').expect("a file has a folder");
        let current = app.anonymous().get(&format!("/assets/{name}")).await.expect(200);
        assert_eq!(
            (current.header("cache-control"), &current.text),
            ("public, no-cache", &fixed.text),
            "{file}"
        );
        let packed = app.anonymous().request(Method::GET, file).header("accept-encoding", "gzip");
        let packed = packed.send().await.expect("an answer");
        assert_eq!(packed.headers()["content-encoding"], "gzip");
        assert_eq!(packed.headers()["etag"], fixed.header("etag"), "{file}");
        let packed = packed.bytes().await.expect("a body");
        let mut plain = Vec::new();
        GzDecoder::new(packed.as_ref()).read_to_end(&mut plain).expect("a whole file");
        assert_eq!(String::from_utf8_lossy(&plain), fixed.text, "{file}");
        let known = app.anonymous().request(Method::GET, &format!("/assets/{name}"));
        Answer::to(known.header("if-none-match", current.header("etag"))).await.expect(304);
        let other = folder.replace(|digit: char| digit.is_ascii_hexdigit() && digit != 'a', "0");
        app.anonymous().get(&format!("{other}/{name}")).await.expect_problem(404, "not_found");
    }
    app.anonymous().get("/assets/unknown.js").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn pages_of_other_origins_may_load_the_element_and_read_no_page() {
    let app = TestApp::shared().await;
    let asked = |path: &str| {
        Answer::to(app.anonymous().request(Method::GET, path).header("origin", "https://blog.example"))
    };
    assert_eq!(
        asked("/assets/lapidary-game.js").await.expect(200).header("access-control-allow-origin"),
        "*"
    );
    assert_eq!(asked("/").await.expect(200).header("access-control-allow-origin"), "");
}
