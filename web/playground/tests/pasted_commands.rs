//! Scripts of the AWS CLI that a generator writes: what is read of each is the request that it sends, or nothing.

use playground::code::read::pasted::read;
use serde_json::{Map, Value, json};
use support::random::Random;

/// Scripts that are read in the test.
const CASE_COUNT: u64 = 10_000;

/// Strings that a shell, JSON or the AWS CLI may take for something else.
const TEXTS: [&str; 12] = [
    "x",
    "it's",
    "say \"hi\"",
    "# no",
    "a\\nb",
    "é {}",
    "${x}",
    "`d`",
    "a=b,c",
    "--key",
    "$(ls)",
    "",
];

/// A script that is being written.
struct Script {
    random: Random,
    /// Whether the text does not tell what is sent.
    is_open: bool,
}

impl Script {
    fn chance(&mut self, of: u64) -> bool {
        self.random.below(of) == 0
    }

    fn value(&mut self, depth: u64) -> Value {
        match self.random.below(if depth == 0 { 4 } else { 6 }) {
            0 | 1 => json!({ "S": self.random.pick(&TEXTS) }),
            2 => json!({ "N": self.random.below(100_000).to_string() }),
            3 => json!({ "BOOL": self.chance(2) }),
            4 => json!({ "L": [self.value(depth - 1), self.value(depth - 1)] }),
            _ => json!({ "M": { "m": self.value(depth - 1) } }),
        }
    }

    /// The members of a request.
    fn request(&mut self) -> (&'static str, Map<String, Value>) {
        let key = json!({ "id": { "S": self.random.pick(&["7", "u_1", TEXTS[1]]) } });
        let operation =
            self.random.pick(&["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"]);
        let mut members = Map::new();
        members.insert("TableName".to_owned(), json!(self.random.pick(&["Orders", "a.b-c_d"])));
        match operation {
            "PutItem" => {
                let item = json!({ "id": { "S": "7" }, "a": self.value(2), "b c": self.value(1) });
                members.insert("Item".to_owned(), item);
            }
            "Query" => {
                members.insert("KeyConditionExpression".to_owned(), json!("#n = :v"));
                members.insert("Limit".to_owned(), json!(self.random.below(9) + 1));
                members.insert("ScanIndexForward".to_owned(), json!(self.chance(2)));
            }
            _ => {
                members.insert("Key".to_owned(), key);
            }
        }
        if operation != "GetItem" && self.chance(2) {
            members.insert("ExpressionAttributeValues".to_owned(), json!({ ":v": self.value(2) }));
            members.insert("ExpressionAttributeNames".to_owned(), json!({ "#n": "a-b" }));
        }
        if matches!(operation, "GetItem" | "Query") && self.chance(2) {
            members.insert("ConsistentRead".to_owned(), json!(true));
        }
        if matches!(operation, "PutItem" | "UpdateItem" | "DeleteItem") && self.chance(2) {
            let text = self.random.pick(&["attribute_exists(id)", "a < :v AND contains(b, :v)"]);
            members.insert("ConditionExpression".to_owned(), json!(text));
        }
        (operation, members)
    }

