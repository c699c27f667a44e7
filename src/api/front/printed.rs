//! Pages of a tournament for printing or for a screen in a hall: the pairings of a round with result slips,
//! and the standings. The server renders them. They reload while the tournament runs, and use no script.
//!
//! They read no token, so they show what everybody with the link may see.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::shell::unknown;
use crate::Problem;
use crate::extract::{Path, RoundNumber, hyphenated};
use crate::pages::{FormTargets, page};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::standings::teams::{MemberScore, TeamStanding};
use lapidary_model::names::caseless;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{RoundStatus, TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::Status;
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{RoundView, TeamStandings, TournamentRefusal, TournamentView};

/// A seat of a printed table.
struct PrintedSeat {
    entry: u32,
    name: String,
    /// The place, once the table has a result.
    place: String,
}

/// A printed table.
struct PrintedTable {
    /// The number on the table.
    number: u32,
    /// The number in requests.
    address: u32,
    state: &'static str,
    seats: Vec<PrintedSeat>,
}

/// The seat of a player.
struct PrintedPlace {
    name: String,
    entry: u32,
    place: String,
}

#[derive(Template)]
#[template(path = "tournament_pairings.html")]
struct PairingsPage {
    name: String,
    id: String,
    round: u16,
    is_live: bool,
    tables: Vec<PrintedTable>,
    byes: Vec<String>,
    seated: Vec<PrintedPlace>,
}

#[derive(Template)]
#[template(path = "tournament_slips.html")]
struct SlipsPage {
    name: String,
    id: String,
    round: u16,
    tables: Vec<PrintedTable>,
}

/// A printed line of the standings.
struct PrintedLine {
    place: u32,
    entry: u32,
    name: String,
    /// What has become of the entry, unless it takes part.
    state: &'static str,
    points: String,
    games: u32,
    /// The criterion that separates it from the line above.
    decided_by: String,
}

#[derive(Template)]
#[template(path = "tournament_standings.html")]
struct StandingsPage {
    name: String,
    id: String,
    rounds: u16,
    is_live: bool,
    teams: Vec<PrintedTeam>,
    lines: Vec<PrintedLine>,
}

/// A printed line of the standings of teams.
struct PrintedTeam {
    place: u32,
    name: String,
    points: String,
    /// The counting members with their points, and the others, with the best first.
    members: String,
}

/// Shows the pairings of the last round.
pub async fn last_pairings(
    tournaments: web::Data<Tournaments>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    printed(&tournaments, &id, None, pairings).await
}

/// Shows the pairings of a round.
pub async fn pairings_of(
    tournaments: web::Data<Tournaments>,
    path: web::Path<(String, String)>,
    Path(RoundNumber(number)): Path<RoundNumber>,
) -> Result<HttpResponse, Problem> {
    printed(&tournaments, &path.0, Some(number), pairings).await
}

/// Shows the result slips of the last round.
pub async fn last_slips(
    tournaments: web::Data<Tournaments>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    printed(&tournaments, &id, None, slips).await
}

/// Shows the result slips of a round.
pub async fn slips_of(
    tournaments: web::Data<Tournaments>,
    path: web::Path<(String, String)>,
    Path(RoundNumber(number)): Path<RoundNumber>,
) -> Result<HttpResponse, Problem> {
    printed(&tournaments, &path.0, Some(number), slips).await
}

/// Prints a round of a tournament, by default the last one, as far as people with only the link may see it.
async fn printed<T: Template>(
    tournaments: &Tournaments,
    id: &str,
    round: Option<u32>,
    print: fn(&TournamentView, &RoundView) -> T,
) -> Result<HttpResponse, Problem> {
    let Some(id) = hyphenated(id).map(TournamentId) else { return unknown() };
    let found = async {
        let view = tournaments.look(id, None).await?;
        let round = round.unwrap_or_else(|| view.listed.rounds.into());
        let number = u16::try_from(round).ok().filter(|&round| round <= i16::MAX as u16);
        let round = tournaments.round(id, None, number.ok_or(TournamentRefusal::NotFound)?).await?;
        Ok((view, round))
    };
    match found.await {
        Ok((view, round)) => page(StatusCode::OK, &print(&view, &round), &FormTargets::Here),
        Err(TournamentRefusal::NotFound | TournamentRefusal::NoRound { .. }) => unknown(),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Returns the counting tables of a round, in the order of their numbers.
fn counting(round: &RoundView) -> Vec<&TournamentTable> {
    let counts = |table: &&TournamentTable| table.status != TableStatus::Void;
    let mut tables: Vec<&TournamentTable> = round.round.tables.iter().filter(counts).collect();
    tables.sort_by_key(|table| (on_table(table), table.number));
    tables
}

/// Returns the number on a table.
fn on_table(table: &TournamentTable) -> u32 {
    table.number_in_round().map_or(table.number, u32::from)
}

fn slips(view: &TournamentView, round: &RoundView) -> SlipsPage {
    SlipsPage {
        name: view.listed.tournament.settings.name.clone(),
        id: view.listed.tournament.id.to_string(),
        round: round.round.number,
        tables: counting(round).into_iter().map(|table| printed_table(table, &round.entries)).collect(),
    }
}

fn pairings(view: &TournamentView, round: &RoundView) -> PairingsPage {
    let tables = counting(round);
    let sits = |&table: &&TournamentTable| {
        let at = on_table(table);
        table.seats.iter().map(move |&entry| (entry, format!("Table {at}"))).collect::<Vec<_>>()
    };
    let all_byes = || round.round.byes.iter().chain(&round.round.requested_byes);
    let byes = all_byes().map(|&entry| (entry, "Bye".to_owned()));
    let seated = tables.iter().flat_map(sits).chain(byes).map(|(entry, place)| PrintedPlace {
        name: name(&round.entries, entry),
        entry: entry.0,
        place,
    });
    let mut seated: Vec<PrintedPlace> = seated.collect();
    seated.sort_by_cached_key(|one| (caseless(&one.name), one.entry));
    PairingsPage {
        name: view.listed.tournament.settings.name.clone(),
        id: view.listed.tournament.id.to_string(),
        round: round.round.number,
        is_live: round.round.status != RoundStatus::Closed,
        tables: tables.iter().map(|table| printed_table(table, &round.entries)).collect(),
        byes: all_byes().map(|&entry| name(&round.entries, entry)).collect(),
        seated,
    }
}

fn printed_table(table: &TournamentTable, entries: &[Entry]) -> PrintedTable {
    let result = table.result.as_deref().filter(|_| table.status == TableStatus::Done);
    let place = |seat: usize| match result.and_then(|result| result.get(seat)) {
        Some(own) if own.forfeit => "forfeit".to_owned(),
        Some(own) => own.place.to_string(),
        None => String::new(),
    };
    let seat = |(seat, &entry): (usize, &EntryId)| PrintedSeat {
        entry: entry.0,
        name: name(entries, entry),
        place: place(seat),
    };
    PrintedTable {
        number: on_table(table),
        address: table.number,
        state: table.status.name(),
        seats: table.seats.iter().enumerate().map(seat).collect(),
    }
}

fn name(entries: &[Entry], wanted: EntryId) -> String {
    let entry = entries.iter().find(|entry| entry.id == wanted);
    entry.and_then(Entry::name).unwrap_or("a former player").to_owned()
}

/// Shows the standings.
pub async fn standings(
    tournaments: web::Data<Tournaments>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(uuid) = hyphenated(&id) else { return unknown() };
    match tournaments.all_standings(TournamentId(uuid), None).await {
        Ok(standings) => page(StatusCode::OK, &printed_standings(&standings), &FormTargets::Here),
        Err(TournamentRefusal::NotFound) => unknown(),
        Err(refusal) => Err(refusal.into()),
    }
}

fn printed_standings(standings: &TeamStandings) -> StandingsPage {
    let event = &standings.all.event;
    let lines = standings.all.lines.iter().map(|line| PrintedLine {
        place: line.place,
        entry: line.entry.0,
        name: name(&event.entries, line.entry),
        state: event.entry(line.entry).map_or("", state_of),
        points: line.points.to_string(),
        games: line.games,
        decided_by: line.standing.decided_by.map(|one| one.name().replace('_', " ")).unwrap_or_default(),
    });
    StandingsPage {
        name: event.tournament.settings.name.clone(),
        id: event.tournament.id.to_string(),
        rounds: standings.all.rounds,
        is_live: event.tournament.status == Status::Running,
        teams: standings.lines.iter().map(|line| printed_team(line, event)).collect(),
        lines: lines.collect(),
    }
}

fn state_of(entry: &Entry) -> &'static str {
    if entry.status == EntryStatus::Active { "" } else { entry.status.name() }
}

fn printed_team(line: &TeamStanding, event: &Event) -> PrintedTeam {
    let member = |(at, member): (usize, &MemberScore)| {
        let name = name(&event.entries, member.entry);
        if at < line.counted {
            format!("{name} {}", member.points)
        } else {
            format!("({name} {})", member.points)
        }
    };
    PrintedTeam {
        place: line.place,
        name: event.team(line.team).map(|team| team.name.clone()).unwrap_or_default(),
        points: match line.matches {
            Some(own) => format!("{} ({})", own.points, line.points),
            None => line.points.to_string(),
        },
        members: line.members.iter().enumerate().map(member).collect::<Vec<_>>().join(" · "),
    }
}
