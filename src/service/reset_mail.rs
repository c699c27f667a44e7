//! The mail for a forgotten password.

use crate::mail::Letter;
use lapidary_model::auth::SecretToken;
use lapidary_model::settings::PublicUrl;
use lapidary_store::password_resets::LIFETIME_MINUTES;

/// The path of the page that sets a new password.
const PAGE: &str = "/account/reset";

/// Returns the address of the page that sets a new password with this token.
pub fn link(server: &PublicUrl, token: &SecretToken) -> String {
    server.of(&format!("{PAGE}?token={}", token.to_text()))
}

/// Returns the mail to an address, with the name and the link of each of its accounts.
pub fn letter(server: &PublicUrl, to: String, accounts: &[(String, String)]) -> Letter {
    let links: Vec<String> =
        accounts.iter().map(|(username, link)| format!("Account {username}:\n{link}\n")).collect();
    let text = format!(
        "Hello,\n\nsomebody asked for a new password at {server} for this e-mail address. To choose a new password, \
         open the link of your account. Each link works once, within {LIFETIME_MINUTES} minutes.\n\n{links}\n\
         If you did not ask for this, ignore this mail: nothing has changed.\n",
        server = server.as_str(),
        links = links.join("\n"),
    );
    let subject = format!("A new password at {}", host(server));
    Letter { to, subject, text, unsubscribe: None }
}

/// Returns the host of the server, with its port.
pub(crate) fn host(server: &PublicUrl) -> &str {
    server.as_str().split("://").last().unwrap_or_default()
}
