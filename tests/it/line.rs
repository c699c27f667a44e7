//! A proxy between the server and the database, with which a test can interfere with the connection.

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// A stream of bytes in both directions.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Opens a bare connection to a database.
pub async fn dial(database: &Config) -> Box<dyn Stream> {
    let port = database.get_ports().first().copied().unwrap_or(5432);
    match database.get_hosts().first().expect("a host") {
        Host::Unix(directory) => {
            let socket = directory.join(format!(".s.PGSQL.{port}"));
            Box::new(UnixStream::connect(socket).await.expect("the database answers"))
        }
        Host::Tcp(host) => {
            Box::new(TcpStream::connect((host.as_str(), port)).await.expect("the database answers"))
        }
    }
}

/// Returns the URL of the same database with another port of this machine.
pub fn address_over(database: &Config, port: u16) -> String {
    let (user, name) = (database.get_user().expect("a user"), database.get_dbname().expect("a database"));
    let password = database
        .get_password()
        .map_or(String::new(), |password| format!(" password='{}'", String::from_utf8_lossy(password)));
    format!("host=127.0.0.1 port={port} user={user} dbname='{name}'{password}")
}
