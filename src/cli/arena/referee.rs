//! Plays one game of a match: asks the seat on turn, judges the answers by the rules, and eliminates the seat
//! of a faulty program. It knows one game, and no results of others.

use std::io;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::bot::{Bot, Player};
use super::fault::{Fault, FaultKind};
use super::process::Process;
use super::protocol::{Message, parse};
use super::schedule::{Fixture, derive};
use crate::cli::built_in::{Effort, Seated};
use crate::cli::table::{Table, TableError, player};
use lapidary_api::export::line::LineFormat;
use lapidary_api::export::v1::game::PlayerBody;
use lapidary_api::games::body::LocalGame;
use lapidary_api::play::view::ResultBody;
use lapidary_engine::decisions::{Judged, ListRefusal, judge};
use lapidary_engine::game::{Game, GameLog, Payments, Refusal};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::record::Leaving;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Version;
use lapidary_model::player::Occupant;
use lapidary_service::games::BotAnswer;

/// The conditions of all games of a match.
pub struct Referee {
    /// What is played.
    pub ruleset: Ruleset,
    /// The boards of Kids.
    pub sides: Sides,
    /// Who plays.
    pub bots: Vec<Bot>,
    /// The effort of built-in opponents that name none.
    pub usual_effort: Effort,
    /// The time of a program for an answer.
    pub answer_time: Duration,
    /// The additional time for the first answer in a game, in which the program starts.
    pub start_time: Duration,
    /// In which form games are exported; none if they are not.
    pub lines: Option<LineFormat>,
}

/// A game that was played to its end.
#[derive(Debug)]
pub struct Played {
    /// Which game it is.
    pub fixture: Fixture,
    /// The rank of each seat.
    pub ranks: Vec<u8>,
    /// What programs did wrong, in its order.
    pub faults: Vec<SeatFault>,
    /// The seats that resigned of their own will.
    pub resigned: Vec<Seat>,
    /// How long each seat thought.
    pub thought: Vec<Thought>,
    /// Its line, if games are exported.
    pub line: Option<Vec<u8>>,
}

/// How often a seat was asked, and its total thinking time.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    pub answers: u32,
    pub ms: f64,
}

impl Thought {
    /// Adds another one.
    pub fn add(&mut self, other: Thought) {
        self.answers += other.answers;
        self.ms += other.ms;
    }
}

/// What the program of a seat did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatFault {
    pub seat: Seat,
    /// The version of the game that the program was asked about.
    pub version: u32,
    pub fault: Fault,
}

/// Why a game has no result.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// Somebody stopped the match.
    #[error("the match was stopped")]
    Stopped,
    /// The game cannot be dealt.
    #[error("the game cannot be dealt: {0}")]
    Table(#[from] TableError),
    /// No process can be started.
    #[error("the process of a bot cannot be started: {0}")]
    Start(io::Error),
    /// A built-in opponent does not know what to do.
    #[error("the built-in opponent {0} makes no decision")]
    NoDecision(String),
    /// A built-in opponent wants to do something illegal.
    #[error("the built-in opponent {0} breaks a rule: {1}")]
    BuiltInRefused(String, Refusal),
    /// A message or an export cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The bot that decides in a seat.
enum Decider {
    BuiltIn(Box<Seated>),
    /// None once it has been killed.
    Program(Option<Box<Process>>),
}

/// A running game.
struct RunningGame<'a> {
    referee: &'a Referee,
    table: Table,
    game: Game,
    /// All entries, or only those of the last turn if games are not exported.
    log: GameLog,
    version: u32,
    occupants: Vec<Occupant>,
    deciders: Vec<Decider>,
    /// Whether the program of the seat has answered before.
    has_answered: Vec<bool>,
    faults: Vec<SeatFault>,
    resigned: Vec<Seat>,
    thought: Vec<Thought>,
}

impl Referee {
    /// Plays a game to its end.
    pub async fn play(&self, fixture: Fixture, stopped: &CancellationToken) -> Result<Played, GameError> {
        if stopped.is_cancelled() {
            return Err(GameError::Stopped);
        }
        let mut running = self.start(&fixture)?;
        while let Some((seat, decision)) = running.game.to_act() {
            if stopped.is_cancelled() {
                return Err(GameError::Stopped);
            }
            let begun = Instant::now();
            match &mut running.deciders[seat.index()] {
                Decider::BuiltIn(_) => running.let_built_in_play(seat, &fixture, stopped)?,
                Decider::Program(_) => tokio::select! {
                    biased;
                    () = stopped.cancelled() => return Err(GameError::Stopped),
                    done = running.let_program_play(seat, decision) => done?,
                },
            }
            running.thought[seat.index()]
                .add(Thought { answers: 1, ms: begun.elapsed().as_secs_f64() * 1e3 });
        }
        running.end(fixture).await
    }

    fn start(&self, fixture: &Fixture) -> Result<RunningGame<'_>, GameError> {
        let named = fixture.seats.iter().map(|bot| player(*bot as u8, &self.bots[*bot].name));
        let players: Vec<_> = named.collect();
        let occupant = |player: &PlayerBody| Occupant {
            player: PlayerId(player.id),
            username: player.username.clone(),
            bot: true,
        };
        let occupants = players.iter().map(occupant).collect();
        let table = Table::seated(self.ruleset, &self.sides, players, fixture.deal_seed, fixture.game_seed)?;
        let deciders = (0..).zip(&fixture.seats).map(|(seat, bot)| match &self.bots[*bot].player {
            Player::BuiltIn(built_in) => {
                let seated = built_in.sit_down(derive(fixture.game_seed, seat), self.usual_effort);
                Ok(Decider::BuiltIn(Box::new(seated)))
            }
            Player::Program(words) => Process::start(words)
                .map(|process| Decider::Program(Some(Box::new(process))))
                .map_err(GameError::Start),
        });
        Ok(RunningGame {
            referee: self,
            game: table.opening().clone(),
            table,
            log: GameLog::default(),
            version: 1,
            occupants,
            deciders: deciders.collect::<Result<_, _>>()?,
            has_answered: vec![false; fixture.seats.len()],
            faults: Vec::new(),
            resigned: Vec::new(),
            thought: vec![Thought::default(); fixture.seats.len()],
        })
    }
}

