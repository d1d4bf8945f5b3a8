//! Tables that grow: what all costs in months to come, and when an item collection is full.

use engine::clock::UnixTime;
use playground::view::cost::CostView;
use playground::view::message::Argument;

use crate::calculation::{Design, Growth, Item, Table, bill_after};
use crate::check;

/// Hours of a month and of a day.
const MONTH: f64 = 730.0;
const DAY: f64 = 24.0;

/// Milliseconds of an hour, and of the years of which there is a forecast.
const HOUR_MS: f64 = 3_600_000.0;
const YEARS_MS: f64 = 100.0 * 365.0 * DAY * HOUR_MS;

/// Bytes that an item collection has beside local indexes at most.
const COLLECTION: f64 = 10.0 * 1_073_741_824.0;

/// The months of the forecast.
const MONTHS: [u32; 7] = [0, 1, 3, 6, 12, 24, 36];

impl Growth {
    /// How many items there are after so many hours, which is told hour by hour of the life of an item: those of now leave evenly, and
    /// of the new ones only those are left that are younger.
    fn after(&self, hours: f64, now: f64, monthly: f64) -> f64 {
        let life = self.days.map_or(f64::INFINITY, |days| days as f64 * DAY);
        now * (1.0 - hours / life).max(0.0) + monthly / MONTH * hours.min(life)
    }

    /// After how many hours there are so many: looked for by halves.
    fn reaches(&self, count: f64, now: f64, monthly: f64) -> Option<f64> {
        let (mut low, mut high) = (0.0, YEARS_MS / HOUR_MS);
        let end = self.days.map_or(high, |days| high.min(days as f64 * DAY));
        if now >= count {
            return Some(0.0);
        }
        high = if self.after(end, now, monthly) >= count { end } else { return None };
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if self.after(middle, now, monthly) >= count { high = middle } else { low = middle }
        }
        Some(high)
    }
}

/// A number of whole items.
fn whole(count: f64) -> f64 {
    (count + 0.5).floor()
}

impl Table {
    pub(crate) fn count(&self) -> f64 {
        self.expected.map_or(self.items.len() as f64, |count| count as f64)
    }

    /// The table after some months.
    fn after(&self, months: u32) -> Self {
        let Some(growth) = self.growth.as_ref().filter(|_| months > 0) else { return self.clone() };
        let now = self.count();
        let then = whole(growth.after(f64::from(months) * MONTH, now, growth.monthly as f64));
        let mut table = Self { expected: Some(then as u64), ..self.clone() };
        if let Some(index) = &mut table.index {
            index.expected = index.expected.map(|own| whole(own as f64 * then / now) as u64);
        }
        table
    }

    /// The items of the largest collection, and its bytes, if there is one that has a limit.
    fn largest(&self) -> Option<(Vec<&Item>, f64)> {
        self.index.as_ref().filter(|index| index.is_local)?;
        let sized = self.items.iter().map(|item| {
            let items: Vec<&Item> = self.items.iter().filter(|it| it.pk == item.pk).collect();
            let bytes = items.iter().map(|it| it.size() + self.entry(it).unwrap_or(0.0)).sum();
            (items, bytes)
        });
        sized.max_by(|(_, one), (_, other): &(_, f64)| one.total_cmp(other))
    }

    /// When that collection is full; `None` if never.
    fn full_ms(&self, items: &[&Item], bytes: f64) -> Option<f64> {
        let growth = self.growth.as_ref()?;
        let share = items.len() as f64 / self.items.len() as f64;
        let monthly = growth.of_key.map_or(whole(growth.monthly as f64 * share), |own| own as f64);
        let now = match (self.expected, growth.of_key) {
            (None, _) => items.len() as f64,
            (Some(all), Some(own)) => whole(all as f64 * own as f64 / growth.monthly as f64),
            (Some(all), None) => whole(all as f64 * share),
        };
        let full = (COLLECTION * items.len() as f64 / bytes).ceil();
        growth.reaches(full, now, monthly).map(|hours| hours * HOUR_MS)
    }
}

/// Compares what is forecast.
pub(crate) fn check_growth(cost: &CostView, design: &Design) -> Result<(), String> {
    if design.tables.iter().all(|table| table.growth.is_none()) {
        return match cost.growth.rows.is_empty() {
            true => Ok(()),
            false => Err("something grows".into()),
        };
    }
    for (months, row) in MONTHS.into_iter().zip(&cost.growth.rows) {
        let tables = [0, 1].map(|number| design.tables[number].after(months));
        // A replica has as many items as its table.
        let times = |table: &Table| 1.0 + f64::from(u8::from(table.replica.is_some()));
        let count: f64 = tables.iter().map(|table| table.count() * times(table)).sum();
        if (row.item_count as f64 - count).abs() > count * 1e-12 {
            return Err(format!("{} items after {months} months, {count}", row.item_count));
        }
        let counts = [0, 1].map(|number| design.tables[number].count());
        let then = bill_after(&Design { tables, ..design.clone() }, months, counts);
        check(&format!("the total after {months} months"), row.total, then.total)?;
        // The page says no number beyond this. It rounds each of at most six tables and indexes down.
        let stored = row.bytes.zip(then.stored.map(|bytes| bytes.min(u64::MAX as f64)));
        if row.bytes.is_some() != then.stored.is_some()
            || stored
                .is_some_and(|(shown, right)| (shown as f64 - right).abs() > 6.0 + right * 1e-12)
        {
            return Err(format!("{:?} B after {months} months, {:?}", row.bytes, then.stored));
        }
    }
    for (table, shown) in design.tables.iter().zip(&cost.growth.tables) {
        // A collection cannot get more items than its table.
        let is_told = |growth: &Growth| growth.of_key.is_none_or(|own| own <= growth.monthly);
        let is_told = table.growth.as_ref().is_some_and(is_told);
        let Some((items, bytes)) = table.largest().filter(|_| is_told) else {
            match &shown.collection {
                None => continue,
                Some(words) => return Err(format!("{words:?} of a table without a limit")),
            }
        };
        let words = shown.collection.as_ref().ok_or("nothing about a collection")?;
        let right = table.full_ms(&items, bytes);
        let is_right = match (words.key, right) {
            ("growth.full", Some(ms)) => ms == 0.0,
            ("growth.never", None) => true,
            ("growth.full_on", Some(ms)) => {
                let (_, date) = words.arguments.last().ok_or("no date")?;
                // Days begin at midnight: a float may be a millisecond before it.
                let dates = [-5.0, 5.0].map(|about| UnixTime((ms + about) as u64).to_string());
                dates
                    .iter()
                    .any(|right| matches!(date, Argument::Text(date) if right.starts_with(&**date)))
            }
            _ => false,
        };
        if !is_right {
            return Err(format!("{words:?}, and {right:?} ms are right"));
        }
    }
    Ok(())
}
