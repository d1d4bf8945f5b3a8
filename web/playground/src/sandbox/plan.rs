//! What the user plans with the tables of a sandbox, stored in its document: the settings of the cost calculation,
//! what a workload sends, and the entities that tables hold.

use std::iter;
use std::rc::Rc;

use engine::api::REGIONS;
use engine::database::REPLICATION_DELAY_MS;
use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;

use crate::sandbox::caller::check_callers;
use crate::sandbox::entity::fault_of;
use crate::sandbox::limit::{
    self, BACKUP_COUNTS, DELAY_MS, ENTITY_TABLE_COUNT_MAX, EXPECTED_COUNT_MAX, EXPECTED_ENTRIES,
    EXPECTED_ITEMS, EXPECTED_NAME_LENGTH_MAX, GROWTH_COUNT_MAX, LIFE_DAYS, PATTERN_NAME_LENGTH_MAX,
    PATTERN_REQUEST_LENGTH_MAX, PRICE_COUNT_MAX, PRICE_LENGTH_MAX, PROGRAM_COUNT_MAX, RATES,
    REQUEST_BYTES, SERIES_COUNT_MAX, SQL_TABLE_COUNT_MAX, STREAM_READS, UTILISATION_PERCENTS,
};
use crate::sandbox::program::read_program;
use crate::sandbox::rate::Rate;
use crate::sandbox::workload::{self, check_pattern, check_workload};
use crate::view::caller::Caller;
use crate::view::cost::CostSettings;
use crate::view::decimal::Decimal;
use crate::view::entity::Entity;
use crate::view::first::beginning;
use crate::view::message::Message;
use crate::view::pattern::PatternDraft;
use crate::view::series::Series;
use crate::view::value::Text;

/// What a pattern can be called: the name, with a number behind it if it is taken.
pub fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> Text {
    let numbered = (2..).map(|number: u64| {
        let end = format!(" {number}");
        // What is cut ends with another character.
        beginning(name, PATTERN_NAME_LENGTH_MAX - end.len() - 1).into_owned() + &end
    });
    let mut names = iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default().into()
}

/// What the user plans with the tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The settings of the cost calculation.
    pub cost: CostSettings,
    /// What the user has stated about access patterns, by their names.
    pub notes: Vec<PatternNote>,
    /// What a workload sends: the access patterns, for how long, and where chance begins.
    pub workload: Rc<Workload>,
    /// What is sent instead while an experiment is chosen, which leaves the access patterns as they are.
    pub experiment: Option<Experiment>,
    /// The entities of tables that have some.
    pub entities: Vec<TableEntities>,
    /// Who may send requests, by their policies.
    pub callers: Vec<Caller>,
    /// The caller that sends them, by its name; the owner, who may do all, if `None`.
    pub sender: Option<String>,
    /// The programs that read streams, as JSON, in the order in which they were added.
    pub programs: Vec<Text>,
    /// How writes travel between Regions.
    pub regions: Regions,
    /// The period tables, in the order in which they were added.
    pub series: Vec<Series>,
    /// The tables that stand for those of an SQL database, in ascending order.
    pub sql: Vec<Text>,
}

/// How writes travel between Regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regions {
    /// How long a write travels.
    pub delay_ms: u64,
    /// The Regions that nothing reaches or leaves, in ascending order.
    pub cut_off: Vec<Text>,
}

impl Default for Regions {
    fn default() -> Self {
        Self { delay_ms: REPLICATION_DELAY_MS, cut_off: Vec::new() }
    }
}

impl Regions {
    fn check(&self) -> Result<(), Message> {
        limit::number("limit.delay_ms", self.delay_ms, &DELAY_MS)?;
        match self.cut_off.iter().all(|region| REGIONS.contains(&&**region)) {
            true => Ok(()),
            false => Err(Message::plain("problem.no_region")),
        }
    }
}

/// An experiment that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Experiment {
    /// Its name in the data.
    pub name: String,
    /// What it sends, which may have been changed since.
    pub workload: Rc<Workload>,
    /// The request of `UpdateTable` that gives a table back the units that it had before; `None` if the experiment provisions none.
    pub put_back: Option<Text>,
}

