//! The conditions of rated games: what a group of accounts cannot do to ratings, and what honest players do
//! not notice.

use std::collections::BTreeMap;

use fastrand::Rng;
use lapidary_contest::rating::conditions::{
    Contender, EARLY_LEAVES_PER_DAY_MAX, GAIN_PER_DAY_MAX, LAST_DAY_MS, LastDay, Meeting,
    PAIR_GAMES_PER_DAY_MAX, Unrated, check_limits, check_table, rises_too_far,
};
use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::skill::{MICRO_PER_SHOWN_POINT, Rating};
use lapidary_contest::rating::update::{Rated, update};

/// A seat of a game that was rated: the player, the ratings before and after it, and whether they left early.
#[derive(Clone, Copy)]
struct Played {
    player: usize,
    before: i64,
    after: i64,
    left_early: bool,
}

/// A seat of a game to play: the player, the place, and whether they leave early.
#[derive(Clone, Copy)]
struct Seat {
    player: usize,
    place: u8,
    left_early: bool,
}

/// A pool whose games are rated as a server rates them.
struct Server {
    is_limited: bool,
    forms: Vec<Form>,
    log: Vec<(i64, Vec<Played>)>,
    /// How many seats have kept their rating.
    capped: usize,
}

impl Server {
    fn new(players: usize) -> Server {
        Server { is_limited: true, forms: vec![Form::default(); players], log: Vec::new(), capped: 0 }
    }

    fn mu(&self, player: usize) -> i64 {
        self.forms[player].rating.mu_micro
    }

    fn last_day(&self, at_ms: i64, seats: &[Seat]) -> LastDay {
        let recent = || self.log.iter().rev().take_while(|(ended, _)| *ended > at_ms - LAST_DAY_MS);
        let of = |game: &[Played], player: usize| game.iter().find(|seat| seat.player == player).copied();
        let lowest = |seat: &Seat| {
            recent().filter_map(|(_, game)| of(game, seat.player)).map(|seat| seat.before).min()
        };
        let mut meetings = Vec::new();
        for (seat, own) in seats.iter().enumerate() {
            for (other, their) in seats.iter().enumerate().filter(|(other, _)| *other != seat) {
                let met: Vec<Played> = recent()
                    .filter(|(_, game)| of(game, their.player).is_some())
                    .filter_map(|(_, game)| of(game, own.player))
                    .collect();
                let left_early = met.iter().filter(|seat| seat.left_early).count() as u32;
                meetings.push(Meeting { seat, other, games: met.len() as u32, left_early });
            }
        }
        LastDay { lowest_mu_micro: seats.iter().map(lowest).collect(), meetings }
    }

    /// Plays a game that ends at this time.
    fn play(&mut self, at_ms: i64, seats: &[Seat]) -> Result<(), Unrated> {
        let rated: Vec<Rated> = seats
            .iter()
            .map(|seat| {
                let form = self.forms[seat.player];
                Rated { rating: form.rating, place: seat.place, days_idle: form.days_idle(at_ms) }
            })
            .collect();
        let contender = |seat: &Seat| Contender { owner: seat.player as u128, left_early: seat.left_early };
        let contenders: Vec<Contender> = seats.iter().map(contender).collect();
        check_table(true, &contenders)?;
        let last_day = self.last_day(at_ms, seats);
        if self.is_limited {
            check_limits(&contenders, &last_day)?;
        }
        let mut game = Vec::new();
        for ((place, seat), (rated, free)) in seats.iter().enumerate().zip(rated.iter().zip(update(&rated))) {
            let form = &mut self.forms[seat.player];
            let capped = self.is_limited && rises_too_far(rated.rating, free, last_day.lowest(place));
            self.capped += usize::from(capped);
            let rating = if capped { rated.rating } else { free };
            *form = Form { rating, games: form.games + 1, last_at_ms: Some(at_ms) };
            let (before, after) = (rated.rating.mu_micro, rating.mu_micro);
            game.push(Played { player: seat.player, before, after, left_early: seat.left_early });
        }
        self.log.push((at_ms, game));
        Ok(())
    }

    /// Returns the greatest rise of a rating within 24 hours, in shown points, whoever it belongs to.
    fn greatest_rise(&self) -> f64 {
        let mut of: BTreeMap<usize, Vec<(i64, Played)>> = BTreeMap::new();
        for (at, game) in &self.log {
            game.iter().for_each(|seat| of.entry(seat.player).or_default().push((*at, *seat)));
        }
        let rises = of.values().flat_map(|own| {
            own.iter().enumerate().flat_map(|(first, (from, low))| {
                let later = own[first..].iter().take_while(move |(at, _)| at - from < LAST_DAY_MS);
                later.map(move |(_, high)| high.after - low.before)
            })
        });
        rises.max().unwrap_or_default() as f64 / MICRO_PER_SHOWN_POINT as f64
    }

