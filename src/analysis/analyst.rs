//! Values choices with the search of the opponents.
//!
//! What was played and the best turn that was found are compared by searches of the same size that begin
//! after them, so that both are seen as far as each other. If the search likes the played turn better then,
//! it was the best. Other turns that promise more than either are looked at too.

use std::collections::VecDeque;

use lapidary_engine::seat::{SEATS_MAX, Seat};
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;
use lapidary_opponents::Budget;
use lapidary_opponents::splendor::judge::Judge;
use lapidary_opponents::splendor::search::{Found, Search};
use lapidary_opponents::splendor::turns::{played, sendable};

use crate::judgement::Judgement;
use crate::line::Choice;
use crate::reasons::{PromisingLine, reasons};
use crate::shares::Shares;

/// The searches that are remembered: the position after a turn is mostly the one before the next.
const REMEMBERED: usize = 8;
/// The turns of a position that are looked at more closely, at most.
const CANDIDATES_MAX: usize = 4;
/// How much more than the best so far another turn must promise to be looked at more closely.
const PROMISE: f32 = 0.03;
/// The turns of the line after a turn, at most: an answer, and what the seat plays then.
const LINE_MAX: usize = 2;
/// The forced turns after which a position is valued as it is.
const FORCED_MAX: usize = 8;

/// How closely an analyst looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The simulations of each search: one for the best turn, one after it, and one after what was played.
    pub simulations: u32,
    /// The seed of another opinion; none for the first one.
    pub seed: Option<u64>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { simulations: Effort::SIMULATIONS, seed: None }
    }
}

impl Effort {
    /// The usual number of simulations.
    pub const SIMULATIONS: u32 = 400;
}

/// What a search found in a position.
#[derive(Clone, Debug)]
struct Appraisal {
    shares: Shares,
    /// The best turns, the best first; none at the end of a game.
    candidates: Vec<WeighedTurn>,
    /// The number of turns among which the seat could choose.
    turns: usize,
    /// The turns that the search expects, at most [`LINE_MAX`].
    line: Vec<Vec<Action>>,
}

/// A turn, and the share of the game that it promises to its seat.
#[derive(Clone, Debug)]
struct WeighedTurn {
    turn: Vec<Action>,
    share: f32,
}

/// Judges choices, with the memory that it reuses.
#[derive(Debug)]
pub struct Analyst {
    effort: Effort,
    pub(crate) search: Search,
    remembered: VecDeque<(State, Appraisal)>,
}

impl Analyst {
    /// An analyst.
    pub fn new(effort: Effort) -> Analyst {
        Analyst { effort, search: Search::default(), remembered: VecDeque::new() }
    }

    /// Judges a choice by what its seat knew. This takes up to seven searches, mostly two.
    pub fn judge(&mut self, choice: &Choice) -> Judgement {
        let root = self.appraise(&choice.before);
        let after = self.appraise(&choice.after);
        let preferred = self.preferred(choice, &root, after.shares);
        let revealed = self.appraise(&choice.revealed).shares;
        let after_turn = |turn: &[Action], line: &[Vec<Action>]| [&[turn.to_vec()], line].concat();
        let reasons = preferred.as_ref().map(|(turn, found)| {
            let (best, played) = (after_turn(turn, &found.line), after_turn(&choice.played, &after.line));
            let share = |found: &Appraisal| found.shares.of(choice.seat);
            let best = PromisingLine { turns: &best, share: share(found) };
            let played = PromisingLine { turns: &played, share: share(&after) };
            reasons(&choice.before, choice.seat, &best, &played)
        });
        let after = after.shares;
        Judgement {
            seat: choice.seat,
            turn: choice.turn,
            version: choice.version,
            played: notation(choice.played.iter().copied()),
            best: preferred.as_ref().map(|(turn, _)| written(turn)),
            line: preferred.iter().flat_map(|(_, found)| &found.line).map(|turn| written(turn)).collect(),
            reasons: reasons.unwrap_or_default(),
            was_free: root.turns > 1,
            before: preferred.map_or(after, |(_, found)| found.shares),
            after,
            luck: revealed.less(after),
        }
    }

