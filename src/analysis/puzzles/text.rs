//! A set of puzzles as text: a first line with the format, then for each puzzle an empty line and its lines,
//! each a word and what it names. It does not know where the text is.
//!
//! ```text
//! ruleset splendor
//! position 0102…                      the bytes of a snapshot, in hexadecimal digits
//! solution buy base-2-red-4 2w2r      a turn in notation, decisions separated by `; `; several turns that
//!                                     solve it by ` | `, the best first
//! shares 6512 3488                    what each seat can expect then, in ten-thousandths
//! rival take wug                      the best other turn
//! rival_shares 4312 5688
//! themes race noble
//! difficulty hard
//! ```

use std::collections::HashSet;
use std::fmt::{self, Write};

use lapidary_engine::game::Proposal;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::action::{Action, Decision};
use lapidary_engine::splendor::state::State;

use super::puzzle::{Difficulty, Puzzle};
use super::theme::Theme;
use super::turn::{THEN, notation};
use crate::shares::Shares;

/// The first line of a set. Each format has its own.
const FORMAT: &str = "puzzles-1";
/// The separator between turns that solve the same puzzle.
const OR: &str = " | ";

/// The text is not a set of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("line {line} is not of a set of puzzles")]
pub struct PuzzleTextError {
    /// The wrong line, from 1, or the first line of a puzzle that contradicts itself.
    pub line: usize,
}

/// Writes a set.
pub fn write<'a>(out: &mut impl Write, puzzles: impl IntoIterator<Item = &'a Puzzle>) -> fmt::Result {
    writeln!(out, "{FORMAT}")?;
    puzzles.into_iter().try_for_each(|puzzle| write!(out, "\n{puzzle}"))
}

/// Reads a set. The rules accept every position, and every turn is legal and complete. Returns the first
/// wrong line. A repeated position is wrong.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleTextError> {
    let mut lines = (1..).zip(text.lines());
    if lines.next().is_none_or(|(_, line)| line != FORMAT) {
        return Err(PuzzleTextError { line: 1 });
    }
    let (mut puzzles, mut known) = (Vec::new(), HashSet::new());
    while let Some((line, separator)) = lines.next() {
        if !separator.is_empty() {
            return Err(PuzzleTextError { line });
        }
        let puzzle = puzzle(&mut lines)?;
        if !is_sound(&puzzle) || !known.insert(puzzle.id()) {
            return Err(PuzzleTextError { line: line + 1 });
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = self.position.seat_count();
        let solutions: Vec<String> = self.solutions.iter().map(|turn| notation(turn)).collect();
        writeln!(f, "ruleset {}", Ruleset::Splendor(self.position.modules()).deal_name())?;
        writeln!(f, "position {}", hex::encode(self.position.encode()))?;
        writeln!(f, "solution {}", solutions.join(OR))?;
        writeln!(f, "shares {}", self.shares.written(seats))?;
        writeln!(f, "rival {}", notation(&self.rival))?;
        writeln!(f, "rival_shares {}", self.rival_shares.written(seats))?;
        f.write_str("themes")?;
        self.themes.iter().try_for_each(|theme| write!(f, " {}", theme.name()))?;
        writeln!(f, "\ndifficulty {}", self.difficulty.name())
    }
}

/// Reads the lines of a puzzle.
fn puzzle<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Puzzle, PuzzleTextError> {
    let mut at = 0;
    let mut field = |name: &str| {
        let (line, text) = lines.next().ok_or(PuzzleTextError { line: at + 1 })?;
        at = line;
        let text = text.strip_prefix(name).ok_or(PuzzleTextError { line })?;
        Ok((PuzzleTextError { line }, text.strip_prefix(' ').unwrap_or(text)))
    };
    let (wrong_ruleset, ruleset) = field("ruleset")?;
    let (wrong, bytes) = field("position")?;
    let position = hex::decode(bytes).ok().and_then(|bytes| State::decode(&bytes).ok()).ok_or(wrong)?;
    if Ruleset::Splendor(position.modules()).deal_name() != ruleset {
        return Err(wrong_ruleset);
    }
    let seat = match position.to_act() {
        Some((seat, Decision::Main)) => seat,
        _ => return Err(wrong),
    };
    let seats = position.seat_count();
    let (wrong, text) = field("solution")?;
    let solutions = text.split(OR).map(turn).collect::<Option<Vec<_>>>().ok_or(wrong)?;
    let (wrong, text) = field("shares")?;
    let shares = Shares::read(text, seats).ok_or(wrong)?;
    let (wrong, text) = field("rival")?;
    let rival = turn(text).ok_or(wrong)?;
    let (wrong, text) = field("rival_shares")?;
    let rival_shares = Shares::read(text, seats).ok_or(wrong)?;
    let (wrong, text) = field("themes")?;
    let words = text.split(' ').filter(|word| !word.is_empty());
    let themes = words.map(Theme::named).collect::<Option<Vec<_>>>().ok_or(wrong)?;
    let (wrong, text) = field("difficulty")?;
    let difficulty = Difficulty::named(text).ok_or(wrong)?;
    Ok(Puzzle { position, seat, solutions, rival, shares, rival_shares, themes, difficulty })
}

fn turn(text: &str) -> Option<Vec<Action>> {
    text.split(THEN).map(|action| action.parse().ok()).collect()
}

/// Whether the rules accept every solution as a solution, and the best other turn as a different one.
fn is_sound(puzzle: &Puzzle) -> bool {
    let judged = |turn: &[Action]| {
        let proposals: Vec<Proposal> = turn.iter().map(|&action| Proposal::Splendor(action.into())).collect();
        puzzle.judge(&proposals).ok().map(|answer| answer.is_right)
    };
    puzzle.solutions.iter().all(|solution| judged(solution) == Some(true))
        && judged(&puzzle.rival) == Some(false)
}
