//! What a report says, taken from the views of the page.

use std::borrow::Cow;
use std::rc::Rc;

use crate::message::{number, sentences, text, word, word_with};
use crate::picture::draw;
use crate::report::block::{Block, Report, Section};
use crate::session::Session;
use crate::view::advice::{Cause, Finding};
use crate::view::compare::{ComparisonRow, ComparisonView, Difference, Letter};
use crate::view::cost::{
    BillRow, CostView, ExtraCost, PayMode, PriceRow, ReservedPrice, TableClass, TableCost, WayCost,
    price,
};
use crate::view::growth::{ForecastRow, GrowthView, TableGrowth};
use crate::view::index::{EntriesShown, IndexView};
use crate::view::message::{Argument, Message};
use crate::view::money::Money;
use crate::view::pattern::{PatternAnswer, PatternView, PatternsView, Verdict};
use crate::view::table::{KeyView, TableHead};
use crate::view::value::{Method, Text};
use crate::visible;

/// The report on a sandbox. `link` is the address that opens it, if there is one.
pub(super) fn report(session: &Session, link: Option<&Text>) -> Report {
    let cost = session.cost(None);
    let comparison = session.comparison();
    let of_shown = |section: Section| match session.shown_design() {
        None => section,
        Some(letter) => Section { title: title_of(&section.title, letter), ..section },
    };
    let sections = [
        cost.as_ref().map(bill).map(of_shown),
        cost.as_ref().map(arithmetic).map(of_shown),
        cost.as_ref().and_then(|cost| forecast(&cost.growth)).map(of_shown),
        patterns(&session.patterns(None)),
        comparison.as_ref().map(|view| two_designs(view, &session.differences())),
        Some(of_shown(design(session, link))),
        advice(session).map(of_shown),
        cost.as_ref().map(assumptions).map(of_shown),
        link.map(|link| section("share.link", vec![Block::Link(Text::clone(link))])),
    ];
    Report { title: session.title().into(), sections: sections.into_iter().flatten().collect() }
}

fn section(title: &'static str, blocks: Vec<Block>) -> Section {
    Section { title: word(title), blocks }
}

/// "Design B: The bill".
fn title_of(title: &str, letter: Letter) -> Rc<str> {
    let design = word_with("compare.design", "design", letter.name());
    let words = Message::plain("pattern.column_of").with("design", design).with("column", title);
    text(&words).into()
}

/// A heading of names or words.
fn words(key: &'static str) -> (String, bool) {
    (word(key).to_string(), false)
}

/// A heading of numbers.
fn numbers(key: &'static str) -> (String, bool) {
    (word(key).to_string(), true)
}

/// What all tables cost, store by store, and what the same load costs otherwise.
fn bill(view: &CostView) -> Section {
    let CostView { tables, extras, free, bill, .. } = view;
    let amount = |amount: &Option<Money>| {
        amount.map_or_else(|| word("cost.unknown").to_string(), number::cents)
    };
    let sum = |words: String, amount: String| {
        vec![words, String::new(), String::new(), String::new(), amount]
    };
    let mut rows = Vec::new();
    for table in tables {
        let of_table = table.rows();
        let row = |row: &BillRow| {
            std::iter::once(text(&row.words)).chain(row.amounts.iter().map(amount)).collect()
        };
        rows.extend(of_table.iter().map(row));
        if tables.len() > 1 && of_table.len() > 1 {
            let words = word_with("cost.table_total", "table", &*visible::table(&table.name));
            rows.push(sum(words, number::cents(table.total)));
        }
    }
    for ExtraCost { words, cost, .. } in extras {
        rows.push(sum(text(words), amount(cost)));
    }
    if let Some(free) = free {
        rows.push(sum(word("cost.part_free").to_string(), number::negative(&number::cents(*free))));
    }
    rows.push(sum(word("cost.total").to_string(), number::cents(bill.total)));
    let head = std::iter::once(words("cost.store")).chain(BillRow::COLUMNS.map(numbers)).collect();
    let way = |way: &WayCost| {
        let price = text(&price(way.total, way.throttled_permille));
        let cheapest = way.is_cheapest.then(|| Message::plain("report.cheapest"));
        let told: Vec<_> = cheapest.iter().chain(&way.steps).chain(&way.notes).cloned().collect();
        vec![text(&way.words), price, sentences(&told)]
    };
    let mut blocks = vec![
        Block::Text(text(&view.headline)),
        Block::Table { head, rows, has_sum: true },
        Block::Text(word("cost.left_out").to_string()),
        Block::Text(word("cost.exact").to_string()),
        Block::Table {
            head: vec![words("cost.ways"), numbers("cost.total"), (String::new(), false)],
            rows: view.ways.iter().map(way).collect(),
            has_sum: false,
        },
    ];
    blocks.extend(view.day.as_ref().map(|it| Block::Text(sentences(&it.words))));
    blocks.extend(view.break_even.as_ref().map(|it| Block::Text(sentences(&it.words))));
    section("report.bill", blocks)
}

