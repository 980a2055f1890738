//! x
use bots::no_siesta::Bot;
use game::{Players, Random, Seat, ToAct};
use no_siesta::{Mode, Position, ScoreItem, Variant};
fn main() {
    let mut sums = [[0; 14]; 2];
    let mut unspent = [0; 2]; let mut declined=[0;2];
    for g in 0..100 {
    let mut random = Random::new(g);
    let me = (g % 2) as usize;
    let mut position = Position::start(Variant::new(Players::TWO, Mode::Standard).unwrap());
    loop {
        match position.to_act() {
            ToAct::Over => break,
            ToAct::Chance => { let c = position.random_chance(&mut random).unwrap(); position.happen(&c).unwrap(); }
            ToAct::Seats(s) => {
                let seat = s.iter().next().unwrap();
                let bot = if seat.index() == me { Bot::Value } else { Bot::Sensible };
                let a = bots::choose(&mut *bot.player(random.next()), &position, seat).unwrap();
                if a == no_siesta::Action::Done { unspent[usize::from(seat.index()!=me)] += i32::from(position.farm(seat).board().len() - position.farm(seat).board().commodities()); }
                if let no_siesta::Action::Take(_, u) | no_siesta::Action::Mark(u) = a { if u.is_empty() { declined[usize::from(seat.index()!=me)] += 1; } }
                position.play(seat, &a).unwrap();
            }
        }
    }
    for k in 0..2 { for (i, it) in ScoreItem::all().enumerate() { sums[k][i] += position.points(Seat::ALL[if k==0 {me} else {1-me}], it); } }
    }
    for (i, it) in ScoreItem::all().enumerate() { println!("{it}: {} {}", sums[0][i], sums[1][i]); }
    println!("unspent {unspent:?} declined {declined:?}");
}
