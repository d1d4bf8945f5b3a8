//! Programs that a generator writes: what is read of each is the request that it sends, or nothing.

use std::collections::BTreeSet;
use std::fmt::Write;

use engine::model::number::Number;
use playground::code::fault::CodeError;
use playground::code::read::pasted::{Pasted, read};
use serde_json::{Map, Value, json};
use support::random::Random;

/// Programs that are read in the test.
const CASE_COUNT: u64 = 10_000;

/// How a program is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Commands of version 3 with the document client.
    Document,
    /// The same with types.
    Typed,
    /// Commands of version 3 with DynamoDB JSON.
    Client,
    /// Methods of version 2.
    Version2,
    /// Tables of boto3.
    Table,
    /// The client of boto3.
    Boto3Client,
}

impl Style {
    const ALL: [Self; 6] =
        [Self::Document, Self::Typed, Self::Client, Self::Version2, Self::Table, Self::Boto3Client];

    fn is_python(self) -> bool {
        matches!(self, Self::Table | Self::Boto3Client)
    }

    /// Whether values have types, as in DynamoDB JSON.
    fn has_tags(self) -> bool {
        matches!(self, Self::Client | Self::Boto3Client)
    }
}

/// A program that is being written, and the request that it will send.
struct Program {
    random: Random,
    style: Style,
    text: String,
    /// Columns of the next line.
    indent: usize,
    /// What the variable has: the members of the request.
    members: Map<String, Value>,
    /// Members of which the text does not tell the value.
    open: BTreeSet<String>,
}

