//! The results and the standings of a tournament as comma-separated values.

use super::round::number;
use crate::http::csv::Csv;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::event::round::PlayedTable;
use lapidary_contest::standings::teams::{TeamStanding, TeamTieBreak};
use lapidary_contest::standings::tie_break::{MICRO, TieBreak};
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::{Adjustment, Event};
use lapidary_model::tournaments::round::{DecidedBy, Round, TableStatus, TournamentTable};
use lapidary_service::tournaments::{Line, RoundView};

/// What a seat that has forfeited has in its column.
pub const YES: &str = "yes";
/// The columns of results. New columns may follow.
const RESULTS: &str = "round,table,match,status,seat,entry,player,place,points,prestige,cards,tokens,decided_by,game,\
    forfeit,kind,points_twelfths,reason,number_in_round,board,team";
/// The columns of a round. Columns may be added at the end.
pub const ROUND: &str = "round,table,seat,entry,player,place,points,number_in_round,prestige,cards,forfeit,version,board,\
    team";
/// The columns of standings before those of the criteria.
const STANDINGS: &str = "place,entry,player,status,points,points_twelfths,games,byes,knock_out,decided_by";

/// The columns of standings of teams. New columns may follow.
const TEAM_STANDINGS: &str = "place,team,name,points,points_twelfths,wins,wins_twelfths,best_place,decided_by,members,counted,\
    match_points,matches,sonneborn_berger,buchholz_average";

/// Returns the seating of a round with its results so far: a line for each seat of each counting table, and
/// for each bye, including requested ones.
pub fn round(view: &RoundView) -> String {
    let (round, table_points) = (&view.round, &view.points);
    let of = |id: EntryId| view.entries.iter().find(|entry| entry.id == id);
    let mut csv = Csv::new(ROUND.split(','));
    for table in round.tables.iter().filter(|table| table.status != TableStatus::Void) {
        let played = table.played();
        for (index, entry) in table.seats.iter().enumerate() {
            let Some(entry) = of(*entry) else { continue };
            let seat = played.as_ref().and_then(|played| played.seats.get(index));
            let points = played.as_ref().zip(seat).map(|(all, own)| own.points(&all.places(), table_points));
            csv.word(round.number).word(table.number).word(index);
            player(&mut csv, entry).optional(seat.map(|seat| seat.place)).optional(points.map(number));
            csv.optional(table.number_in_round())
                .optional(seat.and_then(|seat| seat.prestige))
                .optional(seat.and_then(|seat| seat.cards))
                .optional(seat.filter(|seat| seat.forfeit).map(|_| YES))
                .word(table.version)
                .optional(table.is_of_match().then_some(table.board))
                .optional(entry.team.filter(|_| table.is_of_match()))
                .end();
        }
    }
    let byes = round.byes.iter().map(|&bye| (bye, view.points.bye()));
    let requested = round.requested_byes.iter().map(|&bye| (bye, view.requested_bye));
    for (entry, points) in byes.chain(requested).filter_map(|(bye, points)| Some((of(bye)?, points))) {
        csv.word(round.number).empty(2);
        player(&mut csv, entry).empty(1).word(number(points)).empty(7).end();
    }
    csv.finish()
}

/// Returns the results: for each round a line for each seat of its tables, for each bye, including requested
/// ones, and for each adjustment of points. The lines of an entry add up to its points in the standings after
/// all rounds.
pub fn results(event: &Event) -> String {
    let mut csv = Csv::new(RESULTS.split(','));
    for (round, scored) in event.rounds.iter().zip(event.scored(event.rounds.len())) {
        let played = round.tables.iter().filter(|table| table.played().is_some()).count();
        for table in &round.tables {
            let scores = played == scored.tables.len()
                || table.played().is_some_and(|played| scored.tables.contains(&played));
            for index in 0..table.seats.len() {
                seat(&mut csv, event, round, table, index, scores);
            }
        }
        for &entry in &round.byes {
            let scores = scored.byes.contains(&entry);
            bye(&mut csv, event, round, entry, scores);
        }
        for &entry in &round.requested_byes {
            requested_bye(&mut csv, event, round, entry);
        }
        for adjusted in event.adjustments.iter().filter(|adjusted| adjusted.round == round.number) {
            adjustment(&mut csv, event, adjusted);
        }
    }
    csv.finish()
}

fn seat(csv: &mut Csv, event: &Event, round: &Round, table: &TournamentTable, index: usize, scores: bool) {
    let Some(entry) = table.seats.get(index).and_then(|&id| event.entry(id)) else { return };
    let played = table.played();
    let table_points = &event.tournament.settings.points;
    let of_seat =
        |played: &PlayedTable| Some(played.seats.get(index)?.points(&played.places(), table_points));
    let seat = played.as_ref().and_then(|played| played.seats.get(index));
    // The lines of an entry add up to its points in the standings.
    let points = played.as_ref().filter(|_| scores).and_then(of_seat);
    csv.word(round.number).word(table.number).word(table.match_number).word(table.status.name()).word(index);
    player(csv, entry).optional(seat.map(|seat| seat.place)).optional(points.map(number));
    csv.optional(seat.and_then(|seat| seat.prestige))
        .optional(seat.and_then(|seat| seat.cards))
        .optional(seat.and_then(|seat| seat.tokens))
        .optional(table.decided_by.map(DecidedBy::name))
        .optional(table.game)
        .optional(seat.filter(|seat| seat.forfeit).map(|_| YES))
        .word("table")
        .optional(points.map(Points::twelfths))
        .empty(1)
        .optional(table.number_in_round())
        .optional(table.is_of_match().then_some(table.board))
        .optional(
            event.entry(table.seats[index]).and_then(|entry| entry.team).filter(|_| table.is_of_match()),
        )
        .end();
}

