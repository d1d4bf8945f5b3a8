//! What limited the last run, and trying what would help: the same requests with the same seed on a copy of what the run began
//! with. The sandbox itself stays as it is until a change is kept.

use std::cell::OnceCell;
use std::rc::Rc;

use engine::clock::Timestamp;
use engine::model::bytes::Bytes;
use engine::workload::Workload;

use crate::analysis::advice::remedy::{caution, command, name};
use crate::analysis::advice::spread::SUFFIX_COUNT_MAX;
use crate::analysis::advice::verdict::{Verdict, verdict};
use crate::analysis::comparison::{TrialSide, rows_of_runs, rows_of_trial};
use crate::analysis::found_nothing::reads_of_nothing;
use crate::analysis::replaced::{Replaced, replaced};
use crate::sandbox::budget::Budget;
use crate::sandbox::command::{Command, Response, WorkloadCommand};
use crate::sandbox::document::Document;
use crate::sandbox::input::Input;
use crate::sandbox::log::InputLog;
use crate::sandbox::record::{Ran, RunEnd};
use crate::sandbox::state::State;
use crate::sandbox::table_change::TableChange;
use crate::sandbox::workload::{plan_of, workload_of};
use crate::session::Session;
use crate::session::tried::{Tried, beside_earlier, effect, with_reads_as_one};
use crate::view::message::{Argument, Message};
use crate::view::verdict::{
    Effect, Remedy, RunBefore, RunOutcome, SuffixMethod, TriedView, VerdictView,
};
use crate::views::workload::progress_permille;

/// The last run, and what was tried since.
#[derive(Debug)]
pub(crate) struct Repair {
    ran: Rc<Ran>,
    /// The run before it.
    earlier: Option<Rc<Ran>>,
    /// What the run began with.
    before: State,
    /// When it ended, if that was before its time was over. What is tried ends then, too.
    stopped_at: Option<Timestamp>,
    /// How much had been done to the sandbox when it was over.
    change_count: u64,
    /// How much had been done to its tables.
    table_change_count: u64,
    replaced: Vec<Replaced>,
    /// The change that was kept, and how much had been done to the sandbox then.
    kept: Option<(Remedy, u64)>,
    verdict: OnceCell<Verdict>,
    /// The latest first.
    tried: Vec<Tried>,
    trying: Option<Trying>,
}

/// A change that is being tried.
#[derive(Debug)]
struct Trying {
    remedy: Remedy,
    session: Box<Session>,
}

impl Repair {
    /// A run that is over, what it began and ended with, and what is known of the run before it.
    pub(crate) fn new(
        ran: Rc<Ran>,
        before: State,
        (after, log): (&State, &InputLog),
        last: Option<&Self>,
    ) -> Self {
        Self {
            replaced: replaced([&before.database, &after.database], &ran),
            stopped_at: (ran.record.end != RunEnd::Finished).then(|| after.database.now()),
            ran,
            earlier: last.map(|last| last.ran.clone()),
            before,
            change_count: log.change_count(),
            table_change_count: log.table_change_count(),
            kept: None,
            verdict: OnceCell::new(),
            tried: Vec::new(),
            trying: None,
        }
    }

    pub(crate) fn memory(&self) -> Bytes {
        let trying = self.trying.as_ref();
        self.before.memory() + trying.map_or(Bytes::ZERO, |trying| trying.session.memory())
    }

