//! Every pair of acts on a tournament at the same time, on two servers with one database.
//!
//! Each commit has its twelfth of the pairs; `LAPIDARY_RACES=1` races all of them once, and
//! `LAPIDARY_RACES=100` each a hundred times. `LAPIDARY_RACE_EXPORTS=directory` keeps the exports, for
//! `examples/recompute_tournament.py`.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use lapidary::settings::Settings;
use serde_json::{Value, json};

use super::exports::check_results;
use super::invariants::{check_export, check_tables};
use super::scene::entries;
use crate::app::{Answer, Caller, SOON, TestApp};
use crate::games::stored::Stored;
use crate::races::races_wanted;

/// The parts of all pairs, of which each commit races one, unless the environment says how often all race.
const PARTS: usize = 12;
/// The number of races at the same time.
const AT_ONCE: usize = 4;
/// The organizer, four players, one who comes late, and one who is asked to organize, in this order.
const NAMES: [&str; 7] = ["organizer", "player1", "player2", "player3", "player4", "late", "helper"];
/// The organizer's place in [`NAMES`].
const ORGANIZER: usize = 0;
/// The place of the player who comes late.
const LATE: usize = 5;
/// The place of the player who is asked to organize.
const HELPER: usize = 6;
/// How long a tournament may take to change by itself, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// How far the tournament is in which two acts race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Players enter.
    Registration,
    /// It has started, without a round.
    Started,
    /// A round waits for the last player who is not ready.
    Paired,
    /// Both tables are played, and nothing has happened in their games.
    Open,
    /// The first table is played, and the other one is over.
    LastTable,
    /// Both tables are over, and the round is closed.
    Closed,
    /// The tournament is over.
    Over,
}

use Stage::{Closed, LastTable, Open, Over, Paired, Registration, Started};

/// An act on a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Enter,
    ComeBack,
    Withdraw,
    Pause,
    Ready,
    Start,
    Next,
    Preview,
    CloseRound,
    Close,
    Cancel,
    ChangeSettings,
    ForbidPair,
    SetResult,
    /// The result of the second table is corrected.
    Correct,
    Void,
    Seat,
    PauseTable,
    ResumeTable,
    AddTime,
    Remove,
    /// The one who is removed in these races is taken back.
    Reinstate,
    Adjust,
    /// An entry gets a seed.
    SetSeed,
    /// The first round is taken back.
    Unpair,
    /// The end is taken back.
    Reopen,
    /// A player who was asked to organize accepts.
    AcceptOrganizing,
    /// The creator takes this player away, or the invitation back.
    RemoveOrganizer,
    FirstTurn,
    LastTurn,
    /// The time of the ready check is over, and the servers notice it.
    Job,
}

/// The acts, each with the stages in which it may succeed.
const ACTS: [(Act, &[Stage]); 31] = [
    (Act::Enter, &[Registration, Started, Paired, Open, LastTable]),
    (Act::ComeBack, &[Open, LastTable, Closed]),
    (Act::Withdraw, &[Registration, Started, Paired, Open, LastTable, Closed]),
    (Act::Pause, &[Started, Paired, Open, LastTable]),
    (Act::Ready, &[Paired]),
    (Act::Start, &[Registration]),
    (Act::Next, &[Started, LastTable, Closed]),
    (Act::Preview, &[Started, LastTable, Closed]),
    (Act::CloseRound, &[LastTable, Closed]),
    (Act::Close, &[Registration, Started, LastTable, Closed, Over]),
    (Act::Cancel, &[Registration, Started, Paired, Open, LastTable, Closed]),
    (Act::ChangeSettings, &[Registration]),
    (Act::ForbidPair, &[Registration, Started, Paired, LastTable]),
    (Act::SetResult, &[Open, LastTable, Closed]),
    (Act::Correct, &[LastTable, Closed, Over]),
    (Act::Void, &[Paired, Open, LastTable, Closed]),
    (Act::Seat, &[Paired, Open, LastTable]),
    (Act::PauseTable, &[Open, LastTable]),
    (Act::ResumeTable, &[Open, LastTable]),
    (Act::AddTime, &[Open, LastTable]),
    (Act::Remove, &[Registration, Started, Paired, Open, LastTable]),
    (Act::Reinstate, &[Registration, Started, Paired, Open, LastTable, Closed]),
    (Act::Unpair, &[Paired, Open]),
    (Act::Reopen, &[Over]),
    (Act::AcceptOrganizing, &[Registration, Started, Paired, Open, LastTable, Closed]),
    (Act::RemoveOrganizer, &[Registration, Started, Paired, Open, LastTable, Closed, Over]),
    (Act::Adjust, &[Started, Paired, Open, LastTable, Closed]),
    (Act::SetSeed, &[Registration, Started, Paired]),
    (Act::FirstTurn, &[Open, LastTable]),
    (Act::LastTurn, &[Open, LastTable]),
    (Act::Job, &[Paired]),
];

