//! Whole games compared, decision by decision, with the plain transcription of the rules in `examples`.
//!
//! It knows the line protocol of `tests/oracle/oracle.py`, which needs `python3`, and no rule; `make oracle`
//! runs it. `ORACLE_GAMES` plays more games of each kind and `ORACLE_SEED` others. `ORACLE_RECORD` names a
//! directory in which the account of each game is kept, as `tests/engine/playthroughs.rs` replays it without
//! the plain rules.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod lies;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use lapidary::api::play::events::EffectBody;
use lapidary::api::play::view::Position;
use lapidary::boards;
use lapidary::engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed, deal_key};
use lapidary::engine::game::{Action, Game, GameEntry, GameLog, Payments};
use lapidary::engine::record::{By, Cause, Leaving};
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::{Seat, SeatCount};
use lapidary::engine::viewer::Viewer;
use serde_json::{Value, json};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/oracle.py");
const MODULES: [&str; 4] = ["orient", "strongholds", "trading_posts", "cities"];
/// What players of different taste look for first; strongholds gather on one card, so that there are
/// Conquests.
const TASTES: [&[&str]; 6] = [
    &["move", "buy", "conquer", "take"],
    &["move", "buy", "conquer", "reserve", "take"],
    &["reserve_blind", "take", "buy"],
    &["move", "conquer", "place_stronghold", "buy", "take"],
    &["pass", "reserve", "take"],
    &[],
];
const TASTE_SHARE: f64 = 0.8;
const LEAVING_SHARE: f64 = 0.005;
const STUBBORN_SHARE: f64 = 0.03;
/// How many games of each variant of Kids are played for one of each combination of Splendor's modules.
const KIDS_GAMES: u64 = 4;

struct Oracle {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Oracle {
    fn start() -> Self {
        let mut child = Command::new("python3")
            .arg(SCRIPT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the oracle needs python3");
        let answers = BufReader::new(child.stdout.take().expect("the pipe is ours"));
        Oracle { child, answers }
    }

    fn ask(&mut self, line: &str) -> Value {
        writeln!(self.child.stdin.as_mut().expect("the pipe is ours"), "{line}").expect("the oracle listens");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the oracle answers");
        let answer: Value = serde_json::from_str(&answer).expect("the oracle answers in JSON");
        assert_eq!(answer.get("error"), None, "{line}");
        answer
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        self.child.wait().ok();
    }
}

/// One game, played here and there.
struct Comparison<'a> {
    oracle: &'a mut Oracle,
    dice: fastrand::Rng,
    ruleset: Ruleset,
    game: Game,
    log: GameLog,
    name: String,
    account: String,
}

impl<'a> Comparison<'a> {
    fn deal(oracle: &'a mut Oracle, ruleset: Ruleset, seats: SeatCount, seed: u64) -> Self {
        let mut dice = fastrand::Rng::with_seed(seed);
        let server_seed = ServerSeed::new(std::array::from_fn(|_| dice.u8(..)));
        let contributions =
            Contributions::try_from(vec![Entropy::default(); seats.get()]).expect("2 to 4 seats");
        let input = DealInput {
            deal_id: DealId([0; 16]),
            server_seed: &server_seed,
            ruleset: &ruleset.deal_name(),
            contributions: &contributions,
            beacon: &Entropy::default(),
        };
        let sides = boards::load(None).expect("our boards are sound");
        let opening = Game::deal(ruleset, &sides, &input, Seating::JoinOrder).expect("the deal fits");
        let options: serde_json::Map<String, Value> =
            ruleset.options().into_iter().map(|(option, value)| (option.to_owned(), json!(value))).collect();
        let mut table = json!({
            "ruleset": ruleset.id(), "modules": ruleset.modules(), "options": options, "seats": seats.get(),
            "server_seed": hex::encode(server_seed.reveal()),
        });
        let account = format!("deal {table}\n");
        table["deal_key"] = json!(hex::encode(deal_key(&input)));
        oracle.ask(&format!("new {table}"));
        let board = ruleset.options().into_iter().map(|(_, value)| format!("-{value}")).collect::<String>();
        let name = format!("{}{board}-{}-{seed}", ruleset.deal_name(), seats.get());
        Comparison { oracle, dice, ruleset, game: opening.game, log: GameLog::default(), name, account }
    }