    /// The largest number of suffixes that was tried if it is enough, or else the next larger one; or why none is offered.
    fn more_suffixes(&self, counts: &[u64]) -> (Option<Remedy>, Option<Message>) {
        let suffixes = self.tried.iter().filter_map(|tried| match tried.remedy {
            Remedy::Suffix { count, .. } => Some((count, tried)),
            _ => None,
        });
        let most = suffixes.max_by_key(|(count, _)| *count);
        let Some((most, tried)) = most else { return (None, None) };
        let remedy = &tried.remedy;
        if effect(&self.ran, tried).0 == Effect::Helps {
            return (Some(remedy.clone()), None);
        }
        if let Some(more) = counts.iter().position(|count| *count > most) {
            let mut next = remedy.clone();
            if let Remedy::Suffix { count, .. } = &mut next {
                *count = counts[more];
            }
            // The first is offered from the beginning.
            return ((more > 0).then_some(next), None);
        }
        let key = match most < SUFFIX_COUNT_MAX {
            true => "verdict.no_more_suffixes",
            false => "verdict.most_suffixes",
        };
        (None, Some(Message::plain(key).with("limit", Argument::Count(SUFFIX_COUNT_MAX))))
    }

    /// Whether it is a number of suffixes that was tried and is not enough.
    fn is_too_little(&self, remedy: &Remedy) -> bool {
        let is_it = |it: &&Tried| it.remedy == *remedy && effect(&self.ran, it).0 != Effect::Helps;
        matches!(remedy, Remedy::Suffix { .. }) && self.tried.iter().any(|it| is_it(&it))
    }

    /// The same requests from the next seed that was not tried.
    fn other_seed(&self) -> Option<Remedy> {
        let tried = self.tried.iter().filter_map(|tried| match tried.remedy {
            Remedy::Seed(seed) => Some(seed),
            _ => None,
        });
        let most = tried.chain([self.ran.record.workload.seed]).max()?;
        Some(Remedy::Seed(most.checked_add(1)?))
    }

    /// The run before beside this one, if its requests were the same.
    fn run_before(&self) -> Option<RunBefore> {
        let requests = |ran: &Ran| {
            let patterns = ran.record.workload.patterns.iter();
            patterns.map(|it| (it.operation.clone(), it.request.clone())).collect::<Vec<_>>()
        };
        let earlier = self.earlier.as_ref().filter(|it| requests(it) == requests(&self.ran))?;
        let words = beside_earlier(earlier, &self.ran);
        Some(RunBefore { words, rows: rows_of_runs([&earlier.result, &self.ran.result]) })
    }

    fn caution(&self, remedy: &Remedy) -> Option<Message> {
        let known = caution(&self.before.database, &self.ran.record.workload, remedy);
        known.or_else(|| match remedy {
            Remedy::Suffix { table, index: None, count, method: SuffixMethod::Random }
                if self.replaced.iter().any(|it| it.table == *table) =>
            {
                let words = Message::plain("remedy.copies_caution");
                Some(words.with("count", Argument::Count(*count)))
            }
            _ => None,
        })
    }
}

