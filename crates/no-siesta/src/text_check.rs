//! What must hold in a position besides the form of its text.

use game::Seat;

use crate::farm::{CartStatus, Holding, Once};
use crate::parts::{Cart, Helper, Tile};
use crate::position::{After, NEUTRAL, Phase, Position, Scoring};
use crate::text::PositionError;
use crate::text_read::{bad, only_commodities, scores};
use crate::unit::Unit;
use crate::variant::Mode;

/// Computes what the text does not contain, and refuses impossible positions.
pub(crate) fn complete(position: &mut Position) -> Result<(), PositionError> {
    let sheet = position.sheet();
    for seat in position.players().seats() {
        let farm = &mut position.farms[seat.index()];
        *farm = farm.recomputed(sheet);
    }
    for seat in position.players().seats() {
        check_farm(position, seat)?;
        if position.variant.mode() == Mode::Experienced {
            for helper in position.farm(seat).hired.into_iter().flatten() {
                let there = &mut position.display[helper.index()];
                *there = there.checked_sub(1).ok_or_else(|| {
                    bad(format!("{seat}.helpers"), &helper, "more are hired than there are tiles")
                })?;
            }
        }
    }
    check_tiles(position)?;
    check_dice(position)?;
    if position.variant.mode() == Mode::Solo {
        check_solo(position)?;
    }
    check_phase(position)
}

fn check_farm(position: &Position, seat: Seat) -> Result<(), PositionError> {
    check_discs(position, seat)?;
    check_held(position, seat)?;
    check_barn(position, seat)?;
    let farm = position.farm(seat);
    let grey = position.variant.mode() == Mode::Experienced;
    if let Some(helper) = farm.hired.into_iter().flatten().find(|helper| helper.is_grey() && !grey) {
        return Err(bad(format!("{seat}.helpers"), &helper, "grey helpers are for experienced farmers"));
    }
    check_carts(position, seat)?;
    check_copied(position, seat)?;
    check_used(position, seat)?;
    let resting = matches!(position.phase, Phase::Neutral | Phase::Roll(0) | Phase::Over)
        || position.phase == Phase::Event(After::Round);
    if resting && !only_commodities(farm.board) {
        let reason = "between rounds only a commodity is on the board";
        return Err(bad(format!("{seat}.board"), &farm.board.len(), reason));
    }
    Ok(())
}

/// Discs in use and in stock are as many as the player has won.
fn check_discs(position: &Position, seat: Seat) -> Result<(), PositionError> {
    let farm = position.farm(seat);
    let market = position.market_discs(seat);
    let discs = farm.stock + farm.board.len() + market + u8::from(farm.copied.is_some());
    let won = position.sheet().stock() + position.variant.track().won(farm.track);
    if discs != won {
        let reason =
            format!("{discs} discs are in use and in stock, and on this space of the track it is {won}");
        return Err(bad(format!("{seat}.stock"), &farm.stock, reason));
    }
    Ok(())
}

/// Units without a disc, commodities and what is taken back are held only as far as the phase allows.
fn check_held(position: &Position, seat: Seat) -> Result<(), PositionError> {
    let farm = position.farm(seat);
    let field = |key: &str| format!("{seat}.{key}");
    let scoring = scores(position.phase, seat).is_some();
    if !scoring && (farm.free != Holding::default() || farm.taken != Holding::default()) {
        return Err(bad(field("free"), &farm.free.len(), "only who is scoring has units without a disc"));
    }
    if !scoring && farm.board.commodities() > 1 {
        let reason = "only who is scoring has more than one commodity";
        return Err(bad(field("board"), &farm.board.commodities(), reason));
    }
    if farm.taken.len() > farm.lost().iter().sum() {
        return Err(bad(field("taken"), &farm.taken.len(), "what is taken back leaves lost circles behind"));
    }
    let storable = Unit::ALL.into_iter().all(|u| Unit::STORED.contains(&u) || farm.taken.count(u) == 0);
    if farm.taken.len() > 2 || !storable || farm.taken.commodities() > 0 {
        return Err(bad(field("taken"), &farm.taken.len(), "two goods or animals at most are taken back"));
    }
    Ok(())
}

fn check_barn(position: &Position, seat: Seat) -> Result<(), PositionError> {
    let farm = position.farm(seat);
    let field = |key: &str| format!("{seat}.{key}");
    let (barn, built) = (position.sheet().barn(), usize::from(farm.built));
    if built > barn.len() {
        return Err(bad(field("tiles"), &built, format!("the barn has {} sections", barn.len())));
    }
    if farm.turned(Tile::Vp) > 0 {
        return Err(bad(field("turned"), &Tile::Vp, "tiles with points are never turned over"));
    }
    if farm.silver > barn.get(built).map_or(0, |section| section.silver) {
        return Err(bad(field("silver"), &farm.silver, "the section of the barn has fewer circles"));
    }
    Ok(())
}

