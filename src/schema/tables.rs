//! The tables for diesel, written by hand from `migrations/`.

diesel::table! {
    players (id) {
        id -> Uuid,
        username -> Nullable<Text>,
        email -> Nullable<Text>,
        password_hash -> Nullable<Text>,
        role -> Text,
        created_at -> Timestamptz,
        erased_at -> Nullable<Timestamptz>,
        bot -> Bool,
        guest -> Bool,
        display_name -> Nullable<Text>,
        avatar -> SmallInt,
        named_at -> Nullable<Timestamptz>,
        locked_until -> Nullable<Timestamptz>,
        lock_reason -> Nullable<Text>,
    }
}

diesel::table! {
    bots (player_id) {
        player_id -> Uuid,
        owner_id -> Nullable<Uuid>,
        rulesets -> Array<Text>,
        modules -> Array<Text>,
        seats -> Array<SmallInt>,
        clocks -> Array<Text>,
        concurrent_games -> Integer,
        seen_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    bot_endpoints (bot_id) {
        bot_id -> Uuid,
        url -> Text,
        secret -> Binary,
        session_id -> Uuid,
        created_at -> Timestamptz,
        ended -> Nullable<Text>,
        answered_at -> Nullable<Timestamptz>,
        failing_since -> Nullable<Timestamptz>,
        fault -> Nullable<Text>,
        fault_detail -> Nullable<Text>,
        fault_at -> Nullable<Timestamptz>,
        server_id -> Nullable<Uuid>,
        held_until -> Nullable<Timestamptz>,
        made_by -> Nullable<Uuid>,
        ladder -> Bool,
    }
}

diesel::table! {
    bot_comments (game_id, version) {
        game_id -> Uuid,
        version -> Integer,
        bot_id -> Uuid,
        comment -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        player_id -> Uuid,
        created_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
        kind -> Text,
        scopes -> Text,
        label -> Nullable<Text>,
        token_digest -> Nullable<Binary>,
        expires_at -> Nullable<Timestamptz>,
        last_used_at -> Nullable<Timestamptz>,
        redirect_origin -> Nullable<Text>,
        token_issued_at -> Nullable<Timestamptz>,
        organize -> Nullable<Bool>,
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
    password_resets (digest) {
        digest -> Binary,
        player_id -> Uuid,
        mailed -> Bool,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    oauth_codes (digest) {
        digest -> Binary,
        player_id -> Uuid,
        client_id -> Text,
        redirect_uri -> Text,
        challenge -> Binary,
        scopes -> Text,
        expires_at -> Timestamptz,
        session_id -> Nullable<Uuid>,
        organize -> Nullable<Bool>,
    }
}

diesel::table! {
    device_codes (digest) {
        digest -> Binary,
        user_code -> Text,
        client_id -> Text,
        scopes -> Text,
        expires_at -> Timestamptz,
        status -> Text,
        player_id -> Nullable<Uuid>,
        polled_at -> Nullable<Timestamptz>,
        poll_seconds -> Integer,
        session_id -> Nullable<Uuid>,
        organize -> Nullable<Bool>,
    }
}

diesel::table! {
    stream_tickets (digest) {
        digest -> Binary,
        session_id -> Uuid,
        path -> Text,
        created_at -> Timestamptz,
        open_before -> Timestamptz,
        expires_at -> Timestamptz,
        opened_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    server_secrets (purpose) {
        purpose -> Text,
        secret -> Binary,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    idempotency_keys (player_id, route, key) {
        player_id -> Uuid,
        route -> Text,
        key -> Text,
        body_digest -> Binary,
        status -> SmallInt,
        location -> Nullable<Text>,
        body -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    presence_nodes (node) {
        node -> Uuid,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    presence (game_id, player_id, node) {
        node -> Uuid,
        game_id -> Uuid,
        player_id -> Uuid,
    }
}

diesel::joinable!(presence -> presence_nodes (node));
diesel::allow_tables_to_appear_in_same_query!(presence, presence_nodes);
diesel::joinable!(sessions -> players (player_id));
diesel::joinable!(bots -> players (player_id));
diesel::joinable!(refresh_tokens -> sessions (session_id));
diesel::joinable!(password_resets -> players (player_id));
diesel::table! {
    player_totals (player_id, ruleset, seats) {
        player_id -> Uuid,
        ruleset -> Text,
        seats -> SmallInt,
        games -> BigInt,
        wins -> BigInt,
    }
}

diesel::table! {
    finished_seats (id) {
        id -> BigInt,
        player_id -> Uuid,
        ruleset -> Text,
        seats -> SmallInt,
        won -> Bool,
    }
}

diesel::table! {
    alerts (player_id) {
        player_id -> Uuid,
        listening -> Bool,
        listening_since -> Timestamptz,
        check_at -> Nullable<Timestamptz>,
        checked_at -> Timestamptz,
        quiet_from -> Nullable<SmallInt>,
        quiet_until -> Nullable<SmallInt>,
        utc_offset -> Nullable<SmallInt>,
        time_zone -> Nullable<Text>,
    }
}

diesel::table! {
    alerts_told (player_id, event, subject_id) {
        player_id -> Uuid,
        event -> Text,
        subject_id -> Uuid,
        number -> BigInt,
        sender_id -> Nullable<Uuid>,
        told_at -> Timestamptz,
    }
}

diesel::table! {
    mail_digests (player_id) {
        player_id -> Uuid,
        email -> Text,
        every_hours -> Nullable<SmallInt>,
        confirmed_at -> Nullable<Timestamptz>,
        confirm_digest -> Nullable<Binary>,
        confirm_until -> Nullable<Timestamptz>,
        asked -> SmallInt,
        asked_since -> Timestamptz,
        end_token -> Text,
        check_at -> Nullable<Timestamptz>,
        written_at -> Nullable<Timestamptz>,
        letter -> Nullable<Text>,
        lines -> Array<Text>,
        turns -> Integer,
        due_at -> Nullable<Timestamptz>,
        tries -> SmallInt,
    }
}

diesel::table! {
    mail_digests_told (player_id, game_id) {
        player_id -> Uuid,
        game_id -> Uuid,
        number -> BigInt,
    }
}

diesel::table! {
    push_subscriptions (id) {
        id -> Uuid,
        player_id -> Uuid,
        session_id -> Uuid,
        endpoint -> Text,
        p256dh -> Binary,
        auth -> Binary,
        created_at -> Timestamptz,
        accepted_at -> Nullable<Timestamptz>,
        busy_until -> Timestamptz,
        host -> Text,
        slow -> Bool,
        refusals -> Integer,
    }
}

diesel::table! {
    push_messages (id) {
        id -> Uuid,
        subscription_id -> Uuid,
        body -> Text,
        topic -> Nullable<Text>,
        tries -> SmallInt,
        due_at -> Timestamptz,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    push_keys (name) {
        name -> Text,
        key -> Binary,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    webhooks (id) {
        id -> Uuid,
        player_id -> Uuid,
        url -> Text,
        events -> Array<Text>,
        game_id -> Nullable<Uuid>,
        tournament_id -> Nullable<Uuid>,
        secret -> Binary,
        old_secret -> Nullable<Binary>,
        old_until -> Nullable<Timestamptz>,
        enabled -> Bool,
        disabled_reason -> Nullable<Text>,
        created_at -> Timestamptz,
        accepted_at -> Nullable<Timestamptz>,
        busy_until -> Timestamptz,
        host -> Text,
        slow -> Bool,
        session_id -> Nullable<Uuid>,
        older_secret -> Nullable<Binary>,
        older_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    webhook_deliveries (id) {
        id -> Uuid,
        webhook_id -> Uuid,
        event -> Text,
        game_id -> Nullable<Uuid>,
        tournament_id -> Nullable<Uuid>,
        round -> Nullable<SmallInt>,
        table_number -> Nullable<SmallInt>,
        happened_at -> Timestamptz,
        status -> Text,
        attempts -> Integer,
        tries -> SmallInt,
        due_at -> Timestamptz,
        created_at -> Timestamptz,
        games -> Nullable<Array<Uuid>>,
    }
}

diesel::table! {
    webhook_attempts (delivery_id, number) {
        delivery_id -> Uuid,
        number -> Integer,
        at -> Timestamptz,
        response_status -> Nullable<SmallInt>,
        failure -> Nullable<Text>,
        duration_ms -> Integer,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    players,
    bots,
    sessions,
    refresh_tokens,
    password_resets,
    server_secrets
);

diesel::table! {
    games (id) {
        id -> Uuid,
        ruleset -> Text,
        options -> Text,
        seats -> SmallInt,
        visibility -> Text,
        seating -> Text,
        status -> Text,
        version -> Integer,
        snapshot -> Nullable<Binary>,
        commitment -> Binary,
        creator_id -> Uuid,
        reason -> Nullable<Text>,
        ranks -> Nullable<Array<SmallInt>>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        abort_agreed -> Array<SmallInt>,
        folded -> Bool,
        clock -> Text,
        spectator_turns -> SmallInt,
        spectator_ms -> BigInt,
        rated -> Bool,
        tournament_id -> Nullable<Uuid>,
        label -> Nullable<Text>,
        origin_id -> Nullable<Uuid>,
        origin_version -> Nullable<Integer>,
        organized -> Bool,
        shared_deal -> Nullable<Uuid>,
        season_id -> Nullable<Uuid>,
        ladder -> Bool,
    }
}

diesel::table! {
    game_seats (game_id, join_order) {
        game_id -> Uuid,
        join_order -> SmallInt,
        player_id -> Uuid,
        seat -> Nullable<SmallInt>,
        folded -> Bool,
        over -> Bool,
        strength -> Nullable<SmallInt>,
    }
}

diesel::table! {
    game_secrets (game_id) {
        game_id -> Uuid,
        deal_id -> Uuid,
        server_seed -> Binary,
        opening -> Nullable<Binary>,
        position -> Nullable<Binary>,
    }
}

diesel::table! {
    game_contributions (game_id, player_id) {
        game_id -> Uuid,
        player_id -> Uuid,
        entropy -> Binary,
        after_commitment -> Bool,
    }
}

diesel::table! {
    game_clocks (game_id) {
        game_id -> Uuid,
        remaining_ms -> Array<BigInt>,
        running -> Nullable<SmallInt>,
        since -> Timestamptz,
        deadline -> Nullable<Timestamptz>,
        lag_ms -> BigInt,
        paused -> Bool,
        pause_agreed -> Array<SmallInt>,
        days_off -> Array<SmallInt>,
        days_taken -> SmallInt,
        withheld_ms -> Array<BigInt>,
    }
}

diesel::table! {
    heartbeat (id) {
        id -> Bool,
        beat_at -> Timestamptz,
    }
}

diesel::table! {
    game_log (game_id, seq) {
        game_id -> Uuid,
        seq -> Integer,
        seat -> Nullable<SmallInt>,
        by -> Text,
        kind -> Text,
        action -> Nullable<Text>,
        at -> Timestamptz,
    }
}

diesel::table! {
    folded_logs (game_id) {
        game_id -> Uuid,
        entries -> Binary,
        folded_at -> Timestamptz,
    }
}

diesel::table! {
    invitations (game_id, player_id) {
        game_id -> Uuid,
        player_id -> Uuid,
        invited_at -> Timestamptz,
        folded -> Bool,
        place -> Nullable<SmallInt>,
    }
}

diesel::table! {
    challenges (game_id) {
        game_id -> Uuid,
        challenger_id -> Uuid,
        visibility -> Text,
        status -> Text,
        declined_by -> Nullable<Uuid>,
        reason -> Nullable<Text>,
        rematch_of -> Nullable<Uuid>,
    }
}

diesel::table! {
    rematches (game_id) {
        game_id -> Uuid,
        next_game -> Uuid,
    }
}

diesel::table! {
    seeks (id) {
        id -> Uuid,
        player_id -> Uuid,
        ruleset -> Text,
        options -> Text,
        seats -> SmallInt,
        clock -> Text,
        status -> Text,
        commitment -> Binary,
        game_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        seen_until -> Nullable<Timestamptz>,
        rated -> Bool,
        rating_min -> Nullable<SmallInt>,
        rating_max -> Nullable<SmallInt>,
        paired_at -> Nullable<Timestamptz>,
        season_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    seek_secrets (seek_id) {
        seek_id -> Uuid,
        deal_id -> Uuid,
        server_seed -> Binary,
        entropy -> Nullable<Binary>,
    }
}

diesel::table! {
    aborts (game_id) {
        game_id -> Uuid,
        player_id -> Uuid,
        aborted_at -> Timestamptz,
    }
}

diesel::table! {
    kicks (game_id, player_id) {
        game_id -> Uuid,
        player_id -> Uuid,
        kicked_at -> Timestamptz,
    }
}

diesel::table! {
    blocks (blocker_id, blocked_id) {
        blocker_id -> Uuid,
        blocked_id -> Uuid,
        blocked_at -> Timestamptz,
    }
}

diesel::table! {
    rating_pools (pool) {
        pool -> Text,
        games -> BigInt,
        players -> BigInt,
        revision -> BigInt,
        last_at -> Timestamptz,
    }
}

diesel::table! {
    ratings (player_id, pool) {
        player_id -> Uuid,
        pool -> Text,
        mu -> BigInt,
        sigma -> BigInt,
        games -> BigInt,
        opponents -> BigInt,
        last_at -> Timestamptz,
    }
}

diesel::table! {
    rating_events (pool, pool_seq, seat) {
        pool -> Text,
        pool_seq -> BigInt,
        seat -> SmallInt,
        seats -> SmallInt,
        game_id -> Uuid,
        player_id -> Uuid,
        place -> SmallInt,
        mu_before -> BigInt,
        sigma_before -> BigInt,
        mu_after -> BigInt,
        sigma_after -> BigInt,
        algorithm -> Text,
        finished_at -> Timestamptz,
        annulled -> Bool,
        left_early -> Bool,
        tournament_id -> Nullable<Uuid>,
        table_number -> Nullable<Integer>,
        capped -> Bool,
    }
}

diesel::table! {
    rating_opponents (player_id, pool, opponent_id) {
        player_id -> Uuid,
        pool -> Text,
        opponent_id -> Uuid,
        games -> BigInt,
    }
}

diesel::table! {
    rated_starts (game_id, player_id) {
        game_id -> Uuid,
        player_id -> Uuid,
        pool -> Text,
        began_at -> Timestamptz,
    }
}

diesel::table! {
    unrated (game_id) {
        game_id -> Uuid,
        reason -> Text,
    }
}

diesel::table! {
    annulments (game_id) {
        game_id -> Uuid,
        pool -> Text,
        pool_seq -> BigInt,
        reason -> Text,
        annulled_by -> Uuid,
        annulled_at -> Timestamptz,
        replaced -> Bool,
    }
}

diesel::table! {
    rating_corrections (game_id, player_id) {
        game_id -> Uuid,
        player_id -> Uuid,
        mu_before -> BigInt,
        sigma_before -> BigInt,
        mu_after -> BigInt,
        sigma_after -> BigInt,
    }
}

diesel::joinable!(game_seats -> games (game_id));
diesel::joinable!(game_seats -> players (player_id));
diesel::joinable!(game_clocks -> games (game_id));
diesel::joinable!(invitations -> players (player_id));
diesel::allow_tables_to_appear_in_same_query!(
    games,
    game_clocks,
    game_seats,
    players,
    game_contributions,
    invitations,
    aborts,
    kicks,
    blocks,
    challenges,
    rematches,
    seeks,
    seek_secrets
);

diesel::table! {
    game_analyses (game_id) {
        game_id -> Uuid,
        requested_by -> Uuid,
        requested_at -> Timestamptz,
        status -> Text,
        claimed_until -> Nullable<Timestamptz>,
        attempts -> SmallInt,
        done -> Integer,
        total -> Integer,
        result -> Nullable<Text>,
        judge -> SmallInt,
        simulations -> Nullable<Integer>,
        begun_at -> Nullable<Timestamptz>,
        given_back -> SmallInt,
    }
}

diesel::table! {
    tournaments (id) {
        id -> Uuid,
        name -> Text,
        status -> Text,
        visibility -> Text,
        creator_id -> Uuid,
        ruleset -> Text,
        options -> Text,
        clock -> Text,
        format -> Text,
        seats -> SmallInt,
        rounds -> Nullable<SmallInt>,
        cut -> Nullable<SmallInt>,
        best_of -> SmallInt,
        odd -> Text,
        points -> Text,
        tie_breaks -> Array<Text>,
        rated -> Bool,
        entries_max -> Integer,
        rating_min -> Nullable<Integer>,
        rating_max -> Nullable<Integer>,
        registration_closes_at -> Nullable<Timestamptz>,
        late_entries -> Bool,
        ready_check_ms -> BigInt,
        next_round -> Text,
        commitment -> Binary,
        started_at -> Nullable<Timestamptz>,
        ended_at -> Nullable<Timestamptz>,
        duration_ms -> Nullable<BigInt>,
        duplicate -> Bool,
        players -> Nullable<Text>,
        next_round_after_ms -> BigInt,
    }
}

// A view: the rest of the columns of `tournaments`, which has more than the 32 for which diesel is built.
diesel::table! {
    tournament_details (tournament_id) {
        tournament_id -> Uuid,
        created_at -> Timestamptz,
        forbidden -> Array<Integer>,
        seed_revealed -> Bool,
        club_id -> Nullable<Uuid>,
        ladder_id -> Nullable<Uuid>,
        starts_at -> Nullable<Timestamptz>,
        first_round_at -> Nullable<Timestamptz>,
        settings -> Jsonb,
        name_words -> Nullable<Array<Text>>,
        words_of -> Nullable<Text>,
    }
}

diesel::table! {
    tournament_teams (tournament_id, number) {
        tournament_id -> Uuid,
        number -> Integer,
        name -> Text,
        captain -> Nullable<Integer>,
        code_digest -> Nullable<Binary>,
        made_at -> Timestamptz,
        boards -> Array<Integer>,
    }
}

diesel::table! {
    shared_deals (id) {
        id -> Uuid,
        tournament_id -> Nullable<Uuid>,
        round -> SmallInt,
        seats -> SmallInt,
        commitment -> Binary,
        beacon -> Binary,
        entries -> Array<Integer>,
        entropies -> Array<Binary>,
        games -> Array<Uuid>,
        running -> Array<Uuid>,
        revealed_at -> Nullable<Timestamptz>,
        unpaired -> Bool,
    }
}

diesel::table! {
    tournament_secrets (tournament_id) {
        tournament_id -> Uuid,
        seed -> Binary,
        entry_hash -> Nullable<Text>,
        entry_digest -> Nullable<Binary>,
    }
}

diesel::table! {
    tournament_members (tournament_id, player_id, role) {
        tournament_id -> Uuid,
        player_id -> Uuid,
        role -> Text,
        asked_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    tournament_entries (tournament_id, number) {
        tournament_id -> Uuid,
        number -> Integer,
        player_id -> Uuid,
        status -> Text,
        rating -> Integer,
        entropy -> Nullable<Binary>,
        entered_at -> Timestamptz,
        waits_from -> Nullable<Timestamptz>,
        removed_in -> Nullable<SmallInt>,
        guest -> Nullable<Text>,
        reserved_for -> Nullable<Uuid>,
        claim_digest -> Nullable<Binary>,
        requested_byes -> Array<SmallInt>,
        team -> Nullable<Integer>,
        seed -> Nullable<SmallInt>,
        fixed_table -> Nullable<SmallInt>,
    }
}

diesel::table! {
    tournament_rounds (tournament_id, number) {
        tournament_id -> Uuid,
        number -> SmallInt,
        stage -> Text,
        status -> Text,
        entrants -> Array<Integer>,
        byes -> Array<Integer>,
        no_shows -> Array<Integer>,
        forbidden -> Array<Integer>,
        ready -> Array<Integer>,
        ready_until -> Nullable<Timestamptz>,
        paired_at -> Timestamptz,
        opened_at -> Nullable<Timestamptz>,
        closed_at -> Nullable<Timestamptz>,
        next_round_at -> Nullable<Timestamptz>,
        absent -> Nullable<Array<Integer>>,
        last_entry -> Integer,
        removed -> Array<Integer>,
        requested_byes -> Array<Integer>,
        virtual_twelfths -> BigInt,
        virtual_entries -> Array<Integer>,
        ends_at -> Nullable<Timestamptz>,
        unfinished -> Nullable<Text>,
        season_id -> Nullable<Uuid>,
        rated_entries -> Array<Integer>,
    }
}

diesel::table! {
    tournament_tables (tournament_id, number) {
        tournament_id -> Uuid,
        number -> Integer,
        round -> SmallInt,
        match_number -> SmallInt,
        status -> Text,
        seats -> Array<Integer>,
        paired -> Array<Integer>,
        manual -> Bool,
        cost -> Array<BigInt>,
        game_id -> Nullable<Uuid>,
        places -> Nullable<Array<SmallInt>>,
        prestige -> Nullable<Array<SmallInt>>,
        cards -> Nullable<Array<SmallInt>>,
        tokens -> Nullable<Array<SmallInt>>,
        decided_by -> Nullable<Text>,
        ended_at -> Nullable<Timestamptz>,
        started_at -> Nullable<Timestamptz>,
        decided_at -> Nullable<Timestamptz>,
        forfeits -> Nullable<Array<SmallInt>>,
        third_place -> Bool,
        version -> Integer,
        reports -> Jsonb,
        final_at -> Nullable<Timestamptz>,
        in_round -> SmallInt,
        board -> SmallInt,
    }
}

diesel::table! {
    tournament_adjustments (tournament_id, number) {
        tournament_id -> Uuid,
        number -> Integer,
        entry -> Integer,
        round -> SmallInt,
        points -> Integer,
        reason -> Text,
    }
}

diesel::table! {
    tournament_events (id) {
        id -> Uuid,
        tournament_id -> Nullable<Uuid>,
        kind -> Text,
        player_id -> Nullable<Uuid>,
        round -> Nullable<SmallInt>,
        table_number -> Nullable<Integer>,
        entry -> Nullable<Integer>,
        note -> Nullable<Text>,
        at -> Timestamptz,
        note_public -> Bool,
        changed_fields -> Array<Text>,
        texts_before -> Array<Nullable<Text>>,
        texts_after -> Array<Nullable<Text>>,
        club_id -> Nullable<Uuid>,
        series_id -> Nullable<Uuid>,
        concerned_id -> Nullable<Uuid>,
        audience -> SmallInt,
        account_id -> Nullable<Uuid>,
        target -> Nullable<Text>,
    }
}

diesel::table! {
    clubs (id) {
        id -> Uuid,
        name -> Text,
        description -> Array<Text>,
        visibility -> Text,
        joining -> Text,
        join_digest -> Nullable<Binary>,
        created_at -> Timestamptz,
        closed_at -> Nullable<Timestamptz>,
        name_words -> Nullable<Array<Text>>,
        words_of -> Nullable<Text>,
    }
}

diesel::table! {
    club_members (club_id, player_id) {
        club_id -> Uuid,
        player_id -> Uuid,
        role -> Text,
        since -> Timestamptz,
    }
}

diesel::table! {
    club_requests (club_id, kind, player_id) {
        club_id -> Uuid,
        player_id -> Uuid,
        kind -> Text,
        asked_by -> Nullable<Uuid>,
        asked_at -> Timestamptz,
    }
}

diesel::table! {
    club_bans (club_id, player_id) {
        club_id -> Uuid,
        player_id -> Uuid,
        since -> Timestamptz,
        ends_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    player_reports (id) {
        id -> Uuid,
        target -> Text,
        player_id -> Uuid,
        shown -> Nullable<Text>,
        reported_at -> Timestamptz,
        outcome -> Nullable<Text>,
        decided_at -> Nullable<Timestamptz>,
        decision -> Nullable<Text>,
        reporters -> Nullable<Integer>,
    }
}

diesel::table! {
    reporters (report_id, player_id) {
        report_id -> Uuid,
        player_id -> Uuid,
        reason -> Text,
        reported_at -> Timestamptz,
    }
}

diesel::table! {
    club_ladders (id) {
        id -> Uuid,
        club_id -> Uuid,
        name -> Text,
        base_pool -> Text,
        members_only -> Bool,
        rd_max -> SmallInt,
        opponents_min -> SmallInt,
        days_idle_max -> SmallInt,
        created_at -> Timestamptz,
        closed_at -> Nullable<Timestamptz>,
        member_days_min -> SmallInt,
        account_days_min -> SmallInt,
    }
}

diesel::table! {
    club_seasons (id) {
        id -> Uuid,
        ladder_id -> Uuid,
        number -> Integer,
        name -> Nullable<Text>,
        pool -> Text,
        reset -> Text,
        earlier_id -> Nullable<Uuid>,
        carried_games -> BigInt,
        started_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        rd_max -> Nullable<SmallInt>,
        opponents_min -> Nullable<SmallInt>,
        days_idle_max -> Nullable<SmallInt>,
    }
}

diesel::table! {
    series (id) {
        id -> Uuid,
        owner_id -> Uuid,
        club_id -> Nullable<Uuid>,
        name -> Text,
        description -> Array<Text>,
        visibility -> Text,
        place_points -> Nullable<Array<Integer>>,
        best_of -> Nullable<SmallInt>,
        group_names -> Array<Text>,
        group_sizes -> Array<SmallInt>,
        promoted -> SmallInt,
        season -> SmallInt,
        created_at -> Timestamptz,
        name_words -> Nullable<Array<Text>>,
        words_of -> Nullable<Text>,
    }
}

diesel::table! {
    series_events (tournament_id) {
        tournament_id -> Uuid,
        series_id -> Uuid,
        season -> Nullable<SmallInt>,
        group_number -> Nullable<SmallInt>,
        invited_only -> Bool,
        added_at -> Timestamptz,
    }
}

diesel::allow_tables_to_appear_in_same_query!(club_members, players);
diesel::allow_tables_to_appear_in_same_query!(club_ladders, club_seasons, rating_pools);
diesel::allow_tables_to_appear_in_same_query!(club_requests, players);
diesel::allow_tables_to_appear_in_same_query!(club_bans, players);
diesel::allow_tables_to_appear_in_same_query!(club_requests, blocks);

diesel::joinable!(tournament_entries -> players (player_id));
diesel::joinable!(tournament_members -> players (player_id));
diesel::joinable!(tournament_details -> tournaments (tournament_id));
diesel::allow_tables_to_appear_in_same_query!(
    tournaments,
    tournament_details,
    tournament_entries,
    tournament_members,
    tournament_events,
    tournament_rounds,
    players
);
diesel::allow_tables_to_appear_in_same_query!(tournaments, blocks);
diesel::allow_tables_to_appear_in_same_query!(tournament_details, blocks);
diesel::allow_tables_to_appear_in_same_query!(tournament_members, blocks);

diesel::table! {
    bot_matches (id) {
        id -> Uuid,
        creator_id -> Uuid,
        ruleset -> Text,
        options -> Text,
        seats -> SmallInt,
        visibility -> Text,
        clock -> Text,
        games -> Integer,
        at_once -> SmallInt,
        status -> Text,
        reason -> Nullable<Text>,
        secret -> Binary,
        commitment -> Binary,
        created_at -> Timestamptz,
        started_at -> Nullable<Timestamptz>,
        ended_at -> Nullable<Timestamptz>,
        ladder -> Bool,
    }
}

diesel::table! {
    bot_match_bots (match_id, place) {
        match_id -> Uuid,
        place -> SmallInt,
        player_id -> Uuid,
        strength -> Nullable<SmallInt>,
        accepted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    bot_match_games (match_id, number) {
        match_id -> Uuid,
        number -> Integer,
        game_id -> Uuid,
        ranks -> Nullable<Array<SmallInt>>,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    puzzle_ratings (puzzle_id) {
        puzzle_id -> Uuid,
        mu_micro -> BigInt,
        sigma_micro -> BigInt,
        answers -> Integer,
        solved -> Integer,
    }
}

diesel::table! {
    puzzle_solvers (player_id) {
        player_id -> Uuid,
        mu_micro -> BigInt,
        sigma_micro -> BigInt,
        answers -> Integer,
        solved -> Integer,
        last_answer_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    puzzle_answers (player_id, puzzle_id) {
        player_id -> Uuid,
        puzzle_id -> Uuid,
        answered_at -> Timestamptz,
        turn -> Text,
        solved -> Bool,
        mu_micro_before -> BigInt,
        sigma_micro_before -> BigInt,
        mu_micro_after -> BigInt,
        sigma_micro_after -> BigInt,
    }
}

diesel::table! {
    statistics_seats (ruleset, seats, rated, seat) {
        ruleset -> Text,
        seats -> SmallInt,
        rated -> Bool,
        seat -> SmallInt,
        games -> BigInt,
        win_parts -> BigInt,
        turns -> BigInt,
    }
}

diesel::table! {
    statistics_openings (ruleset, seats, rated, first, second) {
        ruleset -> Text,
        seats -> SmallInt,
        rated -> Bool,
        first -> Text,
        second -> Text,
        times -> BigInt,
        win_parts -> BigInt,
    }
}

diesel::table! {
    statistics_progress (only_one) {
        only_one -> Bool,
        folded_at -> Timestamptz,
        game_id -> Uuid,
        games -> BigInt,
    }
}
