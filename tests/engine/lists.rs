//! Lists of decisions in one request: the verdict on a list never depends on hidden information (B18, K14).
//!
//! Two positions that differ only in what is hidden from the acting seat are compared. Every list of two and
//! three decisions must get the same verdict in both. This is tested for every action that reveals something,
//! followed by every decision that a client may try.

use crate::boards;
use crate::kids::laws as kids_laws;
use crate::table::{self, Taste};
use lapidary_engine::decisions::{Judged, ListRefusal, judge};
use lapidary_engine::game::{Action, Game, GameLog, Payments, Proposal, reveal_of};
use lapidary_engine::kids;
use lapidary_engine::kids::resource::Token;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::reveal::Reveal;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::viewer::Viewer;
use std::collections::BTreeSet;

/// The number of games of each of the 48 tables of Splendor in a normal run.
const GAMES: u64 = 3;
/// The factor for rulesets with few tables, which play more games of each table.
const GAMES_OF_FEW: u64 = 12;
/// One of this many positions of a game is compared.
const LOOKS_EVERY: u8 = 8;
/// The number of other worlds with which a position is compared.
const WORLDS: usize = 3;
/// The maximum number of revealing actions that are followed up at one position.
const UNCOVERING_MAX: usize = 6;
/// The maximum number of decisions that are tried after each of them.
const TAILS_MAX: usize = 24;

/// A function that judges a list: the engine's, or one with an intentional leak.
type Judge = fn(&Game, Seat, &[Proposal]) -> Result<Judged, ListRefusal>;

/// The cases that a law has tested: the words of a revealing action and of the decision tried after it.
type Pairs = BTreeSet<(String, String)>;

fn games() -> u64 {
    let games = std::env::var("LAPIDARY_LAW_GAMES").ok().and_then(|games| games.parse().ok());
    games.map_or(GAMES, |games: u64| games.div_ceil(50))
}

fn proposal(action: &Action) -> Proposal {
    match *action {
        Action::Splendor(action) => Proposal::Splendor(action.into()),
        Action::Kids(action) => Proposal::Kids(action.into()),
    }
}

fn word(proposal: &Proposal) -> String {
    let notation = match proposal {
        Proposal::Splendor(splendor::action::Proposal::Exact(action)) => action.to_string(),
        Proposal::Kids(kids::action::Proposal::Exact(action)) => action.to_string(),
        Proposal::Splendor(_) => "buy".to_owned(),
        Proposal::Kids(_) => "move".to_owned(),
    };
    notation.split(' ').next().unwrap_or_default().to_owned()
}

/// The same game with everything dealt anew that is hidden from the seat.
fn other_world(game: &Game, seat: Seat, rng: &mut fastrand::Rng) -> Game {
    match game {
        Game::Splendor(state) => {
            let mut other = *state;
            other.redeal(Viewer::Seat(seat), |cards| rng.shuffle(cards));
            Game::Splendor(other)
        }
        Game::Kids(state) => {
            let mut other = *state;
            other.redeal(|places| rng.shuffle(places));
            Game::Kids(other)
        }
    }
}

/// Decisions that do not depend on the position: what an attacker can try without knowing what was revealed.
fn blind_tries(game: &Game) -> Vec<Proposal> {
    match game {
        Game::Splendor(_) => {
            let lines =
                ["take w", "take wug", "pass", "reserve_blind base-1", "decline_conquest", "return 1o"];
            let mut tries: Vec<splendor::action::Action> =
                lines.iter().map(|line| line.parse().expect("a line of notation")).collect();
            tries.extend(NobleId::all().map(splendor::action::Action::ChooseNoble));
            tries.extend(Post::ALL.map(splendor::action::Action::ChoosePost));
            tries.into_iter().map(|action| Proposal::Splendor(action.into())).collect()
        }
        Game::Kids(_) => {
            let mut tries: Vec<kids::action::Action> = Vec::new();
            for token in Token::ALL {
                tries.extend(
                    (1..5).map(|count| kids::action::Action::Return(kids::tokens::Tokens::of(token, count))),
                );
                let seats = (0..4).filter_map(Seat::new);
                tries.extend(seats.map(|seat| kids::action::Action::Give { token, seat }));
                tries.push(kids::action::Action::Take(kids::tokens::Tokens::of(token, 2)));
            }
            tries.push(kids::action::Action::DrawTown(kids::action::TownSource::Stack));
            tries.into_iter().map(|action| Proposal::Kids(action.into())).collect()
        }
    }
}

/// The legal decisions after an action in this world, of whichever seat must decide then.
fn legal_after(game: &Game, first: &[Proposal]) -> Vec<Proposal> {
    let mut after = game.clone();
    for proposal in first {
        let Ok(action) = after.complete(proposal) else { return Vec::new() };
        if after.play(&action, &mut GameLog::default()).is_err() {
            return Vec::new();
        }
    }
    after.legal_actions(Payments::Canonical).iter().map(proposal).collect()
}

