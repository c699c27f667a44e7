//! Prints analyses for people.

use std::io::{self, Write};

use super::game::AnalyzedGame;
use super::players::Players;
use lapidary_analysis::{Cause, MISTAKE};

/// Prints a game: every choice, where it turned, and what each seat did.
pub fn game(out: &mut impl Write, game: &AnalyzedGame) -> io::Result<()> {
    let analysis = &game.analysis;
    writeln!(out, "version  turn  seat  could get, got     loss  played")?;
    for one in &analysis.judgements {
        let (before, after) = (percent(one.before.of(one.seat)), percent(one.after.of(one.seat)));
        let (mark, loss) = (if one.is_mistake() { '?' } else { ' ' }, percent(one.loss()));
        let (version, turn, seat) = (one.version, one.turn, one.seat);
        write!(
            out,
            "{version:>7} {turn:>5}  {seat:>4}   {before:>5.1} → {after:>5.1} %  {loss:>5.1} {mark} "
        )?;
        write!(out, "{}", one.played)?;
        if let Some(best) = one.best.as_ref().filter(|_| one.is_mistake()) {
            write!(out, "   better: {best}")?;
        }
        let luck = percent(one.luck.of(one.seat));
        if one.luck.largest() >= MISTAKE {
            write!(out, "   luck: {luck:+.1}")?;
        }
        writeln!(out)?;
    }
    turning_points(out, game)?;
    writeln!(out, "\nseat  accuracy  mistakes  opening    play  others    luck    rest  result  player")?;
    for seat in analysis.summaries() {
        let [opening, play, others, luck, rest, result] =
            [seat.opening, seat.play, seat.opponents, seat.luck, seat.rest, seat.result].map(percent);
        let (number, accuracy, mistakes, choices) = (seat.seat, seat.accuracy, seat.mistakes, seat.choices);
        write!(out, "{number:>4} {accuracy:>9.1} {mistakes:>4} of {choices:<3} {opening:>5.1} ")?;
        write!(out, "{play:>+7.1} {others:>+7.1} {luck:>+7.1} {rest:>+7.1} {result:>7.1}")?;
        writeln!(out, "  {}", game.player(seat.seat))?;
    }
    Ok(())
}

fn turning_points(out: &mut impl Write, game: &AnalyzedGame) -> io::Result<()> {
    let points = game.analysis.turning_points();
    if points.is_empty() {
        return writeln!(out, "\nThe game had no turning point.");
    }
    writeln!(out, "\nTurning points:")?;
    for point in points {
        let Some(one) = game.analysis.judgements.get(point.index) else { continue };
        let (turn, seat, change) = (one.turn, one.seat, percent(point.change));
        write!(out, "  turn {turn}, seat {seat} ({}): ", game.player(seat))?;
        match (point.cause, &one.best) {
            (Cause::Mistake, Some(best)) => {
                writeln!(out, "{change:+.1} by {}; better was {best}", one.played)?;
            }
            (Cause::Mistake, None) => writeln!(out, "{change:+.1} by {}", one.played)?,
            (Cause::Luck, _) => writeln!(out, "{change:+.1} by what was revealed after {}", one.played)?,
        }
    }
    Ok(())
}

/// Prints a table of players.
pub fn players(out: &mut impl Write, games: u32, players: &Players) -> io::Result<()> {
    writeln!(
        out,
        "{games} games. Shares in percent; luck for each game; the first purchase and the kind of action"
    )?;
    writeln!(out, "that lost most, with their parts.\n")?;
    writeln!(out, "games    won  accuracy  mistakes in 100   luck  first purchase  loses most by    player")?;
    for (name, tally) in &players.0 {
        let count = tally.games as f32;
        let (won, accuracy) = (percent(tally.won / count), tally.accuracies / count);
        let mistakes = percent(tally.mistakes as f32 / tally.choices.max(1) as f32);
        let luck = percent(tally.luck / count);
        let opening = tally.favorite_opening().map_or_else(String::new, |(card, times)| {
            format!("{card} {:.0} %", percent(times as f32 / count))
        });
        let loss = tally
            .typical_loss()
            .map_or_else(String::new, |(kind, part)| format!("{kind} {:.0} %", percent(part)));
        write!(out, "{:>5} {won:>6.1} {accuracy:>9.1} {mistakes:>16.1} {luck:>+6.1}", tally.games)?;
        writeln!(out, "  {opening:<14}  {loss:<15}  {name}")?;
    }
    Ok(())
}

fn percent(share: f32) -> f32 {
    // No negative zero.
    100.0 * share + 0.0
}