impl Experiment {
    fn check(&self) -> Result<(), Message> {
        limit::length("experiment.panel", &self.name, PATTERN_NAME_LENGTH_MAX)?;
        let put_back = self.put_back.as_deref().unwrap_or_default();
        limit::length("pattern.request", put_back, PATTERN_REQUEST_LENGTH_MAX)?;
        check_workload(&self.workload)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableEntities {
    /// The table, by its name.
    pub table: String,
    /// Its entities, in their order.
    pub entities: Vec<Entity>,
}

impl TableEntities {
    fn check(&self) -> Result<(), Message> {
        let fault = (0..self.entities.len()).find_map(|place| fault_of(&self.entities, place));
        fault.map_or(Ok(()), Err)
    }
}

/// What the user has stated about a pattern besides its request and curve.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatternNote {
    pub name: String,
    /// Bytes that one request reads or writes, or each item of a batch or transaction, if not as here.
    pub size: Option<u64>,
    /// Items that one Query or Scan reads, on average, if not as many as here of a key, or all.
    pub items: Option<Decimal>,
    /// Of a pattern that was a request: the items as they were before it, as the actions of a transaction; empty if as they are now.
    pub before: Text,
}

impl PatternNote {
    /// Whether it contains anything.
    pub(crate) fn is_telling(&self) -> bool {
        self.size.is_some() || self.items.is_some() || !self.before.is_empty()
    }

    fn check(&self) -> Result<(), Message> {
        limit::length("pattern.request", &self.before, PATTERN_REQUEST_LENGTH_MAX)?;
        limit::decimal("pattern.items", self.items.unwrap_or_else(|| 0.into()), &EXPECTED_ENTRIES)?;
        limit::length("pattern.name", &self.name, PATTERN_NAME_LENGTH_MAX)?;
        limit::number("pattern.size", self.size.unwrap_or_default(), &REQUEST_BYTES)
    }
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            cost: CostSettings::default(),
            notes: Vec::new(),
            workload: Rc::new(workload::usual()),
            experiment: None,
            entities: Vec::new(),
            callers: Vec::new(),
            sender: None,
            programs: Vec::new(),
            regions: Regions::default(),
            series: Vec::new(),
            sql: Vec::new(),
        }
    }
}

impl Plan {
    /// What the user has stated about a pattern.
    pub(crate) fn note(&self, name: &str) -> PatternNote {
        self.notes.iter().find(|note| note.name == name).cloned().unwrap_or_default()
    }

    /// Whether something is done by itself as time passes: programs run, or period tables have their turn.
    pub(crate) fn follows_clock(&self) -> bool {
        !self.programs.is_empty() || !self.series.is_empty()
    }

    /// The entities of a table.
    pub(crate) fn entities_of(&self, table: &str) -> &[Entity] {
        let known = self.entities.iter().find(|known| known.table == table);
        known.map_or(&[], |known| &known.entities)
    }