/// The legal starts of a turn that reveal something: single actions, and such actions after another decision.
fn uncovering(game: &Game, rng: &mut fastrand::Rng) -> Vec<Vec<Proposal>> {
    let mut found = Vec::new();
    let mut firsts = game.legal_actions(Payments::Canonical);
    rng.shuffle(&mut firsts);
    for first in firsts {
        if found.len() >= UNCOVERING_MAX {
            break;
        }
        let (mut after, mut log) = (game.clone(), GameLog::default());
        after.play(&first, &mut log).expect("a listed action is legal");
        if log.0.iter().map(reveal_of).max() > Some(Reveal::Nothing) {
            found.push(vec![proposal(&first)]);
        } else if after.to_act().map(|(seat, _)| seat) == game.to_act().map(|(seat, _)| seat) {
            let seconds = after.legal_actions(Payments::Canonical);
            if let Some(second) = rng.choice(&seconds) {
                found.push(vec![proposal(&first), proposal(second)]);
            }
        }
    }
    found
}

/// The verdict on a list, as a client sees it.
fn verdict(judge: Judge, game: &Game, seat: Seat, list: &[Proposal]) -> Result<(), ListRefusal> {
    judge(game, seat, list).map(drop)
}

/// Compares the verdicts on every list at a position. Returns the first list with different verdicts.
fn compare(judge: Judge, game: &Game, rng: &mut fastrand::Rng, pairs: &mut Pairs) -> Result<(), String> {
    let Some((seat, _)) = game.to_act() else { return Ok(()) };
    let worlds: Vec<Game> = (0..WORLDS).map(|_| other_world(game, seat, rng)).collect();
    for first in uncovering(game, rng) {
        let mut tails = blind_tries(game);
        tails.extend(worlds.iter().chain([game]).flat_map(|world| legal_after(world, &first)));
        rng.shuffle(&mut tails);
        tails.truncate(TAILS_MAX);
        for tail in &tails {
            let mut lists = vec![[first.as_slice(), &[*tail]].concat()];
            if let Some(third) = rng.choice(&tails) {
                lists.push([first.as_slice(), &[*tail, *third]].concat());
            }
            for list in lists {
                let here = verdict(judge, game, seat, &list);
                for world in &worlds {
                    let there = verdict(judge, world, seat, &list);
                    if here != there {
                        return Err(format!("{list:?}: {here:?} in one world, {there:?} in the other"));
                    }
                }
            }
            if let Some(last) = first.last() {
                pairs.insert((word(last), word(tail)));
            }
        }
    }
    Ok(())
}

/// Plays games of a table and compares the verdicts at some positions. Returns the first difference.
fn compare_worlds(
    judge: Judge,
    (seed, games): (u64, u64),
    pairs: &mut Pairs,
    deal: impl Fn(u64, &mut fastrand::Rng) -> Game,
) -> Result<(), String> {
    for number in 0..games {
        let seed = seed << 32 | number;
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = deal(seed, &mut rng);
        let taste = Taste::any(&mut rng);
        while game.to_act().is_some() {
            if rng.u8(..LOOKS_EVERY) == 0 {
                compare(judge, &game, &mut rng, pairs).map_err(|leak| format!("seed {seed}: {leak}"))?;
            }
            let legal = game.legal_actions(Payments::Canonical);
            let action = pick(&legal, taste, &mut rng);
            game.play(&action, &mut GameLog::default()).expect("a listed action is legal");
        }
    }
    Ok(())
}

/// Picks an action by preferences; a player of Kids prefers to travel, so that tiles are revealed.
fn pick(legal: &[Action], taste: &Taste, rng: &mut fastrand::Rng) -> Action {
    let splendor: Vec<splendor::action::Action> = legal
        .iter()
        .filter_map(|action| match action {
            Action::Splendor(action) => Some(*action),
            Action::Kids(_) => None,
        })
        .collect();
    if !splendor.is_empty() {
        return Action::Splendor(taste.pick(&splendor, rng));
    }
    let travels = |action: &&Action| matches!(action, Action::Kids(kids::action::Action::Move { .. }));
    let moves: Vec<&Action> = legal.iter().filter(travels).collect();
    match rng.choice(&moves) {
        Some(&&travel) if rng.u8(..10) < 6 => travel,
        _ => legal[rng.usize(..legal.len())],
    }
}

fn kids_law(judge: Judge, variant: Variant, pairs: &mut Pairs) -> Result<(), String> {
    let sides = boards::load(None).expect("our boards");
    SeatCount::ALL.into_iter().try_for_each(|seats| {
        let seed = 1 << 16 | (variant as u64) << 8 | seats.get() as u64;
        compare_worlds(judge, (seed, games() * GAMES_OF_FEW), pairs, |_, rng| {
            Game::Kids(kids_laws::deal(variant, seats, &sides, rng))
        })
    })
}

