//! A game with players, which most tests of games need.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::app::{Answer, Caller, TestApp};

/// The names of the players, in the order in which they join.
pub const NAMES: [&str; 4] = ["ada", "bob", "eve", "dan"];

/// A game and its players: the first one has seat 0.
pub struct Table<'a> {
    pub app: &'a TestApp,
    pub id: String,
    pub seats: Vec<Caller<'a>>,
}

/// Returns the terms of a game for this many players, who sit in the order of joining.
pub fn terms(seats: usize) -> Value {
    json!({"ruleset": "splendor", "modules": [], "seats": seats, "visibility": "public",
        "clock": {"kind": "none"}, "seating": "join_order", "opponents": [], "options": {}})
}

/// Returns the same terms with one field changed.
pub fn terms_with(seats: usize, name: &str, value: Value) -> Value {
    let mut terms = terms(seats);
    terms[name] = value;
    terms
}

impl<'a> Table<'a> {
    /// Creates a game that waits for players; its creator has a seat, and the other callers can join.
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

    /// Creates a game that has started.
    pub async fn started(app: &'a TestApp, terms: Value) -> Table<'a> {
        let table = Table::waiting(app, terms).await;
        for caller in &table.seats[1..] {
            caller.post_empty(&table.path("/join")).await.expect(200);
        }
        table
    }

    /// Returns the same table with its players in the order of seats, which may be random.
    pub async fn seated(self) -> Table<'a> {
        let mut seated = Vec::new();
        for caller in &self.seats {
            let view = caller.get(&self.path("")).await.expect(200).json;
            seated.push((view["viewer_seat"].as_u64().expect("a player has a seat"), caller.clone()));
        }
        seated.sort_by_key(|(seat, _)| *seat);
        Table { seats: seated.into_iter().map(|(_, caller)| caller).collect(), ..self }
    }

    /// Returns a path below the game.
    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    /// Returns the game as a seat sees it.
    pub async fn view(&self, seat: usize) -> Value {
        self.seats[seat].get(&self.path("")).await.expect(200).json
    }

    /// Returns the game as a spectator sees it.
    pub async fn public_view(&self) -> Value {
        self.app.anonymous().get(&self.path("")).await.expect(200).json
    }

    /// Returns the legal actions of a seat.
    pub async fn legal(&self, seat: usize) -> Vec<Value> {
        let answer = self.seats[seat].get(&self.path("/legal-actions")).await.expect(200);
        let actions = answer.json["actions"].as_array().expect("there is a list").clone();
        actions.into_iter().map(|legal| legal["action"].clone()).collect()
    }

    /// Sends a turn and returns its response, whether accepted or refused.
    pub async fn post(&self, seat: usize, version: &Value, actions: Value) -> Answer {
        self.seats[seat].post(&self.path("/actions"), turn(version, actions)).await
    }

    /// Plays one random legal action of the seat to act, and returns it with its response; none if the game
    /// is over.
    pub async fn play_random(&self, dice: &mut Rng) -> Option<Move> {
        let before = self.public_view().await;
        self.play_after(&before, dice).await
    }

    /// The same, when this view is the newest.
    async fn play_after(&self, before: &Value, dice: &mut Rng) -> Option<Move> {
        let seat = before["to_act"]["seat"].as_u64()? as usize;
        let legal = self.legal(seat).await;
        let action = legal[dice.usize(..legal.len())].clone();
        let answer = self.post(seat, &before["version"], json!([action])).await.expect(200);
        Some(Move { seat, version: before["version"].clone(), action, answer })
    }

    /// Plays this many random legal actions, or fewer if the game ends. Nobody else may play meanwhile.
    pub async fn play_some(&self, dice: &mut Rng, actions: usize) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        while moves.len() < actions {
            // The answer to a turn has the view after it.
            let played = match moves.last() {
                Some(last) => self.play_after(&last.answer.json["game"], dice).await,
                None => self.play_random(dice).await,
            };
            match played {
                Some(played) => moves.push(played),
                None => break,
            }
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

/// Returns the body of a turn.
pub fn turn(version: &Value, actions: Value) -> Value {
    json!({"version": version, "actions": actions})
}

/// Returns a random generator that prints its seed if a test fails.
pub fn dice(seed: u64) -> Rng {
    println!("seed {seed}");
    Rng::with_seed(seed)
}
