//! Commands of the AWS CLI.

use std::collections::BTreeSet;

use engine::json::text::JsonText;
use engine::operation::Operation;

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::name::joined;
use crate::code::read::block::{Running, running};
use crate::code::read::call::{CALL_COUNT_MAX, Call, ValueForm};
use crate::code::read::language::has_call;
use crate::code::read::shell::{Script, Word, script};
use crate::code::read::shorthand;
use crate::code::structure::{Kind, kind};

/// Options of all commands that have a value. They are about the command and not about the request.
const OPTIONS_WITH_VALUE: [&str; 16] = [
    "--ca-bundle",
    "--cli-binary-format",
    "--cli-connect-timeout",
    "--cli-read-timeout",
    "--color",
    "--debug-log",
    "--endpoint-url",
    "--generate-cli-skeleton",
    "--max-items",
    "--output",
    "--page-size",
    "--profile",
    "--query",
    "--region",
    "--starting-token",
    "--cli-error-format",
];

/// Options of all commands that have no value.
const OPTIONS_WITHOUT_VALUE: [&str; 8] = [
    "--cli-auto-prompt",
    "--debug",
    "--no-cli-auto-prompt",
    "--no-cli-pager",
    "--no-paginate",
    "--no-sign-request",
    "--no-verify-ssl",
    "--paginate",
];

/// The commands of a text.
pub(super) fn calls(text: &str) -> Result<Vec<Call>, CodeError> {
    // Other code may not be readable as a script.
    if !has_command(text) {
        return Ok(Vec::new());
    }
    let script = script(text)?;
    let running = running(&script);
    let Script { commands, unknown, .. } = script;
    let mut calls = Vec::new();
    for (position, words) in commands.iter().enumerate() {
        let Some(command) = Command::find(words) else { continue };
        match &running[position] {
            Running::Once => {}
            Running::Printed => continue,
            Running::Unknown(fault, start) => {
                return Err(CodeError::at(text, *start, fault.clone()));
            }
        }
        if calls.len() == CALL_COUNT_MAX {
            return Err(CodeError::at(text, command.service.start, CodeFault::TooMany));
        }
        let request = command.request(text)?;
        let unknown = unknown.iter().filter(|(command, _)| *command == position);
        calls.push(Call {
            operation: command.operation(text)?,
            request,
            form: ValueForm::Typed,
            unknown: unknown.map(|(_, source)| source.clone()).collect(),
            offset: command.service.start,
        });
    }
    Ok(calls)
}

/// Names of the AWS CLI, and of its wrapper for LocalStack.
const NAMES: [&str; 2] = ["aws", "awslocal"];

/// What can be before a command in its line.
const BEFORE_COMMAND: [&str; 8] =
    ["then aws", "do aws", "xargs ", "&& aws", "; aws", "| aws", "|| aws", "$(aws"];

/// Whether a line of a text begins with `aws`, perhaps after a prompt or variables, or has it after another command.
fn has_command(text: &str) -> bool {
    let mut lines = text.lines();
    let begins = lines.any(|line| {
        let mut words = line.split_whitespace();
        let first = words
            .find(|word| !["$", "%", ">", "time", "sudo"].contains(word) && !is_assignment(word));
        first.is_some_and(|first| NAMES.contains(&first))
    });
    begins || (!has_call(text) && BEFORE_COMMAND.iter().any(|before| text.contains(before)))
}

fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| name.chars().all(|it| it.is_ascii_uppercase() || it == '_'))
}

/// A command of DynamoDB.
struct Command<'w> {
    service: &'w Word,
    name: Option<&'w Word>,
    options: &'w [Word],
}