/// How each amount of the bill was computed.
fn arithmetic(view: &CostView) -> Section {
    let mut rows = Vec::new();
    for row in view.tables.iter().flat_map(TableCost::rows) {
        for (column, steps) in BillRow::COLUMNS.iter().zip(&row.arithmetic) {
            rows.push(vec![text(&row.words), word(column).to_string(), sentences(steps)]);
        }
    }
    let head = vec![words("cost.store"), words("report.amount"), words("report.calculation")];
    section("report.arithmetic", vec![Block::Table { head, rows, has_sum: false }])
}

/// What growth makes of the tables; `None` if nothing grows.
fn forecast(GrowthView { tables, rows, assumes }: &GrowthView) -> Option<Section> {
    let row = |row: &ForecastRow| {
        let ForecastRow { when, item_count, bytes, storage, total } = row;
        let unknown = || word("cost.unknown").to_string();
        vec![
            text(when),
            number::count(*item_count),
            bytes.map_or_else(unknown, number::size),
            number::cents(*storage),
            number::cents(*total),
        ]
    };
    let amounts = ["growth.items", "growth.stored", "cost.storage", "cost.total"];
    let head = std::iter::once(words("growth.when")).chain(amounts.map(numbers)).collect();
    let said =
        tables.iter().filter_map(|table| Some(Block::Text(text(table.collection.as_ref()?))));
    let mut blocks: Vec<Block> = said.collect();
    blocks.push(Block::Table { head, rows: rows.iter().map(row).collect(), has_sum: false });
    blocks.push(Block::Text(text(assumes)));
    (!rows.is_empty()).then(|| section("growth.forecast", blocks))
}

/// The access patterns in their order; `None` if there are none.
fn patterns(view: &PatternsView) -> Option<Section> {
    let PatternsView { designs, patterns, sums, .. } = view;
    if patterns.is_empty() {
        return None;
    }
    let mut head = vec![
        words("pattern.name"),
        words("report.does"),
        numbers("pattern.column_rate"),
        numbers("pattern.column_items"),
    ];
    for letter in designs {
        let of_design = |(column, is_number): (String, bool)| match letter {
            None => (column, is_number),
            Some(letter) => {
                let design = word_with("compare.design", "design", letter.name());
                let words = Message::plain("pattern.column_of")
                    .with("design", design)
                    .with("column", column);
                (text(&words), is_number)
            }
        };
        head.extend([
            of_design(words("pattern.column_served")),
            of_design(numbers("pattern.column_units")),
            of_design(numbers("pattern.column_month")),
        ]);
    }
    if designs.len() > 1 {
        head.push(numbers("compare.difference"));
    }
    let rows = patterns.iter().map(|pattern| pattern_row(pattern, designs.len())).collect();
    Some(section(
        "pattern.title",
        vec![Block::Text(text(sums)), Block::Table { head, rows, has_sum: false }],
    ))
}

fn pattern_row(pattern: &PatternView, design_count: usize) -> Vec<String> {
    let missing = || word("compare.none").to_string();
    let items = pattern.answer().filter(|answer| answer.verdict != Verdict::Fails);
    let items = items.and_then(|answer| answer.item_thousandths);
    let mut row = vec![
        pattern.draft.name.to_string(),
        text(&pattern.does),
        text(&pattern.rate),
        items.map_or_else(missing, number::thousandths),
    ];
    for answer in &pattern.answers {
        row.extend(answer.as_ref().map_or_else(
            || [missing(), missing(), missing()],
            |answer| [served(answer), units(answer), text(&answer.month())],
        ));
    }
    if design_count > 1 {
        row.push(pattern.difference.as_ref().map_or_else(missing, |it| text(&it.words)));
    }
    row
}

/// "Works: OpenOrders", or why it does not.
fn served(answer: &PatternAnswer) -> String {
    let verdict = word(answer.verdict.words());
    let reason = answer.fault.as_ref().and_then(|fault| fault.message.clone());
    let by = match reason {
        Some(reason) => reason.to_string(),
        None => stores(answer),
    };
    let words = if by.is_empty() { verdict.to_string() } else { format!("{verdict}: {by}") };
    match &answer.waste {
        Some(waste) => format!("{words} ({})", text(waste)),
        None => words,
    }
}

