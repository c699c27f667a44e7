//! Answers that are lost between the database and the server. The server then finds in the log whether the
//! turn is stored.

use fastrand::Rng;
use serde_json::{Value, json};

use super::stored::Stored;
use super::table::{Table, dice, terms};
use crate::app::TestApp;
use crate::line::{Answers, Line};

/// How many turns lose an answer.
const TURNS: usize = 12;

/// How the server takes a turn.
#[derive(Clone, Copy)]
enum Way {
    /// The server remembers the game and sends only the statement that writes.
    Short,
    /// Another server has stored a turn meanwhile, so a statement loads the game before the one that writes.
    Long,
}

impl Way {
    /// Returns a turn that goes this way if it is posted `here`: the seat, the version and the action; none
    /// if the game is over.
    async fn prepare(
        self,
        here: &Table<'_>,
        elsewhere: &Table<'_>,
        dice: &mut Rng,
    ) -> Option<(usize, Value, Value)> {
        // What a server reads it remembers.
        let reading = match self {
            Way::Short => here,
            Way::Long => {
                elsewhere.play_some(dice, 1).await;
                elsewhere
            }
        };
        let before = reading.public_view().await;
        let seat = before["to_act"]["seat"].as_u64()? as usize;
        let legal = reading.legal(seat).await;
        Some((seat, before["version"].clone(), json!([legal[dice.usize(..legal.len())]])))
    }

    /// Returns the number of the answer to the statement that writes.
    fn answer_of_the_write(self) -> usize {
        match self {
            Way::Short => 1,
            Way::Long => 2,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_whose_commit_response_was_lost_is_found_in_the_log() {
    let direct = TestApp::spawn().await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| {
        settings.database.database_url = Some(address);
        // One connection, so that the order of the answers is known.
        settings.database.database_connections = 1;
    })
    .await;
    let table = Table::started(&app, terms(2)).await;
    let seats = vec![direct.user("ada").await, direct.user("bob").await];
    let elsewhere = Table { app: &direct, id: table.id.clone(), seats };
    let mut dice = dice(95);
    let mut found = [0, 0];
    for number in 0..TURNS {
        let way = if number % 2 == 0 { Way::Short } else { Way::Long };
        // Two turns go the same way before, so that the statements are prepared and every answer is one
        // piece.
        for _ in 0..2 {
            if let Some((seat, version, action)) = way.prepare(&table, &elsewhere, &mut dice).await {
                table.post(seat, &version, action).await.expect(200);
            }
        }
        let Some((seat, version, action)) = way.prepare(&table, &elsewhere, &mut dice).await else { break };
        line.set(Answers::Lose(way.answer_of_the_write()));
        let answer = table.post(seat, &version, action.clone()).await;
        found[number % 2] += usize::from(answer.status == 200);
        if answer.status != 200 {
            answer.expect_problem(503, "unavailable");
        }
        let again = table.post(seat, &version, action).await.expect(200);
        assert_eq!(table.public_view().await["version"], again.json["version"]);
        assert!(Stored::of(&direct).await.is_gapless(&table.id).await);
    }
    assert!(found.iter().all(|&turns| turns > 0), "no turn was found in the log: {found:?}");
}
