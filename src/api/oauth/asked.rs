//! The request of an app, which pages pass on in sealed fields.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use lapidary_model::auth::oauth::{Challenge, ClientId, RedirectUri};
use lapidary_model::auth::seal::SealPurpose;
use lapidary_model::auth::{PlayerId, Scopes, UserCode};
use lapidary_service::Access;
use lapidary_service::oauth::Proven;

/// A valid request for access.
pub struct Asked {
    pub client_id: ClientId,
    pub scopes: Scopes,
    pub asker: Asker,
}

/// Where the decision of the player goes.
pub enum Asker {
    /// To the address of an app.
    App { redirect_uri: RedirectUri, state: Option<String>, challenge: Challenge },
    /// To a device that shows this code.
    Device { user_code: UserCode },
}

/// The text of a request in a sealed field.
#[derive(Serialize, Deserialize)]
struct SealedText {
    client_id: String,
    scope: String,
    asker: WrittenAsker,
}

#[derive(Serialize, Deserialize)]
enum WrittenAsker {
    App { redirect_uri: String, state: Option<String>, challenge: String },
    Device { user_code: String },
}

/// The same with the logged-in player.
#[derive(Serialize, Deserialize)]
struct WrittenConsent {
    asked: SealedText,
    player: Uuid,
    mark: String,
}

impl Asked {
    fn write(&self) -> SealedText {
        let asker = match &self.asker {
            Asker::App { redirect_uri, state, challenge } => WrittenAsker::App {
                redirect_uri: redirect_uri.as_str().to_owned(),
                state: state.clone(),
                challenge: challenge.to_text(),
            },
            Asker::Device { user_code } => WrittenAsker::Device { user_code: user_code.letters().to_owned() },
        };
        SealedText { client_id: self.client_id.as_str().to_owned(), scope: self.scopes.to_string(), asker }
    }

    fn read(written: SealedText) -> Option<Asked> {
        let asker = match written.asker {
            WrittenAsker::App { redirect_uri, state, challenge } => Asker::App {
                redirect_uri: RedirectUri::parse(&redirect_uri).ok()?,
                state,
                challenge: Challenge::parse(&challenge)?,
            },
            WrittenAsker::Device { user_code } => Asker::Device { user_code: UserCode::parse(&user_code)? },
        };
        let scopes = written.scope.parse().ok()?;
        Some(Asked { client_id: ClientId::parse(&written.client_id)?, scopes, asker })
    }

    /// Seals the request for the page on which the player logs in.
    pub fn seal(&self, access: &Access) -> serde_json::Result<String> {
        Ok(access.seal(SealPurpose::Login, &serde_json::to_string(&self.write())?))
    }

    /// Returns the request in a field of that page, if this server made the field and it has not expired.
    pub fn open(access: &Access, sealed: &str) -> Option<Asked> {
        let text = access.open_seal(SealPurpose::Login, sealed)?;
        Asked::read(serde_json::from_str(&text).ok()?)
    }

    /// Seals the request and the player for the page with the player's decision.
    pub fn seal_consent(&self, access: &Access, proven: &Proven) -> serde_json::Result<String> {
        let written =
            WrittenConsent { asked: self.write(), player: proven.player.0, mark: proven.mark.clone() };
        Ok(access.seal(SealPurpose::Consent, &serde_json::to_string(&written)?))
    }

    /// Returns request and player in a field of that page, if this server made it and it has not expired.
    pub fn open_consent(access: &Access, sealed: &str) -> Option<(Asked, Proven)> {
        let text = access.open_seal(SealPurpose::Consent, sealed)?;
        let written: WrittenConsent = serde_json::from_str(&text).ok()?;
        let proven = Proven { player: PlayerId(written.player), mark: written.mark };
        Some((Asked::read(written.asked)?, proven))
    }
}