fn bye(csv: &mut Csv, event: &Event, round: &Round, entry: EntryId, scores: bool) {
    let Some(entry) = event.entry(entry) else { return };
    let points = if scores { event.tournament.settings.points.bye() } else { Points::default() };
    without_table(csv, round.number, entry, points, "bye").empty(4).end();
}

fn requested_bye(csv: &mut Csv, event: &Event, round: &Round, entry: EntryId) {
    let Some(entry) = event.entry(entry) else { return };
    let points = event.tournament.settings.requested_bye_points();
    without_table(csv, round.number, entry, points, "requested_bye").empty(4).end();
}

fn adjustment(csv: &mut Csv, event: &Event, adjusted: &Adjustment) {
    let Some(entry) = event.entry(adjusted.entry) else { return };
    without_table(csv, adjusted.round, entry, adjusted.points, "adjustment")
        .text(&adjusted.reason)
        .empty(3)
        .end();
}

/// Adds all cells except the last one of a line without a table.
fn without_table<'a>(
    csv: &'a mut Csv,
    round: u16,
    entry: &Entry,
    points: Points,
    kind: &'static str,
) -> &'a mut Csv {
    csv.word(round).empty(4);
    player(csv, entry).empty(1).word(number(points)).empty(6).word(kind).word(points.twelfths())
}

fn player<'a>(csv: &'a mut Csv, entry: &Entry) -> &'a mut Csv {
    csv.word(entry.id).text(entry.name().unwrap_or_default())
}

/// Returns the lines of standings, with a column for each criterion.
pub fn standings(lines: &[Line], event: &Event) -> String {
    let criteria: Vec<String> =
        event.tournament.settings.tie_breaks.iter().map(|own| format!("tie_break_{}", own.name())).collect();
    let has_boards = event.tournament.settings.boards().is_some();
    let board = has_boards.then_some("board");
    let mut csv = Csv::new(STANDINGS.split(',').chain(criteria.iter().map(String::as_str)).chain(board));
    for line in lines {
        let Some(entry) = event.entry(line.entry) else { continue };
        csv.word(line.place);
        player(&mut csv, entry)
            .word(entry.status.name())
            .word(number(line.points))
            .word(line.points.twelfths())
            .word(line.games)
            .word(line.byes)
            .optional(line.knock_out)
            .optional(line.standing.decided_by.map(TieBreak::name));
        for value in &line.standing.values {
            csv.optional(value.map(decimal));
        }
        if has_boards {
            csv.optional(line.board);
        }
        csv.end();
    }
    csv.finish()
}

/// Returns the lines of standings of teams. `counted` has the numbers of the counting entries, the best
/// first.
pub fn team_standings(lines: &[TeamStanding], event: &Event) -> String {
    let mut csv = Csv::new(TEAM_STANDINGS.split(','));
    for line in lines {
        let Some(team) = event.team(line.team) else { continue };
        let counted: Vec<String> =
            line.members[..line.counted].iter().map(|member| member.entry.to_string()).collect();
        csv.word(line.place)
            .word(line.team)
            .text(&team.name)
            .word(number(line.points))
            .word(line.points.twelfths())
            .word(number(Points::of_twelfths(line.win_twelfths)))
            .word(line.win_twelfths)
            .optional(line.best_place)
            .optional(line.decided_by.map(TeamTieBreak::name))
            .word(line.members.len())
            .word(counted.join(" "))
            .optional(line.matches.map(|own| number(own.points)))
            .optional(line.matches.map(|own| own.played))
            .optional(line.matches.and_then(|own| own.sonneborn_berger).map(decimal))
            .optional(line.matches.and_then(|own| own.buchholz_average).map(decimal))
            .end();
    }
    csv.finish()
}

/// Returns millionths as an exact decimal number.
fn decimal(millionths: i64) -> String {
    let sign = if millionths < 0 { "-" } else { "" };
    let (whole, part) = (millionths.unsigned_abs() / MICRO as u64, millionths.unsigned_abs() % MICRO as u64);
    let text = format!("{sign}{whole}.{part:06}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn millionths_are_decimal_numbers() {
        let cases =
            [(0, "0"), (12_500_000, "12.5"), (-333_334, "-0.333334"), (-20_000_000, "-20"), (1, "0.000001")];
        for (millionths, text) in cases {
            assert_eq!(decimal(millionths), text);
        }
    }
}
