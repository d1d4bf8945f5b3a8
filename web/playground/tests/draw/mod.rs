//! Values as users give them, drawn at and beyond each limit.
#![allow(dead_code, reason = "each test draws some of it")]

use std::ops::RangeInclusive;
use std::rc::Rc;

use playground::lesson::example;
use playground::sandbox::command::{
    Capacity, Command, ImportCommand, PlanCommand, WorkloadCommand,
};
use playground::sandbox::import::ImportRecord;
use playground::sandbox::limit;
use playground::sandbox::limit::{
    BACKUP_COUNTS, DAILY_RATES, DELAY_MS, ENTITY_TABLE_COUNT_MAX, EPOCH_SECONDS,
    EXPECTED_COUNT_MAX, EXPECTED_ENTRIES, EXPECTED_ITEMS, EXPECTED_NAME_LENGTH_MAX,
    GROWTH_COUNT_MAX, LIFE_DAYS, PASSED_MS, PATTERN_COUNT_MAX, PATTERN_NAME_LENGTH_MAX,
    PATTERN_REQUEST_LENGTH_MAX, POINT_COUNT_MAX, POINT_SECONDS, PRICE_COUNT_MAX, PRICE_LENGTH_MAX,
    PROGRAM_COUNT_MAX, RATES, REQUEST_BYTES, SCALED_PERCENTS, SCALED_UNITS, SERIES_TABLES,
    SPAN_SECONDS, STREAM_READS, TITLE_LENGTH_MAX, UTILISATION_PERCENTS, WORKLOAD_SECONDS,
};
use playground::sandbox::plan::Regions;
use playground::view::caller::{
    CALLER_COUNT_MAX, CALLER_NAME_LENGTH_MAX, Caller, POLICY_LENGTH_MAX, PolicyText,
};
use playground::view::compare::{CompareCommand, Letter};
use playground::view::cost::{CostSettings, ExpectedCount, LoadSource, PayMode, TableClass};
use playground::view::day::PRESETS;
use playground::view::design::{
    CapacityDesign, IndexDesign, KeyDesign, KeyKind, ProjectionDesign, StreamDesign, TableDesign,
    TableSettings,
};
use playground::view::edit::{Edit, Field, ItemId, ItemText, JsonForm, ValueKind, ValueText};
use playground::view::entity::{
    ENTITY_COUNT_MAX, ENTITY_NAME_LENGTH_MAX, ENTITY_RULE_LENGTH_MAX, Entity,
};
use playground::view::growth::TableGrowth;
use playground::view::pattern::{PatternDraft, Period};
use playground::view::rewind::Travel;
use playground::view::series::{Older, Series, SeriesPeriod};
use playground::view::throughput::{ScalingView, Setting};
use playground::view::value::{Method, Text};
use playground::view::verdict::{Remedy, SuffixMethod};
use playground::view::workload::{PatternPlan, WorkloadPlan};
use serde_json::{Value, json};
use support::random::Random;

/// Characters in one test or another: a letter, quotation marks, controls, signs that turn text, of two bytes to four.
const CHARACTERS: [char; 14] = [
    'a', ' ', '"', '\\', '\n', '\u{0}', '\u{7f}', '\u{202e}', '\u{2028}', 'é', '漢', '😀', '{',
    '\u{fffd}',
];

/// Texts that are numbers to someone.
const NUMBERS: [&str; 12] =
    ["", "0", "1", "10", "-1", "+1", "1.5", "1e400", "-0", "0x1f", "NaN", "１２"];

/// The kinds of commands.
macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Kind { $($kind),* }

        /// All of them.
        pub(crate) const KINDS: &[Kind] = &[$(Kind::$kind),*];
    };
}

kinds![
    OpenExample,
    OpenLink,
    OpenDocument,
    NewSandbox,
    KeepCopy,
    Call,
    Set,
    Remove,
    Replace,
    Put,
    Compose,
    Delete,
    SetAll,
    DeleteAll,
    CreateTable,
    RebuildTable,
    TryImport,
    StartImport,
    CancelImport,
    UpdateTable,
    AddIndex,
    DeleteTable,
    DropIndex,
    Advance,
    StepToNext,
    Perform,
    SetWorkload,
    ChooseWorkload,
    LeaveExperiment,
    StartWorkload,
    StepWorkload,
    PauseWorkload,
    ResumeWorkload,
    StopWorkload,
    TryRemedy,
    KeepRemedy,
    SetSetting,
    OnDemand,
    Provisioned,
    Scaled,
    Units,
    Rename,
    SetCost,
    SavePattern,
    SetEntities,
    SetCallers,
    SaveProgram,
    SetRegions,
    SetSql,
    DeleteProgram,
    SaveSeries,
    DeleteSeries,
    DeletePattern,
    Undo,
    Redo,
    Reset,
    Rewind,
    Fork,
    OpenBranch,
    OpenBeside,
    Duplicate,
    ShowDesign,
    RunComparison,
    AlignDesigns,
    KeepDesign,
];

