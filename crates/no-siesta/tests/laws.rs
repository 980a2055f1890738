//! The laws of every game, and what must hold in this one at every step of random play.

mod recount;

use game::record::Step;
use game::{Players, Random, Rules, ToAct, Viewer, check};
use no_siesta::{
    Action, After, Cart, CartStatus, Face, Helper, Market, Mode, Mover, Payment, Phase, Pool, Position,
    Target, Tile, Unit, Units, Variant,
};

/// How many random games to play of each variant: few in every test run, many with
/// `SOBREMESA_NIGHTLY` set.
fn games(usual: u64) -> u64 {
    if std::env::var_os("SOBREMESA_NIGHTLY").is_some() { 40 * usual } else { usual }
}

fn any<T: Copy>(random: &mut Random, all: &[T]) -> T {
    *random.pick(all).expect("there is something to pick from")
}

fn payment(random: &mut Random) -> Payment {
    let pool = any(random, &[Pool::Disc, Pool::Disc, Pool::Free, Pool::Taken]);
    match random.below(6) {
        0 => Payment::Commodity(any(random, &Unit::ALL)),
        1 => Payment::Swapped(pool, any(random, &[Unit::Hat, Unit::Donkey])),
        _ => Payment::Plain(pool, any(random, &Unit::ALL)),
    }
}

/// An action that could be one: often of the kind that is due, with parts made up.
fn probe(position: &Position, random: &mut Random) -> Action {
    let cart = any(random, &Cart::ALL);
    let targets = [
        Target::Barn,
        Target::Helper(random.below(7) as u8),
        Target::Cart(cart),
        Target::Yoke(cart),
        Target::Warehouse,
        Target::Stable,
        Target::Track,
    ];
    let face = any(random, &Face::ALL);
    let marks = [face.units(), Units::NONE, Units::of(any(random, &Unit::ALL)), Face::OliveGrain.units()];
    let kind = match position.phase() {
        Phase::Take(..) => any(random, &[0, 0, 0, 3]),
        Phase::Lower(_) => any(random, &[0, 1, 1]),
        Phase::Last(_) => 2,
        Phase::Score(..) => 3 + random.below(12),
        Phase::Hire(_) => any(random, &[13, 13, 14]),
        Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Over => random.below(15),
    };
    match kind {
        0 => Action::Take(face, any(random, &marks)),
        1 => Action::Lower(face),
        2 => Action::Mark(any(random, &marks)),
        3 | 4 => Action::Spend(payment(random), any(random, &targets)),
        5 => {
            let units = any(random, position.sheet().trades());
            let mut paid = units.map(|unit| match random.below(4) {
                0 => Payment::Commodity(unit),
                1 => payment(random),
                2 => Payment::Plain(Pool::Free, unit),
                _ => Payment::Plain(Pool::Disc, unit),
            });
            paid.sort_by_key(|payment| (payment.unit(), *payment));
            Action::Trade(random.below(8) as u8, paid)
        }
        6 => Action::Use(any(random, &Tile::ALL)),
        7 => {
            let mover = any(random, &[Mover::Tile, Mover::Again, Mover::Helper]);
            Action::Move(mover, any(random, &Unit::ALL), any(random, &Unit::ALL))
        }
        8 => {
            let mut units = [any(random, &Unit::ALL), any(random, &Unit::ALL)];
            units.sort_unstable();
            Action::TakeBack(units)
        }
        9 => Action::Copy(any(random, &game::Seat::ALL), any(random, &Helper::ALL)),
        10 => Action::Choose(any(random, &Unit::ALL)),
        11 => Action::Keep(any(random, &Tile::ALL)),
        12 => {
            let disc = Action::Market(any(random, &Market::ALL));
            any(random, &[disc, disc, Action::NoMarket, Action::MoveNoMore])
        }
        13 => Action::Hire(any(random, &Helper::ALL)),
        _ => Action::Done,
    }
}

