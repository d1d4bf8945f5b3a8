//! The draft as a whole: where it begins, the tables and settings with which it opens, and its steps.

use engine::model::name::TableName;
use serde_json::json;

use super::recorder::Recorder;
use super::text;
use super::words::words;
use crate::lesson::file::Lesson;
use crate::lesson::setting::{Change, SETTINGS};
use crate::lesson::source::{FILE_SIZE_MAX, to_id};
use crate::sandbox::design::design_of;
use crate::sandbox::document::TIME_TO_LIVE;
use crate::sandbox::document::plan::SQL;
use crate::sandbox::input::Input;
use crate::sandbox::plan::{Plan, Regions};
use crate::sandbox::state::State;
use crate::sandbox::throughput::Settings;
use crate::sandbox::workload::plan_of;
use crate::session::Session;
use crate::view::design::TableDesign;
use crate::view::entity::Entity;
use crate::view::message::{Argument, Message};
use crate::view::throughput::Setting;

/// Items of an import that become requests. A draft begins after a larger import.
const IMPORT_SIZE_MAX: usize = 25;

/// A draft of a lesson.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The id of the lesson, from the title of the sandbox.
    pub id: String,
    /// The `.lesson` file.
    pub lesson: String,
    /// The file with the words.
    pub words: String,
    /// What of the sandbox is not in the draft, or is different in it.
    pub notes: Vec<Message>,
}

/// Records what was done in a sandbox since it was opened or reset. Fails, with the reason, if a lesson of it would be too large.
pub fn record(session: &Session) -> Result<Draft, Message> {
    let steps = session.log.steps();
    let mut notes = Vec::new();
    if !steps.is_whole {
        notes.push(Message::plain("record.note.start"));
    }
    let mut sandbox = Original { state: steps.start.clone(), opened: steps.start.clone() };
    let begin = begin(&steps.inputs, &mut notes);
    for input in &steps.inputs[..begin] {
        sandbox.state.apply(input, &sandbox.opened);
    }
    let id = to_id(session.title());
    let designs: Vec<TableDesign> = designs(&sandbox.state);
    let head = head(&id, &sandbox.state, &designs);
    let is_small = |text: &str| text.len() <= FILE_SIZE_MAX;
    if !is_small(&head) {
        return Err(too_large());
    }
    let (lesson, _) = Lesson::parse(&head);
    let mut recorder = Recorder::new(&lesson, session.title(), notes);
    recorder.open_tables(&sandbox.state, &designs);
    recorder.plan(&sandbox.state.plan);
    for input in &steps.inputs[begin..] {
        let outcome = sandbox.state.apply(input, &sandbox.opened);
        recorder.input(input, &outcome, &sandbox.state);
        if recorder.is_full() {
            break;
        }
    }
    if session.bar(None).is_compared {
        recorder.note(Message::plain("record.note.pair"));
    }
    let (blocks, notes) = recorder.finish(&sandbox.state);
    let (body, words) = (body(&blocks), words(session.title(), !blocks.is_empty()));
    let lesson = head + &body;
    if !is_small(&lesson) {
        return Err(too_large());
    }
    Ok(Draft { id, lesson, words, notes })
}

/// How many inputs come before the draft: imports at the beginning, and everything up to the last large one. Their items are those
/// with which the lesson opens.
fn begin(inputs: &[Input], notes: &mut Vec<Message>) -> usize {
    let is_import = |input: &Input| matches!(input, Input::Import(_) | Input::Rename(_));
    let leading = inputs.iter().take_while(|input| is_import(input)).count();
    let large = inputs.iter().rposition(|input| match input {
        Input::Import(record) => record.items.len() > IMPORT_SIZE_MAX,
        _ => false,
    });
    match large {
        Some(large) if large >= leading => {
            notes.push(Message::plain("record.note.import"));
            large + 1
        }
        _ => leading,
    }
}

fn too_large() -> Message {
    Message::plain("record.too_large").with("limit", Argument::Size(FILE_SIZE_MAX as u64))
}

/// The sandbox that is recorded, which repeats what was done.
struct Original {
    state: State,
    opened: State,
}

