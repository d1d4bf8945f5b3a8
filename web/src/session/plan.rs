//! What a person plans with the tables of a sandbox, kept in its document: what costs are reckoned with,
//! and what a workload sends.

use std::rc::Rc;

use engine::model::list::Listed;
use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;
use serde_json::{Map, Value};

use crate::session::Session;
use crate::session::command::{PlanCommand, Response};
use crate::session::pattern::PatternNote;
use crate::session::state::Input;
use crate::session::workload;
use crate::view::cost::{CostSettings, PayMode, TableClass};
use crate::view::message::Message;
use crate::view::pattern::{PatternDraft, Period};
use crate::view::value::Text;

/// Percent: what cannot be used more than it is there.
const PERCENT_MAX: u64 = 100;

/// Items that a table can be reckoned with. Model: beyond it no table has been heard of.
const ITEM_COUNT_MAX: u64 = 1_000_000_000_000;

/// Prices of one's own that are kept: every one of every region and class, and some.
const PRICE_COUNT_MAX: usize = 200;

/// What a person plans with the tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// What costs are reckoned with.
    pub cost: CostSettings,
    /// What is known of access patterns beside, by their names.
    pub notes: Vec<PatternNote>,
    /// What a workload sends: the access patterns, for how long, and where chance begins.
    pub workload: Rc<Workload>,
}

impl Default for Plan {
    fn default() -> Self {
        let (cost, notes) = (CostSettings::default(), Vec::new());
        Self { cost, notes, workload: Rc::new(workload::usual()) }
    }
}

impl Plan {
    /// Writes its members into a document, defaults left out.
    pub(super) fn write_to(&self, document: &mut Map<String, Value>) {
        let cost = cost_json(&self.cost);
        if !cost.is_empty() {
            document.insert("cost".into(), cost.into());
        }
        workload::write_to(&self.workload, document);
        let notes = self.notes.iter().filter(|note| note.is_telling());
        let mut telling = Map::new();
        for (name, note) in notes.map(PatternNote::to_json) {
            telling.insert(name, note);
        }
        if !telling.is_empty() {
            document.insert("notes".into(), telling.into());
        }
    }

    /// Reads its members of a document. What cannot be read is as if it were not there.
    pub(super) fn read_from(document: &Value) -> Self {
        Self {
            cost: cost_of(&document["cost"]),
            notes: PatternNote::all_of(&document["notes"]),
            workload: Rc::new(workload::read_from(document)),
        }
    }
}

/// Hours of a day.
const DAY_HOURS: u64 = 24;

/// Notes that are kept: one for each access pattern of a document, and some.
const NOTE_COUNT_MAX: usize = 200;

impl Plan {
    /// What is known of a pattern.
    pub(super) fn note(&self, name: &str) -> PatternNote {
        self.notes.iter().find(|note| note.name == name).cloned().unwrap_or_default()
    }

    /// Keeps what is known of a pattern.
    pub(super) fn set_note(&mut self, note: PatternNote) {
        self.notes.retain(|other| other.name != note.name);
        if note.is_telling() {
            self.notes.push(note);
        }
    }

    /// The pattern that a draft stands for. A curve that was drawn stays as long as its mean is not changed.
    pub(super) fn pattern_of(&self, draft: &PatternDraft) -> (AccessPattern, PatternNote) {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let count = number(&draft.rate).unwrap_or(0);
        let per_day = match draft.period {
            Period::Second => None,
            Period::Hour => Some(count.saturating_mul(DAY_HOURS)),
            Period::Day => Some(count),
        };
        let old = draft.position.and_then(|position| self.workload.patterns.get(position));
        let kept = old.filter(|old| per_day.is_none() && self.mean(&old.rate) == count);
        let rate = match (kept, per_day) {
            (Some(old), _) => old.rate.clone(),
            (None, None) => RateCurve::constant(count),
            // Too rare for seconds.
            (None, Some(_)) => RateCurve::constant(0),
        };
        let name = draft.name.to_string();
        let note = PatternNote { name: name.clone(), per_day, size: number(&draft.size) };
        let (operation, request) = (draft.operation.to_string(), draft.request.to_string());
        (AccessPattern { name, operation, request, rate }, note)
    }

    /// Requests a second of a curve, on average and rounded down.
    pub(super) fn mean(&self, curve: &RateCurve) -> u64 {
        let seconds = self.workload.seconds.max(1);
        curve.total(seconds) / seconds
    }