    /// A word of a shell, in one of the ways in which it can be quoted.
    fn quoted(&mut self, text: &str) -> String {
        let is_plain = !text.is_empty()
            && text.bytes().all(|it| it.is_ascii_alphanumeric() || b"_.-=,:/".contains(&it));
        match self.random.below(6) {
            0 if is_plain => text.to_owned(),
            1 => {
                let mut word = text.to_owned();
                for character in ['\\', '"', '$', '`'] {
                    word = word.replace(character, &format!("\\{character}"));
                }
                format!("\"{word}\"")
            }
            2 => format!("$'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
            3 if !text.is_empty() => format!("\"$(cat <<'EOF'\n{text}\nEOF\n)\""),
            4 => format!("'{}'", text.replace('\'', "'\"'\"'")),
            _ => format!("'{}'", text.replace('\'', "'\\''")),
        }
    }

    /// An option and its value.
    fn option(&mut self, operation: &str, name: &str, value: &Value) -> String {
        let mut option = String::from("--");
        for (position, character) in name.char_indices() {
            if character.is_ascii_uppercase() && position > 0 {
                option.push('-');
            }
            option.push(character.to_ascii_lowercase());
        }
        if let Value::Bool(is_on) = value {
            return if *is_on { option } else { option.replacen("--", "--no-", 1) };
        }
        let short = match name {
            "TableName" => "--table",
            "ConditionExpression" => "--condition-e",
            "ExpressionAttributeValues" => "--expression-attribute-v",
            _ => &option,
        };
        let option = if self.chance(4) && operation != "ListTables" { short } else { &option };
        let text = match value {
            Value::String(text) => text.clone(),
            _ => value.to_string(),
        };
        let shorthand = value.as_object().filter(|it| it.len() == 1).and_then(|members| {
            let (name, value) = members.iter().next()?;
            let content = value["S"].as_str()?;
            let is_plain =
                !content.is_empty() && content.bytes().all(|it| it.is_ascii_alphanumeric());
            is_plain.then(|| format!("{name}={{S={content}}}"))
        });
        let text = shorthand.filter(|_| self.chance(3)).unwrap_or(text);
        let word = if self.chance(15) {
            self.is_open = true;
            self.random.pick(&["$VALUE", "\"$(date +%s)\"", "\"${VALUE}\""]).to_owned()
        } else {
            self.quoted(&text)
        };
        let joint = if self.chance(4) { "=" } else { " " };
        format!("{option}{joint}{word}")
    }

    /// The command that sends a request.
    fn command(&mut self, operation: &str, members: &Map<String, Value>) -> String {
        let mut words = Vec::new();
        let mut members: Vec<_> = members.iter().collect();
        let first = self.random.pick(&(0..members.len()).collect::<Vec<_>>());
        members.rotate_left(first);
        if self.chance(6) {
            // All but the last member come as JSON, and one of them is replaced by its option.
            let mut json: Map<String, Value> = Map::new();
            let count = members.len() - 1;
            for (name, value) in &members[..count] {
                json.insert((*name).clone(), (*value).clone());
            }
            let mut rest = members.split_off(count);
            if let Some((_, value)) = json.iter_mut().find(|(name, _)| *name == "TableName") {
                *value = json!("Replaced");
                let table = Self::table_of(&members);
                words.push(self.option(operation, "TableName", &table));
            }
            let json = self.quoted(&Value::Object(json).to_string());
            words.push(format!("--cli-input-json {json}"));
            members.clear();
            members.append(&mut rest);
        }
        for (name, value) in members {
            if self.chance(12) && value.is_string() {
                let was_open = self.is_open;
                words.push(self.option(operation, name, &json!("Earlier")));
                // Only the last counts.
                self.is_open = was_open;
            }
            words.push(self.option(operation, name, value));
        }
        let global = [
            "--region us-east-1",
            "--profile=me",
            "--output json",
            "--no-cli-pager",
            "--max-items 3",
        ];
        let mut before = String::new();
        if self.chance(3) {
            let global = self.random.pick(&global);
            match self.chance(2) && !global.starts_with("--max") {
                true => before = format!("{global} "),
                false => words.push(global.to_owned()),
            }
        }
        let name = match operation {
            "GetItem" => "get-item",
            "PutItem" => "put-item",
            "UpdateItem" => "update-item",
            "DeleteItem" => "delete-item",
            _ => "query",
        };
        let joint = self.random.pick(&[" ", " \\\n  ", "  "]);
        let aws = self.random.pick(&["aws", "awslocal", "AWS_REGION=x aws", "$ aws"]);
        format!("{aws} {before}dynamodb {name} {}", words.join(joint))
    }

    fn table_of(members: &[(&String, &Value)]) -> Value {
        let found = members.iter().find(|(name, _)| *name == "TableName");
        found.map_or(Value::Null, |(_, value)| (*value).clone())
    }

    /// What is around a command.
    fn around(&mut self, command: String) -> String {
        let is_prompt = command.starts_with('$');
        match self.random.below(16) {
            0 => format!("# aws dynamodb delete-table --table-name Orders\n{command}"),
            1 => format!("{command} | jq '.Item'"),
            2 => format!("{command} 2>/dev/null > out.json"),
            3 => format!("{command} # --table-name Other"),
            4 if !is_prompt => format!("aws s3 ls && {command}"),
            5 => format!("echo 'aws dynamodb list-tables'\n{command}"),
            6 => format!("{command} || true"),
            7 => format!("if true; then echo; fi\n{command}"),
            8..=11 if !is_prompt && self.chance(2) => {
                self.is_open = true;
                match self.random.below(5) {
                    0 => format!("if [ -n \"$1\" ]; then\n{command}\nfi"),
                    1 => format!("for i in 1 2; do\n{command}\ndone"),
                    2 => format!("aws s3 ls || {command}"),
                    3 => format!("send() {{\n{command}\n}}\nsend"),
                    _ => format!("seq 3 | while read i; do {command}\ndone"),
                }
            }
            _ => command,
        }
    }
}

/// A script, and the request that it sends: `None` if the text does not tell.
fn script(seed: u64) -> (String, Option<(&'static str, Value)>) {
    let mut script = Script { random: Random::new(seed), is_open: false };
    let (operation, members) = script.request();
    let command = script.command(operation, &members);
    let text = script.around(command);
    (text, (!script.is_open).then_some((operation, Value::Object(members))))
}

#[test]
fn what_is_read_is_the_request_that_the_command_sends() {
    let (mut read_count, mut refused_count, mut open_count) = (0, 0, 0);
    for seed in 0..CASE_COUNT {
        let (text, expected) = script(seed);
        let found = read(&text, "Open")
            .ok()
            .filter(|pasted| !pasted.is_empty() && pasted.iter().all(|it| it.unknown.is_empty()));
        match (found, expected) {
            (Some(found), Some((operation, body))) => {
                let found: Vec<_> = found
                    .iter()
                    .map(|it| {
                        let body = engine::json::value::parse(&it.body).expect("it is JSON");
                        (it.operation.name(), body)
                    })
                    .collect();
                assert_eq!(found, [(operation, body)], "{seed}\n{text}");
                read_count += 1;
            }
            (Some(found), None) => panic!("{seed} is read as {found:?}\n{text}"),
            (None, Some(_)) => refused_count += 1,
            (None, None) => open_count += 1,
        }
    }
    assert!(read_count > CASE_COUNT / 2, "{read_count} {refused_count} {open_count}");
    assert!(open_count > CASE_COUNT / 20, "{read_count} {refused_count} {open_count}");
    assert!(refused_count < CASE_COUNT / 20, "{read_count} {refused_count} {open_count}");
}
