//! Commands of a user, chosen by small numbers: what a session must bear in any order.

use std::rc::Rc;

use playground::lesson::example;
use playground::sandbox::command::{
    Capacity, Command, ImportCommand, PlanCommand, WorkloadCommand,
};
use playground::sandbox::import::ImportRecord;
use playground::sandbox::limit;
use playground::view::caller::{Caller, PolicyText};
use playground::view::compare::{CompareCommand, Letter};
use playground::view::cost::{CostSettings, PayMode};
use playground::view::design::{
    CapacityDesign, IndexDesign, KeyDesign, KeyKind, ProjectionDesign, StreamDesign, TableDesign,
    TableSettings,
};
use playground::view::edit::{Edit, ItemId, ValueKind, ValueText};
use playground::view::entity::Entity;
use playground::view::rewind::Travel;
use playground::view::series::{Older, Series, SeriesPeriod};
use playground::view::throughput::{ScalingView, Setting};
use playground::view::value::{Method, Text};
use playground::view::workload::WorkloadPlan;
use serde_json::json;

/// How many kinds of commands there are.
pub(crate) const KIND_COUNT: u8 = 48;

fn key(name: &str) -> KeyDesign {
    KeyDesign { name: name.to_owned(), kind: KeyKind::S }
}

fn design(name: &str, index: &str) -> TableDesign {
    TableDesign {
        name: name.to_owned(),
        partition_key: key("UserId"),
        sort_key: Some(key("GameId")),
        local_indexes: Vec::new(),
        global_indexes: vec![IndexDesign {
            name: index.to_owned(),
            partition_keys: vec![key("Award")],
            sort_keys: Vec::new(),
            projection: ProjectionDesign::Include(vec!["Score".to_owned()]),
            capacity: CapacityDesign::default(),
        }],
        settings: None,
    }
}

/// The same with settings, some of which differ with the number.
fn set_up(number: u64) -> TableDesign {
    let settings = TableSettings {
        billing: [PayMode::OnDemand, PayMode::Provisioned][usize::from(number % 2 == 1)],
        scaling: number.is_multiple_of(3).then_some(ScalingView::USUAL),
        time_to_live: if number.is_multiple_of(5) { "Expires".to_owned() } else { String::new() },
        stream: number.is_multiple_of(4).then_some(StreamDesign::NewImage),
        ..TableSettings::default()
    };
    TableDesign { settings: Some(Box::new(settings)), ..design("GameScores", "Champions") }
}

fn call(operation: &str, request: serde_json::Value) -> Command {
    Command::Call { operation: operation.to_owned(), request: request.to_string() }
}

/// Items to import: some that are there, some new ones, and now and then one that the table rejects.
fn items(number: u64) -> Rc<ImportRecord> {
    let item = |id: u64| json!({ "UserId": { "S": "Rick" }, "GameId": { "S": format!("G0{id}") } });
    let rejected = json!({ "UserId": { "S": "Rick" } });
    let rejected = [rejected].into_iter().filter(|_| !number.is_multiple_of(2));
    let items = (number..number + 3).map(item).chain(rejected);
    let items = items.map(|item| item.to_string().into()).collect();
    Rc::new(ImportRecord { table: "GameScores".into(), items })
}

/// Items to edit together, some of which may not be there.
fn some_items(number: u64) -> Vec<ItemId> {
    let item = |id: u64| json!({ "UserId": { "S": "Rick" }, "GameId": { "S": format!("G0{id}") } });
    (number % 5..number % 5 + 3).map(|id| ItemId(item(id).to_string().into())).collect()
}

/// What sends puts to a table and reads them.
fn steady() -> Rc<WorkloadPlan> {
    let session = example::opened("champions");
    session.set_up(None, "experiment.steady").expect("it fits").plan
}

