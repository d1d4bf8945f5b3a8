//! An edit of several items: its price before it is sent, one step of the sandbox, and what was rejected.

use std::rc::Rc;

use playground::lesson::example;
use playground::message::text as words;
use playground::sandbox::command::Command;
use playground::sandbox::journal::Unsaved;
use playground::session::Session;
use playground::view::bar::BarView;
use playground::view::draft::{Draft, PreviewView};
use playground::view::edit::{Edit, ItemId, ValueKind, ValueText};
use playground::view::rewind::Travel;
use playground::view::table::ItemsShown;
use playground::view::throughput::Setting;

fn session() -> Session {
    Session::first()
}

fn orders(numbers: &[u32]) -> Vec<ItemId> {
    let order = |number: &u32| {
        let key = format!(r#"{{"CustomerId":{{"S":"C1"}},"OrderId":{{"S":"O-{number}"}}}}"#);
        ItemId(key.into())
    };
    numbers.iter().map(order).collect()
}

fn delete(numbers: &[u32]) -> Edit {
    Edit::DeleteAll { items: orders(numbers) }
}

fn set(numbers: &[u32], attribute: &str, kind: ValueKind, text: &str) -> Edit {
    let value = ValueText { kind, text: text.to_owned() };
    Edit::SetAll { items: orders(numbers), attribute: attribute.to_owned(), value }
}

fn preview(session: &Session, edit: &Edit) -> Rc<PreviewView> {
    let draft = Draft { edit: edit.clone(), typed: true };
    let view = session.draft(Some("Orders"), &draft).expect("the example has a table");
    view.preview.unwrap_or_else(|| panic!("{:?}", view.fault))
}

fn send(session: &mut Session, edit: Edit) -> bool {
    session.handle(Command::Edit { table: "Orders".to_owned(), edit }).accepted
}

fn count(session: &Session) -> u64 {
    session.table_head(None).expect("the example has a table").item_count
}

fn receipt(session: &Session) -> (u64, Vec<String>) {
    let receipt = session.why(None).receipt.expect("a write has a receipt");
    (receipt.total.halves, receipt.several.iter().map(words).collect())
}

fn undo_words(session: &Session) -> Option<String> {
    let BarView { undo, .. } = session.bar(None);
    undo.map(|action| words(&action))
}

#[test]
fn several_items_are_deleted_in_one_step_at_the_price_that_was_shown() {
    let mut session = session();
    let before = session.document();
    let shown = preview(&session, &delete(&[1003, 1004, 1006]));
    // 4 units each for the items, 1 for each of 2 entries of OpenOrders, and 1 for each of 3 entries of ByTotal.
    let terms: Vec<u64> = shown.terms.iter().map(|term| term.units.halves / 2).collect();
    assert_eq!((terms, shown.total.halves), (vec![12, 2, 3], 34));
    assert_eq!(session.document(), before, "a preview writes nothing");

    assert!(send(&mut session, delete(&[1003, 1004, 1006])));
    let said = ["3 requests, none rejected.", "Items: C1 / O-1003, C1 / O-1004, C1 / O-1006."];
    assert_eq!(receipt(&session), (34, said.map(str::to_owned).to_vec()));
    assert_eq!((count(&session), undo_words(&session)), (7, Some("Delete 3 items".to_owned())));
    let timeline = session.timeline(None);
    assert_eq!(timeline.stops.len(), 1);
    assert_eq!(words(&timeline.stops[0].words), "Delete 3 items");

    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(session.document(), before);
    assert!(session.handle(Command::Redo).accepted);
    assert_eq!(count(&session), 7);
    session.handle(Command::Rewind(Travel::Back));
    assert_eq!(count(&session), 10);
    session.handle(Command::Rewind(Travel::Now));
    assert_eq!(count(&session), 7);
}

#[test]
fn it_is_the_same_after_a_link_and_after_a_reload() {
    let mut session = session();
    let checkpoint = session.work();
    session.take_unsaved();
    assert!(send(&mut session, set(&[1001, 1002], "OrderOpenDate", ValueKind::S, "2024-06-01")));
    assert!(send(&mut session, delete(&[1003, 1004])));
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenLink(session.link().unwrap())).accepted);
    assert_eq!(opened.document(), session.document());
    let mut restored = example::opened("champions");
    let Unsaved::Lines(lines) = session.take_unsaved() else { panic!("two actions are two lines") };
    assert_eq!(lines.len(), 2);
    assert!(restored.restore(&checkpoint, &lines).accepted);
    assert_eq!(restored.problems(), []);
    assert_eq!(restored.document(), session.document());
}

#[test]
fn an_attribute_that_is_no_key_of_its_index_type_is_rejected_before_it_is_sent() {
    let mut session = session();
    let before = session.document();
    let wrong = set(&[1001, 1002], "Total", ValueKind::S, "many");
    let draft = Draft { edit: wrong.clone(), typed: true };
    let view = session.draft(Some("Orders"), &draft).unwrap();
    assert!(view.preview.is_none() && view.fault.is_some());
    assert!(!send(&mut session, wrong));
    assert_eq!((session.document(), undo_words(&session)), (before, None));
}

#[test]
fn what_is_throttled_is_named_and_the_rest_is_written() {
    let mut session = session();
    session.handle(Command::Set { setting: Setting::Enforcement, value: 1 });
    session.handle(Command::Set { setting: Setting::BurstSeconds, value: 1 });
    session.handle(Command::Set { setting: Setting::WriteCeiling, value: 12 });
    let edit = delete(&[1001, 1002, 1003, 1004, 1005, 1006, 1007]);
    let shown = preview(&session, &edit);
    let told: Vec<String> = shown.effects.iter().map(words).collect();
    assert!(told.iter().any(|words| words.contains("left out")), "{told:?}");
    assert!(send(&mut session, edit));
    let (units, told) = receipt(&session);
    assert_eq!(units, shown.total.halves);
    assert!(told[0].starts_with("7 requests: ") && told[0].contains("throttled"), "{told:?}");
    assert!(told[1].starts_with("Items: C1 / O-"), "{told:?}");
    assert!(told[2].starts_with("Throttled: O-"), "{told:?}");
    let left = count(&session);
    assert!((4..10).contains(&left), "{left}");
    let work = session.work();
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenDocument(work)).accepted);
    assert_eq!(count(&opened), left);
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(count(&session), 10);
}

#[test]
fn the_items_between_two_are_those_of_the_list() {
    let session = session();
    let of = |shown: &ItemsShown, ends| session.listed_items(None, shown, ends).len();
    let [first, last] = [&orders(&[1002])[0], &orders(&[1005])[0]];
    let all = ItemsShown::default();
    assert_eq!(of(&all, None), 10);
    assert_eq!((of(&all, Some([first, last])), of(&all, Some([last, first]))), (4, 4));
    let open = ItemsShown { filter: "OrderOpenDate".into(), ..ItemsShown::default() };
    assert_eq!(of(&open, None), 3);
    assert_eq!(of(&open, Some([first, last])), 0, "the filter hides both");
}
