//! The connection to the operator's message broker, for sites with many servers. It carries short texts and
//! does not interpret them.

mod nats;

pub use nats::{Broker, BrokerFailure, OpenBroker, UnusableBroker};