fn splendor_law(
    judge: Judge,
    (modules, seats): (Modules, SeatCount),
    games: u64,
    pairs: &mut Pairs,
) -> Result<(), String> {
    let seed = 2 << 16 | u64::from(modules.bits()) << 8 | seats.get() as u64;
    compare_worlds(judge, (seed, games), pairs, |seed, _| Game::Splendor(table::deal(seats, modules, seed)))
}

fn met(pairs: &Pairs, expected: &[(&str, &str)]) {
    for (first, second) in expected {
        assert!(pairs.contains(&((*first).to_owned(), (*second).to_owned())), "{first}, {second}: {pairs:?}");
    }
}

#[test]
fn no_list_of_decisions_reveals_a_hidden_card() {
    let mut pairs = Pairs::new();
    for table in table::every_table() {
        splendor_law(judge, table, games(), &mut pairs).unwrap_or_else(|leak| panic!("{table:?}: {leak}"));
    }
    // (B7, B11, P4, S2, S7, O11): all actions that draw cards or cause a refill, and the decisions tried
    // after them.
    for first in ["reserve_blind", "reserve", "buy", "take_free", "associate", "place_stronghold", "conquer"]
    {
        met(&pairs, &[(first, "return"), (first, "choose_noble"), (first, "choose_post"), (first, "take")]);
    }
    met(&pairs, &[("reserve_blind", "keep"), ("take_token", "return"), ("decline_conquest", "return")]);
}

#[test]
fn no_list_of_decisions_reveals_a_hidden_tile() {
    // (K11, K12, K14)
    for variant in Variant::ALL {
        let mut pairs = Pairs::new();
        kids_law(judge, variant, &mut pairs).unwrap_or_else(|leak| panic!("{variant:?}: {leak}"));
        let expected: &[(&str, &str)] = match variant {
            Variant::Mysteries => &[
                ("move", "return"),
                ("move", "give"),
                ("move", "take"),
                ("move", "move"),
                ("move", "draw_town"),
                ("draw_town", "return"),
            ],
            Variant::Full | Variant::Short => &[("move", "return"), ("move", "give"), ("move", "take")],
        };
        met(&pairs, expected);
    }
}

/// An earlier version of the rule, with a leak: a return after a village tile was judged, so its refusal
/// revealed the tile.
fn with_the_old_leak(game: &Game, seat: Seat, list: &[Proposal]) -> Result<Judged, ListRefusal> {
    let (mut game, mut log) = (game.clone(), GameLog::default());
    for (index, proposal) in list.iter().enumerate() {
        if log.0.iter().map(reveal_of).max() > Some(Reveal::Nothing) && !proposal.may_follow(Reveal::Inert) {
            return Err(ListRefusal::AfterReveal { index });
        }
        let decision = match game.to_act() {
            Some((decider, decision)) if decider == seat => decision,
            Some(_) => return Err(ListRefusal::NotAsked { index }),
            None => return Err(ListRefusal::Over),
        };
        let illegal = |refusal| ListRefusal::Illegal { index, refusal, decision };
        let action = game.complete(proposal).map_err(illegal)?;
        game.play(&action, &mut log).map_err(illegal)?;
    }
    Ok(Judged { game, log })
}

/// A rule without any limit: all following decisions are judged.
fn without_a_bound(game: &Game, seat: Seat, list: &[Proposal]) -> Result<Judged, ListRefusal> {
    let (mut game, mut log) = (game.clone(), GameLog::default());
    for (index, proposal) in list.iter().enumerate() {
        let decision = match game.to_act() {
            Some((decider, decision)) if decider == seat => decision,
            Some(_) => return Err(ListRefusal::NotAsked { index }),
            None => return Err(ListRefusal::Over),
        };
        let illegal = |refusal| ListRefusal::Illegal { index, refusal, decision };
        let action = game.complete(proposal).map_err(illegal)?;
        game.play(&action, &mut log).map_err(illegal)?;
    }
    Ok(Judged { game, log })
}

#[test]
fn the_law_detects_a_return_that_is_judged_after_a_village_tile() {
    let leak = kids_law(with_the_old_leak, Variant::Mysteries, &mut Pairs::new());
    assert!(leak.is_err_and(|leak| leak.contains("Return")), "the earlier leak is found");
}

#[test]
fn the_law_detects_a_kept_card_that_is_judged_after_it_was_drawn() {
    let posts = Modules::NONE.with(Module::TradingPosts);
    let table = (posts, SeatCount::TWO);
    let leak = splendor_law(without_a_bound, table, games() * GAMES_OF_FEW, &mut Pairs::new());
    assert!(leak.is_err_and(|leak| leak.contains("Keep")), "the intentional leak is found");
}
