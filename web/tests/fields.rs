//! The fields of the page, with texts and numbers at and beyond each limit: whatever the page accepts of them, it stores, and what
//! it stores is opened as the same sandbox.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::print_stdout, reason = "a failure shows what was drawn")]

#[path = "../playground/tests/draw/mod.rs"]
mod draw;
#[path = "../playground/tests/stored/mod.rs"]
mod stored;

use std::array::from_fn;
use std::env;
use std::rc::Rc;

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::sandbox::limit::{
    COLLECTION_BYTES, DELAY_MS, EXPIRY_DELAY_MS, PASSED_MS, PRICE_LENGTH_MAX, SCALED_UNITS,
    TITLE_LENGTH_MAX,
};
use playground::view::call::{CallForm, TextOrigin};
use playground::view::design::{DesignPlace, DesignPurpose};
use playground::view::edit::Edit;
use playground::view::import::ImportForm;
use playground::view::pattern::{PatternColumn, PatternTarget, Period};
use playground::view::request::{FieldChange as CallChange, FieldInput, FieldPath, Step};
use playground::view::throughput::Setting;
use playground::view::value::Method;
use web::panel::bar::Bar;
use web::panel::bar::state::Action as BarAction;
use web::panel::callers::Callers;
use web::panel::callers::state::Action as CallersAction;
use web::panel::clock::Clock;
use web::panel::clock::state::Action as ClockAction;
use web::panel::contract::{Executed, Panel, Reduce};
use web::panel::cost::Cost;
use web::panel::cost::state::{Action as CostAction, Cell};
use web::panel::design::Design;
use web::panel::design::state::Action as DesignAction;
use web::panel::effect::{Effect, Input};
use web::panel::entities::Entities;
use web::panel::entities::state::Action as EntitiesAction;
use web::panel::find::Find;
use web::panel::find::state::Action as FindAction;
use web::panel::gallery::Gallery;
use web::panel::gallery::state::Action as GalleryAction;
use web::panel::glossary::Glossary;
use web::panel::glossary::state::Action as GlossaryAction;
use web::panel::import::Import;
use web::panel::import::state::Action as ImportAction;
use web::panel::items::Items;
use web::panel::items::state::{Action as ItemsAction, FieldChange};
use web::panel::month::Month;
use web::panel::month::state::Action as MonthAction;
use web::panel::operation::RequestForm;
use web::panel::operation::state::Action as OperationAction;
use web::panel::page::PageState;
use web::panel::patterns::Patterns;
use web::panel::patterns::state::Action as PatternsAction;
use web::panel::setting::Speed;
use web::panel::shared::{Selection, Shared};
use web::panel::table::Table;
use web::panel::table::state::Action as TableAction;
use web::panel::throughput::Throughput;
use web::panel::throughput::state::Action as ThroughputAction;
use web::panel::work::Work;
use web::panel::work::state::Action as WorkAction;
use web::panel::workload::Workload;
use web::panel::workload::state::{Action as WorkloadAction, RequestChange};

use crate::draw::Draw;
use crate::stored::Stored;

/// Seeds of each panel.
const SEED_COUNT: u64 = 12;

/// Actions of a seed.
const ACTION_COUNT: usize = 14;

/// How the actions of a panel are drawn, one of these at a time. An action that is added breaks the build, because the
/// patterns match every action.
macro_rules! actions {
    ($name:ident -> $action:ty { $($pattern:pat => |$draw:ident| $drawn:expr),* $(,)? }) => {
        fn $name(draw: &mut Draw) -> $action {
            let all: Vec<fn(&mut Draw) -> $action> = vec![$(|$draw| $drawn),*];
            let action = draw.random.pick(&all)(draw);
            match &action { $($pattern => {}),* }
            action
        }
    };
}

actions!(bar -> BarAction {
    BarAction::Type(_) => |draw| BarAction::Type(draw.text(TITLE_LENGTH_MAX)),
    BarAction::Rename => |_draw| BarAction::Rename,
    BarAction::Restore => |_draw| BarAction::Restore,
    BarAction::Undo => |_draw| BarAction::Undo,
    BarAction::Redo => |_draw| BarAction::Redo,
    BarAction::Reset => |_draw| BarAction::Reset,
    BarAction::ShowWorkspace(_) | BarAction::Find | BarAction::Toggle(_) | BarAction::Toggled(..)
    | BarAction::OpenNew
    | BarAction::OpenWork(_) | BarAction::ShowWork | BarAction::DesignTable | BarAction::Duplicate
    | BarAction::SetTheme(_) | BarAction::Present => |_draw| BarAction::Find,
});