/// Two acts in a tournament.
#[derive(Debug, Clone, Copy)]
struct Race {
    acts: [Act; 2],
    stage: Stage,
    /// It decides what else differs from race to race.
    number: usize,
}

/// Returns the races of all pairs, or of the part of this commit, also of each act with itself. Pairs that
/// cannot both succeed race where the first one can.
fn all_races() -> Vec<Race> {
    let mut all = Vec::new();
    for repetition in 0..races_wanted().unwrap_or(1) {
        for (place, (first, stages)) in ACTS.iter().enumerate() {
            for (other, (second, others)) in ACTS[place..].iter().enumerate() {
                let both: Vec<Stage> =
                    stages.iter().copied().filter(|stage| others.contains(stage)).collect();
                let stages = if both.is_empty() { stages } else { &both[..] };
                let number = repetition + place + other;
                // Both orders are raced, because the request that is sent first has a head start.
                let turned = (repetition + place).is_multiple_of(2);
                let acts = if turned { [*second, *first] } else { [*first, *second] };
                all.push(Race { acts, stage: stages[number % stages.len()], number });
            }
        }
    }
    match races_wanted() {
        Some(_) => all,
        None => all.into_iter().skip(commit() % PARTS).step_by(PARTS).collect(),
    }
}

/// Returns a number that differs from commit to commit, so that the tests of a commit do the same every day.
/// Without a repository it is zero.
fn commit() -> usize {
    let asked = Command::new("git").args(["rev-parse", "--short=8", "HEAD"]).output();
    let id =
        asked.map_or_else(|_| String::new(), |found| String::from_utf8_lossy(&found.stdout).into_owned());
    usize::from_str_radix(id.trim(), 16).unwrap_or_default()
}

/// The players on one of the servers, in the order of [`NAMES`].
struct Side<'a> {
    callers: Vec<Caller<'a>>,
}

/// A tournament in which two acts race.
struct Arena<'a> {
    app: &'a TestApp,
    here: &'a Side<'a>,
    race: Race,
    path: String,
    /// The entries at the first and the second table, or the entries that will be there.
    tables: [Vec<usize>; 2],
    /// The game of the first table.
    game: Option<String>,
    /// What the audit must say: kinds and names, and how often.
    expected: BTreeMap<(String, String), usize>,
}

