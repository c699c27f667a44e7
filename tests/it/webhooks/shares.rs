//! Receivers that never answer delay only the messages of their own account and of their own host.

use serde_json::json;

use super::receiver::Receiver;
use super::{create, local, path};
use crate::app::TestApp;
use crate::games::stored::Stored;

/// What the webhooks of one account, and those at one host, may hold of the slots.
const ACCOUNT_SLOTS_MAX: usize = 8;
const HOST_SLOTS_MAX: usize = 16;
/// The number of webhooks of each account.
const WEBHOOKS: usize = 20;

/// Creates webhooks at a receiver that never answers, each with a message that has been due for an hour; then
/// sends a message to a stranger. Returns how many messages were under way when the stranger's arrived, at
/// least.
async fn under_way(accounts: usize, host_of: fn(usize) -> u8) -> usize {
    let app = TestApp::spawn_with(local).await;
    let (mut silent, mut other) = (Receiver::start_silent().await, Receiver::start().await);
    for account in 0..accounts {
        let player = app.user(&format!("player_{account}")).await;
        for number in 0..WEBHOOKS {
            let url = format!("http://127.0.1.{}:{}/", host_of(number), silent.address.port());
            create(&player, &url, &["game.aborted"], json!(null)).await;
        }
    }
    let mut stored = Stored::of(&app).await;
    let overdue = "INSERT INTO webhook_deliveries (id, webhook_id, event, happened_at, due_at) \
         SELECT gen_random_uuid(), id, 'game.aborted', now(), now() - interval '1 hour' FROM webhooks";
    stored.execute(overdue).await;
    let begun = silent.next().await;
    assert_eq!(begun.event(), "game.aborted");
    let stranger = app.user("stranger").await;
    let webhook = create(&stranger, &other.url(), &["game.aborted"], json!(null)).await;
    stranger.post_empty(&format!("{}/test", path(&webhook))).await.expect(200);
    assert_eq!(other.next().await.event(), "webhook.test");
    // On a busy machine some attempts have timed out by now, and others have begun.
    let begun = 1 + silent.received.len();
    let ended = stored.texts("SELECT count(*)::text FROM webhook_attempts").await;
    begun.saturating_sub(ended[0].parse().unwrap())
}

#[tokio::test]
async fn silent_hooks_of_many_accounts_at_one_host_do_not_delay_a_stranger() {
    let under_way = under_way(8, |_| 1).await;
    assert!(under_way <= HOST_SLOTS_MAX, "{under_way} messages to one host are under way");
}

#[tokio::test]
async fn silent_hooks_of_one_account_at_many_hosts_do_not_delay_a_stranger() {
    let under_way = under_way(1, |number| u8::try_from(number).unwrap()).await;
    assert!(under_way <= ACCOUNT_SLOTS_MAX, "{under_way} messages of one account are under way");
}

#[tokio::test]
async fn a_slow_webhook_rests_and_is_marked_until_it_is_quick_again() {
    let app = TestApp::spawn_with(local).await;
    let (ada, mut receiver) = (app.user("ada").await, Receiver::start().await);
    let webhook = create(&ada, &receiver.url(), &["game.aborted"], json!(null)).await;
    let mut stored = Stored::of(&app).await;
    // The attempt took ten seconds, and the webhook rests for thirty.
    let state = "SELECT concat_ws(' ', host, slow, busy_until > at + interval '39 seconds') \
         FROM webhooks, webhook_attempts";
    receiver.stay_silent();
    ada.post_empty(&format!("{}/test", path(&webhook))).await.expect(200);
    receiver.next().await;
    super::log(&ada, &webhook, "failed").await;
    assert_eq!(stored.texts(state).await, ["127.0.0.1 t t"]);
    stored.execute("UPDATE webhooks SET busy_until = now()").await;
    ada.post_empty(&format!("{}/test", path(&webhook))).await.expect(200);
    receiver.next().await;
    super::log(&ada, &webhook, "accepted").await;
    assert_eq!(stored.texts("SELECT slow::text FROM webhooks").await, ["false"]);
}
