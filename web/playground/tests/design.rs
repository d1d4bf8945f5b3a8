//! Forms about a table: what they send, what they say before, and what remains of it.

use playground::message::text;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::cost::{PayMode, TableClass};
use playground::view::design::{
    CapacityDesign, DesignCheck, DesignInterest, DesignPlace, DesignPurpose, KeyDesign, KeyKind,
    ProjectionDesign, StreamDesign, TableDesign, TableSettings,
};
use playground::view::index::EntriesShown;
use playground::view::meter::StopKind;
use playground::view::throughput::ScalingView;
use playground::view::value::{Method, OperationOutcome};
use serde_json::Value;

fn open_orders() -> Session {
    Session::first()
}

#[track_caller]
fn done(session: &mut Session, command: Command) {
    let response = session.handle(command);
    assert!(response.accepted, "{:?}", response.notices);
}

fn orders() -> String {
    "Orders".to_owned()
}

fn design(session: &Session) -> TableDesign {
    session.table_design("Orders").expect("the table is there")
}

fn begin(session: &Session, purpose: DesignPurpose) -> DesignInterest {
    session.begin_design(purpose).expect("the table is there")
}

fn operations(check: &DesignCheck) -> Vec<&str> {
    check.requests.iter().map(|request| &*request.operation).collect()
}

fn request(check: &DesignCheck, position: usize) -> Value {
    serde_json::from_str(&check.requests[position].text).expect("a request is JSON")
}

fn effects(check: &DesignCheck) -> Vec<String> {
    check.effects.iter().map(text).collect()
}

/// All settings, none as it is at first.
fn set_up() -> TableSettings {
    TableSettings {
        billing: PayMode::Provisioned,
        capacity: CapacityDesign { read_units: 3, write_units: 7, ..CapacityDesign::default() },
        scaling: Some(ScalingView::USUAL),
        time_to_live: "Expires".to_owned(),
        stream: Some(StreamDesign::NewImage),
        class: TableClass::InfrequentAccess,
        is_protected: true,
    }
}

#[test]
fn a_table_has_all_that_its_form_says_as_one_step() {
    let mut session = open_orders();
    let before = session.document();
    let mut interest = begin(&session, DesignPurpose::Create);
    let design = &mut interest.design;
    design.name = "Games".to_owned();
    design.partition_key.name = "id".to_owned();
    design.settings = Some(Box::new(set_up()));
    let mut index = self::design(&session).global_indexes.remove(0);
    index.capacity = CapacityDesign { read_units: 1, write_units: 2, ..index.capacity };
    design.global_indexes.push(index);
    let check = session.check_design(&interest);
    assert_eq!(check.fault, None);
    assert_eq!(operations(&check), ["CreateTable", "UpdateTimeToLive"]);
    assert_eq!(request(&check, 0)["StreamSpecification"]["StreamViewType"], "NEW_IMAGE");

    done(&mut session, Command::CreateTable(interest.design.clone()));
    assert_eq!(session.table_design("Games").as_ref(), Some(&interest.design));
    let after = session.document();
    let mut opened = open_orders();
    done(&mut opened, Command::OpenDocument(after.clone()));
    assert_eq!(opened.problems(), []);
    assert_eq!(opened.table_design("Games"), Some(interest.design));
    assert_eq!(opened.document(), after);

    done(&mut session, Command::Undo);
    assert_eq!(session.document(), before);
    done(&mut session, Command::Redo);
    assert_eq!(session.document(), after);
}

#[test]
fn two_equal_keys_are_named_as_the_mistake_whatever_the_service_says() {
    let session = open_orders();
    let mut interest = begin(&session, DesignPurpose::Create);
    interest.design.name = "Games".to_owned();
    interest.design.partition_key.name = "id".to_owned();
    interest.design.sort_key = Some(interest.design.partition_key.clone());
    let check = |interest: &DesignInterest| {
        let DesignCheck { place, fault, .. } = session.check_design(interest);
        let fault = fault.expect("it would be rejected");
        assert_eq!((place, fault.attribute.as_deref()), (DesignPlace::Keys, Some("id")));
        let ours = fault.explanation.as_ref().map(text).unwrap_or_default();
        assert_eq!(ours, "The partition key and the sort key must be two different attributes.");
        fault.message.as_deref().unwrap_or_default().to_owned()
    };
    assert_eq!(
        check(&interest),
        "Invalid KeySchema: Some index key attribute have no definition",
        "the service finds one definition for two keys"
    );
    let index = design(&session).global_indexes.remove(0);
    interest.design.global_indexes.push(index);
    assert_eq!(
        check(&interest),
        "Both the Hash Key and the Range Key element in the KeySchema have the same name"
    );
    interest.design.sort_key = Some(KeyDesign { name: "at".to_owned(), kind: KeyKind::N });
    assert_eq!(session.check_design(&interest).fault, None);
}