actions!(callers -> CallersAction {
    CallersAction::Add => |_draw| CallersAction::Add,
    CallersAction::Change { .. } => |draw| {
        let caller = draw.callers().into_iter().next().unwrap_or_default();
        CallersAction::Change { position: draw.count(20), caller }
    },
    CallersAction::Remove(_) => |draw| CallersAction::Remove(draw.count(20)),
    CallersAction::SendAs(_) => |draw| CallersAction::SendAs(draw.one_in(2).then_some(0)),
    CallersAction::Save => |_draw| CallersAction::Save,
    CallersAction::Close => |_draw| CallersAction::Save,
});

actions!(clock -> ClockAction {
    ClockAction::Pass(_) => |draw| {
        let ms = draw.random.pick(&[0, 1, 1_000, PASSED_MS.end() + 1, u64::MAX]);
        ClockAction::Pass(ms)
    },
    ClockAction::SetDelay(_) => |draw| ClockAction::SetDelay(draw.number(&DELAY_MS)),
    ClockAction::Step => |_draw| ClockAction::Step,
    ClockAction::SetPlaying(_) | ClockAction::SetSpeed(_) | ClockAction::MenuToggled(_) | ClockAction::Back =>
        |_draw| ClockAction::SetSpeed(Speed::REAL),
});

actions!(cost -> CostAction {
    CostAction::Set(_) => |draw| CostAction::Set(draw.cost()),
    CostAction::SetPrice { .. } => |draw| {
        let (key, text) = draw.price();
        let text = if draw.one_in(4) { "9".repeat(PRICE_LENGTH_MAX + 1).into() } else { text };
        CostAction::SetPrice { settings: draw.cost(), key, text }
    },
    CostAction::SetDay { .. } => |draw| {
        CostAction::SetDay { settings: draw.cost(), text: draw.text(200) }
    },
    CostAction::Draw(_) => |draw| {
        CostAction::Draw(from_fn(|_| draw.random.pick(&[0, 1, 100, u64::MAX])))
    },
    CostAction::KeepDrawn(_) => |draw| CostAction::KeepDrawn(draw.cost()),
    CostAction::Open(_) => |draw| {
        let column = draw.count(3);
        CostAction::Open(Cell { table: "GameScores".into(), row: 1, column })
    },
});

actions!(design -> DesignAction {
    DesignAction::Type(_) => |draw| DesignAction::Type(draw.design()),
    DesignAction::TypeSample(_) => |draw| DesignAction::TypeSample(draw.item_text().text),
    DesignAction::Commit => |_draw| DesignAction::Commit,
    DesignAction::Rebuild => |_draw| DesignAction::Rebuild,
    DesignAction::Close => |_draw| DesignAction::Commit,
});

actions!(entities -> EntitiesAction {
    EntitiesAction::Add(_) => |draw| EntitiesAction::Add(draw.entity()),
    EntitiesAction::Type { .. } => |draw| {
        EntitiesAction::Type { position: draw.count(20), entity: draw.entity() }
    },
    EntitiesAction::MoveUp(_) => |draw| EntitiesAction::MoveUp(draw.count(20)),
    EntitiesAction::Remove(_) => |draw| EntitiesAction::Remove(draw.count(20)),
    EntitiesAction::Save => |_draw| EntitiesAction::Save,
    EntitiesAction::Close => |_draw| EntitiesAction::Save,
});

actions!(import -> ImportAction {
    ImportAction::Type(_) => |draw| ImportAction::Type(match draw.random.below(3) {
        0 => draw.text(1_000).into(),
        1 => format!("UserId,GameId,x\n{},G,{}\n", draw.digits(), draw.digits()).into(),
        _ => draw.item_text().text.into(),
    }),
    ImportAction::Read(_) => |draw| {
        ImportAction::Read(ImportForm { text: draw.item_text().text.into(), ..ImportForm::default() })
    },
    ImportAction::Commit => |_draw| ImportAction::Commit,
    ImportAction::OpenRequest(_) => |draw| {
        let text = draw.item_text().text.into();
        let form = CallForm { operation: "PutItem".into(), text, origin: TextOrigin::Typed };
        ImportAction::OpenRequest(form)
    },
    ImportAction::Cancel | ImportAction::Close => |_draw| ImportAction::Cancel,
});

