//! The rounds of an event in the form of a tournament report file: two players, and who won.

use chrono::{DateTime, Utc};

use super::export::Exported;
use crate::tournaments::ranking::matches::{Progress, is_over, matches, progress};
use crate::tournaments::ranking::standings::lines;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::export::trf::{
    Outcome, ReportError, ReportedAcceleration, ReportedPair, ReportedPlayer, ReportedRound, ReportedTeam,
    report, team_lines,
};
use lapidary_contest::pairing::acceleration::virtual_points;
use lapidary_contest::pairing::request::TableSeats;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, Stage, TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::Format;
use lapidary_model::tournaments::team::Team;

/// Why an event has no tournament report file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotReportable {
    /// It is an arena.
    Arena,
    /// Its tables have this many seats.
    Seats(usize),
    /// One of its tables has more than two seats.
    Table {
        table: u32,
        round: u16,
        /// The number of its seats.
        seats: usize,
    },
    /// A number does not fit into its column.
    Number(ReportError),
}

impl Exported {
    /// Returns the event as a tournament report file, with the finished rounds and the standings after them.
    pub fn report(&self) -> Result<String, NotReportable> {
        let event = &self.event;
        check_sizes(event)?;
        let over = event.rounds.iter().take_while(|round| is_over(event, round)).count();
        let lines = lines(event, over);
        let place =
            |entry: EntryId| lines.iter().find(|line| line.entry == entry).map_or(0, |line| line.place);
        let players: Vec<ReportedPlayer> = event
            .entries
            .iter()
            .map(|entry| ReportedPlayer {
                id: entry.id,
                name: entry.name().unwrap_or_default().to_owned(),
                rating: entry.rating,
                place: place(entry.id),
            })
            .collect();
        let rounds: Vec<ReportedRound> =
            event.rounds[..over].iter().map(|round| reported(event, round)).collect();
        let settings = &event.tournament.settings;
        // The number of further knock-out rounds depends on who stays.
        let planned = match settings.format {
            _ if event.tournament.status.is_over() => Some(over).filter(|&over| over > 0),
            Format::Swiss if settings.cut.is_none() => settings.rounds.map(usize::from),
            _ => None,
        };
        let text = report(&settings.name, &players, &rounds, planned, &accelerated(event));
        let text = text.map_err(NotReportable::Number)?.replacen('\n', &format!("\n{}", self.about()), 1);
        Ok(text + &team_lines(&teams(event), &players))
    }
}

impl Exported {
    /// Returns the report's lines after the name of the event: dates, format and organizers.
    fn about(&self) -> String {
        let tournament = &self.event.tournament;
        let date = |at: Option<DateTime<Utc>>| at.map(|at| at.format("%Y/%m/%d").to_string());
        let format = match tournament.settings.format {
            Format::Swiss => "Swiss-System",
            Format::RoundRobin => "Round-Robin",
            Format::Heats => "Heats",
            Format::SingleElimination | Format::DoubleElimination => "Knock-Out",
            Format::Arena => "Arena",
        };
        let who = tournament.settings.boards().map_or("Individual", |_| "Team");
        let deputies: Vec<&str> = self.organizers.iter().filter_map(|one| one.username.as_deref()).collect();
        let lines = [
            ("042", date(tournament.started_at)),
            ("052", date(tournament.ended_at)),
            ("092", Some(format!("{who}: {format}"))),
            ("102", tournament.creator.username.clone()),
            ("112", Some(deputies.join(", ")).filter(|names| !names.is_empty())),
        ];
        lines.into_iter().filter_map(|(code, value)| Some(format!("{code} {}\n", value?))).collect()
    }
}

/// Returns the teams, where teams play matches.
fn teams(event: &Event) -> Vec<ReportedTeam> {
    let teams = event.teams.iter().filter(|_| event.tournament.settings.boards().is_some());
    let members = |team: &Team| team.ordered(&event.entries).into_iter().map(|entry| entry.id).collect();
    teams.map(|team| ReportedTeam { name: team.name.clone(), members: members(team) }).collect()
}

/// Checks that everybody has at most one opponent in a round.
fn check_sizes(event: &Event) -> Result<(), NotReportable> {
    let settings = &event.tournament.settings;
    if settings.format == Format::Arena {
        return Err(NotReportable::Arena);
    }
    if settings.seats != TableSeats::Two {
        return Err(NotReportable::Seats(settings.seats.count()));
    }
    let mut tables = event.rounds.iter().flat_map(|round| &round.tables);
    let large = tables.find(|table| table.seats.len() > 2 && table.status != TableStatus::Void);
    large.map_or(Ok(()), |large| {
        let (table, round, seats) = (large.number, large.round, large.seats.len());
        Err(NotReportable::Table { table, round, seats })
    })
}

/// Returns the virtual points of all rounds, in points of a report: a win is 1.
fn accelerated(event: &Event) -> ReportedAcceleration {
    let rounds = event.tournament.settings.rounds.unwrap_or_default().into();
    let halves =
        |round| virtual_points(round, rounds, Points::whole(2)).twelfths() / Points::whole(1).twelfths();
    ReportedAcceleration {
        entries: event.rounds.first().map_or_else(Vec::new, |first| first.virtual_points.entries().to_vec()),
        halves: (1..=rounds)
            .map_while(|round| u32::try_from(halves(round)).ok().filter(|&halves| halves > 0))
            .collect(),
    }
}

fn reported(event: &Event, round: &Round) -> ReportedRound {
    let pairs = match round.stage {
        Stage::KnockOut => matches(round).iter().filter_map(|(_, games)| decided(event, games)).collect(),
        _ => round.tables.iter().filter_map(|table| ReportedPair::of(&table.played()?)).collect(),
    };
    // A report does not mention byes without points.
    let has_half = event.tournament.settings.byes.half;
    let half_byes = if has_half { round.requested_byes.clone() } else { Vec::new() };
    ReportedRound { pairs, byes: round.byes.clone(), half_byes }
}

/// Returns the result of a match, whatever its number of games; none if it decided nothing.
fn decided(event: &Event, games: &[&TournamentTable]) -> Option<ReportedPair> {
    let &[white, black] = games.first()?.seats.as_slice() else { return None };
    let played = games.iter().filter_map(|table| table.played());
    let by_play = played.into_iter().any(|table| table.seats.iter().all(|seat| table.has_played(seat)));
    let outcome = match progress(event, games) {
        Progress::Won(on) if on == [white] && by_play => Outcome::White,
        Progress::Won(on) if on == [black] && by_play => Outcome::Black,
        Progress::Won(on) if on == [white] => Outcome::WhiteByForfeit,
        Progress::Won(on) if on == [black] => Outcome::BlackByForfeit,
        Progress::Nobody => Outcome::Nobody,
        Progress::Won(_) | Progress::Playing | Progress::Next(_) => return None,
    };
    Some(ReportedPair { white, black, outcome })
}
