//! Batch writers of boto3 that a generator writes: what is read of each is the requests that it sends, or nothing. The model below is
//! written from `BatchWriter` of boto3 1.43.

use std::fmt::Write;

use playground::code::read::pasted::read;
use serde_json::{Map, Value, json};
use support::random::Random;

/// Programs that are read in the test.
const CASE_COUNT: u64 = 3_000;

/// Items that a batch writer collects before it sends them.
const FLUSH_AMOUNT: usize = 25;

/// A program that is being written, and what its batch writer does.
struct Program {
    random: Random,
    text: String,
    indent: usize,
    /// Every item and key that the program has made.
    objects: Vec<Map<String, Value>>,
    /// What is collected: what is done, and the position of its object. It is sent as it is at that time.
    buffer: Vec<(&'static str, usize)>,
    /// Whether a later write of a key takes the place of an earlier one that is not sent.
    overwrites: bool,
    sent: Vec<Value>,
    /// Whether the text does not tell what is sent.
    is_open: bool,
}

impl Program {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", " ".repeat(self.indent));
    }

    fn chance(&mut self, of: u64) -> bool {
        self.random.below(of) == 0
    }

    fn key(&mut self) -> Map<String, Value> {
        let number = self.random.below(60);
        let id = match self.chance(4) {
            true => json!({ "N": number.to_string() }),
            false => json!({ "S": format!("k{number}") }),
        };
        [("id".to_owned(), id)].into_iter().collect()
    }

    fn value(&mut self) -> Value {
        match self.random.below(5) {
            0 => json!({ "S": self.random.pick(&["", "it's", "# no comment", "a\nb"]) }),
            1 => json!({ "N": self.random.below(1_000).to_string() }),
            2 => json!({ "BOOL": self.chance(2) }),
            3 => json!({ "L": [{ "N": "1" }, { "NULL": true }] }),
            _ => json!({ "M": { "a": { "S": "b" } } }),
        }
    }

    fn item(&mut self) -> Map<String, Value> {
        let mut item = self.key();
        for name in ["x", "y"] {
            if self.chance(2) {
                let value = self.value();
                item.insert(name.to_owned(), value);
            }
        }
        item
    }

    fn write(&mut self, kind: &'static str, object: Map<String, Value>) {
        self.objects.push(object);
        self.write_again(kind, self.objects.len() - 1);
    }

