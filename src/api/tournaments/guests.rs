//! Entries that organizers add to an event over the board, and how players take them over.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use utoipa::ToSchema;

use super::entry_list::read_entries;
use super::new::present;
use super::sent_list::{arriving_lines, is_list};
use crate::Problem;
use crate::contract::describe::{Argument, Description};
use crate::extract::{Act, Path, Valid, refuse};
use crate::http::outcome::{Created, returned};
use crate::problems::problem::Fault;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::HandedCode;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_operation::{body, operation};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{EntryChange, NewEntrant, NewEntry};

/// Who is entered: either `guest` or `username`.
#[body]
#[schema(example = json!({"guest": "Ada L."}))]
pub struct AddEntry {
    /// The name of somebody without an account.
    #[schema(format = "text", min_length = 1, max_length = 60, nullable = false, example = "Ada L.")]
    guest: Option<String>,
    /// The name of a player. They take part as a guest with this name until they call `POST …/enter`.
    #[schema(min_length = 3, max_length = 20, nullable = false)]
    username: Option<String>,
    /// The name of the team to which they belong, in a tournament with `teams`. Before the start, a team that
    /// does not exist is made.
    #[schema(format = "text", min_length = 1, max_length = 60, nullable = false)]
    team: Option<String>,
    /// The rating, by which equal scores and brackets are ordered; 1500 if left out.
    #[schema(minimum = 0, maximum = 9999, nullable = false, example = 1720)]
    rating: Option<u16>,
    /// The seed, 1 for the strongest: it goes before ratings. Entries may have the same one.
    #[schema(minimum = 1, maximum = 2048, nullable = false, example = 1)]
    seed: Option<u16>,
}

impl TryFrom<AddEntry> for NewEntry {
    type Error = Problem;

    fn try_from(body: AddEntry) -> Result<NewEntry, Problem> {
        let who = match (body.guest, body.username) {
            (Some(guest), None) => NewEntrant::Guest(guest),
            (None, Some(username)) => NewEntrant::Player(username),
            _ => {
                let fault = Fault::at("", "must have either `guest` or `username`");
                return Err(Problem::validation(vec![fault]));
            }
        };
        let rating = body.rating.map(i64::from);
        Ok(NewEntry { pointer: String::new(), who, team: body.team, rating, seed: body.seed })
    }
}

/// The entries of a request: one as JSON, or a list as CSV.
pub struct SentEntries(Vec<NewEntry>);

impl FromRequest for SentEntries {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if is_list(request) {
            let lines = arriving_lines(request.clone(), payload.take());
            return Box::pin(async move { read_entries(&lines.await?).map(SentEntries) });
        }
        let one = Valid::<AddEntry>::from_request(request, payload);
        Box::pin(async move { Ok(SentEntries(vec![one.await?.0.try_into()?])) })
    }
}

impl Argument for SentEntries {
    fn describe(description: &mut Description) {
        description.request_body::<AddEntry>(true, refuse::<AddEntry>);
        description.request_csv("guest\nAda L.\nGrace H.");
    }
}

/// The entries that were added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedEntries {
    /// The entries in the order of their numbers.
    items: Vec<Entry>,
}

/// Add entries
///
/// For organizers of a tournament over the board: a guest, or a player by name, who takes part as a guest
/// until they enter. As `text/csv`, a list of up to 500 and 512 KiB: the first line names the columns `guest`
/// and `username`, of which one or both are there, and each further line has one of the two. A column `team`
/// has the name of the team of each; before the start, teams that do not exist are made. Columns `seed` and
/// `rating` have their numbers. Cells are separated by commas, semicolons or tabs, as in the first line. All
/// are added or none; the `pointer` of a fault has the line, such as `/lines/3/guest`. A name that another
/// entry has is refused, so a list that is sent twice is added once. Organizers can add entries while the
/// registration is closed, and to a running Swiss event or heats, also without `late_entries`.
#[operation(post "/v1/tournaments/{id}/entries", tag = "tournaments", returns = "The entries")]
pub async fn add_entries(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    body: SentEntries,
) -> Result<Created<AddedEntries>, Problem> {
    let items = tournaments.add_entries(id, &caller, &body.0).await?;
    Ok(Created(AddedEntries { items }))
}

/// What changes of an entry; what is left out stays.
#[body]
#[schema(example = json!({"guest": "Ada Lovelace"}))]
pub struct RenameGuest {
    /// The name of a guest.
    #[schema(format = "text", min_length = 1, max_length = 60, nullable = false, example = "Ada Lovelace")]
    guest: Option<String>,
    /// The seed, 1 for the strongest: it goes before ratings. Null for none.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<u16>, required = false, minimum = 1, maximum = 2048, example = 1)]
    seed: Option<Option<u16>>,
    /// The rating; only over the board.
    #[schema(minimum = 0, maximum = 9999, nullable = false, example = 1720)]
    rating: Option<u16>,
}

/// Change an entry
///
/// For organizers. The entry of a guest gets another name, also after the end, in all rounds and standings;
/// the audit says that a name was changed, and has neither name. For an entry of a player with an account,
/// this is refused with `not_available`. Until the first round is paired, any entry gets a `seed`, and over
/// the board a `rating`: they order the entries before anything is played.
#[operation(patch "/v1/tournaments/{id}/entries/{n}", tag = "tournaments", returns = "The entry")]
pub async fn rename_guest(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
    Valid(body): Valid<RenameGuest>,
) -> Result<web::Json<Entry>, Problem> {
    let change =
        EntryChange { guest: body.guest.as_deref(), seed: body.seed, rating: body.rating.map(i64::from) };
    returned(tournaments.change_entry(id, &caller, number, &change)).await
}

/// A code by which a player takes the entry of a guest.
#[derive(Serialize, ToSchema)]
pub struct ClaimCode {
    /// The number of the entry.
    #[schema(example = 1)]
    entry: u32,
    /// The code. It is shown once. Small letters, dashes and spaces make no difference.
    #[schema(example = "BCDF-GHJK-LMNP")]
    code: String,
}

impl ClaimCode {
    fn new(entry: u32, code: &HandedCode) -> ClaimCode {
        ClaimCode { entry, code: code.to_string() }
    }
}

/// Create a claim code
///
/// For organizers: a code for the entry of a guest, to be handed to the guest. Whoever sends it with
/// `POST …/claim` has the entry from then on, with all its results. It can be used once, and replaces an
/// earlier one.
#[operation(post "/v1/tournaments/{id}/entries/{n}/claim-code", tag = "tournaments", returns = "The code")]
pub async fn create_claim_code(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
) -> Result<Created<ClaimCode>, Problem> {
    let code = tournaments.make_claim_code(id, &caller, number).await?;
    Ok(Created(ClaimCode::new(number.0, &code)))
}

/// A code that an organizer has handed out.
#[body]
#[schema(example = json!({"code": "BCDF-GHJK-LMNP"}))]
pub struct ClaimEntry {
    /// The code.
    #[schema(pattern = "^[A-Za-z0-9_-]*$", min_length = 12, max_length = 20, example = "BCDF-GHJK-LMNP")]
    code: String,
}

/// Claim an entry
///
/// The entry of the guest for whom an organizer has made the code becomes that of the caller, with all its
/// results, also after the end. Private tournaments need no invitation then. Whoever has an entry is refused
/// with `already_entered`.
#[operation(post "/v1/tournaments/{id}/claim", tag = "tournaments", returns = "The entry")]
pub async fn claim_entry(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Valid(body): Valid<ClaimEntry>,
) -> Result<web::Json<Entry>, Problem> {
    returned(tournaments.claim(id, &caller, &body.code)).await
}