actions!(items -> ItemsAction {
    ItemsAction::Start(_) => |draw| {
        let (item, value) = (draw.item_id(), draw.value());
        ItemsAction::Start(Edit::Set { item, attribute: "Award".to_owned(), value })
    },
    ItemsAction::Type(_) => |draw| {
        let (item, text) = (draw.item_id(), draw.item_text());
        let fields = draw.fields();
        ItemsAction::Type(draw.random.pick(&[
            Edit::Replace { item, text: text.clone() },
            Edit::Put { text },
            Edit::Compose { copy_of: None, fields },
        ]))
    },
    ItemsAction::Change(..) => |draw| {
        let change = match draw.random.below(3) {
            0 => FieldChange::Name(draw.text(255)),
            1 => FieldChange::Value(draw.value()),
            _ => FieldChange::Text(draw.text(400)),
        };
        ItemsAction::Change(draw.count(3), change)
    },
    ItemsAction::ExpireIn(_) => |draw| ItemsAction::ExpireIn(draw.number(&EXPIRY_DELAY_MS)),
    ItemsAction::Commit => |_draw| ItemsAction::Commit,
    ItemsAction::Filter(_) => |draw| ItemsAction::Filter(draw.text(100)),
    ItemsAction::Duplicate(_) => |draw| ItemsAction::Duplicate(draw.item_id()),
    ItemsAction::SortBy(_) => |draw| ItemsAction::SortBy(draw.text(255).into()),
    ItemsAction::Import | ItemsAction::Cancel | ItemsAction::Select(_) | ItemsAction::Check(_)
    | ItemsAction::SetChecked | ItemsAction::DeleteChecked | ItemsAction::ShowRows { .. }
    | ItemsAction::Seek(_) | ItemsAction::FilterEntity(_) | ItemsAction::NewOf(_)
    | ItemsAction::SortByKey => |_draw| ItemsAction::SortByKey,
});

