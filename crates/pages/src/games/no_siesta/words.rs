//! ¡No Siesta! in words: units, dice, helpers, actions, phases and results.

use game::Seat;
use no_siesta::{
    Action, Cart, Chance, Dice, Face, Helper, Market, Payment, Phase, Pool, Position, ScoreItem, Scoring,
    Sheet, Target, Tile, Unit, Units,
};

use crate::names::Names;
use crate::words::Words;

/// A unit by its name.
pub(super) fn unit(words: Words, unit: Unit) -> String {
    words.say(&format!("unit-{unit}"))
}

/// A number of units.
pub(super) fn units(words: Words, unit: Unit, count: u8) -> String {
    words.with(&format!("units-{unit}"), [("count", i64::from(count).into())])
}

/// A set of units as a list, or the word for nothing.
pub(super) fn set(words: Words, set: Units) -> String {
    if set.is_empty() {
        return words.say("nothing");
    }
    set.iter().map(|one| unit(words, one)).collect::<Vec<_>>().join(" + ")
}

/// What a die shows.
pub(super) fn face(words: Words, face: Face) -> String {
    set(words, face.units())
}

/// What dice show.
pub(super) fn dice(words: Words, dice: Dice) -> String {
    let times = |one: Face| match dice.count(one) {
        1 => face(words, one),
        count => format!("{count} × {}", face(words, one)),
    };
    dice.faces().map(times).collect::<Vec<_>>().join(", ")
}

/// What a roof tile brings.
pub(super) fn tile(words: Words, sheet: &Sheet, tile: Tile) -> String {
    let gives = sheet.gives(tile);
    match (tile, tile.unit()) {
        (_, Some(unit)) => units(words, unit, gives),
        (Tile::Change, None) => words.with("tile-change", [("count", i64::from(gives).into())]),
        (_, None) => points(words, gives.into()),
    }
}

/// A number of points.
pub(super) fn points(words: Words, points: i32) -> String {
    words.with("points", [("count", points.into())])
}

/// A helper by name.
pub(super) fn helper(words: Words, helper: Helper) -> String {
    words.say(&format!("helper-{helper}"))
}

/// What a helper does.
pub(super) fn skill(words: Words, helper: Helper) -> String {
    words.say(&format!("skill-{helper}"))
}

/// A space of the market by name.
pub(super) fn market(words: Words, space: Market) -> String {
    words.say(&format!("market-{space}"))
}

/// What a space of the market pays.
pub(super) fn pays(words: Words, sheet: &Sheet, space: Market) -> String {
    words.with(&format!("pays-{space}"), [("points", points(words, sheet.market(space).into()).into())])
}

/// A cart by name.
pub(super) fn cart(words: Words, cart: Cart) -> String {
    words.say(&format!("cart-{cart}"))
}

/// A line of the score sheet.
pub(super) fn item(words: Words, item: ScoreItem) -> String {
    match item {
        ScoreItem::Roofs => words.say("item-roofs"),
        ScoreItem::RoofBonuses => words.say("item-roof-bonuses"),
        ScoreItem::Helpers => words.say("item-helpers"),
        ScoreItem::Trades => words.say("item-trades"),
        ScoreItem::Warehouse => words.say("item-warehouse"),
        ScoreItem::Stable => words.say("item-stable"),
        ScoreItem::Carts => words.say("item-carts"),
        ScoreItem::Track => words.say("item-track"),
        ScoreItem::Market(space) => words.with("item-market", [("space", market(words, space).into())]),
    }
}

/// A unit that is paid, and how.
pub(super) fn payment(words: Words, payment: Payment) -> String {
    let from = |pool: Pool, text: String| match pool {
        Pool::Disc => text,
        Pool::Free => words.with("pay-free", [("unit", text.into())]),
        Pool::Taken => words.with("pay-taken", [("unit", text.into())]),
    };
    match payment {
        Payment::Plain(pool, one) => from(pool, unit(words, one)),
        Payment::Commodity(one) => words.with("pay-commodity", [("unit", unit(words, one).into())]),
        Payment::Swapped(pool, one) => words.with(
            "pay-swapped",
            [("given", from(pool, unit(words, one)).into()), ("unit", unit(words, payment.unit()).into())],
        ),
    }
}

/// The place where a circle is marked.
pub(super) fn target(words: Words, target: Target) -> String {
    match target {
        Target::Barn => words.say("area-barn"),
        Target::Helper(space) => words.with("target-helper", [("number", (i64::from(space) + 1).into())]),
        Target::Cart(which) => cart(words, which),
        Target::Yoke(which) => words.with("target-yoke", [("cart", cart(words, which).into())]),
        Target::Warehouse => words.say("area-warehouse"),
        Target::Stable => words.say("area-stable"),
        Target::Track => words.say("area-track"),
    }
}