#[test]
fn the_laws_hold_in_every_mode_and_for_every_player_count() {
    for variant in Variant::all() {
        // Every throw is looked at, and nine dice have 2002 of them: fewer games of four.
        let usual = [100, 50, 30, 8][variant.players().count() - 1];
        for seed in 0..games(usual) {
            if let Err(broken) = check::laws::<Position>(&variant, seed, &mut probe) {
                panic!("{variant}, seed {seed}: {broken}");
            }
        }
    }
}

/// Plays at random, with a preference for doing something over being done, so that sheets fill up.
fn play_eagerly(
    variant: Variant,
    seed: u64,
    mut at_each: impl FnMut(&Position, Option<&Step<Action, no_siesta::Chance>>),
) -> Position {
    let mut random = Random::new(seed);
    let mut position = Position::start(variant);
    let mut actions = Vec::new();
    at_each(&position, None);
    loop {
        let step = match position.to_act() {
            ToAct::Over => return position,
            ToAct::Chance => {
                let chance = position.random_chance(&mut random).expect("chance is to act");
                position.happen(&chance).expect("it can happen");
                Step::Chance(chance)
            }
            ToAct::Seats(seats) => {
                let seat = seats.iter().next().expect("somebody is to act");
                actions.clear();
                position.actions(seat, &mut actions);
                if actions.len() > 1 && actions.last() == Some(&Action::Done) && random.below(8) > 0 {
                    actions.pop();
                }
                let action = any(&mut random, &actions);
                position.play(seat, &action).expect("it is listed");
                Step::Action(seat, action)
            }
        };
        at_each(&position, Some(&step));
    }
}

#[test]
fn discs_dice_and_tiles_are_never_lost_and_no_circle_is_marked_twice() {
    for variant in Variant::all() {
        for seed in 0..games(40) {
            let mut discarded = 0;
            let (mut spends, mut silver) = ([0_u32; 4], [0_u32; 4]);
            play_eagerly(variant, seed, |position, step| {
                match step {
                    Some(Step::Action(seat, Action::Spend(_, Target::Barn))) => silver[seat.index()] += 1,
                    Some(Step::Action(seat, Action::Spend(..))) => spends[seat.index()] += 1,
                    Some(Step::Action(..) | Step::Chance(_)) | None => {}
                }
                if let (Some(Step::Action(_, Action::Keep(_))), Mode::Solo) = (step, variant.mode()) {
                    discarded += 1;
                }
                for seat in variant.players().seats() {
                    discs_are_all_there(position, seat);
                    let marked = circles_marked(position, seat);
                    assert_eq!(marked, spends[seat.index()], "{seat} in {position}");
                    let farm = position.farm(seat);
                    let barn: u8 = position.sheet().barn()[..farm.built().into()]
                        .iter()
                        .map(|section| section.silver)
                        .sum();
                    let paid = u32::from(barn + farm.silver());
                    // The roofing helper makes sections cheaper, whenever that was.
                    let cheaper =
                        if farm.skills().has(Helper::RoofingCosts) { u32::from(farm.built()) } else { 0 };
                    assert!((paid - cheaper..=paid).contains(&silver[seat.index()]), "{seat} in {position}");
                }
                tiles_are_all_there(position, discarded);
                dice_are_all_there(position);
            });
        }
    }
}

fn discs_are_all_there(position: &Position, seat: game::Seat) {
    let farm = position.farm(seat);
    let track = position.variant().track();
    let pool = position.sheet().discs() - position.sheet().stock() - 1 - track.won(farm.track());
    let market = Market::ALL.into_iter().filter(|space| position.on_market(*space).contains(seat)).count();
    let all = farm.stock() + farm.board().len() + 1 + pool + market as u8 + u8::from(farm.copied().is_some());
    assert_eq!(all, 8, "{seat} in {position}");
}

fn circles_marked(position: &Position, seat: game::Seat) -> u32 {
    let (farm, sheet) = (position.farm(seat), position.sheet());
    let helpers = (0..6).flat_map(|space| (0..6).map(move |circle| (space, circle)));
    let helpers = helpers.filter(|(space, circle)| farm.is_marked(*space, *circle)).count();
    let carts: usize = Cart::ALL
        .into_iter()
        .map(|cart| {
            let state = farm.cart(cart);
            let loaded = (0..12).filter(|place| state.is_loaded(*place)).count();
            assert!(loaded <= sheet.cart(cart).goods().len());
            loaded + usize::from(state.donkeys())
        })
        .sum();
    let rows: u8 = farm.rows().iter().sum();
    helpers as u32 + carts as u32 + u32::from(rows + farm.track())
}