#[test]
fn only_what_changes_is_sent_and_each_setting_in_a_request_of_its_own() {
    let mut session = open_orders();
    let before = session.document();
    let mut interest = begin(&session, DesignPurpose::Update("Orders".into()));
    let check = session.check_design(&interest);
    assert_eq!(operations(&check), [""; 0]);
    assert_eq!(effects(&check), ["Nothing is changed yet."]);

    interest.design.settings = Some(Box::new(set_up()));
    let check = session.check_design(&interest);
    assert_eq!(check.fault, None);
    let [update, expiry] = ["UpdateTable", "UpdateTimeToLive"];
    assert_eq!(operations(&check), [update, update, update, update, expiry]);
    let first = request(&check, 0);
    assert_eq!(first["BillingMode"], "PROVISIONED");
    let index = &first["GlobalSecondaryIndexUpdates"][0]["Update"];
    assert_eq!(index["IndexName"], "OpenOrders", "each index needs units with its table");
    assert_eq!(index["ProvisionedThroughput"]["WriteCapacityUnits"], 5);

    let update = |design| Command::UpdateTable { table: orders(), design };
    done(&mut session, update(interest.design.clone()));
    assert_eq!(design(&session), interest.design);
    done(&mut session, Command::Undo);
    assert_eq!(session.document(), before);
    done(&mut session, Command::Redo);

    // Another stream and another attribute replace those that there are.
    let settings = interest.design.settings.as_mut().expect("set above");
    settings.stream = Some(StreamDesign::KeysOnly);
    settings.time_to_live = "Until".to_owned();
    let check = session.check_design(&interest);
    assert_eq!(check.fault, None);
    assert_eq!(
        operations(&check),
        ["UpdateTable", "UpdateTable", "UpdateTimeToLive", "UpdateTimeToLive"]
    );
    done(&mut session, update(interest.design.clone()));
    assert_eq!(design(&session), interest.design);

    // A maximum is removed again.
    let settings = interest.design.settings.as_mut().expect("set above");
    settings.billing = PayMode::OnDemand;
    settings.scaling = None;
    settings.capacity.write_max = Some(9);
    done(&mut session, update(interest.design.clone()));
    let settings = interest.design.settings.as_mut().expect("set above");
    settings.capacity.write_max = None;
    let check = session.check_design(&interest);
    assert_eq!(request(&check, 0)["OnDemandThroughput"]["MaxWriteRequestUnits"], -1);
    done(&mut session, update(interest.design.clone()));
    let settings = design(&session).settings.expect("a table has settings");
    assert_eq!(settings.capacity.write_max, None);
}

/// Auto scaling has no request of DynamoDB.
#[test]
fn auto_scaling_alone_is_a_change() {
    let mut session = open_orders();
    let mut design = design(&session);
    let settings = TableSettings { billing: PayMode::Provisioned, ..set_up() };
    design.settings = Some(Box::new(TableSettings { scaling: None, ..settings }));
    done(&mut session, Command::UpdateTable { table: orders(), design });
    let mut interest = begin(&session, DesignPurpose::Update("Orders".into()));
    assert!(session.check_design(&interest).is_unchanged);
    let scaling = ScalingView { target_percent: 70, units_min: 10, units_max: 400 };
    interest.design.settings.as_mut().expect("it has settings").scaling = Some(scaling);
    let check = session.check_design(&interest);
    assert_eq!((check.is_unchanged, check.requests.len()), (false, 0));
    done(&mut session, Command::UpdateTable { table: orders(), design: interest.design });
    let settings = self::design(&session).settings.expect("it has settings");
    assert_eq!(settings.scaling, Some(scaling));
}

