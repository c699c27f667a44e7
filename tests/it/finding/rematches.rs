//! Rematches: the same players on the same terms, with rotated seats.

use serde_json::{Value, json};

use super::{block, ids};
use crate::app::TestApp;
use crate::games::table::{Table, terms, terms_with};

/// Plays a game to its end by resignations, and returns it.
pub async fn over<'a>(app: &'a TestApp, terms: Value) -> Table<'a> {
    let table = Table::started(app, terms).await.seated().await;
    for seat in 1..table.seats.len() {
        table.seats[seat].post_empty(&table.path("/resign")).await.expect(200);
    }
    assert_eq!(table.view(0).await["status"], "finished");
    table
}

#[tokio::test]
async fn a_rematch_starts_when_all_agree_and_seats_rotate() {
    let app = TestApp::shared().await;
    for seats in 2..=4 {
        let table = over(&app, terms_with(seats, "seating", json!("random"))).await;
        let rematch = table.path("/rematch");
        assert_eq!(table.view(0).await["rematch"], Value::Null);
        // The players agree in another order than that of their seats.
        for agreed in 1..=seats {
            let seat = seats - agreed;
            let view = table.seats[seat].post(&rematch, json!({"entropy": "00ff"})).await.expect(200).json;
            assert_eq!(view["id"], table.id);
            let expected: Vec<usize> = (seat..seats).collect();
            assert_eq!(view["rematch"]["agreed"], json!(expected));
            assert_eq!(view["rematch"]["game"].is_string(), agreed == seats);
        }
        let before = table.view(0).await;
        let game = before["rematch"]["game"].as_str().expect("a game").to_owned();
        let next = app.anonymous().get(&format!("/v1/games/{game}")).await.expect(200).json;
        assert_eq!((&next["status"], &next["visibility"]), (&json!("active"), &json!("public")));
        for (name, value) in [("ruleset", &before["ruleset"]), ("modules", &before["modules"])] {
            assert_eq!(&next[name], value);
        }
        for seat in 0..seats {
            let then = &next["seats"][(seat + seats - 1) % seats]["player"]["id"];
            assert_eq!(&before["seats"][seat]["player"]["id"], then, "seat {seat} of {seats}");
        }
        // Asking again changes nothing.
        let again = table.seats[0].post_empty(&rematch).await.expect(200).json;
        assert_eq!(again["rematch"], before["rematch"]);
        table.seats[0].delete(&rematch).await.expect_problem(409, "game_started");
        assert_eq!(table.public_view().await["rematch"], Value::Null, "only the seats see it");
    }
}

#[tokio::test]
async fn an_offer_is_among_the_invitations_and_is_declined_like_a_challenge() {
    let app = TestApp::shared().await;
    let table = over(&app, terms(2)).await;
    let (ada, bob) = (&table.seats[0], &table.seats[1]);
    let offered = ada.post_empty(&table.path("/rematch")).await.expect(200).json;
    let challenge = format!("/v1/challenges/{}", offered["rematch"]["challenge"].as_str().expect("an id"));
    let list = bob.get("/v1/me/invitations").await.expect(200).json;
    assert_eq!(
        (&list["items"][0]["kind"], &list["items"][0]["challenge"]),
        (&json!("rematch"), &offered["rematch"]["challenge"])
    );
    assert_eq!(bob.get(&challenge).await.expect(200).json["rematch_of"], table.id);
    bob.post(&format!("{challenge}/decline"), json!({"reason": "later"})).await.expect(200);
    for seat in 0..2 {
        assert_eq!(table.view(seat).await["rematch"], Value::Null);
    }
    // A new offer can be made, and accepted as a challenge.
    let offered = bob.post_empty(&table.path("/rematch")).await.expect(200).json;
    let challenge = offered["rematch"]["challenge"].as_str().expect("an id");
    let accepted = ada.post_empty(&format!("/v1/challenges/{challenge}/accept")).await.expect(200).json;
    assert_eq!(accepted["status"], "accepted");
    assert_eq!(table.view(0).await["rematch"]["game"], *challenge);
}