/// The tables and indexes that answer it: "OpenOrders, Orders".
pub(super) fn stores(answer: &PatternAnswer) -> String {
    let mut stores: Vec<Cow<'_, str>> = Vec::new();
    for term in &answer.terms {
        let store = visible::table(&term.store);
        if term.hundredths > 0 && !stores.contains(&store) {
            stores.push(store);
        }
    }
    stores.join(&word("number.list"))
}

/// Hundredths of units that a request writes, and that it reads.
pub(super) fn hundredths(answer: &PatternAnswer) -> [u64; 2] {
    [Method::Write, Method::Read].map(|method| {
        let terms = answer.terms.iter().filter(|term| term.method == method);
        terms.map(|term| term.hundredths).sum()
    })
}

/// "5 WCU, + 7 WCU behind it".
fn units(answer: &PatternAnswer) -> String {
    let keys = ["unit.amount_write", "unit.amount_read"];
    let amounts = keys.into_iter().zip(hundredths(answer)).filter(|(_, amount)| *amount > 0);
    let amounts = amounts.map(|(key, amount)| word_with(key, "units", number::short(amount)));
    let behind = answer.behind_words().map(|words| text(&words));
    amounts.chain(behind).collect::<Vec<_>>().join(&word("number.list"))
}

/// What two designs store, use and cost, and where their tables differ.
fn two_designs(view: &ComparisonView, differences: &[Difference]) -> Section {
    let mut rows = Vec::new();
    for group in &view.groups {
        let name = group.name.as_ref().map_or_else(|| word("compare.all"), Rc::clone);
        let amount = |amount: &Option<Argument>| {
            amount.clone().map_or_else(
                || word("compare.none").to_string(),
                |amount| word_with("compare.amount", "amount", amount),
            )
        };
        rows.extend(group.rows.iter().map(|ComparisonRow { words, amounts, difference }| {
            let [a, b] = amounts.each_ref().map(amount);
            vec![name.to_string(), text(words), a, b, text(difference)]
        }));
    }
    let letters = |is_number| Letter::ALL.map(|letter| (letter.name().to_owned(), is_number));
    let [a, b] = letters(true);
    let head =
        vec![words("cost.store"), words("report.amount"), a, b, numbers("compare.difference")];
    let mut blocks = vec![Block::Text(text(&view.words))];
    blocks.extend(view.unlike.as_ref().map(|[unlike, _]| Block::Text(text(unlike))));
    blocks.push(Block::Table { head, rows, has_sum: false });
    if !differences.is_empty() {
        let row = |Difference { table, words, sides: [a, b], .. }: &Difference| {
            vec![visible::table(table).to_string(), text(words), text(a), text(b)]
        };
        let [a, b] = letters(false);
        let head = vec![words("report.table"), words("compare.design_differs"), a, b];
        let rows = differences.iter().map(row).collect();
        blocks.push(Block::Table { head, rows, has_sum: false });
    }
    section("compare.title", blocks)
}

/// Tables and indexes in words, and a picture of each table.
fn design(session: &Session, link: Option<&Text>) -> Section {
    let mut rows = Vec::new();
    let mut pictures = Vec::new();
    let key = |key: &KeyView| format!("{} {}", key.name, key.kind.tag());
    for tab in session.tables(None) {
        let Some(head) = session.table_head(Some(&tab.name)) else { continue };
        let TableHead { name, item_count, size, partition_key, sort_key, .. } = head;
        rows.push(vec![
            visible::table(&name).into_owned(),
            word("report.table").to_string(),
            key(&partition_key),
            sort_key.as_ref().map(key).unwrap_or_default(),
            word("index.all").to_string(),
            number::count(item_count),
            number::bytes(size),
        ]);
        let indexes = session.indexes(Some(&name), &EntriesShown::first(0), None);
        rows.extend(indexes.cards.iter().map(|index| index_row(index)));
        let shown = session.picture(Some(&name), link.cloned().unwrap_or_else(|| "#".into()));
        // The map is about all tables: it is in the first picture.
        let picture = shown.of_design(pictures.is_empty());
        pictures.push(Block::Picture(draw::svg(&picture)));
    }
    let head = vec![
        words("print.store"),
        words("report.kind"),
        words("design.partition_key"),
        words("design.sort_key"),
        words("design.projection"),
        numbers("print.entries"),
        numbers("report.size"),
    ];
    let mut blocks = vec![Block::Table { head, rows, has_sum: false }];
    blocks.extend(pictures);
    section("report.design", blocks)
}

fn index_row(index: &IndexView) -> Vec<String> {
    let names = |names: &[Text]| names.join(&word("number.list"));
    vec![
        index.name.to_string(),
        word(index.kind()).to_string(),
        names(&index.partition_keys),
        names(&index.sort_keys),
        text(&index.projection.words()),
        number::count(index.entry_count),
        number::bytes(index.size),
    ]
}