impl Session {
    /// What limited the run whose result is shown, and what was tried since; `None` without a result.
    pub fn verdict(&self) -> Option<VerdictView> {
        let (repair, is_fresh) = self.repair_of_result()?;
        let verdict = repair
            .verdict
            .get_or_init(|| verdict(&self.state, &repair.before.database, &repair.ran));
        let Verdict { outcome, words, remedies, .. } = verdict;
        let is_throttled = *outcome == RunOutcome::Throttled;
        let kept = repair.kept.as_ref().filter(|(_, count)| *count == self.log.change_count());
        let (offered, obstacle) = match (kept, is_fresh) {
            (Some((kept, _)), _) => {
                (Vec::new(), Some(Message::plain("said.remedy_kept").with("remedy", name(kept))))
            }
            (None, true) => {
                let (more, obstacle) = repair.more_suffixes(&verdict.suffix_counts);
                let others = remedies.iter().filter(|it| match more {
                    Some(ref more) => *it != more && !repair.is_too_little(it),
                    None => true,
                });
                (more.iter().chain(others).cloned().collect(), obstacle)
            }
            (None, false) => (Vec::new(), is_throttled.then(|| Message::plain("verdict.changed"))),
        };
        let is_as_it_was = self.log.change_count() == repair.change_count;
        let trying = repair.trying.as_ref();
        let helps = |it: &Tried| effect(&repair.ran, it).0 != Effect::Compares;
        let cannot_keep =
            is_fresh && !is_as_it_was && kept.is_none() && repair.tried.iter().any(helps);
        Some(VerdictView {
            outcome: *outcome,
            end: repair.ran.record.end_words(),
            words: words
                .iter()
                .cloned()
                .chain(reads_of_nothing(&repair.ran))
                .chain(repair.replaced.iter().map(Replaced::words))
                .collect(),
            caution: offered.iter().find_map(|remedy| repair.caution(remedy)),
            remedies: offered.into_iter().map(|it: Remedy| (it.clone(), name(&it))).collect(),
            obstacle,
            running: trying.map(|trying| {
                let running = trying.session.running.as_ref();
                let permille =
                    running.map_or(0, |it| progress_permille(it.workload(), it.result()));
                (name(&trying.remedy), permille / 10)
            }),
            tried: repair.tried.iter().map(|it| tried_view(repair, it, is_as_it_was)).collect(),
            cannot_keep: cannot_keep.then(|| Message::plain("verdict.cannot_keep")),
            other_seed: is_fresh.then(|| repair.other_seed()).flatten(),
            before: repair.run_before(),
        })
    }

    /// The run whose result is shown, and whether the tables are as the run has left them.
    fn repair_of_result(&self) -> Option<(&Repair, bool)> {
        let repair = self.repair.as_ref()?;
        let is_shown = self.current().run.as_ref().is_some_and(|ran| Rc::ptr_eq(ran, &repair.ran));
        is_shown.then(|| (repair, self.log.table_change_count() == repair.table_change_count))
    }

    /// Begins to run the last workload again on a copy, with a change. A change that is refused says so, and nothing runs.
    pub(crate) fn try_remedy(&mut self, remedy: Remedy) -> Response {
        if !self.repair_of_result().is_some_and(|(_, is_fresh)| is_fresh) {
            return self.announce(vec![Message::plain("verdict.changed")], false);
        }
        let Some(repair) = &mut self.repair else { return Response::default() };
        let mut session = Box::new(Self::of(&Document::empty("")));
        session.log = InputLog::new(repair.before.clone());
        session.state = repair.before.clone();
        session.state.run = None;
        let plan = Rc::new(plan_of(&repair.ran.record.workload));
        session.perform(Command::Workload(WorkloadCommand::Set(plan)));
        for part in remedy.parts() {
            let change = command(&session.state.database, &repair.ran.record.workload, part);
            let Some(change) = change else { continue };
            let Response { accepted, notices } = session.perform(change);
            if !accepted {
                return self.announce(notices, false);
            }
        }
        session.ends_at = repair.stopped_at;
        session.perform_all(&[Command::Workload(WorkloadCommand::Start)]);
        let words = Message::plain("said.trying").with("remedy", name(&remedy));
        repair.trying = Some(Trying { remedy, session });
        self.announce(vec![words], true)
    }

    /// Makes a change in the sandbox itself.
    pub(crate) fn keep_remedy(&mut self, remedy: &Remedy) -> Response {
        let shown = self.repair_of_result().map(|(repair, _)| repair);
        let shown = shown.filter(|repair| self.log.change_count() == repair.change_count);
        let Some(repair) = shown else {
            return self.announce(vec![Message::plain("verdict.changed")], false);
        };
        let workload = repair.ran.record.workload.clone();
        let response = match remedy.parts() {
            [part] => match command(&self.state.database, &workload, part) {
                Some(change) => self.perform(change),
                None => Response::DONE,
            },
            parts => {
                let input = Input::Together(self.inputs_of(&workload, parts).into());
                let action = Message::plain("action.keep").with("remedy", name(remedy));
                self.run(input, Some(action))
            }
        };
        if !response.accepted {
            return response;
        }
        let change_count = self.log.change_count();
        if let Some(repair) = &mut self.repair {
            repair.kept = Some((remedy.clone(), change_count));
        }
        let words = Message::plain("said.remedy_kept").with("remedy", name(remedy));
        self.announce(vec![words], true)
    }

