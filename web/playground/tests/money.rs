//! Costs from outside: settings in, estimates out.

mod look;
mod plain;

use playground::lesson::example;
use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use playground::sandbox::document::Document;
use playground::session::Session;
use playground::view::cost::{CostSettings, CostView, LoadSource, PayMode, TableClass};
use playground::view::pattern::PatternDraft;
use playground::view::workload::WorkloadInterest;

use crate::look::{Interest, Look};

use crate::plain::text;

fn cost(session: &mut Session) -> CostView {
    session.cost(None).expect("a table has costs")
}

/// The stores and what they cost in writes, reads, storage and all.
fn stores(view: &CostView) -> Vec<String> {
    let stores = view.tables[0].stores.iter().map(|store| {
        let costs = [store.writes, store.reads, store.storage, Some(store.total)];
        let costs = costs.map(|cost| cost.map_or_else(|| "?".to_owned(), number::cents));
        format!("{} {}", store.name, costs.join(" "))
    });
    stores.collect()
}

fn set(session: &mut Session, settings: CostSettings) {
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
}

#[test]
fn a_sandbox_without_patterns_costs_its_storage() {
    let mut session = Session::first();
    let view = cost(&mut session);
    assert_eq!(
        stores(&view),
        [
            "Orders $0.00 $0.00 <$0.01 <$0.01",
            "OpenOrders $0.00 $0.00 <$0.01 <$0.01",
            "ByTotal $0.00 $0.00 <$0.01 <$0.01",
        ]
    );
    assert_eq!(
        text(&view.headline),
        "<$0.01 a month. Without access patterns, reads and writes are not counted."
    );
    assert!(view.ways.iter().all(|way| !way.is_cheapest), "nothing is compared without a load");
    let break_even = view.break_even.as_ref().expect("both prices are known");
    assert_eq!((break_even.utilisation_permille, break_even.words.len()), (None, 2));
    assert_eq!(
        text(&view.tables[0].stores[0].arithmetic[2][0]),
        "(35,439 B + 10 × 100 B) × $0.25 a GB = $0.000008484"
    );
    assert_eq!(text(&view.basis[0]), "List price, us-east-1, STANDARD, on-demand, 2026-11.");
    assert_eq!(view.basis.len(), 1, "all of these prices were seen");
}

/// A load of so many gets a second.
fn gets(session: &mut Session, rate: &str) {
    let draft = PatternDraft {
        name: "Get".into(),
        operation: "GetItem".into(),
        request: r#"{ "TableName": "Orders", "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1001" } } }"#
            .into(),
        rate: rate.into(),
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
}

#[test]
fn the_marker_and_the_sums_agree() {
    for (rate, percent) in [("1400", 70), ("1400", 20), ("1", 70)] {
        let mut session = Session::first();
        gets(&mut session, rate);
        let settings =
            CostSettings { utilisation_percent: percent.into(), ..CostSettings::default() };
        set(&mut session, settings);
        let view = cost(&mut session);
        let break_even = view.break_even.as_ref().expect("both prices are known");
        let here = break_even.utilisation_permille.expect("there is a load");
        // Whole units, and one of each kind at least, leave more unused than was planned.
        assert!((1..=percent * 10).contains(&here), "{rate} at {percent} %: {here}");
        let [on_demand, provisioned] = [&view.ways[0], &view.ways[1]];
        assert_eq!(here > break_even.permille, provisioned.total < on_demand.total);
        let least = view.ways.iter().min_by_key(|way| way.total).expect("there are ways to pay");
        assert!(least.is_cheapest);
        let words = text(&provisioned.words);
        assert_eq!(words, format!("Provisioned, {} used", number::percent(here)));
    }
}

#[test]
fn a_provisioned_table_without_a_load_costs_what_is_provisioned() {
    let mut session = Session::first();
    let mode = Some(PayMode::Provisioned);
    set(&mut session, CostSettings { mode, ..CostSettings::default() });
    let view = cost(&mut session);
    assert_eq!(
        text(&view.headline),
        "$1.14 a month. Provisioned throughput costs the same, whether it is used or not."
    );
    assert!(view.ways.iter().all(|way| !way.is_cheapest));
}

#[test]
fn a_choice_is_kept_in_the_document_and_can_be_taken_back() {
    let mut session = example::opened("champions");
    let before = session.document();
    let chosen = CostSettings {
        region: "eu-central-1".into(),
        class: Some(TableClass::Standard),
        mode: Some(PayMode::Provisioned),
        free_tier: true,
        utilisation_percent: 40.into(),
        item_count: Some(1_000_000),
        prices: vec![("eu-central-1/STANDARD/storage".into(), "0.3".into())],
        ..CostSettings::default()
    };
    set(&mut session, chosen.clone());
    let document = session.document();
    assert_eq!(Document::parse(&document).unwrap().plan.cost, chosen);
    assert_eq!(cost(&mut session).settings, chosen);
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenDocument(document)).accepted);
    assert_eq!(cost(&mut opened).settings, chosen);
    session.handle(Command::Undo);
    assert_eq!(session.document(), before);
}

