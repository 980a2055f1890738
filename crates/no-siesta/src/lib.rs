//! The rules of ¡No Siesta! (Andreas Odendahl, 2016): dice, farms, carts and a race on the Siesta
//! Track, for one to four players.
//!
//! [`Position`] is a game at any moment: it lists what may be done, does it, keeps score, and reads
//! and writes its text. Everything that is printed on the parts of the game is data in a [`Sheet`].
//!
//! Steps read as they are said at the table:
//!
//! ```text
//! roll 2 olive+grain, pig, 2 hat          take olive+grain, mark grain
//! olive to warehouse                      commodity as silver to barn
//! free pig to bottom cart                 trade 1 with olive, olive, commodity as olive
//! tile moves olive to grain               then moves pig to silver
//! draw vp, olives                         keep vp
//! market helpers                          hire roof-selection
//! ```
//!
//! ```
//! use game::Players;
//! use no_siesta::{Mode, Position, Variant};
//!
//! let mut position = Position::start(Variant::new(Players::TWO, Mode::Standard)?);
//! position.happen(&"roll 2 olive+grain, pig, 2 hat".parse()?)?;
//! position.play(position.start_player(), &"take olive+grain".parse()?)?;
//! assert_eq!(position.dice().to_string(), "olive+grain, pig, 2 hat");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod apply;
mod chance;
mod check;
mod counts;
mod dice;
mod farm;
mod hashing;
mod limit;
mod list;
mod names;
mod parts;
mod playout;
mod position;
mod refusal;
mod round;
mod rules;
mod score;
mod sheet;
mod sheet_form;
mod sheet_text;
mod supposition;
mod targets;
mod text;
mod text_check;
mod text_read;
mod unit;
mod variant;

pub use action::{Action, ActionError, Mover, Payment, Pool, Target};
pub use chance::{Chance, ChanceError};
pub use dice::Dice;
pub use farm::{CartState, CartStatus, Copied, Farm, Holding};
pub use names::NameError;
pub use parts::{Cart, Helper, Helpers, Market, Tile};
pub use position::{After, LAST_ROUND, Phase, Position, Scoring, Solo};
pub use refusal::{Due, Refusal};
pub use score::{ScoreItem, SoloRank};
pub use sheet::{CartSheet, HelperSpace, Points, Section, Sheet, SoloSheet, Track};
pub use sheet_form::Provenance;
pub use sheet_text::{Entry, SheetError};
pub use text::PositionError;
pub use unit::{Face, Unit, Units};
pub use variant::{Mode, Variant, VariantError};
