//! The results of a match in a file, one line for each game, so that an interrupted match can continue.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::fault::{Fault, FaultKind};
use super::referee::{Played, SeatFault, Thought};
use super::schedule::Schedule;
use lapidary_engine::seat::Seat;

/// Why the file cannot be continued.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// The match of the file is another one.
    #[error("{0} has the results of another match: the same bots, terms, seed and effort go on with it")]
    Other(String),
    /// A line is not a result of this match.
    #[error("line {1} of {0} is not the result of a game of this match")]
    Line(String, u64),
}

/// A file with the results so far.
#[derive(Debug)]
pub struct KeptResults {
    file: File,
    name: String,
}

/// The first line: everything that decides the games.
#[derive(Serialize, Deserialize)]
struct Header {
    seed: u64,
    /// The rest, in the words of the command.
    match_of: String,
}

/// A line for each game, in their order.
#[derive(Serialize, Deserialize)]
struct Line {
    game: u64,
    ranks: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    resigned: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultLine>,
    thought: Vec<Thought>,
}

#[derive(Serialize, Deserialize)]
struct FaultLine {
    seat: u8,
    version: u32,
    kind: String,
    detail: String,
}

impl KeptResults {
    /// Opens or creates the file of a match. Returns it with the seed: that of the file, if it has one.
    pub fn open(path: &Path, match_of: &str, seed: Option<u64>) -> Result<(KeptResults, u64), KeptError> {
        let name = path.display().to_string();
        let io = |error| KeptError::Io(name.clone(), error);
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = options.map_err(io)?;
        let mut first = Vec::new();
        BufReader::new(&file).read_until(b'\n', &mut first).map_err(io)?;
        let header = match serde_json::from_slice::<Header>(&first) {
            Ok(stored) => stored,
            // Nothing, or a beginning that was cut off.
            Err(_) if first.last() != Some(&b'\n') => {
                file.set_len(0).map_err(io)?;
                let new =
                    Header { seed: seed.unwrap_or_else(|| fastrand::u64(..)), match_of: match_of.to_owned() };
                writeln!(file, "{}", serde_json::to_string(&new).map_err(|error| io(error.into()))?)
                    .map_err(io)?;
                new
            }
            Err(_) => return Err(KeptError::Other(name)),
        };
        if header.match_of != match_of || seed.is_some_and(|seed| seed != header.seed) {
            return Err(KeptError::Other(name));
        }
        Ok((KeptResults { file, name }, header.seed))
    }

    /// Reads the results, in the order of the games. Removes an incomplete last line.
    pub fn read(&mut self, schedule: &Schedule) -> Result<Vec<Played>, KeptError> {
        let io = |error| KeptError::Io(self.name.clone(), error);
        let (mut played, mut end) = (Vec::new(), 0);
        self.file.rewind().map_err(io)?;
        let mut reader = BufReader::new(&self.file);
        for number in 1.. {
            let mut text = Vec::new();
            let length = reader.read_until(b'\n', &mut text).map_err(io)? as u64;
            if text.last() != Some(&b'\n') {
                break;
            }
            end += length;
            if number > 1 && played.len() as u64 != schedule.games() {
                let line = serde_json::from_slice::<Line>(&text).ok();
                let game = line.and_then(|line| line.played(schedule, number - 2));
                played.push(game.ok_or_else(|| KeptError::Line(self.name.clone(), number))?);
            }
        }
        self.file.set_len(end).map_err(io)?;
        Ok(played)
    }

    /// Adds the result of the next game.
    pub fn add(&mut self, played: &Played) -> io::Result<()> {
        let fault = |fault: &SeatFault| FaultLine {
            seat: fault.seat.number(),
            version: fault.version,
            kind: fault.fault.kind.name().to_owned(),
            detail: fault.fault.detail.clone(),
        };
        let line = Line {
            game: played.fixture.index + 1,
            ranks: played.ranks.clone(),
            resigned: played.resigned.iter().map(|seat| seat.number()).collect(),
            faults: played.faults.iter().map(fault).collect(),
            thought: played.thought.clone(),
        };
        let mut text = serde_json::to_vec(&line)?;
        text.push(b'\n');
        self.file.write_all(&text)
    }
}

impl Line {
    /// The result of the game with this index.
    fn played(self, schedule: &Schedule, index: u64) -> Option<Played> {
        if self.game != index + 1 || self.ranks.len() != schedule.seats() {
            return None;
        }
        let seat = |number: u8| Seat::new(number).filter(|seat| seat.index() < schedule.seats());
        let fault = |line: FaultLine| {
            let fault = Fault::new(FaultKind::named(&line.kind)?, line.detail);
            Some(SeatFault { seat: seat(line.seat)?, version: line.version, fault })
        };
        Some(Played {
            fixture: schedule.fixture(index),
            ranks: self.ranks,
            faults: self.faults.into_iter().map(fault).collect::<Option<_>>()?,
            resigned: self.resigned.into_iter().map(seat).collect::<Option<_>>()?,
            thought: self.thought,
            line: None,
        })
    }
}
