//! Acts in one transaction each. They are macros, because a function could not declare that the future of a
//! closure that it passes on is `Send`.

/// Runs an act on a connection of the pool in one transaction:
/// `transaction!(pool, async |connection| { … })`.
macro_rules! transaction {
    ($pool:expr, $act:expr) => {
        ::diesel_async::AsyncConnection::transaction(&mut *$pool.get().await?, $act).await
    };
}

/// Runs an act of a caller in one transaction that holds their account and session:
/// `act!(pool, caller, async |connection| { … })`.
macro_rules! act {
    ($pool:expr, $caller:expr, async |$connection:ident| $act:block) => {
        $crate::transaction::transaction!($pool, async |$connection| {
            ::lapidary_store::sessions::lock($connection, $caller).await??;
            $act
        })
    };
}

pub(crate) use {act, transaction};
