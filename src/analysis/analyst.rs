//! Values choices with the search of the opponents.
//!
//! Searches of the same size follow the played turn and the best turn found, so that both look equally far
//! ahead. If the played turn then looks better, it was the best. Other turns that promise more are examined
//! too.

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

/// The number of remembered searches: the position after a turn is often the one before the next.
const REMEMBERED: usize = 8;
/// The maximum number of turns of a position for a closer examination.
const CANDIDATES_MAX: usize = 4;
/// A turn is examined more closely if it promises this much more than the best so far.
const PROMISE: f32 = 0.03;
/// The maximum number of turns after a turn: an answer, and the next turn of the seat.
const LINE_MAX: usize = 2;
/// The maximum number of forced turns. The position after them is valued as it is.
const FORCED_MAX: usize = 8;

/// How closely an analyst looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The simulations of each search: for the best turn, after it, and after the played turn.
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
    /// The best turns, with the best first. None at the end of a game.
    candidates: Vec<WeighedTurn>,
    /// The number of turns that the seat could choose from.
    turns: usize,
    /// The turns that the search expects, at most [`LINE_MAX`].
    line: Vec<Vec<Action>>,
}

/// A turn with the share of the game that it promises to its seat.
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

    /// Judges a choice by what its seat knew. This takes two to seven searches, usually two.
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

    /// The best turn found with the search after it, if it differs from the played turn and is better.
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

    /// The expected share of each seat in a veiled position, by a search of this effort.
    pub(crate) fn shares(&mut self, state: &State, effort: Effort) -> Shares {
        self.appraise_anew(state, effort).shares
    }

    /// The expected share of each seat in a veiled position, and the best turn.
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
            // A turn without an alternative needs no search.
            let Some(only) = self.candidates().pop() else { break };
            at = played(at, &only.turn);
            if line.len() < LINE_MAX {
                line.push(only.turn.clone());
            }
            first.get_or_insert(only);
        }
        Appraisal { shares: valued(&at), candidates: first.into_iter().collect(), turns: 1, line }
    }

    /// The turns that the last search visited most.
    fn candidates(&self) -> Vec<WeighedTurn> {
        let mut found: Vec<_> = self.search.found().collect();
        found.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        let candidate = |found: &Found<'_>| WeighedTurn { turn: found.turn.to_vec(), share: found.value };
        found.iter().take(CANDIDATES_MAX).map(candidate).collect()
    }
}

/// The shares at the end of a game, or by evaluation without a search.
fn valued(state: &State) -> Shares {
    by_seat(state, |seat| Judge::of(state).share(state, seat))
}

/// The shares of the seats of a game.
fn by_seat(state: &State, share: impl Fn(Seat) -> f32) -> Shares {
    let mut shares = [0.0; SEATS_MAX];
    state.seat_count().seats().for_each(|seat| shares[seat.index()] = share(seat));
    Shares::new(shares)
}

/// A turn of a line in notation, without what it would reveal.
fn written(turn: &[Action]) -> String {
    notation(sendable(turn))
}

fn notation(actions: impl Iterator<Item = Action>) -> String {
    actions.map(|action| action.to_string()).collect::<Vec<_>>().join("; ")
}
