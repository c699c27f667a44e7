//! The check of a request: every entry is listed once, and manual tables are possible.

use std::collections::BTreeSet;

use super::request::{ENTRANTS_MAX, Refusal, Request};
use crate::event::entry::{Entrant, EntryId};

/// Checks a request, and returns the entrants without a manual table.
pub fn unseated(request: &Request<'_>) -> Result<Vec<Entrant>, Refusal> {
    if request.entrants.len() > ENTRANTS_MAX {
        return Err(Refusal::TooMany);
    }
    let mut free = BTreeSet::new();
    for entrant in request.entrants {
        if !free.insert(entrant.id) {
            return Err(Refusal::ListedTwice(entrant.id));
        }
    }
    let listed = free.clone();
    for table in &request.settings.manual {
        request.settings.seats.check(request.settings.odd, table.len())?;
        check_table(table, &listed, &mut free)?;
        for (index, &a) in table.iter().enumerate() {
            for &b in &table[..index] {
                if request.settings.forbidden.iter().any(|&pair| pair == (a, b) || pair == (b, a)) {
                    return Err(Refusal::Forbidden(b, a));
                }
            }
        }
    }
    Ok(request.entrants.iter().filter(|entrant| free.contains(&entrant.id)).copied().collect())
}

fn check_table(
    table: &[EntryId],
    listed: &BTreeSet<EntryId>,
    free: &mut BTreeSet<EntryId>,
) -> Result<(), Refusal> {
    for &entry in table {
        if !listed.contains(&entry) {
            return Err(Refusal::NotInRound(entry));
        }
        if !free.remove(&entry) {
            return Err(Refusal::SeatedTwice(entry));
        }
    }
    Ok(())
}
