//! The log of a game in sentences: in the language of the reader, complete, and without what the log hides.

use serde_json::{Value, json};

use crate::app::{Answer, Caller, TestApp};
use crate::games::table::{Table, dice, terms, terms_with};

/// Returns the lines in the language that a reader asks for.
async fn lines(caller: &Caller<'_>, table: &Table<'_>, language: &str) -> Value {
    let request = caller.request(reqwest::Method::GET, &table.path("/lines"));
    let told = Answer::to(request.header("accept-language", language)).await.expect(200);
    assert_eq!(told.json["language"], language);
    assert_eq!(told.header("content-language"), language);
    assert!(told.header("vary").to_ascii_lowercase().contains("accept-language"), "{}", told.header("vary"));
    told.json
}

#[tokio::test]
async fn every_entry_is_told_in_every_language() {
    let app = TestApp::spawn().await;
    let all = json!(["orient", "strongholds", "trading_posts", "cities"]);
    let kids = json!({"ruleset": "kids", "modules": ["mysteries"], "seats": 3, "visibility": "public",
        "clock": {"kind": "none"}, "seating": "join_order", "opponents": [], "options": {}});
    for (seed, terms) in [(3, terms_with(3, "modules", all)), (4, terms(2)), (5, kids)] {
        let table = Table::started(&app, terms).await;
        let mut dice = dice(seed);
        table.play_to_the_end(&mut dice).await;
        let log = app.anonymous().get(&table.path("/events")).await.expect(200).json;
        let events = log["events"].as_array().unwrap();
        let mut told = Vec::new();
        for language in ["en", "de", "fr", "es"] {
            let lines = lines(&app.anonymous(), &table, language).await;
            assert_eq!((&lines["version"], &lines["more"]), (&log["version"], &json!(false)));
            let lines = lines["lines"].as_array().unwrap().clone();
            assert_eq!(lines.len(), events.len());
            for (line, event) in lines.iter().zip(events) {
                let text = line["text"].as_str().unwrap();
                assert_eq!((&line["seq"], &line["at"]), (&event["seq"], &event["at"]));
                assert!(
                    text.ends_with('.') && !text.contains(['{', '}', '_', '"', '[']),
                    "{language}: {text}"
                );
                assert!(!text.contains("  ") && !text.contains(" ."), "{language}: {text}");
                if let Some(seat) = event["data"]["seat"].as_u64() {
                    let name = crate::games::table::NAMES[seat as usize];
                    assert!(text.contains(name), "{language}: {name} in {text}");
                }
            }
            told.push(lines);
        }
        // No language borrows sentences of another one.
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let equal =
                told[one].iter().zip(&told[other]).filter(|(one, other)| one["text"] == other["text"]);
            assert_eq!(equal.count(), 0, "{one} {other}");
        }
    }
}

#[tokio::test]
async fn what_the_log_hides_is_not_told_and_pages_follow_each_other() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let legal = table.legal(0).await;
    let blind = legal.iter().find(|action| action["type"] == "reserve_blind").expect("decks have cards");
    table.post(0, &json!(1), json!([blind])).await.expect(200);
    let own = lines(&table.seats[0], &table, "en").await["lines"][1]["text"].as_str().unwrap().to_owned();
    let other = lines(&table.seats[1], &table, "en").await["lines"][1]["text"].as_str().unwrap().to_owned();
    let drawn = table.seats[0].get(&table.path("/events?since=1")).await.expect(200).json;
    let effects = drawn["events"][0]["data"]["effects"].as_array().unwrap();
    let card = effects.iter().find_map(|effect| effect["cards"][0].as_str()).expect("the seat sees its card");
    assert!(!other.contains(card) && !own.is_empty(), "{own} {other}");

    let page = table.seats[0].get(&table.path("/lines?limit=1")).await.expect(200).json;
    assert_eq!((&page["more"], &page["lines"][0]["seq"]), (&json!(true), &json!(1)));
    let page = table.seats[0].get(&table.path("/lines?since=1&limit=1")).await.expect(200).json;
    assert_eq!((&page["more"], &page["lines"][0]["seq"]), (&json!(false), &json!(2)));
    let end = table.seats[0].get(&table.path("/lines?since=2")).await.expect(200).json;
    assert_eq!(end["lines"], json!([]));
    for query in ["limit=0", "limit=2001", "since=-1", "since=99", "lang=de"] {
        table.seats[0].get(&table.path(&format!("/lines?{query}"))).await.expect_problem(400, "malformed");
    }
    let hidden = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    app.anonymous().get(&hidden.path("/lines")).await.expect_problem(404, "not_found");
}
