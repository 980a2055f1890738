//! Plays games of ¡No Siesta! between equal bots and prints statistics of all variants in Markdown. The default bot
//! is `sensible`.
//!
//! `cargo run --release -p bots --example calibrate -- [GAMES] [--bot BOT] [--seed N] [--sheet FILE]`

use std::error::Error;
use std::fmt::Display;

use bots::Player;
use bots::no_siesta::Bot;
use game::{Random, Seat, ToAct};
use no_siesta::{
    Action, Cart, CartStatus, Helper, Market, Mode, Position, ScoreItem, Sheet, SoloRank, Tile, Unit, Variant,
};

struct Options {
    games: u64,
    bot: Bot,
    seed: u64,
    sheet: &'static Sheet,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options { games: 1000, bot: Bot::Sensible, seed: 1, sheet: Sheet::standard() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seed" => options.seed = arguments.next().ok_or("--seed takes a number")?.parse()?,
            "--bot" => options.bot = arguments.next().ok_or("--bot takes a name")?.parse()?,
            "--sheet" => {
                let path = arguments.next().ok_or("--sheet takes a file")?;
                options.sheet = Sheet::load(&std::fs::read_to_string(path)?)?;
            }
            games => options.games = games.parse().map_err(|_| format!("`{games}` is no number of games"))?,
        }
    }
    Ok(options)
}

/// Values of one statistic.
#[derive(Default)]
struct Sample(Vec<i32>);

impl Sample {
    fn mean(&self) -> f64 {
        self.0.iter().map(|value| f64::from(*value)).sum::<f64>() / self.0.len().max(1) as f64
    }

    fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.0.iter().map(|value| (f64::from(*value) - mean).powi(2)).sum();
        (squares / self.0.len().max(1) as f64).sqrt()
    }

    /// The value below which this many per cent of all values lie.
    fn percentile(&self, hundredths: usize) -> i32 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * hundredths / 100).min(sorted.len().saturating_sub(1));
        sorted.get(place).copied().unwrap_or(0)
    }
}

/// The statistics of one variant, a column of the report. Counts are over all players of all games.
struct Column {
    variant: Variant,
    games: u64,
    rounds: Sample,
    scores: Sample,
    winners: Sample,
    margins: Sample,
    items: Vec<i64>,
    helpers: [u64; 12],
    copied: u64,
    larger: [u64; 3],
    smaller: [u64; 3],
    trades: Vec<u64>,
    market: [u64; 6],
    built: Sample,
    drawn: [u64; 8],
    sets: Sample,
    pairs: Sample,
    track: Sample,
    arrived: u64,
    wins: [f64; Seat::MAX],
    ranks: [u64; 6],
    neutral_track: Sample,
    neutral_arrived: u64,
    neutral_carts: [u64; 3],
    neutral_market: [u64; 6],
    declined: u64,
    marked: u64,
}

impl Column {
    fn new(variant: Variant) -> Self {
        Self {
            variant,
            games: 0,
            rounds: Sample::default(),
            scores: Sample::default(),
            winners: Sample::default(),
            margins: Sample::default(),
            items: vec![0; ScoreItem::all().count()],
            helpers: [0; 12],
            copied: 0,
            larger: [0; 3],
            smaller: [0; 3],
            trades: vec![0; variant.sheet().trades().len()],
            market: [0; 6],
            built: Sample::default(),
            drawn: [0; 8],
            sets: Sample::default(),
            pairs: Sample::default(),
            track: Sample::default(),
            arrived: 0,
            wins: [0.0; Seat::MAX],
            ranks: [0; 6],
            neutral_track: Sample::default(),
            neutral_arrived: 0,
            neutral_carts: [0; 3],
            neutral_market: [0; 6],
            declined: 0,
            marked: 0,
        }
    }

    fn play(&mut self, bot: Bot, seed: u64) {
        let mut random = Random::new(seed);
        let seats = self.variant.players().seats();
        let mut players: Vec<Box<dyn Player<Position>>> = seats.map(|_| bot.player(random.next())).collect();
        let mut position = Position::start(self.variant);
        loop {
            match position.to_act() {
                ToAct::Over => break,
                ToAct::Chance => {
                    let Some(chance) = position.random_chance(&mut random) else { break };
                    position.happen(&chance).expect("chance does what can happen");
                }
                ToAct::Seats(seats) => {
                    let Some(seat) = seats.iter().next() else { break };
                    let player = &mut *players[seat.index()];
                    let Some(action) = bots::choose(player, &position, seat, bots::system_clock) else {
                        break;
                    };
                    if let Action::Take(_, units) | Action::Mark(units) = action {
                        self.marked += u64::from(!units.is_empty());
                        self.declined += u64::from(units.is_empty());
                    }
                    position.play(seat, &action).expect("a bot does what it may");
                }
            }
        }
        self.count(&position);
    }

