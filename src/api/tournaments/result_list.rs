//! The results of a round as comma-separated values: the filled-in file of `rounds/{n}?format=csv`.

use std::collections::BTreeMap;

use super::csv::{ROUND, YES};
use super::sent_list::{Columns, all_read, refused};
use crate::Problem;
use crate::extract::wording::FAULTS_MAX;
use crate::http::csv::SentLine;
use crate::problems::problem::Fault;
use lapidary_contest::event::entry::EntryId;
use lapidary_service::tournaments::{NewResult, ResultBySeat, TableName};

/// The columns that are read. `table` or `number_in_round`, `seat` and `place` are required.
const READ: [&str; 9] =
    ["table", "number_in_round", "seat", "entry", "place", "prestige", "cards", "forfeit", "version"];
/// The largest value of a measure, as in JSON.
const MEASURE_MAX: u32 = 255;
/// The largest number of a table or an entry.
const NUMBER_MAX: u32 = i32::MAX.cast_unsigned();

/// The data of a seat in a line.
struct SeatLine {
    line: u32,
    seat: u32,
    entry: Option<u32>,
    place: Option<u32>,
    prestige: Option<u32>,
    cards: Option<u32>,
    forfeits: bool,
    version: Option<u32>,
}

/// Reads the results of tables: a line with the names of columns, then one line for each seat. Skips lines
/// without a table, which are byes, tables without any place, and the other contents of a round's file.
pub fn read_results(lines: &[SentLine]) -> Result<Vec<NewResult>, Problem> {
    let (first, lines) = lines.split_first().ok_or_else(no_columns)?;
    let columns = Columns::of(first, READ.into_iter().chain(ROUND.split(',')))?;
    let has = |name| columns.has(name);
    if !has("seat") || !has("place") || !has("table") && !has("number_in_round") {
        return Err(no_columns());
    }
    let (mut tables, mut faults) = (BTreeMap::<TableKey, Vec<SeatLine>>::new(), Vec::new());
    for line in lines {
        match seat_line(line, &columns) {
            Ok(None) => {}
            Ok(Some((table, seat))) => tables.entry(table).or_default().push(seat),
            Err(fault) => faults.push(fault),
        }
        if faults.len() == FAULTS_MAX {
            break;
        }
    }
    let mut results = Vec::new();
    for (name, mut seats) in all_read(tables, faults)? {
        if seats.iter().any(|seat| seat.place.is_some()) {
            let line = seats[0].line;
            seats.sort_by_key(|seat| seat.seat);
            results.push((line, result(name, line, &seats)));
        }
    }
    results.sort_by_key(|(line, _)| *line);
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    for (_, result) in results {
        result.map_or_else(|fault| faults.push(fault), |result| read.push(result));
    }
    match all_read(read, faults)? {
        read if read.is_empty() => Err(refused("/lines", "must have the places of at least one table")),
        read => Ok(read),
    }
}

fn no_columns() -> Problem {
    refused(
        "/lines/1",
        "must name the columns `table` or `number_in_round`, `seat` and `place`; `entry`, `prestige`, `cards`, `forfeit` and `version` can be beside them",
    )
}

/// The number of a table in the tournament, and in the round: at least one of them.
type TableKey = (Option<u32>, Option<u32>);

/// Returns the contents of a line with its table, by the number in the tournament or in the round.
fn seat_line(line: &SentLine, columns: &Columns) -> Result<Option<(TableKey, SeatLine)>, Fault> {
    let pointer = format!("/lines/{}", line.number);
    if columns.are_fewer_than(line) {
        return Err(Fault::at(pointer, "must have no more cells than the first line"));
    }
    let cell = |name: &'static str| columns.cell(line, name);
    let number = |name: &'static str, min: u32, max: u32| {
        let Some(cell) = cell(name) else { return Ok(None) };
        let read = cell.parse().ok().filter(|number| (min..=max).contains(number));
        let fault =
            || Fault::at(format!("{pointer}/{name}"), format!("must be a number from {min} to {max}"));
        read.map(Some).ok_or_else(fault)
    };
    let table = (number("table", 1, NUMBER_MAX)?, number("number_in_round", 1, u16::MAX.into())?);
    if table == (None, None) {
        return Ok(None);
    }
    let seat = number("seat", 0, 3)?.ok_or_else(|| {
        Fault::at(format!("{pointer}/seat"), "must have the seat, from 0 in the order of the table")
    })?;
    let forfeits = match cell("forfeit") {
        None => false,
        Some(cell) if cell.eq_ignore_ascii_case(YES) => true,
        Some(_) => return Err(Fault::at(format!("{pointer}/forfeit"), "must be `yes` or empty")),
    };
    let seat = SeatLine {
        line: line.number,
        seat,
        entry: number("entry", 1, NUMBER_MAX)?,
        place: number("place", 1, 4)?,
        prestige: number("prestige", 0, MEASURE_MAX)?,
        cards: number("cards", 0, MEASURE_MAX)?,
        forfeits,
        version: number("version", 0, NUMBER_MAX)?,
    };
    Ok(Some((table, seat)))
}

