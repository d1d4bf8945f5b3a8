//! Blocks that do something to the sandbox.

use std::rc::Rc;

use engine::json::value::parse as parse_json;
use notation::document::Block;
use notation::marshal::typed;
use notation::table::{self, IndexKind, Table};

use super::{Reader, lines};
use crate::lesson::action::{Action, ActionKind};
use crate::lesson::setting::{self, Change, duration_ms};
use crate::sandbox::limit::PASSED_MS;
use crate::view::design::{
    CapacityDesign, IndexDesign, KeyDesign, KeyKind, ProjectionDesign, TableDesign,
};
use crate::view::pattern::Period;
use crate::view::workload::{PatternPlan, WorkloadPlan};

impl Reader {
    pub(super) fn read_action(&mut self, block: &Block<String>, words: &[&str]) -> Option<Action> {
        let kind = match words {
            ["play", operation] => self.read_call(block, operation),
            ["advance"] => self.read_advance(block),
            ["workload"] => self.read_workload(block),
            ["run"] => Some(ActionKind::Run),
            ["sandbox"] => self.read_settings(block),
            ["design", table] => self.read_design(block, table),
            ["sender", name @ ..] => self.read_sender(block.line, name),
            ["program"] => self.read_program(block).map(ActionKind::Program),
            ["series"] => self.read_series(block).map(Box::new).map(ActionKind::Series),
            _ => {
                let expected = "a block `rules`, `look`, `predict ID`, `predict ID number`, `play OPERATION`, `advance`, `workload`, `run`, `sandbox`, `design TABLE`, `program`, `series`, `sender NAME`, `result`, `outcome`, `state`, `do ID`, `solution …` or `free`";
                self.fault(block.line, expected, format!("`{}`", block.kind));
                None
            }
        };
        kind.map(|kind| Action { line: block.line, kind })
    }

    fn read_call(&mut self, block: &Block<String>, operation: &str) -> Option<ActionKind> {
        let content = self.written_out(&block.content, block.line)?;
        match parse_json(&content) {
            Ok(request) => {
                let request = format!("{:#}", typed(request));
                Some(ActionKind::Call { operation: operation.to_owned(), request })
            }
            Err(error) => {
                let expected = "a request as JSON: `{ \"TableName\": \"Orders\" }`";
                self.fault(block.line + error.line, expected, "text that is not JSON");
                None
            }
        }
    }

    fn read_advance(&mut self, block: &Block<String>) -> Option<ActionKind> {
        let duration = duration_ms(&block.content).filter(|ms| PASSED_MS.contains(ms));
        if duration.is_none() {
            let found = format!("`{}`", block.content.trim());
            let days = PASSED_MS.end() / 86_400_000;
            self.fault(
                block.line + 1,
                format!("a time of at most {days} d: `200 ms`, `10 s`, `5 min`, `48 h` or `30 d`"),
                found,
            );
        }
        duration.map(|ms| ActionKind::Advance { ms })
    }

    fn read_settings(&mut self, block: &Block<String>) -> Option<ActionKind> {
        let mut all = Vec::new();
        for (line, text) in lines(block) {
            match Change::parse(&text) {
                Some(changes) => all.extend(changes),
                None => self.fault(line, setting::EXPECTED, format!("`{text}`")),
            }
        }
        (!all.is_empty()).then_some(ActionKind::Set(all))
    }

    fn read_design(&mut self, block: &Block<String>, table: &str) -> Option<ActionKind> {
        let design = Table::parse(&block.content)
            .map_err(|error| (block.line + error.line, error.fault.to_string()))
            .and_then(|table| {
                design(&table).ok_or((block.line, "a type that no key has".to_owned()))
            });
        match design {
            Ok(design) => Some(ActionKind::Rebuild { table: table.to_owned(), design }),
            Err((line, found)) => {
                let expected =
                    "a table such as `Orders  CustomerId S  OrderId S`, with a line for each index";
                self.fault(line, expected, found);
                None
            }
        }
    }

