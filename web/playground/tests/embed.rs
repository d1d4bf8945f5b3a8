//! What an embed shows of its sandbox: what its address asks for, or the nearest that there is.

use playground::message::text;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::embed::{EmbedRequest, EmbedView};
use playground::view::host::HostEvent;
use playground::view::value::Text;
use serde_json::json;

fn embed(session: &Session, view: &str) -> EmbedView {
    session.embed(&EmbedRequest::parse(view, false))
}

fn problems(view: &EmbedView) -> Vec<String> {
    view.problems.iter().map(text).collect()
}

/// A second table, which has an index of its own.
fn with_shipments() -> Session {
    let mut session = Session::first();
    let request = json!({
        "TableName": "Shipments",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" },
            { "AttributeName": "day", "AttributeType": "S" }
        ],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByDay",
            "KeySchema": [{ "AttributeName": "day", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" }
        }]
    });
    let (operation, request) = ("CreateTable".to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    session
}

#[test]
fn an_embed_shows_the_parts_that_its_address_asks_for() {
    let session = Session::first();
    let orders = Some(Text::from("Orders"));
    let shown = embed(&session, "table,gsi:OpenOrders");
    assert_eq!((&shown.table, shown.shows_items), (&orders, true));
    assert_eq!(shown.indexes, ["OpenOrders".into()]);
    assert_eq!(shown.problems, []);
    let indexes = embed(&session, "lsi:ByTotal,gsi:OpenOrders");
    assert_eq!((&indexes.table, indexes.shows_items), (&orders, false));
    assert_eq!(
        indexes.indexes,
        ["OpenOrders".into(), "ByTotal".into()],
        "in the order of the page"
    );
    let both = embed(&session, "indexes,gsi:OpenOrders");
    assert_eq!(both.indexes.len(), 2, "each once");
    let all = embed(&session, "");
    assert!(all.shows_items && all.indexes.len() == 2 && all.problems.is_empty());
}

#[test]
fn the_table_of_an_embed_is_the_one_that_is_named_or_has_the_index() {
    let session = with_shipments();
    let table = |view| embed(&session, view).table.expect("there are two");
    assert_eq!(*table("table"), *"Orders");
    assert_eq!(*table("table:Shipments"), *"Shipments");
    assert_eq!(*table("gsi:ByDay"), *"Shipments");
    assert_eq!(*table("table,gsi:ByDay"), *"Shipments");
    assert_eq!(problems(&embed(&session, "table:Shipments,gsi:ByDay")), [""; 0]);
}

#[test]
fn the_nearest_part_is_shown_in_place_of_one_that_there_is_not() {
    let session = Session::first();
    let first = |view| {
        let shown = embed(&session, view);
        (shown.indexes.first().cloned().unwrap_or_default(), problems(&shown))
    };
    for (view, index, words) in [
        (
            "gsi:openorders",
            "OpenOrders",
            "The table has no index openorders: OpenOrders is shown instead.",
        ),
        ("lsi:Nothing", "ByTotal", "The table has no index Nothing: ByTotal is shown instead."),
        ("gsi:ByTotal", "ByTotal", "ByTotal is a local index: write lsi:ByTotal in the address."),
        (
            "lsi:OpenOrders",
            "OpenOrders",
            "OpenOrders is a global index: write gsi:OpenOrders in the address.",
        ),
    ] {
        assert_eq!(first(view), (index.into(), vec![words.to_owned()]), "{view}");
    }
    let table = embed(&session, "table:orders");
    assert_eq!(table.table.as_deref(), Some("Orders"));
    assert_eq!(problems(&table), ["There is no table orders: Orders is shown instead."]);
    let unknown = embed(&session, "chart");
    assert!(unknown.shows_items && unknown.indexes.len() == 2);
    assert!(problems(&unknown)[0].starts_with("chart is not a part that can be shown."));
}

#[test]
fn an_embed_without_a_table_or_an_index_says_so() {
    let mut session = Session::first();
    session.handle(Command::NewSandbox { title: "Empty".to_owned(), epoch_seconds: 0 });
    let shown = embed(&session, "table:Orders,gsi:OpenOrders");
    assert_eq!((shown.table.as_deref(), shown.indexes.len()), (None, 0));
    assert_eq!(problems(&shown), ["There is no table Orders."]);
}

#[test]
fn the_page_around_an_embed_hears_operations_and_changes() {
    let mut session = Session::first();
    let mut events = |operation: &str, request: &str| {
        let (operation, request) = (operation.to_owned(), request.to_owned());
        session.handle(Command::Call { operation, request });
        let events = Session::host_events(session.outcomes());
        (events, session.last_reply())
    };
    let key = r#""TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}"#;
    let remove = format!(r#"{{{key},"UpdateExpression":"REMOVE OrderOpenDate"}}"#);
    let (changed, reply) = events("UpdateItem", &remove);
    let [HostEvent::Operation(update), HostEvent::Change] = changed.as_slice() else {
        panic!("{changed:?}")
    };
    assert_eq!((update.operation.as_str(), update.accepted), ("UpdateItem", true));
    assert_eq!((update.read_units, update.write_units), (0.0, 5.0));
    let parts: Vec<_> = update.parts.iter().map(|it| (it.index.as_deref(), it.units)).collect();
    assert_eq!(parts, [(None, 4.0), (Some("ByTotal"), 0.0), (Some("OpenOrders"), 1.0)]);
    assert_eq!(reply.as_deref(), Some("{}"));

    let (read, reply) = events("GetItem", &format!("{{{key}}}"));
    let [HostEvent::Operation(read)] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!((read.read_units, read.write_units), (0.5, 0.0));
    assert!(reply.is_some_and(|reply| reply.starts_with(r#"{"Item":{"#)));

    let (rejected, reply) = events("GetItem", r#"{"TableName":"Nothing","Key":{}}"#);
    let [HostEvent::Operation(rejected)] = rejected.as_slice() else { panic!("{rejected:?}") };
    assert!(!rejected.accepted && rejected.parts.is_empty());
    assert_eq!(reply, None);
}
