//! Creating an account.

use actix_web::http::header;
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::endure::Gone;
use super::extract::{ClientAddress, Valid};
use super::me::Me;
use super::problem::Fault;
use super::{Code, Problem, bounded};
use crate::auth::hasher::HashError;
use crate::auth::password::PasswordRefusal;
use crate::auth::{NewPassword, Username};
use crate::service::Accounts;
use crate::service::access::Client;
use crate::service::accounts::{AccountRefusal, NewAccount};

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateAccount {
    /// The name. It is unique; names that differ only in case are the same name.
    #[schema(pattern = "^[A-Za-z0-9_-]{3,20}$", min_length = 3, max_length = 20, example = "ada")]
    #[serde(deserialize_with = "bounded::word::<_, 3, 20>")]
    username: String,
    /// The password. The most common passwords are refused; the length is the only other requirement.
    #[schema(pattern = "^[^\\x00]*$", min_length = 8, max_length = 128, format = Password, example = "correct horse battery")]
    #[serde(deserialize_with = "bounded::text::<_, 8, 128>")]
    password: String,
    /// The e-mail address. Only the owner of the account sees it.
    #[schema(
        pattern = "^[^@\\x00-\\x20\\x7f]+@[^@\\x00-\\x20\\x7f]+$",
        max_length = 254,
        format = "email",
        nullable = true,
        example = "ada@example.org"
    )]
    #[serde(default, deserialize_with = "bounded::email")]
    email: Option<String>,
}

impl CreateAccount {
    /// Returns the account that this client wants to create.
    fn sent_by(self, client: Client) -> Result<NewAccount, Problem> {
        Ok(NewAccount {
            username: Username::try_from(self.username)
                .map_err(|refusal| Problem::validation(vec![Fault::at("/username", refusal.to_string())]))?,
            password: new_password(self.password, "/password")?,
            email: self.email,
            client,
        })
    }
}

/// Checks a new password; `pointer` is its place in the body.
///
/// # Errors
/// `validation_failed` if the password is not allowed.
pub fn new_password(text: String, pointer: &str) -> Result<NewPassword, Problem> {
    NewPassword::try_from(text).map_err(|refusal: PasswordRefusal| {
        Problem::validation(vec![Fault::at(pointer, refusal.to_string())])
    })
}

impl From<AccountRefusal> for Problem {
    fn from(refusal: AccountRefusal) -> Self {
        match refusal {
            AccountRefusal::UsernameTaken => Problem::new(Code::UsernameTaken, "The username is taken."),
            AccountRefusal::WrongPassword => {
                Problem::new(Code::WrongPassword, "`current` is not the current password.")
            }
            AccountRefusal::TooSoon(delay) => too_soon(delay),
            AccountRefusal::SessionEnded => super::extract::session_ended(),
            AccountRefusal::Hash(error) => error.into(),
            AccountRefusal::Games(refusal) => refusal.into(),
            AccountRefusal::Storage(failure) => failure.into(),
        }
    }
}

impl From<HashError> for Problem {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => {
                Problem::new(Code::Unavailable, "Too many passwords are waiting to be checked.")
                    .retry_after(std::time::Duration::from_secs(5))
            }
            // Nobody reads this response.
            HashError::Abandoned => Problem::new(Code::RequestTimeout, "The client closed the connection."),
            HashError::Failed(cause) => Problem::internal(cause),
        }
    }
}

/// The refusal of a password that is tried too soon after wrong ones.
pub fn too_soon(delay: std::time::Duration) -> Problem {
    Problem::new(Code::TooManyRequests, "Too many wrong passwords; wait before the next try.")
        .retry_after(delay)
}

/// Create an account
///
/// Names of built-in bots and of the server are reserved. Log in with `POST /v1/sessions` afterwards.
#[utoipa::path(
    tag = "accounts",
    request_body = CreateAccount,
    responses(
        (status = 201, description = "The account", body = Me, headers(("Location" = String, description = "The player")))
    )
)]
#[post("/v1/accounts")]
pub async fn create_account(
    accounts: web::Data<Accounts>,
    address: ClientAddress,
    gone: Gone,
    Valid(body): Valid<CreateAccount>,
) -> Result<HttpResponse, Problem> {
    let client = Client { address: address.0, gone: gone.0 };
    let player = accounts.create(body.sent_by(client)?).await?;
    let location = format!("/v1/players/{}", player.username.as_deref().unwrap_or_default());
    Ok(HttpResponse::Created().insert_header((header::LOCATION, location)).json(Me::from(player)))
}