impl<'w> Command<'w> {
    fn find(words: &'w [Word]) -> Option<Self> {
        let aws = words.iter().position(|word| NAMES.contains(&word.text.as_str()))?;
        let mut position = aws + 1;
        // Options can be before the service too.
        while let Some(option) = words.get(position).filter(|word| word.text.starts_with("--")) {
            let name = global_option(&option.text);
            let has_value = name.is_some_and(|name| OPTIONS_WITH_VALUE.contains(&name));
            position += if has_value && !option.text.contains('=') { 2 } else { 1 };
        }
        let service = words.get(position)?;
        let is_dynamodb = matches!(service.text.as_str(), "dynamodb" | "dynamodbstreams");
        let name = words.get(position + 1);
        let options = words.get(position + 2..).unwrap_or_default();
        is_dynamodb.then_some(Self { service, name, options })
    }

    fn operation(&self, text: &str) -> Result<Operation, CodeError> {
        let name = self.name.map_or("", |name| &name.text);
        let mut operations = Operation::ALL.into_iter();
        let found = operations.find(|operation| joined(operation.name(), '-') == name);
        let offset = self.name.unwrap_or(self.service).start;
        let fault = CodeFault::UnknownCommand(name.to_owned());
        found.ok_or_else(|| CodeError::at(text, offset, fault))
    }

    fn request(&self, text: &str) -> Result<Literal, CodeError> {
        let operation = self.operation(text)?;
        let (mut members, mut from_json) = (Vec::<(String, Literal)>::new(), Vec::new());
        let mut rest = self.options;
        while let [option, following @ ..] = rest {
            let (name, value) = match option.text.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value)),
                Some(_) | None => (option.text.as_str(), None),
            };
            let count = following.iter().position(|it| it.text.starts_with("--"));
            let words = &following[..count.unwrap_or(following.len())];
            rest = &following[words.len()..];
            let complete = complete(operation, name);
            let name = complete.as_deref().unwrap_or(name);
            let is_known = name == "--cli-input-json" || find_member(operation, name).is_some();
            if let Some(global) = global_option(name).filter(|_| !is_known) {
                let value = value.or(words.first().map(|word| word.text.as_str()));
                check_global(text, option, global, value, self.options)?;
                continue;
            }
            let value = value.map(|value| Word { text: value.to_owned(), start: option.start });
            let words: Vec<&Word> = value.iter().chain(words).collect();
            if name == "--cli-input-json" {
                let Literal::Map(others) = json(text, option, words.first().copied())? else {
                    return Err(no_value(text, option));
                };
                from_json.extend(others);
                continue;
            }
            // Of an option that is repeated, the last counts.
            let (member, value) = member(text, operation, option, name, &words)?;
            members.retain(|(name, _)| *name != member);
            members.push((member, value));
        }
        from_json.retain(|(name, _)| members.iter().all(|(other, _)| other != name));
        from_json.extend(members);
        Ok(Literal::Map(from_json))
    }
}

/// Fails if an option of all commands changes what this command sends.
fn check_global(
    text: &str,
    option: &Word,
    name: &str,
    value: Option<&str>,
    options: &[Word],
) -> Result<(), CodeError> {
    let changes = match name {
        "--page-size" | "--starting-token" | "--generate-cli-skeleton" => true,
        // Binary values are not in base64 then.
        "--cli-binary-format" => {
            let has_binary =
                |word: &Word| ["\"B", "B=", "BS="].iter().any(|it| word.text.contains(it));
            value == Some("raw-in-base64-out") && options.iter().any(has_binary)
        }
        _ => false,
    };
    match changes {
        true => Err(CodeError::at(text, option.start, CodeFault::ClientOption(name.to_owned()))),
        false => Ok(()),
    }
}

/// The option of all commands that a text begins or is.
fn global_option(text: &str) -> Option<&'static str> {
    let name = text.split('=').next().unwrap_or(text);
    let mut known = OPTIONS_WITHOUT_VALUE.iter().chain(&OPTIONS_WITH_VALUE);
    let exact = known.clone().find(|it| **it == name);
    let mut begun = known.by_ref().filter(|it| it.starts_with(name) && name.len() > 2);
    let first = begun.next();
    exact.or(if begun.next().is_none() { first } else { None }).copied()
}

