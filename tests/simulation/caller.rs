//! Callers: each request is also sent by a caller, and nothing comes of it that the policies do not allow. Rules: facts of
//! access.

use std::collections::{BTreeMap, BTreeSet};

use engine::api;
use engine::api::access::{Caller, policy};
use serde_json::{Value, json};

use crate::random::Random;
use crate::simulation::exchange::Exchange;
use crate::simulation::invariant::same;
use crate::simulation::probe;
use crate::simulation::schema::Table;
use crate::simulation::world::World;
use crate::simulation::write::Target;

/// Actions of a statement, without the service; `*` is each of them.
const ACTIONS: [&[&str]; 6] = [
    &["*"],
    &["GetItem", "Query", "Scan", "BatchGetItem"],
    &["PutItem", "UpdateItem", "DeleteItem"],
    &["BatchWriteItem", "ConditionCheckItem", "UpdateItem"],
    &["UpdateTable", "UpdateTimeToLive", "DeleteItem", "Query"],
    &["PutItem", "GetItem", "BatchWriteItem"],
];

/// A statement of the policy of a caller.
#[derive(Debug, Clone)]
pub struct Statement {
    allows: bool,
    actions: &'static [&'static str],
    resource: Resource,
    /// The partition keys that the request may name, if that is a condition.
    leading: Option<BTreeSet<&'static str>>,
}

#[derive(Debug, Clone)]
enum Resource {
    All,
    Table(Table),
    /// The indexes of a table.
    Indexes(Table),
}

/// What a request does: actions on resources, each with the partition keys that it names. `None` if they are not known.
type Uses = BTreeMap<(String, String), Option<BTreeSet<String>>>;

/// Draws a policy: mostly something is allowed. Without Regions, a policy may call the only one by any name.
pub fn draw(random: &mut Random, has_regions: bool) -> Vec<Statement> {
    let abroad = if has_regions { Table::Abroad } else { Table::Things };
    let count = 1 + random.below(3);
    let statement = |position| Statement {
        allows: position == 0 || random.below(2) == 0,
        actions: random.pick(&ACTIONS),
        resource: random.pick(&[
            Resource::All,
            Resource::Table(Table::Things),
            Resource::Table(Table::Others),
            Resource::Table(abroad),
            Resource::Indexes(Table::Things),
        ]),
        leading: (random.below(3) == 0).then(|| BTreeSet::from(["a", "b", "x", "AA=="])),
    };
    (0..count).map(statement).collect()
}

/// The caller with a policy of these statements.
pub fn caller(statements: &[Statement]) -> Caller {
    let statements: Vec<Value> = statements.iter().map(Statement::to_json).collect();
    let text = json!({ "Version": "2012-10-17", "Statement": statements }).to_string();
    let policy = policy::Policy::parse("Drawn", &text).unwrap_or_else(|it| panic!("{text}: {it}"));
    Caller { name: "ana".to_owned(), policies: vec![policy] }
}

/// A request that the policies of a caller do not allow is denied, and changes nothing. One that they allow is answered as
/// that of the owner.
pub fn ruled(world: &World, exchange: &Exchange) -> Result<(), String> {
    let Some(statements) = &world.setup.policy else { return Ok(()) };
    let Exchange { operation, request, before, preview, .. } = exchange;
    let Some(is_allowed) = is_allowed(statements, operation, request) else { return Ok(()) };
    let (caller, text) = (caller(statements), request.to_string());
    let decided = api::decide_as(Some(&caller), before, operation, &text);
    if is_allowed {
        let outcome = decided.outcome.into_tree();
        return same("what an allowed request leads to", preview, &outcome);
    }
    let code = decided.outcome.reply.as_ref().err().map(|error| error.code().name());
    let owner = preview.reply.as_ref().err().map(|error| error.code().name());
    // Syntax is checked before.
    let is_invalid = code == Some("ValidationException") && code == owner;
    if code != Some("AccessDeniedException") && !is_invalid {
        return Err(format!("{caller:?} may not do {operation}, and the reply is {code:?}"));
    }
    let mut after = before.clone();
    // What programs took until now.
    drop(after.drain_background());
    let outcome = decided.apply(&mut after);
    same("receipt of a denied request", &None, &outcome.receipt)?;
    let charges = after.drain_background();
    same("units of a denied request", &0, &charges.len())?;
    same("a denied request", &probe::saved(before), &probe::saved(&after))
}

