//! What a bot sees without a server, and a bot that plays over HTTP.

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use uuid::Uuid;

use super::table::{Table, dice, terms, terms_with};
use crate::app::TestApp;
use lapidary::api::games::body::{GameBody, LegalActionBody, LocalGame};
use lapidary::auth::PlayerId;
use lapidary::boards;
use lapidary::cli::replay;
use lapidary::engine::game::Payments;
use lapidary::engine::viewer::Viewer;
use lapidary::model::game::Version;
use lapidary::model::player::Occupant;

/// Returns a view without what a server knows beyond the game.
fn of_the_game(mut view: Value) -> Value {
    for name in ["id", "creator", "created_at", "visibility", "commitment", "legal_actions"] {
        view.as_object_mut().unwrap().remove(name);
    }
    for seat in view["seats"].as_array_mut().unwrap() {
        seat.as_object_mut().unwrap().remove("player");
    }
    view
}

#[tokio::test]
async fn a_bot_without_a_server_sees_what_the_server_shows() {
    let app = TestApp::shared().await;
    let every_module = json!(["orient", "strongholds", "trading_posts", "cities"]);
    let mut kids = terms_with(2, "modules", json!(["mysteries"]));
    kids["ruleset"] = json!("kids");
    for (place, terms) in [terms(2), terms_with(3, "modules", every_module), kids].into_iter().enumerate() {
        let table = Table::started(&app, terms).await;
        let mut dice = dice(90 + place as u64);
        let mut seen: Vec<Value> = Vec::new();
        loop {
            let Some(seat) = table.public_view().await["to_act"]["seat"].as_u64() else { break };
            let path = table.path("?include=legal_actions");
            seen.push(table.seats[seat as usize].get(&path).await.expect(200).json);
            if table.play_random(&mut dice).await.is_none() {
                break;
            }
        }
        let export = app.anonymous().get(&table.path("/export")).await.expect(200).text;
        let steps = replay::steps(&export, &boards::load(None).unwrap()).unwrap();
        let nobody = Occupant { player: PlayerId(Uuid::nil()), username: None, bot: true };
        let occupants = vec![nobody; table.seats.len()];
        assert!(seen.len() > 20, "{} views", seen.len());
        for view in seen {
            let version = view["version"].as_u64().unwrap() as u32;
            let game = &steps[version as usize - 1].game;
            let (seat, _) = game.to_act().unwrap();
            let local = GameBody::from(LocalGame {
                id: Uuid::nil(),
                ruleset: game.ruleset(),
                version: Version(version),
                viewer_seat: seat,
                view: &game.view(Viewer::Seat(seat)),
                occupants: &occupants,
                commitment: [0; 32],
            });
            let legal = game.legal_actions(Payments::Canonical);
            let legal: Vec<LegalActionBody> = legal.iter().map(LegalActionBody::from).collect();
            assert_eq!(json!(legal), view["legal_actions"], "version {version}");
            let local = serde_json::to_value(local).unwrap();
            let names = |view: &Value| view.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            let without_actions = |mut names: Vec<String>| {
                names.retain(|name| name != "legal_actions");
                names
            };
            assert_eq!(names(&local), without_actions(names(&view)));
            assert_eq!(of_the_game(local), of_the_game(view), "version {version}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_of_the_example_play_a_whole_game_over_http() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let mut bots = Vec::new();
    for caller in &table.seats {
        let token = json!({"name": "bot", "scopes": ["read", "play"]});
        let made = caller.post("/v1/me/tokens", token).await.expect(201).json;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bots/http_bot.py");
        let mut bot = Command::new("python3");
        bot.arg(script)
            .arg(&app.address)
            .arg(&table.id)
            .env("LAPIDARY_TOKEN", made["token"].as_str().unwrap());
        match bot.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn() {
            Ok(bot) => bots.push(bot),
            Err(_) => return,
        }
    }
    for bot in bots {
        let output = tokio::task::spawn_blocking(|| bot.wait_with_output().unwrap()).await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["ranks"].as_array().map(Vec::len), Some(2), "{result}");
    }
    assert_eq!(table.public_view().await["status"], "finished");
}