fn tiles_are_all_there(position: &Position, discarded: u32) {
    let kept_back = match position.phase() {
        Phase::Score(_, no_siesta::Scoring::Keep(..)) => 2,
        _ => 0,
    };
    let mut all = kept_back + discarded;
    for tile in Tile::ALL {
        all += u32::from(position.face_down(tile));
        for seat in position.players().seats() {
            all += u32::from(position.farm(seat).tiles(tile) + position.farm(seat).turned(tile));
        }
    }
    assert_eq!(all, 24, "{position}");
    if let Some(solo) = position.solo() {
        let down: u8 = Tile::ALL.into_iter().map(|tile| position.face_down(tile)).sum();
        assert_eq!(solo.pile() + solo.beside() + solo.aside(), down, "{position}");
    }
}

fn dice_are_all_there(position: &Position) {
    let players = position.players().count() as u8;
    let seats: Vec<_> = (0..players).map(|i| (position.start_player().index() as u8 + i) % players).collect();
    let before = |seat: game::Seat| {
        seats.iter().position(|other| usize::from(*other) == seat.index()).expect("a player") as u8
    };
    // What is thrown, less what has been taken of it since.
    let on_table = match (position.phase(), position.solo()) {
        (Phase::Take(throw, seat), None) => 2 * players + 1 - throw * players - before(seat),
        (Phase::Take(throw, _), Some(_)) => 5 - 2 * throw,
        (Phase::Lower(throw) | Phase::Event(After::Dice(throw)), _) => 4 - 2 * throw,
        (Phase::Last(_), _) => 1,
        (Phase::Neutral | Phase::Roll(_) | Phase::Event(After::Round), _) => 0,
        (Phase::Score(..) | Phase::Hire(_) | Phase::Over, _) => 0,
    };
    assert_eq!(position.dice().len(), on_table, "{position}");
    if let Some(solo) = position.solo() {
        let lower = match position.phase() {
            Phase::Neutral | Phase::Roll(0) | Phase::Take(0, _) | Phase::Lower(0) => 0,
            Phase::Event(After::Dice(throw)) => throw,
            Phase::Roll(1) | Phase::Take(..) | Phase::Lower(_) => 1,
            Phase::Roll(_) | Phase::Last(_) | Phase::Score(..) | Phase::Hire(_) => 2,
            Phase::Event(After::Round) | Phase::Over => 2,
        };
        assert_eq!(solo.lower().len(), lower, "{position}");
        assert_eq!(solo.upper().len(), if position.round() == 1 { 0 } else { 2 }, "{position}");
    }
}

#[test]
fn final_scores_equal_a_naive_recount_of_the_position_text() {
    for variant in Variant::all() {
        for seed in 0..games(40) {
            let end = play_eagerly(variant, 1000 + seed, |position, _| {
                if position.round() % 4 == 1 {
                    recount::compare(position);
                }
            });
            recount::compare(&end);
        }
    }
}

#[test]
fn eager_games_reach_every_corner_of_the_rules() {
    let mut seen = std::collections::BTreeSet::new();
    for variant in Variant::all() {
        for seed in 0..games(60) {
            let end = play_eagerly(variant, 2000 + seed, |position, step| {
                if let Some(step) = step {
                    seen.insert(kind(position, step));
                }
            });
            for seat in variant.players().seats() {
                for cart in Cart::ALL {
                    if end.farm(seat).cart(cart).status() == CartStatus::Smaller {
                        seen.insert("smaller value".into());
                    }
                }
            }
        }
    }
    let expected = [
        "choose",
        "copy",
        "draw one",
        "draw two",
        "hire grey",
        "keep",
        "market disc",
        "market nothing",
        "move again",
        "move by helper",
        "move by tile",
        "neutral",
        "smaller value",
        "spend commodity",
        "spend disc",
        "spend free",
        "spend swapped",
        "spend taken",
        "take back",
        "trade",
        "use",
    ];
    for one in expected {
        assert!(seen.contains(one), "{one} never happened: {seen:?}");
    }
}

