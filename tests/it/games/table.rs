//! A table with players, as most tests of games need one.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::app::{Answer, Caller, TestApp};

/// The players of a table, in the order in which they join.
pub const NAMES: [&str; 4] = ["ada", "bob", "eve", "dan"];

/// A game and those who sit in it: the first sits in seat 0.
pub struct Table<'a> {
    pub app: &'a TestApp,
    pub id: String,
    pub seats: Vec<Caller<'a>>,
}

/// The terms of a game of this many, whose players sit in the order of joining.
pub fn terms(seats: usize) -> Value {
    json!({"ruleset": "splendor", "modules": [], "seats": seats, "visibility": "public",
        "clock": {"kind": "none"}, "seating": "join_order", "opponents": [], "options": {}})
}

/// The terms with one of them changed.
pub fn terms_with(seats: usize, name: &str, value: Value) -> Value {
    let mut terms = terms(seats);
    terms[name] = value;
    terms
}

impl<'a> Table<'a> {
    /// A game that waits, with its creator in it and all others about to join.
    pub async fn waiting(app: &'a TestApp, terms: Value) -> Table<'a> {
        let mut seats = Vec::new();
        for name in &NAMES[..terms["seats"].as_u64().expect("terms name the seats") as usize] {
            seats.push(app.user(name).await);
        }
        let created = seats[0].post("/v1/games", &terms).await.expect(201);
        let id = created.json["id"].as_str().expect("a game has an id").to_owned();
        assert_eq!(created.header("location"), format!("/v1/games/{id}"));
        Table { app, id, seats }
    }

    /// A game that has started.
    pub async fn started(app: &'a TestApp, terms: Value) -> Table<'a> {
        let table = Table::waiting(app, terms).await;
        for caller in &table.seats[1..] {
            caller.post_empty(&table.path("/join")).await.expect(200);
        }
        table
    }

    /// The same table with its players in the order of seats, which the deal may have drawn.
    pub async fn seated(self) -> Table<'a> {
        let mut seated = Vec::new();
        for caller in &self.seats {
            let view = caller.get(&self.path("")).await.expect(200).json;
            seated.push((view["viewer_seat"].as_u64().expect("a player has a seat"), caller.clone()));
        }
        seated.sort_by_key(|(seat, _)| *seat);
        Table { seats: seated.into_iter().map(|(_, caller)| caller).collect(), ..self }
    }

    /// The path of something that belongs to the game.
    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    /// The game as a seat sees it.
    pub async fn view(&self, seat: usize) -> Value {
        self.seats[seat].get(&self.path("")).await.expect(200).json
    }

    /// The game as anybody sees it.
    pub async fn public_view(&self) -> Value {
        self.app.anonymous().get(&self.path("")).await.expect(200).json
    }

    /// The legal actions of a seat.
    pub async fn legal(&self, seat: usize) -> Vec<Value> {
        let answer = self.seats[seat].get(&self.path("/legal-actions")).await.expect(200);
        let actions = answer.json["actions"].as_array().expect("there is a list").clone();
        actions.into_iter().map(|legal| legal["action"].clone()).collect()
    }

    /// A request for a turn, whatever its answer.
    pub async fn post(&self, seat: usize, version: &Value, actions: Value) -> Answer {
        self.seats[seat].post(&self.path("/actions"), turn(version, actions)).await
    }

    /// One random legal action of whoever is asked, with what the answer shows; none when the game is over.
    pub async fn play_random(&self, dice: &mut Rng) -> Option<Move> {
        let before = self.public_view().await;
        let seat = before["to_act"]["seat"].as_u64()? as usize;
        let legal = self.legal(seat).await;
        let action = legal[dice.usize(..legal.len())].clone();
        let answer = self.post(seat, &before["version"], json!([action])).await.expect(200);
        Some(Move { seat, version: before["version"].clone(), action, answer })
    }

    /// Plays so many random legal actions, or fewer if the game ends.
    pub async fn play_some(&self, dice: &mut Rng, actions: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while moves.len() < actions
            && let Some(played) = self.play_random(dice).await
        {
            moves.push(played);
        }
        moves
    }

    /// Plays random legal actions to the end.
    pub async fn play_to_the_end(&self, dice: &mut Rng) -> Vec<Move> {
        self.play_some(dice, 5_000).await
    }
}

/// A turn that was accepted.
pub struct Move {
    pub seat: usize,
    pub version: Value,
    pub action: Value,
    pub answer: Answer,
}

/// The body of a turn.
pub fn turn(version: &Value, actions: Value) -> Value {
    json!({"version": version, "actions": actions})
}

/// Dice that tell their seed when a test fails.
pub fn dice(seed: u64) -> Rng {
    println!("seed {seed}");
    Rng::with_seed(seed)
}
