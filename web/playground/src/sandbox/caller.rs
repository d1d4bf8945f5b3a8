//! Callers: what can be wrong with one, and what the engine makes of it.

use engine::api::access::ruling::Ruling;
use engine::api::access::{self, policy::Policy};
use engine::api::table_arn;
use engine::table::Table;
use engine::table::schema::Scope;

use crate::sandbox::limit;
use crate::view::caller::{
    CALLER_COUNT_MAX, CALLER_NAME_LENGTH_MAX, Caller, POLICY_COUNT_MAX, POLICY_LENGTH_MAX,
    POLICY_NAME_LENGTH_MAX, PolicyProposal, PolicyText,
};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// Who sent a request, and what the policies said to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    pub caller: Text,
    /// A ruling for each thing that the request does.
    pub rulings: Vec<Ruling>,
}

impl Judged {
    /// Whether something that the request does is not allowed.
    pub(crate) fn is_denied(&self) -> bool {
        self.rulings.iter().any(|ruling| !ruling.verdict.is_allowed())
    }
}

/// Accepts callers that can be stored and read again. Fails with the first fault.
pub(crate) fn check_callers(callers: &[Caller]) -> Result<(), Message> {
    limit::count("caller.title", callers.len(), CALLER_COUNT_MAX)?;
    (0..callers.len()).try_for_each(|position| fault_of(callers, position).map_or(Ok(()), Err))
}

/// What is wrong with a caller of a list.
pub(crate) fn fault_of(callers: &[Caller], position: usize) -> Option<Message> {
    let Caller { name, policies } = &callers[position];
    if let Some(fault) = fault_of_name("caller.name", name, CALLER_NAME_LENGTH_MAX) {
        return Some(fault);
    }
    if callers[..position].iter().any(|other| other.name == *name) {
        return Some(Message::plain("caller.same_name").with("name", name.as_str()));
    }
    if let Err(fault) = limit::count("caller.policies", policies.len(), POLICY_COUNT_MAX) {
        return Some(fault);
    }
    (0..policies.len()).find_map(|position| fault_of_policy(policies, position))
}

/// What policies of a caller have that IAM accepts, and that does nothing.
pub(crate) fn notes_of(caller: &Caller) -> Vec<Message> {
    let mut notes = Vec::new();
    for policy in caller.policies.iter().filter_map(|it| Policy::parse(&it.name, &it.text).ok()) {
        let about = |key| Message::plain(key).with("policy", policy.name.as_str());
        notes.extend(policy.actions_without_use().map(|(statement, action)| {
            about("caller.no_such_action")
                .with("statement", Argument::Count(statement as u64))
                .with("action", Argument::Code(action.into()))
        }));
        if policy.has_variable_as_text() {
            let code = |text: &str| Argument::Code(text.into());
            let words = about("caller.old_version").with("variable", code("${aws:username}"));
            notes.push(words.with("version", code("\"Version\": \"2012-10-17\"")));
        }
    }
    notes
}

/// What is wrong with a policy of a list.
pub(crate) fn fault_of_policy(policies: &[PolicyText], position: usize) -> Option<Message> {
    let PolicyText { name, text } = &policies[position];
    if let Some(fault) = fault_of_name("caller.policy_name", name, POLICY_NAME_LENGTH_MAX) {
        return Some(fault);
    }
    if policies[..position].iter().any(|other| other.name == *name) {
        return Some(Message::plain("caller.same_policy").with("name", name.as_str()));
    }
    if let Err(fault) = limit::length("caller.policy", text, POLICY_LENGTH_MAX) {
        return Some(fault);
    }
    let error = Policy::parse(name, text).err()?;
    let error = Argument::English(error.to_string().into());
    Some(Message::plain("caller.bad_policy").with("name", name.as_str()).with("error", error))
}

/// What is wrong with a name, in whose place others of the catalogue are called `what`.
/// Source: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>
fn fault_of_name(what: &'static str, name: &str, max: usize) -> Option<Message> {
    let is_usual = |it: char| it.is_ascii_alphanumeric() || "_+=,.@-".contains(it);
    match limit::length(what, name, max) {
        Err(fault) => Some(fault),
        Ok(()) if name.is_empty() || !name.chars().all(is_usual) => {
            Some(Message::plain("caller.bad_name").with("what", Message::plain(what)))
        }
        Ok(()) => None,
    }
}