    /// The plan with a pattern, in the place that it has or behind the others.
    pub(super) fn with_pattern(&self, draft: &PatternDraft) -> Self {
        let (pattern, note) = self.pattern_of(draft);
        let mut plan = self.clone();
        let patterns = &mut Rc::make_mut(&mut plan.workload).patterns;
        match draft.position.and_then(|position| patterns.get_mut(position)) {
            Some(place) => {
                let old = std::mem::replace(place, pattern);
                plan.notes.retain(|note| note.name != old.name);
            }
            None => patterns.push(pattern),
        }
        plan.set_note(note);
        plan
    }

    /// The plan without a pattern, and the pattern's name.
    pub(super) fn without_pattern(&self, position: usize) -> Option<(Self, String)> {
        let name = self.workload.patterns.get(position)?.name.clone();
        let mut plan = self.clone();
        Rc::make_mut(&mut plan.workload).patterns.remove(position);
        plan.notes.retain(|note| note.name != name);
        Some((plan, name))
    }
}

impl PatternNote {
    /// Whether it says anything.
    fn is_telling(&self) -> bool {
        self.per_day.is_some() || self.size.is_some()
    }

    fn to_json(&self) -> (String, Value) {
        let mut json = Map::new();
        if let Some(count) = self.per_day {
            json.insert("per_day".into(), count.into());
        }
        if let Some(size) = self.size {
            json.insert("size".into(), size.into());
        }
        (self.name.clone(), json.into())
    }

    fn all_of(json: &Value) -> Vec<Self> {
        let notes = json.as_object().into_iter().flatten().map(|(name, json)| Self {
            name: name.clone(),
            per_day: json["per_day"].as_u64(),
            size: json["size"].as_u64(),
        });
        notes.filter(Self::is_telling).take(NOTE_COUNT_MAX).listed()
    }
}

fn cost_json(cost: &CostSettings) -> Map<String, Value> {
    let usual = CostSettings::default();
    let mut json = Map::new();
    let mut put = |name: &str, value: Value| drop(json.insert(name.into(), value));
    if cost.region != usual.region {
        put("region", cost.region.as_ref().into());
    }
    if let Some(class) = cost.class {
        put("class", class.id().into());
    }
    if let Some(mode) = cost.mode {
        put("mode", mode.id().into());
    }
    if cost.free_tier {
        put("free_tier", true.into());
    }
    if cost.utilisation_percent != usual.utilisation_percent {
        put("utilisation", cost.utilisation_percent.into());
    }
    if let Some(count) = cost.item_count {
        put("items", count.into());
    }
    if !cost.prices.is_empty() {
        let mut prices = Map::new();
        for (key, text) in &cost.prices {
            prices.insert(key.as_ref().to_owned(), text.as_ref().into());
        }
        put("prices", prices.into());
    }
    json
}

fn cost_of(json: &Value) -> CostSettings {
    let usual = CostSettings::default();
    let text = |name: &str| json[name].as_str();
    let number = |name: &str, max: u64| json[name].as_u64().map(|number| number.clamp(1, max));
    let prices = json["prices"].as_object().into_iter().flatten();
    CostSettings {
        region: text("region").map_or(usual.region, Text::from),
        class: TableClass::ALL.into_iter().find(|class| text("class") == Some(class.id())),
        mode: PayMode::ALL.into_iter().find(|mode| text("mode") == Some(mode.id())),
        free_tier: json["free_tier"] == true,
        utilisation_percent: number("utilisation", PERCENT_MAX)
            .unwrap_or(usual.utilisation_percent),
        item_count: number("items", ITEM_COUNT_MAX),
        source: usual.source,
        prices: prices
            .filter_map(|(key, text)| Some((key.as_str().into(), text.as_str()?.into())))
            .take(PRICE_COUNT_MAX)
            .listed(),
    }
}

impl Session {
    /// Does what the page asks about what is planned.
    pub(super) fn handle_plan(&mut self, command: PlanCommand) -> Response {
        let plan = &self.state.plan;
        let (plan, key, name) = match command {
            PlanCommand::SetCost(cost) => {
                (Plan { cost, ..Plan::clone(plan) }, "action.cost", String::new())
            }
            PlanCommand::SavePattern(draft) => {
                (plan.with_pattern(&draft), "action.save_pattern", draft.name.to_string())
            }
            PlanCommand::DeletePattern { position } => match plan.without_pattern(position) {
                Some((plan, name)) => (plan, "action.delete_pattern", name),
                None => return Response::default(),
            },
        };
        self.plan(plan, Message::plain(key).with("name", name))
    }

    /// Plans something else with the tables.
    pub(super) fn plan(&mut self, plan: Plan, action: Message) -> Response {
        self.run(Input::Plan(Rc::new(plan)), Some(action))
    }
}
