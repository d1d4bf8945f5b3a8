//! Entities of a table: what they show, what they survive, what the keys suggest, and what is rejected.

use playground::lesson::example;
use playground::message::text as words;
use playground::sandbox::command::{Command, PlanCommand};
use playground::sandbox::journal::Unsaved;
use playground::session::Session;
use playground::view::compare::CompareCommand;
use playground::view::edit::Edit;
use playground::view::entity::{ENTITY_COUNT_MAX, Entity, EntityFilter};
use playground::view::index::EntriesShown;
use playground::view::rewind::Travel;
use playground::view::table::{ItemsShown, TableView};
use serde_json::{Value, json};

fn session() -> Session {
    example::opened("adjacency")
}

fn entity(name: &str, rule: &str) -> Entity {
    Entity { name: name.to_owned(), rule: rule.to_owned() }
}

fn set(session: &mut Session, entities: Vec<Entity>) -> bool {
    let table = "Accounting".to_owned();
    session.handle(Command::Plan(PlanCommand::SetEntities { table, entities })).accepted
}

fn names(session: &Session) -> Vec<&str> {
    session.entities(None).iter().map(|entity| entity.name.as_str()).collect()
}

fn shown(entity: Option<EntityFilter>) -> ItemsShown {
    ItemsShown { rows: 0..100, entity, ..ItemsShown::default() }
}

fn items(session: &Session, entity: Option<EntityFilter>) -> TableView {
    session.items(None, &shown(entity), None).expect("the example has a table")
}

fn of(name: &str) -> EntityFilter {
    EntityFilter::Of(name.into())
}

fn columns(view: &TableView) -> Vec<&str> {
    view.columns.iter().map(|column| &*column.name).collect()
}

#[test]
fn items_and_entries_and_receipts_show_the_entity() {
    let mut session = session();
    let view = items(&session, None);
    let tags: Vec<&str> =
        view.items().map(|item| item.entity.as_ref().map_or("", |tag| &*tag.name)).collect();
    assert_eq!(tags.iter().filter(|tag| **tag == "Line").count(), 3, "{tags:?}");
    let counts: Vec<u64> = view.entities.iter().map(|it| it.count).collect();
    assert_eq!(counts, [2, 2, 3, 0], "the last are without an entity");
    let entries = EntriesShown::first(100);
    let cards = session.indexes(None, &entries, None).cards;
    let of_entries = cards[0].entries.iter().filter_map(|entry| entry.entity.as_ref());
    assert_eq!(of_entries.filter(|tag| &*tag.name == "Bill").count(), 2);
    let key = json!({ "PK": { "S": "Bill-4224663" }, "SK": { "S": "Bill-4224663" } });
    let request = json!({ "TableName": "Accounting", "Key": key }).to_string();
    session.handle(Command::Call { operation: "DeleteItem".to_owned(), request });
    let receipt = session.why(None).receipt.expect("a delete has a receipt");
    assert_eq!(receipt.entity.as_ref().map(|tag| &*tag.name), Some("Bill"));
}

#[test]
fn a_filter_shows_one_entity_with_its_own_columns() {
    let session = session();
    assert_eq!(columns(&items(&session, None)), ["Dated", "Amount", "Due", "Total"]);
    let lines = items(&session, Some(of("Line")));
    assert_eq!((columns(&lines), lines.matching_count), (vec!["Amount"], 3));
    let bills = items(&session, Some(of("Bill")));
    assert_eq!((columns(&bills), bills.matching_count), (vec!["Dated", "Due"], 2));
    assert_eq!(items(&session, Some(EntityFilter::Other)).matching_count, 0);
    // A text and an entity: both.
    let both = ItemsShown { filter: "290".into(), ..shown(Some(of("Invoice"))) };
    assert_eq!(session.items(None, &both, None).map(|it| it.matching_count), Some(1));
    // An entity that is not there hides nothing.
    assert_eq!(items(&session, Some(of("Gone"))).matching_count, 7);
    assert_eq!(session.listed_items(None, &shown(Some(of("Bill"))), None).len(), 2);
}