    /// The best turn that was found, if it is not what was played and better than that, with what was found
    /// after it.
    fn preferred<'a>(
        &mut self,
        choice: &Choice,
        root: &'a Appraisal,
        after: Shares,
    ) -> Option<(&'a [Action], Appraisal)> {
        let (mut best, mut most) = (None, after);
        for (place, candidate) in root.candidates.iter().enumerate() {
            let promises_more = candidate.share > most.of(choice.seat) + PROMISE;
            if root.turns < 2 || candidate.turn.starts_with(&choice.played) || place > 0 && !promises_more {
                continue;
            }
            let position = played(choice.before, &candidate.turn);
            if position == choice.after {
                continue;
            }
            let found = self.appraise(&position);
            if found.shares.of(choice.seat) > most.of(choice.seat) {
                most = found.shares;
                best = Some((candidate.turn.as_slice(), found));
            }
        }
        best
    }

    /// What each seat can expect in a veiled position, by a search of this effort.
    pub(crate) fn shares(&mut self, state: &State, effort: Effort) -> Shares {
        self.appraise_anew(state, effort).shares
    }

    /// What each seat can expect in a veiled position, and its best turn.
    fn appraise(&mut self, state: &State) -> Appraisal {
        if let Some((_, known)) = self.remembered.iter().find(|(known, _)| known == state) {
            return known.clone();
        }
        let found = self.appraise_anew(state, self.effort);
        if self.remembered.len() == REMEMBERED {
            self.remembered.pop_front();
        }
        self.remembered.push_back((*state, found.clone()));
        found
    }

    fn appraise_anew(&mut self, state: &State, effort: Effort) -> Appraisal {
        let (mut at, mut first, mut line) = (*state, None::<WeighedTurn>, Vec::new());
        for _ in 0..FORCED_MAX {
            if at.is_over() {
                break;
            }
            let budget = Budget::simulations(effort.simulations);
            match effort.seed {
                None => self.search.run(&at, Judge::of(&at), budget),
                Some(seed) => self.search.run_varied(&at, Judge::of(&at), budget, seed),
            }
            let turns = self.search.found().count();
            if turns != 1 {
                let shares = by_seat(&at, |seat| self.search.shares()[seat.index()]);
                line.extend(self.search.line().take(LINE_MAX.saturating_sub(line.len())).map(<[_]>::to_vec));
                return match first {
                    Some(turn) => Appraisal { shares, candidates: vec![turn], turns: 1, line },
                    None => Appraisal { shares, candidates: self.candidates(), turns, line },
                };
            }
            // There is nothing to search before a turn without an alternative.
            let Some(only) = self.candidates().pop() else { break };
            at = played(at, &only.turn);
            if line.len() < LINE_MAX {
                line.push(only.turn.clone());
            }
            first.get_or_insert(only);
        }
        Appraisal { shares: valued(&at), candidates: first.into_iter().collect(), turns: 1, line }
    }

    /// The turns that the last search followed most often.
    fn candidates(&self) -> Vec<WeighedTurn> {
        let mut found: Vec<_> = self.search.found().collect();
        found.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        let candidate = |found: &Found<'_>| WeighedTurn { turn: found.turn.to_vec(), share: found.value };
        found.iter().take(CANDIDATES_MAX).map(candidate).collect()
    }
}

/// The shares at the end of a game, or at sight.
fn valued(state: &State) -> Shares {
    by_seat(state, |seat| Judge::of(state).share(state, seat))
}

/// The shares of the seats of a game.
fn by_seat(state: &State, share: impl Fn(Seat) -> f32) -> Shares {
    let mut shares = [0.0; SEATS_MAX];
    state.seat_count().seats().for_each(|seat| shares[seat.index()] = share(seat));
    Shares::new(shares)
}

/// A turn of a line in notation, with what it would bring to light left out.
fn written(turn: &[Action]) -> String {
    notation(sendable(turn))
}

fn notation(actions: impl Iterator<Item = Action>) -> String {
    actions.map(|action| action.to_string()).collect::<Vec<_>>().join("; ")
}
