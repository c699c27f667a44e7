//! Draws a table and a result in the terminal. It does not know any rules.

use std::io::{self, Write};

use lapidary_engine::game::{Game, View};
use lapidary_engine::kids;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::tokens::Tokens;
use lapidary_engine::splendor::view;
use lapidary_engine::viewer::Viewer;

/// Draws what this viewer sees.
pub fn draw(out: &mut impl Write, game: &Game, viewer: Viewer) -> io::Result<()> {
    match game.view(viewer) {
        View::Splendor(view) => draw_splendor(out, &view),
        View::Kids(view) => draw_kids(out, &view),
    }
}

/// Prints how a game ended.
pub fn draw_result(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    writeln!(out, "\nThe game ended by {}.", outcome.reason.name())?;
    (0u8..).zip(&outcome.ranks).try_for_each(|(seat, rank)| {
        let winner = if *rank == 1 { ", a winner" } else { "" };
        writeln!(out, "seat {seat}   rank {rank}{winner}")
    })
}

fn draw_splendor(out: &mut impl Write, view: &view::View) -> io::Result<()> {
    if let (Some(turn), Some((seat, decision))) = (view.turn, view.to_act) {
        writeln!(out, "\n--- turn {}, seat {seat}: {} ---", turn.number, decision.name())?;
    }
    writeln!(out, "supply {}", view.supply)?;
    for row in &view.market {
        let cards: Vec<String> =
            row.cards.iter().map(|card| card.map_or("-".to_owned(), card_line)).collect();
        writeln!(out, "{:8} ({:2}) {}", row.deck.name(), row.deck_size, cards.join("  "))?;
    }
    let nobles: Vec<String> =
        view.nobles.iter().map(|noble| format!("{noble} {}", Tokens::gems_only(noble.cards()))).collect();
    let cities: Vec<&str> = view.cities.iter().map(|city| city.name()).collect();
    writeln!(out, "tiles    {}{}", nobles.join("  "), cities.join("  "))?;
    view.seats.iter().try_for_each(|seat| draw_seat(out, seat))
}

fn draw_kids(out: &mut impl Write, view: &kids::view::View) -> io::Result<()> {
    if let (Some(turn), Some((seat, decision))) = (view.turn, view.to_act) {
        writeln!(out, "\n--- turn {}, seat {seat}: {} ---", turn.number, decision.name())?;
    }
    writeln!(out, "supply {}, {} town tiles left", view.supply, view.stack_size)?;
    for seat in &view.seats {
        writeln!(
            out,
            "seat {}   at {}, bag {}, {} town tiles up, {} down{}{}",
            seat.seat,
            seat.place.map_or("-".to_owned(), |place| place.to_string()),
            seat.bag,
            seat.tiles_up.total(),
            seat.tiles_down.total(),
            if seat.jewel { ", the jewel" } else { "" },
            if seat.out { ", out" } else { "" }
        )?;
    }
    Ok(())
}

fn draw_seat(out: &mut impl Write, seat: &view::SeatView) -> io::Result<()> {
    write!(
        out,
        "seat {}   {:2} prestige, tokens {}, bonuses {}, {} cards, hand {}",
        seat.seat,
        seat.prestige,
        seat.tokens,
        Tokens::gems_only(seat.bonuses),
        seat.cards.len(),
        seat.hand.len()
    )?;
    let posts: Vec<&str> = seat.posts.iter().map(|post| post.name()).collect();
    if !posts.is_empty() {
        write!(out, ", posts {}", posts.join(" "))?;
    }
    let strongholds: Vec<&str> = seat.strongholds.iter().flatten().map(|card| card.name()).collect();
    if !strongholds.is_empty() {
        write!(out, ", strongholds on {}", strongholds.join(" "))?;
    }
    writeln!(out, "{}", if seat.out { ", out" } else { "" })?;
    let hand = seat.hand.iter().map(|card| match card {
        view::HandCard::Shown { card, .. } => card_line(*card),
        view::HandCard::Hidden { deck } => format!("? of {}", deck.name()),
    });
    let hand: Vec<String> = hand.collect();
    if !hand.is_empty() {
        writeln!(out, "         hand: {}", hand.join("  "))?;
    }
    match &seat.drawn {
        Some(drawn) => {
            let drawn: Vec<String> = drawn.iter().copied().map(card_line).collect();
            writeln!(out, "         drawn: {}", drawn.join("  "))
        }
        None => Ok(()),
    }
}

/// A card with its id, color, points and cost.
fn card_line(card: CardId) -> String {
    let facts = card.facts();
    let color = facts.color.map_or('?', Color::letter);
    format!("{card} {color}{} {}", facts.points, Tokens::gems_only(facts.cost))
}