#[test]
fn entities_are_one_step_of_undo_and_survive_link_file_reload_rewind_and_a_copy() {
    let mut session = session();
    let checkpoint = session.work();
    session.take_unsaved();
    let entities = vec![
        entity("Paper", "attribute_exists(Dated)"),
        entity("<b>“漢字”</b>", "attribute_not_exists(Dated)"),
    ];
    assert!(set(&mut session, entities.clone()));
    assert_eq!(
        session.bar(None).undo.map(|it| words(&it)).as_deref(),
        Some("Change the entities of Accounting")
    );
    let mut opened = example::opened("champions");
    let link = session.link().expect("it is short");
    assert!(opened.handle(Command::OpenLink(link)).accepted);
    assert_eq!(opened.entities(None), entities);
    assert!(opened.handle(Command::OpenDocument(session.work())).accepted);
    assert_eq!((opened.entities(None), opened.problems()), (&*entities, &[][..]));
    let Unsaved::Lines(lines) = session.take_unsaved() else { panic!("one action is one line") };
    assert!(opened.restore(&checkpoint, &lines).accepted);
    assert_eq!(opened.entities(None), entities);
    session.handle(Command::Rewind(Travel::Back));
    assert_eq!(names(&session), ["Invoice", "Bill", "Line"]);
    session.handle(Command::Rewind(Travel::Now));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    assert_eq!(session.entities(None), entities);
    assert!(session.handle(Command::Compare(CompareCommand::Keep)).accepted);
    session.handle(Command::Undo);
    let mut session = opened;
    assert!(set(&mut session, Vec::new()));
    assert_eq!((names(&session).len(), items(&session, None).entities.len()), (0, 0));
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(session.entities(None), entities);
}

#[test]
fn a_deleted_table_has_its_entities_again_after_undo() {
    let mut session = session();
    session.handle(Command::DeleteTable("Accounting".to_owned()));
    assert_eq!(names(&session).len(), 0);
    session.handle(Command::Undo);
    assert_eq!(names(&session), ["Invoice", "Bill", "Line"]);
}

#[test]
fn keys_suggest_entities_by_their_prefixes() {
    let session = session();
    let suggested = |list: &[Entity]| {
        let view = session.entities_view(None, list);
        let text =
            |(entity, count): &(Entity, u64)| format!("{}: {} {count}", entity.name, entity.rule);
        (view.other_count, view.suggestions.iter().map(text).collect::<Vec<_>>())
    };
    let (others, all) = suggested(&[]);
    assert_eq!(others, 7);
    assert_eq!(
        all,
        [
            r#"Invoice Bill: begins_with(PK, "Invoice-") AND begins_with(SK, "Bill-") 3"#,
            r#"Bill: begins_with(PK, "Bill-") AND begins_with(SK, "Bill-") 2"#,
            r#"Invoice: begins_with(SK, "Invoice-") 2"#,
        ]
    );
    // The name of an entity is not suggested for other items.
    let (others, left) = suggested(&[entity("Bill", r#"begins_with(PK, "Bill-")"#)]);
    assert_eq!((others, left.len()), (5, 2), "{left:?}");
    // What is of an entity is not suggested again.
    let (others, left) = suggested(&[entity("Any bill", r#"begins_with(SK, "Bill-")"#)]);
    assert_eq!((others, left.len()), (2, 1));
    let games = example::opened("champions");
    assert_eq!(games.entities_view(None, &[]).suggestions.shown, [], "its keys have no separators");
}

#[test]
fn a_new_item_of_an_entity_begins_as_the_others_do() {
    let session = session();
    let form = |name: &str| {
        let form = session.entity_form(None, name).expect("the example has a table");
        let Edit::Compose { copy_of: None, fields } = form else { panic!("it is a new item") };
        let text = |field: playground::view::edit::Field| {
            format!("{} {}={}", field.name, field.value.kind.tag(), field.value.text)
        };
        fields.into_iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(form("Line"), ["PK S=Invoice-", "SK S=Bill-", "Amount N="]);
    assert_eq!(form("Bill"), ["PK S=Bill-", "SK S=Bill-", "Dated S=", "Due N="]);
    assert_eq!(form("Gone"), ["PK S=", "SK S="]);
}

#[test]
fn what_is_no_entity_is_rejected() {
    let mut session = session();
    let before = session.document();
    let any = "attribute_exists(PK)";
    for entities in [
        vec![entity("", any)],
        vec![entity("A", "PK =")],
        vec![entity("A", any), entity("A", any)],
        vec![entity(&"x".repeat(10_000), any)],
        (0..1_000).map(|number| entity(&number.to_string(), any)).collect(),
    ] {
        assert!(!set(&mut session, entities));
    }
    assert_eq!(session.document(), before);
}

#[test]
fn a_document_keeps_the_entities_that_can_be_read() {
    let session = session();
    let mut document: Value = serde_json::from_str(&session.document()).expect("it is JSON");
    let any = |number: u64| json!({ "name": number.to_string(), "rule": "attribute_exists(PK)" });
    document["entities"]["Accounting"] = (0..1_000).map(any).collect();
    document["entities"]["Accounting"][3] = json!({ "name": "x" });
    document["entities"]["Accounting"][4] = json!({ "name": "y", "rule": "PK =" });
    document["entities"]["Other"] = json!(7);
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenDocument(document.to_string())).accepted);
    assert_eq!(opened.entities(None).len(), ENTITY_COUNT_MAX - 2);
    assert_eq!(opened.problems().len(), 4, "{:?}", opened.problems());
}