impl Caller {
    /// The caller as requests are sent by it. A policy that cannot be read allows nothing.
    pub(crate) fn read(&self) -> access::Caller {
        let policies = self.policies.iter().filter_map(|it| Policy::parse(&it.name, &it.text).ok());
        access::Caller { name: self.name.clone(), policies: policies.collect() }
    }
}

/// Policies about a table that a user may begin with: own rows, some attributes, and one index if there is a global one.
pub(crate) fn proposals(table: &Table) -> Vec<PolicyProposal> {
    let arn = table_arn(table.schema.name.as_str());
    let own_rows = one(
        actions(&[
            "GetItem",
            "BatchGetItem",
            "Query",
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "BatchWriteItem",
        ]),
        &arn,
        "      \"ForAllValues:StringEquals\": { \"dynamodb:LeadingKeys\": [\"${aws:username}\"] }",
    );
    // Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html>: all key attributes must be
    // among those that are allowed.
    let indexes = table.indexes.iter().flat_map(|index| index.schema.key.attributes());
    let keys = table.schema.key.attributes().chain(indexes).map(|it| it.name.to_string());
    let mut attributes: Vec<String> = Vec::new();
    for name in keys.filter(|name| !name.contains(['"', '\\'])) {
        if !attributes.contains(&name) {
            attributes.push(name);
        }
    }
    let columns = one(
        actions(&["GetItem", "Query", "Scan", "UpdateItem"]),
        &arn,
        &format!(
            "      \"ForAllValues:StringEquals\": {{ \"dynamodb:Attributes\": [{}] }},\n      \
             \"StringEqualsIfExists\": {{\n        \"dynamodb:Select\": \"SPECIFIC_ATTRIBUTES\",\n        \
             \"dynamodb:ReturnValues\": [\"NONE\", \"UPDATED_OLD\", \"UPDATED_NEW\"]\n      }}",
            list(&attributes)
        ),
    );
    let index = table.indexes.iter().find(|index| index.schema.scope == Scope::Global);
    let index = index.map(|index| {
        let allowed = one(
            actions(&["Query", "Scan"]),
            &format!("{arn}/index/{}", index.schema.name),
            "      \"StringEquals\": { \"dynamodb:Select\": \"ALL_PROJECTED_ATTRIBUTES\" }",
        );
        // Another policy of the caller may allow the table.
        let reads = ["GetItem", "BatchGetItem", "Query", "Scan", "PartiQLSelect"];
        let denied = format!(
            ", {{\n    \"Effect\": \"Deny\",\n    \"Action\": [{}],\n    \"Resource\": \"{arn}\"\n  }}]\n}}",
            actions(&reads)
        );
        allowed.trim_end_matches("]\n}").to_owned() + &denied
    });
    let proposal = |words, name: &str, text| {
        let policy = PolicyText { name: name.to_owned(), text };
        PolicyProposal { words: Message::plain(words), policy }
    };
    let first = [
        proposal("caller.own_rows", "OwnRows", own_rows),
        proposal("caller.columns", "SomeAttributes", columns),
    ];
    let of_index = index.map(|text| proposal("caller.index_only", "OneIndex", text));
    first.into_iter().chain(of_index).collect()
}

/// The texts as JSON.
fn list(texts: &[String]) -> String {
    texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")
}

/// The actions of operations as JSON.
fn actions(names: &[&str]) -> String {
    list(&names.iter().map(|name| format!("dynamodb:{name}")).collect::<Vec<_>>())
}

/// A policy of one statement that allows something.
fn one(actions: String, arn: &str, condition: &str) -> String {
    format!(
        "{{\n  \"Version\": \"2012-10-17\",\n  \"Statement\": [{{\n    \"Effect\": \"Allow\",\n    \
         \"Action\": [{actions}],\n    \"Resource\": \"{arn}\",\n    \"Condition\": {{\n{condition}\n    }}\n  }}]\n}}"
    )
}
