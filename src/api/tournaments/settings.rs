//! The contents of the bodies of [`super::new`], in the words of the model.

use super::entry_lock::NewEntryLock;
use super::new::{CreateTournament, UpdateTournament, WantedForbiddenPair};
use crate::Problem;
use crate::games::terms::{NewSeating, ruleset, terms};
use crate::problems::problem::Fault;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::pairing::request::TableSeats;
use lapidary_model::series::SeriesId;
use lapidary_model::tournaments::settings::{Patch, TournamentSettings, table_seats};
use lapidary_service::tournaments::{Change, NewTournament};

/// Returns the size of tables with this many seats.
fn seats_of_tables(seats: u8) -> Result<TableSeats, Problem> {
    table_seats(seats).ok_or_else(|| Problem::validation(vec![Fault::at("/seats", "must be 2, 3 or 4")]))
}

impl TryFrom<CreateTournament> for NewTournament {
    type Error = Problem;

    fn try_from(body: CreateTournament) -> Result<Self, Problem> {
        let ruleset = ruleset(&body.ruleset, &body.modules, &body.options)?;
        let visibility = body.visibility.unwrap_or_default();
        let terms = terms(ruleset, body.seats, body.clock, visibility, NewSeating::JoinOrder)?;
        let seats = seats_of_tables(body.seats)?;
        let settings = Patch {
            name: Some(body.name.clone()),
            visibility: Some(terms.visibility),
            ruleset: Some(ruleset),
            clock: Some(terms.clock),
            format: Some(body.format),
            seats: Some(seats),
            duplicate: body.duplicate,
            ..body.patch()?
        };
        let settings = settings.apply(TournamentSettings::default());
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
        let pair = |pair: &WantedForbiddenPair| (EntryId(pair.a), EntryId(pair.b));
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
            format: body.format,
            seats: body.seats.map(seats_of_tables).transpose()?,
            duplicate: body.duplicate,
            ..body.patch()?
        };
        Ok(Change {
            open: body.open.unwrap_or_default(),
            settings,
            entry_password: body.entry.as_ref().map_or(Ok(None), NewEntryLock::password)?,
            forbidden_version: body.forbidden_pairs_version,
            forbidden: body.forbidden_pairs.as_ref().map(|pairs| pairs.iter().map(pair).collect()),
            organizers: body.organizers,
            invited: body.invited,
        })
    }
}
