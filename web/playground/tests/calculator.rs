//! The page's sums of money are those of a second calculation, on many designs that are drawn by chance.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a calculation in floats is as unlike the page's as it can be; its numbers are small"
)]

#[path = "calculator/adds.rs"]
mod adds;
#[path = "calculator/mod.rs"]
mod calculation;
#[path = "calculator/growth.rs"]
mod growth;
mod plain;
#[path = "calculator/rows.rs"]
mod rows;

use std::env;

use engine::random::Random;
use playground::message::number;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::compare::CompareCommand;
use playground::view::cost::{CostView, WayCost};
use playground::view::message::{Argument, Message};
use playground::view::money::Money;
use serde_json::{Map, Value, json};

use crate::adds::{check_bill, check_differences};
use crate::calculation::{Ask, Bill, Design, Growth, Index, Item, Pattern, Sum, Table, bill};
use crate::growth::check_growth;
use crate::plain::text;
use crate::rows::{check_month, check_rows};

/// How many designs are compared unless `DESIGNS` says another number. CI has time for these; 10,000 take minutes.
const DESIGN_COUNT: u64 = 500;

/// One design in so many is also compared row by row, and by months of operations: that takes ten times as long.
const ROWS_OF: u64 = 5;

/// Much less than a cent: amounts that are closer are the same.
const CLOSE: f64 = 0.000_1;

/// Ten trillion. Above it the whole numbers end with which the page calculates, and nobody pays it.
const LARGE: f64 = 1e13;

const NAMES: [&str; 2] = ["Alpha", "Beta"];

/// The Region of a sandbox, in which no table has a replica.
const HOME: &str = "us-east-1";

/// Draws designs.
struct Draw(Random);

impl Draw {
    fn one_in(&mut self, count: u64) -> bool {
        self.0.below(count) == 0
    }

    fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.0.below(most - least + 1)
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.0.below(of.len() as u64) as usize]
    }

    /// Any count, from none to many millions.
    fn expected(&mut self) -> u64 {
        let power = self.between(1, 9) as u32;
        self.between(1, 10_u64.pow(power))
    }

    fn item(&mut self, has_sort: bool, rest: usize) -> Item {
        Item {
            pk: format!("p{}", self.between(1, if has_sort { 3 } else { 9 })),
            sk: has_sort.then(|| format!("s{}", self.0.below(10))),
            gk: self.one_in(2).then(|| format!("g{}", self.0.below(3))),
            rest,
        }
    }

    fn table(&mut self) -> Table {
        let has_sort = self.one_in(2);
        let units = |draw: &mut Self| (draw.between(1, 60), draw.between(1, 60));
        // All items have one size, so that it does not matter which of them a limit leaves out.
        let rest = self.between(1, 3_000) as usize;
        let mut items: Vec<Item> = Vec::new();
        for _ in 0..self.between(1, 8) {
            let item = self.item(has_sort, rest);
            if items.iter().all(|other| (&other.pk, &other.sk) != (&item.pk, &item.sk)) {
                items.push(item);
            }
        }
        let index = self.one_in(2).then(|| Index {
            is_local: has_sort && self.one_in(2),
            has_all: self.one_in(2),
            units: units(self),
            expected: self.one_in(3).then(|| self.expected()),
        });
        if index.is_none() {
            for item in &mut items {
                item.gk = None;
            }
        }
        let provisioned = self.one_in(3).then(|| units(self));
        // What a table throttles is not asked of its index, which is another calculation.
        let is_limited = provisioned.is_none() && index.is_none() && self.one_in(2);
        Table {
            maximum: is_limited.then(|| (self.between(1, 400), self.between(1, 400))),
            has_sort,
            items,
            scaling: provisioned.filter(|_| self.one_in(2)).map(|_| {
                let least = self.between(1, 40);
                (least, least + self.between(0, 900), self.between(20, 90))
            }),
            provisioned,
            index,
            expected: self.one_in(2).then(|| self.expected()),
            growth: self.one_in(4).then(|| Growth {
                monthly: self.expected(),
                days: self.one_in(2).then(|| self.between(1, 2_000)),
                of_key: self.one_in(3).then(|| self.expected()),
            }),
            replica: None,
        }
    }

    fn ask(&mut self, table: &Table) -> Ask {
        let rest = self.between(1, 9_000) as usize;
        let mut item = self.item(table.has_sort, rest);
        if table.index.is_none() {
            item.gk = None;
        }
        let count = self.one_in(3).then(|| self.between(1, 100_000));
        let has_limits = table.items.iter().all(|it| it.gk.is_none());
        let limit = (has_limits && self.one_in(4)).then(|| self.between(1, 5));
        let strong = self.one_in(2);
        match self.0.below(9) {
            0 => Ask::Put { item, in_transaction: self.one_in(3) },
            1 => Ask::Grow { key: table.items[0].clone(), rest },
            2 => Ask::Delete { key: item },
            3 => Ask::Get { key: item, strong },
            4 => Ask::Query { pk: item.pk, strong, limit, count },
            5 if table.index.as_ref().is_some_and(|index| !index.is_local) => {
                Ask::QueryIndex { gk: format!("g{}", self.0.below(3)), count }
            }
            6 | 7 => {
                let pk = self.one_in(2).then_some(item.pk);
                Ask::Select { pk, strong, limit, count }
            }
            _ => Ask::Scan { strong, limit, count },
        }
    }

    /// The same load at all hours, or any.
    fn day(&mut self) -> [u64; 24] {
        let most = self.pick(&[0, 0, 2, 20, 1_000]);
        let day = [0; 24].map(|_: u64| self.between(0, most));
        if day.iter().all(|it| *it == day[0]) { [1; 24] } else { day }
    }

    fn design(&mut self) -> Design {
        let mut tables = [self.table(), self.table()];
        let patterns = (0..self.between(0, 4)).map(|_| {
            let table = self.0.below(2) as usize;
            let period = self.pick(&[1.0, 60.0, 3_600.0, 86_400.0, 2_628_000.0]);
            // As many as users type: 0.125, 2739.726, 2000000.
            let digits = self.between(0, 60_000) as f64;
            let rate =
                digits / self.pick(&[1.0, 8.0, 100.0, 1_000.0]) * (period / 60.0_f64).max(1.0);
            let rate = (rate * 1_000.0).round() / 1_000.0;
            Pattern { ask: self.ask(&tables[table]), table, rate, period }
        });
        let patterns = patterns.collect();
        let regions =
            ["us-east-1", "us-east-1", "eu-west-1", "eu-central-1", "sa-east-1", "cn-north-1"];
        let region = self.pick(&regions);
        for table in &mut tables {
            let others = ["us-east-1", "eu-west-1", "eu-central-1", "sa-east-1", "af-south-1"];
            let others: Vec<&str> = others.into_iter().filter(|it| *it != HOME).collect();
            table.replica = self.one_in(5).then(|| self.pick(&others));
            // What a table throttles does not arrive in another Region.
            table.maximum = table.maximum.filter(|_| table.replica.is_none());
        }
        Design {
            tables,
            patterns,
            region,
            infrequent: matches!(region, "us-east-1" | "cn-north-1") && self.one_in(4),
            pays_provisioned: self.pick(&[None, None, Some(false), Some(true)]),
            percent: self.between(1, 100) as f64,
            free_tier: self.one_in(4) && region != "cn-north-1",
            recovery: self.one_in(4).into(),
            backups: if self.one_in(4) { self.between(0, 90) } else { 0 },
            stream_reads: if self.one_in(4) { self.expected() } else { 0 },
            is_scaled: self.one_in(4),
            day: self.day(),
        }
    }
}

/// A text, as DynamoDB's JSON has it.
fn s(text: &str) -> Value {
    json!({ "S": text })
}

fn key_json(item: &Item) -> Value {
    let mut json = json!({ "pk": s(&item.pk) });
    if let Some(sk) = &item.sk {
        json["sk"] = s(sk);
    }
    json
}

fn item_json(item: &Item) -> Value {
    let mut json = key_json(item);
    if let Some(gk) = &item.gk {
        json["gk"] = s(gk);
    }
    if item.rest > 0 {
        json["x"] = s(&"-".repeat(item.rest));
    }
    json
}

