//! The next round of an event, as a pure function of the event and an organizer's orders.

use std::collections::BTreeSet;

use super::plan_matches::{PlannedMatches, plan_matches};
use super::refusal::RoundRefusal;
use crate::tournaments::TournamentRefusal;
use crate::tournaments::ranking::cut::going_on;
use crate::tournaments::ranking::matches::advancing;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::Points;
use lapidary_contest::event::record::records;
use lapidary_contest::event::virtual_points::VirtualPoints;
use lapidary_contest::pairing::acceleration::{upper_group, virtual_points};
use lapidary_contest::pairing::cost::Cost;
use lapidary_contest::pairing::double_elimination::DoubleBracket;
use lapidary_contest::pairing::elimination::Bracket;
use lapidary_contest::pairing::heats::knock_out_tables;
use lapidary_contest::pairing::next::next_round;
use lapidary_contest::pairing::recut::recut;
use lapidary_contest::pairing::request::{Meet, Request, Settings};
use lapidary_contest::pairing::round_robin::ScheduledRound;
use lapidary_contest::pairing::seating::best;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, Stage, TournamentTable};
use lapidary_model::tournaments::settings::{Acceleration, Format};

/// A table of a planned round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedTable {
    /// The entries in the order of seats.
    pub seats: Vec<EntryId>,
    /// Its cost: what speaks against this table.
    pub cost: Cost,
    /// Whether an organizer has set it.
    pub manual: bool,
    /// Whether it is for the third place.
    pub third_place: bool,
    /// Its board in a match of teams, from 1; 0 in individual play.
    pub board: u16,
}

impl PlannedTable {
    /// Returns a table of these entries without any cost.
    pub(in crate::tournaments) fn of(seats: Vec<EntryId>) -> PlannedTable {
        PlannedTable { seats, cost: Cost::default(), manual: false, third_place: false, board: 0 }
    }
}

/// A planned round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    pub number: u16,
    /// The rule by which it is paired.
    pub stage: Stage,
    /// The entries that take part; in a bracket or a schedule in its order.
    pub entrants: Vec<EntryId>,
    pub tables: Vec<PlannedTable>,
    /// Entries with a bye.
    pub byes: Vec<EntryId>,
    /// Entries that requested a bye.
    pub requested_byes: Vec<EntryId>,
    /// The points that count in its pairing in addition to the real ones.
    pub virtual_points: VirtualPoints,
    /// The pairs that must not meet.
    pub forbidden: Vec<(EntryId, EntryId)>,
    /// The whole schedule of a round robin; empty for other formats.
    pub schedule: Vec<ScheduledRound>,
    /// The numbers of its tables in the round.
    pub numbers: Vec<u16>,
    /// Which entries do not sit at their fixed tables, in words; none if all do.
    pub displaced: Option<String>,
}

/// Returns the plan of the next round. `manual` are an organizer's preset tables for this round.
pub(super) fn plan(event: &Event, manual: &[Vec<EntryId>]) -> Result<Planned, RoundRefusal> {
    let settings = &event.tournament.settings;
    let paired = usize::from(settings.rounds.unwrap_or_default());
    let by_score = matches!(settings.format, Format::Swiss | Format::Heats) && event.rounds.len() < paired;
    let pairs_entries = by_score && settings.boards().is_none();
    if !pairs_entries && !manual.is_empty() {
        return Err(TournamentRefusal::field(
            "/manual",
            "is possible only in rounds of a Swiss event and in heats, without `boards` of `teams`",
        )
        .into());
    }
    if let Some(boards) = settings.boards() {
        return matches(event, boards);
    }
    match settings.format {
        Format::Swiss | Format::Heats if by_score => scored(event, manual),
        Format::Swiss | Format::Heats if settings.cut.is_some() => knock_out(event, paired),
        Format::Swiss | Format::Heats => Err(RoundRefusal::NoMoreRounds),
        Format::RoundRobin => scheduled(event),
        Format::SingleElimination | Format::DoubleElimination => bracket_round(event),
        Format::Arena => arena_round(event),
    }
}

