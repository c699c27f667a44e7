//! The update of ratings: golden vectors, properties in random games, and a comparison with another
//! implementation.

use fastrand::Rng;
use lapidary_contest::rating::conditions::{GAIN_PER_DAY_MAX, LAST_DAY_MS};
use lapidary_contest::rating::ladder::{Form, Ladder, PlayerIndex};
use lapidary_contest::rating::leaderboard::{
    LeaderboardKey, ListingRules, Unlisted, check_listed, sigma_end,
};
use lapidary_contest::rating::log::RatingEvent;
use lapidary_contest::rating::pool::{NotAPool, Pace, PlayerKind, Pool, TableSize};
use lapidary_contest::rating::replay::{LogError, Replay, SeatUpdate, check_log};
use lapidary_contest::rating::season::carried;
use lapidary_contest::rating::skill::{MICRO_PER_SHOWN_POINT, Rating, Skill};
use lapidary_contest::rating::update::{BETA, KAPPA, Rated, TAU, idle_deviation, update, update_exactly};
use serde_json::Value;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

const VECTORS: &str = include_str!("rating_vectors.json");
const RANDOM_GAMES: usize = 2000;
const DAY_MS: i64 = 86_400_000;

fn vectors() -> Value {
    serde_json::from_str(VECTORS).unwrap()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

fn skill(value: &Value) -> Skill {
    Skill { mu: value["mu"].as_f64().unwrap(), sigma: value["sigma"].as_f64().unwrap() }
}

fn place(value: &Value) -> u8 {
    u8::try_from(value.as_u64().unwrap()).unwrap()
}

/// A table of 2 to 4 players with any plausible ratings, places and pauses.
fn random_table(random: &mut Rng) -> Vec<Rated> {
    let seats = random.usize(2..=4);
    let rating = |random: &mut Rng| Rating {
        mu_micro: random.i64(-20_000_000..70_000_000),
        sigma_micro: random.i64(300_000..8_400_000),
    };
    let player = |random: &mut Rng| Rated {
        rating: rating(random),
        place: random.u8(1..=4),
        days_idle: if random.bool() { 0 } else { random.u32(0..2000) },
    };
    (0..seats).map(|_| player(random)).collect()
}

#[test]
fn the_golden_vectors_are_reproduced() {
    let vectors = vectors();
    assert_eq!(vectors["config"]["beta"], BETA);
    assert_eq!(vectors["config"]["tau"], TAU);
    assert_eq!(vectors["config"]["kappa"], KAPPA);
    for game in list(&vectors["games"]) {
        let players = list(&game["players"]).iter().map(skill);
        let ranks = list(&game["ranks"]).iter().map(place);
        let updated = update_exactly(&players.zip(ranks).collect::<Vec<_>>());
        for (found, expected) in updated.iter().zip(list(&game["expected"]).iter().map(skill)) {
            let difference = (found.mu - expected.mu).abs().max((found.sigma - expected.sigma).abs());
            assert!(difference < 1e-9, "{}: {found:?}, expected {expected:?}", game["name"]);
        }
    }
}

#[test]
fn a_sequence_of_games_gives_the_golden_integers() {
    let vectors = vectors();
    let mut ladder = Ladder::default();
    let index = |name: &str| PlayerIndex(u32::from(name.as_bytes()[0] - b'A'));
    for game in list(&vectors["sequence"]["games"]) {
        let names = list(&game["players"]).iter().map(|name| index(name.as_str().unwrap()));
        let places = list(&game["ranks"]).iter().map(place);
        ladder.play(0, &names.zip(places).collect::<Vec<_>>());
        for (name, after) in game["after"].as_object().unwrap() {
            let rating = ladder.form(index(name)).rating;
            assert_eq!(Some(rating.mu_micro), after["mu_micro"].as_i64(), "{name}");
            assert_eq!(Some(rating.sigma_micro), after["sigma_micro"].as_i64(), "{name}");
        }
    }
}

#[test]
fn a_better_place_never_gives_a_lower_mean() {
    let mut random = Rng::with_seed(1);
    for _ in 0..RANDOM_GAMES {
        let mut table = random_table(&mut random);
        let own = random.usize(0..table.len());
        let mut last = i64::MAX;
        for place in 1..=5 {
            table[own].place = place;
            let mean = update(&table)[own].mu_micro;
            assert!(mean <= last, "place {place} of seat {own} in {table:?}");
            last = mean;
        }
    }
}

#[test]
fn the_deviation_does_not_depend_on_the_result() {
    let mut random = Rng::with_seed(2);
    for _ in 0..RANDOM_GAMES {
        let mut table = random_table(&mut random);
        let deviations =
            |table: &[Rated]| update(table).iter().map(|rating| rating.sigma_micro).collect::<Vec<_>>();
        let before = deviations(&table);
        table.iter_mut().for_each(|player| player.place = random.u8(1..=4));
        assert_eq!(before, deviations(&table), "{table:?}");
    }
}

#[test]
fn a_sole_winner_never_drops() {
    let mut random = Rng::with_seed(3);
    for _ in 0..RANDOM_GAMES {
        let mut table = random_table(&mut random);
        table.iter_mut().for_each(|player| player.place = random.u8(2..=4));
        table[0].place = 1;
        assert!(update(&table)[0].mu_micro >= table[0].rating.mu_micro, "{table:?}");
    }
}

#[test]
fn the_order_of_seats_does_not_matter() {
    let mut random = Rng::with_seed(4);
    for _ in 0..RANDOM_GAMES {
        let table = random_table(&mut random);
        let mut order: Vec<usize> = (0..table.len()).collect();
        random.shuffle(&mut order);
        let moved = update(&order.iter().map(|&seat| table[seat]).collect::<Vec<_>>());
        let expected = update(&table);
        assert_eq!(moved, order.iter().map(|&seat| expected[seat]).collect::<Vec<_>>(), "{table:?}");
    }
}

#[test]
fn the_result_is_finite_for_any_input() {
    let mut random = Rng::with_seed(5);
    for _ in 0..RANDOM_GAMES {
        let any = |random: &mut Rng| {
            let shift = random.u32(0..63);
            (
                Skill { mu: (random.i64(..) >> shift) as f64, sigma: (random.u64(..) >> shift) as f64 },
                random.u8(..),
            )
        };
        let table: Vec<(Skill, u8)> = (0..random.usize(1..=6)).map(|_| any(&mut random)).collect();
        let finite = |skill: &Skill| skill.mu.is_finite() && skill.sigma.is_finite();
        assert!(update_exactly(&table).iter().all(finite), "{table:?}");
    }
}

/// `skillratings` has no tau, so it is added before the call, and another gamma, which changes only the
/// deviations: the means overlap.
#[test]
fn another_implementation_gives_the_same_means() {
    let mut random = Rng::with_seed(6);
    let config = WengLinConfig { beta: BETA, uncertainty_tolerance: 1e-12 };
    for _ in 0..RANDOM_GAMES {
        let table = random_table(&mut random);
        let ours = update_exactly(
            &table.iter().map(|player| (player.rating.skill(), player.place)).collect::<Vec<_>>(),
        );
        let teams: Vec<[WengLinRating; 1]> = table
            .iter()
            .map(|player| {
                let Skill { mu, sigma } = player.rating.skill();
                [WengLinRating { rating: mu, uncertainty: f64::hypot(sigma, TAU) }]
            })
            .collect();
        let places = table.iter().map(|player| MultiTeamOutcome::new(usize::from(player.place)));
        let input: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            teams.iter().map(|team| &team[..]).zip(places).collect();
        for (own, theirs) in ours.iter().zip(weng_lin_multi_team(&input, &config)) {
            assert!((own.mu - theirs[0].rating).abs() < 1e-9, "{own:?}, {theirs:?} for {table:?}");
        }
    }
}

#[test]
fn inactivity_adds_variance_up_to_that_of_a_new_player() {
    assert_eq!(idle_deviation(3.0, 0), 3.0);
    assert!((idle_deviation(3.0, 100).powi(2) - (9.0 + 1.39)).abs() < 1e-12);
    assert!((idle_deviation(3.0, u32::MAX) - 25.0 / 3.0).abs() < 1e-12);
    assert!(idle_deviation(9.0, 50) >= 9.0, "a higher deviation stays");
    let after_days = |days: i64| Form { last_at_ms: Some(0), ..Form::default() }.days_idle(days * DAY_MS - 1);
    assert_eq!([after_days(0), after_days(1), after_days(2)], [0, 0, 1], "only whole days");
    assert_eq!(Form::default().days_idle(i64::MAX), 0);
}

#[test]
fn a_pause_makes_the_next_result_weigh_more() {
    let veteran = Rating { mu_micro: 30_000_000, sigma_micro: 2_000_000 };
    let gain = |days_idle| {
        let table = [
            Rated { rating: veteran, place: 1, days_idle },
            Rated { rating: veteran, place: 2, days_idle: 0 },
        ];
        update(&table)[0].mu_micro - veteran.mu_micro
    };
    assert!(gain(365) > gain(30) && gain(30) > gain(0));
}

#[test]
fn ratings_are_shown_as_elo_points() {
    let rating = |mu_micro, sigma_micro| Rating { mu_micro, sigma_micro };
    assert_eq!((Rating::START.shown(), Rating::START.shown_deviation()), (1500, 167));
    assert_eq!(rating(35_024_999, 1).shown(), 1700);
    assert_eq!(rating(35_025_000, 1).shown(), 1701);
    assert!(Rating::START.is_provisional());
    assert!(rating(0, 3_775_000).is_provisional() && !rating(0, 3_774_999).is_provisional());
}

#[test]
fn a_leaderboard_prefers_certain_ratings() {
    let (certain, uncertain) = (
        Rating { mu_micro: 30_000_000, sigma_micro: 1_500_000 },
        Rating { mu_micro: 31_000_000, sigma_micro: 3_000_000 },
    );
    assert!(LeaderboardKey::of(certain) < LeaderboardKey::of(uncertain));
    let usual = ListingRules::USUAL;
    assert_eq!(check_listed(usual, certain, 10, 30), Ok(()));
    assert_eq!(check_listed(usual, Rating::START, 10, 30), Err(Unlisted::Uncertain));
    assert_eq!(check_listed(usual, certain, 9, 30), Err(Unlisted::FewOpponents));
    assert_eq!(check_listed(usual, certain, 10, 31), Err(Unlisted::Inactive));
    let club = ListingRules { rd_max: 90, opponents_min: 3, days_idle_max: 90 };
    let rating = |sigma_micro| Rating { mu_micro: 30_000_000, sigma_micro };
    assert_eq!(check_listed(club, rating(4_524_999), 3, 90), Ok(()));
    assert_eq!(check_listed(club, rating(4_525_000), 3, 90), Err(Unlisted::Uncertain));
    assert_eq!(check_listed(club, certain, 2, 90), Err(Unlisted::FewOpponents));
    assert_eq!(check_listed(club, certain, 3, 91), Err(Unlisted::Inactive));
}

#[test]
fn a_season_widens_the_deviation_up_to_that_of_a_new_player() {
    let rating = |sigma_micro| Rating { mu_micro: 31_234_567, sigma_micro };
    // 60 points become √(60² + 100²), then √(60² + 2 · 100²).
    assert_eq!(carried(rating(3_000_000), 0), rating(3_000_000));
    assert_eq!(carried(rating(3_000_000), 1), rating(5_830_952));
    assert_eq!(carried(rating(3_000_000), 2), rating(7_681_146));
    assert_eq!(carried(rating(3_000_000), 3), rating(8_333_333));
    assert_eq!(carried(rating(3_000_000), u32::MAX), rating(8_333_333));
    assert_eq!(carried(Rating::START, 1), Rating::START);
    assert_eq!(carried(rating(9_000_000), 1), rating(9_000_000), "more than that is not taken back");
}

#[test]
fn a_deviation_ends_where_the_next_one_is_shown() {
    for rd in 1..=ListingRules::RD_MAX {
        let shown = |sigma_micro| Rating { mu_micro: 0, sigma_micro }.shown_deviation();
        let end = sigma_end(rd);
        assert_eq!((shown(end - 1), shown(end)), (i64::from(rd), i64::from(rd) + 1));
    }
}

#[test]
fn names_of_pools_are_read_and_written() {
    let pool = Pool::new("splendor", TableSize::Duel, Pace::Live, PlayerKind::Human).unwrap();
    assert_eq!(pool.to_string(), "splendor.duel.live.human");
    for ruleset in ["splendor+orient+strongholds", "kids", "kids+mysteries"] {
        for (size, pace) in [(TableSize::Duel, Pace::Correspondence), (TableSize::Table, Pace::Live)] {
            let pool = Pool::new(ruleset, size, pace, PlayerKind::Bot).unwrap();
            assert_eq!(pool.to_string().parse(), Ok(pool));
        }
    }
    let fault = |text: &str| text.parse::<Pool>().unwrap_err();
    assert_eq!(fault("splendor.duel.live"), NotAPool::Parts);
    assert_eq!(fault("splendor.duel.live.human."), NotAPool::Season);
    assert_eq!(fault("splendor.duel.live.human.7"), NotAPool::Season);
    let season = "splendor.duel.live.human.01890a5d-ac96-774b-bcce-b302099a8057";
    assert_eq!(season.parse::<Pool>().unwrap().to_string(), season);
    assert_eq!(
        fault(&season.to_uppercase().replace("SPLENDOR.DUEL.LIVE.HUMAN", "splendor.duel.live.human")),
        NotAPool::Season
    );
    assert_eq!(fault(&season.replace("ac96-", "ac96")), NotAPool::Season);
    assert_eq!(fault(&format!("{season}.1")), NotAPool::Parts);
    assert_eq!(fault("Splendor.duel.live.human"), NotAPool::Ruleset);
    assert_eq!(fault(".duel.live.human"), NotAPool::Ruleset);
    assert_eq!(fault("splendor.Duel.live.human"), NotAPool::Size);
    assert_eq!(fault("splendor.duel.blitz.human"), NotAPool::Pace);
    assert_eq!(fault("splendor.duel.live.people"), NotAPool::Players);
}

#[test]
fn tables_have_the_pool_of_their_size_and_players() {
    let sizes = [1, 2, 3, 4, 5].map(TableSize::of_seats);
    assert_eq!(sizes, [None, Some(TableSize::Duel), Some(TableSize::Table), Some(TableSize::Table), None]);
    assert_eq!(PlayerKind::of_table(0, 3), Some(PlayerKind::Human));
    assert_eq!(PlayerKind::of_table(3, 3), Some(PlayerKind::Bot));
    assert_eq!(PlayerKind::of_table(1, 3), None, "a mixed game is unrated");
}

/// The log of random games of 12 players, as a server writes it.
fn random_log(seed: u64) -> Vec<RatingEvent> {
    let mut random = Rng::with_seed(seed);
    let (mut ladder, mut log, mut at_ms) = (Ladder::default(), Vec::new(), 1_700_000_000_000);
    for pool_seq in 1..=300 {
        at_ms += random.i64(0..5 * DAY_MS);
        let seats = random.u8(2..=4);
        let players = random.choose_multiple(0..12u32, usize::from(seats));
        let seated: Vec<(PlayerIndex, u8)> =
            players.into_iter().map(|player| (PlayerIndex(player), random.u8(1..=seats))).collect();
        let before = ladder.play(at_ms, &seated);
        log.extend(seated.iter().zip(before).zip(0..).map(|((&(player, place), before), seat)| {
            RatingEvent {
                pool_seq,
                game: format!("g{pool_seq}"),
                player: format!("p{}", player.0),
                place,
                seat,
                seats,
                before,
                after: ladder.form(player).rating,
                finished_at_ms: at_ms,
                annulled: false,
                capped: false,
            }
        }));
    }
    log
}

#[test]
fn a_recomputed_log_is_equal_bit_for_bit() {
    let log = random_log(7);
    let forms = check_log(&log).unwrap();
    for (player, form) in &forms {
        let last = log.iter().rfind(|event| event.player == *player).unwrap();
        assert_eq!((form.rating, form.last_at_ms), (last.after, Some(last.finished_at_ms)));
    }
    let games: u32 = forms.values().map(|form| form.games).sum();
    assert_eq!(games as usize, log.len());
}

#[test]
fn a_changed_log_is_refused() {
    let log = random_log(8);
    let fault = |change: &dyn Fn(&mut Vec<RatingEvent>)| {
        let mut changed = log.clone();
        change(&mut changed);
        check_log(&changed).unwrap_err()
    };
    assert!(matches!(fault(&|log| log[200].after.mu_micro += 1), LogError::Rating { .. }));
    assert!(matches!(fault(&|log| log[200].before.sigma_micro -= 1), LogError::Rating { .. }));
    assert!(matches!(fault(&|log| log[0].place += 1), LogError::Rating { .. }));
    assert!(matches!(fault(&|log| drop(log.remove(100))), LogError::Seats(_)));
    assert_eq!(fault(&|log| log[1].player = log[0].player.clone()), LogError::Twice(1));
    assert_eq!(fault(&|log| log[0].game = "other".to_owned()), LogError::Seats(1));
    assert!(matches!(
        fault(&|log| log.retain(|e| e.pool_seq != 50)),
        LogError::Sequence { expected: 50, found: 51 }
    ));
    let early = |log: &mut Vec<RatingEvent>| {
        log.iter_mut().filter(|event| event.pool_seq == 9).for_each(|event| event.finished_at_ms = 0);
    };
    assert_eq!(fault(&early), LogError::Time(9));
}

#[test]
fn an_annulled_game_changes_nothing_but_keeps_its_number() {
    let log = random_log(9);
    let annulled: Vec<u64> = vec![1, 50, 51, 300];
    let mut replay = Replay::default();
    let mut corrected = log.clone();
    for game in corrected.chunk_by_mut(|a, b| a.pool_seq == b.pool_seq) {
        game.iter_mut().for_each(|event| event.annulled = annulled.contains(&event.pool_seq));
        for (place, new) in replay.play(game).unwrap().into_iter().enumerate() {
            (game[place].before, game[place].after) = (new.before, new.after);
        }
    }
    let forms = check_log(&corrected).unwrap();
    // The same games without them, numbered anew, give the same ratings.
    let mut left: Vec<RatingEvent> = corrected.iter().filter(|event| !event.annulled).cloned().collect();
    for (game, number) in left.chunk_by_mut(|a, b| a.pool_seq == b.pool_seq).zip(1..) {
        game.iter_mut().for_each(|event| event.pool_seq = number);
    }
    let played = check_log(&left).unwrap();
    for (player, form) in &forms {
        assert_eq!(played.get(player).copied().unwrap_or_default(), *form);
    }
    let mut half = corrected.clone();
    half[0].annulled = false;
    assert_eq!(check_log(&half), Err(LogError::Seats(1)));
    half = log.clone();
    half.iter_mut().filter(|event| event.pool_seq == 1).for_each(|event| event.annulled = true);
    assert!(matches!(check_log(&half), Err(LogError::Rating { pool_seq: 1, .. })));
}

#[test]
fn a_replay_continues_where_the_players_are_known() {
    let log = random_log(10);
    let (first, rest) = log.split_at(log.iter().position(|event| event.pool_seq == 200).unwrap());
    let mut replay = Replay::after(199);
    for (player, form) in check_log(first).unwrap() {
        replay.resume(&player, form);
    }
    for game in rest.chunk_by(|a, b| a.pool_seq == b.pool_seq) {
        replay.check(game).unwrap();
    }
    assert_eq!(replay.games(), 300);
    for (player, form) in check_log(&log).unwrap() {
        assert_eq!(replay.form(&player), form);
    }
}

/// Returns how far each rating rises by a game above its lowest value of the last day, at most, in
/// millionths.
fn highest_gain(log: &[RatingEvent]) -> i64 {
    let gain = |event: &RatingEvent| {
        let since = event.finished_at_ms - LAST_DAY_MS;
        let own = log.iter().filter(|other| other.player == event.player && other.pool_seq <= event.pool_seq);
        let lowest =
            own.filter(|other| other.finished_at_ms > since).map(|other| other.before.mu_micro).min();
        event.after.mu_micro - lowest.unwrap_or(event.before.mu_micro)
    };
    let rises = log.iter().filter(|event| event.after.mu_micro > event.before.mu_micro);
    rises.map(gain).max().unwrap_or_default()
}

/// Plays a log anew. `limited` says whether the limit of a day is kept. Returns the log.
fn recomputed(log: &[RatingEvent], limited: bool) -> Vec<RatingEvent> {
    let (mut replay, mut new) = (Replay::default(), log.to_vec());
    if limited {
        replay.limit_gains();
    }
    for game in new.chunk_by_mut(|a, b| a.pool_seq == b.pool_seq) {
        let played = replay.recompute(game).unwrap();
        for (event, new) in game.iter_mut().zip(played) {
            (event.before, event.after, event.capped) = (new.before, new.after, new.capped);
        }
    }
    new
}

/// Returns a log of games within some days, of which none has broken the limit of a day.
fn limited_log(random: &mut Rng) -> Vec<RatingEvent> {
    let mut log: Vec<RatingEvent> = Vec::new();
    let (mut at_ms, mut number) = (1_700_000_000_000, 0);
    while number < 60 {
        at_ms += random.i64(0..DAY_MS / 8);
        let players = random.choose_multiple(0..10u8, 4);
        // Some win more than others, as cheats do.
        let mut order: Vec<u8> = players.clone();
        order.sort_by_cached_key(|player| if random.u8(0..4) == 0 { 10 } else { *player });
        let place = |player: &u8| 1 + order.iter().position(|other| other == player).unwrap() as u8;
        let seat = |(player, seat): (&u8, u8)| RatingEvent {
            pool_seq: number + 1,
            game: format!("g{number}"),
            player: format!("p{player}"),
            place: place(player),
            seat,
            seats: 4,
            before: Rating::START,
            after: Rating::START,
            finished_at_ms: at_ms,
            annulled: false,
            capped: false,
        };
        let game: Vec<RatingEvent> = players.iter().zip(0..).map(seat).collect();
        let longer = recomputed(&[log.clone(), game].concat(), false);
        if highest_gain(&longer) <= GAIN_PER_DAY_MAX * MICRO_PER_SHOWN_POINT {
            (log, number) = (longer, number + 1);
        }
    }
    log
}

#[test]
fn no_rating_rises_beyond_the_limit_of_a_day_by_a_recomputation() {
    let most = GAIN_PER_DAY_MAX * MICRO_PER_SHOWN_POINT;
    let (mut broken, mut capped) = (0, 0);
    for seed in 1..=20 {
        let mut random = Rng::with_seed(seed);
        let mut log = limited_log(&mut random);
        assert_eq!(recomputed(&log, true), log, "seed {seed}: a log that is true stays");
        // Whatever was annulled or corrected, the limit holds.
        let gone = random.choose_multiple(1..=60u64, 12);
        log.iter_mut().for_each(|event| event.annulled = gone.contains(&event.pool_seq));
        broken += usize::from(highest_gain(&recomputed(&log, false)) > most);
        let new = recomputed(&log, true);
        assert!(highest_gain(&new) <= most, "seed {seed}");
        check_log(&new).unwrap();
        assert_eq!(recomputed(&new, true), new, "seed {seed}: once is enough");
        // Only a rise is held back, and the others at the table have what the game gives.
        for held in new.iter().filter(|event| event.capped) {
            assert_eq!(held.after, held.before, "seed {seed}");
            let game = new.iter().filter(|event| event.pool_seq == held.pool_seq);
            assert!(game.clone().any(|event| event.after != event.before), "seed {seed}");
            capped += 1;
        }
        // Marks without a reason change nothing for whoever loses.
        let mut marked = log.clone();
        marked.iter_mut().for_each(|event| event.capped = event.place == event.seats);
        for (lost, found) in log.iter().zip(recomputed(&marked, false)).filter(|(event, _)| event.place == 4)
        {
            assert!(lost.annulled || found.after.sigma_micro != found.before.sigma_micro, "seed {seed}");
        }
    }
    assert!(broken > 0 && capped >= broken, "{broken} logs would break the limit, {capped} seats are capped");
}

#[test]
fn the_day_before_a_replay_belongs_to_its_limit() {
    let mut random = Rng::with_seed(3);
    let log = limited_log(&mut random);
    let (first, rest) = log.split_at(log.iter().position(|event| event.pool_seq == 30).unwrap());
    let mut changed = log.clone();
    changed.iter_mut().filter(|event| event.pool_seq == 30).for_each(|event| event.annulled = true);
    let whole = recomputed(&changed, true);
    let mut replay = Replay::after(29);
    replay.limit_gains();
    for (player, form) in check_log(first).unwrap() {
        replay.resume(&player, form);
    }
    for event in first {
        replay.recall(&event.player, event.finished_at_ms, event.before.mu_micro);
    }
    for (game, expected) in rest
        .chunk_by(|a, b| a.pool_seq == b.pool_seq)
        .zip(whole[first.len()..].chunk_by(|a, b| a.pool_seq == b.pool_seq))
    {
        let mut game = game.to_vec();
        game.iter_mut().for_each(|event| event.annulled = event.pool_seq == 30);
        let played = replay.recompute(&game).unwrap();
        assert_eq!(played, expected.iter().map(SeatUpdate::logged).collect::<Vec<_>>());
    }
}
