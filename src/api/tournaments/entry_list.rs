//! Lists of entries as comma-separated values.

use std::ops::RangeInclusive;

use super::sent_list::{Columns, all_read, refused};
use crate::Problem;
use crate::http::csv::SentLine;
use crate::problems::problem::Fault;
use lapidary_model::text;
use lapidary_model::tournaments::entry::{RATING_MAX, SEED_MAX};
use lapidary_service::tournaments::{NewEntrant, NewEntry};

/// The maximum number of entries in a list.
const ENTRIES_MAX: usize = 500;
/// The maximum number of characters of the name of a guest.
const NAME_CHARS_MAX: usize = 60;
/// The maximum number of characters of the name of a team.
const TEAM_CHARS_MAX: usize = 60;

/// The columns of a list.
const COLUMNS: [&str; 5] = ["guest", "username", "team", "seed", "rating"];

/// Reads a list: a line with the columns `guest`, `username`, `team`, `seed` and `rating`, then one line for
/// each entry. Skips blank lines.
pub fn read_entries(lines: &[SentLine]) -> Result<Vec<NewEntry>, Problem> {
    let (first, lines) = lines.split_first().ok_or_else(no_columns)?;
    let columns = Columns::of(first, COLUMNS.into_iter())?;
    if !columns.has("guest") && !columns.has("username") {
        return Err(no_columns());
    }
    if lines.len() > ENTRIES_MAX {
        return Err(refused("/lines", &format!("must be at most {ENTRIES_MAX} in one request")));
    }
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    for line in lines {
        match entry(line, &columns) {
            Ok(entry) => entries.push(entry),
            Err(fault) => faults.push(fault),
        }
    }
    match all_read(entries, faults)? {
        entries if entries.is_empty() => {
            Err(refused("/lines", "must have a line for at least one entry after the columns"))
        }
        entries => Ok(entries),
    }
}

fn no_columns() -> Problem {
    refused(
        "/lines/1",
        "must name the columns `guest` and `username`, or one of them; `team`, `seed` and `rating` can be beside them",
    )
}

fn entry(line: &SentLine, columns: &Columns) -> Result<NewEntry, Fault> {
    let pointer = format!("/lines/{}", line.number);
    if columns.are_fewer_than(line) {
        let detail = "must have no more cells than the first line; a name with a separator is quoted: `\"Hopper, Grace\"`";
        return Err(Fault::at(pointer, detail));
    }
    let cell = |name: &str| columns.cell(line, name);
    let name = |column: &str, text: &str, chars_max: usize| {
        let place = format!("{pointer}/{column}");
        let name = text::read(text).map_err(|fault| Fault::at(place.clone(), fault.to_string()))?;
        match name.chars().count() > chars_max {
            true => Err(Fault::at(place, format!("must have at most {chars_max} characters"))),
            false => Ok(name),
        }
    };
    let who = match (cell("guest"), cell("username")) {
        (Some(guest), None) => NewEntrant::Guest(name("guest", guest, NAME_CHARS_MAX)?),
        (None, Some(username)) => NewEntrant::Player(username.to_owned()),
        _ => return Err(Fault::at(pointer, "must have either `guest` or `username`")),
    };
    let team = cell("team").map(|team| name("team", team, TEAM_CHARS_MAX)).transpose()?;
    let number = |column: &str, range: RangeInclusive<u16>| {
        let fault = || {
            let detail = format!("must be a whole number from {} to {}", range.start(), range.end());
            Fault::at(format!("{pointer}/{column}"), detail)
        };
        let parsed = |text: &str| text.parse().ok().filter(|number| range.contains(number)).ok_or_else(fault);
        cell(column).map(parsed).transpose()
    };
    let rating = number("rating", 0..=RATING_MAX)?.map(i64::from);
    let seed = number("seed", 1..=SEED_MAX)?;
    Ok(NewEntry { team, who, rating, seed, pointer: pointer.clone() })
}

#[cfg(test)]
mod tests {
    use super::super::sent_list::{LIST_BYTES_MAX, lines_of};
    use super::*;

    fn read_list(list: &[u8]) -> Result<Vec<NewEntry>, Problem> {
        read_entries(&lines_of(list)?)
    }