    fn count(&mut self, position: &Position) {
        let sheet = self.variant.sheet();
        let last = self.variant.track().last;
        self.games += 1;
        self.rounds.0.push(position.round().into());
        let (scores, ranks) = (position.scores(), position.ranks());
        let winners = ranks.iter().filter(|(_, rank)| **rank == 1).count() as f64;
        let mut sorted = scores.as_slice().to_vec();
        sorted.sort_unstable();
        self.winners.0.extend(sorted.last());
        if let [.., second, first] = sorted[..] {
            self.margins.0.push(first - second);
        }
        for (seat, score) in scores.iter() {
            let farm = position.farm(seat);
            self.scores.0.push(*score);
            for (sum, (_, points)) in self.items.iter_mut().zip(position.score_sheet(seat)) {
                *sum += i64::from(points);
            }
            for helper in (0..sheet.helpers().len()).filter_map(|space| farm.hired(space)) {
                self.helpers[helper.index()] += 1;
            }
            self.copied += u64::from(farm.copied().is_some());
            for cart in Cart::ALL {
                match farm.cart(cart).status() {
                    CartStatus::Larger => self.larger[cart.index()] += 1,
                    CartStatus::Smaller => self.smaller[cart.index()] += 1,
                    CartStatus::Open | CartStatus::New => {}
                }
            }
            for (trade, count) in self.trades.iter_mut().enumerate() {
                *count += u64::from(farm.has_traded(trade));
            }
            for space in Market::ALL {
                self.market[space.index()] += u64::from(position.on_market(space).contains(seat));
            }
            for tile in Tile::ALL {
                self.drawn[tile.index()] += u64::from(farm.tiles(tile) + farm.turned(tile));
            }
            self.built.0.push(farm.built().into());
            self.sets.0.push(farm.harvest_sets().into());
            self.pairs.0.push(farm.animal_pairs().into());
            self.track.0.push(farm.track().into());
            self.arrived += u64::from(farm.track() == last);
            if ranks[seat] == 1 {
                self.wins[seat.index()] += 1.0 / winners;
            }
        }
        if let Some(rank) = position.solo_rank() {
            self.ranks[rank.index()] += 1;
        }
        if let Some(solo) = position.solo() {
            self.neutral_track.0.push(solo.track().into());
            self.neutral_arrived += u64::from(solo.track() == last);
            for cart in Cart::ALL {
                self.neutral_carts[cart.index()] += u64::from(solo.has_finished(cart));
            }
            for space in Market::ALL {
                self.neutral_market[space.index()] += u64::from(position.neutral_on_market(space));
            }
        }
    }

    fn players(&self) -> u64 {
        self.variant.players().count() as u64
    }

    /// The count as a percentage of all players of all games.
    fn of_players(&self, count: u64) -> String {
        percent(count as f64, (self.games * self.players()) as f64)
    }

    fn of_games(&self, count: f64) -> String {
        percent(count, self.games as f64)
    }
}

fn percent(count: f64, all: f64) -> String {
    format!("{:.0}%", 100.0 * count / all.max(1.0))
}

/// Prints the header of a table with a column for each variant.
fn head(title: &str, columns: &[&Column]) {
    println!("\n| {title} |{}", columns.iter().map(|one| heading(one)).collect::<String>());
    println!("|---|{}", "---:|".repeat(columns.len()));
}

/// Prints a row of the table.
fn row(name: impl Display, columns: &[&Column], cell: impl Fn(&Column) -> String) {
    println!("| {name} |{}", columns.iter().map(|one| format!(" {} |", cell(one))).collect::<String>());
}

fn heading(column: &Column) -> String {
    match column.variant.mode() {
        Mode::Solo => " solo |".to_owned(),
        mode @ (Mode::Standard | Mode::Original | Mode::Experienced) => {
            format!(" {mode} {} |", column.variant.players())
        }
    }
}

