//! What carries texts between the servers of one database: PostgreSQL, or the operator's message broker.

use crate::broker::{Broker, BrokerFailure, OpenBroker};
use lapidary_store::{Channel, Failure, OpenChannel};

/// Opens the connection on which texts are carried.
pub enum Carrier {
    /// The notifications of PostgreSQL.
    Database(Box<Channel>),
    /// NATS.
    Broker(Broker),
}

/// An open connection.
pub(super) enum OpenCarrier {
    Database(Box<OpenChannel>),
    Broker(Box<OpenBroker>),
}

/// Why texts are not carried now.
#[derive(Debug, thiserror::Error)]
pub enum CarrierFailure {
    /// The database fails.
    #[error(transparent)]
    Database(#[from] Failure),
    /// The broker fails.
    #[error(transparent)]
    Broker(#[from] BrokerFailure),
}

impl Carrier {
    pub(super) async fn open(&self) -> Result<OpenCarrier, CarrierFailure> {
        Ok(match self {
            Carrier::Database(channel) => OpenCarrier::Database(Box::new(channel.open().await?)),
            Carrier::Broker(broker) => OpenCarrier::Broker(Box::new(broker.open().await?)),
        })
    }
}

impl OpenCarrier {
    /// Waits for the next text, which may be one that this server has sent; none if the connection is lost.
    pub(super) async fn next(&mut self) -> Option<String> {
        match self {
            OpenCarrier::Database(channel) => channel.next().await,
            OpenCarrier::Broker(broker) => broker.next().await,
        }
    }

    /// Sends a text to all servers.
    pub(super) async fn send(&mut self, text: String) -> Result<(), CarrierFailure> {
        match self {
            OpenCarrier::Database(channel) => channel.send(&text).await?,
            OpenCarrier::Broker(broker) => broker.send(text).await?,
        }
        Ok(())
    }

    /// Returns whether another server may be listening. Only the database knows; sending to a broker without
    /// listeners costs little.
    pub(super) async fn has_hearers(&mut self) -> Result<bool, CarrierFailure> {
        match self {
            OpenCarrier::Database(channel) => Ok(channel.others().await? > 0),
            OpenCarrier::Broker(broker) => {
                broker.check()?;
                Ok(true)
            }
        }
    }
}
