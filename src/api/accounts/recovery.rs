//! A forgotten password, for front ends.

use actix_web::{HttpResponse, web};

use super::password::new_password;
use crate::Problem;
use crate::extract::Valid;
use crate::http::outcome::NoContent;
use crate::http::queued_client::QueuedClient;
use lapidary_operation::{body, operation};
use lapidary_service::Recovery;

/// A request for links that set a new password.
#[body]
pub struct RequestPasswordReset {
    /// The e-mail address of the account, case-insensitive.
    #[schema(
        format = "text",
        pattern = "^[^@\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb]+@[^@\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb]+$",
        max_length = 254,
        example = "ada@example.org"
    )]
    email: String,
}

/// A new password, with the token of a link.
#[body]
pub struct ConfirmPasswordReset {
    /// The token of the link, which is the value of its query parameter `token`.
    #[schema(
        pattern = "^[A-Za-z0-9_-]*$",
        max_length = 128,
        example = "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    )]
    token: String,
    /// The new password.
    #[schema(pattern = "^[^\\x00]*$", min_length = 8, max_length = 128, format = Password, example = "staple horse battery")]
    new_password: String,
}

impl RequestPasswordReset {
    /// Returns the e-mail address.
    pub fn into_email(self) -> String {
        self.email
    }
}

/// Ask for a link that sets a new password
///
/// If accounts have this e-mail address, it gets a mail with a link for each of them. The response and its
/// time are the same for every address. An address gets at most three mails in an hour. `not_available` means
/// that this server sends no mail: then its operator can make a link.
#[operation(post "/v1/password-resets", tag = "accounts", "202" = "The request is taken")]
pub async fn request_password_reset(
    recovery: web::Data<Recovery>,
    Valid(body): Valid<RequestPasswordReset>,
) -> Result<HttpResponse, Problem> {
    recovery.request(body.email)?;
    Ok(HttpResponse::Accepted().finish())
}

/// Set a new password with the token of a link
///
/// The link works once, within 30 minutes, and only until a newer one is made or the password or e-mail
/// address of the account changes. All logins of the account and all grants of its apps end; API tokens stay.
#[operation(post "/v1/password-resets/confirm", tag = "accounts", returns = "The password is changed")]
pub async fn confirm_password_reset(
    recovery: web::Data<Recovery>,
    QueuedClient(client): QueuedClient,
    Valid(body): Valid<ConfirmPasswordReset>,
) -> Result<NoContent, Problem> {
    let new = new_password(body.new_password, "/new_password")?;
    NoContent::after(recovery.confirm(&client, &body.token, new)).await
}