    /// The parts of a change as inputs. Each is made on a copy that has those before it.
    fn inputs_of(&self, workload: &Workload, parts: &[Remedy]) -> Vec<Input> {
        let mut copy = self.state.clone();
        let mut inputs = Vec::new();
        for part in parts {
            let change = command(&copy.database, workload, part);
            let input = change.and_then(|change| match change {
                Command::Set { setting, value } => Some(Input::Set { setting, value }),
                Command::UpdateTable { table, design } => {
                    let table = copy.database.table(&table)?;
                    Some(TableChange::update(&copy.database, table, &design).into_input())
                }
                Command::RebuildTable { table, design } => {
                    Some(Input::Rebuild { table: table.into(), design: Rc::new(design) })
                }
                Command::Workload(WorkloadCommand::Set(plan)) => {
                    Some(Input::Plan(Rc::new(copy.plan.with_traffic(workload_of(&plan)))))
                }
                other => unreachable!("no change that may help a run is {other:?}"),
            });
            if let Some(input) = input {
                copy.apply(&input, self.log.opened());
                inputs.push(input);
            }
        }
        inputs
    }

    /// Whether a change is being tried.
    pub(crate) fn tries(&self) -> bool {
        self.repair.as_ref().is_some_and(|repair| repair.trying.is_some())
    }

    /// Ends trying a change without a result.
    pub(crate) fn cancel_trying(&mut self) -> Response {
        let Some(repair) = self.repair.as_mut().filter(|repair| repair.trying.is_some()) else {
            return Response::default();
        };
        repair.trying = None;
        self.announce(vec![Message::plain("said.trying_cancelled")], true)
    }

    /// Continues trying a change.
    pub(crate) fn step_trying(&mut self, budget: &mut Budget) -> Response {
        let Some(repair) = &mut self.repair else { return Response::default() };
        let Some(Trying { session, .. }) = &mut repair.trying else { return Response::default() };
        session.step_playback(budget);
        if session.plays() || session.is_busy() {
            return Response::DONE;
        }
        let Some(Trying { remedy, session }) = repair.trying.take() else {
            return Response::default();
        };
        // Without memory for the change, nothing has run.
        let Some(ran) = session.state.run.clone() else {
            return self.announce(vec![Message::plain("said.trying_cancelled")], false);
        };
        let (result, note) = with_reads_as_one(&repair.ran, &ran, &remedy);
        let after = &session.state.database;
        let rows = rows_of_trial([
            TrialSide {
                database: &self.state.database,
                result: &repair.ran.result,
                replaced: &repair.replaced,
            },
            TrialSide {
                database: after,
                result: &result,
                replaced: &replaced([&repair.before.database, after], &ran),
            },
        ]);
        repair.tried.retain(|tried| tried.remedy != remedy);
        let counts = result.counts;
        repair.tried.insert(0, Tried { remedy, ran, counts, note, rows });
        let second = &repair.tried[0];
        let words = effect(&repair.ran, second).1;
        let words = [words].into_iter().chain(second.ran.record.end_words()).collect();
        self.announce(words, true)
    }
}

fn tried_view(repair: &Repair, tried: &Tried, can_keep: bool) -> TriedView {
    let (effect, words) = effect(&repair.ran, tried);
    TriedView {
        remedy: tried.remedy.clone(),
        name: name(&tried.remedy),
        effect,
        words,
        caution: repair.caution(&tried.remedy),
        note: tried.note.clone(),
        end: tried.ran.record.end_words(),
        rows: tried.rows.clone(),
        can_keep: can_keep && effect != Effect::Compares,
    }
}