impl Program {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", " ".repeat(self.indent));
    }

    /// A statement with what ends it.
    fn statement(&mut self, text: &str) {
        let has_semicolon = !self.style.is_python() && self.random.below(2) == 0;
        let line = if has_semicolon { format!("{text};") } else { text.to_owned() };
        self.line(&line);
    }

    fn chance(&mut self, of: u64) -> bool {
        self.random.below(of) == 0
    }

    /// A string with any of the quotation marks of the language.
    fn quoted(&mut self, text: &str) -> String {
        let escaped = text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n");
        match (self.random.below(4), self.style.is_python()) {
            (0, _) => Value::from(text).to_string(),
            (1, false) if !text.contains(['`', '\\', '$']) => format!("`{text}`"),
            (2, _) if text.len() > 2 && text.is_ascii() && !text.contains(['\\', '\'', '\n']) => {
                let (first, rest) = text.split_at(text.len() / 2);
                format!("'{first}' + \"{}\"", rest.replace('"', "\\\""))
            }
            _ => format!("'{escaped}'"),
        }
    }

    /// A value of an attribute as DynamoDB JSON.
    fn any_value(&mut self, depth: u64) -> Value {
        let texts =
            ["x", "it's", "say \"hi\"", "# no comment", "// neither", "a\nb", "é {}", "${x}", ""];
        match self.random.below(if depth == 0 { 5 } else { 8 }) {
            0 | 1 => json!({ "S": self.random.pick(&texts) }),
            2 => json!({ "N": self.random.below(100_000).to_string() }),
            3 => json!({ "BOOL": self.chance(2) }),
            4 => json!({ "NULL": true }),
            5 => {
                let count = self.random.below(3);
                json!({ "L": (0..count).map(|_| self.any_value(depth - 1)).collect::<Vec<_>>() })
            }
            6 => json!({ "SS": ["a", "b"] }),
            _ => {
                let count = self.random.below(3);
                let members = (0..count)
                    .map(|position| (format!("m{position}"), self.any_value(depth - 1)))
                    .collect::<Map<_, _>>();
                json!({ "M": members })
            }
        }
    }

    /// JSON as the language writes it.
    fn plain(&mut self, value: &Value) -> String {
        let is_python = self.style.is_python();
        match value {
            Value::Null => if is_python { "None" } else { "null" }.to_owned(),
            Value::Bool(true) if is_python => "True".to_owned(),
            Value::Bool(false) if is_python => "False".to_owned(),
            Value::Bool(_) | Value::Number(_) => value.to_string(),
            Value::String(text) => self.quoted(text),
            Value::Array(elements) => {
                let elements: Vec<_> = elements.iter().map(|it| self.plain(it)).collect();
                let comma = if self.chance(3) && !elements.is_empty() { "," } else { "" };
                format!("[{}{comma}]", elements.join(", "))
            }
            Value::Object(members) => {
                let members = members.iter().map(|(name, it)| (name.clone(), self.plain(it)));
                let members = members.collect::<Vec<_>>();
                self.object(&members)
            }
        }
    }

    fn object(&mut self, members: &[(String, String)]) -> String {
        let mut parts = Vec::new();
        for (name, value) in members {
            let is_name = name.bytes().all(|it| it.is_ascii_alphanumeric());
            let name = match self.style.is_python() || !is_name || self.chance(4) {
                true => format!("'{name}'"),
                false => name.clone(),
            };
            parts.push(format!("{name}: {value}"));
        }
        let comma = if self.chance(3) && !parts.is_empty() { "," } else { "" };
        format!("{{{}{comma}}}", parts.join(", "))
    }

    /// An attribute value as the style writes it.
    fn attribute(&mut self, value: &Value) -> String {
        if self.style.has_tags() {
            return self.plain(value);
        }
        let Some((tag, content)) = value.as_object().and_then(|it| it.iter().next()) else {
            return self.plain(value);
        };
        match (tag.as_str(), content) {
            ("S", text) => self.plain(text),
            ("N", Value::String(digits)) => match (self.random.below(3), self.style.is_python()) {
                (0, true) => format!("Decimal('{digits}')"),
                (0, false) => format!("{digits}n"),
                (1, _) if digits.len() > 3 => {
                    let (first, last) = digits.split_at(digits.len() - 3);
                    format!("{first}_{last}")
                }
                _ => digits.clone(),
            },
            ("NULL", _) => self.plain(&Value::Null),
            ("SS", Value::Array(members)) => {
                let members: Vec<_> = members.iter().map(|it| self.plain(it)).collect();
                let members = members.join(", ");
                if self.style.is_python() {
                    return format!("{{{members}}}");
                }
                match self.style {
                    Style::Version2 => format!("documents.createSet([{members}])"),
                    _ => format!("new Set([{members}])"),
                }
            }
            ("L", Value::Array(elements)) => {
                let elements: Vec<_> = elements.iter().map(|it| self.attribute(it)).collect();
                format!("[{}]", elements.join(", "))
            }
            ("M", Value::Object(members)) => {
                let members = members.iter().map(|(name, it)| (name.clone(), self.attribute(it)));
                let members = members.collect::<Vec<_>>();
                self.object(&members)
            }
            (_, content) => self.plain(content),
        }
    }

    /// A member of the request as the style writes it.
    fn member(&mut self, name: &str, value: &Value) -> String {
        match (name, value) {
            ("Key" | "Item" | "ExpressionAttributeValues", Value::Object(attributes)) => {
                let attributes = attributes.iter();
                let attributes = attributes.map(|(name, it)| (name.clone(), self.attribute(it)));
                let attributes = attributes.collect::<Vec<_>>();
                self.object(&attributes)
            }
            _ => self.plain(value),
        }
    }

    /// A member that a program adds later.
    fn any_member(&mut self) -> (String, Value) {
        let (first, second) = (self.any_value(2), self.any_value(1));
        let texts = ["attribute_exists(id)", "version = :v", "SET a = :v", "x"];
        let text = self.random.pick(&texts);
        match self.random.below(6) {
            0 => ("Key".to_owned(), json!({ "id": first, "sort": second })),
            1 => ("ExpressionAttributeValues".to_owned(), json!({ ":v": first })),
            2 => ("ExpressionAttributeNames".to_owned(), json!({ "#n": text })),
            3 => ("ConditionExpression".to_owned(), json!(text)),
            4 => ("UpdateExpression".to_owned(), json!(text)),
            _ => ("ReturnValues".to_owned(), json!(self.random.pick(&["ALL_NEW", "NONE"]))),
        }
    }

    /// A statement that sets a member of a variable.
    fn setting(&mut self, variable: &str, name: &str, value: &str) -> String {
        match (self.random.below(3), self.style.is_python()) {
            (0, true) => format!("{variable}.update({{'{name}': {value}}})"),
            (1, true) => format!("{variable} |= {{\"{name}\": {value}}}"),
            (_, true) => format!("{variable}['{name}'] = {value}"),
            (0, false) => format!("Object.assign({variable}, {{ {name}: {value} }})"),
            (1, false) => format!("{variable}[\"{name}\"] = {value}"),
            (_, false) => format!("{variable}.{name} = {value}"),
        }
    }

    /// Opens a block, and returns what closes it.
    fn open(&mut self, head: &str) -> &'static str {
        let is_python = self.style.is_python();
        self.line(&if is_python { format!("{head}:") } else { format!("{head} {{") });
        self.indent += 4;
        if is_python { "" } else { "}" }
    }

    fn close(&mut self, closing: &str) {
        self.indent -= 4;
        if !closing.is_empty() {
            self.line(closing);
        }
    }

    /// Writes a statement, or several, and changes the request as they do.
    fn edit(&mut self) {
        let is_python = self.style.is_python();
        let (name, value) = self.any_member();
        let written = self.member(&name, &value);
        let set = self.setting("params", &name, &written);
        let choice = self.random.below(22);
        match choice {
            0..=3 => {
                self.statement(&set);
                self.set(name, value);
            }
            // What looks like a change and is none.
            4 => self.line(&if is_python { format!("# {set}") } else { format!("// {set}") }),
            5 if !is_python => self.line(&format!("/* {set}; */")),
            5 | 6 => {
                let text = set.replace(['\'', '"', '\\', '`', '$'], "");
                let text = text.replace('\n', " ");
                self.statement(&match is_python {
                    true => format!("note = '''{text}\n{text}'''"),
                    false => format!("console.log('{text}', params)"),
                });
            }
            // Where it depends on a branch, nothing is known.
            7 => {
                let closing = self.open(if is_python { "if strict" } else { "if (strict)" });
                self.statement(&set);
                self.close(closing);
                self.leave_open(name, &value);
            }
            8 => {
                let closing = self.open(if is_python { "while more()" } else { "while (more())" });
                self.statement(&set);
                self.close(closing);
                self.leave_open(name, &value);
            }
            9 => {
                let head = if is_python {
                    "for word in ['a', 'b']"
                } else {
                    "for (const word of ['a', 'b'])"
                };
                let closing = self.open(head);
                self.statement(&self.setting_of_word(&name));
                self.close(closing);
                self.set(name, json!("b"));
            }
            // A function that is called, and one that is not.
            10 => {
                // Of functions with one name JavaScript takes the last.
                let edit = format!("edit{}", self.text.len());
                let word = if is_python { "def" } else { "function" };
                let closing = self.open(&format!("{word} {edit}(target)"));
                let set = self.setting("target", &name, &written);
                // `|=` gives the variable another value in Python, which is the same object.
                self.statement(&set);
                self.close(closing);
                if self.chance(2) {
                    self.statement(&format!("{edit}(params)"));
                    self.set(name, value);
                }
            }
            _ => self.edit_other(choice, (name, value), &written, &set),
        }
    }

    /// Writes a statement about other variables, or one after which a member is not known.
    fn edit_other(&mut self, choice: u64, member: (String, Value), written: &str, set: &str) {
        let is_python = self.style.is_python();
        let (name, value) = member;
        match choice {
            // Another variable with the same name.
            11 if is_python => {
                self.open("def other()");
                self.statement(&format!("params = {{'{name}': {written}}}"));
                self.statement("return params");
                self.close("");
            }
            11 => {
                let closing = self.open("");
                self.statement(&format!("const params = {{ {name}: {written} }}"));
                self.statement("params.TableName = 'Other'");
                self.close(closing);
            }
            // The same object by another name.
            12 => {
                let declare = if is_python { "" } else { "const " };
                let alias = format!("alias{}", self.text.len());
                self.statement(&format!("{declare}{alias} = params"));
                let set = self.setting(&alias, &name, written);
                self.statement(&set);
                self.set(name, value);
            }
            // A copy, which is another object.
            13 => {
                let copy = format!("copy{}", self.text.len());
                self.statement(&match is_python {
                    true => format!("{copy} = {{**params}}"),
                    false => format!("const {copy} = {{ ...params }}"),
                });
                let set = self.setting(&copy, &name, written);
                self.statement(&set);
            }
            14 => {
                self.statement(&match is_python {
                    true => format!("params = {{**params, '{name}': {written}}}"),
                    false => format!("params = {{ ...params, {name}: {written} }}"),
                });
                self.set(name, value);
            }
            15 if self.members.contains_key(&name) && name != "Key" => {
                self.statement(&match is_python {
                    true => format!("del params['{name}']"),
                    false => format!("delete params.{name}"),
                });
                self.members.remove(&name);
                self.open.remove(&name);
            }
            16 if self.members.contains_key("ConditionExpression")
                && !self.open.contains("ConditionExpression") =>
            {
                self.statement("params['ConditionExpression'] += ' AND size(a) > :v'");
                if let Some(Value::String(text)) = self.members.get_mut("ConditionExpression") {
                    text.push_str(" AND size(a) > :v");
                }
            }
            // What may change everything.
            17 => {
                self.statement("check(params)");
                self.open.insert("everything".to_owned());
            }
            18 => {
                let closing = self.open("try");
                self.statement(set);
                self.close(closing);
                let head = if is_python { "except Exception" } else { "catch (error)" };
                let closing = self.open(head);
                self.statement(if is_python { "print(params)" } else { "console.log(params)" });
                self.close(closing);
                self.leave_open(name, &value);
            }
            19 => {
                let set = self.setting(
                    "params",
                    &name,
                    if is_python { "x if y else None" } else { "x ? y : null" },
                );
                self.statement(&set);
                self.open.insert(name);
            }
            20 if !is_python => {
                self.statement(&format!("const later{} = () => {{ {set} }}", self.text.len()));
            }
            _ => {
                let place = self.text.len();
                self.statement(&match is_python {
                    true => format!("count{place} = 1"),
                    false => format!("let count{place} = 1, total{place}"),
                });
            }
        }
    }

    /// A member has a value from here on.
    fn set(&mut self, name: String, value: Value) {
        self.open.remove(&name);
        self.members.insert(name, value);
    }

    /// A member may have another value from here on.
    fn leave_open(&mut self, name: String, value: &Value) {
        if self.members.get(&name) != Some(value) {
            self.open.insert(name);
        }
    }

    fn setting_of_word(&self, name: &str) -> String {
        match self.style.is_python() {
            true => format!("params['{name}'] = word"),
            false => format!("params.{name} = word"),
        }
    }
}