    fn play_to_the_end(&mut self) {
        let tastes: Vec<usize> =
            self.game.seat_count().seats().map(|_| self.dice.usize(..TASTES.len())).collect();
        let stubborn = self.dice.f64() < STUBBORN_SHARE;
        while let Some((seat, decision)) = self.game.to_act() {
            let legal = self.same_legal_actions(seat, decision);
            let from = self.log.0.len();
            let answer = if self.dice.f64() < LEAVING_SHARE {
                self.leave()
            } else {
                self.play(&legal, if stubborn { &["take"] } else { TASTES[tastes[seat.index()]] })
            };
            let at = format!("{} at entry {from}", self.name);
            assert_eq!(answer["log"], self.entries(from), "the log of {at}");
            self.note_entries(&answer["log"]);
            assert_same("state", &answer["state"], &self.state(), &at);
        }
        assert_eq!(self.oracle.ask("legal")["seat"], Value::Null, "the end of {}", self.name);
        self.keep_account();
    }

    fn note_entries(&mut self, log: &Value) {
        for entry in log.as_array().into_iter().flatten() {
            let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
            self.account += &format!("{} {} {}\n", text("by"), entry["seat"], text("notation"));
        }
    }

    fn keep_account(&self) {
        let ranks = &self.state()["result"]["ranks"];
        if let Ok(directory) = std::env::var("ORACLE_RECORD") {
            let path = format!("{directory}/{}.txt", self.name);
            std::fs::write(path, format!("{}ranks {ranks}\n", self.account)).expect("the directory is there");
        }
    }

