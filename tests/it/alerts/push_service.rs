//! A push service, and browsers that read what it gets: with another library of cryptography than the
//! server's.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::rand_core::{OsRng, RngCore};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use web_push_native::{Auth, decrypt};

use crate::webhooks::receiver::WAIT_MAX;

/// A message that a push service got.
pub struct Pushed {
    pub head: String,
    pub body: Vec<u8>,
}

/// A browser with a subscription.
pub struct Browser {
    endpoint: String,
    secret: p256::SecretKey,
    auth: Auth,
}

/// A push service on a port of its own.
pub struct PushService {
    pub address: SocketAddr,
    pub received: mpsc::UnboundedReceiver<Pushed>,
    /// The statuses of the next responses; `None` never responds. Without any, messages are accepted.
    answers: Arc<Mutex<VecDeque<Option<u16>>>>,
}

fn decode(text: &str) -> Vec<u8> {
    BASE64_URL_SAFE_NO_PAD.decode(text).expect("Base64 for URLs")
}

impl Browser {
    pub fn at(endpoint: String) -> Browser {
        let mut auth = Auth::default();
        OsRng.fill_bytes(&mut auth);
        Browser { endpoint, secret: p256::SecretKey::random(&mut OsRng), auth }
    }

    /// Returns the subscription, as a browser writes it.
    pub fn subscription(&self) -> Value {
        let public = self.secret.public_key().to_encoded_point(false);
        json!({"endpoint": self.endpoint, "expirationTime": null, "keys": {
            "p256dh": BASE64_URL_SAFE_NO_PAD.encode(public.as_bytes()),
            "auth": BASE64_URL_SAFE_NO_PAD.encode(self.auth),
        }})
    }

    /// Decrypts a message.
    pub fn open(&self, pushed: &Pushed) -> Value {
        assert_eq!(pushed.header("content-encoding"), "aes128gcm");
        let text =
            decrypt(pushed.body.clone(), &self.secret, &self.auth).expect("the message is for this browser");
        serde_json::from_slice(&text).expect("a message is JSON")
    }
}

impl Pushed {
    pub fn header(&self, name: &str) -> &str {
        let start = format!("{name}: ");
        self.head.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default()
    }

    /// Checks the signature with the key that the server publishes, and returns what it signs.
    pub fn claims(&self, key: &str) -> Value {
        let header = self.header("authorization");
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = VerifyingKey::from_sec1_bytes(&decode(public)).expect("a key of P-256");
        let signature = Signature::from_slice(&decode(signature)).expect("a signature");
        key.verify(signed.as_bytes(), &signature).expect("the server has signed");
        let (head, claims) = signed.split_once('.').unwrap();
        let read = |text: &str| -> Value { serde_json::from_slice(&decode(text)).unwrap() };
        assert_eq!(read(head), json!({"typ": "JWT", "alg": "ES256"}));
        read(claims)
    }
}

impl PushService {
    pub async fn start() -> PushService {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, received) = mpsc::unbounded_channel();
        let answers = Arc::new(Mutex::new(VecDeque::new()));
        let scripted = Arc::clone(&answers);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(receive(socket, sender.clone(), Arc::clone(&scripted)));
            }
        });
        PushService { address, received, answers }
    }

    pub fn endpoint(&self, name: &str) -> String {
        format!("http://{}/send/{name}", self.address)
    }

    pub fn answer(&self, status: Option<u16>) {
        self.answers.lock().unwrap().push_back(status);
    }

    pub async fn next(&mut self) -> Pushed {
        let next = tokio::time::timeout(WAIT_MAX, self.received.recv()).await;
        next.expect("a message arrives").expect("the push service is running")
    }
}

async fn receive(
    mut socket: TcpStream,
    sender: mpsc::UnboundedSender<Pushed>,
    answers: Arc<Mutex<VecDeque<Option<u16>>>>,
) {
    const END: &[u8] = b"\r\n\r\n";
    let mut bytes = Vec::new();
    let (head, start) = loop {
        if socket.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return;
        }
        let Some(end) = bytes.windows(END.len()).position(|window| window == END) else { continue };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        if bytes.len() - end - END.len() >= length.parse::<usize>().unwrap() {
            break (head, end + END.len());
        }
    };
    let answer = answers.lock().unwrap().pop_front().unwrap_or(Some(201));
    let _ = sender.send(Pushed { head, body: bytes[start..].to_vec() });
    match answer {
        Some(status) => drop(socket.write_all(format!("HTTP/1.1 {status} x\r\n\r\n").as_bytes()).await),
        None => std::future::pending().await,
    }
}
