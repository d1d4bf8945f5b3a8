//! Requests with placeholders, read once and filled as often as they are sent.

use serde_json::Value;

use crate::clock::UnixTime;
use crate::json::text::{Json, JsonObject, JsonText};
use crate::model::bytes::Bytes;
use crate::model::key::hash;
use crate::operation::Operation;
use crate::random::Random;
use crate::workload::filling::Filling;
use crate::workload::pattern::AccessPattern;
use crate::workload::percentage::Percentage;
use crate::workload::placeholder::read_percentage;
use crate::workload::template_error::{TemplateError, TemplateFault};
use crate::workload::text::Text;

/// Bytes of a filled request. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html>
const REQUEST_SIZE_MAX: Bytes = Bytes(16 * 1_024 * 1_024);

/// What opens the text of an attribute that is not always there.
const MAYBE: &str = "{maybe ";

/// An operation and its request, of which some parts differ each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    operation: Operation,
    pub(super) request: Vec<Member>,
    /// Bytes that are written or read to fill it, about.
    effort: usize,
}

/// A JSON value of which parts may differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// JSON that is always the same.
    Literal(String),
    /// A string with placeholders.
    Text(Text),
    /// An array of which an element has placeholders.
    Array(Vec<Node>),
    /// An object of which a member has placeholders.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) name: String,
    /// How often it is there, if not always.
    pub(super) presence: Option<Presence>,
    pub(super) node: Node,
}

/// How often a member is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Presence {
    place: u64,
    pub(super) percentage: Percentage,
}

impl AccessPattern {
    /// Its request, ready to be filled. Fails where the request is not JSON or a placeholder is wrong.
    pub fn template(&self) -> Result<Template, TemplateError> {
        Template::compile(&self.operation, &self.request)
    }
}

impl Template {
    /// Reads a request in DynamoDB's JSON with placeholders in its strings. Fails at the first placeholder that is
    /// wrong; what DynamoDB would reject shows when the request is sent.
    ///
    /// ```
    /// use engine::workload::template::Template;
    ///
    /// let error = Template::compile("PutItem", r#"{ "Item": { "id": { "S": "{zip 9}" } } }"#).unwrap_err();
    /// assert_eq!(error.to_string(), "Item.id.S: {zip 9} is not a placeholder; {{ is a brace");
    /// ```
    pub fn compile(operation: &str, request: &str) -> Result<Self, TemplateError> {
        let fail = |fault| TemplateError { place: String::new(), fault };
        let known = Operation::from_name(operation).filter(|known| known.is_on_items());
        let operation = known.ok_or_else(|| {
            fail(TemplateFault::UnknownOperation { operation: operation.to_owned() })
        })?;
        let text = JsonText::parse(request).map_err(|error| fail(TemplateFault::Syntax(error)))?;
        let Json::Object(members) = text.root() else {
            return Err(fail(TemplateFault::NotAnObject));
        };
        let text_size = request.len();
        let mut reader = Reader::default();
        let request = reader.members(members, None)?;
        let effort = reader.effort.max(text_size);
        Ok(Self { operation, request, effort })
    }

    /// The operation, which reads or writes items.
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The request as JSON.
    ///
    /// ```
    /// use engine::clock::UnixTime;
    /// use engine::random::Random;
    /// use engine::workload::filling::Filling;
    /// use engine::workload::template::Template;
    ///
    /// let request = r#"{ "TableName": "Orders", "Key": { "id": { "S": "{day}.{round 3}" } } }"#;
    /// let template = Template::compile("GetItem", request)?;
    /// let filling = Filling { number: 5, random: Random::new(1), now: UnixTime(0) };
    /// let filled = r#"{"TableName":"Orders","Key":{"id":{"S":"1970-01-01.2"}}}"#;
    /// assert_eq!(template.fill(&filling), filled);
    /// # Ok::<(), engine::workload::template_error::TemplateError>(())
    /// ```
    pub fn fill(&self, filling: &Filling) -> String {
        let mut out = String::new();
        write_members(&self.request, filling, &mut out);
        out
    }

