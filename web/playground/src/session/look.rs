//! What a panel shows of a session, view by view.

use std::rc::Rc;

use engine::database::{Config, Database};
use engine::table::Table;
use engine::table::storage::Stored;

use crate::analysis::advice::advice_view;
use crate::analysis::written::{target_of, targets};
use crate::explain::behind::behind_words;
use crate::explain::receipt::units;
use crate::explain::subject::item_name;
use crate::sandbox::caller::{fault_of, notes_of, proposals};
use crate::sandbox::design::design_of;
use crate::sandbox::item_id::{item_id, stored_item};
use crate::sandbox::ledger::Ledger;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::order::in_key_order;
use crate::sandbox::running::Running;
use crate::sandbox::state::State;
use crate::session::Session;
use crate::session::compare::in_order;
use crate::view::advice::AdviceView;
use crate::view::bar::{BarView, TableTab};
use crate::view::call::{CallForm, CallFormView};
use crate::view::caller::{Caller, CallersView};
use crate::view::compare::Letter;
use crate::view::cost::CostView;
use crate::view::design::{DesignCheck, DesignInterest, DesignPurpose, TableDesign};
use crate::view::draft::{Draft, DraftView};
use crate::view::edit::{Edit, ItemId};
use crate::view::embed::{EmbedPart, EmbedRequest, EmbedView};
use crate::view::entity::{EntitiesView, Entity};
use crate::view::first::First;
use crate::view::index::{EntriesShown, IndexesView};
use crate::view::message::{Announcement, Message};
use crate::view::meter::{ClockView, MeterView};
use crate::view::pattern::{MonthView, PatternAnswer, PatternDraft, PatternTarget, PatternsView};
use crate::view::picture::{PictureOperation, PictureView, ROW_COUNT_MAX};
use crate::view::read::{ReadForm, ReadFormView};
use crate::view::receipt::{ExchangeView, SpokenView, WhyView};
use crate::view::request::{Caret, FieldChange, FieldPath, Suggestion};
use crate::view::stream::{StreamShown, StreamView};
use crate::view::table::{ItemName, ItemView, ItemsShown, Seek, TableHead, TableView};
use crate::view::throughput::ThroughputView;
use crate::view::value::{OperationOutcome, Text, Units};
use crate::view::workload::{WorkloadInterest, WorkloadView};
use crate::views::call::{call_form_view, call_suggestions, changed_call_form, request_form};
use crate::views::cost::cost_view;
use crate::views::design::{design_check, interest_in};
use crate::views::draft::{draft_view, file_name};
use crate::views::embed::{embed_parts, embed_view};
use crate::views::entity::{entities_view, entity_form};
use crate::views::expiry::expiring_in;
use crate::views::index::find_entry;
use crate::views::meter::{clock_view, meter_view};
use crate::views::month::{month_draft, month_view};
use crate::views::pattern::{pattern_answer, patterns_view};
use crate::views::pattern_draft::{new_pattern, pattern_with, renamed, sent};
use crate::views::pending::Pending;
use crate::views::read::read_form_view;
use crate::views::row::{find_in_list, groups, listed_items};
use crate::views::stream::stream_view;
use crate::views::table::{item_view, table_head};
use crate::views::throughput::throughput_view;
use crate::views::why::{exchange_view, outcome_of, spoken_view, why_view};
use crate::views::workload::workload_view;
use crate::views::{Earlier, indexes_view, items_view, open_table, table_tabs};

/// Creates the table that proposals are about while there is none.
const NO_TABLE: &str = r#"{
    "TableName": "Table", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
    "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }]
}"#;

impl Session {
    /// What an embed shows.
    pub fn embed(&self, request: &EmbedRequest) -> EmbedView {
        embed_view(&self.state, request)
    }

    /// The parts that an embed can show of a table, or else the first one: its items and its indexes, in the order of the page.
    pub fn embed_parts(&self, table: Option<&str>) -> Vec<EmbedPart> {
        open_table(&self.state, table).map(embed_parts).unwrap_or_default()
    }

    /// What there is to say about a table, or else the first one; `None` if there is none, or of an SQL table.
    pub fn advice(&self, table: Option<&str>) -> Option<AdviceView> {
        let table = open_table(&self.state, table).filter(|table| !table.is_sql)?;
        Some(advice_view(&self.state, table))
    }

