//! The next round of an event: manual tables, then the method for the size of its tables.

use super::field::Field;
use super::manual::unseated;
use super::odd::pair_two_seats;
use super::pods::pods;
use super::request::{PairedTable, Pairing, Refusal, Request, TableSeats};
use super::seating::seated;
use super::weigh::table_cost;

/// Returns the pairing of the next round. The same request always gives the same pairing. Returns a fault of
/// the request; then nothing is paired.
pub fn next_round(request: &Request<'_>) -> Result<Pairing, Refusal> {
    let free = unseated(request)?;
    let mut pairing = Pairing { tables: manual_tables(request), byes: Vec::new() };
    let field = Field::new(request, &free);
    let (tables, bye) = match request.settings.seats {
        _ if field.len() < 2 => (Vec::new(), (!field.is_empty()).then_some(0)),
        TableSeats::Two => pair_two_seats(&field, request.settings.odd).ok_or(Refusal::TooMany)?,
        seats => (pods(&field, seats), None),
    };
    pairing.tables.extend(tables.iter().map(|table| paired(&field, table)));
    pairing.byes.extend(bye.map(|place| field.contenders[place].id));
    Ok(pairing)
}

fn paired(field: &Field, table: &[usize]) -> PairedTable {
    let order = seated(field, table);
    PairedTable { seats: field.ids(&order), cost: table_cost(field, &order) }
}

/// The opponents at manual tables are fixed. Their seats are balanced like all others.
fn manual_tables(request: &Request<'_>) -> Vec<PairedTable> {
    let field = Field::new(request, request.entrants);
    let place = |id| field.contenders.iter().position(|one| one.id == id);
    let tables = request.settings.manual.iter();
    tables
        .map(|table| paired(&field, &table.iter().filter_map(|&id| place(id)).collect::<Vec<_>>()))
        .collect()
}
