//! What is above the first step: tables, items and settings.

use engine::database::EXPIRE_ITEM_MS_MAX;
use engine::json::value::parse as parse_json;
use notation::document::{Block, Section};
use notation::marshal::typed_value;
use notation::table::Table;
use serde_json::{Map, Value, json};

use super::{Reader, lines};
use crate::lesson::action::ActionKind;
use crate::lesson::file::Try;
use crate::lesson::setting::{self, Change, duration_ms};
use crate::sandbox::document::plan::write_workload;
use crate::sandbox::workload::workload_of;
use crate::view::workspace::Workspace;

impl Reader {
    pub(super) fn read_head(&mut self, section: &Section<String>) {
        self.lesson.id.clone_from(&section.title);
        self.expect_id(section.line, &section.title);
        self.expect_no_text(section);
        for block in &section.blocks {
            let words: Vec<&str> = block.kind.split_whitespace().collect();
            match words.as_slice() {
                ["lesson"] => self.read_lesson(block),
                ["table"] => self.read_table(block),
                ["items", table] => self.read_items(block, table),
                ["entities", table] => self.read_entities(block, table),
                ["sandbox"] => self.read_opening(block),
                ["program"] => self.read_opening_program(block),
                ["series"] => self.read_opening_series(block),
                ["caller", caller, policy] => self.read_policy(block, caller, policy),
                ["workload"] => self.read_opening_workload(block),
                ["try"] => self.read_tries(block),
                _ => {
                    let expected = "a block `lesson`, `table`, `items TABLE`, `entities TABLE`, `program`, `series`, `caller NAME POLICY`, `workload`, `try` or `sandbox` above the first step";
                    self.fault(block.line, expected, format!("`{}`", block.kind));
                }
            }
        }
        let (line, lesson) = (section.line, &self.lesson);
        if lesson.revision == 0 || lesson.minutes == 0 {
            self.fault(
                line,
                "a block `lesson` with `revision  1` and `minutes  7`",
                "no such block",
            );
        }
    }

    fn read_lesson(&mut self, block: &Block<String>) {
        for (line, text) in lines(block) {
            let (name, value) = text.split_once("  ").unwrap_or_default();
            let number = value.trim().parse().ok().filter(|number| *number > 0);
            match (name.trim(), number, Workspace::named(value.trim())) {
                ("revision", Some(number), _) => self.lesson.revision = number,
                ("minutes", Some(number), _) => self.lesson.minutes = number,
                ("workspace", _, Some(workspace)) => self.lesson.workspace = workspace,
                _ => {
                    let expected = "`revision  1`, `minutes  7` or `workspace  load`";
                    self.fault(line, expected, format!("`{text}`"));
                }
            }
        }
    }

    fn read_tries(&mut self, block: &Block<String>) {
        for (line, text) in lines(block) {
            self.lesson.tries.push(Try { line, step: text.trim().to_owned() });
        }
    }

    fn read_table(&mut self, block: &Block<String>) {
        let expected =
            "a table such as `Orders  CustomerId S  OrderId S`, with a line for each index";
        match Table::parse(&block.content) {
            Ok(table) => {
                let Value::Object(mut definition) = table.create_request() else {
                    unreachable!("a request is an object")
                };
                if !table.is_provisioned() {
                    definition.remove("BillingMode");
                }
                definition.insert("Items".into(), json!([]));
                self.tables().push(Value::Object(definition));
            }
            Err(error) => {
                self.fault(block.line + error.line, expected, error.fault.to_string());
            }
        }
    }

    fn read_items(&mut self, block: &Block<String>, table: &str) {
        if self.table(table).is_none() {
            return self.no_table(block.line, table);
        }
        for (line, text) in lines(block) {
            let Some(expanded) = self.written_out(&text, line) else { return };
            match parse_json(&expanded) {
                Ok(Value::Object(item)) => {
                    let item: Map<String, Value> =
                        item.into_iter().map(|(name, value)| (name, typed_value(value))).collect();
                    let items = self.table(table).and_then(|table| table["Items"].as_array_mut());
                    items.expect("each table has a list of items").push(Value::Object(item));
                }
                _ => self.fault(
                    line,
                    "an item as JSON on one line: `{ \"id\": \"a\" }`",
                    format!("`{text}`"),
                ),
            }
        }
    }

    /// The kinds of items of a table. A rule that is none is found when the lesson is opened.
    fn read_entities(&mut self, block: &Block<String>, table: &str) {
        let mut entities = Vec::new();
        for (line, text) in lines(block) {
            if let Some((name, rule)) = text.split_once("  ") {
                entities.push(json!({ "name": name, "rule": rule.trim() }));
            } else {
                let expected = "a name and its rule: `Bill  begins_with(PK, \"Bill-\")`";
                self.fault(line, expected, format!("`{text}`"));
            }
        }
        let all = self.lesson.document.entry("entities").or_insert_with(|| json!({}));
        all[table] = entities.into();
    }

    /// The settings with which the lesson opens.
    fn read_opening(&mut self, block: &Block<String>) {
        for (line, text) in lines(block) {
            if let Some((name, attribute)) = text.split_once("  ")
                && let Some(table) = name.strip_prefix("expires ")
            {
                let attribute = attribute.trim();
                let specification = json!({ "AttributeName": attribute, "Enabled": true });
                match self.table(table.trim()) {
                    Some(table) => table["TimeToLiveSpecification"] = specification,
                    None => self.no_table(line, table),
                }
                continue;
            }
            if self.read_beside(line, &text) {
                continue;
            }
            if let Some(epoch_seconds) = text.strip_prefix("epoch  ").and_then(duration_ms) {
                let epoch_seconds = epoch_seconds / 1_000;
                self.lesson.document.insert("epoch_seconds".into(), epoch_seconds.into());
                continue;
            }
            let changes = Change::parse(&text).unwrap_or_default();
            let is_written = changes.iter().all(|change| change.write(&mut self.lesson.document));
            if changes.is_empty() || !is_written {
                let expected = format!(
                    "{}, `epoch  1709596800 s`, `expires TABLE  ATTRIBUTE`, `stream TABLE  NEW_IMAGE` or `replicas TABLE  eu-west-1`",
                    setting::EXPECTED
                );
                self.fault(line, expected, format!("`{text}`"));
            }
        }
        if !self.lesson.document.contains_key("expiry_delay_ms") {
            // A document whose items expire, and which does not say when, has no delay.
            let delay = EXPIRE_ITEM_MS_MAX;
            self.lesson.document.insert("expiry_delay_ms".into(), delay.into());
        }
    }

    /// The access patterns with which the lesson opens.
    fn read_opening_workload(&mut self, block: &Block<String>) {
        if let Some(ActionKind::Workload(plan)) = self.read_workload(block) {
            write_workload(&workload_of(&plan), &mut self.lesson.document);
        }
    }

    pub(super) fn table(&mut self, name: &str) -> Option<&mut Value> {
        self.tables().iter_mut().find(|table| table["TableName"] == name)
    }

    pub(super) fn no_table(&mut self, line: usize, name: &str) {
        self.fault(line, "the name of a table above", format!("`{name}`"));
    }

    fn tables(&mut self) -> &mut Vec<Value> {
        let tables = self.lesson.document.get_mut("tables").and_then(Value::as_array_mut);
        tables.expect("the document has a list of tables")
    }
}