    fn same_legal_actions(&mut self, seat: Seat, decision: &str) -> Vec<String> {
        let theirs = self.oracle.ask("legal");
        let mut ours: Vec<String> =
            self.game.legal_actions(Payments::All).iter().map(Action::to_string).collect();
        ours.sort();
        let ours = json!({"seat": seat.number(), "decision": decision, "legal": ours});
        assert_eq!(theirs, ours, "what is legal in {} at entry {}", self.name, self.log.0.len());
        let lines: Vec<String> = theirs["legal"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        self.account += &format!("? {seat} {decision} {} {:016x}\n", lines.len(), fingerprint(&lines));
        lines
    }

    fn leave(&mut self) -> Value {
        let playing = self.game.seats_in_play();
        let seat = playing[self.dice.usize(..playing.len())];
        self.game.leave(seat, Leaving::Resigned, &mut self.log);
        self.oracle.ask(&format!("leave {seat}"))
    }

    fn play(&mut self, legal: &[String], taste: &[&str]) -> Value {
        let line = choose(&mut self.dice, legal, taste);
        let action = Action::parse(self.ruleset, line).expect("a listed line parses");
        self.game.play(&action, &mut self.log).expect("a listed action is legal");
        self.oracle.ask(&format!("play {line}"))
    }

    fn entries(&self, from: usize) -> Value {
        let entry = |logged: &GameEntry| {
            let (seat, by, notation) = match &logged.cause {
                Cause::Decision { seat, by, action } => {
                    let by = if *by == By::Player { "player" } else { "engine" };
                    (seat.number(), by, action.notation(*seat, Viewer::Revealed))
                }
                Cause::Leaving { seat, how } => (seat.number(), "player", how.notation().to_owned()),
            };
            let effects: Vec<EffectBody> = logged
                .effects
                .iter()
                .copied()
                .map(EffectBody::from)
                .filter(EffectBody::is_exported)
                .collect();
            json!({"seat": seat, "by": by, "notation": notation, "effects": effects})
        };
        self.log.0[from..].iter().map(entry).collect()
    }

    fn state(&self) -> Value {
        let position = Position::from(&self.game.view(Viewer::Revealed));
        let mut state = json!({
            "turn": position.turn,
            "to_act": position.to_act,
            "table": position.table,
            "seats": position.seats,
            "result": position.result,
        });
        sort_where_order_means_nothing(&mut state);
        state
    }
}

/// Compares part by part, so that a difference is shown without what surrounds it.
fn assert_same(part: &str, theirs: &Value, ours: &Value, at: &str) {
    match (theirs, ours) {
        (Value::Object(map), Value::Object(other)) if map.len() == other.len() => {
            map.iter().for_each(|(key, value)| assert_same(&format!("{part}/{key}"), value, &ours[key], at));
        }
        (Value::Array(list), Value::Array(other)) if list.len() == other.len() => {
            let pairs = list.iter().zip(other).enumerate();
            pairs.for_each(|(place, (left, right))| assert_same(&format!("{part}/{place}"), left, right, at));
        }
        _ => assert_eq!(theirs, ours, "{part} of {at}"),
    }
}

/// The oracle sorts what has no order, and leaves out strongholds at home and P4's cards when there are none.
fn sort_where_order_means_nothing(state: &mut Value) {
    for part in ["nobles", "tiled_villages"] {
        state["table"].get_mut(part).into_iter().for_each(sort_ids);
    }
    for seat in state["seats"].as_array_mut().into_iter().flatten() {
        for part in ["nobles", "posts", "strongholds"] {
            seat.get_mut(part).into_iter().for_each(sort_ids);
        }
        if seat["drawn"].as_array().is_none_or(Vec::is_empty) {
            seat.as_object_mut().map(|seat| seat.remove("drawn"));
        }
    }
}

fn sort_ids(ids: &mut Value) {
    if let Some(ids) = ids.as_array_mut() {
        ids.retain(Value::is_string);
        ids.sort_by_key(|id| id.as_str().map(str::to_owned));
    }
}

/// FNV-1a over the sorted lines.
fn fingerprint(lines: &[String]) -> u64 {
    lines
        .iter()
        .flat_map(|line| line.bytes().chain([b'\n']))
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn choose<'a>(dice: &mut fastrand::Rng, legal: &'a [String], taste: &[&str]) -> &'a str {
    let kind_of = |line: &'a String| line.split(' ').next().unwrap_or_default();
    let lines_of = |kind: &str| legal.iter().filter(|line| kind_of(line) == kind).collect::<Vec<_>>();
    for kind in taste {
        let lines = lines_of(kind);
        if !lines.is_empty() && (taste.len() == 1 || dice.f64() < TASTE_SHARE) {
            return if *kind == "place_stronghold" { lines[0] } else { lines[dice.usize(..lines.len())] };
        }
    }
    let mut kinds: Vec<&str> = legal.iter().map(kind_of).collect();
    kinds.dedup();
    let lines = lines_of(kinds[dice.usize(..kinds.len())]);
    lines[dice.usize(..lines.len())]
}

fn number_from_environment(name: &str) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn splendor_with(chosen: u64) -> Ruleset {
    let modules = MODULES.into_iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
    Ruleset::parse("splendor", modules.map(|(_, module)| module), []).expect("the modules exist")
}

/// Plays games of one ruleset for every number of seats.
fn compare(oracle: &mut Oracle, ruleset: Ruleset, seed: u64) {
    for seats in SeatCount::ALL {
        Comparison::deal(oracle, ruleset, seats, seed * 4 + seats.get() as u64).play_to_the_end();
    }
}

#[test]
fn splendor_and_the_plain_rules_agree_on_every_decision_of_whole_games() {
    let (games, seed) = (number_from_environment("ORACLE_GAMES"), number_from_environment("ORACLE_SEED"));
    let mut oracle = Oracle::start();
    for game in 0..games {
        for chosen in 0..1 << MODULES.len() {
            compare(&mut oracle, splendor_with(chosen), (seed * 1_000_003 + game) * 16 + chosen);
        }
    }
}

#[test]
fn kids_and_the_plain_rules_agree_on_every_decision_of_whole_games() {
    let (games, seed) = (number_from_environment("ORACLE_GAMES"), number_from_environment("ORACLE_SEED"));
    let mut oracle = Oracle::start();
    for game in 0..games * KIDS_GAMES {
        for (modules, board) in [(None, "full"), (None, "short"), (Some("mysteries"), "full")] {
            let ruleset = Ruleset::parse("kids", modules, [("board", board)]).expect("the variant exists");
            compare(&mut oracle, ruleset, seed * 1_000_003 + game);
        }
    }
}

#[test]
fn the_plain_rules_count_what_follows_recorded_positions_alike() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/perft.py");
    assert!(Command::new("python3").arg(script).status().expect("python3 is installed").success());
}