    fn names(list: &str) -> Vec<(String, NewEntrant)> {
        let read = read_list(list.as_bytes());
        let read = read.unwrap_or_else(|problem| panic!("{list:?}: {problem:?}"));
        read.into_iter().map(|entry| (entry.pointer, entry.who)).collect()
    }

    #[test]
    fn a_list_has_a_line_for_each_entry() {
        let guest = |line: u32, name: &str| (format!("/lines/{line}"), NewEntrant::Guest(name.to_owned()));
        let ada = ("/lines/4".to_owned(), NewEntrant::Player("ada".to_owned()));
        assert_eq!(names("guest\nAda L.\n"), [guest(2, "Ada L.")]);
        assert_eq!(
            names("\u{feff}Username, Guest\r\n,\"Hopper, Grace\"\r\n\r\nada,\r\n"),
            [guest(2, "Hopper, Grace"), ada]
        );
    }

    #[test]
    fn semicolons_and_tabs_separate_cells_too() {
        let guest = |line: u32, name: &str| (format!("/lines/{line}"), NewEntrant::Guest(name.to_owned()));
        let ada = ("/lines/3".to_owned(), NewEntrant::Player("ada".to_owned()));
        for separator in [";", "\t"] {
            let list = "username|guest\n|Hopper, Grace\nada|\n".replace('|', separator);
            assert_eq!(names(&list), [guest(2, "Hopper, Grace"), ada.clone()], "{separator:?}");
        }
        assert_eq!(names("guest\nA; B\n"), [guest(2, "A; B")]);
    }

    #[test]
    fn the_longest_list_is_as_large_as_its_lines_may_be() {
        // No letter of today's scripts takes more than three bytes.
        let name = "ก".repeat(NAME_CHARS_MAX);
        let lines = (0..ENTRIES_MAX).map(|_| format!("{name}\r\n"));
        let list: String = std::iter::once("\u{feff}guest\r\n".to_owned()).chain(lines).collect();
        assert!(list.len() <= LIST_BYTES_MAX, "{}", list.len());
        assert_eq!(names(&list).len(), ENTRIES_MAX);
        // Spreadsheets may end with lines of empty cells.
        assert_eq!(names(&format!("{list}\"\"\r\n,,\r\n")).len(), ENTRIES_MAX);
    }

    #[test]
    fn a_list_may_have_a_team_for_each_entry() {
        let read = read_list(b"team,guest\nRubies,Ada\n,Grace\n\" Emeralds \",Joan\n");
        let read = read.unwrap_or_else(|problem| panic!("{problem:?}"));
        let teams: Vec<Option<&str>> = read.iter().map(|entry| entry.team.as_deref()).collect();
        assert_eq!(teams, [Some("Rubies"), None, Some("Emeralds")]);
    }

    #[test]
    fn a_column_without_a_name_is_left_out_and_another_one_is_named() {
        let guest = |name: &str| ("/lines/2".to_owned(), NewEntrant::Guest(name.to_owned()));
        assert_eq!(names(",guest, ,\n7,Ada,ada@example.com\n"), [guest("Ada")]);
        let refused = read_list(b"guest,club\nAda,Rubies\n").map(|_| ()).unwrap_err();
        assert!(refused.faults()[0].detail.contains("`club`"), "{refused:?}");
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for wrong in [
            "",
            "guest",
            "guest\n\n",
            "name\nada",
            "guest,club\nAda,Rubies",
            "guest,guest\na,b",
            "team\nRubies",
            "guest,team\nAda,\u{202e}evil",
            &format!("guest,team\nAda,{}", "x".repeat(61)),
            "guest,username\nAda,ada",
            "guest\n\u{202e}evil",
            &format!("guest\n{}", "x".repeat(61)),
            &format!("guest\n{}", "x\n".repeat(501)),
            "guest\n\"Ada",
            "username\nada\0",
            "guest\nHopper, Grace",
            "guest;team\nHopper, Grace;Rubies;x",
        ] {
            assert!(read_list(wrong.as_bytes()).is_err(), "{wrong:?}");
        }
        assert!(read_list(b"guest\n\xff").is_err());
    }
}
