//! The first steps of a new user: the entry point, the links, and the instructions in README.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use lapidary::settings::{public_url, public_urls};
use reqwest::Method;
use reqwest::redirect::Policy;
use serde_json::json;

use crate::app::{Answer, TestApp};

/// The maximum length of a readable line in bytes.
const LINE_MAX: usize = 200;

const README: &str = include_str!("../../README.md");
const COMMANDS: &str = include_str!("../../docs/commands.md");
const ORGANIZING: &str = include_str!("../../docs/organizing.md");
const TOURNAMENTS: &str = include_str!("../../docs/tournaments.md");
const OVER_THE_BOARD: &str = include_str!("../../docs/over-the-board.md");
const CLUBS: &str = include_str!("../../docs/clubs.md");
const SERIES: &str = include_str!("../../docs/series.md");

#[tokio::test]
async fn the_root_path_is_the_page_and_short_addresses_redirect() {
    let app = TestApp::shared().await;
    let client = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
    let page = |method, path| client.request(method, format!("{}{path}", app.address)).send();
    for (path, status, location) in [("/docs", 308, "/docs/"), ("/problems", 308, "/problems/")] {
        for method in [Method::GET, Method::HEAD] {
            let answer = page(method, path).await.unwrap();
            assert_eq!(
                (answer.status().as_u16(), &answer.headers()["location"]),
                (status, &location.parse().unwrap())
            );
        }
    }
    app.anonymous().post_empty("/").await.expect_problem(405, "method_not_allowed");
    let start = app.anonymous().get("/").await.expect(200);
    assert!(start.text.contains("<title>Lapidary</title>"), "{}", start.text);
    let documentation = app.anonymous().get("/docs").await.expect(200);
    assert!(documentation.text.contains("<title>Lapidary API</title>"), "{}", documentation.text);
}

