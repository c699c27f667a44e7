//! The tables as diesel sees them, written by hand after `migrations/`.

diesel::table! {
    players (id) {
        id -> Uuid,
        username -> Nullable<Text>,
        email -> Nullable<Text>,
        password_hash -> Nullable<Text>,
        role -> Text,
        created_at -> Timestamptz,
        erased_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        player_id -> Uuid,
        created_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    refresh_tokens (digest) {
        digest -> Binary,
        session_id -> Uuid,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    server_secrets (purpose) {
        purpose -> Text,
        secret -> Binary,
        created_at -> Timestamptz,
    }
}

diesel::joinable!(sessions -> players (player_id));
diesel::joinable!(refresh_tokens -> sessions (session_id));
diesel::allow_tables_to_appear_in_same_query!(players, sessions, refresh_tokens, server_secrets);