actions!(operation -> OperationAction {
    OperationAction::Write(_) => |draw| {
        OperationAction::Write(CallForm { text: draw.text(300).into(), ..CallForm::new("PutItem") })
    },
    OperationAction::Field(_) => |draw| {
        OperationAction::Field(FieldInput::change(&FieldPath::default(), CallChange::Text(draw.text(300).into())))
    },
    OperationAction::Send { .. } => |draw| {
        let item = draw.item_text().text;
        let request = format!(r#"{{"TableName":"GameScores","Item":{item}}}"#).into();
        OperationAction::Send { operation: "PutItem".into(), request }
    },
    OperationAction::TypeRead(_) | OperationAction::Close => |_draw| OperationAction::Close,
});

actions!(patterns -> PatternsAction {
    PatternsAction::Type(_) => |draw| PatternsAction::Type(draw.pattern()),
    PatternsAction::ChooseOperation(_) => |draw| {
        let operation = draw.random.pick(&["GetItem", "PutItem", "Query", "Scan", "NoOperation"]);
        PatternsAction::ChooseOperation(operation.into())
    },
    PatternsAction::ChooseTarget(_) => |draw| {
        let (table, index) = ("GameScores".into(), Some("Champions".into()));
        let index = draw.random.pick(&[None, index, Some("NoIndex".into())]);
        let (key, is_searched) = (vec!["Award".into()], draw.one_in(2));
        let target =
            PatternTarget { table, index, key, is_searched, is_of_several: draw.one_in(2) };
        PatternsAction::ChooseTarget(Some(target).filter(|_| !draw.one_in(4)))
    },
    PatternsAction::New => |_draw| PatternsAction::New,
    PatternsAction::Sort(_) => |_draw| PatternsAction::Sort(PatternColumn::Name),
    PatternsAction::Save => |_draw| PatternsAction::Save,
    PatternsAction::Delete(_) => |draw| PatternsAction::Delete(draw.count(100)),
    PatternsAction::Run { .. } => |draw| {
        PatternsAction::Run { operation: "Scan".into(), request: draw.text(200).into() }
    },
    PatternsAction::Close | PatternsAction::Escape => |_draw| PatternsAction::Save,
});

actions!(table -> TableAction {
    TableAction::Command(_) => |draw| TableAction::Command(match draw.random.below(2) {
        0 => Command::Set { setting: Setting::ExpiryDelay, value: draw.number(&EXPIRY_DELAY_MS) },
        _ => Command::Set { setting: Setting::CollectionMax, value: draw.number(&COLLECTION_BYTES) },
    }),
    TableAction::Open(_) | TableAction::New | TableAction::Update | TableAction::TimeToLive
    | TableAction::Rebuild | TableAction::MenuToggled(_) | TableAction::Import
    | TableAction::Callers | TableAction::Regions | TableAction::Series | TableAction::Entities | TableAction::Stream | TableAction::Write(_) | TableAction::Duplicate
    | TableAction::Examples | TableAction::Read(_) | TableAction::EditJson
    | TableAction::DeleteItem => |_draw| TableAction::DeleteItem,
});

actions!(throughput -> ThroughputAction {
    ThroughputAction::Set(..) => |draw| {
        let (setting, value) = draw.setting();
        ThroughputAction::Set(setting, value)
    },
    ThroughputAction::SetProvisioned(_) => |draw| ThroughputAction::SetProvisioned(draw.one_in(2)),
    ThroughputAction::SetUnits { .. } => |draw| {
        let method = draw.random.pick(&[Method::Read, Method::Write]);
        let index = draw.random.pick(&[None, Some("Champions".into())]);
        ThroughputAction::SetUnits { index, method, units: draw.number(&SCALED_UNITS) }
    },
    ThroughputAction::SetScaling(_) => |draw| ThroughputAction::SetScaling(Some(draw.scaling())),
    ThroughputAction::Wait(_) => |draw| ThroughputAction::Wait(draw.random.below(2_000)),
});

actions!(workload -> WorkloadAction {
    WorkloadAction::Edit(_) => |draw| WorkloadAction::Edit(draw.workload()),
    WorkloadAction::Commit => |_draw| WorkloadAction::Commit,
    WorkloadAction::Set(_) => |draw| WorkloadAction::Set(draw.workload()),
    WorkloadAction::Rearrange(_) => |draw| WorkloadAction::Rearrange(draw.workload()),
    WorkloadAction::Leave => |_draw| WorkloadAction::Leave,
    WorkloadAction::OpenRequest(_) => |draw| WorkloadAction::OpenRequest(Some(draw.count(3))),
    WorkloadAction::Request(_) => |draw| {
        let operation = draw.random.pick(&["GetItem", "PutItem", "Query", "Scan", "NoOperation"]);
        let path = FieldPath(vec![Step::Member("TableName")]);
        WorkloadAction::Request(match draw.random.below(3) {
            0 => RequestChange::Add,
            1 => RequestChange::Operation(operation.into()),
            _ => RequestChange::Field(FieldInput::change(&path, CallChange::Text(draw.text(300).into()))),
        })
    },
    WorkloadAction::Start | WorkloadAction::Pause | WorkloadAction::Resume | WorkloadAction::Stop =>
        |_draw| WorkloadAction::Stop,
});

/// Opens a form of a panel, acts in it, and checks after each command what is stored. A view is made of whatever is typed, of some
/// seeds in a sandbox without tables.
fn act_in<P: Panel>(inputs: &[Input], draw_action: fn(&mut Draw) -> P::Action)
where
    P::Action: std::fmt::Debug,
{
    let seed = env::var("SEED").ok().and_then(|seed| seed.parse::<u64>().ok()).unwrap_or(1);
    let page = PageState::default();
    let selection = Selection::default();
    for seed in seed..seed + SEED_COUNT {
        let mut draw = Draw::new(seed);
        let mut stored = Stored::new();
        if seed % 3 == 0 {
            let empty = Command::NewSandbox { title: "Empty".to_owned(), epoch_seconds: 0 };
            assert!(stored.handle(empty));
        }
        let mut state = P::State::default();
        for _ in 0..ACTION_COUNT {
            if !inputs.is_empty() && draw.one_in(4) {
                let input = draw.random.pick(inputs);
                let shared = shared(&stored, &selection, &page);
                drop(state.begin(&input, &shared));
            }
            let action = draw_action(&mut draw);
            let told: String = format!("{action:?}").chars().take(400).collect();
            println!("SEED={seed} {}: {told}", P::ID.0);
            let effects = state.update(action, &shared(&stored, &selection, &page));
            for effect in effects {
                match effect {
                    Effect::Command(command) => {
                        let accepted = stored.handle(command.clone());
                        let shared = shared(&stored, &selection, &page);
                        let outcomes = shared.session.outcomes();
                        let executed = Executed { command: &command, accepted, outcomes };
                        drop(state.observe(&executed, &shared));
                        stored.check();
                    }
                    Effect::Begin(input) => {
                        let shared = shared(&stored, &selection, &page);
                        drop(state.begin(&input, &shared));
                    }
                    _ => {}
                }
            }
            drop(P::view(&state, &shared(&stored, &selection, &page)));
            // What is typed is stored, and typed again after a reload.
            if let Some(unfinished) = state.unfinished() {
                let mut after = P::State::default();
                after.resume(unfinished.clone());
                assert_eq!(after.unfinished(), Some(unfinished));
            }
        }
    }
}

fn shared<'s>(stored: &'s Stored, selection: &'s Selection, page: &'s PageState) -> Shared<'s> {
    Shared { session: &stored.session, selection, page }
}

#[test]
fn what_is_typed_into_the_bar_is_stored() {
    act_in::<Bar>(&[], bar);
}