/// What there is to say about each table; `None` if there is no table.
fn advice(session: &Session) -> Option<Section> {
    let finding =
        |table: &Text, Finding { severity, words: [what, cure], source, .. }: &Finding| {
            let severity = word(severity.words());
            let table = visible::table(table);
            let words = format!("{table}: {severity}. {} {}", text(what), text(cure));
            (words, source.address())
        };
    let tables = session.tables(None);
    let mut found: Vec<(&Text, Finding)> = Vec::new();
    for table in &tables {
        let findings = session.advice(Some(&table.name)).map_or_else(Vec::new, |it| it.findings);
        // A pattern on no table that is there is said of each.
        let is_new = |it: &Finding| {
            it.cause != Cause::Patterns || found.iter().all(|(_, other)| other.words != it.words)
        };
        let new: Vec<_> = findings.into_iter().filter(is_new).collect();
        found.extend(new.into_iter().map(|it| (&table.name, it)));
    }
    let block = match found.is_empty() {
        true => Block::Text(word("advice.none").to_string()),
        false => Block::List(found.iter().map(|(table, found)| finding(table, found)).collect()),
    };
    (!tables.is_empty()).then(|| section("advice.title", vec![block]))
}

/// How the load is spread, how tables grow, what is added and what is taken off.
fn load_and_growth(CostView { settings, growth, .. }: &CostView) -> Vec<Vec<String>> {
    let named = |key: &'static str, value: String| vec![word(key).to_string(), value];
    let switch = |is_on| word(if is_on { "compare.on" } else { "compare.off" }).to_string();
    let count = |count: Option<u64>| number::count(count.unwrap_or_default());
    let day = settings.day.map_or_else(|| word("day.flat").to_string(), |it| it.text());
    let mut rows = vec![
        named("cost.scaled", switch(settings.is_scaled)),
        named("day.title", day),
        named("cost.free_tier", switch(settings.free_tier)),
        named("extra.recovery", switch(settings.has_recovery)),
        named("extra.backup_count", count(settings.backup_count)),
        named("extra.stream_count", count(settings.stream_reads)),
    ];
    for it in growth.tables.iter().filter(|it| it.growth.is_telling()) {
        let TableGrowth { table, monthly, days, collection_monthly } = &it.growth;
        let of_table = |key: &'static str, value: String| {
            let words = Message::plain("report.of_table").with("table", &**table);
            vec![text(&words.with("what", Message::plain(key))), value]
        };
        rows.push(of_table("growth.monthly", number::count(*monthly)));
        rows.extend(days.map(|days| of_table("growth.days", number::count(days))));
        let collection = collection_monthly.or(it.collection_share);
        rows.extend(collection.map(|it| of_table("growth.collection", number::count(it))));
    }
    rows
}

/// The choices and prices that the bill is made with.
fn assumptions(view: &CostView) -> Section {
    let settings = &view.settings;
    let chosen_class = settings.class.map_or("compare.as_set", TableClass::words);
    let chosen_mode = settings.mode.map_or("compare.as_set", PayMode::words);
    let named = |key: &'static str, value: &str| vec![word(key).to_string(), value.to_owned()];
    let mut rows = vec![
        named("cost.region", &settings.region),
        named("cost.class", &word(chosen_class)),
        named("cost.mode", &word(chosen_mode)),
        named("cost.utilisation", &number::decimal(settings.utilisation_percent)),
    ];
    rows.extend(view.expected().map(|(words, count)| vec![text(&words), number::count(count)]));
    rows.extend(load_and_growth(view));
    let price = |row: &PriceRow| {
        let PriceRow { text: price, is_own, source, .. } = row;
        let source = match (is_own, source) {
            (true, _) => word("cost.own").to_string(),
            (false, Some(source)) => text(&view.sources[*source].words),
            (false, None) => word("cost.unknown").to_string(),
        };
        vec![text(&row.words()), number::written(price), source]
    };
    let reserved = |row: &ReservedPrice| {
        let source = row.source.map_or_else(String::new, |it| text(&view.sources[it].words));
        vec![text(&row.words), text(&row.price), source]
    };
    let reserved = view.reserved_prices.iter().map(reserved);
    let prices = Block::Table {
        head: vec![words("cost.prices"), numbers("report.price"), words("report.source")],
        rows: view.prices.iter().map(price).chain(reserved).collect(),
        has_sum: false,
    };
    let choices = Block::Table {
        head: vec![words("report.assumption"), words("report.value")],
        rows,
        has_sum: false,
    };
    section("report.assumptions", vec![choices, prices, Block::Text(sentences(&view.basis))])
}