    /// `10 s, no retries`, and then a line for each pattern: `50  PutItem  { … }`.
    pub(super) fn read_workload(&mut self, block: &Block<String>) -> Option<ActionKind> {
        let mut lines = lines(block);
        let (line, head) = lines.next().unwrap_or((block.line, String::new()));
        let Some(mut plan) = workload_head(&head) else {
            let expected = "how long it lasts: `10 s`, `10 s, no retries` or `10 s, unlimited`";
            self.fault(line, expected, format!("`{head}`"));
            return None;
        };
        for (line, text) in lines {
            let text = self.written_out(&text, line)?;
            if let Some(pattern) = workload_pattern(&text) {
                plan.patterns.push(pattern);
            } else {
                let expected = "how often, an operation and its request: `50  PutItem  { \"TableName\": … }` or `288 a day  Scan  { … }`";
                self.fault(line, expected, format!("`{text}`"));
            }
        }
        Some(ActionKind::Workload(Rc::new(plan)))
    }
}

/// `10 s, idle before, no retries, unlimited, seed 3`: only the time is needed.
fn workload_head(line: &str) -> Option<WorkloadPlan> {
    let mut parts = line.split(',').map(str::trim);
    let seconds = duration_ms(parts.next()?)? / 1_000;
    let mut plan = WorkloadPlan {
        seed: 1,
        seconds,
        patterns: Vec::new(),
        retries: true,
        limits: true,
        idle: false,
    };
    for part in parts {
        match part.split_once(' ') {
            Some(("idle", "before")) => plan.idle = true,
            Some(("no", "retries")) => plan.retries = false,
            None if part == "unlimited" => plan.limits = false,
            Some(("seed", seed)) => plan.seed = seed.parse().ok()?,
            _ => return None,
        }
    }
    (seconds > 0).then_some(plan)
}

/// What a rate is counted in, if it is not a second.
pub(crate) const PERIODS: [(&str, Period); 4] = [
    ("a minute", Period::Minute),
    ("an hour", Period::Hour),
    ("a day", Period::Day),
    ("a month", Period::Month),
];

/// `50  PutItem  { … }` or `288 a day  PutItem  { … }`: how often, the operation and the request.
fn workload_pattern(line: &str) -> Option<PatternPlan> {
    let (rate, rest) = line.split_once("  ")?;
    let (rate, period) = match rate.split_once(' ') {
        None => (rate, Period::Second),
        Some((rate, words)) => (rate, PERIODS.into_iter().find(|(it, _)| *it == words)?.1),
    };
    let (operation, request) = rest.trim().split_once("  ")?;
    let request = typed(parse_json(request.trim()).ok()?);
    Some(PatternPlan {
        name: operation.into(),
        operation: operation.into(),
        request: format!("{request:#}").into(),
        points: vec![(0, rate.parse().ok()?)],
        span: period.seconds(),
    })
}

/// The design of a table in one-line notation. `None` if a key has a type that no key can have.
pub(crate) fn design(table: &Table) -> Option<TableDesign> {
    let (mut local_indexes, mut global_indexes) = (Vec::new(), Vec::new());
    for index in &table.indexes {
        let (list, partition_key, sort_key) = match &index.kind {
            IndexKind::Local { sort_key } => {
                (&mut local_indexes, &table.key.partition_key, Some(sort_key))
            }
            IndexKind::Global { key } => {
                (&mut global_indexes, &key.partition_key, key.sort_key.as_ref())
            }
        };
        list.push(IndexDesign {
            name: index.name.clone(),
            partition_keys: vec![key_design(partition_key)?],
            sort_keys: sort_key.map(key_design).map_or(Some(Vec::new()), |key| Some(vec![key?]))?,
            projection: projection(&index.projection)?,
            capacity: CapacityDesign::default(),
        });
    }
    let sort_key = match &table.key.sort_key {
        Some(key) => Some(key_design(key)?),
        None => None,
    };
    Some(TableDesign {
        name: table.name.clone(),
        partition_key: key_design(&table.key.partition_key)?,
        sort_key,
        local_indexes,
        global_indexes,
        settings: None,
    })
}

fn key_design(attribute: &table::KeyAttribute) -> Option<KeyDesign> {
    let kind = KeyKind::ALL.into_iter().find(|kind| kind.tag() == attribute.kind)?;
    Some(KeyDesign { name: attribute.name.clone(), kind })
}

fn projection(projection: &table::Projection) -> Option<ProjectionDesign> {
    Some(match projection {
        table::Projection::Include { attributes } => ProjectionDesign::Include(attributes.clone()),
        table::Projection::Named { name } => match name.as_str() {
            "KEYS_ONLY" => ProjectionDesign::KeysOnly,
            "ALL" => ProjectionDesign::All,
            _ => return None,
        },
    })
}
