//! The request for `CreateTable` that a table in one-line notation describes.

use serde_json::{Value, json};

use crate::table::{Index, IndexKind, Key, KeyAttribute, Projection, Table, Throughput};

impl Table {
    /// The request that creates the table, on demand unless a line provisions throughput.
    pub fn create_request(&self) -> Value {
        let mut request = json!({
            "TableName": self.name,
            "AttributeDefinitions": definitions(self.key_attributes()),
            "KeySchema": key_schema(&self.key.partition_key, self.key.sort_key.as_ref()),
            "BillingMode": if self.is_provisioned() { "PROVISIONED" } else { "PAY_PER_REQUEST" },
        });
        if let Some(throughput) = self.throughput {
            request["ProvisionedThroughput"] = provisioned(throughput);
        }
        let (mut locals, mut globals) = (Vec::new(), Vec::new());
        for index in &self.indexes {
            let Index { name, kind, projection, throughput } = index;
            let (group, key_schema) = match kind {
                IndexKind::Local { sort_key } => {
                    (&mut locals, key_schema(&self.key.partition_key, Some(sort_key)))
                }
                IndexKind::Global { key } => {
                    (&mut globals, key_schema(&key.partition_key, key.sort_key.as_ref()))
                }
            };
            let projection = projected(projection);
            let mut definition =
                json!({ "IndexName": name, "KeySchema": key_schema, "Projection": projection });
            if let Some(throughput) = throughput {
                definition["ProvisionedThroughput"] = provisioned(*throughput);
            }
            group.push(definition);
        }
        for (member, indexes) in
            [("LocalSecondaryIndexes", locals), ("GlobalSecondaryIndexes", globals)]
        {
            if !indexes.is_empty() {
                request[member] = Value::Array(indexes);
            }
        }
        request
    }

    /// The key attributes of the table and of its indexes.
    fn key_attributes(&self) -> Vec<&KeyAttribute> {
        let of_indexes = self.indexes.iter().flat_map(|index| match &index.kind {
            IndexKind::Local { sort_key } => vec![sort_key],
            IndexKind::Global { key } => key.attributes(),
        });
        self.key.attributes().into_iter().chain(of_indexes).collect()
    }
}

impl Key {
    fn attributes(&self) -> Vec<&KeyAttribute> {
        [Some(&self.partition_key), self.sort_key.as_ref()].into_iter().flatten().collect()
    }
}

fn key_schema(partition_key: &KeyAttribute, sort_key: Option<&KeyAttribute>) -> Value {
    let element = |attribute: &KeyAttribute, role: &str| json!({ "AttributeName": attribute.name, "KeyType": role });
    let sort_key = sort_key.map(|attribute| element(attribute, "RANGE"));
    [element(partition_key, "HASH")].into_iter().chain(sort_key).collect()
}

fn definitions(mut attributes: Vec<&KeyAttribute>) -> Value {
    attributes.sort();
    attributes.dedup();
    let definitions = attributes
        .into_iter()
        .map(|KeyAttribute { name, kind }| json!({ "AttributeName": name, "AttributeType": kind }));
    definitions.collect()
}

fn projected(projection: &Projection) -> Value {
    match projection {
        Projection::Include { attributes } => {
            json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": attributes })
        }
        Projection::Named { name } => json!({ "ProjectionType": name }),
    }
}

fn provisioned(throughput: Throughput) -> Value {
    json!({
        "ReadCapacityUnits": throughput.read_units_per_second,
        "WriteCapacityUnits": throughput.write_units_per_second,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_converted_to_the_request_that_creates_it() {
        let notation = "Orders  customer S  order S\n  local ByDate  date S  KEYS_ONLY\n  global ByTotal  customer S  total N  INCLUDE note, tags\n";
        let request = Table::parse(notation).unwrap().create_request();
        let expected = json!({
            "TableName": "Orders",
            "AttributeDefinitions": [
                { "AttributeName": "customer", "AttributeType": "S" },
                { "AttributeName": "date", "AttributeType": "S" },
                { "AttributeName": "order", "AttributeType": "S" },
                { "AttributeName": "total", "AttributeType": "N" },
            ],
            "KeySchema": [
                { "AttributeName": "customer", "KeyType": "HASH" },
                { "AttributeName": "order", "KeyType": "RANGE" },
            ],
            "BillingMode": "PAY_PER_REQUEST",
            "LocalSecondaryIndexes": [{
                "IndexName": "ByDate",
                "KeySchema": [
                    { "AttributeName": "customer", "KeyType": "HASH" },
                    { "AttributeName": "date", "KeyType": "RANGE" },
                ],
                "Projection": { "ProjectionType": "KEYS_ONLY" },
            }],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByTotal",
                "KeySchema": [
                    { "AttributeName": "customer", "KeyType": "HASH" },
                    { "AttributeName": "total", "KeyType": "RANGE" },
                ],
                "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["note", "tags"] },
            }],
        });
        assert_eq!(request, expected);
    }

    #[test]
    fn a_provisioned_table_states_its_units() {
        let notation = "T  id S\n  global ByA  a S  ALL\n  provisioned  5 read, 4 write\n  provisioned ByA  1 read, 2 write\n";
        let request = Table::parse(notation).unwrap().create_request();
        assert_eq!(request["BillingMode"], "PROVISIONED");
        let units = |read: u64, write: u64| json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write });
        assert_eq!(request["ProvisionedThroughput"], units(5, 4));
        assert_eq!(request["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"], units(1, 2));
    }
}