fn table_json(name: &str, table: &Table) -> Value {
    let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let mut attributes = vec![attribute("pk")];
    let mut keys = vec![key("pk", "HASH")];
    if table.has_sort {
        attributes.push(attribute("sk"));
        keys.push(key("sk", "RANGE"));
    }
    let units = |(read, write): (u64, u64)| json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write });
    let mut json = json!({
        "TableName": name, "KeySchema": keys, "BillingMode": "PAY_PER_REQUEST",
        "Items": table.items.iter().map(item_json).collect::<Vec<_>>(),
    });
    if let Some(own) = table.provisioned {
        json["BillingMode"] = "PROVISIONED".into();
        json["ProvisionedThroughput"] = units(own);
        if let Some((least, most, percent)) = table.scaling {
            json["AutoScaling"] =
                json!({ "MinCapacity": least, "MaxCapacity": most, "TargetValue": percent });
        }
    }
    if let Some((read, write)) = table.maximum {
        json["OnDemandThroughput"] =
            json!({ "MaxReadRequestUnits": read, "MaxWriteRequestUnits": write });
    }
    if let Some(index) = &table.index {
        attributes.push(attribute("gk"));
        let projection = if index.has_all { "ALL" } else { "KEYS_ONLY" };
        let mut index_json =
            json!({ "IndexName": "Index", "Projection": { "ProjectionType": projection } });
        if index.is_local {
            index_json["KeySchema"] = json!([key("pk", "HASH"), key("gk", "RANGE")]);
            json["LocalSecondaryIndexes"] = json!([index_json]);
        } else {
            index_json["KeySchema"] = json!([key("gk", "HASH")]);
            if table.provisioned.is_some() {
                index_json["ProvisionedThroughput"] = units(index.units);
            }
            json["GlobalSecondaryIndexes"] = json!([index_json]);
        }
    }
    json["AttributeDefinitions"] = attributes.into();
    json
}

/// The operation and request of a pattern, and how many items the user says that it reads.
fn request(pattern: &Pattern) -> (&'static str, Value, Option<u64>) {
    let mut request = json!({ "TableName": NAMES[pattern.table] });
    let mut read = |strong: bool, limit: Option<u64>| {
        if strong {
            request["ConsistentRead"] = true.into();
        }
        if let Some(limit) = limit {
            request["Limit"] = limit.into();
        }
    };
    match &pattern.ask {
        Ask::Put { item, in_transaction: false } => {
            request["Item"] = item_json(item);
            ("PutItem", request, None)
        }
        Ask::Put { item, in_transaction: true } => {
            request["Item"] = item_json(item);
            ("TransactWriteItems", json!({ "TransactItems": [{ "Put": request }] }), None)
        }
        Ask::Grow { key, rest } => {
            request["Key"] = key_json(key);
            request["UpdateExpression"] = "SET x = :x".into();
            request["ExpressionAttributeValues"] = json!({ ":x": s(&"-".repeat(*rest)) });
            ("UpdateItem", request, None)
        }
        Ask::Delete { key } => {
            request["Key"] = key_json(key);
            ("DeleteItem", request, None)
        }
        Ask::Get { key, strong } => {
            read(*strong, None);
            request["Key"] = key_json(key);
            ("GetItem", request, None)
        }
        Ask::Query { pk, strong, limit, count } => {
            read(*strong, *limit);
            request["KeyConditionExpression"] = "pk = :k".into();
            request["ExpressionAttributeValues"] = json!({ ":k": s(pk) });
            ("Query", request, *count)
        }
        Ask::QueryIndex { gk, count } => {
            request["IndexName"] = "Index".into();
            request["KeyConditionExpression"] = "gk = :k".into();
            request["ExpressionAttributeValues"] = json!({ ":k": s(gk) });
            ("Query", request, *count)
        }
        Ask::Scan { strong, limit, count } => {
            read(*strong, *limit);
            ("Scan", request, *count)
        }
        Ask::Select { pk, strong, limit, count } => {
            read(*strong, *limit);
            request.as_object_mut().expect("members").remove("TableName");
            let table = NAMES[pattern.table];
            let condition = pk.as_ref().map(|pk| format!(" WHERE pk = '{pk}'"));
            let condition = condition.unwrap_or_default();
            request["Statement"] = format!("SELECT * FROM \"{table}\"{condition}").into();
            ("ExecuteStatement", request, *count)
        }
    }
}