/// An action, without who does it.
pub(super) fn action(words: Words, names: &Names, sheet: &Sheet, action: &Action) -> String {
    match action {
        Action::Take(die, marked) if *marked == die.units() => {
            words.with("step-take", [("face", face(words, *die).into())])
        }
        Action::Take(die, marked) => words.with(
            "step-take-part",
            [("face", face(words, *die).into()), ("units", set(words, *marked).into())],
        ),
        Action::Lower(die) => words.with("step-lower", [("face", face(words, *die).into())]),
        Action::Mark(marked) => words.with("step-mark", [("units", set(words, *marked).into())]),
        Action::Spend(given, to) => words.with(
            "step-spend",
            [("payment", payment(words, *given).into()), ("target", target(words, *to).into())],
        ),
        Action::Trade(_, given) => {
            let given: Vec<String> = given.iter().map(|one| payment(words, *one)).collect();
            words.with("step-trade", [("payments", given.join(", ").into())])
        }
        Action::Use(used) => words.with("step-use", [("tile", tile(words, sheet, *used).into())]),
        Action::Move(_, from, to) => {
            words.with("step-move", [("from", unit(words, *from).into()), ("to", unit(words, *to).into())])
        }
        Action::MoveNoMore => words.say("step-move-no-more"),
        Action::TakeBack([first, second]) => words.with(
            "step-take-back",
            [("first", unit(words, *first).into()), ("second", unit(words, *second).into())],
        ),
        Action::Copy(seat, copied) => words.with(
            "step-copy",
            [("helper", helper(words, *copied).into()), ("name", names.of(*seat).to_owned().into())],
        ),
        Action::Choose(chosen) => words.with("step-choose", [("unit", unit(words, *chosen).into())]),
        Action::Keep(kept) => words.with("step-keep", [("tile", tile(words, sheet, *kept).into())]),
        Action::Market(space) => words.with("step-market", [("space", market(words, *space).into())]),
        Action::NoMarket => words.say("step-no-market"),
        Action::Hire(hired) => words.with("step-hire", [("helper", helper(words, *hired).into())]),
        Action::Done => words.say("step-done"),
    }
}

/// A result of chance.
pub(super) fn chance(words: Words, sheet: &Sheet, chance: &Chance) -> String {
    match chance {
        Chance::Roll(rolled) => words.with("step-roll", [("dice", dice(words, *rolled).into())]),
        Chance::Draw(one, None) => words.with("step-draw", [("tiles", tile(words, sheet, *one).into())]),
        Chance::Draw(one, Some(other)) => {
            let both = [*one, *other].map(|drawn| tile(words, sheet, drawn)).join(", ");
            words.with("step-draw", [("tiles", both.into())])
        }
        Chance::Neutral(die) => words.with("step-neutral", [("face", face(words, *die).into())]),
    }
}

/// The phase of the game, for those who are not to act.
pub(super) fn phase(words: Words, names: &Names, position: &Position) -> String {
    let who = |key: &str, seat: Seat| words.with(key, [("name", names.of(seat).to_owned().into())]);
    match position.phase() {
        Phase::Neutral | Phase::Roll(_) | Phase::Event(_) => words.say("phase-chance"),
        Phase::Take(_, seat) => who("phase-take", seat),
        Phase::Lower(_) => who("phase-lower", position.start_player()),
        Phase::Last(seats) => {
            let seats: Vec<Seat> = seats.iter().collect();
            words.with("phase-last", [("names", names.joined(words, &seats).into())])
        }
        Phase::Score(seat, Scoring::Open | Scoring::Draw | Scoring::Choose | Scoring::Move(_)) => {
            who("phase-score", seat)
        }
        Phase::Score(seat, Scoring::Keep(..)) => who("phase-keep", seat),
        Phase::Score(seat, Scoring::Market) => who("phase-market", seat),
        Phase::Hire(seat) => who("phase-hire", seat),
        Phase::Over => words.say("result-over"),
    }
}

/// Who has won, or the rank that was reached in the solo game.
pub(super) fn result(words: Words, names: &Names, position: &Position) -> String {
    if let Some(rank) = position.solo_rank() {
        let scored = position.scores().as_slice().first().copied().unwrap_or(0);
        return words.with(
            "result-solo",
            [("rank", words.say(&format!("rank-{rank}")).into()), ("points", points(words, scored).into())],
        );
    }
    let ranks = position.ranks();
    let winners: Vec<Seat> = position.players().seats().filter(|seat| ranks[*seat] == 1).collect();
    let told = [("names", names.joined(words, &winners).into())];
    if winners.len() == 1 { words.with("result-wins", told) } else { words.with("result-share", told) }
}

/// The three units of a trade.
pub(super) fn trade(words: Words, [first, second, third]: &[Unit; 3]) -> String {
    if first == second && second == third {
        return units(words, *first, 3);
    }
    [first, second, third].map(|one| unit(words, *one)).join(" + ")
}

/// The area of the table where an action is done; None if it has no area of its own.
pub(super) fn area(words: Words, action: &Action) -> Option<String> {
    match action {
        Action::Take(..) | Action::Lower(_) | Action::Mark(_) => None,
        Action::Spend(_, to) => Some(target(words, *to)),
        Action::Trade(..) | Action::Choose(_) => Some(words.say("area-trades")),
        Action::Use(_) | Action::Keep(_) => Some(words.say("area-barn")),
        Action::Move(..) | Action::MoveNoMore => Some(words.say("area-revenue")),
        Action::TakeBack(_) => Some(words.say("area-warehouse")),
        Action::Copy(..) | Action::Hire(_) => Some(words.say("area-helpers")),
        Action::Market(_) | Action::NoMarket => Some(words.say("area-market")),
        Action::Done => None,
    }
}
