//! Round robins in which the results of those who leave early count for nobody, recomputed from exports.

use serde_json::{Value, json};

use super::scene::{Scene, entries};
use super::seeds::{close_and_recompute, guests, set_places};
use crate::app::TestApp;

/// Returns a round robin over the board of this many guests that has started.
async fn round_robin(app: &TestApp, field: u64) -> Scene<'_> {
    let changed = json!({"play": "over_the_board", "format": "round_robin", "seats": 2, "rounds": null,
        "early_leavers": "annul"});
    let scene = Scene::new(app, changed, 0).await;
    let seeds: Vec<_> = (1..=field).map(|seed| (Some(seed), None)).collect();
    guests(&scene, &seeds).await;
    scene.start().await;
    scene
}

/// Plays rounds, after each of which an organizer does something with entries.
async fn play(scene: &Scene<'_>, acts: &[&[(&str, Value)]]) {
    for acts in acts {
        let round = scene.next().await;
        set_places(scene, &round).await;
        scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
        for (act, body) in *acts {
            scene.post(&format!("/entries/{act}"), body.clone()).await.expect(204);
        }
    }
}

/// Returns who is annulled, and the sums of the games and of the byes of all others.
async fn outcome(scene: &Scene<'_>) -> (Vec<u64>, u64, u64) {
    let standings = scene.get("/standings").await;
    let lines = standings["items"].as_array().expect("lines").iter();
    let (gone, others): (Vec<&Value>, Vec<&Value>) = lines.partition(|line| line["annulled"] == true);
    let number = |line: &Value, name: &str| line[name].as_u64().expect("a number");
    let sum = |name: &str| others.iter().map(|line| number(line, name)).sum();
    let mut gone: Vec<u64> = gone.into_iter().map(|line| number(line, "entry")).collect();
    gone.sort_unstable();
    (gone, sum("games"), sum("byes"))
}

fn ill() -> Value {
    json!({"reason": "ill"})
}

#[tokio::test]
async fn whoever_pauses_or_comes_back_counts() {
    let app = TestApp::shared().await;
    let scene = round_robin(&app, 6).await;
    let pause = json!({"pause": true, "reason": "late train"});
    let left = [("2/withdraw", pause), ("3/withdraw", ill())];
    play(&scene, &[&left, &[]]).await;
    assert_eq!(outcome(&scene).await.0, [3], "a pause is not for good");
    play(&scene, &[&[("3/reinstate", ill())], &[], &[]]).await;
    let (annulled, games, byes) = outcome(&scene).await;
    assert_eq!(annulled, [0; 0], "nobody is gone at the end");
    // Every entry has a game or a bye in each of the five rounds, or was away: entry 2 in four, entry 3 in
    // two.
    assert_eq!(games + byes, 30 - 4 - 2);
    close_and_recompute(&scene).await;
}

#[tokio::test]
async fn of_two_who_leave_early_neither_counts() {
    let app = TestApp::shared().await;
    let scene = round_robin(&app, 6).await;
    play(&scene, &[&[("2/withdraw", ill())], &[("5/remove", ill())], &[], &[], &[]]).await;
    assert_eq!(outcome(&scene).await, (vec![2, 5], 12, 0), "a round robin of the other four");
    close_and_recompute(&scene).await;
}

#[tokio::test]
async fn in_an_odd_field_whoever_had_nobody_to_meet_has_no_bye_for_it() {
    let app = TestApp::shared().await;
    for leaver in 1..=7 {
        let scene = round_robin(&app, 7).await;
        let leaves = format!("{leaver}/withdraw");
        play(&scene, &[&[], &[(&leaves, ill())], &[], &[], &[], &[], &[]]).await;
        let rounds = [scene.get("/rounds/1").await, scene.get("/rounds/2").await];
        assert!(
            rounds
                .iter()
                .flat_map(|round| round["tables"].as_array().expect("tables"))
                .any(|table| { entries(table).contains(&leaver) })
        );
        assert_eq!(outcome(&scene).await, (vec![leaver], 30, 0), "15 games of six");
        close_and_recompute(&scene).await;
    }
}