/// The replicas, with the names by which they are called.
fn replicas(design: &Design) -> impl Iterator<Item = (String, &Table)> {
    NAMES.iter().zip(&design.tables).filter_map(|(name, table)| {
        let region = table.replica?;
        Some((format!("arn:aws:dynamodb:{region}:000000000000:table/{name}"), table))
    })
}

/// The design as a document.
fn document(design: &Design) -> Value {
    let mut expected = Vec::new();
    for (name, table) in NAMES.iter().zip(&design.tables) {
        let of_index = table.index.as_ref().and_then(|index| index.expected);
        expected.extend(table.expected.map(|count| json!({ "table": name, "count": count })));
        let entries = |count| json!({ "table": name, "index": "Index", "count": count });
        expected.extend(of_index.map(entries));
    }
    let grows = NAMES.iter().zip(&design.tables).filter_map(|(name, table)| {
        let Growth { monthly, days, of_key } = table.growth.as_ref()?;
        Some(json!({ "table": name, "monthly": monthly, "days": days, "collection_monthly": of_key }))
    });
    let mut cost = json!({
        "growth": grows.collect::<Vec<_>>(),
        "region": design.region, "utilisation": design.percent as u64,
        "free_tier": design.free_tier, "expected": expected,
    });
    if design.infrequent {
        cost["class"] = "STANDARD_INFREQUENT_ACCESS".into();
    }
    cost["recovery"] = (design.recovery > 0).into();
    cost["backups"] = design.backups.into();
    cost["stream_reads"] = design.stream_reads.into();
    if design.is_scaled {
        cost["scaled"] = true.into();
    }
    if design.day != [1; 24] {
        cost["day"] = json!(design.day);
    }
    if let Some(provisioned) = design.pays_provisioned {
        cost["mode"] = if provisioned { "provisioned" } else { "on_demand" }.into();
    }
    let (mut patterns, mut notes) = (Vec::new(), Map::new());
    for (number, pattern) in design.patterns.iter().enumerate() {
        let (operation, request, count) = request(pattern);
        let name = format!("Pattern {number}");
        if let Some(count) = count {
            notes.insert(name.clone(), json!({ "items": count }));
        }
        let thousandths = (pattern.rate * 1_000.0).round() as u64;
        patterns.push(json!({
            "name": name, "operation": operation, "request": request.to_string(),
            "rate": [[0, 0]], "exact_rate": [[0, thousandths]], "span": pattern.period as u64 * 1_000,
        }));
    }
    let tables = NAMES.iter().zip(&design.tables).map(|(name, table)| table_json(name, table));
    let replicas = replicas(design).map(|(name, table)| {
        let items: Vec<Value> = table.items.iter().map(item_json).collect();
        json!({ "TableName": name, "Items": items })
    });
    let tables: Vec<Value> = tables.chain(replicas).collect();
    json!({ "v": 1, "cost": cost, "notes": notes, "patterns": patterns, "tables": tables })
}

/// Compares a sum of the page with a calculated one.
fn check(what: &str, shown: Money, sum: Sum) -> Result<(), String> {
    let shown_money = shown.pico as f64 / 1e12;
    let is_same = (shown_money - sum.known).abs() <= CLOSE.max(sum.known * 1e-12);
    match (is_same || sum.known > LARGE) && shown.is_least == sum.is_least {
        true => Ok(()),
        false => {
            Err(format!("{what}: the page has {}, and {sum:?} is right", number::cents(shown)))
        }
    }
}

fn known(cost: Option<f64>) -> Sum {
    Sum { known: cost.unwrap_or(0.0), is_least: cost.is_none() }
}

/// A message and those that it is made of.
fn parts_of(message: &Message) -> Vec<&Message> {
    let parts = message.arguments.iter().filter_map(|(_, argument)| match argument {
        Argument::Message(part) => Some(parts_of(part)),
        _ => None,
    });
    std::iter::once(message).chain(parts.flatten()).collect()
}