    /// Returns the greatest numbers of games within 24 hours: of two players with each other, and those in
    /// which one of them left early.
    fn greatest_meetings(&self) -> (usize, usize) {
        let mut pairs: BTreeMap<(usize, usize), Vec<(i64, bool)>> = BTreeMap::new();
        for (at, game) in &self.log {
            for seat in game {
                for other in game.iter().filter(|other| other.player != seat.player) {
                    pairs.entry((seat.player, other.player)).or_default().push((*at, seat.left_early));
                }
            }
        }
        let most = |counted: fn(&(i64, bool)) -> bool| {
            let of_pair = |games: &Vec<(i64, bool)>| {
                let games: Vec<i64> = games.iter().filter(|game| counted(game)).map(|game| game.0).collect();
                let within =
                    |from: &i64| games.iter().filter(|at| (0..LAST_DAY_MS).contains(&(*at - from))).count();
                games.iter().map(within).max().unwrap_or_default()
            };
            pairs.values().map(of_pair).max().unwrap_or_default()
        };
        (most(|_| true), most(|game| game.1))
    }
}

/// How a group of accounts plays.
#[derive(Clone, Copy, Debug)]
enum Strategy {
    /// Any tables, any results, any times.
    Random,
    /// One account wins all its games, against the best of the others who are left; the others never play
    /// without it.
    Feed,
    /// The others first feed each other in a chain, so that the one is fed by accounts with higher ratings.
    Chain,
    /// One account loses on purpose and then rises again.
    Swing,
}

const STRATEGIES: [Strategy; 4] = [Strategy::Random, Strategy::Feed, Strategy::Chain, Strategy::Swing];
/// The number of games that a group tries.
const TRIES: usize = 400;

/// Lets a group play what it likes for some days, and returns the server.
fn farm(accounts: usize, strategy: Strategy, is_limited: bool, seed: u64) -> Server {
    let mut random = Rng::with_seed(seed);
    let mut server = Server { is_limited, ..Server::new(accounts) };
    let mut at_ms = 1_700_000_000_000;
    for attempt in 0..TRIES {
        // Mostly seconds; at times the group waits, at times until a day is over to the millisecond.
        at_ms += match random.u8(0..=255) {
            0 => LAST_DAY_MS,
            1 => LAST_DAY_MS - 1,
            2 => random.i64(0..3 * LAST_DAY_MS),
            _ => random.i64(0..600_000),
        };
        let seats = random.usize(2..=accounts.min(4));
        let mut others: Vec<usize> = (1..accounts).collect();
        random.shuffle(&mut others);
        let winner = match strategy {
            Strategy::Random => random.usize(0..accounts),
            Strategy::Chain if attempt % 3 != 0 => others[0],
            _ => 0,
        };
        let mut table: Vec<usize> = (0..accounts).filter(|&player| player != winner).collect();
        random.shuffle(&mut table);
        if !matches!(strategy, Strategy::Random) {
            table.sort_by_key(|&player| std::cmp::Reverse(server.mu(player)));
            // A pair that has used up its games makes way.
            let skip = random.usize(0..table.len());
            table.rotate_left(skip);
        }
        table.truncate(seats - 1);
        table.insert(0, winner);
        let loses = matches!(strategy, Strategy::Swing) && attempt % 30 < 10;
        let seat = |(place, &player): (usize, &usize)| {
            let place = match strategy {
                Strategy::Random => random.u8(1..=seats as u8),
                _ if loses => (seats - place) as u8,
                _ => place as u8 + 1,
            };
            Seat { player, place, left_early: place > 1 && random.bool() }
        };
        let table: Vec<Seat> = table.iter().enumerate().map(seat).collect();
        let _ = server.play(at_ms, &table);
    }
    server
}

#[test]
fn no_group_of_accounts_gains_more_than_the_limit_within_24_hours() {
    let mut highest: f64 = 0.0;
    for accounts in 2..=12 {
        for strategy in STRATEGIES {
            for seed in 0..2 {
                let server = farm(accounts, strategy, true, seed);
                let rise = server.greatest_rise();
                assert!(
                    rise <= GAIN_PER_DAY_MAX as f64,
                    "{accounts} accounts, {strategy:?}, seed {seed}: {rise}"
                );
                let (games, early) = server.greatest_meetings();
                assert!(
                    games <= PAIR_GAMES_PER_DAY_MAX as usize,
                    "{accounts}, {strategy:?}, seed {seed}: {games}"
                );
                assert!(
                    early <= EARLY_LEAVES_PER_DAY_MAX as usize,
                    "{accounts}, {strategy:?}, seed {seed}: {early}"
                );
                highest = highest.max(rise);
            }
        }
    }
    // The groups reach the limit, and without it they would pass it by far.
    assert!(highest > 0.8 * GAIN_PER_DAY_MAX as f64, "{highest}");
    let free = farm(12, Strategy::Feed, false, 0);
    assert!(free.greatest_rise() > 2.0 * GAIN_PER_DAY_MAX as f64, "{}", free.greatest_rise());
}

/// The number of games of an eager player in a day.
const GAMES_A_DAY: usize = 20;