fn scored(event: &Event, manual: &[Vec<EntryId>]) -> Result<Planned, RoundRefusal> {
    let entrants = event.present();
    if entrants.len() < 2 {
        return Err(RoundRefusal::TooFew);
    }
    let settings = &event.tournament.settings;
    let (requested_byes, virtual_points) = (requested_byes(event), accelerated(event, &entrants));
    let entrants: Vec<Entrant> =
        entrants.into_iter().filter(|entrant| !requested_byes.contains(&entrant.id)).collect();
    let (stage, meet) = match settings.format {
        Format::Heats => (Stage::Heats, Meet::Anybody),
        _ => (Stage::Swiss, Meet::EqualScores),
    };
    let pairing = next_round(&Request {
        entrants: &entrants,
        rounds: &event.played(event.rounds.len()),
        settings: &Settings {
            seats: settings.seats,
            odd: settings.odd,
            meet,
            points: settings.points.clone(),
            forbidden: event.kept_apart(),
            manual: manual.to_vec(),
            virtual_points: virtual_points.clone(),
        },
        seed: &event.seed,
    })?;
    let tables = pairing.tables.into_iter().enumerate().map(|(index, table)| PlannedTable {
        cost: table.cost,
        manual: index < manual.len(),
        ..PlannedTable::of(table.seats)
    });
    let tables = tables.collect();
    let entrants = entrants.iter().map(|entrant| entrant.id).collect();
    Ok(Planned { requested_byes, virtual_points, ..planned(event, stage, entrants, tables, pairing.byes) })
}

/// Matches of teams at this many boards.
fn matches(event: &Event, boards: usize) -> Result<Planned, RoundRefusal> {
    let PlannedMatches { stage, boards, byes, schedule } = plan_matches(event, boards)?;
    let tables = boards.into_iter().map(|(board, table)| PlannedTable {
        board,
        cost: table.cost,
        ..PlannedTable::of(table.seats)
    });
    let entrants = event.present().iter().map(|entrant| entrant.id).collect();
    Ok(Planned { schedule, ..planned(event, stage, entrants, tables.collect(), byes) })
}

/// Returns the virtual points of the next round. The first round decides who has them: `present` are the
/// entries that take part in it, byes included. Entries that come later, or had paused then, have no points
/// from the rounds before: virtual ones would seat them with winners.
fn accelerated(event: &Event, present: &[Entrant]) -> VirtualPoints {
    let settings = &event.tournament.settings;
    let rounds = settings.rounds.unwrap_or_default().into();
    let points = match settings.acceleration {
        Acceleration::None => Points::default(),
        Acceleration::Baku => {
            virtual_points(event.rounds.len() as u16 + 1, rounds, settings.points.win(settings.seats.count()))
        }
    };
    let upper = match event.rounds.first() {
        Some(first) => first.virtual_points.entries().to_vec(),
        None => upper_group(present, &event.seed),
    };
    VirtualPoints::new(points, upper)
}

/// Returns the participating entries that requested a bye for the next round.
fn requested_byes(event: &Event) -> Vec<EntryId> {
    let next = event.rounds.len() as u16 + 1;
    let has_bye = |entry: &&Entry| entry.takes_part() && entry.requested_byes.contains(&next);
    match event.tournament.settings.byes.max {
        0 => Vec::new(),
        _ => event.entries.iter().filter(has_bye).map(|entry| entry.id).collect(),
    }
}

pub(super) fn planned(
    event: &Event,
    stage: Stage,
    entrants: Vec<EntryId>,
    tables: Vec<PlannedTable>,
    byes: Vec<EntryId>,
) -> Planned {
    let number = event.rounds.len() as u16 + 1;
    let forbidden = match stage {
        Stage::Swiss | Stage::Heats | Stage::Arena => event.tournament.forbidden.clone(),
        Stage::RoundRobin | Stage::KnockOut => Vec::new(),
    };
    Planned {
        number,
        stage,
        entrants,
        tables,
        byes,
        requested_byes: Vec::new(),
        virtual_points: VirtualPoints::default(),
        forbidden,
        schedule: Vec::new(),
        numbers: Vec::new(),
        displaced: None,
    }
}

fn fixed(tables: Vec<Vec<EntryId>>) -> Vec<PlannedTable> {
    tables.into_iter().map(PlannedTable::of).collect()
}

/// Plans the next round of the schedule. An entry that has left is missing in it; an opponent who is left
/// alone has a bye.
fn scheduled(event: &Event) -> Result<Planned, RoundRefusal> {
    let (schedule, entrants) = (event.schedule()?, event.scheduled_entries());
    let round = schedule.get(event.rounds.len()).ok_or(RoundRefusal::NoMoreRounds)?;
    let missing: Vec<EntryId> = entrants.iter().copied().filter(|&entry| !event.takes_part(entry)).collect();
    let cut = recut(&round.tables, &missing, event.tournament.settings.seats.count(), &|_, _| false);
    Ok(Planned { schedule, ..planned(event, Stage::RoundRobin, entrants, fixed(cut.tables), cut.byes) })
}

/// Plans the only round of an arena. It has no tables yet: they are added from the waiting entries.
fn arena_round(event: &Event) -> Result<Planned, RoundRefusal> {
    if !event.rounds.is_empty() {
        return Err(RoundRefusal::NoMoreRounds);
    }
    let entrants = event.present().iter().map(|entrant| entrant.id).collect();
    Ok(planned(event, Stage::Arena, entrants, Vec::new(), Vec::new()))
}

