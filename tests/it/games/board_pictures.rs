//! Pictures of games over HTTP: who may see which, what caches may keep, and bad parameters.

use reqwest::Method;
use serde_json::{Value, json};

use super::clocks::daily;
use super::stored::Stored;
use super::table::{Table, dice, terms, terms_with};
use crate::app::{Answer, TestApp};

/// A blind reserve from the deck of level 1, as a list of actions.
fn blind() -> Value {
    json!([{"type": "reserve_blind", "deck": "base-1"}])
}

#[tokio::test]
async fn a_picture_shows_each_viewer_what_their_view_shows() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    table.post(0, &json!(1), blind()).await.expect(200);
    let hand = table.view(0).await["seats"][0]["hand"][0].clone();
    let card = format!("id=\"card-{}\"", hand["card"].as_str().expect("a card"));
    let back = "id=\"hand-0-0\"";
    let picture = table.path("/board.svg");
    let own = table.seats[0].get(&picture).await.expect(200);
    assert_eq!(own.header("content-type"), "image/svg+xml");
    assert_eq!(own.header("content-security-policy"), "default-src 'none'");
    assert!(own.text.starts_with("<svg") && own.text.contains(&card) && !own.text.contains(back));
    for other in [table.seats[1].clone(), app.anonymous(), app.user("stranger").await] {
        let seen = other.get(&picture).await.expect(200).text;
        assert!(!seen.contains(&card) && seen.contains(back));
        let from_there = other.get(&format!("{picture}?seat=0")).await.expect(200).text;
        assert!(!from_there.contains(&card), "a seat shows no more than the caller sees");
    }
    let from_other = table.seats[0].get(&format!("{picture}?seat=1")).await.expect(200).text;
    assert!(!from_other.contains(&card), "what the other seat could not see is hidden");
    let before = table.seats[0].get(&format!("{picture}?at=1&theme=dark&lang=de")).await.expect(200).text;
    assert!(!before.contains(&card) && !before.contains(back) && before.contains("lang=\"de\""));

    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    assert!(app.anonymous().get(&picture).await.expect(200).text.contains("class=\"rank\""));
}

#[tokio::test]
async fn a_picture_of_the_past_of_a_public_game_may_be_kept_and_others_are_private() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_some(&mut dice(3), 6).await;
    let (now, then) = (table.path("/board.svg"), table.path("/board.svg?at=2"));
    for path in [&now, &then] {
        let answer = app.anonymous().get(path).await.expect(200);
        assert_eq!(answer.header("cache-control"), "private, no-cache", "{path}");
        let again = app.anonymous().request(reqwest::Method::GET, path);
        let same = Answer::to(again.header("if-none-match", answer.header("etag"))).await.expect(304);
        assert_eq!(same.text, "");
    }
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    let lasting = "public, max-age=60";
    assert_eq!(app.anonymous().get(&then).await.expect(200).header("cache-control"), lasting);
    assert_eq!(app.anonymous().get(&now).await.expect(200).header("cache-control"), "private, no-cache");
    let seen = table.seats[1].get(&then).await.expect(200).text;
    assert_eq!(seen, app.anonymous().get(&then).await.expect(200).text, "what is kept is the same for all");

    let ada = table.seats[0].clone();
    ada.erase().await.expect(204);
    assert!(!app.anonymous().get(&then).await.expect(200).text.contains(&format!(">{}<", app.name("ada"))));
}

#[tokio::test]
async fn a_replay_has_the_pictures_of_all_versions_if_they_are_asked_for() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    table.post(0, &json!(1), blind()).await.expect(200);
    table.play_some(&mut dice(5), 4).await;
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    let replay = table.path("/replay?pictures=true&theme=dark&layout=portrait&lang=de");
    for viewer in [app.anonymous(), table.seats[1].clone()] {
        let answer = viewer.get(&replay).await.expect(200).json;
        let pictures = answer["pictures"]["pictures"].as_array().expect("pictures");
        assert_eq!(Some(pictures.len() as u64), answer["version"].as_u64());
        for (place, parts) in pictures.iter().enumerate() {
            let part = |part: &Value| {
                let number = part.as_u64().expect("a number") as usize;
                answer["pictures"]["parts"][number].as_str().expect("a part").to_owned()
            };
            let whole: String = parts.as_array().expect("parts").iter().map(part).collect();
            let alone =
                table.path(&format!("/board.svg?theme=dark&layout=portrait&lang=de&at={}", place + 1));
            assert_eq!(whole, viewer.get(&alone).await.expect(200).text, "version {}", place + 1);
        }
    }
    let part = app.anonymous().get(&table.path("/replay?pictures=true&since=2&limit=1")).await.expect(200);
    assert_eq!(part.json["pictures"]["pictures"].as_array().map(Vec::len), Some(1));
    let without = app.anonymous().get(&table.path("/replay")).await.expect(200).json;
    assert!(without.get("pictures").is_none());
    for query in ["pictures=perhaps", "pictures=true&theme=red", "pictures=true&lang=it"] {
        let path = table.path(&format!("/replay?{query}"));
        app.anonymous().get(&path).await.expect_problem(400, "malformed");
    }
}

