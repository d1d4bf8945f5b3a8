//! Shrinking: fewer steps that still violate an invariant. It may be another one: a wrong cost that one run shows in its
//! receipt shows in the reply of a shorter run, and every violation is a fault.

use crate::simulation::setup::Setup;
use crate::simulation::step::{Read, Step, Transaction};
use crate::simulation::write::{Action, Write};
use crate::simulation::{Failure, invariant, play};

/// Makes a failing run as short as possible.
pub fn shrink(failure: Box<Failure>) -> Box<Failure> {
    let mut smallest = failure;
    loop {
        let before = (smallest.steps.len(), smallest.weight());
        smallest = drop_steps(smallest);
        smallest = drop_parts(smallest);
        smallest = drop_indexes(smallest);
        if before == (smallest.steps.len(), smallest.weight()) {
            return smallest;
        }
    }
}

/// Plays other steps. Returns their failure if they violate an invariant. A panic is accepted only if the whole run
/// panics: steps whose table or index was dropped may panic in the model.
fn attempt(failure: &Failure, setup: &Setup, steps: &[Step]) -> Option<Box<Failure>> {
    let is_panic = |failure: &Failure| failure.violation.invariant.name == invariant::PANIC;
    let other = play(failure.seed, setup, steps, 1).err()?;
    (is_panic(failure) || !is_panic(&other)).then_some(other)
}

/// Drops steps: halves of them first, at the end one by one.
fn drop_steps(mut failure: Box<Failure>) -> Box<Failure> {
    let mut count = failure.steps.len();
    while count > 0 {
        let mut start = 0;
        while start < failure.steps.len() {
            let mut fewer = failure.steps.clone();
            fewer.drain(start..(start + count).min(fewer.len()));
            match attempt(&failure, &failure.setup, &fewer) {
                Some(other) => failure = other,
                None => start += count,
            }
        }
        count /= 2;
    }
    failure
}

/// Drops parts of the remaining steps: elements of batches and transactions, conditions, attributes.
fn drop_parts(mut failure: Box<Failure>) -> Box<Failure> {
    let mut position = 0;
    while position < failure.steps.len() {
        let simpler = simpler(&failure.steps[position]).into_iter().find_map(|step| {
            let mut steps = failure.steps.clone();
            steps[position] = step;
            attempt(&failure, &failure.setup, &steps)
        });
        match simpler {
            Some(other) => failure = other,
            None => position += 1,
        }
    }
    failure
}

/// Drops indexes that exist from the beginning.
fn drop_indexes(mut failure: Box<Failure>) -> Box<Failure> {
    let mut position = 0;
    while position < failure.setup.indexes.len() {
        let mut setup = failure.setup.clone();
        setup.indexes.remove(position);
        match attempt(&failure, &setup, &failure.steps) {
            Some(other) => failure = other,
            None => position += 1,
        }
    }
    failure
}

/// Steps that do a little less than this one.
fn simpler(step: &Step) -> Vec<Step> {
    match step {
        Step::Write(write) => simpler_writes(write).into_iter().map(Step::Write).collect(),
        Step::BatchWrite(writes) => without_one(writes).into_iter().map(Step::BatchWrite).collect(),
        Step::TransactWrite(transaction) => {
            let mut simpler = without_one(&transaction.actions);
            for (position, write) in transaction.actions.iter().enumerate() {
                for write in simpler_writes(write) {
                    let mut actions = transaction.actions.clone();
                    actions[position] = write;
                    simpler.push(actions);
                }
            }
            let with = |actions| {
                let mut transaction = transaction.clone();
                transaction.actions = actions;
                Step::TransactWrite(transaction)
            };
            simpler.into_iter().map(with).collect()
        }
        Step::BatchGet(gets) => without_one(gets).into_iter().map(Step::BatchGet).collect(),
        Step::TransactGet(gets) => without_one(gets).into_iter().map(Step::TransactGet).collect(),
        Step::Read(read) => simpler_reads(read).into_iter().map(Step::Read).collect(),
        Step::WriteStatement(write) => {
            let simpler = simpler_writes(write).into_iter();
            // Without the condition that a statement implies, the model would expect another result.
            let keeps = |simpler: &Write| simpler.condition.is_some() == write.condition.is_some();
            simpler.filter(keeps).map(Step::WriteStatement).collect()
        }
        Step::BatchOfWriteStatements(writes) => {
            without_one(writes).into_iter().map(Step::BatchOfWriteStatements).collect()
        }
        Step::KeysStatement(gets) => {
            without_one(gets).into_iter().map(Step::KeysStatement).collect()
        }
        Step::ReadStatement(read) => {
            let simpler = simpler_reads(read).into_iter();
            simpler.filter(Read::has_pages).map(Step::ReadStatement).collect()
        }
        Step::BatchOfGetStatements(gets) => {
            without_one(gets).into_iter().map(Step::BatchOfGetStatements).collect()
        }
        Step::TransactionOfWriteStatements(transaction) => {
            let with = |actions| Transaction { actions, ..transaction.clone() };
            let fewer = without_one(&transaction.actions).into_iter();
            fewer.map(with).map(Step::TransactionOfWriteStatements).collect()
        }
        Step::TransactionOfGetStatements(gets) => {
            without_one(gets).into_iter().map(Step::TransactionOfGetStatements).collect()
        }
        Step::Get(_)
        | Step::GetStatement(_)
        | Step::CreateIndex(_)
        | Step::DeleteIndex(_)
        | Step::Provision(..)
        | Step::BillOnDemand
        | Step::Maximum(_)
        | Step::TimeToLive(_)
        | Step::Stream(_)
        | Step::Recreate(_)
        | Step::Scale(_)
        | Step::Delay(_)
        | Step::Advance(_)
        | Step::CutOff(..)
        | Step::ReplicationDelay(_)
        | Step::SaveAndLoad
        | Step::Fill(_)
        | Step::Workload(_) => Vec::new(),
    }
}

/// Reads without a filter or a projection.
fn simpler_reads(read: &Read) -> Vec<Read> {
    let mut simpler = Vec::new();
    if read.filter.is_some() {
        simpler.push(Read { filter: None, ..read.clone() });
    }
    if read.names.is_some() {
        simpler.push(Read { names: None, ..read.clone() });
    }
    simpler
}

/// The list without one of its elements, for each element; none for a list of one element.
fn without_one<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    let without = |position: usize| {
        let mut fewer = list.to_vec();
        fewer.remove(position);
        fewer
    };
    (0..list.len()).filter(|_| list.len() > 1).map(without).collect()
}

/// Writes without a condition, an attribute or a change.
fn simpler_writes(write: &Write) -> Vec<Write> {
    let with = |action: Action| Write { action, ..write.clone() };
    let mut simpler = Vec::new();
    match &write.action {
        Action::Put(item) => {
            let keys = write.target.table.keys();
            for name in item.keys().filter(|name| !keys.contains(&name.as_str())) {
                let mut item = item.clone();
                item.remove(name);
                simpler.push(with(Action::Put(item)));
            }
        }
        Action::Update(key, changes) => {
            let fewer = without_one(changes).into_iter();
            simpler.extend(fewer.map(|changes| with(Action::Update(key.clone(), changes))));
        }
        Action::Delete(_) | Action::Check(_) => {}
    }
    if write.condition.is_some() && !matches!(write.action, Action::Check(_)) {
        simpler.push(Write { condition: None, ..write.clone() });
    }
    simpler
}
