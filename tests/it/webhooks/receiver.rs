//! A receiver of webhooks: an HTTP server that keeps what it gets and answers as it is told.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use lapidary::auth::WebhookSecret;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// The maximum wait for a message.
pub const WAIT_MAX: Duration = Duration::from_secs(120);

/// A request that a receiver got.
#[derive(Debug, Clone)]
pub struct Received {
    pub head: String,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        let start = format!("{name}: ");
        self.head.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn event(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    /// Asserts that each of these secrets has signed the message, in this order.
    pub fn assert_signed_by(&self, secrets: &[&str]) {
        let timestamp = self.header("webhook-timestamp").parse().unwrap();
        let signed = secrets.iter().map(|secret| {
            let bytes = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
            WebhookSecret::read(&bytes).unwrap().sign(self.header("webhook-id"), timestamp, &self.body)
        });
        assert_eq!(self.header("webhook-signature"), signed.collect::<Vec<_>>().join(" "));
    }
}

/// A receiver of webhooks.
pub struct Receiver {
    pub address: SocketAddr,
    pub received: mpsc::UnboundedReceiver<Received>,
    /// The responses to the next requests; `None` never responds. Without any, requests are accepted.
    pub answers: Arc<Mutex<VecDeque<Option<String>>>>,
}

impl Receiver {
    pub async fn start() -> Receiver {
        Receiver::start_at("127.0.0.1").await
    }

    /// Starts a receiver that never responds, at every address of this machine.
    pub async fn start_silent() -> Receiver {
        let receiver = Receiver::start_at("0.0.0.0").await;
        receiver.answers.lock().unwrap().extend(std::iter::repeat_n(None, 1_000));
        receiver
    }

    async fn start_at(host: &str) -> Receiver {
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, received) = mpsc::unbounded_channel();
        let answers = Arc::new(Mutex::new(VecDeque::new()));
        let scripted = Arc::clone(&answers);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(receive(socket, sender.clone(), Arc::clone(&scripted)));
            }
        });
        Receiver { address, received, answers }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook?for=us", self.address)
    }

    pub fn answer(&self, answer: &str) {
        self.answers.lock().unwrap().push_back(Some(answer.to_owned()));
    }

    pub fn stay_silent(&self) {
        self.answers.lock().unwrap().push_back(None);
    }

    pub async fn next(&mut self) -> Received {
        let next = tokio::time::timeout(WAIT_MAX, self.received.recv()).await;
        next.expect("a message arrives").expect("the receiver is running")
    }
}

async fn receive(
    mut socket: TcpStream,
    sender: mpsc::UnboundedSender<Received>,
    answers: Arc<Mutex<VecDeque<Option<String>>>>,
) {
    let mut bytes = Vec::new();
    let (head, length) = loop {
        if socket.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            if body.len() >= length.parse::<usize>().unwrap() {
                break (head.to_owned(), head.len() + 4);
            }
        }
    };
    let body = String::from_utf8(bytes[length..].to_vec()).unwrap();
    let answer = answers.lock().unwrap().pop_front();
    let answer = answer.unwrap_or_else(|| Some("HTTP/1.1 204 No Content\r\n\r\n".to_owned()));
    let _ = sender.send(Received { head, body });
    match answer {
        Some(answer) => drop(socket.write_all(answer.as_bytes()).await),
        None => std::future::pending().await,
    }
}
