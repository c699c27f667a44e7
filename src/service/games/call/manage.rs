//! Setting, reading and deleting the endpoint of a bot.

use chrono::{SubsecRound, Utc};
use diesel_async::AsyncConnection;

use super::calling::{Calling, EndpointRefusal};
use crate::games::GameRefusal;
use crate::outbox::Target;
use crate::transaction::transaction;
use lapidary_model::api_token::{API_TOKENS_MAX, TokenInfo};
use lapidary_model::auth::{ApiToken, Identity, PlayerId, Scope, SessionId, WebhookSecret};
use lapidary_model::bot_endpoint::{BotComment, Endpoint};
use lapidary_model::game::{GameId, Version};
use lapidary_store::Postgres;
use lapidary_store::{account_locks, api_tokens, bot_comments, bot_endpoints, bots, makers, sessions};

/// The name of the token of an endpoint in the list of the bot's tokens.
const TOKEN_NAME: &str = "endpoint";
/// What an endpoint may do. Setting one requires these scopes (`api/routes.rs`).
const SCOPES: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Challenge];

#[boxed]
impl Calling {
    /// Sets the endpoint of a bot that the caller administers, replacing the one before. Returns it with its
    /// secret.
    ///
    /// The server plays for the bot with an API token of the bot that nobody knows. The token ends with the
    /// endpoint, and revoking it ends the endpoint. If an API token or a grant sets the endpoint, the
    /// endpoint ends with that too. On the ladder, the server matches the bot automatically.
    pub async fn set_endpoint(
        &self,
        caller: &Identity,
        username: &str,
        url: &str,
        ladder: bool,
    ) -> Result<(Endpoint, WebhookSecret), EndpointRefusal> {
        Target::read(url, self.sender.allowed())?;
        let (secret, token) = (WebhookSecret::generate()?, ApiToken::generate()?);
        let now = Utc::now().trunc_subsecs(6);
        let info = TokenInfo {
            id: SessionId::generate(),
            name: TOKEN_NAME.to_owned(),
            scopes: SCOPES.into_iter().collect(),
            created_at: now,
            expires_at: None,
            last_used_at: None,
        };
        let endpoint = transaction!(self.pool, async |connection| {
            let bot = administered(connection, caller, username).await?;
            account_locks::check(connection, bot).await??;
            let new = bot_endpoints::NewEndpoint {
                session: info.id,
                made_by: makers::bound_to(caller),
                url,
                ladder,
                secret: &secret,
                created_at: now,
            };
            let before = bot_endpoints::put(connection, bot, &new).await?;
            if let Some(session) = before {
                api_tokens::delete(connection, bot, session).await?;
            }
            api_tokens::delete_expired(connection, bot).await?;
            api_tokens::insert(connection, bot, &info, &token.digest()).await?;
            if api_tokens::count(connection, bot).await? > API_TOKENS_MAX {
                return Err(EndpointRefusal::TooManyTokens);
            }
            bot_endpoints::find(connection, bot).await?.ok_or(EndpointRefusal::None)
        })?;
        self.changed.notify_one();
        Ok((endpoint, secret))
    }

    /// Returns the endpoint of a bot that the caller administers.
    pub async fn endpoint(&self, caller: &Identity, username: &str) -> Result<Endpoint, EndpointRefusal> {
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                let bot = administered(connection, caller, username).await?;
                bot_endpoints::find(connection, bot).await?.ok_or(EndpointRefusal::None)
            })
            .await
    }

    /// Returns the comments on a game after this version, in the order of the versions. They are the caller's
    /// own if it is a bot, and those of the caller's bots.
    pub async fn comments(
        &self,
        caller: &Identity,
        game: GameId,
        after: Option<Version>,
        limit: u8,
    ) -> Result<Vec<BotComment>, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let found = bot_comments::page(&mut connection, game, caller.player, after, limit.into()).await?;
        found.ok_or(GameRefusal::NotFound)
    }

    /// Deletes the endpoint of a bot that the caller administers. Without one, nothing changes. An open
    /// question may still be answered, but the answer is not played.
    pub async fn delete_endpoint(&self, caller: &Identity, username: &str) -> Result<(), EndpointRefusal> {
        transaction!(self.pool, async |connection| {
            let bot = administered(connection, caller, username).await?;
            if let Some(session) = bot_endpoints::delete(connection, bot).await? {
                api_tokens::delete(connection, bot, session).await?;
            }
            Ok::<_, EndpointRefusal>(())
        })?;
        self.changed.notify_one();
        Ok(())
    }
}

/// Locks the caller's session and a bot that the caller administers, and returns the bot.
async fn administered(
    connection: &mut Postgres,
    caller: &Identity,
    username: &str,
) -> Result<PlayerId, EndpointRefusal> {
    sessions::lock(connection, caller).await??;
    let bot = bots::administered(connection, caller.player, username).await?;
    let bot = bot.ok_or(EndpointRefusal::UnknownBot)?;
    if bots::lock(connection, bot).await? { Ok(bot) } else { Err(EndpointRefusal::UnknownBot) }
}
