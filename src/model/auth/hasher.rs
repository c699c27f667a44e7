//! Password hashing with argon2id, on a fixed number of threads with permanent memory.
//!
//! Hashing takes tens of milliseconds and megabytes by design. The settings limit the threads, however many
//! requests wait, because the allocator would not return so much freed memory to the system.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use tokio::sync::oneshot;

use super::network::{Party, parties};
use super::password::NewPassword;
use super::throttle::Lane;
use crate::counters::Limit;
use crate::fair_queue::{Crowded, FairQueue, Permit};

const SALT_BYTES: usize = argon2::RECOMMENDED_SALT_LEN;

/// The maximum time that a request waits for its turn to hash a password.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// The cost of computing a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
}

/// Why a password could not be hashed.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// Too many requests are waiting: the same request may succeed later.
    #[error("too many passwords are waiting to be hashed")]
    Busy,
    /// No client waits for the response any more.
    #[error("the client has disconnected")]
    Abandoned,
    #[error("hashing failed: {0}")]
    Failed(String),
}

impl From<Crowded> for HashError {
    fn from(_: Crowded) -> Self {
        HashError::Busy
    }
}

/// Computes and checks hashes, a limited number at a time.
pub struct PasswordHasher {
    params: Params,
    turns: FairQueue<Party<Lane>>,
    jobs: mpsc::Sender<Job>,
    dummy: String,
}

type Job = Box<dyn FnOnce(&mut Memory) + Send>;

impl PasswordHasher {
    /// A hasher that works on `at_once` passwords at a time. Fails if argon2 does not support the cost, or if
    /// the system cannot start a thread or generate random numbers.
    pub fn new(cost: HashCost, at_once: usize) -> Result<Self, HashError> {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(failed)?;
        let mut nobody = [0; Params::DEFAULT_OUTPUT_LEN];
        getrandom::fill(&mut nobody).map_err(failed)?;
        let dummy = encode(&params, salt()?, Output::new(&nobody).map_err(failed)?)?;
        let (jobs, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..at_once.max(1) {
            let (queue, blocks) = (Arc::clone(&queue), params.block_count());
            let thread = thread::Builder::new().name(format!("passwords-{number}"));
            thread.spawn(move || work(&queue, Memory::new(blocks))).map_err(failed)?;
        }
        let turns = FairQueue::new(Limit::QueuedPasswords, at_once, WAIT_MAX);
        Ok(PasswordHasher { params, turns, jobs, dummy })
    }

    /// Waits until a request from this network may hash a password.
    pub async fn turn(&self, network: IpAddr, lane: Lane) -> Result<Permit, HashError> {
        Ok(self.turns.take(parties(network, lane)).await?)
    }

    /// Returns the hash to store, including its salt and cost.
    pub async fn hash(&self, turn: &Permit, password: NewPassword) -> Result<String, HashError> {
        let (params, salt) = (self.params.clone(), salt()?);
        self.run(turn, move |memory| {
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
            let mut hash = [0; Params::DEFAULT_OUTPUT_LEN];
            memory.hash(&argon2, password.as_bytes(), &salt, &mut hash)?;
            encode(&params, salt, Output::new(&hash).map_err(failed)?)
        })
        .await?
    }

    /// Returns whether the password matches the hash. Without a hash, returns false after the same time.
    pub async fn verify(
        &self,
        turn: &Permit,
        hash: Option<String>,
        presented: String,
    ) -> Result<bool, HashError> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy.clone());
        let fits = self.run(turn, move |memory| memory.verify(&hash, presented.as_bytes())).await??;
        Ok(fits && known)
    }

    /// Runs work on one of the threads. The turn lasts until the work is done, even if its client has left.
    async fn run<T: Send + 'static>(
        &self,
        turn: &Permit,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let (done, result) = oneshot::channel();
        let turn = turn.clone();
        let job: Job = Box::new(move |memory| {
            if !done.is_closed() {
                // The client may have disconnected in the meantime.
                let _ = done.send(work(memory));
            }
            drop(turn);
        });
        self.jobs.send(job).map_err(failed)?;
        result.await.map_err(failed)
    }
}

/// Runs one thread until the hasher is dropped.
fn work(jobs: &Mutex<mpsc::Receiver<Job>>, mut memory: Memory) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => job(&mut memory),
            Err(mpsc::RecvError) => return,
        }
    }
}

/// The memory of one thread. It is allocated for the first hash and then kept.
struct Memory {
    blocks: Vec<Block>,
    /// The number of blocks for a hash of the configured cost.
    kept: usize,
}

impl Memory {
    fn new(kept: usize) -> Self {
        Memory { blocks: Vec::new(), kept }
    }

    fn hash(
        &mut self,
        argon2: &Argon2<'_>,
        password: &[u8],
        salt: &[u8],
        out: &mut [u8],
    ) -> Result<(), HashError> {
        let needed = argon2.params().block_count();
        if needed > self.kept {
            // A hash from a time with a higher cost. Its memory is freed afterwards.
            let mut blocks = vec![Block::new(); needed];
            return argon2.hash_password_into_with_memory(password, salt, out, &mut blocks).map_err(failed);
        }
        self.blocks.resize(self.kept, Block::new());
        argon2.hash_password_into_with_memory(password, salt, out, &mut self.blocks[..needed]).map_err(failed)
    }