/// The option of a command that a text begins, if only one does.
fn complete(operation: Operation, name: &str) -> Option<String> {
    const READ: &str = "consistent-read return-consumed-capacity projection-expression \
        expression-attribute-names attributes-to-get";
    const WRITE: &str = "expected return-values return-consumed-capacity \
        return-item-collection-metrics conditional-operator condition-expression \
        expression-attribute-names expression-attribute-values \
        return-values-on-condition-check-failure";
    const SEARCH: &str = "index-name select limit conditional-operator exclusive-start-key \
        filter-expression expression-attribute-values";
    let groups: &[&str] = match operation {
        Operation::GetItem => &["key", READ],
        Operation::PutItem => &["item", WRITE],
        Operation::DeleteItem => &["key", WRITE],
        Operation::UpdateItem => &["key attribute-updates update-expression", WRITE],
        Operation::Query => &[
            "key-conditions query-filter scan-index-forward no-scan-index-forward \
             key-condition-expression",
            READ,
            SEARCH,
        ],
        Operation::Scan => &["scan-filter segment total-segments", READ, SEARCH],
        Operation::DescribeTable | Operation::DeleteTable => &[],
        _ => return None,
    };
    let plain = name.strip_prefix("--").filter(|plain| !plain.is_empty())?;
    let own = groups.iter().flat_map(|group| group.split_whitespace());
    let own = own.chain(["table-name", "cli-input-json", "cli-input-yaml"]);
    let all = OPTIONS_WITHOUT_VALUE.iter().chain(&OPTIONS_WITH_VALUE);
    let options: BTreeSet<&str> = own.chain(all.map(|it| &it[2..])).collect();
    let mut begun = options.iter().filter(|it| it.starts_with(plain));
    match (options.contains(plain), begun.next(), begun.next()) {
        (false, Some(only), None) => Some(format!("--{only}")),
        (_, _, _) => None,
    }
}

/// What an option sets: the kind of the member, its name, and its value if it is a flag.
fn find_member(operation: Operation, name: &str) -> Option<(Kind, String, bool)> {
    let plain = name.strip_prefix("--")?;
    let find = |name: &str| {
        let member = pascal(name);
        Some((kind(operation.name(), &member)?, member))
    };
    if let Some((kind, member)) = find(plain) {
        return Some((kind, member, true));
    }
    match find(plain.strip_prefix("no-")?) {
        Some((kind @ Kind::Bool, member)) => Some((kind, member, false)),
        Some(_) | None => None,
    }
}

/// The member of the request that an option sets.
fn member(
    text: &str,
    operation: Operation,
    option: &Word,
    name: &str,
    words: &[&Word],
) -> Result<(String, Literal), CodeError> {
    let Some((kind, member, flag)) = find_member(operation, name) else {
        let fault = CodeFault::UnknownOption(name.to_owned());
        return Err(CodeError::at(text, option.start, fault));
    };
    let is_list = matches!((kind, words), (Kind::List(_), [first, ..]) if !first.text.trim_start().starts_with('['));
    if words.len() > 1 && !is_list {
        return Err(no_value(text, option));
    }
    words.iter().try_for_each(|word| check_file(text, word))?;
    let value = match (kind, words) {
        (Kind::Bool, []) => Literal::Bool(flag),
        (_, []) => return Err(no_value(text, option)),
        (Kind::Text | Kind::Word(..) | Kind::Integer | Kind::Bool, [word, ..]) => {
            coerced(kind, Literal::text(word.text.as_str()))
        }
        (Kind::List(_), [first, ..]) if !first.text.trim_start().starts_with('[') => {
            let elements: Result<Vec<_>, _> =
                words.iter().map(|word| structure(text, option, word)).collect();
            // Strings in a list are words, and members in shorthand are a word for each structure.
            let elements = elements?.into_iter().flat_map(|element| match element {
                Literal::List(elements) => elements,
                other => vec![other],
            });
            coerced(kind, Literal::List(elements.collect()))
        }
        (_, [word, ..]) => coerced(kind, structure(text, option, word)?),
    };
    Ok((member, value))
}