/// An amount of money in a message.
fn money_in(message: &Message, place: &str) -> Money {
    let arguments = parts_of(message).into_iter().flat_map(|part| &part.arguments);
    let mut found = arguments.filter_map(|(name, argument)| match argument {
        Argument::Money(money) | Argument::Cents(money) if *name == place => Some(*money),
        _ => None,
    });
    found.next().unwrap_or_else(|| panic!("no {place} in {message:?}"))
}

/// Compares every sum that the page shows of a design.
fn check_views(session: &mut Session, design: &Design) -> Result<(), String> {
    let bill = &bill(design);
    let cost = session.cost(None).expect("there are tables");
    check("the total", cost.bill.total, bill.total)?;
    check_ways(&cost, design)?;
    check_day(&cost, design)?;
    check_growth(&cost, design)?;
    check_bill(session, &cost)?;
    if cost.extras.len() != bill.extras.len() {
        return Err(format!("{:?}, and {:?} is right", cost.extras, bill.extras));
    }
    for (extra, right) in cost.extras.iter().zip(&bill.extras) {
        match extra.cost {
            Some(shown) => check(extra.words.key, shown, known(*right))?,
            None if right.is_none() => {}
            None => return Err(format!("{}: {right:?} is known", extra.words.key)),
        }
    }
    let replicas = replicas(design).map(|(name, _)| name);
    let names = NAMES.map(str::to_owned).into_iter().chain(replicas);
    for (name, calculated) in names.zip(&bill.parts) {
        let table = cost.tables.iter().find(|table| *table.name == *name).expect("it is there");
        for (store, parts) in table.stores.iter().zip(calculated) {
            for (shown, part) in [store.writes, store.reads, store.storage].into_iter().zip(*parts)
            {
                match shown {
                    Some(shown) => check(&store.name, shown, known(part))?,
                    None if part.is_none() => {}
                    None => return Err(format!("{}: {part:?} is known", store.name)),
                }
            }
        }
    }
    let patterns = session.patterns(None);
    check("the total beside the patterns", money_in(&patterns.sums, "total"), bill.total)?;
    for (pattern, sum) in patterns.patterns.iter().zip(&bill.patterns) {
        let answer = pattern.answer().expect("it is tried");
        check(&pattern.draft.name, answer.cost, *sum)?;
    }
    let is_short = bill.throttled > 1e-9;
    let keys = ["cost.headline_short", "day.headline_short", "day.headline_late"];
    if is_short != parts_of(&cost.headline).iter().any(|it| keys.contains(&it.key)) {
        return Err(format!("{} is throttled, not {:?}", bill.throttled, text(&cost.headline)));
    }
    check_comparison(session, bill, is_short)
}

/// Compares what the same load costs if it is paid in other ways.
fn check_ways(cost: &CostView, design: &Design) -> Result<(), String> {
    let shown = |key| shown_ways(cost, key);
    let all = |provisioned| {
        calculation::bill(&Design { pays_provisioned: Some(provisioned), ..design.clone() }).total
    };
    check("on demand", shown("cost.way_on_demand")[0].total, all(false))?;
    let provisioned = cost.ways.iter().find(|way| {
        let keys = ["as_set", "as_scaled", "provisioned", "least", "peak", "follows"];
        way.words.key.split_once(".way_").is_some_and(|(_, key)| keys.contains(&key))
    });
    let sum = all(true);
    check("provisioned", provisioned.expect("it is always one").total, sum)?;
    let reserved = calculation::reserved(design).into_iter().flatten();
    let (reserved, shown): (Vec<f64>, Vec<_>) = (reserved.collect(), shown("cost.way_reserved"));
    if reserved.len() != shown.len() {
        return Err(format!("{} reservations, and {reserved:?} are right", shown.len()));
    }
    for (way, known) in shown.iter().zip(reserved) {
        check("reserved", way.total, Sum { known, ..sum })?;
    }
    let is_set = design.tables.iter().all(|table| table.provisioned.is_some());
    let scaled = shown_ways(cost, "day.way_scaled");
    match (design.day == [1; 24] || design.is_scaled || is_set, scaled.as_slice()) {
        (true, []) => {}
        (false, [way]) => {
            let scaled = Design { is_scaled: true, pays_provisioned: Some(true), ..design.clone() };
            check("scaled", way.total, calculation::bill(&scaled).total)?;
        }
        (_, shown) => return Err(format!("{} scaled ways", shown.len())),
    }
    let infrequent = !design.infrequent;
    let other = calculation::bill(&Design { infrequent, ..design.clone() });
    let lacks_price = other.parts.iter().flatten().flatten().any(Option::is_none);
    let other = other.total;
    let shown = shown_ways(cost, "cost.way_class");
    match (lacks_price, shown.as_slice()) {
        (true, []) => Ok(()),
        (false, [way]) => check("the other class", way.total, other),
        (_, shown) => Err(format!("{} other classes, and {other:?} is right", shown.len())),
    }
}

