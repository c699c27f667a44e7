//! Plays lines of notation on a position and returns the log as lines, for named cases.

use lapidary_engine::record::{By, Cause, Leaving, Log};
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::effect::{Effect, Face, Source};
use lapidary_engine::splendor::refusal::Refusal;
use lapidary_engine::splendor::state::State;

/// Plays a line that must be legal, and returns its entries and effects as lines. Effects are indented.
pub fn play(state: &mut State, line: &str) -> Vec<String> {
    let mut log = Log::default();
    let action: Action = line.parse().unwrap_or_else(|_| panic!("{line} is no notation"));
    state.play(&action, &mut log).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    lines_of(&log)
}

/// Plays several lines, which must all be legal.
pub fn play_all(state: &mut State, lines: &[&str]) {
    lines.iter().for_each(|line| drop(play(state, line)));
}

/// Returns the refusal of a line, and checks that the state is unchanged.
pub fn refused(state: &State, line: &str) -> Refusal {
    let mut copy = *state;
    let refusal = copy.play(&line.parse().unwrap(), &mut ()).expect_err(line);
    assert!(copy == *state, "a refusal changes nothing");
    refusal
}

/// Takes the seat out of the game.
pub fn resign(state: &mut State, seat: u8) -> Vec<String> {
    let mut log = Log::default();
    state.leave(Seat::new(seat).unwrap(), Leaving::Resigned, &mut log);
    lines_of(&log)
}

/// The legal lines with every payment, sorted.
pub fn legal(state: &State) -> Vec<String> {
    let mut actions = Vec::new();
    state.legal_actions_with_every_payment(&mut actions);
    let mut lines: Vec<String> = actions.iter().map(ToString::to_string).collect();
    lines.sort();
    lines
}

/// The pending decision, as `seat decision`.
pub fn pending(state: &State) -> String {
    state.to_act().map_or("over".to_owned(), |(seat, decision)| format!("{seat} {}", decision.name()))
}

fn lines_of(log: &Log<Action, Effect>) -> Vec<String> {
    let mut lines = Vec::new();
    for entry in &log.0 {
        lines.push(match &entry.cause {
            Cause::Decision { seat, by: By::Player, action } => format!("{seat} {action}"),
            Cause::Decision { seat, by: By::Engine, action } => format!("{seat} !{action}"),
            Cause::Leaving { seat, .. } => format!("{seat} resign"),
        });
        lines.extend(entry.effects.iter().map(|effect| format!("  {}", effect_line(effect))));
    }
    lines
}

fn face(face: &Face) -> String {
    match face {
        Face::Up(card) => card.to_string(),
        Face::Down => "?".to_owned(),
    }
}

fn effect_line(effect: &Effect) -> String {
    match effect {
        Effect::TokensTaken { seat, tokens } => format!("{seat} takes {tokens}"),
        Effect::TokensReturned { seat, tokens } => format!("{seat} returns {tokens}"),
        Effect::CardReserved { seat, card, .. } => format!("{seat} reserves {card}"),
        Effect::CardsDrawn { seat, deck, cards } => {
            let drawn: Vec<String> = cards.iter().flatten().map(face).collect();
            format!("{seat} draws {} from {deck}", drawn.join(", "))
        }
        Effect::CardKept { seat, card, .. } => format!("{seat} keeps {}", face(card)),
        Effect::CardPutUnder { deck, card, .. } => format!("{} goes under {deck}", face(card)),
        Effect::CardBought { seat, card, source: Source::Market(_) } => format!("{seat} buys {card}"),
        Effect::CardBought { seat, card, source: Source::Hand } => format!("{seat} buys {card} from hand"),
        Effect::CardTakenFree { seat, card, .. } => format!("{seat} takes {card} free"),
        Effect::CardAssociated { card, color, bonus, .. } => {
            format!("{card} becomes {} {bonus}", color.name())
        }
        Effect::CardDiscarded { card, .. } => format!("{card} leaves the game"),
        Effect::MarketRefilled { place, card } => {
            format!("{} {} is refilled with {card}", place.deck, place.index)
        }
        Effect::PlaceLeftEmpty { place } => format!("{} {} stays empty", place.deck, place.index),
        Effect::StrongholdPlaced { seat, card, from: None } => format!("{seat} puts a stronghold on {card}"),
        Effect::StrongholdPlaced { seat, card, from: Some(from) } => {
            format!("{seat} moves a stronghold from {from} to {card}")
        }
        Effect::StrongholdRemoved { seat, card } => {
            format!("a stronghold of {seat} is sent home from {card}")
        }
        Effect::StrongholdsReturned { seat, card, count } => {
            format!("{count} strongholds of {seat} come home from {card}")
        }
        Effect::NobleReceived { seat, noble } => format!("{seat} receives {noble}"),
        Effect::PostTaken { seat, post } => format!("{seat} takes post {post}"),
        Effect::CityFulfilled { seat, city } => format!("{seat} fulfills {city}"),
        Effect::StepLapsed { step, .. } => format!("{} lapses", step.name()),
        Effect::FinalRound { seat } => format!("{seat} triggers the final round"),
        Effect::PlayGoesOn => "play goes on".to_owned(),
        Effect::SeatOut { seat } => format!("{seat} is out"),
        Effect::TurnBegan { seat, number } => format!("turn {number}: seat {seat}"),
        Effect::GameOver { reason } => format!("over: {}", reason.name()),
    }
}
