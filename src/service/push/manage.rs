//! Creating, listing and deleting subscriptions.

use super::all::{Push, PushRefusal};
use crate::outbox::Target;
use crate::transaction::act;
use lapidary_model::alerts::KNOWN_WITHIN;
use lapidary_model::auth::Identity;
use lapidary_model::auth::push_encryption::{BrowserKeys, encrypt};
use lapidary_model::push::{Subscription, SubscriptionId};
use lapidary_store::{Failure, alerts, games, push};

/// A subscription to create, as a browser gives it.
pub struct NewSubscription {
    /// The address at the browser's push service.
    pub endpoint: String,
    pub keys: BrowserKeys,
}

#[boxed]
impl Push {
    /// Creates a subscription that ends with the caller's session. A subscription with the same address gets
    /// the new keys and this session.
    pub async fn subscribe(
        &self,
        caller: &Identity,
        new: NewSubscription,
    ) -> Result<Subscription, PushRefusal> {
        Target::read(&new.endpoint, self.post.sender.allowed())?;
        encrypt(b"", &new.keys).map_err(|_| PushRefusal::Key)?;
        act!(self.post.pool, caller, async |connection| {
            games::lock_account(connection, caller.player).await?;
            // This comes before the subscriptions, as everywhere.
            alerts::listen(connection, caller.player, KNOWN_WITHIN).await?;
            if !push::put(connection, caller, &new.endpoint, &new.keys).await? {
                return Err(PushRefusal::TooMany);
            }
            let all = push::list(connection, caller).await?;
            all.into_iter()
                .find(|subscription| subscription.endpoint == new.endpoint)
                .ok_or(PushRefusal::SessionEnded)
        })
    }

    /// Returns the subscriptions of the caller's account, the oldest first.
    pub async fn subscriptions(&self, caller: &Identity) -> Result<Vec<Subscription>, Failure> {
        push::list(&mut *self.post.pool.get().await?, caller).await
    }

    /// Deletes a subscription of the caller's account. An unknown one changes nothing.
    pub async fn unsubscribe(&self, caller: &Identity, id: SubscriptionId) -> Result<(), Failure> {
        push::delete(&mut *self.post.pool.get().await?, caller.player, id).await
    }

    /// Deletes the subscriptions that the caller's session created.
    pub async fn unsubscribe_session(&self, caller: &Identity) -> Result<(), Failure> {
        push::delete_of_session(&mut *self.post.pool.get().await?, caller).await
    }
}