impl RunningGame<'_> {
    /// Lets a built-in opponent make all decisions of its turn.
    fn let_built_in_play(
        &mut self,
        seat: Seat,
        fixture: &Fixture,
        stopped: &CancellationToken,
    ) -> Result<(), GameError> {
        let Decider::BuiltIn(seated) = &mut self.deciders[seat.index()] else { return Ok(()) };
        let name = || self.referee.bots[fixture.seats[seat.index()]].name.clone();
        let chosen = seated.choose(&self.game, seat, &|| stopped.is_cancelled());
        if chosen.is_empty() {
            return Err(GameError::NoDecision(name()));
        }
        let before = self.log.0.len();
        for action in &chosen {
            self.game
                .play(action, &mut self.log)
                .map_err(|refusal| GameError::BuiltInRefused(name(), refusal))?;
        }
        self.count(before);
        Ok(())
    }

    /// Asks a program for its decisions. A fault eliminates its seat.
    async fn let_program_play(&mut self, seat: Seat, decision: &'static str) -> Result<(), GameError> {
        let before = self.log.0.len();
        match self.ask(seat, decision).await? {
            Ok(Some(judged)) => {
                self.has_answered[seat.index()] = true;
                self.game = judged.game;
                self.log.0.extend(judged.log.0);
            }
            Ok(None) => {
                self.resigned.push(seat);
                self.game.leave(seat, Leaving::Resigned, &mut self.log);
            }
            Err(fault) => {
                let how = match fault.kind {
                    FaultKind::TimedOut => Leaving::TimedOut,
                    _ => Leaving::Resigned,
                };
                self.deciders[seat.index()] = Decider::Program(None);
                self.faults.push(SeatFault { seat, version: self.version, fault });
                self.game.leave(seat, how, &mut self.log);
            }
        }
        self.count(before);
        Ok(())
    }

    /// Counts the entries from this one on.
    fn count(&mut self, before: usize) {
        self.version += (self.log.0.len() - before) as u32;
        if self.referee.lines.is_none() {
            self.log.0.clear();
        }
    }

    /// Asks a program and judges its answer. Returns none if it resigns.
    async fn ask(
        &mut self,
        seat: Seat,
        decision: &'static str,
    ) -> Result<Result<Option<Judged>, Fault>, GameError> {
        let legal = self.game.legal_actions(Payments::Canonical);
        let view = self.game.view(Viewer::Seat(seat));
        let shown = LocalGame {
            id: self.table.game_id(),
            ruleset: self.referee.ruleset,
            version: Version(self.version),
            viewer_seat: seat,
            view: &view,
            occupants: &self.occupants,
            commitment: self.table.commitment(),
        };
        let start_time =
            if self.has_answered[seat.index()] { Duration::ZERO } else { self.referee.start_time };
        let time = self.referee.answer_time + start_time;
        let line = Message::turn(shown, decision, &legal, time.as_millis() as u64).line()?;
        let Decider::Program(Some(process)) = &mut self.deciders[seat.index()] else {
            return Ok(Err(Fault::new(FaultKind::Exited, "has been killed")));
        };
        let answer = match process.ask(&line, time).await {
            Ok(answer) => parse(&answer, self.version, self.referee.ruleset, &legal),
            Err(fault) => Err(fault),
        };
        Ok(match answer {
            Ok(BotAnswer::Decisions(decisions)) => {
                judge(&self.game, seat, &decisions).map(Some).map_err(|refusal| illegal(&refusal))
            }
            Ok(BotAnswer::Resign) => Ok(None),
            Err(fault) => Err(fault),
        })
    }

    /// Tells the programs the result and ends them.
    async fn end(self, fixture: Fixture) -> Result<Played, GameError> {
        let RunningGame { referee, table, game, log, version, deciders, faults, resigned, thought, .. } =
            self;
        let outcome = game.outcome().ok_or(GameError::Stopped)?;
        let result = ResultBody::of(&outcome, Some(game.turns_begun()));
        for (seat, decider) in (0..).zip(deciders) {
            if let Decider::Program(Some(process)) = decider {
                let id: Uuid = table.game_id();
                process.finish(&Message::over(id, version, seat, &result).line()?).await;
            }
        }
        let write = |format: LineFormat| {
            let mut line = Vec::new();
            format.push(&table.export(&log), &mut line).map(|()| line)
        };
        let line = referee.lines.map(write).transpose()?;
        Ok(Played { fixture, ranks: outcome.ranks, faults, resigned, thought, line })
    }
}

fn illegal(refusal: &ListRefusal) -> Fault {
    match refusal {
        ListRefusal::Illegal { index, refusal, .. } => {
            let rule = refusal.rule();
            Fault::new(FaultKind::IllegalAction, format!("rule {rule} forbids action {index}: {refusal}"))
        }
        ListRefusal::AfterReveal { .. } | ListRefusal::NotAsked { .. } | ListRefusal::Over => {
            Fault::new(FaultKind::IllegalAction, refusal)
        }
    }
}