fn designs(state: &State) -> Vec<TableDesign> {
    state.database.tables().map(|table| design_of(&state.database, table)).collect()
}

/// What is above the first step.
fn head(id: &str, state: &State, designs: &[TableDesign]) -> String {
    let database = &state.database;
    let document = state.document();
    let mut head = format!("# {id}\n\n{}", text::block("lesson", "revision  1\nminutes   5"));
    let mut settings = Vec::new();
    // A lesson begins at time zero: its epoch is the date at which the draft begins.
    let epoch_seconds = document.epoch_seconds + database.now().0 / 1_000;
    if epoch_seconds > 0 {
        settings.push(format!("epoch  {epoch_seconds} s"));
    }
    let expires = document.tables.iter().any(|table| table.definition.contains_key(TIME_TO_LIVE));
    for (_, setting) in SETTINGS {
        let value = document.settings.get(setting);
        let is_stated = expires && setting == Setting::ExpiryDelay;
        if is_stated || value != Settings::default().get(setting) {
            settings.push(Change::Set(setting, value).line());
        }
    }
    if state.plan.regions != Regions::default() {
        settings.push(Change::Regions(state.plan.regions.clone()).line());
    }
    if !state.plan.sql.is_empty() {
        settings.push(format!("{SQL}  {}", state.plan.sql.join(", ")));
    }
    for (design, table) in designs.iter().zip(&document.tables) {
        let name = TableName::new(design.name.as_str());
        if let Some(region) = name.region() {
            settings.push(format!("replicas {}  {region}", name.short()));
            continue;
        }
        let Some(text) = text::table(design) else { continue };
        head += &text::block("table", &text);
        if !table.items.is_empty() {
            let keys = [Some(&design.partition_key), design.sort_key.as_ref()];
            let keys: Vec<&str> = keys.into_iter().flatten().map(|key| &*key.name).collect();
            let items: Vec<String> =
                table.items.iter().map(|item| text::item(item, &keys)).collect();
            head += &text::block(&format!("items {}", design.name), &items.join("\n"));
        }
        let entities = state.plan.entities_of(&design.name).iter().map(entity_line);
        let entities: Vec<String> = entities.collect();
        if !entities.is_empty() {
            head += &text::block(&format!("entities {}", design.name), &entities.join("\n"));
        }
        let attribute = design.settings.as_ref().map_or("", |it| it.time_to_live.as_str());
        if !attribute.is_empty() && attribute.trim() == attribute && !attribute.contains('\n') {
            settings.push(format!("expires {}  {attribute}", design.name));
        }
        if let Some(stream) = design.settings.as_ref().and_then(|it| it.stream) {
            settings.push(format!("stream {}  {}", design.name, stream.word()));
        }
    }
    if !settings.is_empty() {
        head += &text::block("sandbox", &settings.join("\n"));
    }
    head + &beside(&state.plan)
}

/// The access patterns, programs, period tables and policies with which a lesson opens.
fn beside(plan: &Plan) -> String {
    let mut blocks = String::new();
    if let Some(text) =
        text::workload(&plan_of(&plan.workload)).filter(|_| !plan.workload.patterns.is_empty())
    {
        blocks += &text::block("workload", &text);
    }
    for program in &plan.programs {
        blocks += &text::block("program", program);
    }
    for series in &plan.series {
        blocks += &text::block("series", &json!(series).to_string());
    }
    for caller in &plan.callers {
        for policy in &caller.policies {
            blocks +=
                &text::block(&format!("caller {} {}", caller.name, policy.name), &policy.text);
        }
    }
    blocks
}

/// Two spaces or a line break end a name.
fn entity_line(entity: &Entity) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    format!("{}  {}", words(&entity.name), entity.rule.replace('\n', " "))
}

/// The steps: one with everything that was done, and one in which the learner continues alone.
fn body(blocks: &str) -> String {
    let free = "\n## yours\n\n```free\n```\n".to_owned();
    if blocks.is_empty() { free } else { format!("\n## step-1\n\n{blocks}{free}") }
}