    /// What a table costs in a month, or else the first one that takes units; `None` if there is none.
    pub fn cost(&self, table: Option<&str>) -> Option<CostView> {
        cost_of(&self.state, table)
    }

    /// What a month of the design costs, or of each of two.
    pub fn costs(&self) -> Vec<(Option<Letter>, Option<CostView>)> {
        let Some(pair) = &self.pair else { return vec![(None, self.cost(None))] };
        let states = in_order(pair.letter, &self.state, &pair.state);
        let costs = states.map(|state| cost_of(state, None));
        Letter::ALL.into_iter().map(Some).zip(costs).collect()
    }

    /// What was sent and came back in an operation by its number, or in the last one; `None` before the first.
    pub fn exchange(&self, operation: Option<u64>) -> Option<ExchangeView> {
        exchange_view(&self.state, operation)
    }

    pub fn last_operation(&self) -> Option<&OperationRecord> {
        self.state.operations.last().map(|operation| &**operation)
    }

    /// An operation by its number, as far as it is remembered, with what has followed from it.
    pub fn operation(&self, number: u64) -> Option<&OperationRecord> {
        self.state.operations.iter().find(|it| it.number == number).map(|operation| &**operation)
    }

    /// An operation explained, by its number, or the last one.
    pub fn why(&self, operation: Option<u64>) -> WhyView {
        why_view(&self.state, operation)
    }

    /// An operation for an audience, by its number, or the last one; `None` before the first.
    pub fn spoken(&self, operation: Option<u64>) -> Option<SpokenView> {
        spoken_view(&self.state, operation)
    }

    /// The access patterns, and their results in each design.
    pub fn patterns(&self, table: Option<&str>) -> PatternsView {
        let (table, sent) = (open_table(&self.state, table), sent(&self.state));
        match &self.pair {
            None => patterns_view(&[(None, &self.state)], 0, table, sent),
            Some(pair) => {
                let [a, b] = in_order(pair.letter, &self.state, &pair.state);
                let shown = usize::from(pair.letter == Letter::B);
                patterns_view(&[(Some(Letter::A), a), (Some(Letter::B), b)], shown, table, sent)
            }
        }
    }

    /// The result of a pattern that is being written, on the tables of the design that is shown.
    /// Fails if it cannot be kept.
    pub fn pattern_answer(&self, draft: &PatternDraft) -> Result<PatternAnswer, Message> {
        pattern_answer(&self.state, draft, &self.asked.loads(self.revision, &self.state))
    }

    /// A new access pattern of a table, or else of the first one.
    pub fn new_pattern(&self, table: Option<&str>) -> PatternDraft {
        new_pattern(&self.state, open_table(&self.state, table))
    }

    /// An access pattern with another operation, or that looks elsewhere: its request is written from what is known of the last one.
    pub fn pattern_with(
        &self,
        draft: &PatternDraft,
        operation: &str,
        target: Option<&PatternTarget>,
    ) -> PatternDraft {
        pattern_with(&self.state, draft, operation, target)
    }

    /// A pattern with another request, whose name follows that unless the user has given it one.
    pub fn pattern_named(&self, last: &PatternDraft, draft: PatternDraft) -> PatternDraft {
        renamed(&self.state, last, draft)
    }

    /// Where the request of a pattern looks; `None` if it is another than would be written.
    pub fn pattern_target(&self, draft: &PatternDraft) -> Option<PatternTarget> {
        target_of(&targets(&self.state.database), &draft.operation, &draft.request)
    }

    /// An operation by its number, or the last one, as a pattern; `None` unless it was one request on items.
    pub fn month_draft(&self, operation: Option<u64>) -> Option<PatternDraft> {
        month_draft(&self.state, operation)
    }

    /// What a month of an operation costs, as often as the draft says. Fails if that cannot be said.
    pub fn month(
        &self,
        operation: Option<u64>,
        draft: &PatternDraft,
    ) -> Result<MonthView, Message> {
        let loads = self.asked.loads(self.revision, &self.state);
        month_view(&self.state, operation, draft, &loads)
    }

    /// The workload, and the run under way or else the last one if a second of it is looked at.
    pub fn workload(&self, interest: Option<WorkloadInterest>) -> WorkloadView {
        workload_view(&self.state, self.running.as_ref(), interest)
    }