    /// Returns whether a password matches a hash of any cost.
    fn verify(&mut self, hash: &str, presented: &[u8]) -> Result<bool, HashError> {
        let hash = PasswordHash::new(hash).map_err(failed)?;
        let algorithm = Algorithm::try_from(hash.algorithm.as_str()).map_err(failed)?;
        let version = hash.version.map(Version::try_from).transpose().map_err(failed)?.unwrap_or_default();
        let params = Params::try_from(&hash).map_err(failed)?;
        let (Some(salt), Some(expected)) = (hash.salt, hash.hash) else {
            return Err(failed("a stored hash without a salt or an output"));
        };
        let mut computed = [0; Output::MAX_LENGTH];
        let computed = &mut computed[..expected.len()];
        self.hash(&Argon2::new(algorithm, version, params), presented, &salt, computed)?;
        // Outputs are compared in constant time.
        Ok(Output::new(computed).map_err(failed)? == expected)
    }
}

fn salt() -> Result<Salt, HashError> {
    let mut bytes = [0; SALT_BYTES];
    getrandom::fill(&mut bytes).map_err(failed)?;
    Salt::new(&bytes).map_err(failed)
}

/// A hash as stored, in the PHC string format.
fn encode(params: &Params, salt: Salt, hash: Output) -> Result<String, HashError> {
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params).map_err(failed)?,
        salt: Some(salt),
        hash: Some(hash),
    };
    Ok(hash.to_string())
}

fn failed(error: impl fmt::Display) -> HashError {
    HashError::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    const CHEAP: HashCost = HashCost { memory_kib: 64, passes: 1 };
    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn password() -> NewPassword {
        NewPassword::try_from("correct horse".to_owned()).unwrap()
    }

    fn argon2(memory_kib: u32, passes: u32, lanes: u32) -> Argon2<'static> {
        let params = Params::new(memory_kib, passes, lanes, None).unwrap();
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
    }

    #[tokio::test]
    async fn a_hash_fits_its_password_alone_and_is_as_the_library_makes_it() {
        let hasher = PasswordHasher::new(CHEAP, 1).unwrap();
        let turn = hasher.turn(HERE, Lane::Strangers).await.unwrap();
        let hash = hasher.hash(&turn, password()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=64,t=1,p=1$"));
        let parsed = PasswordHash::new(&hash).unwrap();
        assert!(Argon2::default().verify_password(b"correct horse", &parsed).is_ok());
        assert!(hasher.verify(&turn, Some(hash.clone()), "correct horse".to_owned()).await.unwrap());
        assert!(!hasher.verify(&turn, Some(hash), "correct hors".to_owned()).await.unwrap());
    }

    #[tokio::test]
    async fn nobody_has_the_password_of_an_unknown_account() {
        let hasher = PasswordHasher::new(CHEAP, 1).unwrap();
        let turn = hasher.turn(HERE, Lane::Strangers).await.unwrap();
        assert!(!hasher.verify(&turn, None, "correct horse".to_owned()).await.unwrap());
    }

    #[test]
    fn memory_is_allocated_once_and_hashes_of_every_cost_are_verified_in_it() {
        let mut memory = Memory::new(64);
        let mut place = None;
        for argon2 in
            [argon2(64, 1, 1), argon2(8, 3, 1), argon2(256, 1, 1), argon2(64, 2, 4), argon2(64, 1, 1)]
        {
            let hash = argon2.hash_password(b"correct horse").unwrap().to_string();
            assert!(memory.verify(&hash, b"correct horse").unwrap(), "{hash}");
            assert!(!memory.verify(&hash, b"correct hors").unwrap(), "{hash}");
            assert_eq!(memory.blocks.len(), 64);
            assert_eq!(*place.get_or_insert(memory.blocks.as_ptr()), memory.blocks.as_ptr());
        }
    }

    #[tokio::test]
    async fn the_turn_lasts_as_long_as_the_work_also_when_nobody_waits_for_it() {
        let hasher = PasswordHasher::new(CHEAP, 1).unwrap();
        let ((begun, begins), (end, ended)) = (oneshot::channel(), mpsc::channel::<()>());
        let turn = hasher.turn(HERE, Lane::Strangers).await.unwrap();
        let mut work = Box::pin(hasher.run(&turn, move |_| {
            begun.send(()).unwrap();
            ended.recv()
        }));
        assert!(futures_util::poll!(&mut work).is_pending());
        begins.await.unwrap();
        drop(work);
        drop(turn);
        let mut next = Box::pin(hasher.turn(HERE, Lane::Strangers));
        assert!(futures_util::poll!(&mut next).is_pending());
        end.send(()).unwrap();
        assert!(next.await.is_ok());
    }
}