/// Half of the players come when the others have played for ten days; the true strengths have a deviation of
/// 350 points.
#[test]
fn honest_players_hardly_notice_the_limits() {
    let (mut games, mut held) = (0, 0);
    for seed in 0..2 {
        let mut random = Rng::with_seed(seed);
        let mut normal = || (0..12).map(|_| random.f64()).sum::<f64>() - 6.0;
        let strength: Vec<f64> = (0..40).map(|_| 1500.0 + 350.0 * normal()).collect();
        let mut server = Server::new(40);
        for day in 0..13_i64 {
            let present = if day < 10 { 20 } else { 40 };
            for game in 0..(present * GAMES_A_DAY / 2) as i64 {
                let own = random.usize(0..present);
                let mut others: Vec<usize> = (0..present).filter(|&other| other != own).collect();
                random.shuffle(&mut others);
                others.truncate(8);
                let near = |other: &usize| (server.mu(own) - server.mu(*other)).abs();
                let other = others.into_iter().min_by_key(near).unwrap();
                let chance = 1.0 / (1.0 + 10_f64.powf((strength[other] - strength[own]) / 400.0));
                let (first, second) = if random.f64() < chance { (own, other) } else { (other, own) };
                let seat = |player, place| Seat { player, place, left_early: false };
                let at = 1_700_000_000_000 + day * LAST_DAY_MS + game * 1_000;
                let before = server.capped;
                let _ = server.play(at, &[seat(first, 1), seat(second, 2)]);
                if own >= 20 || other >= 20 {
                    games += 1;
                    held += server.capped - before;
                }
            }
        }
    }
    assert!(held * 50 < games, "{held} of {games} games of newcomers");
}

#[test]
fn each_condition_has_its_reason() {
    let table = [1, 2].map(|owner| Contender { owner, left_early: false });
    assert_eq!(check_table(true, &table), Ok(()));
    assert_eq!(check_table(false, &table), Err(Unrated::NotPublic));
    assert_eq!(check_table(true, &[table[0], table[1], table[0]]), Err(Unrated::SameOwner));
    let met = |games, left_early| Meeting { seat: 0, other: 1, games, left_early };
    let day =
        |games, left_early| LastDay { lowest_mu_micro: Vec::new(), meetings: vec![met(games, left_early)] };
    assert_eq!(check_limits(&table, &LastDay::default()), Ok(()));
    assert_eq!(check_limits(&table, &day(5, 5)), Ok(()));
    assert_eq!(check_limits(&table, &day(6, 0)), Err(Unrated::PairLimit));
    let mut early = table;
    early[0].left_early = true;
    assert_eq!(check_limits(&early, &day(1, 0)), Ok(()), "the first one counts");
    assert_eq!(check_limits(&early, &day(1, 1)), Err(Unrated::LeftEarly));
    early = [table[0], Contender { left_early: true, ..table[1] }];
    assert_eq!(check_limits(&early, &day(1, 1)), Ok(()), "it counts for whoever leaves");
    // 300 points are 15 units of the mean.
    let rating = |mu_micro| Rating { mu_micro, sigma_micro: 2_000_000 };
    let (before, risen) = (rating(25_000_000), rating(26_000_000));
    assert!(!rises_too_far(before, risen, Some(11_000_000)));
    assert!(rises_too_far(before, risen, Some(10_999_999)));
    assert!(!rises_too_far(before, risen, None) && rises_too_far(before, rating(40_000_001), None));
    assert!(!rises_too_far(risen, before, Some(10_000_000)), "whoever loses is not held");
    assert_eq!(MICRO_PER_SHOWN_POINT as f64, 1e6 / 20.0);
    for reason in Unrated::ALL {
        assert_eq!(Unrated::named(reason.name()), Some(reason));
    }
}

#[test]
fn a_pair_has_six_games_in_any_day_by_their_begins() {
    const HOUR: i64 = LAST_DAY_MS / 24;
    let games = |before: &[i64]| {
        let mut day = LastDay::default();
        day.count_begun(before.iter().map(|hours| (vec![0, 1], hours * HOUR)));
        day.meetings.first().map_or(0, |met| met.games)
    };
    assert_eq!(games(&[]), 0);
    assert_eq!(games(&[24, 25, 23]), 1);
    assert_eq!(games(&[1; 9]), 6, "those beyond the limit do not count");
    // Six were within the limit 25 hours ago, so none of the next six, and all of these are out of the day.
    assert_eq!(games(&[25, 25, 25, 25, 25, 25, 13, 13, 13, 13, 13, 13]), 0);
    // Ten games at the same hour each day: six count each day.
    let evenings: Vec<i64> = (1..=7).flat_map(|day| [day * 24 - 1; 10]).collect();
    assert_eq!(games(&evenings), 6);
    let mut day = LastDay::default();
    day.note_early(1, 0);
    day.count_begun([(vec![0, 1, 2], HOUR), (vec![1, 2], 2 * HOUR)]);
    let met = |seat, other, games, left_early| Meeting { seat, other, games, left_early };
    assert_eq!(day.meetings, [met(1, 0, 0, 1), met(0, 1, 1, 0), met(0, 2, 1, 0), met(1, 2, 2, 0)]);
}