/// Checks that a browser draws an export as the server draws its game.
pub async fn is_drawn_as_by_the_server(table: &Table<'_>, export: &Value) {
    let wanted = json!({"theme": "dark", "lang": "fr", "export": export});
    let film = lapidary_browser::film(&wanted.to_string()).unwrap_or_else(|fault| panic!("{fault}"));
    let film: Value = serde_json::from_str(&film).expect("JSON");
    let replay = table.path("/replay?pictures=true&theme=dark&lang=fr");
    let replay = table.app.anonymous().get(&replay).await.expect(200).json;
    assert_eq!(replay["more"], false);
    assert_eq!(film["parts"], replay["pictures"]["parts"]);
    assert_eq!(film["pictures"], replay["pictures"]["pictures"]);
    let views = replay["views"].as_array().expect("views").iter();
    let to_act: Vec<Value> = views.map(|view| view["to_act"]["seat"].clone()).collect();
    // The views of the server are those of a game that is over: after its end, it waits for nobody.
    let drawn = film["to_act"].as_array().expect("seats");
    assert_eq!(drawn[..drawn.len() - 1], to_act[..to_act.len() - 1]);
}

#[tokio::test]
async fn an_export_is_drawn_without_a_server_unless_it_is_against_the_rules() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(3)).await;
    table.post(0, &json!(1), blind()).await.expect(200);
    table.play_some(&mut dice(5), 6).await;
    let early = app.anonymous().get(&table.path("/export")).await;
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    table.seats[2].post_empty(&table.path("/resign")).await.expect(200);
    let export = app.anonymous().get(&table.path("/export")).await.expect(200).json;
    assert_ne!(early.json, export);
    is_drawn_as_by_the_server(&table, &export).await;
    let fault = |change: fn(&mut Value)| {
        let mut export = export.clone();
        change(&mut export);
        let wanted = json!({"theme": "light", "lang": "en", "export": export});
        lapidary_browser::film(&wanted.to_string()).expect_err("it is against the rules").to_string()
    };
    for (text, place) in [
        (fault(|export| export["deal"]["server_seed"] = Value::Null), "deal/server_seed: the secret is not"),
        (fault(|export| export["deal"]["server_seed"] = json!("x")), "deal/server_seed"),
        // The rules may allow the same actions after another deal, so the commitment decides.
        (fault(|export| export["deal"]["server_seed"] = json!("00".repeat(32))), "deal/commitment: "),
        (fault(|export| drop(export["deal"]["commitment"].take())), "is not a valid export"),
        (fault(|export| export["game"]["modules"] = json!(["x"])), "game"),
        (fault(|export| export["events"][1]["data"]["notation"] = json!("pass")), "events/1: "),
        (fault(|export| drop(export["events"].as_array_mut().unwrap().remove(1))), "events/1: "),
        (fault(|export| export["events"][2]["type"] = json!("finished")), "events/2: is not an entry"),
        (fault(|export| *export = json!([])), "is not a valid export"),
    ] {
        assert!(text.starts_with(place), "{text}");
    }
    for odd in ["", "{", "null", r#"{"theme":"red"}"#] {
        let fault = lapidary_browser::film(odd).expect_err("it is no export").to_string();
        assert!(fault.starts_with("is not a valid export"), "{fault}");
    }
}

