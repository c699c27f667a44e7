//! A person plays against a built-in opponent in the terminal. This module reads lines and draws tables. It
//! does not know any rules.

use std::io::{self, BufRead, Write};

use super::board;
use super::built_in::{BuiltIn, Effort, Seated};
use super::table::Table;
use lapidary_engine::game::{Action, Game, GameEntry, GameLog, Payments};
use lapidary_engine::record::{Cause, Leaving};
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;

/// The maximum number of actions that one answer to `?` lists.
const ACTIONS_LISTED_MAX: usize = 200;

/// A line that a person types.
enum TypedLine {
    /// An action, or something that is none.
    Action(String),
    /// List the legal actions.
    List,
    /// Resign.
    Resign,
    /// Stop without a result.
    Quit,
}

/// A game that a person plays against one opponent, who takes all other seats.
struct PersonalGame<'a, R, W> {
    game: Game,
    log: GameLog,
    person: Seat,
    opponents: Vec<Seated>,
    lines: &'a mut R,
    out: &'a mut W,
}

/// Plays a game: a person in the first seat of the seed, and this opponent in all others. Prints the result
/// last.
pub fn play(
    table: &Table,
    opponent: BuiltIn,
    seed: u64,
    lines: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    let seats: Vec<Seat> = table.opening().seat_count().seats().collect();
    let person = seats[seed as usize % seats.len()];
    let opponents = (0..seats.len() as u64).map(|seat| opponent.sit_down(seed ^ seat, Effort::default()));
    writeln!(out, "You have seat {person}, {opponent} the others (seed {seed}).")?;
    writeln!(
        out,
        "Write an action in notation, such as `take wug`; `?` lists the legal ones. `resign` and `quit` end the game."
    )?;
    let mut game = PersonalGame {
        game: table.opening().clone(),
        log: GameLog::default(),
        person,
        opponents: opponents.collect(),
        lines,
        out,
    };
    game.run()
}

impl<R: BufRead, W: Write> PersonalGame<'_, R, W> {
    fn run(&mut self) -> io::Result<()> {
        while let Some((seat, decision)) = self.game.to_act() {
            let before = self.log.0.len();
            if seat != self.person {
                self.let_opponent_play(seat)?;
            } else if !self.ask(decision)? {
                return writeln!(self.out, "\nThe game was not played to its end.");
            }
            self.print_since(before)?;
        }
        match self.game.outcome() {
            Some(outcome) => {
                board::draw(self.out, &self.game, Viewer::Seat(self.person))?;
                board::draw_result(self.out, &outcome)
            }
            None => Ok(()),
        }
    }

    fn let_opponent_play(&mut self, seat: Seat) -> io::Result<()> {
        let chosen = self.opponents[seat.index()].choose(&self.game, seat, &|| false);
        if chosen.is_empty() {
            return Err(io::Error::other("the opponent does not decide"));
        }
        chosen.iter().try_for_each(|action| self.game.play(action, &mut self.log).map_err(io::Error::other))
    }

    /// Asks until a legal decision is made. Returns false if there was none.
    fn ask(&mut self, decision: &str) -> io::Result<bool> {
        board::draw(self.out, &self.game, Viewer::Seat(self.person))?;
        loop {
            write!(self.out, "{decision}> ")?;
            self.out.flush()?;
            match self.read_line()? {
                TypedLine::Quit => return Ok(false),
                TypedLine::Resign => {
                    self.game.leave(self.person, Leaving::Resigned, &mut self.log);
                    return Ok(true);
                }
                TypedLine::List => self.list()?,
                TypedLine::Action(text) => match self.try_action(&text) {
                    Ok(()) => return Ok(true),
                    Err(reason) => writeln!(self.out, "{reason}")?,
                },
            }
        }
    }

    fn read_line(&mut self) -> io::Result<TypedLine> {
        let mut line = String::new();
        if self.lines.read_line(&mut line)? == 0 {
            return Ok(TypedLine::Quit);
        }
        Ok(match line.trim() {
            "?" | "" => TypedLine::List,
            "resign" => TypedLine::Resign,
            "quit" => TypedLine::Quit,
            action => TypedLine::Action(action.to_owned()),
        })
    }

    fn list(&mut self) -> io::Result<()> {
        let legal = self.game.legal_actions(Payments::Canonical);
        for action in legal.iter().take(ACTIONS_LISTED_MAX) {
            writeln!(self.out, "  {action}")?;
        }
        match legal.len().saturating_sub(ACTIONS_LISTED_MAX) {
            0 => Ok(()),
            more => writeln!(self.out, "  and {more} more"),
        }
    }

    /// Plays the decision in the text, or returns why that is impossible.
    fn try_action(&mut self, text: &str) -> Result<(), String> {
        let ruleset = self.game.ruleset();
        let action = Action::parse(ruleset, text).map_err(|_| {
            format!("`{text}` is not an action of {}. `?` lists the legal ones.", ruleset.id())
        })?;
        self.game
            .play(&action, &mut self.log)
            .map_err(|refusal| format!("Rule {} forbids it: {refusal}", refusal.rule()))
    }

    /// Prints the entries of the log from this one on, as the person may see them.
    fn print_since(&mut self, first: usize) -> io::Result<()> {
        for entry in &self.log.0[first..] {
            writeln!(self.out, "{}", shown(entry, Viewer::Seat(self.person)))?;
        }
        Ok(())
    }
}

/// An entry of the log in one line, as this viewer may see it.
pub fn shown(entry: &GameEntry, viewer: Viewer) -> String {
    match entry.cause {
        Cause::Decision { seat, action, .. } => format!("seat {seat}: {}", action.notation(seat, viewer)),
        Cause::Leaving { seat, how } => format!("seat {seat}: {}", how.notation()),
    }
}
