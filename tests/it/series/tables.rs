//! The table of a series: which results count, ties, corrections, and who is in it.

use serde_json::{Value, json};

use super::{by_seat, create, event, finish, id, last_part, lines, play, put, recompute, table};
use crate::app::{Answer, TestApp};
use crate::tournaments::execute;
use reqwest::Method;

#[tokio::test(flavor = "multi_thread")]
async fn the_best_two_of_three_events_count_and_follow_every_change() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let (ada, grace, joan) = (app.user("ada").await, app.user("grace").await, app.user("joan").await);
    let players = [&ada, &grace, &joan];
    let cup = json!({"name": "Emerald Cup", "points": [10, 6, 4], "best_of": 2});
    let series = create(&olga, cup).await;
    let settings = event(3, json!({"series": last_part(&series)}));
    let first = play(&olga, &settings, &players, &[1, 2, 3]).await;
    play(&olga, &settings, &players, &[3, 1, 2]).await;
    let expected = [(1, "grace", 16.0, ""), (2, "ada", 14.0, "points"), (3, "joan", 10.0, "points")];
    assert_eq!(table(&ada, &series).await, lines(&expected));
    let third = play(&olga, &settings, &players, &[2, 3, 1]).await;
    // Each has won, was second and third: nothing separates them.
    let level = [(1, "ada", 16.0, ""), (1, "grace", 16.0, ""), (1, "joan", 16.0, "")];
    assert_eq!(table(&ada, &series).await, lines(&level));
    let standings = ada.get(&format!("{series}/standings")).await.expect(200).json;
    assert_eq!(standings["events"].as_array().map(Vec::len), Some(3));
    let results = standings["items"][0]["results"].as_array().expect("results");
    let counts: Vec<(u64, f64, bool)> = results
        .iter()
        .map(|result| {
            let (place, points) = (&result["place"], &result["points"]);
            (place.as_u64().unwrap(), points.as_f64().unwrap(), result["counts"] == json!(true))
        })
        .collect();
    assert_eq!(counts, [(1, 10.0, true), (3, 4.0, false), (2, 6.0, true)]);
    assert!(recompute(&standings).is_none_or(|verdict| verdict == Ok(())), "{:?}", recompute(&standings));
    let mut wrong = standings.clone();
    wrong["items"][0]["results"][1]["counts"] = json!(true);
    assert!(recompute(&wrong).is_none_or(|verdict| verdict.is_err()));
    // A result that is corrected after the end changes the table.
    let round = olga.get(&format!("{third}/rounds/1")).await.expect(200).json;
    let corrected = json!({"places": by_seat(&round["tables"][0], &[1, 2, 3]), "reason": "typed wrong"});
    olga.post(&format!("{third}/tables/1/correct"), corrected).await.expect(200);
    let after = [(1, "ada", 20.0, ""), (2, "grace", 16.0, "points"), (3, "joan", 10.0, "points")];
    assert_eq!(table(&ada, &series).await, lines(&after));
    // An event that runs again is not in the table until it is over again.
    olga.post(&format!("{third}/reopen"), json!({"reason": "a protest"})).await.expect(200);
    assert_eq!(table(&ada, &series).await, lines(&expected));
    olga.post_empty(&format!("{third}/close")).await.expect(200);
    assert_eq!(table(&ada, &series).await, lines(&after));
    // Another rule, another table; the points of the events are 4, 2 and 0.
    olga.patch(&series, json!({"points": [], "best_of": 100})).await.expect(200);
    let of_events = [(1, "ada", 8.0, ""), (2, "grace", 8.0, "wins"), (3, "joan", 2.0, "points")];
    assert_eq!(table(&ada, &series).await, lines(&of_events));
    // An event can be taken out, and put back again after its end.
    let place = format!("{series}/events/{}", last_part(&first));
    olga.delete(&place).await.expect(204);
    olga.delete(&place).await.expect_problem(404, "not_found");
    assert_eq!(olga.get(&first).await.expect(200).json["series"], Value::Null);
    assert_eq!(ada.get(&series).await.expect(200).json["events"].as_array().map(Vec::len), Some(2));
    for _ in 0..2 {
        assert_eq!(put(&olga, &place).await.expect(200).json["events"].as_array().map(Vec::len), Some(3));
    }
    assert_eq!(id(&olga.get(&first).await.expect(200).json["series"]), last_part(&series));
    // A deleted series leaves its events as they are.
    olga.delete(&series).await.expect(204);
    olga.get(&series).await.expect_problem(404, "not_found");
    ada.get(&format!("{series}/standings")).await.expect_problem(404, "not_found");
    assert_eq!(olga.get(&first).await.expect(200).json["series"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_with_the_same_name_are_one_in_a_series_and_two_in_an_event() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let series = create(&olga, json!({"name": "Town", "points": [10, 6, 4]})).await;
    let settings = event(3, json!({"series": last_part(&series)}));
    // A release with another rule has let both into the last one.
    for (event, list) in
        [["José", "Joan", "Jose"], ["JOSE\u{301}", "JOAN", "Jose"], ["José", "Joan", "Edith"]]
            .into_iter()
            .enumerate()
    {
        let made = olga.post("/v1/tournaments", &settings).await.expect(201).json;
        let path = format!("/v1/tournaments/{}", id(&made));
        for guest in list {
            olga.post(&format!("{path}/entries"), json!({"guest": guest})).await.expect(201);
        }
        for same in ["JOSÉ", "jose\u{301}", "ＪＯＳＥ\u{301}", "joan"] {
            let refused = olga.post(&format!("{path}/entries"), json!({"guest": same})).await;
            assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/guest"], "{same}");
        }
        let renamed = olga.patch(&format!("{path}/entries/3"), json!({"guest": "JOSÉ"})).await;
        renamed.expect_problem(422, "validation_failed");
        if event == 2 {
            execute(&app, "UPDATE tournament_entries SET guest = 'JOSÉ' WHERE guest = 'Edith'").await;
        }
        finish(&olga, &path, &[1, 2, 3]).await;
    }
    let expected = [
        (1, "José", 30.0, ""),
        (2, "Joan", 18.0, "points"),
        (3, "Jose", 8.0, "points"),
        (4, "JOSÉ", 4.0, "points"),
    ];
    assert_eq!(table(&olga, &series).await, lines(&expected));
    let standings = olga.get(&format!("{series}/standings")).await.expect(200).json;
    assert!(recompute(&standings).is_none_or(|verdict| verdict == Ok(())), "{:?}", recompute(&standings));
    let mut wrong = standings.clone();
    wrong["items"][3]["guest"] = json!("jose");
    assert!(recompute(&wrong).is_none_or(|verdict| verdict.is_err()), "two lines of one guest");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_entered_by_name_has_one_line_in_a_series() {
    let app = TestApp::spawn().await;
    let (olga, ada, _) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    let series = create(&olga, json!({"name": "Town", "points": [10, 6, 4]})).await;
    let settings = event(3, json!({"series": last_part(&series)}));
    let make = async |entries: [Value; 3]| {
        let path = format!(
            "/v1/tournaments/{}",
            id(&olga.post("/v1/tournaments", &settings).await.expect(201).json)
        );
        for entry in entries {
            match entry {
                Value::Null => ada.post_empty(&format!("{path}/enter")).await.expect(200),
                typed => olga.post(&format!("{path}/entries"), typed).await.expect(201),
            };
        }
        finish(&olga, &path, &[1, 2, 3]).await;
        path
    };
    let by_name = |name: &str| json!({"username": name});
    let typed = make([by_name("ada"), by_name("grace"), json!({"guest": "Joan"})]).await;
    let agrees = async || {
        let standings = app.anonymous().get(&format!("{series}/standings")).await.expect(200).json;
        assert!(recompute(&standings).is_none_or(|verdict| verdict == Ok(())), "{:?}", recompute(&standings));
        standings
    };
    let line = agrees().await["items"][0].clone();
    assert_eq!(
        (&line["guest"], &line["by_username"], &line["player"]["username"]),
        (&json!("ada"), &json!(true), &Value::Null)
    );
    // Renamed, typed again, and with a guest of the same name: the account decides.
    olga.patch(&format!("{typed}/entries/2"), json!({"guest": "Grace H."})).await.expect(200);
    make([json!({"guest": "ada"}), by_name("grace"), Value::Null]).await;
    let both = [
        (1, "ada", 14.0, ""),
        (2, "grace", 12.0, "points"),
        (3, "ada", 10.0, "points"),
        (4, "Joan", 4.0, "points"),
    ];
    assert_eq!(table(&olga, &series).await, lines(&both));
    let standings = agrees().await;
    assert_eq!(standings["items"][0]["player"]["username"], "ada");
    assert_eq!((standings["items"][0].get("guest"), standings["items"][0].get("by_username")), (None, None));
    assert_eq!(
        (&standings["items"][2]["guest"], standings["items"][2].get("by_username")),
        (&json!("ada"), None)
    );
    // A later entry by name makes no guest of a player who has entered.
    make([by_name("ada"), by_name("grace"), json!({"guest": "Joan"})]).await;
    assert_eq!(table(&olga, &series).await[0], (1, "ada".to_owned(), 24.0, String::new()));
    assert_eq!(agrees().await["items"][0]["player"]["username"], "ada");
    // What nobody has taken over is not in the history of the player.
    let own = app.anonymous().get("/v1/tournaments?player=ada").await.expect(200).json;
    assert_eq!(own["items"].as_array().map(Vec::len), Some(1));
}

/// Checks with the published script that the names of each group are the same, and those of different ones
/// are not.
const SAME_NAMES: &str = "\
import json, sys
sys.path.insert(0, 'examples')
from recompute_series import same_name
with open('examples/same_names.json', encoding='utf-8') as file:
    groups = [{same_name(name) for name in names} for names in json.load(file)]
assert all(len(group) == 1 for group in groups), groups
assert len(set.union(*groups)) == len(groups), groups";

#[test]
fn the_published_script_knows_which_names_are_the_same() {
    let mut python = std::process::Command::new("python3");
    // Where there is no Python, nothing runs the script.
    let Ok(checked) = python.args(["-B", "-c", SAME_NAMES]).current_dir(env!("CARGO_MANIFEST_DIR")).output()
    else {
        return;
    };
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_count_by_name_and_removed_entries_not_at_all() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let series = create(&olga, json!({"name": "Town", "points": [10, 6, 4]})).await;
    let settings = event(3, json!({"series": last_part(&series)}));
    let names = [["Ada L.", "=Grace", "Joan"], ["ada l.", "Joan", "Edith"]];
    let mut paths = Vec::new();
    for list in names {
        let made = olga.post("/v1/tournaments", &settings).await.expect(201).json;
        let path = format!("/v1/tournaments/{}", id(&made));
        for guest in list {
            olga.post(&format!("{path}/entries"), json!({"guest": guest})).await.expect(201);
        }
        finish(&olga, &path, &[1, 2, 3]).await;
        paths.push(path);
    }
    let both = [
        (1, "ada l.", 20.0, ""),
        (2, "Joan", 10.0, "points"),
        (3, "=Grace", 6.0, "points"),
        (4, "Edith", 4.0, "points"),
    ];
    assert_eq!(table(&app.anonymous(), &series).await, lines(&both));
    let csv = app.anonymous().get(&format!("{series}/standings?format=csv")).await.expect(200);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    let mut rows = csv.text.lines();
    let columns = "place,player,points,points_twelfths,wins,event_count,head_to_head,decided_by,\
                   event_1_place,event_1_points,event_1_counts,event_2_place,event_2_points,event_2_counts";
    assert_eq!(rows.next(), Some(columns));
    assert_eq!(rows.next(), Some("1,ada l.,20,240,2,2,0,,1,10,yes,1,10,yes"));
    assert_eq!(rows.next(), Some("2,Joan,10,120,0,2,0,points,3,4,yes,2,6,yes"));
    assert_eq!(rows.next(), Some("3,'=Grace,6,72,0,1,0,points,2,6,yes,,,"));
    // A guest who claims an entry takes the result along, and is somebody else than the guest of that name.
    let code = olga.post_empty(&format!("{}/entries/1/claim-code", paths[0])).await.expect(201).json;
    let ada = app.user("ada").await;
    ada.post(&format!("{}/claim", paths[0]), json!({"code": code["code"]})).await.expect(200);
    let claimed = table(&ada, &series).await;
    let mut of_ada: Vec<(String, f64)> = claimed
        .iter()
        .filter(|line| line.1.starts_with("ada"))
        .map(|line| (line.1.clone(), line.2))
        .collect();
    of_ada.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(of_ada, [("ada".to_owned(), 10.0), ("ada l.".to_owned(), 10.0)]);
    // Whoever erases the account keeps the line without a name.
    ada.erase().await.expect(204);
    let nameless = table(&olga, &series).await;
    assert_eq!(nameless.iter().filter(|line| line.1.is_empty() && line.2 == 10.0).count(), 1, "{nameless:?}");
    // An organizer removes an entry: it has no result.
    olga.post(&format!("{}/reopen", paths[1]), json!({"reason": "a mistake"})).await.expect(200);
    olga.post(&format!("{}/entries/3/remove", paths[1]), json!({"reason": "was not there"}))
        .await
        .expect(204);
    olga.post_empty(&format!("{}/close", paths[1])).await.expect(200);
    assert!(table(&olga, &series).await.iter().all(|line| line.1 != "Edith"));
    // A cancelled event does not count.
    let before = table(&olga, &series).await;
    let made = olga.post("/v1/tournaments", &settings).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", id(&made));
    for guest in names[0] {
        olga.post(&format!("{path}/entries"), json!({"guest": guest})).await.expect(201);
    }
    olga.post_empty(&format!("{path}/start")).await.expect(200);
    olga.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    olga.post(&format!("{path}/close"), json!({"cancel": true})).await.expect(200);
    assert_eq!(table(&olga, &series).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_the_same_until_something_changes() {
    let app = TestApp::shared().await;
    let olga = app.user("olga").await;
    let series = create(&olga, json!({"name": "Quiet"})).await;
    let path = format!("{series}/standings");
    let first = app.anonymous().get(&path).await.expect(200);
    assert_eq!((&first.json["items"], &first.json["points"]), (&json!([]), &Value::Null));
    assert!(first.header("vary").starts_with("accept,"), "{}", first.header("vary"));
    for path in [&path, &series] {
        let tag = app.anonymous().get(path).await.expect(200).header("etag").to_owned();
        let again = app.anonymous().request(Method::GET, path).header("if-none-match", tag);
        Answer::to(again).await.expect(304);
    }
}
