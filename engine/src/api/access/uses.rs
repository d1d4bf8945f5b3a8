//! What a request does, as policies see it: actions on resources, each with the values of the condition keys.
//!
//! Model: what the request does to a table that does not exist has no values of the partition key.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::access::key::Key;
use crate::api::arn;
use crate::api::error::Rejected;
use crate::api::operation::partiql::statement::{action_of, take_statement};
use crate::api::request::expressions::Expressions;
use crate::api::request::fields::Fields;
use crate::api::request::legacy;
use crate::api::value::{plain_from_value, read_item};
use crate::capacity::cost::Consistency;
use crate::database::Database;
use crate::expression::condition::Condition;
use crate::expression::error::Parameter;
use crate::expression::key_condition::KeyConditionExpression;
use crate::expression::projection::ProjectionExpression;
use crate::expression::update::Update;
use crate::json::text::{Json, JsonText};
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::DocumentPath;
use crate::model::item::AttributeMap;
use crate::model::key::KeySchema;
use crate::operation::Operation;
use crate::partiql::plan::{Plan, ReadAccess};
use crate::partiql::statement::Statement;
use crate::table::Table;

/// An action on a resource.
pub(super) struct Use {
    pub(super) action: &'static str,
    /// The ARN of a table, index or stream, or `*`.
    pub(super) resource: String,
    /// Whether there are other Regions, in which a table of the same name is another resource.
    pub(super) has_regions: bool,
    /// The place of the statement in a batch of statements.
    pub(super) statement: Option<usize>,
    values: BTreeMap<Key, Vec<String>>,
    /// The same values, to find them.
    known: BTreeSet<(Key, String)>,
}

/// The actions of a request, in its order: one for each kind and resource.
struct Uses<'d> {
    database: &'d Database,
    /// What the request asks of its reply.
    consumed_capacity: String,
    list: Vec<Use>,
}

/// What a request does. One that cannot be read does nothing.
pub(super) fn of_request(database: &Database, operation: &str, request: &str) -> Vec<Use> {
    let (Some(operation), Ok(text)) = (Operation::from_name(operation), JsonText::parse(request))
    else {
        return Vec::new();
    };
    let Some(fields) = Fields::from_json(text.root()) else { return Vec::new() };
    let consumed_capacity = fields.text("ReturnConsumedCapacity").unwrap_or("NONE").to_owned();
    let mut uses = Uses { database, consumed_capacity, list: Vec::new() };
    uses.add_request(operation, fields);
    uses.list
}

impl Use {
    /// The values of a key; none if the request has no such key.
    pub(super) fn values_of(&self, key: Key) -> &[String] {
        self.values.get(&key).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, key: Key, value: impl Into<String>) {
        let value = value.into();
        if self.known.insert((key, value.clone())) {
            self.values.entry(key).or_default().push(value);
        }
    }

    fn add_attributes<'p>(&mut self, paths: impl IntoIterator<Item = &'p DocumentPath>) {
        for path in paths {
            self.add(Key::Attributes, path.top_level().as_str());
        }
    }

    fn add_leading(&mut self, value: &AttributeValue) {
        let plain = plain_from_value(value);
        self.add(Key::LeadingKeys, plain.as_str().map_or_else(|| plain.to_string(), str::to_owned));
    }

    /// Adds an item or a key.
    fn add_item(&mut self, item: &AttributeMap, key: Option<&KeySchema>) {
        for (name, _) in item.iter() {
            self.add(Key::Attributes, name.as_str());
        }
        let leading = key.and_then(|key| key.partition.first());
        if let Some(value) = leading.and_then(|attribute| item.get(attribute.name.as_str())) {
            self.add_leading(value);
        }
    }

    /// Adds what expressions and the parameters before them name. Returns whether there is a projection.
    fn add_expressions(
        &mut self,
        fields: Fields<'_>,
        key: Option<&KeySchema>,
    ) -> Result<bool, Rejected> {
        let mut expressions = Expressions::take(fields)?;
        let key_condition = expressions.key_condition()?.or(legacy::take_key_conditions(fields)?);
        let conditions = [
            expressions.condition(Parameter::ConditionExpression)?,
            expressions.condition(Parameter::FilterExpression)?,
            legacy::take_expected(fields)?,
            legacy::take_filter(fields, &legacy::QUERY_FILTER)?,
            legacy::take_filter(fields, &legacy::SCAN_FILTER)?,
        ];
        let projection = expressions.projection()?.or(legacy::take_attributes_to_get(fields)?);
        let update = expressions.update()?.or(legacy::take_updates(fields)?);
        for name in key_condition.iter().flat_map(KeyConditionExpression::names) {
            self.add(Key::Attributes, name.as_str());
        }
        self.add_attributes(conditions.iter().flatten().flat_map(Condition::paths));
        self.add_attributes(projection.iter().flat_map(ProjectionExpression::paths));
        self.add_attributes(update.iter().flat_map(Update::all_paths));
        let condition =
            key_condition.zip(key).and_then(|(condition, key)| condition.resolve(key).ok());
        if let Some(value) = condition.as_ref().and_then(|condition| condition.partition.first()) {
            self.add_leading(value);
        }
        Ok(projection.is_some())
    }
}

