//! What can be done with the replicas of a table, and what is shown. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::sandbox::plan::Regions;
use playground::view::region::RegionsView;
use playground::view::value::Text;
use serde_json::{Value, json};

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Input, Select};
use crate::panel::id::PanelId;
use crate::panel::page::{Focus, PageAction};
use crate::panel::shared::Shared;

/// The Regions that are proposed for a replica, the first of them first.
const PROPOSED: [&str; 3] = ["eu-west-1", "ap-northeast-1", "us-west-2"];

/// Whether the panel was opened, and the Region that is chosen in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    is_open: bool,
    chosen: Option<&'static str>,
}

/// What can be done with replicas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Choose the Region of a new replica.
    Choose(&'static str),
    /// Add a replica in a Region.
    Add(&'static str),
    /// Delete the replica in a Region.
    Remove(Text),
    /// Make the table strongly consistent with two Regions, of which the second one is a replica or a witness.
    BeStrong([&'static str; 2], bool),
    /// Delete all other replicas, and the witness.
    RemoveAll,
    /// Open the table of a Region.
    Show(Text),
    /// Cut a Region off, or connect it.
    CutOff(Text, bool),
    SetDelay(u64),
}

/// What the panel shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    pub regions: RegionsView,
    /// The Region of a new replica; `None` if there is one in each.
    pub chosen: Option<&'static str>,
    /// Whether the user can do more than look.
    pub is_editable: bool,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let Some(view) = self.view(shared) else { return Vec::new() };
        let RegionsView { table, regions, delay_ms, cut_off, witness, .. } = view.regions;
        let set = |regions| Effect::Command(Command::Plan(PlanCommand::SetRegions(regions)));
        let effect = match action {
            Action::Choose(region) => {
                self.chosen = Some(region);
                return Vec::new();
            }
            Action::Add(region) => {
                self.chosen = None;
                update_table(&table, json!({ "ReplicaUpdates": updates("Create", &[region]) }))
            }
            Action::Remove(region) => {
                update_table(&table, json!({ "ReplicaUpdates": updates("Delete", &[&region]) }))
            }
            Action::BeStrong([first, second], is_witness) => {
                let replicas = if is_witness { vec![first] } else { vec![first, second] };
                let mut request = json!({ "MultiRegionConsistency": "STRONG",
                    "ReplicaUpdates": updates("Create", &replicas) });
                if is_witness {
                    request["GlobalTableWitnessUpdates"] = updates("Create", &[second]);
                }
                update_table(&table, request)
            }
            Action::RemoveAll => {
                let others: Vec<&str> = regions.iter().skip(1).map(|it| &*it.region).collect();
                let mut request = json!({ "ReplicaUpdates": updates("Delete", &others) });
                if let Some((witness, _)) = &witness {
                    request["GlobalTableWitnessUpdates"] = updates("Delete", &[witness]);
                }
                update_table(&table, request)
            }
            Action::Show(table) => Effect::Select(Select::Table(table)),
            Action::CutOff(region, is_cut_off) => {
                let mut cut_off = cut_off;
                cut_off.retain(|known| *known != region);
                if is_cut_off {
                    cut_off.push(region);
                }
                cut_off.sort();
                set(Regions { delay_ms, cut_off })
            }
            Action::SetDelay(delay_ms) => set(Regions { delay_ms, cut_off }),
        };
        vec![effect]
    }

    /// Opens the panel, and puts the focus on it.
    fn begin(&mut self, _: &Input, _: &Shared) -> Vec<Effect<Action>> {
        self.is_open = true;
        vec![Effect::Page(PageAction::Focus(Focus::Panel(PanelId::REGIONS)))]
    }
}

impl State {
    /// What the panel shows; nothing for a table in one Region, unless the panel was opened.
    pub(super) fn view(&self, shared: &Shared) -> Option<View> {
        let regions = shared.session.regions(shared.table_name())?;
        let is_shown = self.is_open || regions.regions.len() > 1;
        let is_free = |region: &&str| regions.free.contains(region);
        let chosen = self.chosen.into_iter().chain(PROPOSED).find(is_free);
        is_shown.then(|| View {
            chosen: chosen.or(regions.free.first().copied()),
            regions,
            is_editable: !shared.page.is_read_only(),
        })
    }
}

/// Updates that create or delete something in Regions.
fn updates(action: &str, regions: &[&str]) -> Value {
    regions.iter().map(|region| json!({ action: { "RegionName": region } })).collect()
}

/// The request that changes the Regions of a table.
fn update_table(table: &str, mut request: Value) -> Effect<Action> {
    request["TableName"] = table.into();
    let (operation, request) = ("UpdateTable".to_owned(), request.to_string());
    Effect::Command(Command::Call { operation, request })
}