    /// Bytes that are written or read to fill it, about.
    pub(super) fn effort(&self) -> u64 {
        self.effort as u64
    }

    /// The members of the request.
    pub(super) fn members(&self) -> &[Member] {
        &self.request
    }
}

impl Presence {
    /// Whether the member is there in a request.
    pub(super) fn draw(self, filling: &Filling) -> bool {
        self.percentage.draw(&mut filling.fork(self.place))
    }
}

impl Member {
    /// Whether it is there in a request.
    pub(super) fn is_present(&self, filling: &Filling) -> bool {
        self.presence.is_none_or(|presence| presence.draw(filling))
    }
}

/// Reads nodes, and knows where.
#[derive(Debug, Default)]
struct Reader {
    /// Names that lead to what is read.
    path: Vec<String>,
    /// Bytes that are written or read to fill what was read, about.
    effort: usize,
}

impl Reader {
    /// Members of an object. `around` is the object that it is a member of.
    fn members(
        &mut self,
        object: JsonObject<'_>,
        around: Option<JsonObject<'_>>,
    ) -> Result<Vec<Member>, TemplateError> {
        let mut members = Vec::with_capacity(object.len());
        for (name, json) in object.iter() {
            self.path.push(name.to_owned());
            let presence = self.presence(json)?;
            let node = self.node(json, Some(object), around)?;
            self.path.pop();
            members.push(Member { name: name.to_owned(), presence, node });
        }
        Ok(members)
    }

    /// Of a value, the object that it is a member of, and the object that this is a member of.
    fn node(
        &mut self,
        json: Json<'_>,
        within: Option<JsonObject<'_>>,
        around: Option<JsonObject<'_>>,
    ) -> Result<Node, TemplateError> {
        Ok(match json {
            Json::Null => Node::Literal("null".to_owned()),
            Json::Bool(flag) => Node::Literal(flag.to_string()),
            Json::Number(digits) => Node::Literal(digits.to_owned()),
            Json::String(text) => {
                let is_attribute = around.is_some() && within.is_some_and(|it| it.len() == 1);
                let text = if is_attribute { behind_maybe(text) } else { text };
                let text = self.text(text, around).map_err(|fault| self.error(fault))?;
                self.effort = self.effort.saturating_add(text.effort());
                if Bytes::from_length(self.effort) > REQUEST_SIZE_MAX {
                    return Err(self.error(TemplateFault::TooLarge { max: REQUEST_SIZE_MAX }));
                }
                Node::of_text(text)
            }
            Json::Array(elements) => {
                let mut nodes = Vec::with_capacity(elements.len());
                for (position, element) in elements.iter().enumerate() {
                    self.path.push(position.to_string());
                    nodes.push(self.node(element, None, None)?);
                    self.path.pop();
                }
                Node::of_array(nodes)
            }
            Json::Object(object) => Node::of_object(self.members(object, within)?),
        })
    }

    /// How often an attribute is there: what opens its text.
    fn presence(&self, json: Json<'_>) -> Result<Option<Presence>, TemplateError> {
        let maybe = only_text(json).and_then(|text| text.strip_prefix(MAYBE));
        let Some(text) = maybe.filter(|_| self.path.len() > 1) else {
            return Ok(None);
        };
        let (percentage, _) =
            text.split_once('}').ok_or_else(|| self.error(TemplateFault::OpenBrace))?;
        let percentage = read_percentage(percentage.trim()).map_err(|fault| self.error(fault))?;
        Ok(Some(Presence { place: place(&self.path, MAYBE), percentage }))
    }