#[test]
fn what_is_typed_into_the_clock_is_stored() {
    act_in::<Clock>(&[], clock);
}

#[test]
fn what_is_typed_into_the_estimate_is_stored() {
    act_in::<Cost>(&[], cost);
}

#[test]
fn what_is_typed_into_a_design_is_stored() {
    let table = || "GameScores".into();
    let inputs = [
        Input::design(DesignPurpose::Create),
        Input::design(DesignPurpose::Rebuild(table())),
        Input::Design(DesignPurpose::Update(table()), DesignPlace::Capacity),
        Input::design(DesignPurpose::AddIndex(table())),
    ];
    act_in::<Design>(&inputs, design);
}

#[test]
fn what_is_typed_into_the_list_of_callers_is_stored() {
    act_in::<Callers>(&[Input::Callers], callers);
}

#[test]
fn what_is_typed_into_the_list_of_entities_is_stored() {
    act_in::<Entities>(&[Input::Entities], entities);
}

#[test]
fn what_is_typed_into_an_import_is_stored() {
    act_in::<Import>(&[Input::Import(None)], import);
}

#[test]
fn what_is_typed_into_an_item_is_stored() {
    let text = playground::view::edit::ItemText {
        form: playground::view::edit::JsonForm::Plain,
        text: String::new(),
    };
    act_in::<Items>(&[Input::Edit(Edit::Put { text })], items);
}

#[test]
fn what_is_typed_into_a_request_is_stored() {
    act_in::<RequestForm>(&[Input::Call(CallForm::new("PutItem"))], operation);
}

#[test]
fn what_is_typed_into_a_pattern_is_stored() {
    act_in::<Patterns>(&[], patterns);
}

#[test]
fn what_is_typed_into_the_menu_of_the_table_is_stored() {
    act_in::<Table>(&[], table);
}

#[test]
fn what_is_typed_into_throughput_is_stored() {
    act_in::<Throughput>(&[], throughput);
}

#[test]
fn what_is_typed_into_a_workload_is_stored() {
    act_in::<Workload>(&[], workload);
}

/// Types into the fields of a panel, and reloads the page.
#[track_caller]
fn reload_after<P: Panel>(typed: impl IntoIterator<Item = P::Action>)
where
    P::State: std::fmt::Debug + PartialEq,
{
    let (page, selection, stored) = (PageState::default(), Selection::default(), Stored::new());
    let (mut state, mut after) = (P::State::default(), P::State::default());
    assert_eq!(state.unfinished(), None, "{}", P::ID.0);
    for action in typed {
        drop(state.update(action, &shared(&stored, &selection, &page)));
    }
    after.resume(state.unfinished().expect("something was typed"));
    assert_ne!(state, P::State::default());
    assert_eq!(after, state, "{}", P::ID.0);
}

#[test]
fn what_is_searched_for_is_there_after_a_reload() {
    let words = || "sparse index".to_owned();
    reload_after::<Find>([FindAction::Search(words())]);
    reload_after::<Gallery>([GalleryAction::Search(words())]);
    reload_after::<Glossary>([GlossaryAction::Search(words())]);
    reload_after::<Work>([WorkAction::Search(words())]);
}

#[test]
fn how_often_an_operation_is_done_is_there_after_a_reload() {
    let rate = MonthAction::Rate("2.5 M".to_owned());
    reload_after::<Month>([MonthAction::Toggle, rate, MonthAction::Period(Period::Day)]);
}

#[test]
fn a_workload_that_is_rejected_stays_as_it_was_typed() {
    let mut draw = Draw::new(1);
    let mut plan = draw.workload().as_ref().clone();
    plan.seconds = 0;
    let plan = Rc::new(plan);
    let (page, selection) = (PageState::default(), Selection::default());
    let mut stored = Stored::new();
    let mut state = web::panel::workload::state::State::default();
    state.update(WorkloadAction::Edit(Rc::clone(&plan)), &shared(&stored, &selection, &page));
    let effects = state.update(WorkloadAction::Commit, &shared(&stored, &selection, &page));
    let command = Command::Workload(WorkloadCommand::Set(Rc::clone(&plan)));
    assert_eq!(effects, [Effect::Command(command.clone())]);
    assert!(!stored.handle(command.clone()));
    let executed = Executed { command: &command, accepted: false, outcomes: &[] };
    state.observe(&executed, &shared(&stored, &selection, &page));
    assert_eq!(state.draft, Some(plan));
    let view = Workload::view(&state, &shared(&stored, &selection, &page));
    assert!(view.fault.is_some(), "the reason stands below the fields");
}
