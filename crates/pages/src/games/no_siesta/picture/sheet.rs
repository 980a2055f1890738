//! The sheet of the player.

use no_siesta::{Cart, CartStatus, Helper, ScoreItem, Tile, Unit};

use super::shapes::{Mark, Seal};
use super::words::{counted, larger_winners, tile_words};
use super::*;

/// The units in their order on the revenue board; commodities come last.
const REVENUE: [Unit; 7] =
    [Unit::Olive, Unit::Grain, Unit::Grapes, Unit::Silver, Unit::Pig, Unit::Donkey, Unit::Hat];

impl Drawing<'_> {
    pub(super) fn sheet(&mut self, y: i32) -> i32 {
        let before = self.body.len();
        let (position, seat) = (self.position, self.seat);
        let farm = position.farm(seat);
        let (left, width) = (EDGE + PAD, INNER - 2 * PAD);
        let mut top = y + 12;
        self.disc(seat.letter(), (left + 16, top + 16), 15);
        self.bold((left + 42, top + 23), 20, &format!("Sheet of {seat}"));
        let skills: Vec<&str> = farm.skills().iter().map(Helper::name).collect();
        self.stock((left + width, top + 16));
        top += 42;
        if !skills.is_empty() {
            self.text((left, top + 10), 13, SOFT, &format!("Skills: {}", skills.join(", ")));
            top += 22;
        }
        top += self.revenue((left, top), width) + GAP;

        let column = (width - GAP) / 2;
        let right = left + column + GAP;
        let (barn, storage) = (self.barn_height(column), TITLE + 5 * 28 + 8);
        let (helpers, trades) = (self.helpers_height(), self.trades_height());
        // Both columns end at the same line.
        let tall = (barn + storage).max(helpers + trades);
        self.barn((left, top), (column, barn));
        self.storage((left, top + barn + GAP), (column, tall - barn));
        self.helpers((right, top), (column, helpers));
        self.trades((right, top + helpers + GAP), (column, tall - helpers));
        top += tall + 2 * GAP;
        top += self.carts((left, top), width) + GAP;
        top += self.score((left, top), width) + 12;

        let height = top - y;
        let frame = format!(
            r##"<rect x="{EDGE}" y="{y}" width="{INNER}" height="{height}" rx="12" fill="#f0dcb9" stroke="{FRAME}" stroke-width="6"/>"##
        );
        self.body.insert_str(before, &(frame + "\n"));
        height
    }

    /// Discs in stock, from right to left.
    pub(super) fn stock(&mut self, (right, y): (i32, i32)) {
        let stock = i32::from(self.position.farm(self.seat).stock());
        for place in 0..stock {
            self.disc(self.seat.letter(), (right - 14 - place * 27, y), 12);
        }
        let word = if stock == 0 { "no disc in stock" } else { "in stock" };
        self.at_right((right - stock * 27 - 6, y + 5), 14, word);
    }

    pub(super) fn revenue(&mut self, (x, y): (i32, i32), width: i32) -> i32 {
        const BETWEEN: i32 = 24;
        const BOX: i32 = 96;
        let farm = self.position.farm(self.seat);
        let (board, free, taken) = (farm.board(), farm.free(), farm.taken());
        let spaces = REVENUE.len() as i32 + 1;
        let wide = (width - 2 * PAD - (spaces - 1) * BETWEEN) / spaces;
        // Neighbours are joined by straight arrows, others by arcs below.
        let far: Vec<(usize, usize)> = (0..REVENUE.len())
            .flat_map(|from| (from + 2..REVENUE.len()).map(move |to| (from, to)))
            .filter(|(from, to)| self.arrow(*from, *to) != (false, false))
            .collect();
        let has_loose = !free.is_empty() || !taken.is_empty();
        let height = TITLE + BOX + 12 + if has_loose { 20 } else { 0 } + if far.is_empty() { 0 } else { 40 };
        self.panel((x, y), (width, height), "Revenue board");
        let top = y + TITLE;
        let middle = |place: usize| x + PAD + place as i32 * (wide + BETWEEN) + wide / 2;
        for place in 0..=REVENUE.len() {
            let (name, discs, loose, back) = match REVENUE.get(place) {
                Some(unit) => (unit.name(), board.count(*unit), free.count(*unit), taken.count(*unit)),
                None => ("commodity", board.commodities(), free.commodities(), taken.commodities()),
            };
            let centre = middle(place);
            self.rect(
                (centre - wide / 2, top),
                (wide, BOX),
                7,
                &format!(r##"fill="#faf0dc" stroke="{LINE}" stroke-width="1.500""##),
            );
            self.icon(name, (centre, top + 19), 28);
            self.centred((centre, top + 47), 12, SOFT, name);
            self.revenue_discs((centre, top + 62), discs);
            let mut words = Vec::new();
            if loose > 0 {
                words.push(format!("{loose} free"));
            }
            if back > 0 {
                words.push(format!("{back} back"));
            }
            self.centred((centre, top + BOX + 16), 13, INK, &words.join(", "));
            if place + 1 < REVENUE.len() {
                let (from, to) = (centre + wide / 2 + 4, middle(place + 1) - wide / 2 - 4);
                let path = format!("M{from} {}H{to}", top + 19);
                self.arrow_path(&path, place, place + 1);
            }
        }
        for (from, to) in far {
            let (a, b, line) = (middle(from), middle(to), top + BOX + if has_loose { 22 } else { 4 });
            self.arrow_path(&format!("M{a} {line}C{a} {} {b} {} {b} {line}", line + 44, line + 44), from, to);
        }
        height
    }

    /// Discs in two rows of four; more than that as a number.
    pub(super) fn revenue_discs(&mut self, (x, y): (i32, i32), count: u8) {
        let count = i32::from(count);
        if count > 8 {
            self.disc(self.seat.letter(), (x - 16, y + 10), 9);
            self.text((x, y + 15), 15, INK, &format!("× {count}"));
            return;
        }
        for place in 0..count {
            let in_row = if place < 4 { count.min(4) } else { count - 4 };
            let left = x - (in_row - 1) * 10;
            let lower = if count > 4 { 0 } else { 8 };
            self.disc(self.seat.letter(), (left + place % 4 * 20, y + lower + place / 4 * 20), 9);
        }
    }

    /// Whether arrows lead from one space of the revenue board to another, and back.
    pub(super) fn arrow(&self, from: usize, to: usize) -> (bool, bool) {
        let sheet = self.position.sheet();
        let (from, to) = (REVENUE[from], REVENUE[to]);
        (sheet.arrows(from).contains(to), sheet.arrows(to).contains(from))
    }

    pub(super) fn arrow_path(&mut self, path: &str, from: usize, to: usize) {
        let tip = |there: bool| if there { "url(#tip)" } else { "none" };
        let (there, back) = self.arrow(from, to);
        if there || back {
            self.put(&format!(
                r#"<path d="{path}" fill="none" stroke="{SOFT}" stroke-width="2" marker-start="{}" marker-end="{}"/>"#,
                tip(back),
                tip(there)
            ));
        }
    }

    /// How wide a section is, how many circles it has side by side, and in how many rows at most.
    pub(super) fn barn_layout(&self, width: i32) -> (i32, i32, i32) {
        let barn = self.position.sheet().barn();
        let section = ((width - 2 * PAD + 6) / barn.len() as i32).min(96);
        let a_row = ((section - 14) / 23).max(1);
        let most = barn.iter().map(|section| i32::from(section.silver)).max().unwrap_or(0);
        (section, a_row, (most + a_row - 1) / a_row)
    }

    pub(super) fn barn_height(&self, width: i32) -> i32 {
        let (_, _, rows) = self.barn_layout(width);
        TITLE + 38 + rows * 23 + 50 + 12
    }

    pub(super) fn barn(&mut self, (x, y): (i32, i32), (width, height): (i32, i32)) {
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        self.panel((x, y), (width, height), "Barn");
        let (section, a_row, rows) = self.barn_layout(width);
        // The sheet does not say which tile lies where, so they lie in the order of their kinds,
        // those that show first.
        let showing =
            Tile::ALL.into_iter().flat_map(|tile| (0..farm.tiles(tile)).map(move |_| (tile, false)));
        let turned = Tile::ALL.into_iter().flat_map(|tile| (0..farm.turned(tile)).map(move |_| (tile, true)));
        let tiles: Vec<(Tile, bool)> = showing.chain(turned).collect();
        for (place, printed) in sheet.barn().iter().enumerate() {
            let (left, wide) = (x + PAD + place as i32 * section, section - 6);
            let top = y + TITLE;
            let tile = tiles.get(place);
            let (roof, wall) = if tile.is_some() { ("#d9825a", "#f6dfbd") } else { ("#f3e3c6", "#faf0dc") };
            let below = rows * 23 + 50;
            self.put(&format!(
                r##"<path d="M{} {}h{}v{}h-{}z" fill="{wall}" stroke="{FRAME}" stroke-width="1.500"/><path d="M{left} {}L{} {top}L{} {}z" fill="{roof}" stroke="#7a3517" stroke-width="1.800" stroke-linejoin="round"/>"##,
                left + 2,
                top + 36,
                wide - 4,
                below,
                wide - 4,
                top + 36,
                left + wide / 2,
                left + wide,
                top + 36
            ));
            let seal = if tile.is_some() { Seal::Won } else { Seal::There };
            self.seal((left + wide / 2, top + 23), 11, printed.points, seal);
            let (built, cost) = (place < usize::from(farm.built()), farm.cost(sheet, place));
            let crossed =
                |circle: u8| built || (place == usize::from(farm.built()) && circle < farm.silver());
            for circle in 0..printed.silver {
                let mark = match (crossed(circle), circle < cost) {
                    (true, _) => Mark::Crossed,
                    (false, true) => Mark::Open,
                    (false, false) => Mark::Spare,
                };
                let (column, row) = (i32::from(circle) % a_row, i32::from(circle) / a_row);
                let in_row = a_row.min(i32::from(printed.silver) - row * a_row);
                let at = left + wide / 2 - (in_row - 1) * 23 / 2 + column * 23;
                self.circle(Unit::Silver, (at, top + 51 + row * 23), 10, mark);
            }
            self.tile((left + wide / 2, top + 42 + rows * 23), tile.copied());
        }
    }

    /// The place of a roof tile, with or without one, below its top middle.
    pub(super) fn tile(&mut self, (x, y): (i32, i32), tile: Option<(Tile, bool)>) {
        const SIZE: (i32, i32) = (52, 38);
        let left = x - SIZE.0 / 2;
        let Some((tile, used)) = tile else {
            let paint = format!(r#"fill="none" stroke="{LINE}" stroke-width="1.500" stroke-dasharray="4 3""#);
            self.rect((left, y), SIZE, 4, &paint);
            return;
        };
        let fill = if used { "#d9cdb8" } else { "#ffffff" };
        self.rect((left, y), SIZE, 4, &format!(r##"fill="{fill}" stroke="#7a3517" stroke-width="2""##));
        // A used tile is smaller and pale, to leave room for the word.
        let (middle, icon, size, strength) =
            if used { (y + 13, 18, 13, 0.6) } else { (y + SIZE.1 / 2, 25, 17, 1.0) };
        let words = tile_words(self.position, tile);
        self.put(&format!(r#"<g opacity="{strength}"><title>{words}</title>"#));
        let gives = self.position.sheet().gives(tile).to_string();
        let name = match tile {
            Tile::Olives | Tile::Grains | Tile::Grapes | Tile::Pigs | Tile::Donkeys | Tile::Silver => {
                tile.unit().map(Unit::name)
            }
            Tile::Change => Some("change"),
            Tile::Vp => None,
        };
        match name {
            Some(name) => {
                self.bold((left + 6, middle + size * 3 / 8), size, &gives);
                self.icon(name, (x + 9, middle), icon);
            }
            None => self.centred((x, middle + 5), 14, INK, &format!("{gives} VP")),
        }
        self.put("</g>");
        if used {
            self.centred((x, y + 34), 11, INK, "used");
        }
    }

    pub(super) fn storage(&mut self, (x, y): (i32, i32), (width, height): (i32, i32)) {
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        self.panel((x, y), (width, height), "Warehouse and stable");
        let most = sheet.rows().into_iter().max().unwrap_or(1);
        let pitch = ((width - 184) / i32::from(most.max(1))).min(44);
        let radius = (pitch / 2 - 1).min(12);
        let step = (height - TITLE - 8) / Unit::STORED.len() as i32;
        let row_y = |row: i32| y + TITLE + step * row + step / 2 - 2;
        for (row, unit) in Unit::STORED.into_iter().enumerate() {
            let at = row_y(row as i32);
            self.icon(unit.name(), (x + PAD + 12, at), 24);
            let (marked, lost) = (farm.rows()[row], farm.lost()[row]);
            for circle in 0..sheet.rows()[row] {
                let mark = match (circle < lost, circle < marked) {
                    (true, _) => Mark::Lost,
                    (false, true) => Mark::Crossed,
                    (false, false) => Mark::Open,
                };
                self.circle(unit, (x + PAD + 52 + i32::from(circle) * pitch, at), radius, mark);
            }
        }
        let worth = sheet.points();
        let harvest = Unit::HARVEST.len() as i32;
        let sets = [
            (0, harvest - 1, farm.harvest_sets(), "set", worth.harvest_set),
            (harvest, harvest + 1, farm.animal_pairs(), "pair", worth.animal_pair),
        ];
        for (first, last, count, name, each) in sets {
            let right = x + width - 122;
            let (from, to) = (row_y(first) - 9, row_y(last) + 9);
            self.put(&format!(
                r#"<path d="M{right} {from}h6V{to}h-6" fill="none" stroke="{FRAME}" stroke-width="2"/>"#
            ));
            let middle = (from + to) / 2;
            self.bold((right + 16, middle - 2), 15, &counted(count, name));
            self.text((right + 16, middle + 15), 12, SOFT, &format!("{each} VP each"));
        }
    }

    pub(super) fn helpers_height(&self) -> i32 {
        let rows = self.position.sheet().helpers().len().div_ceil(3) as i32;
        let copied = if self.position.farm(self.seat).copied().is_some() { 24 } else { 0 };
        TITLE + rows * 92 + copied + 6
    }

    pub(super) fn helpers(&mut self, (x, y): (i32, i32), (width, height): (i32, i32)) {
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        self.panel((x, y), (width, height), "Helpers");
        let wide = (width - 2 * PAD + 8) / 3;
        for (space, printed) in sheet.helpers().iter().enumerate() {
            let at = (x + PAD + (space % 3) as i32 * wide, y + TITLE + (space / 3) as i32 * 92);
            let paint = format!(r##"fill="#faf0dc" stroke="{LINE}" stroke-width="1.500""##);
            self.rect(at, (wide - 8, 84), 7, &paint);
            self.text((at.0 + 8, at.1 + 20), 13, SOFT, &format!("{}", space + 1));
            let hired = farm.hired(space);
            let seal = if hired.is_some() { Seal::Won } else { Seal::There };
            self.seal((at.0 + wide - 24, at.1 + 15), 10, printed.points, seal);
            // Many circles are smaller.
            let count = printed.circles().len() as i32;
            let pitch = ((wide - 20) / count.max(1)).min(29);
            let radius = (pitch / 2 - 1).min(12);
            for (circle, unit) in printed.circles().iter().enumerate() {
                let mark = if farm.is_marked(space, circle) { Mark::Crossed } else { Mark::Open };
                let left = at.0 + 8 + radius + circle as i32 * pitch;
                self.circle(*unit, (left, at.1 + 41), radius, mark);
            }
            let (place, size) = ((at.0 + 6, at.1 + 57), (wide - 20, 22));
            match hired {
                Some(helper) => {
                    self.helper_box(helper, place, size, true);
                    let copies = |seat: &Seat| {
                        let copied = position.farm(*seat).copied();
                        copied.is_some_and(|copied| copied.seat == self.seat && copied.helper == helper)
                    };
                    // Whoever copies the helper has a disc on it.
                    let copiers: Vec<Seat> = position.players().seats().filter(copies).collect();
                    for (copier, seat) in (0..).zip(copiers) {
                        self.disc(seat.letter(), (at.0 + wide - 46 - copier * 20, at.1 + 15), 9);
                    }
                    self.centred((place.0 + size.0 / 2, place.1 + 16), 12, INK, helper.name());
                }
                None => {
                    let paint =
                        format!(r#"fill="none" stroke="{LINE}" stroke-width="1.200" stroke-dasharray="4 3""#);
                    self.rect(place, size, 5, &paint);
                }
            }
        }
        if let Some(copied) = farm.copied() {
            let at = (x + PAD, y + height - 28);
            self.disc(copied.seat.letter(), (at.0 + 11, at.1 + 10), 11);
            let words = format!("{} of {}, copied", copied.helper, copied.seat);
            self.text((at.0 + 30, at.1 + 15), 14, INK, &words);
        }
    }

    pub(super) fn trades_height(&self) -> i32 {
        let rows = self.position.sheet().trades().len().div_ceil(4) as i32;
        TITLE + rows * 46 + 8
    }

    pub(super) fn trades(&mut self, (x, y): (i32, i32), (width, height): (i32, i32)) {
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        self.panel((x, y), (width, height), "Long-distance trade");
        let worth = format!("{} VP and", sheet.points().trade);
        self.at_right((x + width - PAD - 26, y + 22), 13, &worth);
        self.icon("commodity", (x + width - PAD - 10, y + 17), 20);
        let wide = (width - 2 * PAD + 6) / 4;
        let rows = sheet.trades().len().div_ceil(4) as i32;
        let step = ((height - TITLE - 8) / rows.max(1)).min(56);
        for (trade, units) in sheet.trades().iter().enumerate() {
            let at = (x + PAD + (trade % 4) as i32 * wide, y + TITLE + (trade / 4) as i32 * step);
            let done = farm.has_traded(trade);
            let fill = if done { "#ead7b6" } else { "#ffffff" };
            let (w, h) = (wide - 6, (step - 6).min(52));
            self.rect(at, (w, h), 7, &format!(r#"fill="{fill}" stroke="{FRAME}" stroke-width="1.500""#));
            self.put(&format!(r#"<g opacity="{}">"#, if done { 0.45 } else { 1.0 }));
            self.text((at.0 + 6, at.1 + h / 2 + 5), 12, SOFT, &format!("{}", trade + 1));
            for (place, unit) in (0..).zip(units) {
                self.icon(unit.name(), (at.0 + 30 + place * 26, at.1 + h / 2), 24);
            }
            self.put("</g>");
            if done {
                self.sized("i-cross", (at.0 + w / 2, at.1 + h / 2), 1.5);
            }
        }
    }

    pub(super) fn carts(&mut self, (x, y): (i32, i32), width: i32) -> i32 {
        const ROW: i32 = 68;
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        let height = TITLE + ROW * Cart::ALL.len() as i32 + 8;
        self.panel((x, y), (width, height), "Carts");
        for (row, cart) in (0..).zip(Cart::ALL) {
            let (printed, state) = (sheet.cart(cart), farm.cart(cart));
            let top = y + TITLE + row * ROW;
            self.text((x + PAD, top + 26), 14, SOFT, cart.name());
            let count = printed.goods().len() as i32;
            let pitch = (480 / count.max(1)).min(50);
            let radius = (pitch / 2 - 2).min(17);
            let left = x + PAD + 66;
            let wide = count * pitch + 14;
            let complete = state.status() != CartStatus::Open;
            // The wheels first, so that the body stands before them.
            for wheel in [left + 26, left + wide - 26] {
                self.put(&format!(
                    r##"<circle cx="{wheel}" cy="{}" r="11" fill="#f7ecdb" stroke="#5c3a1c" stroke-width="3.500"/><path d="M{wheel} {}v18M{} {}h18" stroke="#5c3a1c" stroke-width="1.500"/>"##,
                    top + 48,
                    top + 39,
                    wheel - 9,
                    top + 48
                ));
            }
            let body = if complete { "#c98f4e" } else { "#e3c08d" };
            self.rect(
                (left, top),
                (wide, 42),
                6,
                &format!(r##"fill="{body}" stroke="#5c3a1c" stroke-width="2""##),
            );
            for (place, unit) in printed.goods().iter().enumerate() {
                let mark = if state.is_loaded(place) { Mark::Crossed } else { Mark::Open };
                self.circle(*unit, (left + 7 + pitch / 2 + place as i32 * pitch, top + 21), radius, mark);
            }
            let end = left + wide;
            let donkeys = i32::from(printed.donkeys);
            if donkeys > 0 {
                self.put(&format!(
                    r##"<path d="M{end} {}h{}" stroke="#5c3a1c" stroke-width="3"/>"##,
                    top + 21,
                    16 + (donkeys - 1) * 37
                ));
            }
            let needed = !farm.skills().has(Helper::Carts) && !complete;
            for donkey in 0..donkeys {
                let mark = match (donkey < i32::from(state.donkeys()), needed) {
                    (true, _) => Mark::Crossed,
                    (false, true) => Mark::Open,
                    (false, false) => Mark::Spare,
                };
                let at = (end + 32 + donkey * 37, top + 21);
                if mark == Mark::Spare {
                    self.put(&format!(r##"<circle cx="{}" cy="{}" r="15" fill="#fffaf0"/>"##, at.0, at.1));
                }
                self.circle(Unit::Donkey, at, 15, mark);
            }
            self.cart_points(cart, (x + width - 78, top));
        }
        height
    }

    /// Both values of a cart and what has become of them, around this top middle.
    pub(super) fn cart_points(&mut self, cart: Cart, (x, y): (i32, i32)) {
        let position = self.position;
        let printed = position.sheet().cart(cart);
        let gone = position.larger_gone(cart);
        let takers = || -> String {
            let solo = position.solo().is_some_and(|solo| solo.has_finished(cart));
            let seats = larger_winners(position, cart).iter().map(Seat::letter);
            let names: Vec<String> = seats.chain(solo.then_some('n')).map(String::from).collect();
            names.join(", ")
        };
        let (larger, smaller, words) = match position.farm(self.seat).cart(cart).status() {
            CartStatus::Open if gone => {
                (Seal::Gone, Seal::There, Some(format!("{} went to {}", printed.larger, takers())))
            }
            CartStatus::Open => (Seal::There, Seal::There, None),
            CartStatus::New => (Seal::There, Seal::There, Some("awarded soon".to_owned())),
            CartStatus::Larger => (Seal::Won, Seal::Gone, Some(format!("{} VP won", printed.larger))),
            CartStatus::Smaller => (Seal::Gone, Seal::Won, Some(format!("{} VP won", printed.smaller))),
        };
        self.seal((x - 27, y + 19), 17, printed.larger, larger);
        self.seal((x + 27, y + 19), 14, printed.smaller, smaller);
        match words {
            Some(words) => self.centred((x, y + 54), 13, SOFT, &words),
            None => {
                self.centred((x - 27, y + 54), 13, SOFT, "first");
                self.centred((x + 27, y + 54), 13, SOFT, "others");
            }
        }
    }

    /// The score so far, line by line.
    pub(super) fn score(&mut self, (x, y): (i32, i32), width: i32) -> i32 {
        let (position, seat) = (self.position, self.seat);
        let market = |item: ScoreItem| matches!(item, ScoreItem::Market(_));
        let mut cells: Vec<(String, i32)> = position
            .score_sheet(seat)
            .filter(|(item, _)| !market(*item))
            .map(|(item, points)| (item.to_string(), points))
            .collect();
        let on_market =
            position.score_sheet(seat).filter(|(item, _)| market(*item)).map(|(_, points)| points);
        cells.push(("market".to_owned(), on_market.sum()));
        cells.push(("total".to_owned(), position.scores()[seat]));
        let count = cells.len() as i32;
        for (place, (name, points)) in (0..).zip(cells) {
            let left = x + place * (width + 4) / count;
            let wide = x + (place + 1) * (width + 4) / count - left;
            let fill = if place + 1 == count { "#f3cf72" } else { "#fffaf0" };
            let paint = format!(r#"fill="{fill}" stroke="{LINE}" stroke-width="1.500""#);
            self.rect((left, y), (wide - 4, 48), 6, &paint);
            let middle = left + (wide - 4) / 2;
            self.centred((middle, y + 17), 12, SOFT, &name);
            self.put(&format!(
                r#"<text x="{middle}" y="{}" font-size="18" font-weight="bold" text-anchor="middle" fill="{INK}">{points}</text>"#,
                y + 39
            ));
        }
        48
    }
}