    /// The text of a string. `map` is the map that has its attribute.
    fn text(&self, text: &str, map: Option<JsonObject<'_>>) -> Result<Text, TemplateFault> {
        let (_, path) = self.path.split_last().unwrap_or((&String::new(), &[]));
        let map_path = path.split_last().map_or([].as_slice(), |(_, path)| path);
        Text::parse(text, place(path, ""), &|name| {
            let attribute = name.to_owned();
            let source = map.and_then(|map| map.get(name)).and_then(only_text);
            match source {
                None => Err(TemplateFault::UnknownSource { attribute }),
                Some(text) if text.starts_with(MAYBE) => {
                    Err(TemplateFault::OptionalSource { attribute })
                }
                Some(text) => Text::parse(text, place(map_path, name), &|_| {
                    Err(TemplateFault::CalculatedSource { attribute: attribute.clone() })
                }),
            }
        })
    }

    fn error(&self, fault: TemplateFault) -> TemplateError {
        TemplateError { place: self.path.join("."), fault }
    }
}

impl Node {
    fn of_text(text: Text) -> Self {
        match text.constant() {
            Some(constant) => Self::Literal(quoted(constant)),
            None => Self::Text(text),
        }
    }

    fn of_array(nodes: Vec<Self>) -> Self {
        let is_literal = nodes.iter().all(|node| matches!(node, Self::Literal(_)));
        Self::Array(nodes).folded(is_literal)
    }

    fn of_object(members: Vec<Member>) -> Self {
        let is_literal = members
            .iter()
            .all(|member| member.presence.is_none() && matches!(member.node, Self::Literal(_)));
        Self::Object(members).folded(is_literal)
    }

    /// The same value as one literal if nothing in it differs.
    fn folded(self, is_literal: bool) -> Self {
        if !is_literal {
            return self;
        }
        let nothing = Filling { number: 1, random: Random::default(), now: UnixTime(0) };
        let mut out = String::new();
        self.write(&nothing, &mut out);
        Self::Literal(out)
    }

    fn write(&self, filling: &Filling, out: &mut String) {
        match self {
            Self::Literal(json) => out.push_str(json),
            Self::Text(text) => {
                let mut filled = String::new();
                text.write(filling, &mut filled);
                out.push_str(&quoted(&filled));
            }
            Self::Array(nodes) => {
                out.push('[');
                for (position, node) in nodes.iter().enumerate() {
                    if position > 0 {
                        out.push(',');
                    }
                    node.write(filling, out);
                }
                out.push(']');
            }
            Self::Object(members) => write_members(members, filling, out),
        }
    }
}

