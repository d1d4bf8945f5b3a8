//! What the user plans with the tables of a sandbox, stored in its document: the settings of the cost calculation,
//! what a workload sends, and the entities that tables hold.

use std::rc::Rc;

use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;

use crate::sandbox::workload;
use crate::view::cost::CostSettings;
use crate::view::entity::Entity;
use crate::view::pattern::{PatternDraft, Period};

/// What the user plans with the tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The settings of the cost calculation.
    pub cost: CostSettings,
    /// What the user has stated about access patterns, by their names.
    pub notes: Vec<PatternNote>,
    /// What a workload sends: the access patterns, for how long, and where chance begins.
    pub workload: Rc<Workload>,
    /// The entities of tables that have some.
    pub entities: Vec<TableEntities>,
}

/// The entities of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableEntities {
    /// The table, by its name.
    pub table: String,
    /// Its entities, in their order.
    pub entities: Vec<Entity>,
}

/// What the user has stated about a pattern besides its request and curve.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatternNote {
    /// The pattern, by its name.
    pub name: String,
    /// Requests a day, if it is too rare to be counted by the second.
    pub per_day: Option<u64>,
    /// Bytes that one request reads or writes, if not as here.
    pub size: Option<u64>,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            cost: CostSettings::default(),
            notes: Vec::new(),
            workload: Rc::new(workload::usual()),
            entities: Vec::new(),
        }
    }
}

/// Hours of a day.
const DAY_HOURS: u64 = 24;

impl Plan {
    /// What the user has stated about a pattern.
    pub(crate) fn note(&self, name: &str) -> PatternNote {
        self.notes.iter().find(|note| note.name == name).cloned().unwrap_or_default()
    }

    /// The entities of a table.
    pub(crate) fn entities_of(&self, table: &str) -> &[Entity] {
        let known = self.entities.iter().find(|known| known.table == table);
        known.map_or(&[], |known| &known.entities)
    }

    /// The plan with other entities of a table.
    pub(crate) fn with_entities(&self, table: &str, entities: Vec<Entity>) -> Self {
        let mut plan = self.clone();
        match plan.entities.iter().position(|known| known.table == table) {
            Some(place) if entities.is_empty() => drop(plan.entities.remove(place)),
            Some(place) => plan.entities[place].entities = entities,
            None if entities.is_empty() => {}
            None => plan.entities.push(TableEntities { table: table.to_owned(), entities }),
        }
        plan
    }

    /// Keeps what is known of a pattern.
    pub(crate) fn set_note(&mut self, note: PatternNote) {
        self.notes.retain(|other| other.name != note.name);
        if note.is_telling() {
            self.notes.push(note);
        }
    }

    /// The pattern that a draft describes. A curve that was drawn stays as long as its mean is not changed.
    pub(crate) fn pattern_of(&self, draft: &PatternDraft) -> (AccessPattern, PatternNote) {
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
    pub(crate) fn mean(&self, curve: &RateCurve) -> u64 {
        let seconds = self.workload.seconds.max(1);
        curve.total(seconds) / seconds
    }

    /// The plan with a pattern, at its position or after the others.
    pub(crate) fn with_pattern(&self, draft: &PatternDraft) -> Self {
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
    pub(crate) fn without_pattern(&self, position: usize) -> Option<(Self, String)> {
        let name = self.workload.patterns.get(position)?.name.clone();
        let mut plan = self.clone();
        Rc::make_mut(&mut plan.workload).patterns.remove(position);
        plan.notes.retain(|note| note.name != name);
        Some((plan, name))
    }
}

impl PatternNote {
    /// Whether it contains anything.
    pub(crate) fn is_telling(&self) -> bool {
        self.per_day.is_some() || self.size.is_some()
    }
}
