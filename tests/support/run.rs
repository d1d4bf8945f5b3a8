//! Runs one case of a spec file on an empty database, and reports where it differs.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use engine::api::access::Caller;
use engine::api::access::ruling::Ruling;
use engine::api::{self, Outcome, ReplyJson};
use engine::clock::Timestamp;

use engine::database::{Config, Database};
use engine::event::{Event, EventKind};
use engine::model::item::Item;
use engine::model::name::TableName;
use notation::long_text::{collapse, expand};
use notation::marshal;
use notation::table::Table;
use serde_json::{Value, json};

use crate::load::{self, Load};
use crate::rows::{self, Row, Rows};
use crate::sandbox::{caller, lifecycle, milliseconds, sandbox, set_scaling, wording};
use crate::spec::{Block, BlockKind, CallForm, Shown, Spec};
use crate::vocabulary::Met;
use crate::{difference, layout, transcript};

/// The result of a case.
#[derive(Debug, Default)]
pub struct Report {
    /// Where the case differs; none if it holds.
    pub differences: Vec<Difference>,
    /// Blocks whose text must change for the case to pass.
    pub edits: Vec<Edit>,
    /// Operations called, by name.
    pub operations: BTreeSet<String>,
    /// Error codes returned, by name.
    pub error_codes: BTreeSet<String>,
    /// Every error, receipt and event, as `Debug` shows it.
    pub debug_texts: Vec<(Met, String)>,
    /// Texts of all expressions that were part of an accepted call.
    pub expressions: Vec<String>,
    /// Every call that was made on a small database.
    pub moments: Vec<Moment>,
}

/// A call, and the database before it.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The database before the call.
    pub database: Database,
    /// The operation called.
    pub operation: String,
    pub request: String,
}

/// A block for which the engine and the file differ.
#[derive(Debug)]
pub struct Difference {
    /// The line of the block, counted from 1.
    pub line: usize,
    /// The expected and the actual text, line by line.
    pub text: String,
}

/// A text to be put in place of a block's body.
#[derive(Debug)]
pub struct Edit {
    /// The bytes of the body in the file.
    pub span: Range<usize>,
    /// What takes their place.
    pub text: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}:\n{}", self.line, collapse(&self.text))
    }
}

/// Runs the section at a position, after the blocks of the headings it is nested in.
pub fn run_case(spec: &Spec, section: usize) -> Report {
    let mut runner = Runner::new();
    for above in spec.document.ancestors(section) {
        runner.run(&spec.document.sections[above].blocks);
    }
    // A set-up that does not run is a fault of this case; the replies of a set-up are checked in its own case.
    runner.report.differences.retain(|difference| difference.text.starts_with(CANNOT_RUN));
    runner.report.edits.clear();
    runner.run(&spec.document.sections[section].blocks);
    runner.report
}

/// Items of a database that is small.
const SMALL_COUNT: usize = 40;

/// Opens the text of a difference that is not about an expectation.
const CANNOT_RUN: &str = "cannot run";

struct Runner {
    database: Database,
    /// Who sends the requests, if it is not the owner.
    caller: Option<Caller>,
    /// The tables that stand for those of an SQL database.
    sql: Vec<String>,
    call: Option<Call>,
    events: Vec<Event>,
    report: Report,
}

struct Call {
    request: String,
    outcome: Outcome,
    rulings: Vec<Ruling>,
}

impl Runner {
    fn new() -> Self {
        Self {
            database: Database::new(Config::default()),
            caller: None,
            sql: Vec::new(),
            call: None,
            events: Vec::new(),
            report: Report::default(),
        }
    }

    fn run(&mut self, blocks: &[Block]) {
        for (position, block) in blocks.iter().enumerate() {
            let expectations = blocks[position + 1..]
                .iter()
                .take_while(|next| next.kind.is_expectation())
                .collect::<Vec<_>>();
            match block.kind.is_expectation() {
                true => self.check(block),
                false => {
                    if let Err(reason) = self.act(block, &expectations) {
                        let text = format!("{CANNOT_RUN}: {reason}");
                        self.report.differences.push(Difference { line: block.line, text });
                    }
                }
            }
        }
    }

