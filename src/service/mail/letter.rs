//! A mail in plain text, and the headers that every mail of this server has.

use lettre::Message;
use lettre::address::AddressError;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, header};
use uuid::Uuid;

/// A mail to one address.
pub struct Letter {
    pub to: String,
    pub subject: String,
    pub text: String,
    /// The address that ends such mails, either by opening it or by one request of a mail program (RFC 8058).
    pub unsubscribe: Option<String>,
}

/// Why a letter cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Unwritable {
    /// The address is not a valid mailbox. The error does not repeat it.
    #[error("the address of the account cannot receive mail")]
    Address(#[from] AddressError),
    /// The parts do not make a message.
    #[error("the message cannot be built: {0}")]
    Message(#[from] lettre::error::Error),
}

impl Letter {
    /// Returns the message with this sender.
    pub fn message(&self, from: &Mailbox) -> Result<Message, Unwritable> {
        let id = format!("<{}@{}>", Uuid::new_v4(), from.email.domain());
        let mut builder = Message::builder();
        if let Some(address) = &self.unsubscribe {
            builder = builder
                .raw_header(HeaderValue::new(LIST_UNSUBSCRIBE, format!("<{address}>")))
                .raw_header(HeaderValue::new(LIST_UNSUBSCRIBE_POST, "List-Unsubscribe=One-Click".to_owned()));
        }
        let message = builder
            .from(from.clone())
            .to(Mailbox::new(None, self.to.parse()?))
            .subject(&self.subject)
            .date_now()
            .message_id(Some(id))
            // Programs that reply automatically, such as absence notices, do not reply to this (RFC 3834).
            .raw_header(HeaderValue::new(AUTO_SUBMITTED, "auto-generated".to_owned()))
            .header(ContentType::TEXT_PLAIN)
            .header(header::ContentTransferEncoding::QuotedPrintable)
            .body(self.text.clone())?;
        Ok(message)
    }
}

const AUTO_SUBMITTED: HeaderName = HeaderName::new_from_ascii_str("Auto-Submitted");
const LIST_UNSUBSCRIBE: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe");
const LIST_UNSUBSCRIBE_POST: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe-Post");

#[cfg(test)]
mod tests {
    use super::*;

    fn written(to: &str) -> Result<String, Unwritable> {
        written_with(to, None)
    }

    fn written_with(to: &str, unsubscribe: Option<&str>) -> Result<String, Unwritable> {
        let letter = Letter {
            to: to.to_owned(),
            subject: "A new password".to_owned(),
            text: "Open this link:\n\nhttps://games.example/account/reset?token=A_-\n".to_owned(),
            unsubscribe: unsubscribe.map(str::to_owned),
        };
        let message = letter.message(&"Lapidary <games@games.example>".parse().unwrap())?;
        Ok(String::from_utf8(message.formatted()).unwrap())
    }

    #[test]
    fn a_letter_has_the_headers_that_mail_servers_expect() {
        let text = written("ada@example.org").unwrap();
        for line in [
            "From: Lapidary <games@games.example>",
            "To: ada@example.org",
            "Auto-Submitted: auto-generated",
            "Content-Type: text/plain; charset=utf-8",
        ] {
            assert!(text.contains(&format!("{line}\r\n")), "{line} in {text}");
        }
        let id = text.lines().find(|line| line.starts_with("Message-ID: <")).unwrap();
        assert!(id.ends_with("@games.example>") && text.contains("\r\nDate: "), "{text}");
    }

    #[test]
    fn a_letter_that_can_be_ended_says_how() {
        let address =
            "https://games.example/account/mail/end?token=A_-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        let text = written_with("ada@example.org", Some(address)).unwrap();
        // A long line may be folded at a space.
        let unfolded = text.replace("\r\n ", " ");
        assert!(unfolded.contains(&format!("List-Unsubscribe: <{address}>\r\n")), "{text}");
        assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{text}");
        assert!(!written("ada@example.org").unwrap().contains("Unsubscribe"));
    }

    #[test]
    fn an_address_adds_neither_headers_nor_receivers() {
        for address in
            ["ada@example.org\r\nBcc: eve@example.org", "ada@example.org, eve@example.org", "a<b@c", "<a@b>"]
        {
            assert!(written(address).is_err(), "{address}");
        }
    }
}
