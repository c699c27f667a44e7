//! Creating an account.

use actix_web::web;

use super::me::Me;
use super::password::new_password;
use crate::Problem;
use crate::extract::Valid;
use crate::http::outcome::CreatedAt;
use crate::http::queued_client::QueuedClient;
use crate::problems::problem::Fault;
use lapidary_model::auth::Username;
use lapidary_operation::{body, operation};
use lapidary_service::Accounts;
use lapidary_service::access::Client;
use lapidary_service::accounts::NewAccount;

/// A new account.
#[body]
pub struct CreateAccount {
    /// The name. It is unique; names that differ only in case are the same name.
    #[schema(pattern = "^[A-Za-z0-9_-]{3,20}$", min_length = 3, max_length = 20, example = "ada")]
    username: String,
    /// The password. The most common passwords are refused; the length is the only other requirement.
    #[schema(pattern = "^[^\\x00]*$", min_length = 8, max_length = 128, format = Password, example = "correct horse battery")]
    password: String,
    /// The e-mail address. Only the owner of the account sees it.
    #[schema(
        format = "text",
        pattern = "^[^@\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb]+@[^@\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb]+$",
        max_length = 254,
        nullable = true,
        example = "ada@example.org"
    )]
    email: Option<String>,
}

impl CreateAccount {
    /// Returns the account that this client wants to create.
    pub fn sent_by(self, client: Client) -> Result<NewAccount, Problem> {
        Ok(NewAccount {
            username: Username::try_from(self.username)
                .map_err(|refusal| Problem::validation(vec![Fault::at("/username", refusal.to_string())]))?,
            password: new_password(self.password, "/password")?,
            email: self.email,
            client,
        })
    }
}

/// Create an account
///
/// Names of built-in bots and of the server are reserved. Log in with `POST /v1/sessions` afterwards.
#[operation(post "/v1/accounts", tag = "accounts", returns = "The account", location = "The player")]
pub async fn create_account(
    accounts: web::Data<Accounts>,
    QueuedClient(client): QueuedClient,
    Valid(body): Valid<CreateAccount>,
) -> Result<CreatedAt<Me>, Problem> {
    let player = accounts.create(body.sent_by(client)?).await?;
    let location = format!("/v1/players/{}", player.username.as_deref().unwrap_or_default());
    Ok(CreatedAt(location, Me::from(player)))
}