/// Fails if a word names a file whose content is the value.
fn check_file(text: &str, word: &Word) -> Result<(), CodeError> {
    let name = word.text.trim();
    match name.starts_with("file://") || name.starts_with("fileb://") {
        true => Err(CodeError::at(text, word.start, CodeFault::File(name.to_owned()))),
        false => Ok(()),
    }
}

/// A value in JSON or shorthand.
fn structure(text: &str, option: &Word, word: &Word) -> Result<Literal, CodeError> {
    if word.text.trim_start().starts_with(['{', '[']) {
        return json(text, option, Some(word));
    }
    shorthand::read(&word.text).ok_or_else(|| no_value(text, option))
}

fn json(text: &str, option: &Word, word: Option<&Word>) -> Result<Literal, CodeError> {
    let word = word.ok_or_else(|| no_value(text, option))?;
    check_file(text, word)?;
    let json = JsonText::parse(&word.text);
    json.map(|json| json.root().into()).map_err(|_| no_value(text, option))
}

fn no_value(text: &str, option: &Word) -> CodeError {
    CodeError::at(text, option.start, CodeFault::NoValue(option.text.clone()))
}

/// A value with its scalars as the API has them: those of options and of shorthand are all strings.
fn coerced(of: Kind, value: Literal) -> Literal {
    match (of, value) {
        (Kind::Integer, Literal::Text(text)) if text.bytes().all(|it| it.is_ascii_digit()) => {
            Literal::Number(text)
        }
        (Kind::Bool, Literal::Text(text)) => match text.as_str() {
            "true" | "True" => Literal::Bool(true),
            "false" | "False" => Literal::Bool(false),
            _ => Literal::Text(text),
        },
        (Kind::Value, value) => coerced_value(value),
        (Kind::Structure(name), Literal::Map(members)) => {
            let coerced = members.into_iter().map(|(member, value)| match kind(name, &member) {
                Some(kind) => (member, coerced(kind, value)),
                None => (member, value),
            });
            Literal::Map(coerced.collect())
        }
        (Kind::List(of), Literal::List(elements)) => {
            Literal::List(elements.into_iter().map(|element| coerced(*of, element)).collect())
        }
        // A list of one element needs no brackets in shorthand.
        (Kind::List(of), value @ (Literal::Text(_) | Literal::Map(_))) => {
            Literal::List(vec![coerced(*of, value)])
        }
        (Kind::Map(of), Literal::Map(members)) => {
            let coerced = members.into_iter().map(|(name, value)| (name, coerced(*of, value)));
            Literal::Map(coerced.collect())
        }
        (_, value) => value,
    }
}

/// An attribute value of which the shorthand has written flags as strings.
fn coerced_value(value: Literal) -> Literal {
    let Literal::Map(members) = value else { return value };
    let coerced = members.into_iter().map(|(tag, content)| {
        let content = match (tag.as_str(), content) {
            ("BOOL" | "NULL", content) => coerced(Kind::Bool, content),
            ("SS" | "NS" | "BS", content) => coerced(Kind::List(&Kind::Text), content),
            ("L", content) => coerced(Kind::List(&Kind::Value), content),
            ("M", content) => coerced(Kind::Map(&Kind::Value), content),
            (_, content) => content,
        };
        (tag, content)
    });
    Literal::Map(coerced.collect())
}

/// The member of an option: `table-name` is `TableName`.
fn pascal(option: &str) -> String {
    let parts = option.split('-').map(|part| match part {
        "sse" | "kms" => part.to_ascii_uppercase(),
        _ => {
            let (first, rest) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
            first.to_uppercase() + rest
        }
    });
    parts.collect()
}