#[tokio::test]
async fn every_link_of_the_index_works() {
    let app = TestApp::shared().await;
    let index = app.anonymous().get("/v1").await.expect(200);
    assert_eq!(index.header("cache-control"), "public, no-cache");
    let links = index.json.as_object().expect("the index has links");
    let names: Vec<&str> = links.keys().map(String::as_str).collect();
    assert_eq!(names, ["docs", "openapi", "rulesets", "games", "problems", "servers"]);
    assert_eq!(links["servers"], json!([]), "the operator names no address");
    for link in links.values().filter(|link| link.is_string()) {
        app.anonymous().get(link.as_str().expect("a link is a path")).await.expect(200);
    }
    let again = app.anonymous().request(Method::GET, "/v1").header("if-none-match", index.header("etag"));
    Answer::to(again).await.expect(304);
    app.anonymous().get("/v1/").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn the_index_names_the_addresses_of_the_service() {
    let one = "https://games.example";
    for (several, expected) in [
        (None, json!([one])),
        (Some("https://b.example,https://a.example"), json!(["https://b.example", "https://a.example"])),
    ] {
        let app = TestApp::spawn_with(|settings| {
            settings.http.public_url = public_url(one).ok();
            settings.http.public_urls = several.map(|text| public_urls(text).unwrap());
        })
        .await;
        let index = app.anonymous().get("/v1").await.expect(200);
        assert_eq!(index.json["servers"], expected);
    }
}

#[tokio::test]
async fn the_list_of_problems_links_to_the_page_of_each() {
    let app = TestApp::shared().await;
    for path in ["/problems", "/problems/"] {
        let list = app.anonymous().get(path).await.expect(200);
        assert_eq!(list.header("content-type"), "text/html; charset=utf-8");
        for code in lapidary::api::Code::ALL {
            let link = format!("<a href=\"/problems/{0}\"><code>{0}</code></a>", code.name());
            assert!(list.text.contains(&link), "{}", code.name());
        }
    }
    let head = Answer::to(app.anonymous().request(Method::HEAD, "/problems/")).await.expect(200);
    assert_eq!(head.text, "");
}

/// Returns the addresses in a page that follow this text.
fn addresses<'a>(page: &'a str, before: &str) -> Vec<&'a str> {
    page.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn every_link_of_the_documentation_works() {
    let app = TestApp::shared().await;
    let start = app.anonymous().get("/docs/").await.expect(200);
    let links = addresses(&start.text, "href=\"/");
    let contract = app.anonymous().get("/openapi.json").await.expect(200).json;
    let items = contract["paths"].as_object().expect("paths").values();
    let operations: usize = items.map(|item| item.as_object().expect("operations").len()).sum();
    let listed = links.iter().filter(|link| link.starts_with("docs/reference/")).count();
    assert_eq!(listed, operations, "every operation is listed");
    let mut guides = BTreeSet::new();
    for link in links {
        let page = link.split('#').next().expect("a path");
        if page.starts_with("docs/guides/") && guides.insert(page) {
            let guide = app.anonymous().get(&format!("/{page}")).await.expect(200);
            assert!(guide.text.contains("<h1"), "{page}");
        }
    }
    assert!(guides.len() > 20, "{guides:?}");
    app.anonymous().get("/docs/guides/nothing").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn every_part_of_the_reference_has_every_file_that_it_needs() {
    let app = TestApp::spawn().await;
    let page = app.anonymous().get("/docs/reference/games").await.expect(200);
    let files = addresses(&page.text, "\"../");
    assert!(files.contains(&"reference.js") && files.contains(&"swagger-ui-bundle.js"), "{files:?}");
    for file in files.into_iter().filter(|file| !file.is_empty()) {
        let kind = match file.rsplit('.').next() {
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            _ => "image/png",
        };
        // An image is not text, so its bytes are not decoded.
        let answer = app.anonymous().request(Method::GET, &format!("/docs/{file}")).send().await.unwrap();
        let found = answer.headers()["content-type"].to_str().unwrap().to_owned();
        assert!(answer.status() == 200 && found.starts_with(kind), "{file}: {} {found}", answer.status());
    }
    let start = app.anonymous().get("/docs/reference.js").await.expect(200).text;
    assert!(start.contains("persistAuthorization: true"), "{start}");
    assert!(start.contains("replace(\"/docs/reference/\", \"/docs/contract/\")"), "{start}");
    let part = app.anonymous().get("/docs/contract/games").await.expect(200).json;
    assert!(part["paths"]["/v1/games"]["post"].is_object() && part["paths"]["/v1/seeks"].is_null());
    app.anonymous().get("/docs/contract/nothing").await.expect_problem(404, "not_found");
    app.anonymous().get("/docs/reference/nothing").await.expect_problem(404, "not_found");
}

#[test]
fn a_script_without_arguments_says_how_to_call_it() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|kind| kind == "py"));
    let scripts = scripts.filter(|path| std::fs::read_to_string(path).unwrap().contains("__main__"));
    let mut tried = 0;
    for script in scripts {
        let name = script.file_name().unwrap().to_string_lossy().into_owned();
        assert!(COMMANDS.contains(&format!("examples/{name}")), "docs/commands.md names {name}");
        let Ok(output) = Command::new("python3").arg(&script).stdin(Stdio::null()).output() else { return };
        let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && output_text.starts_with("usage: "),
            "{name}: {output_text}"
        );
        tried += 1;
    }
    assert_eq!(tried, 8, "every script was tried");
}

/// Returns the commands of a text, block by block.
fn commands(text: &str) -> Vec<&str> {
    let blocks = text.split("\n```sh\n").skip(1);
    blocks.map(|block| block.split("\n```").next().unwrap_or_default()).collect()
}