impl<'d> Uses<'d> {
    fn add_request(&mut self, operation: Operation, fields: Fields<'_>) {
        let name = operation.name();
        match operation {
            Operation::GetItem | Operation::Query | Operation::Scan => {
                self.add_read(name, fields.text("TableName"), fields);
            }
            Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem => {
                self.add_write(name, fields.text("TableName"), fields);
            }
            Operation::BatchGetItem => {
                for (table, json) in fields.map("RequestItems").iter().flat_map(|it| it.iter()) {
                    if let Some(fields) = Fields::from_json(json) {
                        self.add_read(name, Some(table), fields);
                    }
                }
            }
            Operation::BatchWriteItem => {
                for (table, json) in fields.map("RequestItems").iter().flat_map(|it| it.iter()) {
                    self.add_batch_of_writes(name, table, json);
                }
            }
            Operation::TransactGetItems | Operation::TransactWriteItems => {
                self.add_transaction(name, fields);
            }
            Operation::ExecuteStatement => self.add_statement(fields, None, None),
            Operation::BatchExecuteStatement => {
                let statements = fields.list("Statements").unwrap_or_default();
                for (position, statement) in statements.into_iter().enumerate() {
                    self.add_statement(statement, Some(position), None);
                }
            }
            Operation::ExecuteTransaction => {
                for statement in fields.list("TransactStatements").unwrap_or_default() {
                    self.add_part(|part| part.add_statement(statement, None, Some(name)));
                }
            }
            Operation::ListTables => drop(self.at(name, arn::table_arn("*"), None)),
            Operation::DescribeEndpoints | Operation::DescribeLimits | Operation::ListStreams => {
                self.at(name, "*".to_owned(), None);
            }
            Operation::DescribeStream | Operation::GetShardIterator => {
                self.add_whole(name, fields.text("StreamArn"));
            }
            Operation::GetRecords => {
                // Model: an iterator begins with the ARN of its stream.
                self.add_whole(
                    name,
                    fields.text("ShardIterator").and_then(|it| it.split('|').next()),
                );
            }
            Operation::ListTagsOfResource | Operation::TagResource | Operation::UntagResource => {
                self.add_whole(name, fields.text("ResourceArn"));
            }
            Operation::CreateTable
            | Operation::DeleteTable
            | Operation::DescribeContinuousBackups
            | Operation::DescribeTable
            | Operation::DescribeTimeToLive
            | Operation::UpdateContinuousBackups
            | Operation::UpdateTable
            | Operation::UpdateTimeToLive => self.add_whole(name, fields.text("TableName")),
        }
    }

    /// The use with this action and resource, which may be new.
    fn at(&mut self, action: &'static str, resource: String, statement: Option<usize>) -> &mut Use {
        let is_it =
            |it: &Use| it.action == action && it.resource == resource && it.statement == statement;
        let position = self.list.iter().position(is_it).unwrap_or_else(|| {
            let (values, known) = (BTreeMap::new(), BTreeSet::new());
            let has_regions = self.database.has_replicas();
            self.list.push(Use { action, resource, has_regions, statement, values, known });
            self.list.len() - 1
        });
        &mut self.list[position]
    }

    /// Adds an action on a whole table or stream.
    fn add_whole(&mut self, action: &'static str, reference: Option<&str>) {
        if let Some(reference) = reference {
            self.at(action, arn_of(reference, None), None);
        }
    }

