//! A forgotten password: requesting links by mail, and setting a new password with one.
//!
//! An address may belong to several accounts, and nobody has verified it. Every reader of its mail can
//! therefore take over each account that names it: naming an address implies this.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use diesel_async::AsyncConnection;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::access::{Access, Client};
use super::reset_mail;
use crate::mail::{Letter, MailFailure, Post};
use crate::refusal::{Code, Explanation, refusals};
use crate::stream::Watchers;
use lapidary_model::auth::hasher::HashError;
use lapidary_model::auth::{NewPassword, PlayerId, SecretToken};
use lapidary_model::settings::PublicUrl;
use lapidary_store::password_resets::{self, Holder, MAILS_PER_HOUR, Way};
use lapidary_store::{Failure, Pool, Postgres, accounts, sessions};

/// How long a client must wait to request links again when too many requests are waiting.
const BUSY: Duration = Duration::from_secs(10);

/// The maximum number of requests that wait for the lookup of their accounts.
const REQUESTS_MAX: usize = 256;
/// The maximum number of accounts for which one request sends links, the oldest first.
const ACCOUNTS_MAX: i64 = 20;

/// The use cases of a forgotten password, with everything that they need.
pub struct Recovery {
    pool: Pool,
    access: Arc<Access>,
    watchers: Watchers,
    post: Option<RecoveryMails>,
}

/// The sender of the mails, and the queue of requests for them.
struct RecoveryMails {
    post: Arc<Post>,
    requests: Sender<String>,
}

/// The addresses for which links were requested, in the order of the requests.
pub type Requests = Receiver<String>;

refusals! {
    /// Why a request about a forgotten password is refused.
    pub enum RecoveryRefusal {
        NoMail = NotAvailable, "This server sends no mail. Ask its operator for a link that sets a new password.";
        Busy => Explanation::new(Code::Unavailable, "Too many requests for links are waiting.").retry_after(BUSY);
        BadToken = InvalidResetToken,
            "The token is unknown, expired, was used, or was replaced by a newer one.";
    } contains {
        Hash(HashError),
        Randomness(getrandom::Error),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

#[boxed]
impl Recovery {
    /// Returns the use cases on this database, and the requests for links, which a job handles. `post` sends
    /// mail; without it there are no requests.
    pub fn new(
        pool: Pool,
        access: Arc<Access>,
        watchers: Watchers,
        post: Option<Arc<Post>>,
    ) -> (Recovery, Requests) {
        let (sender, requests) = channel(REQUESTS_MAX);
        let post = post.map(|post| RecoveryMails { post, requests: sender });
        (Recovery { pool, access, watchers, post }, requests)
    }

    /// Queues a request for links to the accounts with this e-mail address. Nothing is looked up here, so the
    /// response and its time are the same for every address.
    pub fn request(&self, email: String) -> Result<(), RecoveryRefusal> {
        let outgoing = self.post.as_ref().ok_or(RecoveryRefusal::NoMail)?;
        outgoing.requests.try_send(email).map_err(|_| RecoveryRefusal::Busy)
    }

    /// Makes the links for a requested address. Returns the letters with them: one for each spelling of the
    /// address among the accounts.
    pub async fn answer(&self, email: &str) -> Result<Vec<Letter>, RecoveryRefusal> {
        let Some(RecoveryMails { post, .. }) = &self.post else { return Ok(Vec::new()) };
        let mut connection = self.pool.get().await?;
        let players = accounts::by_email(&mut connection, email, ACCOUNTS_MAX).await?;
        // Letters go to the stored addresses, because different addresses may be equal ignoring case.
        let mut links: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for player in players {
            let (Some(address), Some(username)) = (player.email, player.username) else { continue };
            if !links.contains_key(&address) && !post.may_send_to(&address) {
                tracing::info!("an address gets no more mail within this hour");
                continue;
            }
            let links = links.entry(address).or_default();
            if let Some(token) = new_token(&mut connection, player.id, Way::Mail).await? {
                links.push((username, reset_mail::link(post.server(), &token)));
            }
        }
        links.retain(|_, links| !links.is_empty());
        Ok(links
            .into_iter()
            .map(|(address, links)| reset_mail::letter(post.server(), address, &links))
            .collect())
    }

    /// Makes one attempt to send a letter.
    pub async fn send(&self, letter: &Letter) -> Result<(), MailFailure> {
        match &self.post {
            Some(RecoveryMails { post, .. }) => post.send(letter).await,
            None => Ok(()),
        }
    }
}

/// Returns a new token of a player, which replaces their earlier one; none if the player has no password, or
/// gets no more mails in this hour.
async fn new_token(
    connection: &mut Postgres,
    player: PlayerId,
    way: Way,
) -> Result<Option<SecretToken>, RecoveryRefusal> {
    let token = SecretToken::generate()?;
    let digest = token.digest();
    let stored = connection.transaction(async |connection| {
        let mut may = accounts::lock_with_password(connection, player).await?;
        if way == Way::Mail {
            may &= password_resets::mails_of_last_hour(connection, player).await? < MAILS_PER_HOUR;
        }
        if may {
            password_resets::insert(connection, &digest, player, way).await?;
        }
        Ok::<_, Failure>(may)
    });
    Ok(stored.await?.then_some(token))
}

/// Returns a link that sets a new password of this player, for the operator to pass on; none if the player
/// has no password.
pub async fn link_of_the_operator(
    connection: &mut Postgres,
    server: &PublicUrl,
    player: PlayerId,
) -> Result<Option<String>, RecoveryRefusal> {
    let token = new_token(connection, player, Way::Operator).await?;
    Ok(token.map(|token| reset_mail::link(server, &token)))
}

#[boxed]
impl Recovery {
    /// Returns the username of a token's account.
    pub async fn holder(&self, token: &str) -> Result<String, RecoveryRefusal> {
        let token = SecretToken::parse(token).ok_or(RecoveryRefusal::BadToken)?;
        self.find(&token).await.map(|holder| holder.username)
    }

    async fn find(&self, token: &SecretToken) -> Result<Holder, RecoveryRefusal> {
        let holder = password_resets::holder(&mut *self.pool.get().await?, &token.digest()).await?;
        holder.ok_or(RecoveryRefusal::BadToken)
    }

    /// Sets a new password with a token and uses the token up. All logins of the account and all grants of
    /// its apps end.
    pub async fn confirm(
        &self,
        client: &Client,
        token: &str,
        new: NewPassword,
    ) -> Result<(), RecoveryRefusal> {
        let token = SecretToken::parse(token).ok_or(RecoveryRefusal::BadToken)?;
        // A bad token must not cost a hash. No connection is held while hashing.
        let Holder { player, .. } = self.find(&token).await?;
        let (hash, digest) = (self.access.hash_new(client, new).await?, token.digest());
        let mut connection = self.pool.get().await?;
        let changed = connection.transaction(async |connection| {
            let may = accounts::lock_with_password(connection, player).await?
                && password_resets::consume(connection, &digest).await?;
            if !may {
                return Err(RecoveryRefusal::BadToken);
            }
            accounts::set_password(connection, player, &hash).await?;
            Ok(sessions::revoke_for_new_password(connection, player, None).await?)
        });
        changed.await?;
        self.watchers.announce_session_end(player);
        Ok(())
    }
}
