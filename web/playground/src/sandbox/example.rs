//! The examples: documents that are part of the page.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use engine::table::schema::Scope;

use crate::sandbox::command::{ExampleId, TitledExample};
use crate::sandbox::document::Document;
use crate::sandbox::document::text::normalized_title;

impl ExampleId {
    /// The example's document, which has no title.
    pub fn document(self) -> Document {
        let text = match self {
            Self::OpenOrders => include_str!("../../../../static/sandboxes/open-orders.json"),
            Self::Champions => include_str!("../../../../static/sandboxes/champions.json"),
            Self::ConditionalIndex => {
                include_str!("../../../../static/sandboxes/conditional-index.json")
            }
            Self::Invoices => include_str!("../../../../static/sandboxes/invoices.json"),
        };
        Document::parse(text).expect("the examples are tested")
    }

    /// Whether an example has a table of this name with a global index of which this attribute is a key.
    pub fn has_index_key(table: &str, attribute: &str) -> bool {
        static KEYS: LazyLock<BTreeSet<[String; 2]>> = LazyLock::new(|| {
            let documents = ExampleId::ALL.into_iter().map(ExampleId::document);
            let databases = documents.map(|document| document.load().database);
            let mut keys = BTreeSet::new();
            for database in databases {
                for table in database.tables() {
                    let name = table.schema.name.as_str();
                    let indexes = table.indexes.iter().map(|index| &index.schema);
                    let globals = indexes.filter(|index| index.scope == Scope::Global);
                    let attributes = globals.flat_map(|index| index.key.attributes());
                    keys.extend(attributes.map(|it| [name.to_owned(), it.name.to_string()]));
                }
            }
            keys
        });
        KEYS.contains(&[table.to_owned(), attribute.to_owned()])
    }
}

impl TitledExample {
    /// The example's document under its title.
    pub fn document(&self) -> Document {
        let (title, _) = normalized_title(&self.title);
        Document { title, ..self.id.document() }
    }
}

#[cfg(test)]
mod tests {
    //! The examples hold the items and numbers of the pattern catalogue.

    use std::collections::BTreeMap;

    use engine::database::Database;
    use engine::receipt::{Store, UnitKind};
    use serde_json::{Value, json};

    use super::*;
    use crate::sandbox::entity::Entities;

    #[test]
    fn a_key_of_an_index_of_an_example_is_known_by_its_table() {
        assert!(ExampleId::has_index_key("Orders", "OrderOpenDate"));
        assert!(!ExampleId::has_index_key("Orders", "Due"));
        assert!(!ExampleId::has_index_key("Bills", "OrderOpenDate"));
    }

    /// The example in a database, its indexes up to date.
    fn database(example: ExampleId) -> Database {
        let loaded = example.document().load();
        assert_eq!(loaded.rejections, []);
        loaded.database
    }

    /// Write units by store of all the puts that fill an example.
    fn load(example: ExampleId) -> BTreeMap<String, String> {
        let mut units = BTreeMap::new();
        let mut document = example.document();
        let items: Vec<Vec<Value>> =
            document.tables.iter_mut().map(|table| std::mem::take(&mut table.items)).collect();
        let mut database = document.load().database;
        let mut arms = Vec::new();
        for (table, items) in document.tables.iter().zip(items) {
            for item in items {
                let put = json!({ "TableName": table.definition["TableName"], "Item": item });
                let put = engine::api::execute(&mut database, "PutItem", &put.to_string());
                arms.extend(put.receipt.unwrap().arms);
            }
        }
        for arm in arms {
            let name = match arm.store {
                Store::Table => "table".to_owned(),
                Store::Local(name) | Store::Global(name) => name.to_string(),
            };
            *units.entry(name).or_default() += arm.units;
        }
        units
            .into_iter()
            .map(|(name, units): (_, engine::capacity::units::CapacityUnits)| {
                (name, units.to_string())
            })
            .collect()
    }

    /// What a request costs, store by store, and how many items it returns.
    #[track_caller]
    fn check(example: ExampleId, operation: &str, request: Value, expected: &str) {
        let mut database = database(example);
        let outcome = engine::api::execute(&mut database, operation, &request.to_string());
        let reply = outcome.reply.unwrap();
        let receipt = outcome.receipt.unwrap();
        let arms: Vec<String> = receipt.arms.iter().map(|arm| arm.units.to_string()).collect();
        let kind = receipt.arms[0].unit_kind();
        let total = receipt.units(kind);
        let counts = match kind {
            UnitKind::Read => format!(" {} of {}", reply["Count"], reply["ScannedCount"]),
            UnitKind::Write => String::new(),
        };
        assert_eq!(format!("{} = {total}{counts}", arms.join("+")), expected);
    }

    fn entry_sizes(database: &Database, table: &str, index: &str) -> Vec<u64> {
        let entries = &database.table(table).unwrap().index(index).unwrap().entries;
        entries.iter().map(|(_, stored)| stored.size.0).collect()
    }