/// Where in a program its request is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    Function,
    /// In a method of a class, with the request in a field.
    Class,
}

/// A program, and the request that it sends: `None` if the text does not tell.
fn program(seed: u64) -> (Place, String, Option<Value>) {
    let mut random = Random::new(seed);
    let style = random.pick(&Style::ALL);
    let key = json!({ "id": { "S": "7" } });
    let mut members = Map::new();
    members.insert("TableName".to_owned(), json!("Orders"));
    members.insert("Key".to_owned(), key);
    let (text, indent, open) = (String::new(), 0, BTreeSet::new());
    let mut program = Program { random, style, text, indent, members, open };
    let is_python = style.is_python();
    program.line(match style {
        Style::Table => "table = boto3.resource('dynamodb').Table('Orders')",
        Style::Boto3Client => "client = boto3.client('dynamodb')",
        Style::Version2 => "const documents = new AWS.DynamoDB.DocumentClient()",
        Style::Document | Style::Typed | Style::Client => "const client = connect()",
    });
    for _ in 0..program.random.below(3) {
        let (name, value) = program.any_member();
        program.members.insert(name, value);
    }
    let places =
        [Place::Top, Place::Top, Place::Top, Place::Function, Place::Function, Place::Class];
    let place = program.random.pick(&places);
    let closing = match (place, is_python) {
        (Place::Function, true) => program.open("def run()"),
        (Place::Function, false) => program.open("async function run()"),
        (Place::Class, _) => program.open("class Store"),
        (Place::Top, _) => "",
    };
    let mut members = Vec::new();
    let table = style == Style::Table;
    if table {
        program.members.remove("TableName");
    }
    for (name, value) in program.members.clone() {
        let value = program.member(&name, &value);
        members.push((name, value));
    }
    let object = program.object(&members);
    let closing_of_method = match place {
        Place::Class => program.class(&object),
        Place::Top | Place::Function => {
            program.statement(&match style {
                Style::Typed => format!("let params: UpdateCommandInput = {object} as const"),
                _ if is_python => format!("params = {object}"),
                _ => format!("let params = {object}"),
            });
            ""
        }
    };
    for _ in 0..program.random.below(6) {
        program.edit();
    }
    let has_command = !is_python && style != Style::Version2 && program.chance(3);
    let class = if style == Style::Client { "UpdateItemCommand" } else { "UpdateCommand" };
    if has_command {
        program.statement(&format!("const command = new {class}(params)"));
        for _ in 0..program.random.below(2) {
            program.edit_in_place();
        }
    }
    program.statement(&match style {
        Style::Table => "table.update_item(**params)".to_owned(),
        Style::Boto3Client => "client.update_item(**params)".to_owned(),
        Style::Version2 => "documents.update(params).promise()".to_owned(),
        _ if has_command => "client.send(command)".to_owned(),
        _ => format!("client.send(new {class}(params))"),
    });
    // What follows has no effect on what has been sent.
    let (sent, is_open) = (program.members.clone(), !program.open.is_empty());
    if program.chance(2) && place == Place::Top {
        program.edit_in_place();
    }
    if place == Place::Class {
        program.close(closing_of_method);
    }
    if place != Place::Top {
        program.close(closing);
    }
    program.statement(match (place, is_python) {
        (Place::Function, true) => "run()",
        (Place::Function, false) => "await run()",
        (Place::Class, true) => "Store().run()",
        (Place::Class, false) => "new Store().run()",
        (Place::Top, _) => "",
    });
    let mut sent = sent;
    sent.insert("TableName".to_owned(), json!("Orders"));
    (place, program.text, (!is_open).then_some(Value::Object(sent)))
}