fn shown_ways<'c>(cost: &'c CostView, key: &str) -> Vec<&'c WayCost> {
    cost.ways.iter().filter(|way| way.words.key == key).collect()
}

/// Compares what each hour of a day costs.
fn check_day(cost: &CostView, design: &Design) -> Result<(), String> {
    let right = calculation::bill(&Design { pays_provisioned: None, ..design.clone() }).hours;
    let right: Option<Vec<[f64; 2]>> =
        (0..24).map(|hour| Some([right[0][hour]?, right[1][hour]?])).collect();
    let right = right.filter(|_| design.day != [1; 24]);
    let is_asked = right.as_ref().is_some_and(|it| it.iter().any(|[requests, _]| *requests > 0.0));
    match (&cost.day, right.filter(|_| is_asked)) {
        (None, None) => Ok(()),
        (Some(day), Some(right)) => {
            for (hour, (shown, right)) in day.hours.iter().zip(right).enumerate() {
                for (shown, right) in shown.costs.iter().zip(right) {
                    let shown = shown.pico as f64 / 1e12;
                    if (shown - right).abs() > 1e-9 + right * 1e-12 {
                        return Err(format!("hour {hour}: {shown}, and {right} is right"));
                    }
                }
            }
            Ok(())
        }
        (shown, right) => Err(format!("the day is {shown:?}, and {right:?} is right")),
    }
}

/// Compares the month of two designs, of which the second is a copy of the first.
fn check_comparison(session: &mut Session, bill: &Bill, is_short: bool) -> Result<(), String> {
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let view = session.comparison().expect("two designs");
    assert!(session.handle(Command::Compare(CompareCommand::Keep)).accepted);
    let row = view.groups[0].rows.iter().find(|row| text(&row.words) == "A month");
    for amount in &row.expect("a month is compared").amounts {
        match amount {
            Some(Argument::Cents(money)) if !is_short => check("a month", *money, bill.total)?,
            Some(Argument::Message(words)) if is_short => {
                check("a month that throttles", money_in(words, "money"), bill.total)?;
                let permille = match words.arguments.last() {
                    Some((_, Argument::Permille(permille))) => *permille as f64,
                    other => return Err(format!("{other:?} is no share")),
                };
                // What is throttled at all is not said to be nothing.
                if (permille - (bill.throttled * 1e3).max(1.0)).abs() > 0.5 + 1e-6 {
                    return Err(format!(
                        "{permille} thousandths, and {} are throttled",
                        bill.throttled
                    ));
                }
            }
            other => return Err(format!("{other:?}, and {} is throttled", bill.throttled)),
        }
    }
    Ok(())
}

#[test]
fn every_sum_of_the_page_is_the_calculated_one_to_the_cent() {
    let mut session = Session::first();
    let mut draw = Draw(Random::new(2026));
    let count = env::var("DESIGNS").ok().and_then(|count| count.parse().ok());
    for number in 0..count.unwrap_or(DESIGN_COUNT) {
        let design = draw.design();
        let document = document(&design).to_string();
        assert!(session.handle(Command::OpenDocument(document.clone())).accepted);
        assert_eq!(session.problems(), [], "design {number}: {document}");
        let mut checked = check_views(&mut session, &design);
        if number % ROWS_OF == 0 {
            checked = checked.and_then(|()| check_rows(&mut session, &design));
            checked = checked.and_then(|()| check_differences(&mut session, number));
            checked = checked.and_then(|()| check_month(&mut session, &design));
        }
        checked.unwrap_or_else(|fault| panic!("design {number}: {fault}, of {document}"));
    }
}
