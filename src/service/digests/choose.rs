//! Requesting mails, confirming them with a link, and ending them with another link.

use super::all::{DigestRefusal, Digests};
use crate::transaction::{act, transaction};
use lapidary_model::alerts::KNOWN_WITHIN;
use lapidary_model::auth::{Identity, SecretToken};
use lapidary_model::digest::{AskedPlayer, DigestChoice};
use lapidary_store::{Failure, accounts, digests};

#[boxed]
impl Digests {
    /// Returns what the caller has chosen.
    pub async fn choice(&self, caller: &Identity) -> Result<DigestChoice, Failure> {
        digests::choice(&mut *self.pool.get().await?, caller.player).await
    }

    /// Stores how often the caller wants mails at most. Unless a reader of the account's address has agreed
    /// already, the address gets a mail with a link to agree.
    pub async fn choose(
        &self,
        caller: &Identity,
        every_hours: Option<i16>,
    ) -> Result<DigestChoice, DigestRefusal> {
        if every_hours.is_some() && !self.is_available() {
            return Err(DigestRefusal::NoMail);
        }
        let end_token = SecretToken::generate()?.to_text();
        act!(self.pool, caller, async |connection| {
            let Some(hours) = every_hours else {
                digests::end(connection, caller.player).await?;
                return Ok(digests::choice(connection, caller.player).await?);
            };
            let account = accounts::by_id(connection, caller.player).await?;
            let email = account.ok_or(DigestRefusal::SessionEnded)?.email;
            let email = email.ok_or(DigestRefusal::NoAddress)?;
            // This comes before the row of the mails, as everywhere.
            lapidary_store::alerts::listen(connection, caller.player, KNOWN_WITHIN).await?;
            digests::choose(connection, caller.player, &email, hours, &end_token).await?;
            let choice = digests::choice(connection, caller.player).await?;
            if !choice.confirmed && !digests::ask(connection, caller.player).await? {
                return Err(DigestRefusal::TooOften);
            }
            Ok(choice)
        })
    }

    /// Returns the player who can agree with this token, or has done so.
    pub async fn asked(&self, token: &str) -> Result<AskedPlayer, DigestRefusal> {
        let token = SecretToken::parse(token).ok_or(DigestRefusal::BadToken)?;
        let mut connection = self.pool.get().await?;
        digests::of_confirmation(&mut connection, &token.digest()).await?.ok_or(DigestRefusal::BadToken)
    }

    /// Confirms mails with a token. Repeating it changes nothing.
    pub async fn confirm(&self, token: &str) -> Result<(), DigestRefusal> {
        let digest = SecretToken::parse(token).ok_or(DigestRefusal::BadToken)?.digest();
        transaction!(self.pool, async |connection| {
            let asked = digests::of_confirmation(connection, &digest).await?;
            let asked = asked.ok_or(DigestRefusal::BadToken)?;
            match digests::confirm(connection, asked.player, &digest, KNOWN_WITHIN).await? {
                true => Ok(()),
                false => Err(DigestRefusal::BadToken),
            }
        })
    }

    /// Returns the name of the player whose mails this token ends.
    pub async fn receiver(&self, token: &str) -> Result<String, DigestRefusal> {
        let found = digests::of_end_token(&mut *self.pool.get().await?, token).await?;
        found.ok_or(DigestRefusal::BadToken)
    }

    /// Ends mails with the token of a link in them. Repeating it changes nothing.
    pub async fn end(&self, token: &str) -> Result<(), DigestRefusal> {
        match digests::end_by_token(&mut *self.pool.get().await?, token).await? {
            true => Ok(()),
            false => Err(DigestRefusal::BadToken),
        }
    }
}
