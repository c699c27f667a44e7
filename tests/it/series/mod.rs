//! Series and leagues over HTTP, with events over the board, whose results the organizer sets.

mod leagues;
mod limits;
mod races;
mod rights;
mod tables;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Caller};

/// Creates a series and returns its path.
async fn create(organizer: &Caller<'_>, body: Value) -> String {
    let made = organizer.post("/v1/series", &body).await.expect(201);
    let path = format!("/v1/series/{}", id(&made.json));
    assert_eq!((made.header("location"), &made.json["organized_by_me"]), (path.as_str(), &json!(true)));
    path
}

fn id(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}

/// Returns the settings of an event with one table of this size, with some of them replaced.
fn event(seats: usize, changed: Value) -> Value {
    let mut settings = json!({"name": "Evening", "ruleset": "splendor", "format": "swiss", "seats": seats, "rounds": 1,
        "play": "over_the_board", "open": true});
    for (name, value) in changed.as_object().expect("an object") {
        settings[name] = value.clone();
    }
    settings
}

/// Returns the id at the end of a path.
fn last_part(path: &str) -> &str {
    path.rsplit('/').next().expect("a path")
}

/// Creates an event, enters players, and plays its table: the places are those of the players.
async fn play(organizer: &Caller<'_>, settings: &Value, players: &[&Caller<'_>], places: &[u8]) -> String {
    let made = organizer.post("/v1/tournaments", settings).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", id(&made));
    for player in players {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    finish(organizer, &path, places).await;
    path
}

/// Starts an event, plays its only table, and closes it. The places are those of the entries by number.
async fn finish(organizer: &Caller<'_>, path: &str, places: &[u8]) {
    organizer.post_empty(&format!("{path}/start")).await.expect(200);
    let round = organizer.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    let table = &round["tables"][0];
    let result = json!({"places": by_seat(table, places), "reason": "slip of the table"});
    organizer.post(&format!("{path}/tables/{}/result", table["table"]), result).await.expect(204);
    organizer.post_empty(&format!("{path}/close")).await.expect(200);
}

/// Returns the places of the seats of a table, from those of the entries.
fn by_seat(table: &Value, places: &[u8]) -> Vec<u8> {
    let seats = table["seats"].as_array().expect("seats").iter();
    seats.map(|seat| places[seat["entry"].as_u64().expect("a number") as usize - 1]).collect()
}

async fn put(caller: &Caller<'_>, path: &str) -> Answer {
    Answer::to(caller.request(Method::PUT, path)).await
}

/// Returns the table of a series: place, name, points, and what separates each line from the one above.
async fn table(caller: &Caller<'_>, series: &str) -> Vec<(u64, String, f64, String)> {
    let standings = caller.get(&format!("{series}/standings")).await.expect(200).json;
    let lines = standings["items"].as_array().expect("lines").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    lines
        .map(|line| {
            let name = line.get("guest").unwrap_or(&line["player"]["username"]);
            let place = line["place"].as_u64().expect("a place");
            (place, text(name), line["points"].as_f64().expect("points"), text(&line["decided_by"]))
        })
        .collect()
}

fn lines(expected: &[(u64, &str, f64, &str)]) -> Vec<(u64, String, f64, String)> {
    let owned =
        |&(place, name, points, by): &(u64, &str, f64, &str)| (place, name.to_owned(), points, by.to_owned());
    expected.iter().map(owned).collect()
}

/// Checks the table of a series with the published script; none where there is no Python.
fn recompute(standings: &Value) -> Option<Result<(), String>> {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/recompute_series.py");
    let mut python = Command::new("python3")
        .args([script, "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = python.stdin.take().expect("a pipe");
    input.write_all(standings.to_string().as_bytes()).expect("the script reads");
    drop(input);
    let output = python.wait_with_output().expect("the script ends");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    Some(if output.status.success() { Ok(()) } else { Err(said) })
}