    #[test]
    fn open_orders_has_the_sizes_of_the_catalogue() {
        let database = database(ExampleId::OpenOrders);
        let table = database.table("Orders").unwrap();
        assert_eq!((table.items.count(), table.items.size().0), (10, 35_439));
        assert_eq!(entry_sizes(&database, "Orders", "OpenOrders"), [55, 55, 55]);
        assert_eq!(entry_sizes(&database, "Orders", "ByTotal").len(), 10);
        let units = load(ExampleId::OpenOrders);
        let units: Vec<_> = units.iter().map(|(name, units)| (&**name, &**units)).collect();
        assert_eq!(units, [("ByTotal", "10"), ("OpenOrders", "3"), ("table", "40")]);
    }

    #[test]
    fn open_orders_costs_what_the_catalogue_says() {
        let check = |operation, request, expected| {
            check(ExampleId::OpenOrders, operation, request, expected);
        };
        let filter = |consistent: bool| json!({ "TableName": "Orders", "FilterExpression": "attribute_exists(OrderOpenDate)", "ConsistentRead": consistent });
        check("Scan", filter(false), "4.5 = 4.5 3 of 10");
        check("Scan", filter(true), "9 = 9 3 of 10");
        let query = |consistent: bool| {
            let mut request = filter(consistent);
            request["KeyConditionExpression"] = "CustomerId = :c".into();
            request["ExpressionAttributeValues"] = json!({ ":c": { "S": "C1" } });
            request
        };
        check("Query", query(false), "3.5 = 3.5 2 of 8");
        check("Query", query(true), "7 = 7 2 of 8");
        let index = json!({
            "TableName": "Orders", "IndexName": "OpenOrders", "KeyConditionExpression": "CustomerId = :c",
            "ExpressionAttributeValues": { ":c": { "S": "C1" } },
        });
        check("Query", index, "0.5 = 0.5 2 of 2");
        let update = |expression: &str| {
            let mut request = json!({
                "TableName": "Orders", "UpdateExpression": expression,
                "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } },
            });
            if expression.contains(":v") {
                request["ExpressionAttributeValues"] = json!({ ":v": { "S": "2024-05-09" } });
            }
            request
        };
        check("UpdateItem", update("REMOVE OrderOpenDate"), "4+0+1 = 5");
        check("UpdateItem", update("SET OrderOpenDate = :v"), "4+0+2 = 6");
        check("UpdateItem", update("SET Notes = :v"), "4+0+0 = 4");
        let delete = json!({ "TableName": "Orders", "Key": update("")["Key"] });
        check("DeleteItem", delete, "4+1+1 = 6");
    }

    #[test]
    fn open_orders_lists_the_oldest_first() {
        let mut database = database(ExampleId::OpenOrders);
        let request = json!({
            "TableName": "Orders", "IndexName": "OpenOrders", "KeyConditionExpression": "CustomerId = :c",
            "ExpressionAttributeValues": { ":c": { "S": "C1" } },
        });
        let reply =
            engine::api::execute(&mut database, "Query", &request.to_string()).reply.unwrap();
        let orders: Vec<_> =
            (0..2).map(|n| reply["Items"][n]["OrderId"]["S"].as_str().unwrap()).collect();
        assert_eq!(orders, ["O-1006", "O-1003"]);
    }

    #[test]
    fn champions_has_the_sizes_of_the_catalogue() {
        let database = database(ExampleId::Champions);
        let table = database.table("GameScores").unwrap();
        assert_eq!((table.items.count(), table.items.size().0), (7, 14_358));
        let mut sizes = entry_sizes(&database, "GameScores", "Champions");
        sizes.sort_unstable();
        assert_eq!(sizes, [36, 37, 37]);
        let units = load(ExampleId::Champions);
        let units: Vec<_> = units.iter().map(|(name, units)| (&**name, &**units)).collect();
        assert_eq!(units, [("Champions", "3"), ("table", "17")]);
    }

    #[test]
    fn champions_costs_what_the_catalogue_says() {
        let check = |operation, request, expected| {
            check(ExampleId::Champions, operation, request, expected);
        };
        let champ = json!({ ":a": { "S": "Champ" } });
        let scan = |consistent: bool| {
            json!({
                "TableName": "GameScores", "FilterExpression": "Award = :a", "ConsistentRead": consistent,
                "ExpressionAttributeValues": champ,
            })
        };
        check("Scan", scan(false), "2 = 2 3 of 7");
        check("Scan", scan(true), "4 = 4 3 of 7");
        let query = json!({
            "TableName": "GameScores", "IndexName": "Champions", "KeyConditionExpression": "Award = :a",
            "ExpressionAttributeValues": champ,
        });
        check("Query", query, "0.5 = 0.5 3 of 3");
        let award = json!({
            "TableName": "GameScores", "UpdateExpression": "SET Award = :a",
            "Key": { "UserId": { "S": "Padma" }, "GameId": { "S": "G07" } },
            "ExpressionAttributeValues": champ,
        });
        check("UpdateItem", award, "3+1 = 4");
    }

