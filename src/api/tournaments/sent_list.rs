//! Lists that organizers send as comma-separated values by RFC 4180, as spreadsheets write them, also with
//! semicolons or tabs.

use std::collections::BTreeMap;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::mime::Mime;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};

use crate::extract::{Act, arrived_within};
use crate::http::csv::{SentLine, read};
use crate::http::read_ahead::Answers;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_model::tournament::TournamentId;
use lapidary_service::Tournaments;

/// The maximum size of a list in bytes. The entries of a list and the results of the largest round fit, with
/// the longest names in any script. Only organizers can send so much.
pub const LIST_BYTES_MAX: usize = 512 * 1024;
/// The maximum number of characters of a column's name in a refusal.
const COLUMN_SHOWN_MAX: usize = 40;
/// Some programs write this before the first letter of a file.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns whether the body of a request is declared as comma-separated values.
pub fn is_list(request: &HttpRequest) -> bool {
    let declared = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media = declared.and_then(|declared| declared.parse::<Mime>().ok());
    media.is_some_and(|media| media.essence_str() == "text/csv")
        && !request.headers().contains_key(header::CONTENT_ENCODING)
}

/// Returns the lines of a list from an organizer of the tournament in the path. Bodies of others arrive only
/// as far as every connection is read ahead.
pub async fn arriving_lines(request: HttpRequest, payload: Payload) -> Result<Vec<SentLine>, Problem> {
    lines_of(&arriving(request, payload).await?)
}

/// Returns the bytes of a list from an organizer of the tournament in the path.
pub async fn arriving(request: HttpRequest, payload: Payload) -> Result<Bytes, Problem> {
    let act = Act::<Tournaments, TournamentId>::from_request(&request, &mut Payload::None);
    let Act(tournaments, caller, id) = act.await?;
    tournaments.check_organizer(id, &caller).await?;
    if let Some(answers) = request.conn_data::<Answers>() {
        answers.make_room(LIST_BYTES_MAX);
    }
    arrived_within(payload, LIST_BYTES_MAX).await
}

/// Returns the lines of a list. Blank lines are left out.
pub fn lines_of(bytes: &[u8]) -> Result<Vec<SentLine>, Problem> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Problem::new(Code::Malformed, "The list must be encoded as UTF-8."))?;
    if text.contains('\0') {
        return Err(Problem::new(Code::Malformed, "The list contains the character NUL."));
    }
    read(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)).map_err(|broken| {
        let sentence =
            format!("The quoted cell that begins in line {} of the list does not end well.", broken.0);
        Problem::new(Code::Malformed, sentence)
    })
}

/// Returns what was read of a list.
pub fn all_read<T>(read: T, mut faults: Vec<Fault>) -> Result<T, Problem> {
    if faults.is_empty() {
        return Ok(read);
    }
    faults.truncate(crate::extract::wording::FAULTS_MAX);
    Err(Problem::validation(faults))
}

/// The columns of a list by their names, and how many there are.
pub struct Columns(BTreeMap<&'static str, usize>, usize);

impl Columns {
    /// Returns the columns of the first line. Skips those without a name.
    pub fn of(
        first: &SentLine,
        known: impl Iterator<Item = &'static str> + Clone,
    ) -> Result<Columns, Problem> {
        let mut columns = BTreeMap::new();
        for (place, name) in first.cells.iter().enumerate() {
            let name = name.trim().to_ascii_lowercase();
            match known.clone().find(|known| *known == name) {
                None if name.is_empty() => {}
                None => {
                    let shown: String = name.chars().take(COLUMN_SHOWN_MAX).collect();
                    let fault =
                        format!("has the unknown column `{shown}`: rename it, or leave it without a name");
                    return Err(refused("/lines/1", &fault));
                }
                Some(known) if columns.insert(known, place).is_some() => {
                    return Err(refused("/lines/1", "must name each column once"));
                }
                Some(_) => {}
            }
        }
        Ok(Columns(columns, first.cells.len()))
    }

    /// Returns whether there is a column with this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns whether a line has more cells than there are columns.
    pub fn are_fewer_than(&self, line: &SentLine) -> bool {
        line.cells.iter().skip(self.1).any(|cell| !cell.trim().is_empty())
    }

    /// Returns a cell of a line; none if it is empty.
    pub fn cell<'l>(&self, line: &'l SentLine, name: &str) -> Option<&'l str> {
        let cell = self.0.get(name).and_then(|&place| line.cells.get(place)).map(|cell| cell.trim());
        cell.filter(|cell| !cell.is_empty())
    }
}

/// Returns the refusal of a list with one fault.
pub fn refused(pointer: &str, fault: &str) -> Problem {
    Problem::validation(vec![Fault::at(pointer, fault)])
}