/// Everything that a user does, small numbers choosing what and with what.
#[expect(clippy::too_many_lines, reason = "the match is a table, of a row for each command")]
pub(crate) fn command(kind: u8, number: u64) -> Command {
    let key =
        json!({ "UserId": { "S": "Rick" }, "GameId": { "S": format!("G0{}", 1 + number % 5) } });
    let table = || "GameScores".to_owned();
    match kind {
        0 => call("DeleteItem", json!({ "TableName": "GameScores", "Key": key })),
        1 => call("Scan", json!({ "TableName": "GameScores", "IndexName": "Champions" })),
        2 | 3 => call(
            "UpdateItem",
            json!({
                "TableName": "GameScores", "Key": key, "UpdateExpression": "SET Award = :a",
                "ExpressionAttributeValues": { ":a": { "S": format!("Champ {number}\n\u{202e}") } },
            }),
        ),
        4 => call("PutItem", json!({ "TableName": "GameScores", "Item": {} })),
        5 => Command::Advance { by_ms: number * 100 },
        6 => Command::Set { setting: Setting::Delay, value: number * 10 },
        7 => Command::Set { setting: Setting::CollectionMax, value: 40_000 + number },
        8 => {
            let setting = [Setting::Enforcement, Setting::BurstSeconds, Setting::PartitionCount]
                [usize::try_from(number % 3).expect("small")];
            Command::Set { setting, value: (1 + number).min(*limit::of_setting(setting).end()) }
        }
        9 => Command::SetCapacity { table: table(), capacity: Capacity::Provisioned },
        10 => Command::SetCapacity {
            table: table(),
            capacity: Capacity::Scaled(
                number
                    .is_multiple_of(2)
                    .then_some(ScalingView { units_max: 50 + number, ..ScalingView::USUAL }),
            ),
        },
        11 => Command::SetCapacity {
            table: table(),
            capacity: Capacity::Units { index: None, method: Method::Write, units: 1 + number },
        },
        12 => Command::Rename(format!("Title {number} “漢字”")),
        13 => Command::Plan(PlanCommand::SetCost(CostSettings {
            item_count: Some(1 + number),
            ..CostSettings::default()
        })),
        14 => Command::RebuildTable { table: table(), design: design("GameScores", "Champions") },
        15 => Command::CreateTable(design(&format!("Table{number}"), "ByAward")),
        16 => Command::DeleteTable(format!("Table{number}")),
        17 => Command::DropIndex { table: table(), index: "Champions".to_owned() },
        18 => Command::Undo,
        19 => Command::Redo,
        20 => Command::Reset,
        21 => Command::Rewind(
            [Travel::Back, Travel::PreviousOperation, Travel::Now]
                [usize::try_from(number % 3).expect("small")],
        ),
        22 => Command::Fork,
        23 => Command::OpenBranch(0),
        24 => Command::Compare(CompareCommand::Duplicate),
        25 => Command::Compare(CompareCommand::Show(Letter::ALL[usize::from(number % 2 == 1)])),
        26 => Command::Workload(WorkloadCommand::Set(steady())),
        27 => Command::Workload(WorkloadCommand::Start),
        28 => Command::Workload(WorkloadCommand::Step { turn_count: 50 }),
        29 => Command::Workload(WorkloadCommand::Stop),
        30 => Command::Import(ImportCommand::Try(items(number))),
        31 => Command::Import(ImportCommand::Start(items(number))),
        32 => Command::UpdateTable { table: table(), design: set_up(number) },
        33 => {
            let mut design = set_up(number);
            design.global_indexes[0].name = format!("Index{}", number % 3);
            Command::AddIndex { table: table(), design }
        }
        34 => {
            Command::CreateTable(TableDesign { name: format!("Table{number}"), ..set_up(number) })
        }
        35 => Command::RebuildTable { table: table(), design: set_up(number) },
        36 => {
            let items = some_items(number);
            Command::Edit { table: table(), edit: Edit::DeleteAll { items } }
        }
        37 => {
            let items = some_items(number);
            let kind = [ValueKind::S, ValueKind::N][usize::from(number.is_multiple_of(2))];
            let value = ValueText { kind, text: number.to_string() };
            let edit = Edit::SetAll { items, attribute: "Award".to_owned(), value };
            Command::Edit { table: table(), edit }
        }
        38 => {
            let rule = format!("begins_with(GameId, \"G0{}\")", number % 4);
            let entity = Entity { name: format!("<b>{}", number % 3), rule };
            let entities = [entity].into_iter().filter(|_| !number.is_multiple_of(7)).collect();
            Command::Plan(PlanCommand::SetEntities { table: table(), entities })
        }
        39 => {
            let name = ["hot_key", "spike"][usize::from(number.is_multiple_of(2))];
            let experiment: Text = format!("experiment.{name}").into();
            let session = example::opened("champions");
            let set_up = session.set_up(None, &experiment).expect("it fits");
            Command::Workload(WorkloadCommand::Choose { experiment, set_up })
        }
        40 => Command::Workload(WorkloadCommand::LeaveExperiment { put_back: None }),
        41 => send_as(number),
        42 => Command::Plan(PlanCommand::SaveSeries(hourly(number))),
        43 => {
            Command::Plan(PlanCommand::DeleteSeries { name: hourly(number).name.as_str().into() })
        }
        // The next turn may come in between.
        44 => Command::Advance { by_ms: number * 900_000 },
        45 => {
            let is_sql = !number.is_multiple_of(3);
            Command::Plan(PlanCommand::SetSql { table: table().into(), is_sql })
        }
        46 => strong(number),
        _ => Command::StepToNext,
    }
}

/// Tables of hours, which are lowered, and deleted or archived.
fn hourly(number: u64) -> Series {
    Series {
        name: format!("{}{{period}}", ["Scores_", "Awards_"][usize::from(number % 2 == 1)]),
        design: json!({
            "AttributeDefinitions": [{ "AttributeName": "UserId", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "UserId", "KeyType": "HASH" }],
            "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 + number },
        }),
        period: SeriesPeriod::Hour,
        ahead: number % 3,
        read_units: 1,
        keep: 1,
        older: Older::ALL[usize::from(number.is_multiple_of(5))],
    }
}

/// A table is strongly consistent in three Regions, or no longer.
fn strong(number: u64) -> Command {
    let action = if number.is_multiple_of(4) { "Delete" } else { "Create" };
    let region = |name: &str| json!({ (action): { "RegionName": name } });
    let mut request = json!({ "TableName": format!("Table{}", number % 3) });
    request["ReplicaUpdates"] = json!([region("us-east-2"), region("us-west-2")]);
    if action == "Create" {
        request["MultiRegionConsistency"] = "STRONG".into();
    }
    call("UpdateTable", request)
}

/// Requests are sent as a caller that may delete nothing, or as the owner again.
fn send_as(number: u64) -> Command {
    let text = r#"{ "Statement": [{ "Effect": "Allow", "Action": "*", "Resource": "*" }, { "Effect": "Deny", "Action": "dynamodb:DeleteItem", "Resource": "*" }] }"#;
    let policy = PolicyText { name: "Keeps".to_owned(), text: text.to_owned() };
    let caller = Caller { name: "ana".to_owned(), policies: vec![policy] };
    let sender = (!number.is_multiple_of(3)).then(|| "ana".to_owned());
    Command::Plan(PlanCommand::SetCallers { callers: vec![caller], sender })
}