impl Kind {
    /// The kind of a command. A command that is added breaks the build here, and its kind in [`Draw::command`].
    pub(crate) fn of(command: &Command) -> Self {
        match command {
            Command::OpenExample { .. } => Self::OpenExample,
            Command::OpenLink(_) => Self::OpenLink,
            Command::OpenDocument(_) => Self::OpenDocument,
            Command::NewSandbox { .. } => Self::NewSandbox,
            Command::KeepCopy => Self::KeepCopy,
            Command::Call { .. } => Self::Call,
            Command::Edit { edit, .. } => match edit {
                Edit::Set { .. } => Self::Set,
                Edit::Remove { .. } => Self::Remove,
                Edit::Replace { .. } => Self::Replace,
                Edit::Put { .. } => Self::Put,
                Edit::Compose { .. } => Self::Compose,
                Edit::Delete { .. } => Self::Delete,
                Edit::SetAll { .. } => Self::SetAll,
                Edit::DeleteAll { .. } => Self::DeleteAll,
            },
            Command::CreateTable(_) => Self::CreateTable,
            Command::RebuildTable { .. } => Self::RebuildTable,
            Command::Import(ImportCommand::Try(_)) => Self::TryImport,
            Command::Import(ImportCommand::Start(_)) => Self::StartImport,
            Command::Import(ImportCommand::Cancel) => Self::CancelImport,
            Command::UpdateTable { .. } => Self::UpdateTable,
            Command::AddIndex { .. } => Self::AddIndex,
            Command::DeleteTable(_) => Self::DeleteTable,
            Command::DropIndex { .. } => Self::DropIndex,
            Command::Advance { .. } => Self::Advance,
            Command::StepToNext => Self::StepToNext,
            Command::Perform(_) => Self::Perform,
            Command::Workload(command) => match command {
                WorkloadCommand::Set(_) => Self::SetWorkload,
                WorkloadCommand::Choose { .. } => Self::ChooseWorkload,
                WorkloadCommand::LeaveExperiment { .. } => Self::LeaveExperiment,
                WorkloadCommand::Start => Self::StartWorkload,
                WorkloadCommand::Step { .. } => Self::StepWorkload,
                WorkloadCommand::Pause => Self::PauseWorkload,
                WorkloadCommand::Resume => Self::ResumeWorkload,
                WorkloadCommand::Stop => Self::StopWorkload,
                WorkloadCommand::Try(_) => Self::TryRemedy,
                WorkloadCommand::Keep(_) => Self::KeepRemedy,
            },
            Command::Set { .. } => Self::SetSetting,
            Command::SetCapacity { capacity, .. } => match capacity {
                Capacity::OnDemand => Self::OnDemand,
                Capacity::Provisioned => Self::Provisioned,
                Capacity::Scaled(_) => Self::Scaled,
                Capacity::Units { .. } => Self::Units,
            },
            Command::Rename(_) => Self::Rename,
            Command::Plan(command) => match command {
                PlanCommand::SetCost(_) => Self::SetCost,
                PlanCommand::SavePattern(_) => Self::SavePattern,
                PlanCommand::SetEntities { .. } => Self::SetEntities,
                PlanCommand::SetCallers { .. } => Self::SetCallers,
                PlanCommand::SaveProgram(_) => Self::SaveProgram,
                PlanCommand::SetRegions(_) => Self::SetRegions,
                PlanCommand::SetSql { .. } => Self::SetSql,
                PlanCommand::DeleteProgram { .. } => Self::DeleteProgram,
                PlanCommand::SaveSeries(_) => Self::SaveSeries,
                PlanCommand::DeleteSeries { .. } => Self::DeleteSeries,
                PlanCommand::DeletePattern { .. } => Self::DeletePattern,
            },
            Command::Undo => Self::Undo,
            Command::Redo => Self::Redo,
            Command::Reset => Self::Reset,
            Command::Rewind(_) => Self::Rewind,
            Command::Fork => Self::Fork,
            Command::OpenBranch(_) => Self::OpenBranch,
            Command::Compare(command) => match command {
                CompareCommand::Open(_) => Self::OpenBeside,
                CompareCommand::Duplicate => Self::Duplicate,
                CompareCommand::Show(_) => Self::ShowDesign,
                CompareCommand::Run => Self::RunComparison,
                CompareCommand::Align => Self::AlignDesigns,
                CompareCommand::Keep => Self::KeepDesign,
            },
        }
    }
}

