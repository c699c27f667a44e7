//! Prints analyses for people.

use std::io::{self, Write};

use super::game::AnalyzedGame;
use super::players::Players;
use lapidary_analysis::{Cause, Grade, Judgement, MISTAKE, Reason};

/// Prints a game: every choice, the turning points, and the summary of each seat.
pub fn game(out: &mut impl Write, game: &AnalyzedGame) -> io::Result<()> {
    let analysis = &game.analysis;
    writeln!(out, "version  turn  seat  could get, got     loss  played")?;
    for one in &analysis.judgements {
        let (before, after) = (percent(one.before.of(one.seat)), percent(one.after.of(one.seat)));
        let (mark, loss) = (mark(one.grade()), percent(one.loss()));
        let (version, turn, seat) = (one.version, one.turn, one.seat);
        write!(
            out,
            "{version:>7} {turn:>5}  {seat:>4}   {before:>5.1} → {after:>5.1} %  {loss:>5.1} {mark:<2} "
        )?;
        write!(out, "{}", one.played)?;
        if one.is_mistake() {
            write!(out, "{}", better(one))?;
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
    writeln!(
        out,
        "\nplay and others are sums over all turns, so they may exceed the whole game: each loss is one that the"
    )?;
    writeln!(
        out,
        "next mistake gives back. rest is neither play nor luck: what the judge saw only later, and how a game"
    )?;
    writeln!(out, "ended outside of turns.")
}

const fn mark(grade: Grade) -> &'static str {
    match grade {
        Grade::Fine => "",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    }
}

/// The better choice, its reason, and the expectation of the judge after it.
fn better(one: &Judgement) -> String {
    let Some(best) = &one.best else { return String::new() };
    let reasons: Vec<&str> = one.reasons.iter().map(|reason| phrase(*reason)).collect();
    let because = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    let line: String = one.line.iter().map(|turn| format!(" > {turn}")).collect();
    format!("   better: {best}{line}{because}")
}

/// What the better turn does.
const fn phrase(reason: Reason) -> &'static str {
    match reason {
        Reason::Wins => "wins the game",
        Reason::Saves => "keeps another seat from winning",
        Reason::Race => "ends the game sooner",
        Reason::Noble => "brings a noble",
        Reason::Points => "brings more points",
        Reason::Bonuses => "brings more bonuses",
        Reason::Denies => "takes what another seat takes otherwise",
        Reason::Holds => "leaves others fewer points",
        Reason::Tokens => "brings more tokens",
    }
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
    // Avoids a negative zero.
    100.0 * share + 0.0
}
