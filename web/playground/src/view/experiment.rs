//! Experiments: workloads that show what throughput does, as cards.

use crate::view::message::Message;

/// An experiment as a card.
#[derive(Debug, Clone, PartialEq)]
pub struct ExperimentView {
    /// Its name in the data, which is the key of its title.
    pub name: &'static str,
    pub title: Message,
    /// What it shows, in a sentence.
    pub about: Message,
    pub picture: ExperimentPicture,
    /// Seconds that it runs for, whatever was set before.
    pub seconds: u64,
    /// What it changes before it runs: tables that it creates, or what it sets.
    pub changes: Option<Message>,
    /// What the open table lacks. Such an experiment cannot be run.
    pub lack: Option<Message>,
}

/// The shape of a workload: its rate, and the keys that it asks for, at as many moments of the same distance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExperimentPicture {
    /// Requests a second, in hundredths of the most.
    pub rates: Vec<u8>,
    /// Where the key of the most frequent request is among all keys, in hundredths; `None` if it reads all of them.
    pub keys: Vec<Option<u8>>,
}