    /// Adds an action on items of a table or index, with what its expressions name. Returns it with the key, and whether there is
    /// a projection.
    fn add_items(
        &mut self,
        action: &'static str,
        reference: &str,
        fields: Fields<'_>,
    ) -> (&mut Use, Option<&'d KeySchema>, bool) {
        let index = fields.text("IndexName");
        let table = self.database.table(arn::table_name(reference));
        let key = table.and_then(|table| key_of(table, index));
        let capacity = self.consumed_capacity.clone();
        let it = self.at(action, arn_of(reference, index), None);
        it.add(Key::ReturnConsumedCapacity, capacity);
        let keys = fields.elements("Keys");
        let keys = keys.iter().flat_map(|keys| keys.iter());
        for json in ["Key", "Item"].into_iter().filter_map(|name| fields.value(name)).chain(keys) {
            if let Ok(item) = read_item(json) {
                it.add_item(&item, key);
            }
        }
        // A fault of an expression is reported before it matters what else the request names.
        let has_projection = it.add_expressions(fields, key).unwrap_or_default();
        (it, key, has_projection)
    }

    fn add_read(&mut self, action: &'static str, reference: Option<&str>, fields: Fields<'_>) {
        let Some(reference) = reference else { return };
        let (it, _, has_projection) = self.add_items(action, reference, fields);
        let implied = select_of(has_projection, fields.text("IndexName"));
        it.add(Key::Select, fields.text("Select").unwrap_or(implied));
        if matches!(action, "Query" | "Scan") {
            it.add(Key::ReturnValues, "NONE");
        }
    }

    fn add_write(&mut self, action: &'static str, reference: Option<&str>, fields: Fields<'_>) {
        let Some(reference) = reference else { return };
        let (it, _, _) = self.add_items(action, reference, fields);
        it.add(Key::ReturnValues, fields.text("ReturnValues").unwrap_or("NONE"));
    }

    fn add_batch_of_writes(&mut self, action: &'static str, table: &str, json: Json<'_>) {
        let Json::Array(requests) = json else { return };
        for request in requests.iter().filter_map(Fields::from_json) {
            for inner in ["PutRequest", "DeleteRequest"] {
                if let Some(fields) = request.fields(inner) {
                    self.add_items(action, table, fields);
                }
            }
        }
    }

    /// Adds a part of a transaction. Parts that return something else are judged apart.
    fn add_part(&mut self, add: impl FnOnce(&mut Self)) {
        let capacity = self.consumed_capacity.clone();
        let mut part =
            Self { database: self.database, consumed_capacity: capacity, list: Vec::new() };
        add(&mut part);
        for it in part.list {
            let returns =
                |it: &Use| [Key::Select, Key::ReturnValues].map(|key| it.values_of(key).to_vec());
            let same = self.list.iter_mut().find(|known| {
                (known.action, &known.resource) == (it.action, &it.resource)
                    && returns(known) == returns(&it)
            });
            match same {
                None => self.list.push(it),
                Some(known) => {
                    for (key, values) in it.values {
                        for value in values {
                            known.add(key, value);
                        }
                    }
                }
            }
        }
    }

    /// Adds the actions of a transaction, which has none of its own.
    fn add_transaction(&mut self, operation: &'static str, fields: Fields<'_>) {
        for element in fields.list("TransactItems").unwrap_or_default() {
            self.add_part(|part| part.add_element(operation, element));
        }
    }

    fn add_element(&mut self, operation: &'static str, element: Fields<'_>) {
        if let Some(fields) = element.fields("Get") {
            let table = fields.text("TableName");
            self.add_read("GetItem", table, fields);
            self.enclose("GetItem", table, operation);
        }
        let writes = [
            ("Put", "PutItem"),
            ("Update", "UpdateItem"),
            ("Delete", "DeleteItem"),
            ("ConditionCheck", "ConditionCheckItem"),
        ];
        for (kind, action) in writes {
            let Some(fields) = element.fields(kind) else { continue };
            let table = fields.text("TableName");
            self.add_write(action, table, fields);
            // Source: the Service Authorization Reference does not list the key for ConditionCheckItem.
            if action != "ConditionCheckItem" {
                self.enclose(action, table, operation);
            }
        }
    }

    fn enclose(&mut self, action: &'static str, reference: Option<&str>, operation: &str) {
        if let Some(reference) = reference {
            self.at(action, arn_of(reference, None), None).add(Key::EnclosingOperation, operation);
        }
    }