/// Whether every use is allowed and none denied. `None` if that depends on keys that are not known.
fn is_allowed(statements: &[Statement], operation: &str, request: &Value) -> Option<bool> {
    let uses = uses(operation, request)?;
    let mut is_allowed = true;
    for ((action, resource), leading) in &uses {
        let mut allows = false;
        for statement in statements.iter().filter(|it| it.is_about(action, resource)) {
            let holds = match (&statement.leading, leading) {
                (None, _) => true,
                (Some(_), None) => return None,
                // All of no keys are among them.
                (Some(keys), Some(leading)) => leading.iter().all(|key| keys.contains(&**key)),
            };
            match (holds, statement.allows) {
                (true, true) => allows = true,
                (true, false) => return Some(false),
                (false, _) => {}
            }
        }
        is_allowed &= allows;
    }
    Some(is_allowed)
}

/// What a request does. `None` for statements of PartiQL.
fn uses(operation: &str, request: &Value) -> Option<Uses> {
    let mut uses = Uses::new();
    let mut add = |action: &str, table: &Value, item: &Value| {
        let name = table.as_str().unwrap_or_default();
        let leading = uses.entry((action.to_owned(), arn(name))).or_insert(Some(BTreeSet::new()));
        let key = item.get("p").or(item.get("id")).and_then(Value::as_object);
        let key = key.and_then(|value| value.values().next()).and_then(Value::as_str);
        if let Some(leading) = leading {
            leading.extend(key.map(str::to_owned));
        }
    };
    let nothing = Value::Null;
    let table = &request["TableName"];
    match operation {
        "PutItem" => add(operation, table, &request["Item"]),
        "GetItem" | "UpdateItem" | "DeleteItem" => add(operation, table, &request["Key"]),
        "BatchGetItem" => {
            for (table, of_table) in request["RequestItems"].as_object()? {
                for key in of_table["Keys"].as_array()? {
                    add(operation, &table.as_str().into(), key);
                }
            }
        }
        "BatchWriteItem" => {
            for (table, writes) in request["RequestItems"].as_object()? {
                for write in writes.as_array()? {
                    let [put, delete] =
                        [&write["PutRequest"]["Item"], &write["DeleteRequest"]["Key"]];
                    let item = if put.is_null() { delete } else { put };
                    add(operation, &table.as_str().into(), item);
                }
            }
        }
        "TransactWriteItems" | "TransactGetItems" => {
            for element in request["TransactItems"].as_array()? {
                let (kind, action) = element.as_object()?.iter().next()?;
                let of_key = if kind == "Put" { "Item" } else { "Key" };
                let name = if kind == "ConditionCheck" {
                    "ConditionCheckItem".to_owned()
                } else {
                    format!("{kind}Item")
                };
                add(&name, &action["TableName"], &action[of_key]);
            }
        }
        "Scan" if request["IndexName"].is_null() => add(operation, table, &nothing),
        "UpdateTable" | "UpdateTimeToLive" | "DeleteTable" | "CreateTable" => {
            add(operation, table, &nothing);
        }
        "Query" | "Scan" => {
            let index = request["IndexName"].as_str();
            let resource =
                arn(table.as_str()?) + &index.map_or(String::new(), |it| format!("/index/{it}"));
            let keys = (operation == "Scan").then(BTreeSet::new);
            uses.insert((operation.to_owned(), resource), keys);
        }
        _ => return None,
    }
    Some(uses)
}

/// The ARN of a table that is named by its name or its ARN.
fn arn(name: &str) -> String {
    match name.starts_with("arn:") {
        true => name.to_owned(),
        false => format!("arn:aws:dynamodb:us-east-1:000000000000:table/{name}"),
    }
}

impl Statement {
    fn is_about(&self, action: &str, resource: &str) -> bool {
        let arn = |table| Target { table, by_arn: true }.named();
        let is_resource = match self.resource {
            Resource::All => true,
            Resource::Table(table) => resource == arn(table),
            Resource::Indexes(table) => resource.starts_with(&(arn(table) + "/index/")),
        };
        is_resource && (self.actions == ["*"] || self.actions.contains(&action))
    }

    fn to_json(&self) -> Value {
        let arn = |table| Target { table, by_arn: true }.named();
        let resource = match self.resource {
            Resource::All => "*".to_owned(),
            Resource::Table(table) => arn(table),
            Resource::Indexes(table) => arn(table) + "/index/*",
        };
        let actions: Vec<String> = self.actions.iter().map(|it| format!("dynamodb:{it}")).collect();
        let effect = if self.allows { "Allow" } else { "Deny" };
        let mut statement = json!({ "Effect": effect, "Action": actions, "Resource": resource });
        if let Some(keys) = &self.leading {
            statement["Condition"] =
                json!({ "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": keys } });
        }
        statement
    }
}