    /// Executes a block. The database is saved and loaded before, which must not change any result.
    fn act(&mut self, block: &Block, expectations: &[&Block]) -> Result<(), String> {
        self.database = saved_and_loaded(&self.database)?;
        // They are not a part of a database: see `Database::set_sql_tables`.
        self.database.set_sql_tables(|table| self.sql.iter().any(|name| name == table.as_str()));
        self.events.clear();
        match &block.kind {
            BlockKind::Table => {
                let request = create_request(block)?;
                self.call("CreateTable", &request.to_string())?;
                self.accepted_unless_stated(expectations)?;
            }
            BlockKind::Items { table } => self.put_items(table, &block.content)?,
            BlockKind::Call { operation, form } => {
                for request in requests(&block.content, form)? {
                    self.call(operation, &request)?;
                    self.accepted_unless_stated(expectations)?;
                }
            }
            BlockKind::Rows { operation, parameter, shown } => {
                self.check_rows(block, operation, parameter, *shown)?;
            }
            BlockKind::Load { operation } => self.check_load(block, operation)?,
            BlockKind::Delay => self.database.set_propagation_delay(milliseconds(&block.content)?),
            BlockKind::Lifecycle => self.database.set_lifecycle_delays(lifecycle(&block.content)?),
            BlockKind::Wording => self.database.set_wording(wording(&block.content)?),
            BlockKind::Sandbox => self.database = Database::new(sandbox(&block.content)?),
            BlockKind::Scaling => set_scaling(&mut self.database, &block.content)?,
            BlockKind::Region { name } => {
                let is_cut_off = match block.content.trim() {
                    "cut off" => true,
                    "connected" => false,
                    other => return Err(format!("a region is cut off or connected: {other:?}")),
                };
                self.database.set_cut_off(name.as_deref(), is_cut_off);
                self.collect_events();
            }
            BlockKind::Sql => {
                self.sql = block.content.split_whitespace().map(str::to_owned).collect();
            }
            BlockKind::Caller { name } => {
                let read = |name| caller(name, &block.content);
                self.caller = name.as_deref().map(read).transpose()?;
            }
            BlockKind::Program => {
                let attached = api::program::attach(&mut self.database, &block.content);
                attached.map_err(|error| error.to_string())?;
            }
            BlockKind::Advance => {
                let Timestamp(now) = self.database.now();
                self.database.advance_to(Timestamp(now + milliseconds(&block.content)?));
                self.collect_events();
            }
            BlockKind::Reply
            | BlockKind::Error
            | BlockKind::Access
            | BlockKind::Span
            | BlockKind::Receipt
            | BlockKind::Throughput
            | BlockKind::Partitions
            | BlockKind::Events => {}
        }
        Ok(())
    }

    /// Puts items as set-up: their changes of global indexes arrive at once.
    fn put_items(&mut self, table: &str, body: &str) -> Result<(), String> {
        let delay = self.database.config().propagation_delay_ms;
        self.database.set_propagation_delay(0);
        for line in body.lines().filter(|line| !line.trim().is_empty()) {
            let item: Value = parse(line)?;
            let request = marshal::typed(json!({ "TableName": table, "Item": item }));
            self.call("PutItem", &request.to_string())?;
            self.accepted()?;
        }
        self.database.set_propagation_delay(delay);
        Ok(())
    }

    /// Makes a call after its preview: both must have the same result, and its reply the same text as its tree.
    fn call(&mut self, operation: &str, request: &str) -> Result<&Outcome, String> {
        if self.database.tables().map(|table| table.items.count()).sum::<usize>() <= SMALL_COUNT {
            let (operation, request) = (operation.to_owned(), request.to_owned());
            let database = self.database.clone();
            self.report.moments.push(Moment { database, operation, request });
        }
        let decide = |database: &Database| {
            api::decide_as(self.caller.as_ref(), database, operation, request)
        };
        let preview = decide(&self.database).outcome;
        let text = preview.reply.as_ref().ok().map(ReplyJson::to_text);
        let preview = preview.into_tree();
        let tree = preview.reply.as_ref().ok().map(ToString::to_string);
        if text != tree {
            return Err(format!("{operation} answers the text\n{text:?}\nand the tree\n{tree:?}"));
        }
        let decided = decide(&self.database);
        let rulings = decided.rulings.clone();
        let outcome = decided.apply(&mut self.database).into_tree();
        if preview != outcome {
            return Err(format!(
                "the preview of {operation} says\n{preview:?}\nand it does\n{outcome:?}"
            ));
        }
        self.collect_events();
        self.report.operations.insert(operation.to_owned());
        match &outcome.reply {
            Ok(_) => self.report.expressions.extend(expressions(request)),
            Err(error) => {
                self.report.error_codes.insert(error.code().name().to_owned());
                self.report.debug_texts.push((Met::Error, format!("{error:?}")));
            }
        }
        let receipts = outcome.receipt.iter().map(|receipt| (Met::Receipt, format!("{receipt:?}")));
        self.report.debug_texts.extend(receipts);
        Ok(&self.call.insert(Call { request: request.to_owned(), outcome, rulings }).outcome)
    }