fn check_copied(position: &Position, seat: Seat) -> Result<(), PositionError> {
    let farm = position.farm(seat);
    if let Some(copied) = farm.copied
        && (!farm.hires(Helper::Copy)
            || copied.seat == seat
            || copied.helper == Helper::Copy
            || !position.farm(copied.seat).hires(copied.helper))
    {
        let reason = "this takes the copying helper, and the other one hired there";
        return Err(bad(format!("{seat}.copied"), &copied.helper, reason));
    }
    if farm.copied.is_none() && farm.did(Once::Copied) {
        return Err(bad(format!("{seat}.used"), &Once::Copied.name(), "nothing is copied"));
    }
    Ok(())
}

/// Skills that work once a phase are used only by players who are scoring or have scored in this round.
fn check_used(position: &Position, seat: Seat) -> Result<(), PositionError> {
    let farm = position.farm(seat);
    let scored = match position.phase {
        Phase::Score(now, _) => {
            position.turn_order().take_while(|other| *other != now).any(|o| o == seat)
                || scores(position.phase, seat).is_some()
        }
        Phase::Hire(_) => true,
        Phase::Neutral
        | Phase::Roll(_)
        | Phase::Take(..)
        | Phase::Lower(_)
        | Phase::Event(_)
        | Phase::Last(_)
        | Phase::Over => false,
    };
    if !scored && farm.done != 0 {
        return Err(bad(format!("{seat}.used"), &farm.done, "nothing is used before the scoring phase"));
    }
    Ok(())
}

fn check_carts(position: &Position, seat: Seat) -> Result<(), PositionError> {
    let farm = position.farm(seat);
    let field = format!("{seat}.carts");
    let mut complete = 0;
    for cart in Cart::ALL {
        let state = farm.cart(cart);
        let in_order = state.goods.count_ones() == state.goods.trailing_ones();
        if !in_order && !farm.can(Helper::AnyOrder) {
            return Err(bad(field, &cart, "goods are loaded from left to right"));
        }
        if state.status == CartStatus::Open {
            continue;
        }
        complete += 1;
        if state.donkeys < position.sheet().cart(cart).donkeys && !farm.can(Helper::Carts) {
            return Err(bad(field, &cart, "a complete cart has its donkeys or the helper"));
        }
        if state.status == CartStatus::Smaller && !position.larger_gone(cart) {
            return Err(bad(field, &cart, "the smaller value is for those after the first"));
        }
        if state.status == CartStatus::New && !matches!(position.phase, Phase::Score(..)) {
            return Err(bad(field, &cart, "a cart is new only in the scoring phase"));
        }
    }
    if position.market_discs(seat) > complete {
        return Err(bad("market", &seat, "a disc on the market takes a complete cart each"));
    }
    Ok(())
}

fn check_tiles(position: &Position) -> Result<(), PositionError> {
    let solo = position.variant.mode() == Mode::Solo;
    for tile in Tile::ALL {
        let built: u8 = position.farms.iter().map(|farm| farm.tiles(tile) + farm.turned(tile)).sum();
        let drawn = match position.phase {
            Phase::Score(_, Scoring::Keep(a, b)) => u8::from(a == tile) + u8::from(b == tile),
            Phase::Score(
                _,
                Scoring::Open | Scoring::Draw | Scoring::Market | Scoring::Choose | Scoring::Move(_),
            )
            | Phase::Neutral
            | Phase::Roll(_)
            | Phase::Take(..)
            | Phase::Lower(_)
            | Phase::Event(_)
            | Phase::Last(_)
            | Phase::Hire(_)
            | Phase::Over => 0,
        };
        let (there, all) = (built + drawn + position.face_down(tile), position.sheet().tiles(tile));
        // In the solo game tiles that were not kept are out of the game.
        if there > all || (there < all && !solo) {
            let reason = format!("{there} {tile} tiles are face down and on barns, and there are {all}");
            return Err(bad("face-down", &position.face_down(tile), reason));
        }
    }
    Ok(())
}

fn check_dice(position: &Position) -> Result<(), PositionError> {
    let dice = |throw| position.variant.dice(throw);
    let expected = match position.phase {
        Phase::Take(throw, seat) => {
            let taken = position.turn_order().position(|other| other == seat).unwrap_or(0) as u8;
            dice(throw) - taken
        }
        Phase::Lower(throw) | Phase::Event(After::Dice(throw)) => dice(throw) - 1,
        Phase::Last(_) => 1,
        Phase::Neutral
        | Phase::Roll(_)
        | Phase::Event(After::Round)
        | Phase::Score(..)
        | Phase::Hire(_)
        | Phase::Over => 0,
    };
    if position.dice.len() == expected {
        return Ok(());
    }
    Err(bad("dice", &position.dice, format!("{expected} dice lie on the table in this phase")))
}