    /// The name of the sandbox, how it was opened, and what can be undone; with its tables, of which one is open.
    pub fn bar(&self, table: Option<&str>) -> BarView {
        let open = open_table(&self.state, table);
        BarView {
            title: self.state.title.clone(),
            edited: self.log.is_edited(),
            from_link: self.from_link,
            undo: self.undoable(),
            redo: self.log.redoable().cloned(),
            tables: table_tabs(&self.state, open),
            notice: self.notice.clone(),
            problems: Rc::clone(&self.noticed),
            is_compared: self.pair.is_some(),
            playback: self.playback_view(),
        }
    }

    /// The tables, in order of creation. `open` is the one that is open, or else the first one.
    pub fn tables(&self, open: Option<&str>) -> Vec<TableTab> {
        table_tabs(&self.state, open_table(&self.state, open))
    }

    /// A table, or else the first one, without its items; `None` if there is none.
    pub fn table_head(&self, table: Option<&str>) -> Option<TableHead> {
        Some(table_head(&self.state.database, open_table(&self.state, table)?))
    }

    /// An item of a table, or else of the first one, by its id, or else its first item; `None` if there is none.
    pub fn item(&self, table: Option<&str>, item: Option<&ItemId>) -> Option<ItemView> {
        item_view(&self.state, open_table(&self.state, table)?, item)
    }

    /// The items of all tables by their names, in the order of tables and keys.
    pub fn item_names(&self) -> Vec<ItemName> {
        let of_table = |table: &Table| -> Vec<ItemName> {
            let name = |stored: &Stored| ItemName {
                table: table.schema.name.as_str().into(),
                item: item_id(table, &stored.image),
                name: item_name(table, &stored.image),
            };
            in_key_order(table).into_iter().map(name).collect()
        };
        self.state.database.tables().flat_map(of_table).collect()
    }

    /// The items of a table, or else of the first one; `None` if there is none. Of `last`, items that have not changed are used
    /// again.
    pub fn items(
        &self,
        table: Option<&str>,
        shown: &ItemsShown,
        last: Option<&Earlier<TableView>>,
    ) -> Option<TableView> {
        Some(items_view(&self.state, open_table(&self.state, table)?, shown, last))
    }

    /// The item that is looked for in the list of the items of a table; `None` if there is none.
    pub fn find_item(
        &self,
        table: Option<&str>,
        shown: &ItemsShown,
        seek: &Seek,
    ) -> Option<ItemId> {
        let table = open_table(&self.state, table)?;
        find_in_list(
            table,
            &groups(table, &self.state.entities(table), &in_key_order(table), shown),
            seek,
        )
    }

    /// The items of the list that the filter matches, from one to another if two are given, both included.
    pub fn listed_items(
        &self,
        table: Option<&str>,
        shown: &ItemsShown,
        ends: Option<[&ItemId; 2]>,
    ) -> Vec<ItemId> {
        let Some(table) = open_table(&self.state, table) else { return Vec::new() };
        listed_items(
            table,
            &groups(table, &self.state.entities(table), &in_key_order(table), shown),
            ends,
        )
    }

    /// The entities of a table, or else of the first one, in their order.
    pub fn entities(&self, table: Option<&str>) -> &[Entity] {
        let table = open_table(&self.state, table);
        table.map_or(&[], |table| self.state.plan.entities_of(table.schema.name.as_str()))
    }

    /// The callers, in their order.
    pub fn callers(&self) -> &[Caller] {
        &self.state.plan.callers
    }

    /// The name of the caller that sends requests; `None` if the owner does.
    pub fn sender(&self) -> Option<&str> {
        self.state.plan.sending_caller().map(|caller| caller.name.as_str())
    }

    /// What is wrong with callers, and which policies are proposed for a table, or else for the first one.
    pub fn callers_view(&self, table: Option<&str>, callers: &[Caller]) -> CallersView {
        let faults = (0..callers.len()).map(|position| fault_of(callers, position)).collect();
        let proposals = open_table(&self.state, table).map(proposals).unwrap_or_default();
        CallersView { faults, notes: callers.iter().map(notes_of).collect(), proposals }
    }

    /// What a list of entities of a table, or else of the first one, would do.
    pub fn entities_view(&self, table: Option<&str>, list: &[Entity]) -> EntitiesView {
        let table = open_table(&self.state, table);
        table.map_or_else(EntitiesView::default, |table| entities_view(table, list))
    }