/// Prints a table with a row for each of these things.
fn each<T: Display + Copy>(
    title: &str,
    columns: &[&Column],
    things: &[T],
    cell: impl Fn(&Column, T) -> String,
) {
    head(title, columns);
    for thing in things {
        row(thing, columns, |column| cell(column, *thing));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let Options { games, bot, seed, sheet } = options()?;
    let variants = Variant::all()
        .map(|variant| Variant::with_sheet(variant.players(), variant.mode(), sheet))
        .collect::<Result<Vec<Variant>, _>>()?;
    let columns: Vec<Column> = variants
        .into_iter()
        .map(|variant| {
            let mut column = Column::new(variant);
            for game in 0..games {
                column.play(bot, game::mix(seed ^ game::mix(game)));
            }
            column
        })
        .collect();
    let sheet_name = sheet.fingerprint();
    println!("{games} games of {bot} for each mode and player count, seed {seed}, sheet `{sheet_name}`.");
    report(&columns, sheet);
    Ok(())
}

fn report(columns: &[Column], sheet: &Sheet) {
    let all: Vec<&Column> = columns.iter().collect();
    let is_solo = |column: &&Column| column.variant.mode() == Mode::Solo;
    let (solo, several): (Vec<&Column>, Vec<&Column>) = columns.iter().partition(is_solo);
    report_scores(&all, &several);
    report_players(&all, sheet);
    report_solo(&solo);
}

fn report_scores(all: &[&Column], several: &[&Column]) {
    println!("\n### Length and scores");
    head("a game", all);
    row("rounds, mean", all, |one| format!("{:.1}", one.rounds.mean()));
    row("rounds, 5–95%", all, |one| format!("{}–{}", one.rounds.percentile(5), one.rounds.percentile(95)));
    row("score, mean", all, |one| format!("{:.1}", one.scores.mean()));
    row("score, standard deviation", all, |one| format!("{:.1}", one.scores.deviation()));
    row("score, 5–95%", all, |one| format!("{}–{}", one.scores.percentile(5), one.scores.percentile(95)));
    row("winner's score, mean", all, |one| format!("{:.1}", one.winners.mean()));
    row("winner's margin, mean", all, |one| match one.variant.mode() {
        Mode::Solo => "–".to_owned(),
        Mode::Standard | Mode::Original | Mode::Experienced => format!("{:.1}", one.margins.mean()),
    });
    row("dice not marked", all, |one| percent(one.declined as f64, (one.declined + one.marked) as f64));

    let seats = &Seat::ALL;
    each("games won by seat, ties shared", several, seats, |one, seat| {
        if one.variant.players().has(seat) { one.of_games(one.wins[seat.index()]) } else { "–".to_owned() }
    });

    println!("\n### Points by area: mean points of a player, and their share");
    let items: Vec<ScoreItem> = ScoreItem::all().collect();
    each("area", all, &items, |one, item| {
        let place = items.iter().position(|other| *other == item).unwrap_or(0);
        let sum = one.items[place] as f64;
        let total: i64 = one.items.iter().sum();
        format!("{:.1} ({})", sum / (one.games * one.players()) as f64, percent(sum, total as f64))
    });
}

fn report_players(all: &[&Column], sheet: &Sheet) {
    println!("\n### What a player does: share of players, or mean");
    each("helper hired", all, &Helper::ALL, |one, helper| {
        if helper.is_grey() && one.variant.mode() != Mode::Experienced {
            "–".to_owned()
        } else {
            one.of_players(one.helpers[helper.index()])
        }
    });
    row("somebody's helper copied", all, |one| one.of_players(one.copied));

    each("cart completed (for the larger value)", all, &Cart::ALL, |one, cart| {
        let (larger, smaller) = (one.larger[cart.index()], one.smaller[cart.index()]);
        format!("{} ({})", one.of_players(larger + smaller), one.of_players(larger))
    });
    head("trade made", all);
    for (trade, units) in sheet.trades().iter().enumerate() {
        row(units.map(Unit::name).join(" "), all, |one| one.of_players(one.trades[trade]));
    }
    each("market space used", all, &Market::ALL, |one, space| one.of_players(one.market[space.index()]));
    each("roof tiles built, a player", all, &Tile::ALL, |one, tile| {
        format!("{:.2}", one.drawn[tile.index()] as f64 / (one.games * one.players()) as f64)
    });
    head("a player", all);
    row("sections built", all, |one| format!("{:.1}", one.built.mean()));
    row("harvest sets", all, |one| format!("{:.1}", one.sets.mean()));
    row("animal pairs", all, |one| format!("{:.1}", one.pairs.mean()));
    row("track reached, mean", all, |one| format!("{:.1}", one.track.mean()));
    row("track reached, 5–95%", all, |one| {
        format!("{}–{}", one.track.percentile(5), one.track.percentile(95))
    });
    row("on the last space", all, |one| one.of_players(one.arrived));
}

fn report_solo(solo: &[&Column]) {
    println!("\n### Solo");
    each("rank", solo, &SoloRank::ALL, |one, rank| one.of_games(one.ranks[rank.index()] as f64));
    head("neutral player", solo);
    row("track reached, mean", solo, |one| format!("{:.1}", one.neutral_track.mean()));
    row("on the last space", solo, |one| one.of_games(one.neutral_arrived as f64));

    each("cart finished by the neutral player", solo, &Cart::ALL, |one, cart| {
        one.of_games(one.neutral_carts[cart.index()] as f64)
    });
    each("market space of the neutral player", solo, &Market::ALL, |one, space| {
        one.of_games(one.neutral_market[space.index()] as f64)
    });
}
