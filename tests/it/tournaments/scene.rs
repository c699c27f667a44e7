//! A tournament with its players, and what they do.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::{Answer, Caller, TestApp, look_again};

/// An organizer, and players by the numbers of their entries.
pub struct Scene<'a> {
    pub organizer: Caller<'a>,
    pub players: BTreeMap<u64, Caller<'a>>,
    /// The path of the tournament.
    pub path: String,
}

/// Returns settings with some of them replaced.
pub fn settings(changed: &Value) -> Value {
    let mut settings = json!({"name": "Friday", "ruleset": "kids", "format": "swiss", "seats": 4, "rounds": 2, "open": true});
    for (name, value) in changed.as_object().expect("an object") {
        match value {
            Value::Null => drop(settings.as_object_mut().expect("an object").remove(name)),
            value => settings[name] = value.clone(),
        }
    }
    settings
}

impl<'a> Scene<'a> {
    /// Creates a tournament and enters this many players.
    pub async fn new(app: &'a TestApp, changed: Value, players: u64) -> Scene<'a> {
        let organizer = app.user("organizer").await;
        let made = organizer.post("/v1/tournaments", settings(&changed)).await.expect(201);
        let path = format!("/v1/tournaments/{}", made.json["id"].as_str().expect("an id"));
        assert_eq!(made.header("location"), path);
        let mut scene = Scene { organizer, players: BTreeMap::new(), path };
        for number in 1..=players {
            let player = app.user(&format!("player{number}")).await;
            let entry = player.post_empty(&scene.at("/enter")).await.expect(200);
            assert_eq!(entry.json["entry"], number);
            scene.players.insert(number, player);
        }
        scene
    }

    /// Returns a path below that of the tournament.
    pub fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    /// Returns the id of the tournament.
    pub fn id(&self) -> &str {
        self.path.rsplit('/').next().expect("an id")
    }

    /// Sends a POST of the organizer.
    pub async fn post(&self, rest: &str, body: Value) -> Answer {
        self.organizer.post(&self.at(rest), body).await
    }

    pub async fn get(&self, rest: &str) -> Value {
        self.organizer.get(&self.at(rest)).await.expect(200).json
    }

    pub async fn start(&self) {
        self.organizer.post_empty(&self.at("/start")).await.expect(200);
    }

    /// Pairs the next round and returns it.
    pub async fn next(&self) -> Value {
        self.organizer.post_empty(&self.at("/rounds/next")).await.expect(201).json
    }

    /// Ends the game of a table: the players after the first of `order` resign, the last one first.
    pub async fn play(&self, table: &Value, order: &[u64]) {
        let game = table["game"].as_str().expect("a table that is played has a game");
        for number in order[1..].iter().rev() {
            let player = &self.players[number];
            player.post_empty(&format!("/v1/games/{game}/resign")).await.expect(200);
        }
    }

    /// Ends all games of a round; at each table the lowest entry wins, then the next one.
    pub async fn play_round(&self, round: &Value) {
        for table in round["tables"].as_array().expect("tables") {
            if table["status"] == "playing" {
                let mut order = entries(table);
                order.sort_unstable();
                self.play(table, &order).await;
            }
        }
    }

    /// Waits until the tournament looks like this.
    pub async fn until(&self, rest: &str, looks: impl Fn(&Value) -> bool) -> Value {
        let patience = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while std::time::Instant::now() < patience {
            let now = self.get(rest).await;
            if looks(&now) {
                return now;
            }
            look_again().await;
        }
        panic!("{rest} does not change as it should: {}", self.get(rest).await)
    }
}

/// Returns the entries of a table in the order of seats.
pub fn entries(table: &Value) -> Vec<u64> {
    let seats = table["seats"].as_array().expect("seats").iter();
    seats.map(|seat| seat["entry"].as_u64().expect("a number")).collect()
}

/// Returns the entries of all tables of a round, each in the order of seats.
pub fn seatings(round: &Value) -> Vec<Vec<u64>> {
    round["tables"].as_array().expect("tables").iter().map(entries).collect()
}