#[tokio::test]
async fn a_replay_is_made_once_for_each_viewer_and_judged_each_time() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    let invited = json!({"username": "bob"});
    table.seats[0].post(&table.path("/invitations"), &invited).await.expect(200);
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    let table = table.seated().await;
    table.post(0, &json!(1), blind()).await.expect(200);
    let replay = table.path("/replay?pictures=true");
    table.seats[0].get(&replay).await.expect_problem(409, "game_not_finished");
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    let first = table.seats[0].get(&replay).await.expect(200);
    assert_eq!(first.header("cache-control"), "private, max-age=86400, immutable");
    let others = table.seats[1].get(&replay).await.expect(200);
    assert_ne!(first.json["views"][0]["viewer_seat"], others.json["views"][0]["viewer_seat"]);

    // What was sent is sent again, without the log from which it was made.
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("DELETE FROM game_log WHERE game_id = '{}' AND seq > 1", table.id)).await;
    for (seat, answer) in [(0, &first), (1, &others)] {
        let again = table.seats[seat].get(&replay).await.expect(200);
        assert_eq!((&again.text, again.header("etag")), (&answer.text, answer.header("etag")));
        assert_eq!(again.header("cache-control"), answer.header("cache-control"));
        let known =
            table.seats[seat].request(Method::GET, &replay).header("if-none-match", again.header("etag"));
        Answer::to(known).await.expect(304);
    }
    for stranger in [app.anonymous(), app.user("stranger").await] {
        stranger.get(&replay).await.expect_problem(404, "not_found");
    }
    // Nothing else is answered from it: not another part, and not the same after a player was erased.
    for query in ["pictures=true&lang=de", "pictures=true&theme=dark", "pictures=true&limit=1", "limit=500"] {
        let other = table.seats[0].get(&table.path(&format!("/replay?{query}"))).await;
        assert_ne!(other.text, first.text, "{query}");
    }
    table.seats[1].erase().await.expect(204);
    assert_ne!(table.seats[0].get(&replay).await.text, first.text);
}

#[tokio::test]
async fn a_private_picture_is_not_found_and_never_kept_by_others() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    let picture = table.path("/board.svg");
    let waiting = table.seats[0].get(&picture).await.expect(200).text;
    assert!(waiting.contains("id=\"place-1\""), "a game that waits has a picture");
    for kind in ["svg", "png"] {
        for query in ["", "?at=1", "?seat=1", "?at=999"] {
            let path = table.path(&format!("/board.{kind}{query}"));
            app.anonymous().get(&path).await.expect_problem(404, "not_found");
        }
    }
    table.seats[0].get(&table.path("/board.svg?at=1")).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn a_delayed_picture_is_late() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms_with(2, "spectator_delay", json!({"turns": 4}))).await;
    table.post(0, &json!(1), blind()).await.expect(200);
    let picture = table.path("/board.svg");
    assert!(table.seats[1].get(&picture).await.expect(200).text.contains("id=\"hand-0-0\""));
    assert!(!app.anonymous().get(&picture).await.expect(200).text.contains("id=\"hand-0-0\""));
    app.anonymous().get(&table.path("/board.svg?at=2")).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn bad_parameters_of_a_picture_are_malformed() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    for query in [
        "at=0",
        "at=2",
        "at=x",
        "seat=2",
        "seat=4",
        "seat=-1",
        "theme=red",
        "lang=it",
        "width=9",
        "at=1&at=1",
    ] {
        for kind in ["svg", "png"] {
            let path = table.path(&format!("/board.{kind}?{query}"));
            let refused = app.anonymous().get(&path).await.expect_problem(400, "malformed");
            assert!(refused.json["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{query}");
        }
    }
}

#[tokio::test]
async fn a_server_without_png_says_so() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, daily(2)).await;
    let answer = app.anonymous().get(&table.path("/board.png")).await;
    match cfg!(feature = "png") && answer.status == 200 {
        true => {
            assert_eq!(answer.header("content-type"), "image/png");
            let again = app.anonymous().request(Method::GET, &table.path("/board.png"));
            let again = Answer::to(again.header("if-none-match", answer.header("etag"))).await.expect(304);
            assert!(again.text.is_empty());
        }
        false => drop(answer.expect_problem(422, "not_available")),
    }
}

#[tokio::test]
async fn a_frozen_game_shows_its_position_but_not_its_past() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_some(&mut dice(61), 10).await;
    let mut stored = Stored::of(&app).await;
    let id = &table.id;
    stored.execute(&format!("UPDATE game_log SET action = 'pass' WHERE game_id = '{id}' AND seq = 4")).await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect_problem(409, "game_frozen");
    app.anonymous().get(&table.path("/board.svg")).await.expect(200);
    for kind in ["svg", "png"] {
        let path = table.path(&format!("/board.{kind}?at=5"));
        app.anonymous().get(&path).await.expect_problem(409, "game_frozen");
    }
}