#[tokio::test]
async fn an_agreement_can_be_taken_back() {
    let app = TestApp::shared().await;
    let table = over(&app, terms(3)).await;
    let rematch = table.path("/rematch");
    let [ada, bob, eve] = [0, 1, 2].map(|seat| &table.seats[seat]);
    ada.delete(&rematch).await.expect(204);
    ada.post_empty(&rematch).await.expect(200);
    bob.post_empty(&rematch).await.expect(200);
    for _ in 0..2 {
        bob.delete(&rematch).await.expect(204);
        assert_eq!(table.view(0).await["rematch"]["agreed"], json!([0]));
    }
    ada.delete(&rematch).await.expect(204);
    assert_eq!(table.view(0).await["rematch"], Value::Null);
    assert_eq!(ids(eve, "/v1/me/invitations").await, Vec::<String>::new());
    eve.post_empty(&rematch).await.expect(200);
    assert_eq!(table.view(0).await["rematch"]["agreed"], json!([2]));
}

#[tokio::test]
async fn only_players_of_a_game_that_is_over_play_again() {
    let app = TestApp::spawn().await;
    let waiting = Table::waiting(&app, terms(2)).await;
    let (ada, bob) = (&waiting.seats[0], &waiting.seats[1]);
    let dan = app.user("dan").await;
    let refused = async |table: &Table<'_>, status: u16, code: &str| {
        ada.post_empty(&table.path("/rematch")).await.expect_problem(status, code);
        ada.delete(&table.path("/rematch")).await.expect_problem(status, code);
    };
    refused(&waiting, 409, "game_not_started").await;
    let table = Table::started(&app, terms(2)).await;
    refused(&table, 409, "game_not_finished").await;
    let mut stored = crate::games::stored::Stored::of(&app).await;
    stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{}'", table.id)).await;
    refused(&table, 409, "game_frozen").await;
    let table = over(&app, terms(2)).await;
    for method in ["post", "delete"] {
        let path = table.path("/rematch");
        let answer = if method == "post" { dan.post_empty(&path).await } else { dan.delete(&path).await };
        answer.expect_problem(403, "not_seated");
    }
    // A player whose invitation is withdrawn has no place.
    let offered = ada.post_empty(&table.path("/rematch")).await.expect(200).json;
    let next = format!("/v1/games/{}", offered["rematch"]["challenge"].as_str().expect("an id"));
    ada.delete(&format!("{next}/invitations/bob")).await.expect(204);
    assert_eq!(table.view(1).await["rematch"], Value::Null);
    bob.post_empty(&table.path("/rematch")).await.expect_problem(409, "game_full");
    bob.delete(&table.path("/rematch")).await.expect(204);
    // An aborted game can be played again too.
    let aborted = Table::started(&app, terms(2)).await;
    aborted.seats[0].post_empty(&aborted.path("/abort")).await.expect(200);
    aborted.seats[0].post_empty(&aborted.path("/rematch")).await.expect(200);
}

#[tokio::test]
async fn blocked_and_erased_players_do_not_play_again() {
    let app = TestApp::spawn_with(|settings| settings.games.waiting_games_per_account = 1).await;
    let table = over(&app, terms(2)).await;
    let (ada, bob) = (&table.seats[0], &table.seats[1]);
    block(ada, "bob").await;
    ada.post_empty(&table.path("/rematch")).await.expect_problem(403, "forbidden");
    // Bob does not learn that Ada has blocked them: Ada does not see the offer.
    bob.post_empty(&table.path("/rematch")).await.expect(200);
    assert_eq!(table.view(1).await["rematch"]["agreed"], json!([1]));
    assert_eq!(table.view(0).await["rematch"], Value::Null);
    bob.delete(&table.path("/rematch")).await.expect(204);
    ada.delete("/v1/me/blocks/bob").await.expect(204);
    ada.post("/v1/games", terms(2)).await.expect(201);
    ada.post_empty(&table.path("/rematch")).await.expect_problem(409, "too_many_games");
    bob.erase().await.expect(204);
    let mine = ids(ada, "/v1/me/games?status=waiting").await;
    ada.post_empty(&format!("/v1/games/{}/leave", mine[0])).await.expect(200);
    ada.post_empty(&table.path("/rematch")).await.expect_problem(422, "not_available");
}