/// Plans knock-out tables of the entries that remain after the rounds for everybody.
fn knock_out(event: &Event, before: usize) -> Result<Planned, RoundRefusal> {
    let seeds = match event.rounds.get(before..).and_then(<[Round]>::last) {
        None => going_on(event, before, &|entry| event.takes_part(entry)),
        Some(last) => {
            let on = advancing(event, last);
            // The seeds are in the order of the first cut.
            let seeds = last.entrants.iter().copied();
            seeds.filter(|entry| on.contains(entry) && event.takes_part(*entry)).collect()
        }
    };
    if seeds.len() < 2 {
        return Err(RoundRefusal::NoMoreRounds);
    }
    let met = met_in_knock_out(event);
    let have_met = |a: EntryId, b: EntryId| met.contains(&(a.min(b), a.max(b)));
    let tables = knock_out_tables(&seeds, event.tournament.settings.seats, &have_met);
    let tables = tables.into_iter().map(|table| balanced(event, table)).collect();
    Ok(planned(event, Stage::KnockOut, seeds, fixed(tables), Vec::new()))
}

/// Returns the pairs that have met in the knock-out, the lower number first.
fn met_in_knock_out(event: &Event) -> BTreeSet<(EntryId, EntryId)> {
    let rounds = event.rounds.iter().filter(|round| round.stage == Stage::KnockOut);
    let mut met = BTreeSet::new();
    for played in rounds.flat_map(|round| &round.tables).filter_map(TournamentTable::played) {
        for seat in &played.seats {
            let later = played.opponents(seat).filter(|other| other.entry > seat.entry);
            met.extend(later.map(|other| (seat.entry, other.entry)));
        }
    }
    met
}

/// Returns the order of seats that balances them over the event.
fn balanced(event: &Event, table: Vec<EntryId>) -> Vec<EntryId> {
    let records = records(&event.played(event.rounds.len()), &event.tournament.settings.points);
    let none = [0; 4];
    let counts: Vec<_> =
        table.iter().map(|entry| records.get(entry).map_or(&none, |one| &one.seats)).collect();
    best(&counts).0.into_iter().map(|index| table[index]).collect()
}

/// Plans the matches of a bracket. Its first round ordered the entries by seed, by rating, then by lot.
fn bracket_round(event: &Event) -> Result<Planned, RoundRefusal> {
    let seeds: Vec<EntryId> = match event.rounds.first() {
        Some(first) => first.entrants.clone(),
        None => {
            let mut seeds = event.present();
            seeds.sort_by_cached_key(|entrant| (entrant.strength(), event.seed.lot(entrant.id)));
            seeds.iter().map(|entrant| entrant.id).collect()
        }
    };
    if seeds.len() < 2 {
        return Err(RoundRefusal::TooFew);
    }
    let takes_part = |entry| event.takes_part(entry);
    let won = event.rounds.iter().map(|round| advancing(event, round));
    let (matches, byes, still) = match event.tournament.settings.format {
        Format::DoubleElimination => {
            let bracket = won.fold(DoubleBracket::new(&seeds), |bracket, on| bracket.next(&on));
            let (matches, byes) = bracket.between(&takes_part);
            (matches, byes, bracket.alive().into_iter().filter(|&entry| takes_part(entry)).count())
        }
        _ => {
            let bracket = won.fold(Bracket::new(&seeds), |bracket, on| bracket.next(&on));
            let (matches, byes) = bracket.between(&takes_part);
            let still = byes.len();
            (matches, byes, still)
        }
    };
    let tables: Vec<Vec<EntryId>> = matches.into_iter().map(|pair| balanced(event, pair)).collect();
    match tables.is_empty() && still < 2 {
        true => Err(RoundRefusal::NoMoreRounds),
        false => {
            let is_final = tables.len() == 1 && byes.is_empty();
            let mut tables = fixed(tables);
            tables.extend(third_place(event).filter(|_| is_final));
            Ok(planned(event, Stage::KnockOut, seeds, tables, byes))
        }
    }
}

/// Returns the table at which the losers of the semi-finals play for the third place, beside the final. None
/// if the tournament has no such match, or if one of them is absent.
fn third_place(event: &Event) -> Option<PlannedTable> {
    let semi_finals = event.last_round().filter(|_| event.tournament.settings.third_place)?;
    let on = advancing(event, semi_finals);
    let losers: BTreeSet<EntryId> = semi_finals
        .everybody()
        .into_iter()
        .filter(|entry| !on.contains(entry) && event.takes_part(*entry))
        .collect();
    let losers: Vec<EntryId> = losers.into_iter().collect();
    (losers.len() == 2)
        .then(|| PlannedTable { third_place: true, ..PlannedTable::of(balanced(event, losers)) })
}