/// Draws values.
#[derive(Debug)]
pub(crate) struct Draw {
    pub(crate) random: Random,
}

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// Once in so many times.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        self.random.below(times) == 0
    }

    /// A number at an end of a range, beyond it, or somewhere.
    pub(crate) fn number(&mut self, range: &RangeInclusive<u64>) -> u64 {
        let (start, end) = (*range.start(), *range.end());
        let some = start + self.random.below((end - start).saturating_add(1).clamp(1, 1_000));
        self.random.pick(&[
            start,
            end,
            start.saturating_sub(1),
            end.saturating_add(1),
            some,
            some,
            start.saturating_add(1).min(end),
            u64::MAX,
        ])
    }

    /// A text of a few characters, of the largest length or of one more.
    pub(crate) fn text(&mut self, length_max: usize) -> String {
        if self.one_in(4) {
            return self.digits();
        }
        let character = self.random.pick(&CHARACTERS);
        let length = self.random.pick(&[0, 1, 3, 3, length_max, length_max + 1]);
        format!("{}{character}", "a".repeat(length)).chars().skip(1).collect()
    }

    /// Digits, some of which are numbers.
    pub(crate) fn digits(&mut self) -> String {
        match self.random.below(8) {
            0 => "9".repeat(150),
            1 => u64::MAX.to_string(),
            2 => "18446744073709551616".to_owned(),
            3 => "0.000000000001".to_owned(),
            _ => self.random.pick(&NUMBERS).to_owned(),
        }
    }

    /// How many there are of something: a few, as many as can be, or one more.
    pub(crate) fn count(&mut self, count_max: usize) -> usize {
        match self.random.below(6) {
            0 => count_max,
            1 => count_max + 1,
            few => usize::try_from(few).expect("it is small") - 2,
        }
    }

    /// The table that is there, or another.
    pub(crate) fn table(&mut self) -> String {
        match self.random.below(8) {
            0 => "Table1".to_owned(),
            1 => self.text(255),
            _ => "GameScores".to_owned(),
        }
    }

    pub(crate) fn item_id(&mut self) -> ItemId {
        let game = format!("G0{}", 1 + self.random.below(5));
        ItemId(json!({ "UserId": { "S": "Rick" }, "GameId": { "S": game } }).to_string().into())
    }

    pub(crate) fn items(&mut self) -> Vec<ItemId> {
        (0..=self.random.below(3)).map(|_| self.item_id()).collect()
    }

    pub(crate) fn value(&mut self) -> ValueText {
        let kind = self.random.pick(&ValueKind::ALL);
        let text = match kind {
            ValueKind::S => self.text(500),
            ValueKind::N => self.digits(),
            ValueKind::Bool => self.random.pick(&["true", "false", "yes"]).to_owned(),
            ValueKind::Null => String::new(),
            ValueKind::B => self.random.pick(&["", "AA==", "A", "😀"]).to_owned(),
            ValueKind::Ss => self.random.pick(&[r#"["a","é"]"#, r#"["a","a"]"#, "[]"]).to_owned(),
            ValueKind::Ns => self.random.pick(&["[1,2]", "[1,1.0]", "[1e400]"]).to_owned(),
            ValueKind::Bs => self.random.pick(&[r#"["AA=="]"#, r#"["A"]"#]).to_owned(),
            ValueKind::L => self.random.pick(&["[]", "[1,[2]]", "["]).to_owned(),
            ValueKind::M => self.random.pick(&["{}", r#"{"a":{"b":1}}"#, r#"{"":1}"#]).to_owned(),
        };
        ValueText { kind, text }
    }

    pub(crate) fn fields(&mut self) -> Vec<Field> {
        let mut fields = Vec::new();
        for name in ["UserId", "GameId", "Award"] {
            let text = self.text(30);
            let value = ValueText { kind: ValueKind::S, text };
            fields.push(Field { name: name.to_owned(), value });
        }
        fields.push(Field { name: self.text(255), value: self.value() });
        fields
    }

    pub(crate) fn item_text(&mut self) -> ItemText {
        let item = json!({ "UserId": self.text(20), "GameId": self.text(20), "x": self.text(300) });
        let typed = json!({ "UserId": { "S": "Rick" }, "GameId": { "S": self.text(20) } });
        match self.random.below(3) {
            0 => ItemText { form: JsonForm::Plain, text: item.to_string() },
            1 => ItemText { form: JsonForm::DynamoDb, text: typed.to_string() },
            _ => ItemText { form: JsonForm::Plain, text: self.text(50) },
        }
    }

    fn record(&mut self) -> Rc<ImportRecord> {
        let items = (0..self.random.below(4)).map(|_| {
            let key = json!({ "S": format!("{}.", self.text(20)) });
            let item =
                json!({ "UserId": key, "GameId": { "S": "G" }, "x": { "N": self.digits() } });
            item.to_string().into()
        });
        let items = items.collect();
        Rc::new(ImportRecord { table: self.table().into(), items })
    }

    pub(crate) fn scaling(&mut self) -> ScalingView {
        ScalingView {
            target_percent: self.number(&SCALED_PERCENTS),
            units_min: self.number(&SCALED_UNITS),
            units_max: self.number(&SCALED_UNITS),
        }
    }

    fn capacity(&mut self) -> CapacityDesign {
        let max = |draw: &mut Self| draw.one_in(3).then(|| draw.number(&SCALED_UNITS));
        CapacityDesign {
            read_units: self.number(&SCALED_UNITS),
            write_units: self.number(&SCALED_UNITS),
            read_max: max(self),
            write_max: max(self),
        }
    }

    fn key(&mut self, name: &str) -> KeyDesign {
        let name = if self.one_in(6) { self.text(255) } else { name.to_owned() };
        let kind = if self.one_in(6) { self.random.pick(&KeyKind::ALL) } else { KeyKind::S };
        KeyDesign { name, kind }
    }

    pub(crate) fn design(&mut self) -> TableDesign {
        let attributes = self.count(3);
        let attributes = (0..attributes).map(|_| self.text(255)).collect();
        let projection = self.random.pick(&[
            ProjectionDesign::All,
            ProjectionDesign::KeysOnly,
            ProjectionDesign::Include(vec!["Score".to_owned()]),
            ProjectionDesign::Include(attributes),
        ]);
        let index = IndexDesign {
            name: self.random.pick(&["Champions", "ByAward", "x"]).to_owned(),
            partition_keys: vec![self.key("Award")],
            sort_keys: Vec::new(),
            projection,
            capacity: self.capacity(),
        };
        let scaling = self.one_in(2).then(|| self.scaling());
        let settings = TableSettings {
            billing: self.random.pick(&[PayMode::OnDemand, PayMode::Provisioned]),
            capacity: self.capacity(),
            scaling,
            time_to_live: self.random.pick(&["", "Expires", "UserId"]).to_owned(),
            stream: self.random.pick(&[None, Some(StreamDesign::NewImage)]),
            class: self.random.pick(&TableClass::ALL),
            is_protected: self.one_in(4),
        };
        TableDesign {
            name: self.table(),
            partition_key: self.key("UserId"),
            sort_key: Some(self.key("GameId")),
            local_indexes: Vec::new(),
            global_indexes: vec![index],
            settings: self.one_in(2).then(|| Box::new(settings)),
        }
    }

    pub(crate) fn points(&mut self) -> Vec<(u64, u64)> {
        let count = self.count(POINT_COUNT_MAX);
        (0..count).map(|_| (self.number(&POINT_SECONDS), self.number(&RATES))).collect()
    }

    fn request(&mut self) -> Text {
        match self.random.below(3) {
            0 => self.text(PATTERN_REQUEST_LENGTH_MAX).into(),
            1 => r#"{"TableName":"GameScores"}"#.into(),
            _ => r#"{"TableName":"GameScores","Item":{"UserId":{"S":"{uniform 9}"},"GameId":{"S":"{sequence}"}}}"#
                .into(),
        }
    }

    pub(crate) fn pattern_plan(&mut self) -> PatternPlan {
        // Points within their limits, or a workload with any would hardly ever be accepted.
        let mut points = self.points();
        if !self.one_in(4) {
            for point in &mut points {
                point.0 = point.0.min(*POINT_SECONDS.end());
                point.1 = point.1.min(*RATES.end());
            }
        }
        PatternPlan {
            name: self.text(PATTERN_NAME_LENGTH_MAX).into(),
            operation: self.random.pick(&["PutItem", "Scan", "Fly"]).into(),
            request: self.request(),
            points,
            span: if self.one_in(4) { self.number(&SPAN_SECONDS) } else { 1 },
        }
    }

    pub(crate) fn workload(&mut self) -> Rc<WorkloadPlan> {
        let count = self.count(PATTERN_COUNT_MAX);
        let pattern = self.pattern_plan();
        // Of many, all but the first are alike, so that a test takes little time.
        let few = PatternPlan { points: vec![(0, 1)], request: "{}".into(), ..pattern.clone() };
        let patterns = (0..count).map(|it| if it == 0 { pattern.clone() } else { few.clone() });
        Rc::new(WorkloadPlan {
            seed: self.number(&(0..=u64::MAX)),
            seconds: self.number(&WORKLOAD_SECONDS),
            patterns: patterns.collect(),
            retries: self.one_in(2),
            limits: self.one_in(2),
            idle: self.one_in(2),
        })
    }

    pub(crate) fn pattern(&mut self) -> PatternDraft {
        let rate = if self.one_in(2) { self.number(&RATES).to_string() } else { self.digits() };
        let size = match self.random.below(3) {
            0 => self.number(&REQUEST_BYTES).to_string(),
            1 => String::new(),
            _ => self.digits(),
        };
        let rate = if self.one_in(4) { self.number(&DAILY_RATES).to_string() } else { rate };
        let rate = if self.one_in(4) { format!("{rate}.125") } else { rate };
        PatternDraft {
            position: self.random.pick(&[None, Some(0), Some(1), Some(usize::MAX)]),
            name: self.text(PATTERN_NAME_LENGTH_MAX).into(),
            operation: self.random.pick(&["PutItem", "Scan"]).into(),
            request: self.request(),
            rate: rate.into(),
            period: self.random.pick(&Period::ALL),
            size: size.into(),
            items: "".into(),
            before: self.random.pick(&["", "[{}]", "[]]"]).into(),
        }
    }

    pub(crate) fn price(&mut self) -> (Text, Text) {
        let key = self.random.pick(&["us-east-1/STANDARD/storage", "us-east-1/STANDARD/read_hour"]);
        let key = if self.one_in(4) { self.text(PRICE_LENGTH_MAX) } else { key.to_owned() };
        (key.into(), self.text(PRICE_LENGTH_MAX).into())
    }

    pub(crate) fn cost(&mut self) -> CostSettings {
        let count = self.count(PRICE_COUNT_MAX);
        let mut prices: Vec<(Text, Text)> =
            (2..count).map(|it| (it.to_string().into(), "1".into())).collect();
        prices.extend((0..count.min(2)).map(|_| self.price()));
        CostSettings {
            region: self.random.pick(&["us-east-1", "eu-west-1", "", "moon"]).into(),
            class: self.random.pick(&[None, Some(TableClass::InfrequentAccess)]),
            mode: self.random.pick(&[None, Some(PayMode::Provisioned)]),
            free_tier: self.one_in(2),
            utilisation_percent: self.number(&UTILISATION_PERCENTS).into(),
            is_scaled: self.one_in(2),
            has_recovery: self.one_in(2),
            backup_count: self.one_in(2).then(|| self.number(&BACKUP_COUNTS)),
            stream_reads: self.one_in(2).then(|| self.number(&STREAM_READS)),
            day: self.random.pick(&[None, Some(PRESETS[1].1)]),
            growth: self.growth(),
            item_count: self.one_in(2).then(|| self.number(&EXPECTED_ITEMS)),
            expected: self.expected(),
            source: self.random.pick(&[LoadSource::Patterns, LoadSource::Run]),
            prices,
        }
    }

    fn growth(&mut self) -> Vec<TableGrowth> {
        let count = self.count(GROWTH_COUNT_MAX);
        let growth = (0..count).map(|number| TableGrowth {
            table: format!("{number}{}", self.text(EXPECTED_NAME_LENGTH_MAX - 3)).into(),
            monthly: self.number(&EXPECTED_ENTRIES),
            days: self.one_in(2).then(|| self.number(&LIFE_DAYS)),
            collection_monthly: self.one_in(2).then(|| self.number(&EXPECTED_ENTRIES)),
        });
        growth.collect()
    }

    fn expected(&mut self) -> Vec<ExpectedCount> {
        let count = self.count(EXPECTED_COUNT_MAX);
        let expected = (0..count).map(|number| ExpectedCount {
            table: self.text(EXPECTED_NAME_LENGTH_MAX.min(9 + number)).into(),
            index: self.one_in(2).then(|| "ByKind".into()),
            count: self.number(&EXPECTED_ENTRIES),
        });
        expected.collect()
    }

    pub(crate) fn entity(&mut self) -> Entity {
        let rule = match self.random.below(4) {
            0 => self.text(ENTITY_RULE_LENGTH_MAX),
            1 => format!("SK = \"{}\"", "x".repeat(ENTITY_RULE_LENGTH_MAX - 7)),
            2 => format!("SK = \"{}\"", "x".repeat(ENTITY_RULE_LENGTH_MAX - 6)),
            _ => "attribute_exists(Award)".to_owned(),
        };
        Entity { name: self.text(ENTITY_NAME_LENGTH_MAX), rule }
    }

    pub(crate) fn callers(&mut self) -> Vec<Caller> {
        let count = self.count(CALLER_COUNT_MAX);
        let statement = r#"{ "Effect": "Allow", "Action": "*", "Resource": "*" }"#;
        let policy = |name: &str| PolicyText {
            name: name.to_owned(),
            text: format!(r#"{{ "Version": "2012-10-17", "Statement": {statement} }}"#),
        };
        let of_number = |number: usize| Caller {
            name: format!("user{number}"),
            policies: vec![policy("All"), policy("Again")],
        };
        let mut callers: Vec<Caller> = (0..count).map(of_number).collect();
        if let Some(first) = callers.first_mut().filter(|_| self.random.below(3) == 0) {
            first.name = self.text(CALLER_NAME_LENGTH_MAX);
            first.policies[0].text = self.text(POLICY_LENGTH_MAX);
        }
        callers
    }

    pub(crate) fn entities(&mut self) -> Vec<Entity> {
        let count = self.count(ENTITY_COUNT_MAX);
        let mut entities: Vec<Entity> = (0..count)
            .map(|it| Entity { name: it.to_string(), rule: "attribute_exists(SK)".to_owned() })
            .collect();
        if let Some(first) = entities.first_mut() {
            *first = self.entity();
        }
        entities
    }

    /// A setting and a value for it.
    pub(crate) fn setting(&mut self) -> (Setting, u64) {
        let setting = self.random.pick(&[
            Setting::Enforcement,
            Setting::Adaptation,
            Setting::BurstSeconds,
            Setting::ReadCeiling,
            Setting::WriteCeiling,
            Setting::PartitionSize,
            Setting::PartitionCount,
            Setting::Spread,
            Setting::Delay,
            Setting::CollectionMax,
            Setting::ExpiryDelay,
        ]);
        (setting, self.number(&limit::of_setting(setting)))
    }

    fn regions(&mut self) -> Regions {
        let cut_off: &[&str] =
            self.random.pick(&[&[], &["eu-west-1"], &["sa-east-1", "us-east-1"]]);
        let cut_off = cut_off.iter().map(|region| (*region).into()).collect();
        Regions { delay_ms: self.number(&DELAY_MS), cut_off }
    }

    fn series(&mut self) -> Series {
        let name = self.random.pick(&[
            "P_{period}",
            "{period}",
            "{period}-1",
            "A{period}",
            "B{period}",
            "no",
        ]);
        let key = self.random.pick(&["id", "a"]);
        Series {
            name: name.to_owned(),
            design: json!({
                "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
                "KeySchema": [{ "AttributeName": key, "KeyType": "HASH" }],
                "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
            }),
            period: self.random.pick(&SeriesPeriod::ALL),
            ahead: self.number(&SERIES_TABLES).min(3),
            read_units: self.number(&SCALED_UNITS),
            keep: self.number(&SERIES_TABLES),
            older: self.random.pick(&Older::ALL),
        }
    }

    fn call(&mut self) -> Command {
        let put = json!({
            "TableName": "GameScores",
            "Item": { "UserId": { "S": "Rick" }, "GameId": { "S": "G9" }, "x": { "S": self.text(300) } },
        });
        let key = json!({ "UserId": { "S": "Rick" }, "GameId": { "S": "G9" } });
        let (operation, request) = match self.random.below(15) {
            13 => {
                let action = self.random.pick(&["Create", "Delete"]);
                let region = self.random.pick(&["eu-west-1", "sa-east-1"]);
                let updates = json!([{ action: { "RegionName": region } }]);
                let request = json!({ "TableName": "GameScores", "ReplicaUpdates": updates });
                ("UpdateTable", request.to_string())
            }
            14 => {
                let mut put = put;
                put["TableName"] =
                    "arn:aws:dynamodb:eu-west-1:000000000000:table/GameScores".into();
                ("PutItem", put.to_string())
            }
            12 => {
                let stream =
                    json!({ "StreamEnabled": self.one_in(2), "StreamViewType": "KEYS_ONLY" });
                let request = json!({ "TableName": "GameScores", "StreamSpecification": stream });
                ("UpdateTable", request.to_string())
            }
            0 => ("Scan", r#"{"TableName":"GameScores"}"#.to_owned()),
            4 => ("GetItem", json!({ "TableName": "GameScores", "Key": key }).to_string()),
            5 => {
                let index = self.random.pick(&["Champions", "ByAward"]);
                ("Scan", json!({ "TableName": "GameScores", "IndexName": index }).to_string())
            }
            6 => ("PutItem", failing(&put).to_string()),
            7 => {
                let statement = r#"SELECT * FROM "GameScores""#;
                ("ExecuteStatement", json!({ "Statement": statement }).to_string())
            }
            8 => {
                let statement =
                    "UPDATE \"GameScores\" SET x = 1 WHERE UserId = 'Rick' AND GameId = 'none'";
                let statements = json!({ "Statements": [{ "Statement": statement }] });
                ("BatchExecuteStatement", statements.to_string())
            }
            9 => {
                let writes = json!([{ "Put": put }, { "Put": failing(&put) }]);
                ("TransactWriteItems", json!({ "TransactItems": writes }).to_string())
            }
            10 => {
                let writes = json!([{ "Put": put }]);
                let request = json!({ "ClientRequestToken": "t", "TransactItems": writes });
                ("TransactWriteItems", request.to_string())
            }
            1 => (self.random.pick(&["Fly", "PutItem", ""]), self.text(60)),
            // Spaces are a part of what is typed.
            2 => ("PutItem", format!("{}{put}", " ".repeat(10_000))),
            _ => ("PutItem", put.to_string()),
        };
        Command::Call { operation: operation.to_owned(), request }
    }

    /// A command of a kind.
    #[expect(clippy::too_many_lines, reason = "the match is a table, of a row for each command")]
    pub(crate) fn command(&mut self, kind: Kind) -> Command {
        let edit = |table, edit| Command::Edit { table, edit };
        let capacity = |table, capacity| Command::SetCapacity { table, capacity };
        match kind {
            Kind::OpenExample => {
                let id = self.random.pick(&["open-orders", "champions", "adjacency"]);
                example::read(id)
                    .expect("the course has it")
                    .lesson
                    .example(&self.text(TITLE_LENGTH_MAX))
            }
            Kind::OpenLink => Command::OpenLink(self.text(30)),
            Kind::OpenDocument => Command::OpenDocument(match self.random.below(3) {
                0 => self.text(30),
                1 => json!({ "v": 1, "title": self.text(TITLE_LENGTH_MAX) }).to_string(),
                _ => json!({ "v": 1, "delay_ms": self.number(&DELAY_MS) }).to_string(),
            }),
            Kind::NewSandbox => Command::NewSandbox {
                title: self.text(TITLE_LENGTH_MAX),
                epoch_seconds: self.number(&EPOCH_SECONDS),
            },
            Kind::KeepCopy => Command::KeepCopy,
            Kind::Call => self.call(),
            Kind::Set => {
                let item = self.item_id();
                let attribute = if self.one_in(3) { self.text(255) } else { "Award".to_owned() };
                edit(self.table(), Edit::Set { item, attribute, value: self.value() })
            }
            Kind::Remove => {
                let (item, attribute) = (self.item_id(), "Award".to_owned());
                edit(self.table(), Edit::Remove { item, attribute })
            }
            Kind::Replace => {
                let (item, text) = (self.item_id(), self.item_text());
                edit(self.table(), Edit::Replace { item, text })
            }
            Kind::Put => edit(self.table(), Edit::Put { text: self.item_text() }),
            Kind::Compose => {
                let copy_of = self.one_in(2).then(|| self.item_id());
                edit(self.table(), Edit::Compose { copy_of, fields: self.fields() })
            }
            Kind::Delete => edit(self.table(), Edit::Delete { item: self.item_id() }),
            Kind::SetAll => {
                let (items, attribute) = (self.items(), "Award".to_owned());
                edit(self.table(), Edit::SetAll { items, attribute, value: self.value() })
            }
            Kind::DeleteAll => edit(self.table(), Edit::DeleteAll { items: self.items() }),
            Kind::CreateTable => Command::CreateTable(self.design()),
            Kind::RebuildTable => {
                Command::RebuildTable { table: self.table(), design: self.design() }
            }
            Kind::TryImport => Command::Import(ImportCommand::Try(self.record())),
            Kind::StartImport => Command::Import(ImportCommand::Start(self.record())),
            Kind::CancelImport => Command::Import(ImportCommand::Cancel),
            Kind::UpdateTable => {
                Command::UpdateTable { table: self.table(), design: self.design() }
            }
            Kind::AddIndex => Command::AddIndex { table: self.table(), design: self.design() },
            Kind::DeleteTable => Command::DeleteTable(self.table()),
            Kind::DropIndex => {
                let index = self.random.pick(&["Champions", "ByAward"]).to_owned();
                Command::DropIndex { table: self.table(), index }
            }
            Kind::Advance => Command::Advance { by_ms: self.passed_ms() },
            Kind::StepToNext => Command::StepToNext,
            Kind::Perform => Command::Perform([Command::StepToNext].into()),
            Kind::SetWorkload => Command::Workload(WorkloadCommand::Set(self.workload())),
            Kind::ChooseWorkload => {
                let name = self.random.pick(&["steady", "spike", "hot_key", "zipf"]);
                let experiment: Text = format!("experiment.{name}").into();
                let set_up = example::opened("champions").set_up(None, &experiment);
                let mut set_up = set_up.expect("it fits");
                if self.one_in(3) {
                    set_up.plan = self.workload();
                }
                Command::Workload(WorkloadCommand::Choose { experiment, set_up })
            }
            Kind::LeaveExperiment => {
                Command::Workload(WorkloadCommand::LeaveExperiment { put_back: None })
            }
            Kind::StartWorkload => Command::Workload(WorkloadCommand::Start),
            Kind::StepWorkload => {
                Command::Workload(WorkloadCommand::Step { turn_count: self.random.below(40) })
            }
            Kind::PauseWorkload => Command::Workload(WorkloadCommand::Pause),
            Kind::ResumeWorkload => Command::Workload(WorkloadCommand::Resume),
            Kind::StopWorkload => Command::Workload(WorkloadCommand::Stop),
            Kind::TryRemedy => Command::Workload(WorkloadCommand::Try(self.remedy())),
            Kind::KeepRemedy => Command::Workload(WorkloadCommand::Keep(self.remedy())),
            Kind::SetSetting => {
                let (setting, value) = self.setting();
                Command::Set { setting, value }
            }
            Kind::OnDemand => capacity(self.table(), Capacity::OnDemand),
            Kind::Provisioned => capacity(self.table(), Capacity::Provisioned),
            Kind::Scaled => {
                let scaling = (!self.one_in(4)).then(|| self.scaling());
                capacity(self.table(), Capacity::Scaled(scaling))
            }
            Kind::Units => {
                let method = self.random.pick(&[Method::Read, Method::Write]);
                let index = self.random.pick(&[None, Some("Champions")]).map(Text::from);
                let units = self.number(&SCALED_UNITS);
                capacity(self.table(), Capacity::Units { index, method, units })
            }
            Kind::Rename => Command::Rename(self.text(TITLE_LENGTH_MAX)),
            Kind::SetCost => Command::Plan(PlanCommand::SetCost(self.cost())),
            Kind::SavePattern => Command::Plan(PlanCommand::SavePattern(self.pattern())),
            Kind::SetEntities => {
                let number = self.random.below(ENTITY_TABLE_COUNT_MAX as u64 + 2);
                let other = if self.one_in(4) { self.text(300) } else { format!("T{number}") };
                let table = self.random.pick(&["GameScores", &other]).to_owned();
                let entities = self.entities();
                Command::Plan(PlanCommand::SetEntities { table, entities })
            }
            Kind::SetCallers => {
                let callers = self.callers();
                let first = callers.first().map(|caller| caller.name.clone());
                let sender = self.random.pick(&[None, None, first, Some("nobody".to_owned())]);
                Command::Plan(PlanCommand::SetCallers { callers, sender })
            }
            Kind::SetRegions => Command::Plan(PlanCommand::SetRegions(self.regions())),
            Kind::SetSql => {
                let other = if self.one_in(4) { self.text(300) } else { "T1".to_owned() };
                let table = self.random.pick(&["GameScores", &other]).into();
                Command::Plan(PlanCommand::SetSql { table, is_sql: self.one_in(2) })
            }
            Kind::SaveProgram => Command::Plan(PlanCommand::SaveProgram(self.program().into())),
            Kind::DeleteProgram => {
                let number = self.random.below(PROGRAM_COUNT_MAX as u64 + 2);
                Command::Plan(PlanCommand::DeleteProgram { name: format!("P{number}").into() })
            }
            Kind::SaveSeries => Command::Plan(PlanCommand::SaveSeries(self.series())),
            Kind::DeleteSeries => {
                let name = self.random.pick(&["P_{period}", "{period}", "absent"]).into();
                Command::Plan(PlanCommand::DeleteSeries { name })
            }
            Kind::DeletePattern => {
                let position = self.random.pick(&[0, 1, 99, usize::MAX]);
                Command::Plan(PlanCommand::DeletePattern { position })
            }
            Kind::Undo => Command::Undo,
            Kind::Redo => Command::Redo,
            Kind::Reset => Command::Reset,
            Kind::Rewind => Command::Rewind(self.random.pick(&[
                Travel::Back,
                Travel::Forward,
                Travel::PreviousOperation,
                Travel::NextOperation,
                Travel::ToStep(0),
                Travel::ToStep(usize::MAX),
                Travel::Now,
            ])),
            Kind::Fork => Command::Fork,
            Kind::OpenBranch => Command::OpenBranch(self.random.pick(&[0, 1, usize::MAX])),
            Kind::OpenBeside => {
                let text = match self.random.below(2) {
                    0 => self.text(30),
                    _ => json!({ "v": 1, "title": self.text(TITLE_LENGTH_MAX) }).to_string(),
                };
                Command::Compare(CompareCommand::Open(text.into()))
            }
            Kind::Duplicate => Command::Compare(CompareCommand::Duplicate),
            Kind::ShowDesign => {
                Command::Compare(CompareCommand::Show(self.random.pick(&Letter::ALL)))
            }
            Kind::RunComparison => Command::Compare(CompareCommand::Run),
            Kind::AlignDesigns => Command::Compare(CompareCommand::Align),
            Kind::KeepDesign => Command::Compare(CompareCommand::Keep),
        }
    }

    /// A program of a few that write into the table whose stream they read, or text that is none.
    fn program(&mut self) -> String {
        let number = self.random.below(PROGRAM_COUNT_MAX as u64 + 2);
        let size = self.number(&(1..=10_000));
        let window = self.number(&(0..=300));
        let retries = self.random.pick(&[-1, 0, 1, 10_000]);
        let update = json!({
            "TableName": "GameScores", "Key": { "UserId": "{key.UserId}", "GameId": "{key.GameId}" },
            "UpdateExpression": "ADD Seen :n", "ExpressionAttributeValues": { ":n": { "N": "1" } },
        });
        let program = json!({
            "ProgramName": format!("P{number}"), "TableName": "GameScores", "BatchSize": size,
            "MaximumBatchingWindowInSeconds": window, "MaximumRetryAttempts": retries,
            "BisectBatchOnFunctionError": self.one_in(2),
            "Requests": [{ "Operation": "UpdateItem", "Request": update }],
        });
        if self.one_in(8) { self.text(300) } else { program.to_string() }
    }

    fn remedy(&mut self) -> Remedy {
        let table: Text = self.table().into();
        let index = Some("Champions".into());
        let units = self.random.below(5_000);
        match self.random.below(14) {
            0 => Remedy::Suffix { table, index: None, count: 4, method: SuffixMethod::Random },
            1 => {
                let method = SuffixMethod::Calculated("UserId".into());
                Remedy::Suffix { table, index, count: 3, method }
            }
            2 => Remedy::Units { table, index, method: Method::Write, units },
            3 => {
                let indexes = [("Champions".into(), [units, 5])].into();
                Remedy::Provision { table, units: [units, 5], indexes }
            }
            4 => Remedy::OnDemand { table },
            5 => Remedy::KeysOnly { table, index: "Champions".into() },
            6 => Remedy::ShortPages { pattern: 0, limit: 3, pages: 4 },
            7 => Remedy::EventualReads { table },
            8 => Remedy::TakeTurns { table, index: None },
            9 => Remedy::Seed(units),
            10 => Remedy::AddReplicas { table, names: ["Replica1".into()].into() },
            11 => Remedy::ShareReads { table, names: ["Replica1".into()].into() },
            12 => Remedy::OtherKey { table, partition: "Level".into() },
            _ => Remedy::Adaptive,
        }
    }

    /// Time that passes: mostly little, because each second of much time is worked through while a table is scaled.
    fn passed_ms(&mut self) -> u64 {
        match self.random.below(8) {
            0 => PASSED_MS.end() + 1,
            1 => u64::MAX,
            few => few * 97,
        }
    }
}

/// The same write, under a condition that fails.
fn failing(put: &Value) -> Value {
    let mut put = put.clone();
    put["ConditionExpression"] = "attribute_exists(nothing)".into();
    put
}
