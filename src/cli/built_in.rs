//! A built-in opponent as given on the command line: its kind, strength, and effort for a turn.

use std::fmt;
use std::time::{Duration, Instant};

use lapidary_engine::game::{Action, Game};
use lapidary_engine::seat::Seat;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

/// The number of simulations for a turn if neither the opponent nor the command sets an effort.
pub const SIMULATIONS_USUAL: u32 = 400;

/// How long an opponent thinks about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// At most this many simulations, on fast and slow machines.
    Simulations(u32),
    /// As many simulations as fit into this time.
    Time(Duration),
}

impl Default for Effort {
    fn default() -> Self {
        Effort::Simulations(SIMULATIONS_USUAL)
    }
}

/// A built-in opponent: `master`, `master:60`, `master@1600`, `greedy:50`, `master:60@100ms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    kind: OpponentKind,
    strength: Strength,
    /// The effort of this opponent, if it specifies one.
    effort: Option<Effort>,
}

impl BuiltIn {
    /// Parses the name.
    pub fn parse(text: &str) -> Result<BuiltIn, String> {
        let (player, effort) = match text.split_once('@') {
            Some((player, effort)) => (player, Some(parse_effort(effort)?)),
            None => (text, None),
        };
        let (kind, percent) = match player.split_once(':') {
            Some((kind, percent)) => (kind, Some(percent)),
            None => (player, None),
        };
        let kind = OpponentKind::named(kind).ok_or_else(|| {
            let known = OpponentKind::ALL.map(OpponentKind::name).join(", ");
            format!("no built-in opponent is named `{kind}`; there are {known}")
        })?;
        let strength = match percent {
            None => Strength::FULL,
            Some(percent) => percent
                .parse()
                .ok()
                .and_then(Strength::new)
                .ok_or_else(|| format!("the strength `{percent}` must be a number from 0 to 100"))?,
        };
        Ok(BuiltIn { kind, strength, effort })
    }

    /// Whether its strength of play depends on the speed of the machine.
    pub fn is_timed(self) -> bool {
        matches!(self.effort, Some(Effort::Time(_)))
    }

    /// A player of this kind. This seed replaces chance.
    pub fn sit_down(self, seed: u64, usual: Effort) -> Seated {
        Seated {
            opponent: Opponent::new(self.kind, self.strength, seed),
            effort: self.effort.unwrap_or(usual),
        }
    }
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.strength != Strength::FULL {
            write!(f, ":{}", self.strength.percent())?;
        }
        match self.effort {
            None => Ok(()),
            Some(Effort::Simulations(count)) => write!(f, "@{count}"),
            Some(Effort::Time(time)) => write!(f, "@{}ms", time.as_millis()),
        }
    }
}

fn parse_effort(text: &str) -> Result<Effort, String> {
    let wrong = || {
        let most = Budget::SIMULATIONS_MAX;
        format!("the effort `{text}` must be 1 to {most} simulations, such as 400, or a time, such as 100ms")
    };
    let effort = match text.strip_suffix("ms") {
        Some(time) => Effort::Time(Duration::from_millis(time.parse().map_err(|_| wrong())?)),
        None => Effort::Simulations(text.parse().map_err(|_| wrong())?),
    };
    match effort {
        Effort::Simulations(1..=Budget::SIMULATIONS_MAX) => Ok(effort),
        Effort::Time(time) if !time.is_zero() => Ok(effort),
        Effort::Simulations(_) | Effort::Time(_) => Err(wrong()),
    }
}

/// A built-in opponent at a table.
#[derive(Debug)]
pub struct Seated {
    opponent: Opponent,
    effort: Effort,
}

impl Seated {
    /// Chooses the next decisions of this seat. It ends early, with any decisions, once `stopped` returns
    /// true.
    pub fn choose(&mut self, game: &Game, seat: Seat, stopped: &dyn Fn() -> bool) -> Vec<Action> {
        let seen = Seen::new(game, seat);
        match self.effort {
            Effort::Simulations(count) => {
                self.opponent.choose(&seen, Budget::simulations(count).or_until(stopped))
            }
            Effort::Time(time) => {
                let begun = Instant::now();
                let expired = || stopped() || begun.elapsed() >= time;
                self.opponent.choose(&seen, Budget::until(&expired))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_kind_a_strength_and_an_effort() {
        let master = BuiltIn::parse("master:60@100ms").unwrap();
        assert_eq!(master.kind, OpponentKind::Master);
        assert_eq!(master.strength.percent(), 60);
        assert_eq!(master.effort, Some(Effort::Time(Duration::from_millis(100))));
        for text in ["greedy", "master@1600", "random:5", "apprentice:0@7", "master:60@100ms"] {
            assert_eq!(BuiltIn::parse(text).unwrap().to_string(), text);
        }
        let wrong = [
            ("grandmaster", "there are random, greedy, apprentice, master"),
            ("greedy:101", "from 0 to 100"),
            ("greedy:x", "from 0 to 100"),
            ("master@0", "1 to 10000000"),
            ("master@10000001", "1 to 10000000"),
            ("master@0ms", "100ms"),
            ("master@fast", "100ms"),
        ];
        for (text, words) in wrong {
            let error = BuiltIn::parse(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