#[test]
fn what_cannot_be_read_of_the_settings_is_left_as_it_usually_is() {
    let text = r#"{"cost":{"class":"GOLD","items":"many","mode":7,"prices":[1],"region":9,"utilisation":900},"v":1}"#;
    let cost = Document::parse(text).unwrap().plan.cost;
    assert_eq!(cost, CostSettings { utilisation_percent: 100.into(), ..CostSettings::default() });
    assert_eq!(Document::parse(r#"{"cost":7,"v":1}"#).unwrap().plan.cost, CostSettings::default());
}

#[test]
fn what_has_no_known_price_is_said_and_left_out() {
    let mut session = Session::first();
    set(&mut session, CostSettings { region: "cn-north-1".into(), ..CostSettings::default() });
    let view = cost(&mut session);
    assert_eq!(stores(&view)[0], "Orders ¥0.00 ¥0.00 ? not known");
    assert_eq!(
        view.basis[1..].iter().map(text).collect::<Vec<_>>(),
        [
            "2 prices are not known. A sum that needs one says “at least”.",
            "1 price is unverified: see its source in Prices.",
            "Prices of reserved capacity are known for us-east-1 only.",
        ]
    );
}

#[test]
fn every_price_says_where_it_is_from() {
    let mut session = Session::first();
    let infrequent = CostSettings {
        class: Some(TableClass::InfrequentAccess),
        prices: vec![("us-east-1/STANDARD_INFREQUENT_ACCESS/storage".into(), "0.2".into())],
        ..CostSettings::default()
    };
    set(&mut session, infrequent);
    let view = cost(&mut session);
    let is_checked = |source: Option<usize>| source.map(|it| view.sources[it].is_checked);
    let rows: Vec<_> = view.prices.iter().map(|row| (&*row.text, is_checked(row.source))).collect();
    assert_eq!(
        rows,
        [
            ("0.78", Some(true)),
            ("0.155", Some(true)),
            ("0.00081", Some(true)),
            ("0.00016", Some(true)),
            ("0.2", Some(true))
        ]
    );
    assert!(view.prices[4].is_own && !view.prices[3].is_own);
    assert_eq!(view.sources.len(), 1, "a source is named once");
    assert_eq!(
        text(&view.sources[0].words),
        "AWS price list, as read by a third party: units at Standard times 1.25, rounded, 2026-09"
    );
}

#[test]
fn a_run_costs_the_sum_of_its_receipts() {
    let mut session = Session::first();
    let choose = WorkloadCommand::Set(
        session.set_up(Some("Orders"), "experiment.steady").expect("it fits").plan,
    );
    for command in [choose, WorkloadCommand::Start, WorkloadCommand::Step { turn_count: 30_000 }] {
        assert!(session.handle(Command::Workload(command)).accepted);
    }
    session.handle(Command::Workload(WorkloadCommand::Stop));
    let looked = Interest { workload: Some(WorkloadInterest::default()), ..Interest::default() };
    let run = session.look(&looked).workload.expect("it is looked at").run.clone();
    let second_count = run.expect("it ran").begun as u128;
    set(&mut session, CostSettings { source: LoadSource::Run, ..CostSettings::default() });
    let view = cost(&mut session);
    assert!(view.has_run);
    let meter = session.look(&Interest::default()).meter;
    let month = 2_628_000;
    for (store, meter) in view.tables[0].stores.iter().zip(&meter.stores) {
        let pico = |cost: Option<playground::view::money::Money>| cost.expect("a known price").pico;
        let cost_of = |halves: u64, price: u128| {
            (u128::from(halves) * price * month + second_count / 2) / second_count
        };
        assert_eq!(pico(store.writes), cost_of(meter.written.halves, 312_500), "{}", store.name);
        assert_eq!(pico(store.reads), cost_of(meter.read.halves, 62_500), "{}", store.name);
    }
    assert!(view.tables[0].stores[0].writes.expect("a known price").pico > 0);
    assert!(second_count > 1, "{second_count}");
    assert_eq!(
        text(&view.basis[1]),
        format!(
            "Units from the last run of the workload, {second_count} seconds, extended to 730 hours."
        )
    );
}
