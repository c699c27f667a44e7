//! Texts between servers over NATS.

use std::future::Future;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, ServerAddr, Subscriber};
use futures_util::StreamExt;
use tokio::time::timeout;

use lapidary_model::settings::BrokerSettings;

/// The name under which the broker knows each server.
const CLIENT_NAME: &str = "lapidary";
/// The maximum time that the broker may take to accept a connection or a text. After that, the connection
/// counts as lost.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
/// How often the connection is checked.
const PING_EVERY: Duration = Duration::from_secs(5);
/// The maximum number of unread texts. Further ones are dropped.
const UNREAD_MAX: usize = 1_024;

/// Opens connections to the broker.
pub struct Broker {
    servers: Vec<ServerAddr>,
    settings: BrokerSettings,
}

/// An open connection that sends and hears the texts of one subject.
pub struct OpenBroker {
    client: Client,
    heard: Subscriber,
    subject: String,
}

/// Why the settings for the broker cannot be used. Errors never repeat them, because somebody may write a
/// password into the URL.
#[derive(Debug, thiserror::Error)]
pub enum UnusableBroker {
    /// The URL is not one of a NATS server.
    #[error(
        "LAPIDARY_NATS_URL is not a list of addresses of NATS servers, such as nats://nats.example:4222, separated by commas"
    )]
    Url,
    /// The URL has a user or a password.
    #[error(
        "LAPIDARY_NATS_URL has a user: write it to LAPIDARY_NATS_USER, and the password to LAPIDARY_NATS_PASSWORD"
    )]
    User,
}

/// Why the broker cannot be used now. Its messages are not kept, because they may contain the settings.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum BrokerFailure {
    /// It cannot be reached, or refuses the connection.
    #[error("the NATS server cannot be reached: {0}")]
    Unreachable(async_nats::ConnectErrorKind),
    /// The connection is lost.
    #[error("the connection to the NATS server is lost")]
    Lost,
    /// It does not answer.
    #[error("the NATS server does not answer")]
    Silent,
}

#[boxed]
impl Broker {
    /// Returns the broker of these settings, if they name one.
    pub fn new(settings: &BrokerSettings) -> Result<Option<Broker>, UnusableBroker> {
        let Some(url) = &settings.nats_url else { return Ok(None) };
        let servers: Result<Vec<ServerAddr>, _> = url.expose().split(',').map(str::parse).collect();
        let servers = servers.map_err(|_| UnusableBroker::Url)?;
        if servers.iter().any(|server| server.has_user_pass()) {
            return Err(UnusableBroker::User);
        }
        Ok(Some(Broker { servers, settings: settings.clone() }))
    }

    /// Opens a connection that hears the subject.
    pub async fn open(&self) -> Result<OpenBroker, BrokerFailure> {
        let mut options = ConnectOptions::new()
            .name(CLIENT_NAME)
            .connection_timeout(ANSWER_TIME_MAX)
            .ping_interval(PING_EVERY)
            .subscription_capacity(UNREAD_MAX)
            .no_echo();
        let BrokerSettings { nats_user, nats_password, nats_password_file, nats_ca, nats_subject, .. } =
            &self.settings;
        if let Some(password) = nats_password.as_ref().or(nats_password_file.as_ref()) {
            let password = password.clone();
            options = match nats_user {
                Some(user) => options.user_and_password(user.clone(), password),
                None => options.token(password),
            };
        }
        if let Some(ca) = nats_ca {
            options = options.add_root_certificates(ca.clone());
        }
        let connected = timed(options.connect(&self.servers[..])).await?;
        let client = connected.map_err(|error| BrokerFailure::Unreachable(error.kind()))?;
        let heard = timed(client.subscribe(nats_subject.clone())).await?.map_err(|_| BrokerFailure::Lost)?;
        // The subscription is known to the server when this returns.
        timed(client.flush()).await?.map_err(|_| BrokerFailure::Lost)?;
        Ok(OpenBroker { client, heard, subject: nats_subject.clone() })
    }
}

#[boxed]
impl OpenBroker {
    /// Waits for the next text of another server; none if the connection is closed. After an interruption the
    /// client reconnects by itself.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            let message = self.heard.next().await?;
            if let Ok(text) = String::from_utf8(message.payload.into()) {
                return Some(text);
            }
        }
    }

    /// Sends a text to the other servers.
    pub async fn send(&mut self, text: String) -> Result<(), BrokerFailure> {
        // Without a connection the client would queue the text, but nobody needs it later.
        if self.client.connection_state() != State::Connected {
            return Err(BrokerFailure::Lost);
        }
        let sent = self.client.publish(self.subject.clone(), text.into());
        timed(sent).await?.map_err(|_| BrokerFailure::Lost)
    }

    /// Fails if the connection is lost at the moment.
    pub fn check(&self) -> Result<(), BrokerFailure> {
        match self.client.connection_state() {
            State::Connected => Ok(()),
            State::Pending | State::Disconnected => Err(BrokerFailure::Lost),
        }
    }
}

async fn timed<T>(work: impl Future<Output = T>) -> Result<T, BrokerFailure> {
    timeout(ANSWER_TIME_MAX, work).await.map_err(|_| BrokerFailure::Silent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lapidary_model::settings::NatsUrl;

    fn broker(url: &str) -> Result<Option<Broker>, UnusableBroker> {
        let nats_url = (!url.is_empty()).then(|| NatsUrl::from(url.to_owned()));
        let subject = "lapidary".to_owned();
        let settings = BrokerSettings {
            nats_url,
            nats_user: None,
            nats_password: None,
            nats_password_file: None,
            nats_subject: subject,
            nats_ca: None,
        };
        Broker::new(&settings)
    }

    #[test]
    fn a_url_names_servers_and_no_password() {
        assert!(matches!(broker(""), Ok(None)));
        assert!(matches!(broker("nats://one.example:4222,tls://two.example"), Ok(Some(_))));
        for url in ["nats://ada:s3cret@one.example", "nats://one.example,nats://t0ken@two.example"] {
            let refused = broker(url).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(refused.contains("LAPIDARY_NATS_USER") && !refused.contains("3cret"), "{refused}");
        }
        assert!(matches!(broker("ftp://one.example"), Err(UnusableBroker::Url)));
    }

    #[tokio::test]
    async fn an_absent_broker_is_unreachable() {
        // Port 1 refuses at once.
        let broker = broker("nats://127.0.0.1:1").expect("a broker").expect("an address");
        assert!(matches!(broker.open().await.err(), Some(BrokerFailure::Unreachable(_))));
    }
}