#[test]
fn the_commands_of_readme_contain_no_comments() {
    // An interactive zsh does not support comments: it would pass their words to the command.
    let wrong = commands(README).into_iter().find(|block| block.contains(" #") || block.starts_with('#'));
    assert_eq!(wrong, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_day_of_an_organizer_can_be_pasted_into_a_shell() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.stalled_after = Duration::ZERO;
        settings.webhooks.webhook_networks = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let script = commands(ORGANIZING).join("\necho\n").replace("http://127.0.0.1:8080", &app.address);
    let output = Command::new("bash").arg("-c").arg(&script).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    for seen in [
        r#""status":"active","version":1"#,
        r#""winners":[1]"#,
        r#""type":"game.started""#,
        r#""type":"game.finished""#,
        r#""type":"webhook.test""#,
    ] {
        assert!(text.contains(seen), "{seen}: {text}");
    }
    assert!(!text.contains("\"code\""), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tournament_of_an_organizer_can_be_pasted_into_a_shell() {
    let app = TestApp::spawn().await;
    let mut script: Vec<String> = commands(TOURNAMENTS).into_iter().map(str::to_owned).collect();
    assert_eq!(script.len(), 3);
    let repository = env!("CARGO_MANIFEST_DIR");
    let recomputed = Command::new("python3").arg("--version").output().is_ok();
    if !recomputed {
        let last = script.last_mut().expect("there are commands");
        *last = last.lines().filter(|line| !line.starts_with("python3 ")).collect::<Vec<_>>().join("\n");
    }
    let script = script.join("\necho\n").replace("http://127.0.0.1:8080", &app.address);
    let script = script.replace("examples/", &format!("{repository}/examples/"));
    let directory = std::env::temp_dir().join(format!("lapidary-event-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let mut shell = Command::new("bash");
    shell.arg("-c").arg(&script).stdin(Stdio::null()).current_dir(&directory);
    let output = shell.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    // Joan has won the second round; the audit has the act of the organizer and the end.
    for seen in [r#""kind":"result_set""#, "the hall closes", r#""kind":"finished""#] {
        assert!(text.contains(seen), "{seen}: {text}");
    }
    assert!(!recomputed || text.contains("the standings agree"), "{text}");
    assert!(!text.contains("\"code\""), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_over_the_board_and_a_club_can_be_pasted_into_a_shell() {
    let app = TestApp::spawn().await;
    // The first commands of the guide make the accounts and name them.
    let hall = [&commands(TOURNAMENTS)[..1], &commands(OVER_THE_BOARD)].concat();
    assert_eq!(hall.len(), 3);
    let (in_hall, in_club) = (
        vec!["Ada L.", "round,table,seat"],
        vec!["\"my_role\":\"member\"", "Club night", "\"status\":\"over\"", "\"place\":1", "\"pool_seq\":2"],
    );
    for (blocks, seen) in [(hall, in_hall), (commands(CLUBS), in_club)] {
        let script = blocks.join("\necho\n").replace("http://127.0.0.1:8080", &app.address);
        let output = Command::new("bash").arg("-c").arg(&script).stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        assert!(seen.iter().all(|seen| text.contains(seen)), "{seen:?}: {text}");
        assert!(!text.contains("\"code\""), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cup_and_a_league_can_be_pasted_into_a_shell() {
    let app = TestApp::spawn().await;
    let repository = env!("CARGO_MANIFEST_DIR");
    let recomputed = Command::new("python3").arg("--version").output().is_ok();
    let script = commands(SERIES).join("\necho\n");
    let lines = script.lines().filter(|line| recomputed || !line.starts_with("python3 "));
    let script = lines.collect::<Vec<_>>().join("\n").replace("http://127.0.0.1:8080", &app.address);
    let script = script.replace("examples/", &format!("{repository}/examples/"));
    let directory = std::env::temp_dir().join(format!("lapidary-series-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let mut shell = Command::new("bash");
    shell.arg("-c").arg(&script).stdin(Stdio::null()).current_dir(&directory);
    let output = shell.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    // The cup has a table; Grace goes down, and Joan goes up and enters.
    assert!(!recomputed || text.contains("2 lines, 2 events: the table agrees"), "{text}");
    let seen = ["place,player,points", r#""movement":"down""#, r#""from_group":2"#, r#""season":2"#];
    assert!(seen.iter().all(|seen| text.contains(seen)), "{text}");
    assert!(!text.contains("\"code\""), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_game_of_readme_can_be_pasted_into_a_shell() {
    let app = TestApp::spawn().await;
    let text = README.split("## Your first game in a minute").nth(1).expect("the section stands in README");
    let text = text.split("To see a whole game").next().unwrap_or_default();
    let game = commands(text);
    assert_eq!(game.len(), 2);
    let script = game.join("\n").replace("http://127.0.0.1:8080", &app.address);
    for shell in ["bash", "zsh"] {
        // Each shell uses accounts of its own.
        let script =
            script.replace("ada", &format!("ada_{shell}")).replace("grace", &format!("grace_{shell}"));
        let Ok(output) = Command::new(shell).arg("-c").arg(&script).stdin(Stdio::null()).output() else {
            continue;
        };
        let output_text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {output:?}");
        let refused = output_text.rsplit("\n{\n").next().unwrap_or_default();
        assert!(
            refused.contains("\"code\": \"illegal_action\"") && refused.contains("\"rule\": \"B5\""),
            "{shell}: {output_text}"
        );
        assert!(
            output_text.lines().all(|line| line.len() < LINE_MAX),
            "{shell}: every answer is set out in lines: {output_text}"
        );
    }
}
