//! Numbers that the page shows in several places are the same everywhere, after any commands.

mod plain;

use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use playground::session::Session;
use playground::view::compare::CompareCommand;
use playground::view::cost::{BillView, CostSettings, LoadSource, PayMode};
use playground::view::message::{Argument, Message};
use playground::view::money::Money;
use playground::view::pattern::PatternDraft;
use proptest::prelude::*;
use serde_json::json;

use crate::plain::text;

/// Something that a user does to a design.
#[derive(Debug, Clone)]
enum Step {
    AddTable {
        provisioned: Option<u64>,
    },
    AddPattern {
        proposal: usize,
        rate: u64,
    },
    Settings {
        mode: Option<PayMode>,
        free_tier: bool,
        percent: u64,
        items: Option<u64>,
        source: bool,
    },
    Run {
        turns: u64,
    },
    Put {
        number: u64,
    },
    Query,
    Advance,
    Undo,
}

fn step() -> impl Strategy<Value = Step> {
    let mode =
        prop_oneof![Just(None), Just(Some(PayMode::OnDemand)), Just(Some(PayMode::Provisioned))];
    let settings =
        (mode, any::<bool>(), 1..=100_u64, prop::option::of(0..1_000_000_u64), any::<bool>());
    prop_oneof![
        prop::option::of(1..80_u64).prop_map(|provisioned| Step::AddTable { provisioned }),
        (0..8_usize, 0..3_000_u64).prop_map(|(proposal, rate)| Step::AddPattern { proposal, rate }),
        settings.prop_map(|(mode, free_tier, percent, items, source)| Step::Settings {
            mode,
            free_tier,
            percent,
            items,
            source
        }),
        (1..400_u64).prop_map(|turns| Step::Run { turns }),
        (0..20_u64).prop_map(|number| Step::Put { number }),
        Just(Step::Query),
        Just(Step::Advance),
        Just(Step::Undo),
    ]
}

fn call(session: &mut Session, operation: &str, request: &serde_json::Value) {
    session.handle(Command::Call { operation: operation.into(), request: request.to_string() });
}

