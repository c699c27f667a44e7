//! What the bodies of [`super::new`] ask for, in the words of the model.

use std::time::Duration;

use super::entry_lock::NewEntryLock;
use super::new::{CreateTournament, NewForbiddenPair, UpdateTournament};
use super::words::NewFormat;
use crate::Problem;
use crate::games::terms::{NewSeating, ruleset, terms};
use crate::problems::problem::Fault;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::pairing::request::{Odd, TableSeats};
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_model::series::SeriesId;
use lapidary_model::tournaments::patch::Patch;
use lapidary_model::tournaments::settings::{
    Acceleration, Conditions, EntryLock, Format, NextRound, Play, RequestedByes, TournamentSettings,
    Unfinished, table_seats,
};
use lapidary_service::tournaments::{Change, NewTournament};

impl From<NewFormat> for Format {
    fn from(format: NewFormat) -> Self {
        match format {
            NewFormat::Swiss => Format::Swiss,
            NewFormat::RoundRobin => Format::RoundRobin,
            NewFormat::Heats => Format::Heats,
            NewFormat::SingleElimination => Format::SingleElimination,
            NewFormat::Arena => Format::Arena,
        }
    }
}

/// Returns the size of tables with this many seats.
fn seats_of_tables(seats: u8) -> Result<TableSeats, Problem> {
    table_seats(seats).ok_or_else(|| Problem::validation(vec![Fault::at("/seats", "must be 2, 3 or 4")]))
}

impl TryFrom<CreateTournament> for NewTournament {
    type Error = Problem;

    fn try_from(body: CreateTournament) -> Result<Self, Problem> {
        let format = Format::from(body.format);
        let ruleset = ruleset(&body.ruleset, &body.modules, &body.options)?;
        let visibility = body.visibility.unwrap_or_default();
        let terms = terms(ruleset, body.seats, body.clock, visibility, NewSeating::JoinOrder)?;
        let seats = seats_of_tables(body.seats)?;
        let is_arena = format == Format::Arena;
        let plain = TournamentSettings {
            name: body.name.clone(),
            description: Vec::new(),
            play: Play::Server,
            club: None,
            members_only: false,
            ladder: None,
            visibility: terms.visibility,
            ruleset,
            clock: terms.clock,
            format,
            seats,
            rounds: None,
            duration: None,
            cut: None,
            best_of: 1,
            advance: 1,
            odd: Odd::Bye,
            acceleration: Acceleration::None,
            byes: RequestedByes::default(),
            third_place: false,
            teams: None,
            delay: None,
            points: PointsTable::standard(),
            tie_breaks: TieBreak::DEFAULT.to_vec(),
            rated: false,
            players: None,
            entries_max: 256,
            rating_min: None,
            rating_max: None,
            conditions: Conditions::default(),
            entry: EntryLock::Open,
            registration_closes_at: None,
            starts_at: None,
            late_entries: is_arena,
            ready_check: if is_arena {
                Duration::ZERO
            } else {
                TournamentSettings::ready_check_of(terms.clock)
            },
            next_round: if is_arena { NextRound::Automatic } else { NextRound::Call },
            next_round_after: Duration::ZERO,
            round_dates: Vec::new(),
            round_ends_after: None,
            unfinished: Unfinished::Wait,
            duplicate: body.duplicate.unwrap_or_default(),
        };
        let settings = body.patch()?.apply(plain);
        if let Some((pointer, fault)) = settings.fault() {
            return Err(Problem::validation(vec![Fault::at(pointer, fault)]));
        }
        Ok(NewTournament {
            settings,
            series: body.series.map(SeriesId),
            open: body.open.unwrap_or_default(),
            entry_password: body.entry.as_ref().map_or(Ok(None), NewEntryLock::password)?,
            organizers: body.organizers,
            invited: body.invited,
        })
    }
}

impl TryFrom<UpdateTournament> for Change {
    type Error = Problem;

    fn try_from(body: UpdateTournament) -> Result<Self, Problem> {
        let pair = |pair: &NewForbiddenPair| (EntryId(pair.a), EntryId(pair.b));
        let of_ruleset = [("/modules", body.modules.is_empty()), ("/options", body.options.is_empty())];
        let ruleset = match (&body.ruleset, of_ruleset.iter().find(|(_, is_empty)| !is_empty)) {
            (Some(id), _) => Some(ruleset(id, &body.modules, &body.options)?),
            (None, None) => None,
            (None, Some((pointer, _))) => {
                let fault = Fault::at(*pointer, "is possible only with `ruleset`, to which it belongs");
                return Err(Problem::validation(vec![fault]));
            }
        };
        let settings = Patch {
            name: body.name.clone(),
            ruleset,
            clock: body.clock.map(Into::into),
            format: body.format.map(Into::into),
            seats: body.seats.map(seats_of_tables).transpose()?,
            duplicate: body.duplicate,
            ..body.patch()?
        };
        Ok(Change {
            open: body.open.unwrap_or_default(),
            settings,
            entry_password: body.entry.as_ref().map_or(Ok(None), NewEntryLock::password)?,
            forbidden: body.forbidden_pairs.as_ref().map(|pairs| pairs.iter().map(pair).collect()),
            organizers: body.organizers,
            invited: body.invited,
        })
    }
}