    /// The form for a new item of an entity; `None` if there is no table.
    pub fn entity_form(&self, table: Option<&str>, entity: &str) -> Option<Edit> {
        let table = open_table(&self.state, table)?;
        Some(entity_form(table, &self.state.entities(table), entity))
    }

    /// Whether a table, or else the first one, has an item.
    pub fn has_item(&self, table: Option<&str>, item: &ItemId) -> bool {
        open_table(&self.state, table).is_some_and(|table| stored_item(table, item).is_some())
    }

    /// The indexes of a table, or else of the first one, with the entries that are shown. Of `last`, cards and entries
    /// that have not changed are used again.
    pub fn indexes(
        &self,
        table: Option<&str>,
        shown: &EntriesShown,
        last: Option<&Earlier<IndexesView>>,
    ) -> IndexesView {
        let table = open_table(&self.state, table);
        table.map_or_else(IndexesView::default, |table| {
            indexes_view(&self.state, table, shown, last)
        })
    }

    /// The item of the entry that is looked for in an index of a table; `None` if there is none.
    pub fn find_entry(&self, table: Option<&str>, index: &str, seek: &Seek) -> Option<ItemId> {
        let table = open_table(&self.state, table)?;
        find_entry(table, table.index(index)?, seek)
    }

    /// How many indexes a table, or else the first one, has, and how many changes of its global ones are pending.
    pub fn index_counts(&self, table: Option<&str>) -> (u64, u64) {
        let counts = |table: &Table| {
            let pending = Pending::of(&self.state.database, table);
            (table.schema.indexes.len() as u64, pending.changes().len() as u64)
        };
        open_table(&self.state, table).map_or((0, 0), counts)
    }

    /// What an edit of a table, or else of the first one, would do; `None` if there is no table.
    pub fn draft(&self, table: Option<&str>, draft: &Draft) -> Option<DraftView> {
        let table = open_table(&self.state, table)?;
        Some(draft_view(&self.state, table, draft))
    }

    /// An edit of a table, or else of the first one, with an item that expires in a while from now; `None` if it does not type
    /// the time at which one does.
    pub fn expiring_in(&self, table: Option<&str>, edit: &Edit, by_ms: u64) -> Option<Edit> {
        expiring_in(&self.state.database, open_table(&self.state, table)?, edit, by_ms)
    }

    /// What a query or scan form for a table, or else for the first one, needs to know; `None` if there is no table.
    pub fn read_form(&self, table: Option<&str>, form: &ReadForm) -> Option<ReadFormView> {
        let table = open_table(&self.state, table)?;
        Some(read_form_view(self.state.caller().as_ref(), &self.state.database, table, form))
    }

    /// What is shown of a table, or else of the first one; without any, of one that a request could create.
    fn with_table<T>(&self, table: Option<&str>, view: impl FnOnce(&Table) -> T) -> T {
        if let Some(table) = open_table(&self.state, table) {
            return view(table);
        }
        let mut other = Database::new(Config::default());
        drop(engine::api::execute(&mut other, "CreateTable", NO_TABLE));
        view(other.table("Table").expect("NO_TABLE creates it"))
    }

    /// What a request about a table, or else the first one, would cost. Without any table, the first proposal is about one that does
    /// not exist.
    pub fn call_form(&self, table: Option<&str>, form: &CallForm) -> CallFormView {
        let caller = self.state.caller();
        self.with_table(table, |table| {
            call_form_view(caller.as_ref(), &self.state.database, table, form)
        })
    }

    /// The form with a text that sends a request: JSON of which only one operation can be, or code.
    pub fn request_form(&self, text: &str) -> Option<CallForm> {
        request_form(text)
    }

    /// A request about a table, or else the first one, after a change of a field; `None` if it does not have the field.
    pub fn change_call(
        &self,
        table: Option<&str>,
        form: &CallForm,
        path: &FieldPath,
        change: &FieldChange,
    ) -> Option<CallForm> {
        let database = &self.state.database;
        self.with_table(table, |table| changed_call_form(database, table, form, path, change))
    }

    /// What an expression of a request about a table, or else the first one, can continue with.
    pub fn suggestions(
        &self,
        table: Option<&str>,
        form: &CallForm,
        caret: &Caret,
    ) -> First<Suggestion> {
        self.with_table(table, |table| call_suggestions(&self.state.database, table, form, caret))
    }