    #[test]
    fn invoices_have_the_sizes_of_the_catalogue() {
        let database = database(ExampleId::Invoices);
        let table = database.table("Accounting").unwrap();
        let sizes: Vec<u64> = table.items.iter().map(|(_, stored)| stored.size.0).collect();
        let mut sorted = sizes;
        sorted.sort_unstable();
        assert_eq!(sorted, [37, 37, 38, 48, 49, 53, 53]);
        let mut entries = entry_sizes(&database, "Accounting", "BySK");
        entries.sort_unstable();
        assert_eq!(entries, [28, 28, 29, 29, 29, 30, 30]);
        let units = load(ExampleId::Invoices);
        let units: Vec<_> = units.iter().map(|(name, units)| (&**name, &**units)).collect();
        assert_eq!(units, [("BySK", "7"), ("table", "7")]);
    }

    #[test]
    fn invoices_cost_what_the_catalogue_says() {
        let query = |index: Option<&str>, key: &str, value: &str| {
            let mut request = json!({
                "TableName": "Accounting", "KeyConditionExpression": format!("{key} = :k"),
                "ExpressionAttributeValues": { ":k": { "S": value } },
            });
            if let Some(index) = index {
                request["IndexName"] = index.into();
            }
            request
        };
        let check = |request, expected| check(ExampleId::Invoices, "Query", request, expected);
        check(query(None, "PK", "Invoice-92551"), "0.5 = 0.5 3 of 3");
        check(query(Some("BySK"), "SK", "Bill-4224687"), "0.5 = 0.5 3 of 3");
    }

    #[test]
    fn each_item_of_invoices_is_of_an_entity() {
        let document = ExampleId::Invoices.document();
        let entities = Entities::of(document.plan.entities_of("Accounting"));
        let database = database(ExampleId::Invoices);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (_, stored) in database.table("Accounting").unwrap().items.iter() {
            let tag = entities.of_item(&stored.image).unwrap();
            *counts.entry(tag.name.to_string()).or_default() += 1;
        }
        let counts: Vec<_> = counts.iter().map(|(name, count)| (&**name, *count)).collect();
        assert_eq!(counts, [("Bill", 2), ("Invoice", 2), ("Line", 3)]);
    }

    #[test]
    fn conditional_index_has_the_sizes_of_the_catalogue() {
        let database = database(ExampleId::ConditionalIndex);
        let table = database.table("Attachment").unwrap();
        assert_eq!((table.items.count(), table.items.size().0), (10, 20_706));
        assert_eq!(entry_sizes(&database, "Attachment", "IntermediateAttachmentsIndex"), [47, 47]);
        let units = load(ExampleId::ConditionalIndex);
        let units: Vec<_> = units.iter().map(|(name, units)| (&**name, &**units)).collect();
        assert_eq!(units, [("IntermediateAttachmentsIndex", "2"), ("table", "30")]);
    }

    #[test]
    fn conditional_index_costs_what_the_catalogue_says() {
        let check = |operation, request, expected| {
            check(ExampleId::ConditionalIndex, operation, request, expected);
        };
        check("Scan", json!({ "TableName": "Attachment" }), "3 = 3 10 of 10");
        check(
            "Scan",
            json!({ "TableName": "Attachment", "ConsistentRead": true }),
            "6 = 6 10 of 10",
        );
        let update = |id: &str, expression: &str, values: Value| {
            json!({
                "TableName": "Attachment", "UpdateExpression": expression,
                "Key": { "attachmentId": { "S": id } },
                "ExpressionAttributeNames": { "#cs": "customerState", "#is": "isIntermediateState", "#pk": "IntermediateStatePK" },
                "ExpressionAttributeValues": values,
            })
        };
        let enter = "SET #cs = :cs, #is = :is, #pk = :p";
        let values = |state: &str| json!({ ":cs": { "S": state }, ":is": { "N": "1" }, ":p": { "S": "INTERMEDIATE" } });
        check("UpdateItem", update("a-01", enter, values("Attaching")), "3+1 = 4");
        check("UpdateItem", update("a-03", enter, values("Detaching")), "3+0 = 3");
        let leave = "SET #cs = :cs, #is = :is REMOVE #pk";
        let values = json!({ ":cs": { "S": "Attached" }, ":is": { "N": "0" } });
        check("UpdateItem", update("a-03", leave, values), "3+1 = 4");
        let query = json!({
            "TableName": "Attachment", "IndexName": "IntermediateAttachmentsIndex",
            "KeyConditionExpression": "IntermediateStatePK = :p",
            "ExpressionAttributeValues": { ":p": { "S": "INTERMEDIATE" } },
        });
        check("Query", query, "0.5 = 0.5 2 of 2");
    }

    #[test]
    fn an_example_is_its_own_canonical_document() {
        for example in ExampleId::ALL {
            let document = example.document();
            let loaded = document.load();
            let stored = Document::of(&loaded.database, &document.title);
            let stored = Document { plan: document.plan.clone(), ..stored };
            assert_eq!(stored, document, "{example:?}");
        }
    }
}