/// Returns the result of a table from its seats in order.
fn result((table, in_round): TableKey, line: u32, seats: &[SeatLine]) -> Result<NewResult, Fault> {
    let pointer = format!("/lines/{line}");
    if !(0..).zip(seats).all(|(seat, own)| own.seat == seat) {
        return Err(Fault::at(pointer, "must begin a table whose seats from 0 on have a line each"));
    }
    if seats.iter().any(|seat| seat.version != seats[0].version) {
        return Err(Fault::at(pointer, "must begin a table that has the same `version` in all lines"));
    }
    // In a column, either all seats have a value or none.
    let column = |name: &str, value: fn(&SeatLine) -> Option<u32>| -> Result<Option<Vec<u32>>, Fault> {
        let values: Vec<u32> = seats.iter().filter_map(value).collect();
        match values.len() {
            0 => Ok(None),
            all if all == seats.len() => Ok(Some(values)),
            _ => Err(Fault::at(
                format!("{pointer}/{name}"),
                "must be there for all seats of the table, or for none",
            )),
        }
    };
    let bytes = |values: Vec<u32>| values.into_iter().map(|value| value as u8).collect();
    let forfeits = seats.iter().filter(|seat| seat.forfeits).map(|seat| seat.seat as u8).collect();
    let result = ResultBySeat {
        places: column("place", |seat| seat.place)?.map(bytes).unwrap_or_default(),
        prestige: column("prestige", |seat| seat.prestige)?.map(bytes),
        cards: column("cards", |seat| seat.cards)?.map(bytes),
        forfeits,
    };
    let entries = column("entry", |seat| seat.entry)?;
    let in_round = in_round.map(|number| number as u16);
    let table = table.map_or(TableName::InRound(in_round.unwrap_or_default()), TableName::Number);
    let seats_seen = entries.map(|entries| entries.into_iter().map(EntryId).collect());
    Ok(NewResult { pointer, table, in_round, version: seats[0].version, seats: seats_seen, result })
}

#[cfg(test)]
mod tests {
    use super::super::sent_list::lines_of;
    use super::*;

    fn read(list: &str) -> Result<Vec<NewResult>, Problem> {
        read_results(&lines_of(list.as_bytes()).expect("lines"))
    }

    #[test]
    fn the_file_of_a_round_is_read_again() {
        let lines = "2,7,0,4,\"Hopper, Grace\",2,,1,14,9,,1,2,8\r\n2,7,1,3,'=Ada,1,,1,16,12,,1,2,9\r\n\
                     2,8,0,1,Joan,,,2,,,,1,,\r\n2,8,1,2,Mary,,,2,,,,1,,\r\n2,,,5,Hedy,,4,,,,,,,\r\n";
        let list = format!("{ROUND}\r\n{lines}");
        let result = ResultBySeat {
            places: vec![2, 1],
            prestige: Some(vec![14, 16]),
            cards: Some(vec![9, 12]),
            forfeits: Vec::new(),
        };
        let expected = NewResult {
            pointer: "/lines/2".to_owned(),
            table: TableName::Number(7),
            in_round: Some(1),
            version: Some(1),
            seats: Some(vec![EntryId(4), EntryId(3)]),
            result,
        };
        assert_eq!(read(&list).unwrap_or_else(|problem| panic!("{problem:?}")), [expected]);
    }

    #[test]
    fn semicolons_and_a_few_columns_in_any_order_are_enough() {
        let list = "seat;number_in_round;place;forfeit\n1;12;2;yes\n0;12;1;\n";
        let read = read(list).unwrap_or_else(|problem| panic!("{problem:?}"));
        assert_eq!(read.len(), 1);
        assert_eq!((read[0].table, read[0].pointer.as_str()), (TableName::InRound(12), "/lines/2"));
        assert_eq!((&read[0].result.places, &read[0].result.forfeits), (&vec![1, 2], &vec![1]));
    }

    #[test]
    fn wrong_lists_are_refused_with_their_lines() {
        for wrong in [
            "",
            "table,seat\n1,0",
            "table,seat,place,seat\n1,0,1,0",
            "table,seat,place,name\n1,0,1,Ada",
            "table,seat,place\n",
            "table,seat,place\n1,0,\n1,1,\n",
            "table,seat,place\n1,0,1\n1,1,\n",
            "table,seat,place\n1,0,1\n1,2,2\n",
            "table,seat,place\n1,0,1\n1,0,2\n",
            "table,seat,place\n1,0,5\n1,1,1\n",
            "table,seat,place\n0,0,1\n0,1,2\n",
            "table,seat,place\n1,,1\n1,1,2\n",
            "table,seat,place,prestige\n1,0,1,16\n1,1,2,\n",
            "table,seat,place,prestige\n1,0,1,256\n1,1,2,3\n",
            "table,seat,place,version\n1,0,1,3\n1,1,2,4\n",
            "table,seat,place,forfeit\n1,0,1,\n1,1,2,no\n",
            "table,seat,place\n1,0,1,9\n1,1,2\n",
        ] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