#[test]
fn a_rejection_is_shown_at_the_setting_that_caused_it() {
    let session = open_orders();
    let check = |change: &dyn Fn(&mut TableDesign)| {
        let mut interest = begin(&session, DesignPurpose::Update("Orders".into()));
        change(&mut interest.design);
        let check = session.check_design(&interest);
        assert!(check.fault.is_some());
        check.place
    };
    let long = "x".repeat(256);
    let place =
        check(&|design| design.settings.get_or_insert_default().time_to_live = long.clone());
    assert_eq!(place, DesignPlace::TimeToLive);
    let place = check(&|design| {
        let settings = design.settings.get_or_insert_default();
        settings.billing = PayMode::Provisioned;
        settings.capacity.write_units = 40_001;
    });
    assert_eq!(place, DesignPlace::Capacity);

    let mut interest = begin(&session, DesignPurpose::AddIndex("Orders".into()));
    let index = interest.design.global_indexes.last_mut().expect("the new one");
    index.partition_keys = vec![KeyDesign { name: "OrderId".to_owned(), kind: KeyKind::N }];
    let check = session.check_design(&interest);
    assert!(check.fault.is_some(), "the key of the table has another type");
    assert_eq!(check.place, DesignPlace::Global(1));
}

#[test]
fn the_form_for_an_index_says_what_its_backfill_costs_and_the_receipt_says_the_same() {
    let mut session = open_orders();
    let interest = begin(&session, DesignPurpose::AddIndex("Orders".into()));
    let index = interest.design.global_indexes.last().expect("the new one");
    assert_eq!(index.name, "TotalIndex", "ByTotal is taken");
    let check = session.check_design(&interest);
    assert_eq!(
        effects(&check),
        [
            "It gets 10 entries from 10 items.",
            "The backfill costs 10 write units of the index. It reads the table free of charge."
        ]
    );
    let write = check.write.expect("the design is accepted");
    let last = write.lines.last().expect("a line for each store");
    assert!(write.lines.len() == 4 && last.units.halves > 0, "{:?}", write.lines);
    let hue_in_form = |name: &str| {
        let mut lines = write.lines.iter();
        lines.find(|line| text(&line.words).starts_with(name)).expect("a line").hue
    };
    let hues = ["OpenOrders", "ByTotal", "TotalIndex"].map(hue_in_form);

    done(&mut session, Command::AddIndex { table: orders(), design: interest.design });
    let why = |session: &Session| session.why(None);
    assert_eq!(why(&session).receipt, None, "nothing is charged yet");
    let waiting = session.timeline(None).future;
    assert_eq!(text(&waiting[0].words), "Backfill of TotalIndex: 0%");
    done(&mut session, Command::StepToNext);
    done(&mut session, Command::StepToNext);
    let receipt = why(&session).receipt.expect("the backfill is charged");
    assert_eq!(receipt.total.halves, 20);
    assert_eq!(text(&receipt.lines[0].words), "TotalIndex, filled from the table");
    let cards = session.indexes(None, &EntriesShown::first(0), None).cards;
    let hue_on_card =
        |name: &str| cards.iter().find(|card| &*card.name == name).map(|card| card.hue);
    let later = ["OpenOrders", "ByTotal", "TotalIndex"].map(hue_on_card);
    assert_eq!(hues, later, "the form has the colours of the cards");
    let timeline = session.timeline(None);
    assert_eq!(timeline.future.shown, []);
    let [stop] = &timeline.stops[..] else { panic!("{:?}", timeline.stops) };
    let units = receipt.total;
    let outcome = OperationOutcome::Charged { method: Method::Write, units };
    assert_eq!(stop.kind, StopKind::Operation { number: 1, outcome, is_bulk: true });

    // An action before it is undone: the backfill is made again.
    let total = session.meter(None).written;
    done(&mut session, Command::Rename("Other".to_owned()));
    done(&mut session, Command::Undo);
    assert_eq!(session.meter(None).written, total);
    assert_eq!(why(&session).receipt.map(|receipt| receipt.total.halves), Some(20));
}