impl Program {
    /// The body of a class up to the first line of the method that sends the request in its field. Returns what closes the method.
    fn class(&mut self, object: &str) -> &'static str {
        let (name, value) = self.any_member();
        let written = self.member(&name, &value);
        let is_python = self.style.is_python();
        let (this, parameter) = if is_python { ("self", "self") } else { ("this", "") };
        let word = if is_python { "def " } else { "" };
        if is_python {
            self.open("def __init__(self)");
            self.statement(&format!("self.params = {object}"));
            self.close("");
        } else {
            self.statement(&format!("params = {object}"));
        }
        let has_change = self.chance(2);
        if has_change {
            let closing = self.open(&format!("{word}change({parameter})"));
            let set = self.setting(&format!("{this}.params"), &name, &written);
            self.statement(&set);
            self.close(closing);
        }
        let closing = self.open(&format!("{word}run({parameter})"));
        if has_change && self.chance(2) {
            self.statement(&format!("{this}.change()"));
            self.set(name, value);
        }
        let declare = if is_python { "" } else { "let " };
        self.statement(&format!("{declare}params = {this}.params"));
        closing
    }

    /// A change that leaves the variable its object.
    fn edit_in_place(&mut self) {
        let (name, value) = self.any_member();
        let written = self.member(&name, &value);
        let set = self.setting("params", &name, &written);
        self.statement(&set);
        self.set(name, value);
    }
}