fn write_members(members: &[Member], filling: &Filling, out: &mut String) {
    out.push('{');
    let mut is_first = true;
    for member in members.iter().filter(|member| member.is_present(filling)) {
        if !std::mem::take(&mut is_first) {
            out.push(',');
        }
        out.push_str(&quoted(&member.name));
        out.push(':');
        member.node.write(filling, out);
    }
    out.push('}');
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The text of an attribute: the content of the one tag of its value.
fn only_text(json: Json<'_>) -> Option<&str> {
    let Json::Object(object) = json else { return None };
    match (object.len(), object.iter().next()) {
        (1, Some((_, Json::String(text)))) => Some(text),
        _ => None,
    }
}

/// The text after the placeholder that states how often an attribute is present.
fn behind_maybe(text: &str) -> &str {
    match text.strip_prefix(MAYBE).and_then(|text| text.split_once('}')) {
        Some((_, behind)) => behind,
        None => text,
    }
}

/// A number that tells a place of the request from the others: it depends on the names that lead there alone, so that
/// what is drawn there does not change when something else in the request does.
fn place(path: &[String], name: &str) -> u64 {
    let names = path.iter().map(String::as_str).chain([name]).filter(|name| !name.is_empty());
    hash(names.collect::<Vec<_>>().join("\0").as_bytes())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::workload::suffix::{Method, suffix};

    fn fill(request: &str, numbers: std::ops::RangeInclusive<u64>) -> Vec<String> {
        let template = Template::compile("PutItem", request).expect("the request is right");
        let random = Random::new(1);
        let now = UnixTime(1_763_654_700_042);
        let filling = |number| Filling { number, random: random.fork(number), now };
        numbers.map(|number| template.fill(&filling(number))).collect()
    }

    /// What the text of an attribute becomes in five requests.
    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let filled =
            fill(&format!(r#"{{ "Item": {{ "a": {{ "S": {} }} }} }}"#, quoted(text)), 1..=5);
        let texts = filled.iter().map(|json| {
            let json: Value = serde_json::from_str(json).expect("it is JSON");
            json["Item"]["a"]["S"].as_str().unwrap_or("(absent)").to_owned()
        });
        expected.assert_eq(&texts.collect::<Vec<_>>().join(" | "));
    }

    /// What is said about a request.
    #[track_caller]
    fn check_error(request: &str, expected: Expect) {
        let error = Template::compile("PutItem", request).expect_err("the request is wrong");
        expected.assert_eq(&error.to_string());
    }

    #[test]
    fn placeholders_become_what_they_say() {
        check("plain", expect!["plain | plain | plain | plain | plain"]);
        check("{uniform 1000}", expect!["623 | 819 | 133 | 58 | 453"]);
        check("{zipf 1000}", expect!["89 | 505 | 65 | 67 | 396"]);
        check("{hot 1000 30%}", expect!["1 | 738 | 1 | 228 | 1"]);
        check("C-{round 3}", expect!["C-1 | C-2 | C-3 | C-1 | C-2"]);
        check("C-{block 2}", expect!["C-1 | C-1 | C-2 | C-2 | C-3"]);
        check("{sequence}", expect!["1 | 2 | 3 | 4 | 5"]);
        check(
            "{day}.{shard 200}",
            expect![
                "2025-11-20.172 | 2025-11-20.24 | 2025-11-20.115 | 2025-11-20.24 | 2025-11-20.54"
            ],
        );
        check(
            "{hour}",
            expect![
                "2025-11-20T16 | 2025-11-20T16 | 2025-11-20T16 | 2025-11-20T16 | 2025-11-20T16"
            ],
        );
        check(
            "{minute}",
            expect![
                "2025-11-20T16:05 | 2025-11-20T16:05 | 2025-11-20T16:05 | 2025-11-20T16:05 | 2025-11-20T16:05"
            ],
        );
        check(
            "{now}",
            expect![
                "2025-11-20T16:05:00.042Z | 2025-11-20T16:05:00.042Z | 2025-11-20T16:05:00.042Z | 2025-11-20T16:05:00.042Z | 2025-11-20T16:05:00.042Z"
            ],
        );
        check("{unix}", expect!["1763654700 | 1763654700 | 1763654700 | 1763654700 | 1763654700"]);
        check("<{text 6}>", expect!["<he laz> | <fox ju> | < fox j> | <the qu> | <g and >"]);
        check(
            "{maybe 40%}{day}",
            expect!["2025-11-20 | (absent) | (absent) | (absent) | (absent)"],
        );
        check(
            "{{day}} \"quoted\"",
            expect![[
                r#"{day}} "quoted" | {day}} "quoted" | {day}} "quoted" | {day}} "quoted" | {day}} "quoted""#
            ]],
        );
    }

    #[test]
    fn a_text_has_the_bytes_it_says() {
        for size in [1, 63, 64, 65, 400] {
            let filled = fill(&format!(r#"{{ "S": "{{text {size}}}" }}"#), 1..=20);
            assert!(filled.iter().all(|json| json.len() == r#"{"S":""}"#.len() + size));
        }
    }

    #[test]
    fn a_calculated_suffix_is_that_of_the_attribute_beside_it() {
        let request = r#"{ "TableName": "Events", "Item": {
            "Shard": { "S": "{day}.{hash 200 OrderId}.{product 200 OrderId}" },
            "OrderId": { "S": "O-{uniform 9000}" }
        } }"#;
        for json in fill(request, 1..=20) {
            let json: Value = serde_json::from_str(&json).expect("it is JSON");
            let order = json["Item"]["OrderId"]["S"].as_str().expect("it is a string");
            let [hash, product] =
                [Method::Hash, Method::Product].map(|method| suffix(method, order, 200));
            let shard = format!("2025-11-20.{hash}.{product}");
            assert_eq!(json["Item"]["Shard"]["S"], shard);
        }
    }

    #[test]
    fn an_attribute_that_is_absent_takes_its_comma_with_it() {
        let request = r#"{ "Item": {
            "a": { "S": "{maybe 50%}x" }, "b": { "N": "{maybe 50%}1" }, "c": { "S": "{maybe 50%}z" }
        } }"#;
        let filled = fill(request, 1..=64);
        assert!(filled.iter().all(|json| serde_json::from_str::<Value>(json).is_ok()));
        assert!(filled.contains(&r#"{"Item":{}}"#.to_owned()));
        assert!(filled.contains(&r#"{"Item":{"b":{"N":"1"}}}"#.to_owned()));
    }

    #[test]
    fn what_is_drawn_at_a_place_does_not_depend_on_the_rest() {
        let [alone, beside] =
            [r#"{ "a": "{uniform 99}" }"#, r#"{ "b": "{uniform 9}", "a": "{uniform 99}" }"#]
                .map(|request| fill(request, 1..=9));
        for (alone, beside) in alone.iter().zip(beside) {
            assert!(beside.ends_with(&alone[1..]), "{alone} {beside}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        check_error("{", expect!["expected a name in quotation marks at line 1 column 2"]);
        check_error("[]", expect!["a request is a JSON object"]);
        check_error(
            r#"{ "Item": { "a": { "S": "{uniform}" } } }"#,
            expect!["Item.a.S: {uniform} is not a placeholder; {{ is a brace"],
        );
        check_error(
            r#"{ "Item": { "a": { "S": "{uniform 0}" } } }"#,
            expect!["Item.a.S: 0 is not a whole number from 1 to 1000000000"],
        );
        check_error(
            r#"{ "Item": { "a": { "S": "{zipf 100001}" } } }"#,
            expect!["Item.a.S: 100001 is not a whole number from 1 to 100000"],
        );
        check_error(
            r#"{ "Item": { "a": { "S": "{hot 9 90}" } } }"#,
            expect!["Item.a.S: 90 is not a percentage such as 5% or 0.5%"],
        );
        check_error(
            r#"{ "Item": { "a": { "S": "{day" } } }"#,
            expect!["Item.a.S: a placeholder lacks its closing brace; {{ is a brace"],
        );
        check_error(
            r#"{ "Item": { "a": { "S": "x{maybe 5%}" } } }"#,
            expect!["Item.a.S: {maybe 5%} opens the text of an attribute"],
        );
        check_error(
            r#"{ "Item": { "a": { "S": "{maybe 5}" } } }"#,
            expect!["Item.a: 5 is not a percentage such as 5% or 0.5%"],
        );
        check_error(
            r#"{ "Item": { "a": { "L": [{ "S": "{maybe 5%}" }] } } }"#,
            expect!["Item.a.L.0.S: {maybe 5%} opens the text of an attribute"],
        );
        check_error(
            r#"{ "TableName": "{maybe 5%}T" }"#,
            expect!["TableName: {maybe 5%} opens the text of an attribute"],
        );
        check_error(
            r#"{ "Item": { "a": { "S": "{hash 9 b}" } } }"#,
            expect!["Item.a.S: there is no string or number b beside it"],
        );
        let maybe = r#"{ "Item": { "a": { "S": "{hash 9 b}" }, "b": { "S": "{maybe 5%}x" } } }"#;
        check_error(maybe, expect!["Item.a.S: b is not always there"]);
        let circle = r#"{ "Item": { "a": { "S": "{hash 9 b}" }, "b": { "S": "{hash 9 a}" } } }"#;
        check_error(circle, expect!["Item.a.S: b is itself calculated"]);
        let error =
            Template::compile("CreateTable", "{}").expect_err("it is no operation on items");
        expect!["a workload does not send CreateTable"].assert_eq(&error.to_string());
    }
}