fn check_solo(position: &Position) -> Result<(), PositionError> {
    let (solo, sheet) = (&position.solo, position.sheet());
    let track = position.variant.track();
    let setup = position.phase == Phase::Neutral;
    let events = track.carts.count_ones() as u8 - track.carts_after(solo.track);
    let finished = if setup { 0 } else { 1 + events };
    if solo.carts.count_ones() as u8 != finished || (setup && solo.track > 0) {
        return Err(bad(
            "finished",
            &solo.carts.count_ones(),
            format!("the neutral player has finished {finished} carts"),
        ));
    }
    let neutral = position.market.iter().filter(|there| **there & NEUTRAL != 0).count() as u8;
    if neutral > finished {
        return Err(bad(
            "market",
            &neutral,
            format!("the neutral player has {finished} discs there at most"),
        ));
    }
    if matches!(position.phase, Phase::Event(_)) && position.market.iter().all(|there| *there != 0) {
        return Err(bad("phase", &position.phase, "no market space is free for the neutral player"));
    }
    if matches!(position.phase, Phase::Event(_)) && !position.variant.track().finishes_cart(solo.track) {
        return Err(bad("phase", &position.phase, "the neutral disc is on no space that finishes a cart"));
    }
    let upper = if position.round == 1 { 0 } else { 2 };
    if solo.upper.len() != upper {
        return Err(bad("upper", &solo.upper, format!("{upper} dice lie at the upper dice space")));
    }
    let lower = match position.phase {
        Phase::Neutral | Phase::Roll(0) | Phase::Take(0, _) | Phase::Lower(0) => 0,
        Phase::Event(After::Dice(throw)) => throw,
        Phase::Roll(1) | Phase::Take(..) | Phase::Lower(_) => 1,
        Phase::Roll(_) | Phase::Last(_) | Phase::Score(..) | Phase::Hire(_) => 2,
        Phase::Event(After::Round) | Phase::Over => 2,
    };
    if solo.lower.len() != lower {
        return Err(bad("lower", &solo.lower, format!("{lower} dice lie at the lower dice space")));
    }
    let pile = sheet.printed.tiles.iter().sum::<u8>() - sheet.solo().aside - position.round;
    if solo.pile != pile {
        return Err(bad("pile", &solo.pile, format!("in this round {pile} tiles are left in the pile")));
    }
    if solo.beside > position.round {
        return Err(bad("beside", &solo.beside, "one tile a round comes to lie beside the track"));
    }
    if solo.aside > sheet.solo().aside {
        return Err(bad("aside", &solo.aside, format!("at most {} tiles are set aside", sheet.solo().aside)));
    }
    if solo.pile + solo.beside + solo.aside != position.face_down.iter().sum() {
        return Err(bad(
            "beside",
            &solo.beside,
            "pile, beside and aside do not add up to the face-down tiles",
        ));
    }
    Ok(())
}

fn check_phase(position: &Position) -> Result<(), PositionError> {
    let mode = position.variant.mode();
    let wrong = |reason: &str| Err(bad("phase", &position.phase, reason));
    let plays = |seat| position.players().has(seat);
    if position.own_steps > 0 && !matches!(position.phase, Phase::Score(..)) {
        return Err(bad("steps", &position.own_steps, "only who is scoring has steps to take back"));
    }
    let reached = position.track_is_done();
    let over = reached || position.round == position.last_round();
    match position.phase {
        Phase::Neutral | Phase::Lower(_) | Phase::Event(_) if mode != Mode::Solo => {
            wrong("this is part of the solo game")
        }
        Phase::Neutral if position.round > 1 => wrong("this comes before the first round"),
        Phase::Roll(throw) if throw > 0 && mode == Mode::Original => wrong("the original game has one roll"),
        Phase::Roll(0) | Phase::Neutral if reached => wrong("the game is over"),
        Phase::Over if !over => wrong("nothing has ended the game"),
        Phase::Last(seats) if !seats.iter().all(plays) => wrong("nobody sits there"),
        Phase::Take(_, seat) | Phase::Score(seat, _) | Phase::Hire(seat) if !plays(seat) => {
            wrong("nobody sits there")
        }
        Phase::Hire(seat) if position.next_to_hire() != Some(seat) => wrong("it is not for them to hire now"),
        Phase::Score(seat, scoring) => check_scoring(position, seat, scoring),
        Phase::Neutral
        | Phase::Roll(_)
        | Phase::Take(..)
        | Phase::Lower(_)
        | Phase::Event(_)
        | Phase::Last(_)
        | Phase::Hire(_)
        | Phase::Over => Ok(()),
    }
}

fn check_scoring(position: &Position, seat: Seat, scoring: Scoring) -> Result<(), PositionError> {
    let farm = position.farm(seat);
    let mut settled = *position;
    settled.settle(seat);
    let paid = farm.section(position.sheet()).is_some_and(|s| farm.silver >= farm.cost(position.sheet(), s));
    let possible = match scoring {
        Scoring::Open | Scoring::Draw => settled.phase == position.phase,
        Scoring::Keep(..) => paid && farm.can(Helper::RoofSelection),
        Scoring::Market => {
            Cart::ALL.into_iter().any(|cart| farm.cart(cart).status == CartStatus::New)
                && position.market_discs(seat) < Cart::ALL.len() as u8
        }
        Scoring::Choose => farm.can(Helper::TradeGood) && farm.did(Once::Trade),
        Scoring::Move(left) => left < position.sheet().gives(Tile::Change) && farm.turned(Tile::Change) > 0,
    };
    if possible {
        Ok(())
    } else {
        Err(bad("phase", &position.phase, "this is not what the scoring phase waits for"))
    }
}