/// The same request with its numbers as DynamoDB returns them.
fn normal(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| match (name.as_str(), value) {
                ("N", Value::String(text)) => {
                    let number = Number::parse(text).map(|number| number.to_string());
                    (name.clone(), number.unwrap_or_else(|_| text.clone()).into())
                }
                (_, value) => (name.clone(), normal(value)),
            })
            .collect(),
        Value::Array(elements) => elements.iter().map(normal).collect(),
        other => other.clone(),
    }
}

fn requests(result: &Result<Vec<Pasted>, CodeError>) -> Option<Vec<Value>> {
    let pasted = result.as_ref().ok()?;
    let is_known = pasted.iter().all(|it| it.unknown.is_empty());
    let bodies = pasted
        .iter()
        .map(|it| normal(&engine::json::value::parse(&it.body).expect("what is read is JSON")));
    is_known.then(|| bodies.collect())
}

#[test]
fn what_is_read_is_the_request_that_the_program_sends() {
    let (mut read_count, mut refused_count, mut open_count) = (0, 0, 0);
    let (mut class_count, mut read_class_count) = (0, 0);
    for seed in 0..CASE_COUNT {
        let (place, text, expected) = program(seed);
        let result = read(&text, "Open");
        let is_class = place == Place::Class;
        class_count += u64::from(is_class);
        match (requests(&result), expected) {
            (Some(found), Some(expected)) => {
                assert_eq!(found, [normal(&expected)], "{seed} {place:?}\n{text}");
                read_count += 1;
                read_class_count += u64::from(is_class);
            }
            (Some(found), None) => panic!("{seed} {place:?} is read as {found:?}\n{text}"),
            (None, Some(_)) => refused_count += u64::from(!is_class),
            (None, None) => open_count += 1,
        }
    }
    let counts = [read_count, refused_count, open_count, class_count, read_class_count];
    // The text of most programs tells what they send, and it is read.
    assert!(read_count > CASE_COUNT / 2, "{counts:?}");
    assert!(open_count > CASE_COUNT / 20, "{counts:?}");
    assert!(refused_count < CASE_COUNT / 20, "{counts:?}");
    // The methods of a class can be called in any order: one that changes its fields is refused.
    assert!(read_class_count > class_count / 20, "{counts:?}");
}