#[test]
fn the_form_that_deletes_an_index_says_what_that_means() {
    let mut session = open_orders();
    let (table, index) = ("Orders".into(), "OpenOrders".into());
    let interest = begin(&session, DesignPurpose::DeleteIndex { table, index });
    let check = session.check_design(&interest);
    assert_eq!(
        effects(&check),
        [
            "3 entries of OpenOrders are deleted, free of charge.",
            "Requests that read the index are rejected from then on.",
            "To have it again, its backfill costs 3 write units. Undo is free."
        ]
    );
    let index = "OpenOrders".to_owned();
    done(&mut session, Command::DropIndex { table: orders(), index });
    done(&mut session, Command::StepToNext);
    assert_eq!(session.indexes(None, &EntriesShown::first(10), None).cards.len(), 1);
}

#[test]
fn a_write_is_estimated_for_the_item_that_is_typed() {
    let session = open_orders();
    let mut interest = begin(&session, DesignPurpose::Create);
    interest.design.name = "Games".to_owned();
    interest.design.partition_key.name = "id".to_owned();
    let halves = |interest: &DesignInterest| {
        let check = session.check_design(interest);
        check.write.map(|write| write.cost.total.halves)
    };
    assert_eq!(halves(&interest), Some(2), "for a proposed item");
    let item = format!(r#"{{ "id": "g-1", "level": 4, "text": "{}" }}"#, "x".repeat(1_500));
    interest.sample = Some(item);
    assert_eq!(halves(&interest), Some(4));
    let mut index = design(&session).global_indexes.remove(0);
    index.partition_keys = vec![KeyDesign { name: "level".to_owned(), kind: KeyKind::N }];
    index.sort_keys = Vec::new();
    index.projection = ProjectionDesign::All;
    interest.design.global_indexes.push(index);
    assert_eq!(halves(&interest), Some(8));

    interest.sample = Some("{".to_owned());
    let check = session.check_design(&interest);
    assert_eq!((check.fault, check.write), (None, None));
    assert!(check.sample_fault.is_some());
}

#[test]
fn the_types_of_attributes_are_those_that_the_items_have() {
    let session = open_orders();
    let check = session.check_design(&begin(&session, DesignPurpose::Create));
    let total = check.attributes.iter().find(|attribute| attribute.name == "Total");
    assert_eq!(total.map(|attribute| attribute.kind), Some(KeyKind::N));
}

#[test]
fn a_stream_records_what_is_done_after_a_sandbox_is_opened() {
    let mut session = open_orders();
    let mut design = design(&session);
    design.settings.get_or_insert_default().stream = Some(StreamDesign::NewImage);
    done(&mut session, Command::UpdateTable { table: orders(), design });
    let mut opened = open_orders();
    done(&mut opened, Command::OpenDocument(session.document()));
    assert_eq!(opened.problems(), []);
    let count = |session: &Session| {
        let streams = session.database().streams();
        streams.map(|stream| stream.next_number() - stream.first_number()).sum::<u64>()
    };
    assert_eq!(count(&opened), 0, "the items were there before");
    let key = r#"{ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1001" } }"#;
    let request = format!(r#"{{ "TableName": "Orders", "Key": {key} }}"#);
    done(&mut opened, Command::Call { operation: "DeleteItem".to_owned(), request });
    assert_eq!(count(&opened), 1);
}

#[test]
fn a_rebuilt_table_has_the_settings_of_the_form() {
    let mut session = open_orders();
    let mut design = design(&session);
    design.settings = Some(Box::new(set_up()));
    done(&mut session, Command::RebuildTable { table: orders(), design: design.clone() });
    assert_eq!(self::design(&session), design);
}

#[test]
fn a_design_that_an_earlier_version_stored_can_be_read() {
    let stored = r#"{
        "name": "Games", "partition_key": { "name": "id", "kind": "S" }, "sort_key": null, "local_indexes": [],
        "global_indexes": [{
            "name": "ByDay", "partition_keys": [{ "name": "day", "kind": "S" }], "sort_keys": [], "projection": "All"
        }]
    }"#;
    let design: TableDesign = serde_json::from_str(stored).expect("a design");
    assert_eq!(design.settings, None);
    assert_eq!(design.global_indexes[0].capacity, CapacityDesign::default());
}