/// Does a step; one that is impossible does nothing. `number` is its place among the steps.
fn take(session: &mut Session, step: &Step, number: usize) {
    match step {
        Step::AddTable { provisioned } => {
            let mut request = json!({
                "TableName": format!("Table{number}"), "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
                "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            });
            if let Some(units) = provisioned {
                request["BillingMode"] = "PROVISIONED".into();
                request["ProvisionedThroughput"] =
                    json!({ "ReadCapacityUnits": units, "WriteCapacityUnits": units });
            }
            call(session, "CreateTable", &request);
        }
        Step::AddPattern { proposal, rate } => {
            let proposals = session.patterns(None).proposals;
            let Some(draft) = proposals.get(*proposal) else { return };
            let draft = PatternDraft { rate: rate.to_string().into(), ..draft.clone() };
            session.handle(Command::Plan(PlanCommand::SavePattern(draft)));
        }
        Step::Settings { mode, free_tier, percent, items, source } => {
            let source = if *source { LoadSource::Run } else { LoadSource::Patterns };
            let settings = CostSettings {
                mode: *mode,
                free_tier: *free_tier,
                utilisation_percent: (*percent).into(),
                item_count: *items,
                source,
                ..CostSettings::default()
            };
            session.handle(Command::Plan(PlanCommand::SetCost(settings)));
        }
        Step::Run { turns } => {
            let set_up = session.set_up(Some("Orders"), "experiment.steady");
            let command = WorkloadCommand::Set(set_up.expect("it fits").plan);
            session.handle(Command::Workload(command));
            session.handle(Command::Workload(WorkloadCommand::Start));
            session.handle(Command::Workload(WorkloadCommand::Step { turn_count: *turns }));
            session.handle(Command::Workload(WorkloadCommand::Stop));
        }
        Step::Put { number } => call(
            session,
            "PutItem",
            &json!({ "TableName": "Orders", "Item": {
                "CustomerId": { "S": "C1" }, "OrderId": { "S": format!("N-{number}") }, "Total": { "N": "5" },
            } }),
        ),
        Step::Query => call(session, "Scan", &json!({ "TableName": "Orders" })),
        Step::Advance => drop(session.handle(Command::Advance { by_ms: 1_500 })),
        Step::Undo => drop(session.handle(Command::Undo)),
    }
}

/// Pico-dollars: an amount is rounded only where it is shown.
fn pico(money: Money) -> u128 {
    money.pico
}

/// An amount of money in a message.
fn money_in(message: &Message, place: &str) -> u128 {
    let found = message.arguments.iter().find(|(name, _)| *name == place);
    match found {
        Some((_, Argument::Cents(money))) => pico(*money),
        // “At least” and a sentence.
        None if place == "money" => match &message.arguments[0].1 {
            Argument::Message(known) => money_in(known, place),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn sum_of_parts(bill: &BillView) -> u128 {
    let sum = |taken: bool| -> u128 {
        let parts = bill.parts.iter().filter(|part| part.is_taken_off == taken);
        parts.map(|part| pico(part.money)).sum()
    };
    sum(false) - sum(true)
}

/// Every total of money that is shown for the design is the same one.
fn check_money(session: &mut Session) -> Result<(), TestCaseError> {
    let tables: Vec<String> = session.tables(None).iter().map(|tab| tab.name.to_string()).collect();
    let mut total = None;
    for table in &tables {
        let cost = session.cost(Some(table.as_str())).expect("the table is there");
        let sum = *total.get_or_insert(pico(cost.bill.total));
        prop_assert_eq!(pico(cost.bill.total), sum, "the table that is open does not matter");
        prop_assert_eq!(sum_of_parts(&cost.bill), sum);
        prop_assert_eq!(money_in(&cost.headline, "money"), sum);
        for table in &cost.tables {
            let stores: u128 = table.stores.iter().map(|store| pico(store.total)).sum();
            prop_assert_eq!(stores, pico(table.total));
        }
        let tables: u128 = cost.tables.iter().map(|table| pico(table.total)).sum();
        let free = cost.free.map_or(0, pico);
        prop_assert_eq!(tables - free, sum, "the rows of the table add up");
        let is_current = cost.ways.iter().any(|way| pico(way.total) == sum);
        prop_assert!(is_current, "one of the ways to pay is the current one");
        let patterns = session.patterns(Some(table.as_str()));
        prop_assert_eq!(money_in(&patterns.sums, "total"), sum);
    }
    if let (Some(sum), true) =
        (total, session.handle(Command::Compare(CompareCommand::Duplicate)).accepted)
    {
        let view = session.comparison().expect("two designs");
        let row =
            view.groups[0].rows.iter().find(|row| text(&row.words) == "A month").expect("a month");
        for amount in &row.amounts {
            let Some(Argument::Cents(money)) = amount else { panic!("{amount:?}") };
            prop_assert_eq!(pico(*money), sum, "before a run, a comparison is of the same load");
        }
        session.handle(Command::Compare(CompareCommand::Keep));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_views_show_one_total_of_money(steps in prop::collection::vec(step(), 1..9)) {
        let mut session = Session::first();
        for (number, step) in steps.iter().enumerate() {
            take(&mut session, step, number);
        }
        check_money(&mut session)?;
    }
}

/// The sum over the tables and indexes is the total, and the last operation or run says what was added last.
fn check_units(session: &Session) -> Result<(), TestCaseError> {
    let tables: Vec<String> = session.tables(None).iter().map(|tab| tab.name.to_string()).collect();
    let meters = tables.iter().map(|table| session.meter(Some(table.as_str())));
    let (mut written, mut read) = (0, 0);
    for meter in meters {
        written += meter.stores.iter().map(|store| store.written.halves).sum::<u64>();
        read += meter.stores.iter().map(|store| store.read.halves).sum::<u64>();
        prop_assert!(
            session.run_at_last().is_none() || meter.stores.iter().all(|it| it.last.is_none())
        );
    }
    let meter = session.meter(None);
    prop_assert_eq!((meter.written.halves, meter.read.halves), (written, read));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn units_are_counted_while_a_run_consumes_them(
        steps in prop::collection::vec(step(), 1..9),
        turns in 1..400_u64,
    ) {
        let mut session = Session::first();
        for (number, step) in steps.iter().enumerate() {
            // Undo takes tables away whose units stay counted.
            if !matches!(step, Step::Undo) {
                take(&mut session, step, number);
                check_units(&session)?;
            }
        }
        let before = session.meter(None);
        let set_up = session.set_up(Some("Orders"), "experiment.steady");
        let command = WorkloadCommand::Set(set_up.expect("it fits").plan);
        session.handle(Command::Workload(command));
        session.handle(Command::Workload(WorkloadCommand::Start));
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: turns }));
        check_units(&session)?;
        let during = (session.meter(None), session.run_at_last());
        let (written, read) = during.1.expect("a run is under way");
        prop_assert_eq!(before.written.halves + written.halves, during.0.written.halves);
        prop_assert_eq!(before.read.halves + read.halves, during.0.read.halves);
        session.handle(Command::Workload(WorkloadCommand::Stop));
        check_units(&session)?;
        prop_assert_eq!((session.meter(None), session.run_at_last()), during);
        take(&mut session, &Step::Put { number: 1 }, 0);
        prop_assert_eq!(session.run_at_last(), None);
        prop_assert!(session.meter(None).stores.iter().any(|store| store.last.is_some()));
    }
}