    /// The caller that sends requests; `None` if the owner does.
    pub(crate) fn sending_caller(&self) -> Option<&Caller> {
        let sender = self.sender.as_ref()?;
        self.callers.iter().find(|caller| caller.name == *sender)
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

    /// Accepts a plan that can be stored and read again. Fails with the first limit that is exceeded.
    pub(crate) fn check(&self) -> Result<(), Message> {
        let Self { cost, notes, workload, experiment, entities, callers, .. } = self;
        let Self { sender, programs, regions, series, sql, .. } = self;
        check_cost(cost)?;
        notes.iter().try_for_each(PatternNote::check)?;
        check_workload(workload)?;
        experiment.as_ref().map_or(Ok(()), Experiment::check)?;
        limit::count("limit.entity_tables", entities.len(), ENTITY_TABLE_COUNT_MAX)?;
        entities.iter().try_for_each(TableEntities::check)?;
        check_callers(callers)?;
        if sender.is_some() && self.sending_caller().is_none() {
            return Err(Message::plain("caller.no_sender"));
        }
        limit::count("program.panel", programs.len(), PROGRAM_COUNT_MAX)?;
        programs.iter().try_for_each(|program| read_program(program).map(drop))?;
        regions.check()?;
        limit::count("series.panel", series.len(), SERIES_COUNT_MAX)?;
        series.iter().try_for_each(Series::check)?;
        limit::count("sql.tables", sql.len(), SQL_TABLE_COUNT_MAX)?;
        sql.iter().try_for_each(|name| check_store(name))
    }

    /// The plan in which a table stands for one of an SQL database, or not.
    pub(crate) fn with_sql(&self, table: &str, is_sql: bool) -> Self {
        let mut plan = self.clone();
        plan.sql.retain(|name| **name != *table);
        plan.sql.extend(is_sql.then(|| table.into()));
        plan.sql.sort();
        plan
    }

    /// The plan with a program, in the place of the one of its name or after the others. Fails if it cannot be read.
    pub(crate) fn with_program(&self, definition: &str) -> Result<Self, Message> {
        let name = read_program(definition)?.name;
        let mut plan = self.clone();
        match plan.programs.iter_mut().find(|known| is_called(known, &name)) {
            Some(known) => *known = definition.into(),
            None => plan.programs.push(definition.into()),
        }
        Ok(plan)
    }

    /// The plan without a program.
    pub(crate) fn without_program(&self, name: &str) -> Self {
        let mut plan = self.clone();
        plan.programs.retain(|known| !is_called(known, name));
        plan
    }

    /// The plan with a series of period tables, in the place of the one of its name or after the others.
    pub(crate) fn with_series(&self, series: Series) -> Self {
        let mut plan = self.clone();
        match plan.series.iter_mut().find(|known| known.name == series.name) {
            Some(known) => *known = series,
            None => plan.series.push(series),
        }
        plan
    }

    /// The plan without a series. Its tables stay.
    pub(crate) fn without_series(&self, name: &str) -> Self {
        let mut plan = self.clone();
        plan.series.retain(|known| known.name != name);
        plan
    }

    /// What is sent: the experiment that is chosen, or else the access patterns.
    pub(crate) fn traffic(&self) -> &Rc<Workload> {
        self.experiment.as_ref().map_or(&self.workload, |experiment| &experiment.workload)
    }

    /// The plan with other traffic. What was stated about access patterns that there are no more is forgotten.
    pub(crate) fn with_traffic(&self, workload: Workload) -> Self {
        let workload = Rc::new(workload);
        if let Some(experiment) = &self.experiment {
            let experiment = Some(Experiment { workload, ..experiment.clone() });
            return Self { experiment, ..self.clone() };
        }
        let mut plan = Self { workload, ..self.clone() };
        let patterns = &plan.workload.patterns;
        plan.notes.retain(|note| patterns.iter().any(|pattern| pattern.name == note.name));
        plan
    }

    /// The pattern that a draft describes. A curve that was drawn stays as long as its mean is not changed. Fails if what was
    /// typed is no number, or beyond a limit.
    pub(crate) fn pattern_of(
        &self,
        draft: &PatternDraft,
    ) -> Result<(AccessPattern, PatternNote), Message> {
        let max = RATES.end() * draft.period.seconds();
        let count = limit::typed_decimal("pattern.rate_label", &draft.rate, &(0..=max))?;
        let rate = Rate { count, period: draft.period };
        let size = match draft.size.trim() {
            "" => None,
            size => {
                let sizes = limit::bytes_of_request(&draft.operation);
                Some(limit::typed_number("pattern.size", size, &sizes)?)
            }
        };
        let items = match draft.items.trim() {
            "" => None,
            items => Some(limit::typed_decimal("pattern.items", items, &EXPECTED_ENTRIES)?),
        };
        let old = draft.position.and_then(|position| self.workload.patterns.get(position));
        let rate = match old.filter(|old| self.rate_of(&old.rate) == rate) {
            Some(old) => old.rate.clone(),
            None => rate.curve(),
        };
        let name = draft.name.to_string();
        let before = Text::clone(&draft.before);
        let note = PatternNote { name: name.clone(), size, items, before };
        let (operation, request) = (draft.operation.to_string(), draft.request.to_string());
        let pattern = AccessPattern { name, operation, request, rate };
        check_pattern(&pattern)?;
        Ok((pattern, note))
    }

    /// The rate of a curve, or its average during the workload.
    pub(crate) fn rate_of(&self, curve: &RateCurve) -> Rate {
        Rate::of(curve).unwrap_or_else(|| Rate::mean(curve, self.workload.seconds))
    }

    /// The plan with a pattern, at its position or after the others. Fails as [`Plan::pattern_of`] does.
    pub(crate) fn with_pattern(&self, draft: &PatternDraft) -> Result<Self, Message> {
        let (pattern, note) = self.pattern_of(draft)?;
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
        Ok(plan)
    }

    /// The plan with the patterns that only another one has, after its own.
    pub(crate) fn with_patterns_of(&self, other: &Self) -> Self {
        let mut plan = self.clone();
        for row in paired([self, other]) {
            let [None, Some(position)] = row else { continue };
            let pattern = other.workload.patterns[position].clone();
            plan.set_note(PatternNote { name: pattern.name.clone(), ..other.note(&pattern.name) });
            Rc::make_mut(&mut plan.workload).patterns.push(pattern);
        }
        plan
    }

    /// What a design with this plan is sent of a workload: its own requests where it has a pattern of the same name.
    pub(crate) fn with_own_requests(&self, workload: &Rc<Workload>) -> Rc<Workload> {
        let sent = Self { workload: Rc::clone(workload), ..self.clone() };
        let mut own = Workload::clone(workload);
        for row in paired([&sent, self]) {
            let [Some(position), Some(of_own)] = row else { continue };
            let AccessPattern { operation, request, .. } = &self.workload.patterns[of_own];
            let pattern = &mut own.patterns[position];
            (pattern.operation, pattern.request) = (operation.clone(), request.clone());
        }
        Rc::new(own)
    }

    /// The plan with the rates of another one, and its settings of the price.
    pub(crate) fn with_rates_of(&self, other: &Self) -> Self {
        let mut plan = Self { cost: other.cost.clone(), ..self.clone() };
        let workload = Rc::make_mut(&mut plan.workload);
        // The average of a curve is that of as many seconds.
        workload.seconds = other.workload.seconds;
        for row in paired([self, other]) {
            let [Some(own), Some(position)] = row else { continue };
            workload.patterns[own].rate = other.workload.patterns[position].rate.clone();
        }
        plan
    }

    /// The plan without a pattern, and the pattern's name.
    pub(crate) fn without_pattern(&self, position: usize) -> Option<(Self, String)> {
        let name = self.workload.patterns.get(position)?.name.clone();
        let mut plan = self.clone();
        let patterns = &mut Rc::make_mut(&mut plan.workload).patterns;
        patterns.remove(position);
        // A document may have two patterns of one name.
        if patterns.iter().all(|it| it.name != name) {
            plan.notes.retain(|note| note.name != name);
        }
        Some((plan, name))
    }
}

/// Whether a program has a name.
fn is_called(definition: &str, name: &str) -> bool {
    read_program(definition).is_ok_and(|program| program.name == name)
}

/// The patterns of two plans by their positions. Of several patterns of one name, each is beside one of the other plan.
pub(crate) fn paired([a, b]: [&Plan; 2]) -> Vec<[Option<usize>; 2]> {
    let [a, b] = [a, b].map(|plan| &plan.workload.patterns);
    let mut rows: Vec<[Option<usize>; 2]> = (0..a.len()).map(|it| [Some(it), None]).collect();
    for (position, pattern) in b.iter().enumerate() {
        let is_free = |[own, other]: &&mut [Option<usize>; 2]| {
            other.is_none() && own.is_some_and(|own| a[own].name == pattern.name)
        };
        match rows.iter_mut().find(is_free) {
            Some(row) => row[1] = Some(position),
            None => rows.push([None, Some(position)]),
        }
    }
    rows
}

/// Accepts settings of the cost calculation that can be stored and read again.
fn check_cost(cost: &CostSettings) -> Result<(), Message> {
    limit::decimal("cost.utilisation", cost.utilisation_percent, &UTILISATION_PERCENTS)?;
    limit::number("cost.items", cost.item_count.unwrap_or(1), &EXPECTED_ITEMS)?;
    limit::length("cost.region", &cost.region, PRICE_LENGTH_MAX)?;
    limit::count("cost.prices", cost.prices.len(), PRICE_COUNT_MAX)?;
    for text in cost.prices.iter().flat_map(|(key, price)| [key, price]) {
        limit::length("limit.price", text, PRICE_LENGTH_MAX)?;
    }
    limit::number("extra.backup_count", cost.backup_count.unwrap_or(0), &BACKUP_COUNTS)?;
    limit::number("extra.stream_count", cost.stream_reads.unwrap_or(0), &STREAM_READS)?;
    limit::count("growth.title", cost.growth.len(), GROWTH_COUNT_MAX)?;
    for it in &cost.growth {
        limit::number("growth.monthly", it.monthly, &EXPECTED_ENTRIES)?;
        limit::number("growth.days", it.days.unwrap_or(1), &LIFE_DAYS)?;
        let own = it.collection_monthly.unwrap_or(0);
        limit::number("growth.collection", own, &EXPECTED_ENTRIES)?;
        check_store(&it.table)?;
    }
    limit::count("cost.expected", cost.expected.len(), EXPECTED_COUNT_MAX)?;
    for it in &cost.expected {
        limit::number("cost.expected", it.count, &EXPECTED_ENTRIES)?;
        check_store(&it.table)?;
        check_store(it.index.as_deref().unwrap_or_default())?;
    }
    Ok(())
}

fn check_store(name: &str) -> Result<(), Message> {
    limit::length("cost.store", name, EXPECTED_NAME_LENGTH_MAX)
}

#[cfg(test)]
mod tests {
    use crate::sandbox::document::Document;

    #[test]
    fn what_is_stated_of_two_patterns_of_one_name_goes_with_the_second() {
        let text = r#"{"v":1,
            "patterns":[{"name":"Count","operation":"Scan","request":"{}","rate":[[0,1]]},{"name":"Count","operation":"Scan","request":"{}","rate":[[0,2]]}],
            "notes":{"Count":{"size":400}}}"#;
        let plan = Document::parse(text).expect("it is a document").plan;
        assert_eq!((plan.workload.patterns.len(), plan.note("Count").size), (2, Some(400)));
        let (plan, name) = plan.without_pattern(0).expect("there are two");
        assert_eq!((&*name, plan.note("Count").size), ("Count", Some(400)));
        let (plan, _) = plan.without_pattern(0).expect("there is one");
        assert_eq!(plan.note("Count").size, None);
    }
}
