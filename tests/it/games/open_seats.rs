//! The mark on the seats of games that are over, by which the database finds a player's open games.

use super::stored::Stored;
use super::table::{Table, dice, terms};
use crate::app::TestApp;

#[tokio::test]
async fn the_seats_of_a_game_are_marked_when_it_ends_and_not_before() {
    let app = TestApp::spawn().await;
    let finished = Table::started(&app, terms(2)).await;
    finished.play_to_the_end(&mut dice(98)).await;
    let resigned = Table::started(&app, terms(2)).await;
    resigned.seats[0].post_empty(&resigned.path("/resign")).await.expect(200);
    let aborted = Table::started(&app, terms(2)).await;
    aborted.seats[1].post_empty(&aborted.path("/abort")).await.expect(200);
    let never_started = Table::waiting(&app, terms(3)).await;
    never_started.seats[0].post_empty(&never_started.path("/abort")).await.expect(200);
    let running = Table::started(&app, terms(3)).await;
    running.play_some(&mut dice(99), 5).await;
    let smaller = Table::started(&app, terms(3)).await;
    smaller.seats[0].post_empty(&smaller.path("/resign")).await.expect(200);
    Table::waiting(&app, terms(2)).await;

    let mut stored = Stored::of(&app).await;
    let marks = "SELECT concat_ws(' ', g.status, s.over, count(*)) FROM game_seats s JOIN games g ON g.id = s.game_id \
                 GROUP BY g.status, s.over ORDER BY 1";
    assert_eq!(stored.texts(marks).await, ["aborted t 3", "active f 6", "finished t 4", "waiting f 1"]);
    let new = Table::waiting(&app, terms(2)).await;
    new.seats[0].post_empty(&new.path("/abort")).await.expect(200);
    Table::waiting(&app, terms(4)).await;
    assert_eq!(stored.texts(marks).await, ["aborted t 4", "active f 6", "finished t 4", "waiting f 2"]);

    let ada = app.user("ada").await;
    for (status, games) in [("waiting", 2), ("active", 2), ("finished", 2), ("aborted", 3)] {
        let list = ada.get(&format!("/v1/games?player=ada&status={status}")).await.expect(200).json;
        assert_eq!(list["items"].as_array().map(Vec::len), Some(games), "{status}");
    }
}