impl<'a> Arena<'a> {
    /// Brings a tournament to the stage of a race.
    async fn at_stage(app: &'a TestApp, here: &'a Side<'a>, race: Race) -> Arena<'a> {
        let next_round = if race.number.is_multiple_of(2) { "call" } else { "automatic" };
        let ready_check_ms = if race.stage == Paired { 3_600_000 } else { 0 };
        let settings = json!({"name": "Race", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 3, "open": true,
            "clock": {"kind": "live", "initial_ms": 3_600_000, "increment_ms": 5_000}, "rated": true, "late_entries": true,
            "organizers": [NAMES[HELPER]],
            "ready_check_ms": ready_check_ms, "next_round": if matches!(race.stage, Started | Closed | Over) { "call" } else { next_round }});
        let made = here.callers[ORGANIZER].post("/v1/tournaments", settings).await.expect(201).json;
        let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
        let tables = [vec![1, 2], vec![3, 4]];
        let mut arena = Arena { app, here, race, path, tables, game: None, expected: BTreeMap::new() };
        arena.expect("created", ORGANIZER);
        arena.expect("registration_opened", ORGANIZER);
        for player in 1..LATE {
            here.callers[player].post_empty(&arena.at("/enter")).await.expect(200);
            arena.expect("entered", player);
        }
        if race.stage == Registration {
            return arena;
        }
        here.callers[ORGANIZER].post_empty(&arena.at("/start")).await.expect(200);
        arena.expect("started", ORGANIZER);
        if race.stage == Started {
            return arena;
        }
        arena.expect("round_paired", ORGANIZER);
        if next_round == "call" || matches!(race.stage, Closed | Over) {
            here.callers[ORGANIZER].post_empty(&arena.at("/rounds/next")).await.expect(201);
        }
        let round = here.callers[ORGANIZER].get(&arena.at("/rounds/1")).await.expect(200).json;
        arena.tables = [0, 1].map(|table: usize| {
            entries(&round["tables"][table]).into_iter().map(|entry| entry as usize).collect()
        });
        arena.game = round["tables"][0]["game"].as_str().map(|game| format!("/v1/games/{game}"));
        arena.go_on(&round).await;
        arena
    }

    /// Goes on from a round that was made to the stage of the race.
    async fn go_on(&mut self, round: &Value) {
        let (here, absent) = (self.here, self.tables[1][1]);
        if self.race.stage == Paired {
            for player in (1..LATE).filter(|&player| player != absent) {
                here.callers[player].post_empty(&self.at("/ready")).await.expect(204);
            }
            return;
        }
        here.callers[absent].post(&self.at("/withdraw"), json!({"pause": true})).await.expect(204);
        self.expect("withdrawn", absent);
        if matches!(self.race.stage, LastTable | Closed | Over) {
            let other = round["tables"][1]["game"].as_str().expect("a game");
            here.callers[absent].post_empty(&format!("/v1/games/{other}/resign")).await.expect(200);
        }
        if matches!(self.race.stage, Closed | Over) {
            self.act(Act::LastTurn, here).await.expect(200);
            self.act(Act::CloseRound, here).await.expect(200);
        }
        if self.race.stage == Over {
            self.act(Act::Close, here).await.expect(200);
        }
    }

    fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    fn expect(&mut self, kind: &str, who: usize) {
        *self.expected.entry((kind.to_owned(), NAMES[who].to_owned())).or_default() += 1;
    }

    /// Returns who leaves, pauses or is removed; in every second race they are the same.
    fn leaver(&self, act: Act) -> usize {
        let [first, second] = &self.tables;
        match act {
            Act::Pause if self.race.number % 4 > 1 => first[0],
            Act::Remove if self.race.number % 4 > 1 => first[1],
            _ => second[0],
        }
    }

    /// Returns what the audit says about an act that was done.
    fn news(&self, act: Act) -> Option<(&'static str, usize)> {
        Some(match act {
            Act::Enter => ("entered", LATE),
            Act::ComeBack => ("entered", self.tables[1][1]),
            Act::Withdraw | Act::Pause => ("withdrawn", self.leaver(act)),
            Act::Start => ("started", ORGANIZER),
            Act::Next => ("round_paired", ORGANIZER),
            Act::ChangeSettings | Act::ForbidPair => ("changed", ORGANIZER),
            Act::SetResult => ("result_set", ORGANIZER),
            Act::Correct => ("result_corrected", ORGANIZER),
            Act::Void => ("table_voided", ORGANIZER),
            Act::Seat => ("table_seated", ORGANIZER),
            Act::PauseTable => ("table_paused", ORGANIZER),
            Act::ResumeTable => ("table_resumed", ORGANIZER),
            Act::AddTime => ("clock_adjusted", ORGANIZER),
            Act::Remove => ("entry_removed", ORGANIZER),
            Act::Reinstate => ("entry_reinstated", ORGANIZER),
            Act::Adjust => ("points_adjusted", ORGANIZER),
            Act::Unpair => ("round_unpaired", ORGANIZER),
            Act::Reopen => ("reopened", ORGANIZER),
            Act::RemoveOrganizer => ("organizer_removed", ORGANIZER),
            // Accepting again changes nothing, so it is told once.
            Act::AcceptOrganizing => return None,
            // The end of a tournament is counted on its own, because repeating it changes nothing.
            // So is a seed that an entry has.
            Act::CloseRound | Act::Close | Act::Cancel | Act::SetSeed => return None,
            Act::Ready | Act::Preview | Act::FirstTurn | Act::LastTurn | Act::Job => return None,
        })
    }

    /// Does an act on one of the servers.
    async fn act(&self, act: Act, side: &Side<'_>) -> Answer {
        let why = json!({"reason": "a race"});
        let organizer = &side.callers[ORGANIZER];
        let (first, leaver) = (&self.tables[0], &side.callers[self.leaver(act)]);
        let nowhere = "/v1/games/0190a000-0000-7000-8000-000000000000".to_owned();
        let game = self.game.clone().unwrap_or(nowhere);
        let post = async |rest: &str, body: Value| organizer.post(&self.at(rest), body).await;
        match act {
            Act::Enter => side.callers[LATE].post_empty(&self.at("/enter")).await,
            Act::ComeBack => side.callers[self.tables[1][1]].post_empty(&self.at("/enter")).await,
            Act::Withdraw => leaver.post_empty(&self.at("/withdraw")).await,
            Act::Pause => leaver.post(&self.at("/withdraw"), json!({"pause": true})).await,
            Act::Ready => side.callers[self.tables[1][1]].post_empty(&self.at("/ready")).await,
            Act::Start => organizer.post_empty(&self.at("/start")).await,
            Act::Next => organizer.post_empty(&self.at("/rounds/next")).await,
            Act::Preview => organizer.post_empty(&self.at("/rounds/next?dry_run=true")).await,
            Act::CloseRound => organizer.post_empty(&self.at("/rounds/close")).await,
            Act::Close => organizer.post_empty(&self.at("/close")).await,
            Act::Cancel => post("/close", json!({"cancel": true})).await,
            Act::ChangeSettings => organizer.patch(&self.path, json!({"rounds": 4})).await,
            Act::ForbidPair => {
                organizer.patch(&self.path, json!({"forbidden_pairs": [{"a": 1, "b": 2}]})).await
            }
            Act::SetResult => post("/tables/1/result", json!({"places": [1, 1], "reason": "a race"})).await,
            Act::Correct => post("/tables/2/correct", json!({"places": [2, 1], "reason": "a race"})).await,
            Act::Void => post("/tables/1/void", why).await,
            Act::Seat => {
                let turned = json!({"entries": [first[1], first[0]], "reason": "a race"});
                post("/tables/1/substitute", turned).await
            }
            Act::PauseTable => post("/tables/1/pause", why).await,
            Act::ResumeTable => post("/tables/1/resume", why).await,
            Act::AddTime => {
                post("/tables/1/clock", json!({"seat": 0, "add_ms": 60_000, "reason": "a race"})).await
            }
            Act::Remove => post(&format!("/entries/{}/remove", self.leaver(act)), why).await,
            Act::Reinstate => post(&format!("/entries/{}/reinstate", self.leaver(Act::Remove)), why).await,
            Act::Unpair => post("/rounds/1/unpair", why).await,
            Act::Reopen => post("/reopen", why).await,
            Act::AcceptOrganizing => side.callers[HELPER].post_empty(&self.at("/organizers/accept")).await,
            Act::RemoveOrganizer => {
                organizer.delete(&self.at(&format!("/organizers/{}", NAMES[HELPER]))).await
            }
            Act::Adjust => post("/entries/1/adjust", json!({"take": 1, "reason": "a race"})).await,
            Act::SetSeed => organizer.patch(&self.at("/entries/1"), json!({"seed": 1})).await,
            Act::FirstTurn => {
                let gems = json!({"type": "take", "gems": ["white", "blue", "green"]});
                let turn = json!({"version": 1, "actions": [gems]});
                side.callers[first[0]].post(&format!("{game}/actions"), turn).await
            }
            Act::LastTurn => side.callers[first[1]].post_empty(&format!("{game}/resign")).await,
            Act::Job => self.job(side).await,
        }
    }

    /// Ends the ready check, and waits until a server has noticed it.
    async fn job(&self, side: &Side<'_>) -> Answer {
        let id = self.path.rsplit('/').next().expect("an id");
        let sql = format!(
            "UPDATE tournament_rounds SET ready_until = now() WHERE status = 'paired' AND tournament_id = '{id}'"
        );
        super::execute(self.app, &sql).await;
        let start = Instant::now();
        loop {
            let round = side.callers[ORGANIZER].get(&self.at("/rounds/1")).await;
            if round.status == 404 || round.json["status"] != "paired" {
                return round;
            }
            assert!(start.elapsed() < PATIENCE, "nobody notices the end of the ready check: {}", round.text);
        }
    }
}

/// Checks what the audit says that players and organizers have done. Repeating the end of a tournament
/// changes nothing, so it is there once if it was accepted, unless the server itself has ended the tournament
/// before.
fn check_audit(arena: &Arena<'_>, audit: &[Value], answers: &[(Act, Answer)]) {
    let is_end = |item: &Value| matches!(item["kind"].as_str(), Some("finished" | "cancelled"));
    let accepted =
        |acts: &[Act]| answers.iter().any(|(act, answer)| acts.contains(act) && answer.status.is_success());
    let ends = audit.iter().filter(|item| is_end(item)).count();
    let reopened = audit.iter().filter(|item| item["kind"] == "reopened").count();
    assert!(ends <= 1 + reopened, "it ends once: {audit:#?}");
    assert!(ends >= 1 || !accepted(&[Act::Close, Act::Cancel]), "{audit:#?}");
    let mut told: BTreeMap<(String, String), usize> = BTreeMap::new();
    // Whether an organizer or the server closes a round depends on who is first.
    for item in audit.iter().filter(|item| !is_end(item) && item["kind"] != "round_closed") {
        let Some(by) = item["by"]["username"].as_str() else { continue };
        *told.entry((item["kind"].as_str().expect("a kind").to_owned(), by.to_owned())).or_default() += 1;
    }
    let mut expected = arena.expected.clone();
    let pairs_at_once = arena.race.stage == Registration && !arena.race.number.is_multiple_of(2);
    for (act, _) in answers.iter().filter(|(_, answer)| answer.status.is_success()) {
        let paired = (*act == Act::Start && pairs_at_once).then_some(("round_paired", ORGANIZER));
        for (kind, who) in arena.news(*act).into_iter().chain(paired) {
            *expected.entry((kind.to_owned(), NAMES[who].to_owned())).or_default() += 1;
        }
    }
    let joined = told.remove(&("organizer_joined".to_owned(), NAMES[HELPER].to_owned())).unwrap_or_default();
    assert_eq!(joined, usize::from(accepted(&[Act::AcceptOrganizing])), "{audit:#?}");
    if accepted(&[Act::CloseRound]) {
        // It pairs the next round where the server would do it, unless the server was faster.
        let paired = ("round_paired".to_owned(), NAMES[ORGANIZER].to_owned());
        let more = told.remove(&paired).unwrap_or_default();
        assert!(more >= expected.remove(&paired).unwrap_or_default(), "{audit:#?}");
    }
    if accepted(&[Act::SetSeed]) {
        // The second of two equal ones changes nothing.
        let changed = told.remove(&("entry_changed".to_owned(), NAMES[ORGANIZER].to_owned()));
        assert!(changed.is_some_and(|times| times == 1), "{audit:#?}");
    }
    if accepted(&[Act::Cancel]) {
        // It voids the tables without a result.
        let voided = ("table_voided".to_owned(), NAMES[ORGANIZER].to_owned());
        let more = told.remove(&voided).unwrap_or_default();
        assert!(more >= expected.remove(&voided).unwrap_or_default(), "{audit:#?}");
    }
    assert_eq!(told, expected, "{:?}", arena.race);
}

/// Races two acts, checks the tournament, and ends it. Returns its last export.
async fn race(app: &TestApp, sides: &[Side<'_>; 2], race: Race) -> Value {
    let arena = Arena::at_stage(app, &sides[0], race).await;
    let [left, right] = race.acts;
    let both = tokio::join!(arena.act(left, &sides[0]), arena.act(right, &sides[1]));
    let answers = [(left, both.0), (right, both.1)];
    for (_, answer) in &answers {
        assert!(answer.status.as_u16() < 429, "{race:?}: {}", answer.text);
    }
    let organizer = &sides[0].callers[ORGANIZER];
    let look = async |rest: &str| organizer.get(&arena.at(rest)).await.expect(200).json;
    check_export(&look("/export").await);
    let audit = look("/audit?limit=100").await;
    check_audit(&arena, audit["items"].as_array().expect("items"), &answers);
    let ended = organizer.post(&arena.at("/close"), json!({"cancel": true})).await;
    assert!(matches!(ended.status.as_u16(), 200 | 409), "{}", ended.text);
    let (export, audit) = (look("/export").await, look("/audit?limit=100").await);
    assert!(export["seed"].is_string(), "{race:?}");
    check_export(&export);
    check_results(&export, &organizer.get(&arena.at("/export?format=csv")).await.expect(200).text);
    check_tables(&export, audit["items"].as_array().expect("items"));
    export
}

fn roomy(settings: &mut Settings) {
    settings.database.database_connections = 12;
    settings.games.tournaments_per_account = 1_000;
    // Many races take longer than a token is valid.
    settings.access.access_lifetime = Duration::from_secs(86_400);
    // The job of both servers takes part in every race.
    settings.games.tournament_interval = SOON;
}

async fn side(app: &TestApp) -> Side<'_> {
    Side { callers: join_all(NAMES.map(|name| app.user(name))).await }
}

/// Returns rows that must not be there: torn tables, unfinished games that belong to no table, and games that
/// are not rated once.
async fn torn(stored: &mut Stored) -> Vec<String> {
    let orphans = "SELECT 'orphan ' || g.id FROM g WHERE g.status = 'active' AND g.version = 1 \
        AND NOT EXISTS (SELECT FROM tournament_tables t WHERE t.game_id = g.id)";
    let unfinished = "SELECT 'unfinished ' || t.status || ' ' || g.status FROM tournament_tables t JOIN g ON g.id = t.game_id \
        WHERE t.status = 'done' AND t.decided_by = 'game' AND g.status <> 'finished'";
    let unrated = "SELECT 'rated ' || g.id FROM g WHERE g.rated AND g.status = 'finished' \
        AND (SELECT count(*) FROM rating_events e WHERE e.game_id = g.id) \
        <> CASE WHEN EXISTS (SELECT FROM unrated u WHERE u.game_id = g.id) THEN 0 ELSE g.seats END";
    let aborted = "SELECT 'rated ' || g.id FROM g JOIN rating_events e ON e.game_id = g.id WHERE g.status <> 'finished'";
    let goes_on = "SELECT 'goes on ' || g.id FROM tournament_tables t JOIN g ON g.id = t.game_id \
        WHERE t.status IN ('done', 'void') AND g.status = 'active'";
    let deadlocks = "SELECT 'deadlocks ' || deadlocks FROM pg_stat_database WHERE datname = current_database() AND deadlocks > 0";
    let all = [orphans, unfinished, unrated, aborted, goes_on, deadlocks].join(" UNION ALL ");
    let all = format!("WITH g AS MATERIALIZED (SELECT id, status, version, rated, seats FROM games) {all}");
    stored.texts(&all).await
}

#[tokio::test(flavor = "multi_thread")]
async fn any_two_acts_at_the_same_time_leave_one_consistent_tournament() {
    let one = TestApp::spawn_with(roomy).await;
    let url = one.database_url.clone();
    let other = TestApp::spawn_with(|settings| {
        roomy(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    let here = side(&one).await;
    let there =
        Side { callers: here.callers.iter().map(|caller| other.with_token(caller.token())).collect() };
    let (sides, races) = ([here, there], all_races());
    for (place, together) in races.chunks(AT_ONCE).enumerate() {
        let exports = join_all(together.iter().map(|&two| race(&one, &sides, two))).await;
        if let Some(directory) = std::env::var_os("LAPIDARY_RACE_EXPORTS") {
            for (number, export) in exports.iter().enumerate() {
                let path = std::path::Path::new(&directory).join(format!("{place}-{number}.json"));
                std::fs::write(path, export.to_string()).expect("the export is kept");
            }
        }
    }
    assert_eq!(torn(&mut Stored::of(&one).await).await, Vec::<String>::new());
    crate::ladders::assert_equal(&one).await;
}