fn kind(position: &Position, step: &Step<Action, no_siesta::Chance>) -> String {
    use no_siesta::Chance;
    let text = match step {
        Step::Chance(Chance::Roll(_)) => "roll",
        Step::Chance(Chance::Draw(_, None)) => "draw one",
        Step::Chance(Chance::Draw(_, Some(_))) => "draw two",
        Step::Chance(Chance::Neutral(_)) if position.round() > 1 => "neutral",
        Step::Chance(Chance::Neutral(_)) => "neutral at the start",
        Step::Action(_, action) => match action {
            Action::Spend(Payment::Plain(Pool::Disc, _), _) => "spend disc",
            Action::Spend(Payment::Plain(Pool::Free, _), _) => "spend free",
            Action::Spend(Payment::Plain(Pool::Taken, _), _) => "spend taken",
            Action::Spend(Payment::Commodity(_), _) => "spend commodity",
            Action::Spend(Payment::Swapped(..), _) => "spend swapped",
            Action::Trade(..) => "trade",
            Action::Use(_) => "use",
            Action::Move(Mover::Tile, ..) => "move by tile",
            Action::Move(Mover::Again, ..) => "move again",
            Action::Move(Mover::Helper, ..) => "move by helper",
            Action::TakeBack(_) => "take back",
            Action::Copy(..) => "copy",
            Action::Choose(_) => "choose",
            Action::Keep(_) => "keep",
            Action::Market(_) => "market disc",
            Action::NoMarket => "market nothing",
            Action::Hire(helper) if helper.is_grey() => "hire grey",
            Action::Hire(_) => "hire",
            Action::Take(..) | Action::Lower(_) | Action::Mark(_) | Action::MoveNoMore | Action::Done => {
                "other"
            }
        },
    };
    text.to_owned()
}

/// The same history up to a draw gives equal states and views, whatever is drawn then: what is face
/// down is not in the state at all.
#[test]
fn nothing_in_a_position_tells_which_tile_comes_next() {
    for variant in Variant::all() {
        for seed in 0..5 {
            let mut before: Vec<Position> = Vec::new();
            play_eagerly(variant, 3000 + seed, |position, _| {
                if position.to_act() == ToAct::Chance {
                    before.push(*position);
                }
            });
            for position in before {
                let mut chances = Vec::new();
                position.chances(&mut chances);
                let text = position.to_string();
                for (chance, _) in chances.iter().take(30) {
                    // A world in which this is what comes next looks the same to everybody.
                    let mut world =
                        Position::parse(&variant, &text).expect("a position is read as it is written");
                    assert_eq!(Rules::hash(&world), Rules::hash(&position));
                    let viewers = variant.players().seats().map(Viewer::Seat).chain([Viewer::Spectator]);
                    for viewer in viewers {
                        assert_eq!(world.view(viewer), position.view(viewer), "{viewer:?}");
                    }
                    world.happen(chance).expect("it is listed");
                }
            }
        }
    }
}

#[test]
fn a_game_in_which_nobody_uses_hats_ends_after_the_last_round() {
    for players in [Players::TWO, Players::THREE, Players::FOUR] {
        let variant = Variant::new(players, Mode::Standard).expect("it can be played");
        let mut position = Position::start(variant);
        let mut random = Random::new(5);
        let mut actions = Vec::new();
        loop {
            match position.to_act() {
                ToAct::Over => break,
                ToAct::Chance => {
                    let chance = position.random_chance(&mut random).expect("chance is to act");
                    position.happen(&chance).expect("it can happen");
                }
                ToAct::Seats(seats) => {
                    let seat = seats.iter().next().expect("somebody is to act");
                    actions.clear();
                    position.actions(seat, &mut actions);
                    let last = actions.last().expect("something to do");
                    position.play(seat, last).expect("it is listed");
                }
            }
        }
        assert_eq!(position.round(), no_siesta::LAST_ROUND);
    }
}