    /// Adds an object of the program to what is collected.
    fn write_again(&mut self, kind: &'static str, object: usize) {
        if self.overwrites {
            let id = &self.objects[object]["id"];
            let same = self.buffer.iter().position(|(_, other)| self.objects[*other]["id"] == *id);
            if let Some(same) = same {
                self.buffer.remove(same);
            }
        }
        self.buffer.push((kind, object));
        if self.buffer.len() >= FLUSH_AMOUNT {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let count = self.buffer.len().min(FLUSH_AMOUNT);
        let writes = self.buffer.drain(..count).map(|(kind, object)| {
            let member = if kind == "PutRequest" { "Item" } else { "Key" };
            json!({ (kind): { (member): self.objects[object] } })
        });
        let writes: Vec<Value> = writes.collect();
        self.sent.push(json!({ "RequestItems": { "Orders": writes } }));
    }

    /// A call of the batch writer with an object as it is written.
    fn call(&mut self, kind: &str, object: &str) -> String {
        let (method, member) = match kind {
            "PutRequest" => ("put_item", "Item"),
            _ => ("delete_item", "Key"),
        };
        match self.chance(4) {
            true => format!("batch.{method}({object})"),
            false => format!("batch.{method}({member}={object})"),
        }
    }

    /// Statements within the block.
    fn statements(&mut self) {
        match self.random.below(14) {
            0..=2 => {
                let item = self.item();
                let call = self.call("PutRequest", &python_object(&item));
                self.line(&call);
                self.write("PutRequest", item);
            }
            3 | 4 => {
                let key = self.key();
                let call = self.call("DeleteRequest", &python_object(&key));
                self.line(&call);
                self.write("DeleteRequest", key);
            }
            5 | 6 => self.loop_over_words(),
            7 | 8 => self.loop_over_rows(),
            9 => self.change_of_an_item(),
            10 => {
                let call = self.call("PutRequest", &python_object(&Map::new()));
                self.line(&format!("# {call}"));
            }
            11 => {
                let (item, other) = (self.item(), json!({ "S": "other" }));
                self.line(&format!("item = {}", python_object(&item)));
                self.line("batch.put_item(Item={**item, 'z': 'other'})");
                let mut copy = item;
                copy.insert("z".to_owned(), other);
                self.write("PutRequest", copy);
            }
            12 if self.chance(4) => {
                let head = self.random.pick(&["if strict:", "while more():", "for it in rows():"]);
                self.line(head);
                self.indent += 4;
                self.line("batch.delete_item(Key={'id': 'k1'})");
                self.indent -= 4;
                self.is_open = true;
            }
            _ => self.line("note = 'batch.put_item(Item={})'"),
        }
    }

    fn loop_over_words(&mut self) {
        let count = self.random.below(40);
        let words: Vec<String> = (0..count).map(|_| self.random.below(90).to_string()).collect();
        let list = words.iter().map(|word| format!("'w{word}'")).collect::<Vec<_>>().join(", ");
        let kind = self.random.pick(&["PutRequest", "DeleteRequest"]);
        self.line(&format!("for word in [{list}]:"));
        self.indent += 4;
        let call = self.call(kind, "{'id': word}");
        self.line(&call);
        self.indent -= 4;
        for word in words {
            let id = json!({ "S": format!("w{word}") });
            self.write(kind, [("id".to_owned(), id)].into_iter().collect());
        }
    }

    /// The items of a list, which are changed after they were given to the writer.
    fn loop_over_rows(&mut self) {
        let count = 1 + self.random.below(30);
        let rows: Vec<_> = (0..count).map(|_| self.item()).collect();
        let list = rows.iter().map(python_object).collect::<Vec<_>>().join(", ");
        self.line(&format!("rows = [{list}]"));
        self.line("for row in rows:");
        self.indent += 4;
        let call = self.call("PutRequest", "row");
        self.line(&call);
        let is_changed = self.chance(3);
        if is_changed {
            self.line("row['x'] = 'later'");
        }
        self.indent -= 4;
        for row in rows {
            self.write("PutRequest", row);
            if is_changed && let Some(last) = self.objects.last_mut() {
                last.insert("x".to_owned(), json!({ "S": "later" }));
            }
        }
    }

    /// An item that is changed after it was given to the writer, and perhaps given to it again.
    fn change_of_an_item(&mut self) {
        let item = self.item();
        self.line(&format!("item = {}", python_object(&item)));
        let call = self.call("PutRequest", "item");
        self.line(&call);
        self.write("PutRequest", item);
        let object = self.objects.len() - 1;
        if self.chance(2) {
            let value = self.value();
            self.line(&format!("item['x'] = {}", python(&value)));
            self.objects[object].insert("x".to_owned(), value);
        }
        if self.chance(3) {
            let call = self.call("PutRequest", "item");
            self.line(&call);
            self.write_again("PutRequest", object);
        }
    }

    /// A block with a batch writer, which sends what is left when the block ends.
    fn block(&mut self) {
        self.overwrites = self.chance(6);
        let arguments = match (self.overwrites, self.chance(2)) {
            (true, true) => "overwrite_by_pkeys=['id']",
            (true, false) => "['id']",
            (false, _) => "",
        };
        self.line(&format!("with table.batch_writer({arguments}) as batch:"));
        self.indent += 4;
        self.line("count = 0");
        for _ in 0..self.random.below(8) {
            self.statements();
        }
        self.indent -= 4;
        while !self.buffer.is_empty() {
            self.flush();
        }
        if self.chance(20) {
            // It is collected, and never sent.
            self.line("batch.put_item(Item={'id': 'late'})");
        }
    }
}

fn python_object(members: &Map<String, Value>) -> String {
    let members = members.iter().map(|(name, value)| format!("'{name}': {}", python(value)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
}

/// An attribute value as Python writes it.
fn python(value: &Value) -> String {
    let members = value.as_object().and_then(|it| it.iter().next());
    let (tag, content) = members.expect("an attribute value has a type");
    match (tag.as_str(), content) {
        ("S", text) => text.to_string(),
        ("N", digits) => digits.as_str().unwrap_or_default().to_owned(),
        ("BOOL", Value::Bool(true)) => "True".to_owned(),
        ("BOOL", _) => "False".to_owned(),
        ("L", Value::Array(elements)) => {
            format!("[{}]", elements.iter().map(python).collect::<Vec<_>>().join(", "))
        }
        ("M", Value::Object(members)) => python_object(members),
        _ => "None".to_owned(),
    }
}

/// A program, and the requests that it sends: `None` if the text does not tell.
fn program(seed: u64) -> (String, bool, Option<Vec<Value>>) {
    let (text, objects, buffer, sent) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    let (random, overwrites, is_open) = (Random::new(seed), false, false);
    let mut program =
        Program { random, text, indent: 0, objects, buffer, overwrites, sent, is_open };
    program.line("table = boto3.resource('dynamodb').Table('Orders')");
    let mut has_argument = false;
    for _ in 0..=program.random.below(2) {
        program.block();
        has_argument |= program.overwrites;
    }
    (program.text, has_argument, (!program.is_open).then_some(program.sent))
}

#[test]
fn what_is_read_is_the_requests_that_the_batch_writer_sends() {
    let (mut read_count, mut refused_count, mut open_count, mut full_count) = (0, 0, 0, 0);
    for seed in 0..CASE_COUNT {
        let (text, has_argument, expected) = program(seed);
        let result = read(&text, "Open");
        let known = result.ok().filter(|all| all.iter().all(|it| it.unknown.is_empty()));
        let found: Option<Vec<Value>> = known.map(|all| {
            let bodies = all.iter().map(|it| {
                assert_eq!(it.operation.name(), "BatchWriteItem", "{seed}\n{text}");
                engine::json::value::parse(&it.body).expect("what is read is JSON")
            });
            bodies.collect()
        });
        match (found, expected) {
            (Some(found), Some(expected)) => {
                assert_eq!(found, expected, "{seed}\n{text}");
                read_count += 1;
                full_count += u64::from(expected.len() > 2);
            }
            (Some(found), None) => panic!("{seed} is read as {found:?}\n{text}"),
            // Nothing is sent, or what is de-duplicated is not read.
            (None, Some(expected)) if expected.is_empty() || has_argument => {}
            (None, Some(_)) => refused_count += 1,
            (None, None) => open_count += 1,
        }
    }
    let counts = [read_count, refused_count, open_count, full_count];
    assert!(read_count > CASE_COUNT / 2 && full_count > CASE_COUNT / 10, "{counts:?}");
    assert!(open_count > CASE_COUNT / 50, "{counts:?}");
    // What is given to a writer whose block is over.
    assert!(refused_count < CASE_COUNT / 8, "{counts:?}");
}
