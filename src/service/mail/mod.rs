//! Sending mail through the operator's SMTP server. It knows the protocol, but not the content of a mail.

mod letter;
mod mailer;
mod post;

pub use letter::Letter;
pub use mailer::{MailFailure, Mailer, UnusableMail};
pub use post::Post;
