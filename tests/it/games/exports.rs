//! Exports: anybody can verify the whole game with one.

use lapidary::cli::verify;
use serde_json::json;

use super::table::{Table, dice, terms_with};
use crate::app::{Answer, TestApp};

#[tokio::test]
async fn a_finished_game_can_be_verified_from_its_export() {
    let app = TestApp::shared().await;
    for (seats, modules) in
        [(2, json!([])), (3, json!(["orient", "cities"])), (4, json!(["strongholds", "trading_posts"]))]
    {
        let mut terms = terms_with(seats, "modules", modules);
        terms["seating"] = json!("random");
        terms["entropy"] = json!("c0ffee");
        let table = Table::waiting(&app, terms).await;
        for (place, caller) in table.seats.iter().enumerate().skip(1) {
            caller.post(&table.path("/join"), json!({"entropy": format!("0{place}")})).await.expect(200);
        }
        let table = table.seated().await;
        table.play_to_the_end(&mut dice(81)).await;
        let export = app.anonymous().get(&table.path("/export")).await.expect(200);
        verify::check(&export.text, &lapidary::boards::load(None).unwrap())
            .unwrap_or_else(|difference| panic!("{difference}\n{}", export.text));
        let request = app.anonymous().request(reqwest::Method::GET, &table.path("/export"));
        let text = Answer::to(request.header("accept", "text/plain")).await.expect(200);
        verify::check(&text.text, &lapidary::boards::load(None).unwrap())
            .unwrap_or_else(|difference| panic!("{difference}\n{}", text.text));
        assert!(text.text.contains("\nedition: SPACE Cowboys 2024\n"), "{}", text.text);
        assert_eq!(
            text.text.contains("\nedition orient: SPACE Cowboys 2025\n"),
            export.text.contains("\"orient\""),
            "{}",
            text.text
        );

        let changed = export.text.replace("c0ffee", "c0ffef");
        assert!(
            verify::check(&changed, &lapidary::boards::load(None).unwrap()).is_err(),
            "a contribution can be exchanged"
        );
    }
}

#[tokio::test]
async fn an_export_of_a_game_with_resignations_can_be_verified() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms_with(3, "modules", json!(["orient"]))).await;
    table.play_some(&mut dice(82), 20).await;
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    table.play_some(&mut dice(83), 10).await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    let export = app.anonymous().get(&table.path("/export")).await.expect(200);
    verify::check(&export.text, &lapidary::boards::load(None).unwrap())
        .unwrap_or_else(|difference| panic!("{difference}\n{}", export.text));
}

#[tokio::test]
async fn the_export_of_a_running_game_contains_no_secret() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms_with(2, "entropy", json!("c0ffee"))).await;
    let blind = json!([{"type": "reserve_blind", "deck": "base-2"}]);
    let answer = table.post(0, &json!(1), blind).await.expect(200);
    let card = answer.json["game"]["seats"][0]["hand"][0]["card"].as_str().expect("a card").to_owned();
    for caller in [table.seats[1].clone(), app.anonymous()] {
        for accept in ["application/json", "text/plain"] {
            let request =
                caller.request(reqwest::Method::GET, &table.path("/export")).header("accept", accept);
            let export = Answer::to(request).await.expect(200);
            assert!(!export.text.contains("server_seed") && !export.text.contains(&card), "{}", export.text);
        }
    }
}