    /// Makes a call for each row, all from the same state, and checks the outcomes.
    fn check_rows(
        &mut self,
        block: &Block,
        operation: &str,
        parameter: &str,
        shown: Shown,
    ) -> Result<(), String> {
        let expected = Rows::parse(&block.content)?;
        let before = self.database.clone();
        let mut rows = Vec::new();
        for Row { expression, .. } in &expected.rows {
            let request = rows::request(&expected.request, parameter, expression)?;
            let outcome = match shown {
                Shown::Outcome => rows::outcome(parameter, self.call(operation, &request)?),
                Shown::Fault => rows::fault(parameter, expression, self.call(operation, &request)?),
            };
            rows.push(Row { expression: expression.clone(), outcome: collapse(&outcome) });
            self.database = before.clone();
        }
        self.check_rows_alike(block, &expected, rows);
        Ok(())
    }

    /// Makes calls second by second as each row says, and checks how many are accepted. Time passes from row to row.
    fn check_load(&mut self, block: &Block, operation: &str) -> Result<(), String> {
        let expected = Rows::parse(&block.content)?;
        let mut load = Load::new(operation, &expected.request);
        let mut rows = Vec::new();
        for Row { expression, .. } in &expected.rows {
            let outcome = load.run(&mut self.database, expression)?;
            rows.push(Row { expression: expression.clone(), outcome });
        }
        self.report.operations.insert(operation.to_owned());
        let errors = load.errors.into_iter().map(|error| (Met::Error, error));
        self.report.debug_texts.extend(errors);
        self.collect_events();
        // Events of items would hide those of partitions.
        self.events.retain(|event| is_of_partitions(&event.kind));
        self.check_rows_alike(block, &expected, rows);
        Ok(())
    }

    fn check_rows_alike(&mut self, block: &Block, expected: &Rows, rows: Vec<Row>) {
        let got = Rows { request: expected.request.clone(), rows };
        if expected.rows != got.rows {
            self.differ(block, difference::between(&expected.table(), &got.table()));
            self.report.edits.push(Edit { span: block.span.clone(), text: got.to_string() });
        }
    }

    fn collect_events(&mut self) {
        let events = self.database.drain_events();
        let kinds = events.iter().map(|event| (Met::Event, format!("{:?}", event.kind)));
        self.report.debug_texts.extend(kinds);
        self.events.extend(events);
    }

    fn accepted_unless_stated(&self, expectations: &[&Block]) -> Result<(), String> {
        match expectations.iter().any(|next| {
            matches!(next.kind, BlockKind::Reply | BlockKind::Error | BlockKind::Access)
        }) {
            true => Ok(()),
            false => self.accepted(),
        }
    }

    fn accepted(&self) -> Result<(), String> {
        match self.call.as_ref().map(|call| &call.outcome.reply) {
            Some(Err(error)) => {
                Err(format!("rejected, and no block says so\n{}", transcript::error(error)))
            }
            Some(Ok(_)) | None => Ok(()),
        }
    }

    fn check(&mut self, block: &Block) {
        let got = match self.observe(&block.kind) {
            Ok(got) => got,
            Err(reason) => return self.differ(block, format!("{CANNOT_RUN}: {reason}")),
        };
        let expected = match (&block.kind, &self.call) {
            (BlockKind::Reply, Some(Call { outcome: Outcome { reply: Ok(reply), .. }, .. })) => {
                match parse(&block.content).map(marshal::typed) {
                    Ok(expected) if expected == *reply => return,
                    Ok(expected) => layout::block(&marshal::plain(expected)),
                    Err(reason) => format!("{reason}\n"),
                }
            }
            _ => expand(&block.content),
        };
        if words(&expected) != words(&got) || block.kind == BlockKind::Reply {
            self.differ(block, difference::between(&expected, &got));
            self.report.edits.push(Edit { span: block.span.clone(), text: collapse(&got) });
        }
    }

