//! Playing the log of an opened link: its base is shown at once, and its inputs are applied in slices between which the
//! page is drawn, as a workload runs. A run is made again by as many turns as its record says, on a copy of the sandbox.

use std::collections::VecDeque;

use crate::sandbox::input::Input;

/// Inputs that are still to be applied.
#[derive(Debug)]
pub(crate) struct Playback {
    pub inputs: VecDeque<Input>,
    /// What all inputs weigh, and what those weigh that are done: a run its turns, an import or an edit its items, anything else one.
    pub weight: u64,
    pub done: u64,
    /// At the end, the moment after so many inputs is shown; the present if `None`.
    pub shown_step: Option<u64>,
}

impl Playback {
    pub(crate) fn weight_of(input: &Input) -> u64 {
        match input {
            Input::RunWorkload(record) => record.turn_count.max(1),
            Input::Import(record) => record.items.len().max(1) as u64,
            Input::EditSeveral { requests, .. } => requests.len().max(1) as u64,
            Input::Call(_)
            | Input::Rebuild { .. }
            | Input::ChangeTable { .. }
            | Input::Advance { .. }
            | Input::SetDelay { .. }
            | Input::SetExpiryDelay { .. }
            | Input::SetCollectionMax { .. }
            | Input::SetThroughput { .. }
            | Input::SetScaling { .. }
            | Input::Rename(_)
            | Input::Plan(_)
            | Input::Reset
            | Input::Reopen
            | Input::Fork(_) => 1,
        }
    }
}