    /// Adds a statement of PartiQL, of a batch or a transaction if it is in one.
    fn add_statement(
        &mut self,
        fields: Fields<'_>,
        position: Option<usize>,
        transaction: Option<&'static str>,
    ) {
        if fields.text("Statement").is_none() {
            return;
        }
        let Ok(statement) = take_statement(fields, self.database) else { return };
        let table = self.database.table(arn::table_name(statement.table()));
        let plan = table.and_then(|table| statement.plan(table, Consistency::Eventual).ok());
        let resource = arn_of(statement.table(), statement.index());
        let it = self.at(action_of(&statement), resource, position);
        if let Some(transaction) = transaction {
            it.add(Key::EnclosingOperation, transaction);
        }
        it.add_statement(&statement);
        it.add_plan(plan.as_ref(), table);
    }
}

impl Use {
    /// Adds what a statement names and returns.
    fn add_statement(&mut self, statement: &Statement) {
        let mut paths = Vec::new();
        let condition = match statement {
            Statement::Select(select) | Statement::Exists(select) => {
                paths.extend(select.columns.iter().flatten().map(|column| &column.path));
                paths.extend(select.order.iter().map(|term| &term.path));
                let has_columns = select.columns.is_some();
                self.add(Key::Select, select_of(has_columns, statement.index()));
                &select.condition
            }
            Statement::Insert(insert) => {
                self.add_item(&insert.item, None);
                &None
            }
            Statement::Update(update) => {
                paths.extend(update.changes.all_paths());
                let returned = update.returning.map_or("NONE", |it| {
                    // Model: how the key words RETURNING is not documented.
                    match (it.modified, it.new) {
                        (false, false) => "ALL_OLD",
                        (false, true) => "ALL_NEW",
                        (true, false) => "UPDATED_OLD",
                        (true, true) => "UPDATED_NEW",
                    }
                });
                self.add(Key::ReturnValues, returned);
                &update.condition
            }
            Statement::Delete(delete) => {
                self.add(Key::ReturnValues, if delete.returns_old { "ALL_OLD" } else { "NONE" });
                &delete.condition
            }
        };
        if let Some(node) = condition {
            node.collect_paths(&mut paths);
        }
        self.add_attributes(paths);
    }

    /// Adds the values of the partition key that a plan has.
    fn add_plan(&mut self, plan: Option<&Plan>, table: Option<&Table>) {
        let leading = table.and_then(|table| table.schema.key.partition.first());
        let leading = |item: &AttributeMap| item.get(leading?.name.as_str()).cloned();
        let values: Vec<AttributeValue> = match plan {
            Some(Plan::Write(plan)) => {
                leading(plan.write.action.key_source()).into_iter().collect()
            }
            Some(Plan::Read(plan)) => {
                let is_scan = matches!(plan.access, ReadAccess::Scan { .. });
                self.add(Key::FullTableScan, is_scan.to_string());
                match &plan.access {
                    ReadAccess::GetItem { keys } => {
                        keys.iter().filter_map(|key| leading(key)).collect()
                    }
                    ReadAccess::Query { conditions } => {
                        conditions.iter().filter_map(|it| it.partition.first().cloned()).collect()
                    }
                    ReadAccess::Scan { .. } => Vec::new(),
                }
            }
            None => Vec::new(),
        };
        for value in &values {
            self.add_leading(value);
        }
    }
}

fn key_of<'t>(table: &'t Table, index: Option<&str>) -> Option<&'t KeySchema> {
    match index {
        None => Some(&table.schema.key),
        Some(name) => table.index(name).map(|index| &index.schema.key),
    }
}

/// The ARN of a table or of its index. Reads of an index need the permission for the index, and not for its table.
fn arn_of(reference: &str, index: Option<&str>) -> String {
    let name = arn::table_name(reference);
    match (arn::is_arn(name), index) {
        (false, None) => arn::table_arn(name),
        (false, Some(index)) => arn::index_arn(name, index),
        (true, None) => name.to_owned(),
        (true, Some(index)) => format!("{name}{}{index}", arn::INDEX_PART),
    }
}

/// What a read returns that does not say so.
const fn select_of(has_projection: bool, index: Option<&str>) -> &'static str {
    match (has_projection, index) {
        (true, _) => "SPECIFIC_ATTRIBUTES",
        (false, Some(_)) => "ALL_PROJECTED_ATTRIBUTES",
        (false, None) => "ALL_ATTRIBUTES",
    }
}