    /// The result of the last step, as the text of a block of this kind.
    fn observe(&self, kind: &BlockKind) -> Result<String, String> {
        if *kind == BlockKind::Throughput {
            return Ok(load::throughput(&self.database));
        }
        if *kind == BlockKind::Partitions {
            return Ok(load::partitions(&self.database));
        }
        if *kind == BlockKind::Events {
            return Ok(transcript::events(&self.events, &|table, item| {
                self.key_words(table, item)
            }));
        }
        let Some(Call { request, outcome, rulings }) = &self.call else {
            return Err("no call before this block".to_owned());
        };
        match (kind, &outcome.reply) {
            (BlockKind::Access, _) => Ok(transcript::access(rulings)),
            (BlockKind::Receipt, _) => {
                Ok(outcome.receipt.as_ref().map_or_else(String::new, transcript::receipt))
            }
            (BlockKind::Reply, Ok(reply)) => Ok(layout::block(&marshal::plain(reply.clone()))),
            (BlockKind::Span, Err(error)) => Ok(transcript::span(error, &parse(request)?)),
            (_, Err(error)) => Ok(transcript::error(error)),
            (_, Ok(reply)) => {
                Ok(format!("no error, but\n{}", layout::block(&marshal::plain(reply.clone()))))
            }
        }
    }

    fn differ(&mut self, block: &Block, text: String) {
        self.report.differences.push(Difference { line: block.line, text });
    }

    /// The key of an item, `ann` or `C1/O-1001`.
    fn key_words(&self, table: &TableName, item: &Item) -> String {
        let names = self.database.table(table.as_str()).map(|table| table.schema.key.attributes());
        let values: Vec<String> = names
            .into_iter()
            .flatten()
            .filter_map(|attribute| item.get(attribute.name.as_str()))
            .map(|value| engine::api::value::plain_from_value(value).to_string().replace('"', ""))
            .collect();
        values.join("/")
    }
}

/// The database that is loaded from a document. Saving it again must give the same document.
fn saved_and_loaded(database: &Database) -> Result<Database, String> {
    let text = api::snapshot::save(database);
    let loaded = api::snapshot::load(&text).map_err(|error| format!("{error}, in\n{text}"))?;
    let again = api::snapshot::save(&loaded);
    if again != text {
        return Err(format!("what was saved as\n{text}\nis, once loaded, saved as\n{again}"));
    }
    for table in database.tables().map(|table| table.schema.name.as_str()) {
        let (live, kept) = (database.throughput(table), loaded.throughput(table));
        if live != kept {
            return Err(format!("the throughput of {table}\n{live:?}\nis, once loaded,\n{kept:?}"));
        }
    }
    Ok(loaded)
}

/// Whether an event is about partitions and throughput, and not about items.
fn is_of_partitions(kind: &EventKind) -> bool {
    matches!(kind, EventKind::PartitionSplit { .. } | EventKind::ThroughputScaled { .. })
}

/// The request that creates the table of a block.
fn create_request(block: &Block) -> Result<Value, String> {
    let table = Table::parse(&expand(&block.content));
    // The content begins on the line after the fence.
    let error =
        table.map_err(|error| format!("{}, in line {}", error.fault, block.line + error.line));
    Ok(error?.create_request())
}

/// The requests that the body of a `call` describes.
fn requests(body: &str, form: &CallForm) -> Result<Vec<String>, String> {
    let typed = |text: &str| parse(text).map(|request| marshal::typed(request).to_string());
    match form {
        CallForm::Raw => Ok(vec![expand(body)]),
        CallForm::Plain => Ok(vec![typed(body)?]),
        CallForm::Repeated(numbers) => numbers
            .clone()
            .map(|number| typed(&body.replace("${n}", &number.to_string())))
            .collect(),
    }
}

fn parse(text: &str) -> Result<Value, String> {
    serde_json::from_str(&expand(text)).map_err(|fault| format!("not JSON: {fault}"))
}

/// The texts of a request's expressions.
fn expressions(request: &str) -> Vec<String> {
    let request: Value = serde_json::from_str(request).unwrap_or_default();
    let members = request.as_object().into_iter().flatten();
    members
        .filter(|(name, _)| name.ends_with("Expression") || *name == "Statement")
        .filter_map(|(_, text)| text.as_str().map(str::to_owned))
        .collect()
}

/// A text's words, line by line: the alignment of columns is not compared.
fn words(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|words| !words.is_empty())
        .collect()
}