    /// The latest stream of a table, or else of the first one; `None` if there is none.
    pub fn stream(&self, table: Option<&str>, shown: &StreamShown) -> Option<StreamView> {
        stream_view(&self.state.database, open_table(&self.state, table)?, shown)
    }

    /// Whether throughput is limited: what is throttled at one moment is not at another.
    pub fn is_throughput_limited(&self) -> bool {
        self.state.database.config().throughput.is_enforced
    }

    /// Virtual time: that of the workload while one runs.
    pub fn clock(&self) -> ClockView {
        clock_view(self.database(), self.state.next_turn())
    }

    /// Units consumed by a table, or else the first one, and its indexes, and by everything.
    pub fn meter(&self, table: Option<&str>) -> MeterView {
        let running = self.running.as_ref().map(Running::result);
        let state = self.current();
        meter_view(state, running, open_table(state, table))
    }

    /// What a table, or else the first one, may consume and does; `None` if there is none.
    pub fn throughput(&self, table: Option<&str>) -> Option<ThroughputView> {
        let name = &open_table(&self.state, table)?.schema.name;
        let database = self.database();
        Some(throughput_view(database, database.table(name.as_str())?))
    }

    /// What the last run consumed, written and read, unless there was an operation since; of a run under way what it has consumed
    /// so far.
    pub fn run_at_last(&self) -> Option<(Units, Units)> {
        let running = self.running.as_ref().map(Running::result);
        let result = running.or_else(|| Some(&self.state.run_at_last()?.result))?;
        let mut ledger = Ledger::default();
        ledger.add_run(result);
        let total = ledger.total();
        Some((units(total.written), units(total.read)))
    }

    /// The result of an operation by its number, or of the last one; `None` before the first.
    pub fn outcome(&self, operation: Option<u64>) -> Option<OperationOutcome> {
        outcome_of(&self.state, operation)
    }

    /// What followed from the last operation, as a part of its price.
    pub fn behind(&self) -> Vec<Message> {
        self.last_operation().map_or(Vec::new(), |it| behind_words(it.behind()))
    }

    /// The last change, for screen readers.
    pub fn announcement(&self) -> &Announcement {
        &self.announcement
    }

    /// What a picture of a table, or else of the first one, shows. `link` is the address that it contains.
    pub fn picture(&self, table: Option<&str>, link: Text) -> PictureView {
        let shown = ItemsShown { rows: 0..ROW_COUNT_MAX, ..ItemsShown::default() };
        let head = self.table_head(table);
        let spoken = self.spoken(None).map(|spoken| spoken.sentence);
        PictureView {
            title: self.state.title.clone(),
            map: self.map(table),
            table: head.zip(self.items(table, &shown, None)),
            indexes: self.indexes(table, &EntriesShown::first(ROW_COUNT_MAX), None).cards,
            operation: spoken.map(|sentence| {
                let WhyView { receipt, followers, .. } = self.why(None);
                PictureOperation { sentence, receipt, followers }
            }),
            run: self.last_run_words(),
            link,
        }
    }

    /// A table as it is, as the design that would make it; `None` if there is no such table.
    pub fn table_design(&self, table: &str) -> Option<TableDesign> {
        let table = self.state.database.table(table)?;
        Some(design_of(&self.state.database, table))
    }

    /// A form about a table as it is when it is opened; `None` if the table that it is about is not there.
    pub fn begin_design(&self, purpose: DesignPurpose) -> Option<DesignInterest> {
        interest_in(&self.state.database, purpose)
    }

    /// What a form about a table would do, and whether DynamoDB would accept it.
    pub fn check_design(&self, design: &DesignInterest) -> DesignCheck {
        design_check(&self.state.database, design)
    }

    /// The name of the file that has the sandbox.
    pub fn file_name(&self) -> Text {
        self.file_name_with(".sparsebox.json")
    }

    /// The name of a file about the sandbox that ends in another way.
    pub fn file_name_with(&self, end: &str) -> Text {
        [&file_name(&self.state.title), end].concat().into()
    }
}

pub(crate) fn cost_of(state: &State, table: Option<&str>) -> Option<CostView> {
    let open = open_table(state, table).filter(|table| !table.is_sql);
    let charged = open.or_else(|| state.database.charged_tables().next())?;
    Some(cost_view(state, charged))
}
