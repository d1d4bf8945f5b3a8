//! The reads that the condition of a SELECT is divided into: one for each value of the key.

use std::cmp::Ordering;
use std::ops::Range;

use crate::expression::condition::Node;
use crate::expression::key_condition::KeyCondition;
use crate::expression::predicate::Predicate;
use crate::expression::sort_condition::SortCondition;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::document_path::DocumentPath;
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::AttributeName;
use crate::partiql::error::PartiqlErrorKind;
use crate::partiql::key_predicate::{equal_values, range_condition};
use crate::partiql::limit::READS_MAX;

/// A part of a condition on the key, or anything else.
#[derive(Clone)]
enum Atom<'node> {
    /// The partition key has this value.
    Partition(&'node AttributeValue, &'node Node),
    /// The sort key is so.
    Sort(SortCondition, &'node Node),
    /// A condition on the sort key that no read can use, such as `<>`.
    OtherSort(&'node Node),
    /// Any other condition.
    Other(&'node Node),
}

/// Conditions that are all true: one alternative of the whole condition.
#[derive(Clone, Default)]
struct Branch<'node> {
    atoms: Vec<Atom<'node>>,
}

/// One read of a key, or of a range within a partition.
pub(crate) struct KeyRead<'node> {
    pub(crate) condition: KeyCondition,
    /// Whether the branch has conditions on the sort key that are no range.
    is_open: bool,
    /// What is left to be filtered.
    pub(crate) rest: Vec<&'node Node>,
}

/// The key of a table or index, of one or two attributes.
#[derive(Clone, Copy)]
pub(crate) struct ReadKey<'schema> {
    pub(crate) partition: &'schema KeyAttribute,
    pub(crate) sort: Option<&'schema KeyAttribute>,
    pub(crate) schema: &'schema KeySchema,
}

/// What keeps the partition key out of the condition of a SELECT, which therefore is a Scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScanReason {
    /// There is no WHERE.
    NoCondition,
    /// No condition mentions the partition key.
    NoPartitionKey {
        /// The attribute.
        attribute: AttributeName,
    },
    /// The partition key is compared, but not by `=` or `IN` with values.
    OtherComparison {
        /// The attribute.
        attribute: AttributeName,
    },
    /// A condition on the partition key is negated.
    Negated {
        /// The attribute.
        attribute: AttributeName,
    },
    /// One side of an OR does not give the partition key a value.
    MissingInBranch {
        /// The attribute.
        attribute: AttributeName,
    },
}

impl<'schema> ReadKey<'schema> {
    /// The key, unless it has several attributes of one kind.
    pub(crate) fn of(schema: &'schema KeySchema) -> Option<Self> {
        match (schema.partition.as_slice(), schema.sort.as_slice()) {
            ([partition], []) => Some(Self { partition, sort: None, schema }),
            ([partition], [sort]) => Some(Self { partition, sort: Some(sort), schema }),
            _ => None,
        }
    }

    fn is_partition(&self, path: &DocumentPath) -> bool {
        path.is_top_level() && *path.top_level() == self.partition.name
    }

    fn is_sort(&self, path: &DocumentPath) -> bool {
        path.is_top_level() && self.sort.is_some_and(|sort| *path.top_level() == sort.name)
    }

    /// Whether a condition says which partitions are read.
    pub(crate) fn is_pinned(&self, node: &Node) -> bool {
        match node {
            Node::All(parts) => parts.iter().any(|part| self.is_pinned(part)),
            Node::Any(parts, _) => parts.iter().all(|part| self.is_pinned(part)),
            Node::Not(..) => false,
            Node::Predicate(predicate) => self.lists_partitions(predicate),
        }
    }

    /// Why a condition does not say which partitions are read.
    pub(crate) fn scan_reason(&self, node: &Node) -> ScanReason {
        let attribute = self.partition.name.clone();
        let mut paths = Vec::new();
        node.collect_paths(&mut paths);
        if !paths.iter().any(|path| self.is_partition(path)) {
            return ScanReason::NoPartitionKey { attribute };
        }
        if self.pins_somewhere(node) {
            return ScanReason::MissingInBranch { attribute };
        }
        match self.negates(node) {
            true => ScanReason::Negated { attribute },
            false => ScanReason::OtherComparison { attribute },
        }
    }

    fn pins_somewhere(&self, node: &Node) -> bool {
        match node {
            Node::All(parts) | Node::Any(parts, _) => {
                parts.iter().any(|part| self.pins_somewhere(part))
            }
            Node::Not(..) => false,
            Node::Predicate(predicate) => self.lists_partitions(predicate),
        }
    }

    fn negates(&self, node: &Node) -> bool {
        match node {
            Node::All(parts) | Node::Any(parts, _) => parts.iter().any(|part| self.negates(part)),
            Node::Not(part, _) => {
                let mut paths = Vec::new();
                part.collect_paths(&mut paths);
                paths.iter().any(|path| self.is_partition(path))
            }
            Node::Predicate(_) => false,
        }
    }

    /// Whether a predicate lists the values of the partition key.
    fn lists_partitions(&self, predicate: &Predicate) -> bool {
        equal_values(predicate).is_some_and(|(path, _)| self.is_partition(path))
    }

    /// Divides a condition that pins the partition key into reads, in the order of the text.
    pub(crate) fn reads<'node>(
        &self,
        node: &'node Node,
    ) -> Result<Vec<KeyRead<'node>>, PartiqlErrorKind> {
        let mut branches = self.branches(node)?;
        // A branch that asks for two partitions at once finds nothing. If all do, the first is read for its emptiness.
        let possible: Vec<_> = branches.iter().filter(|it| it.is_possible()).cloned().collect();
        match possible.is_empty() {
            true => branches.truncate(1),
            false => branches = possible,
        }
        let mut reads = Vec::with_capacity(branches.len());
        for branch in &branches {
            reads.push(self.read(branch)?);
        }
        self.merge(reads)
    }

    /// The alternatives of a condition. A part that does not mention the key stays in one piece.
    fn branches<'node>(&self, node: &'node Node) -> Result<Vec<Branch<'node>>, PartiqlErrorKind> {
        let branches = match node {
            Node::All(parts) => {
                let mut product = vec![Branch::default()];
                for part in parts {
                    product = combine(&product, &self.branches(part)?)?;
                }
                product
            }
            Node::Any(parts, _) if self.mentions_key(node) => {
                let mut sum = Vec::new();
                for part in parts {
                    sum.append(&mut self.branches(part)?);
                }
                sum
            }
            Node::Not(..) if self.mentions_sort(node) => {
                vec![Branch::of(Atom::OtherSort(node))]
            }
            Node::Any(..) | Node::Not(..) => vec![Branch::of(Atom::Other(node))],
            Node::Predicate(predicate) => self.atoms(node, predicate),
        };
        match branches.len() > READS_MAX {
            true => Err(PartiqlErrorKind::TooManyReads),
            false => Ok(branches),
        }
    }

    /// The alternatives of a predicate: several for `IN` of key values.
    fn atoms<'node>(&self, node: &'node Node, predicate: &'node Predicate) -> Vec<Branch<'node>> {
        if let Some((path, values)) = equal_values(predicate) {
            if self.is_partition(path) {
                let partition = |value| Branch::of(Atom::Partition(value, node));
                return values.map(partition).collect();
            }
            if self.is_sort(path) {
                let sort = |value: &AttributeValue| {
                    Branch::of(Atom::Sort(SortCondition::Equal(value.clone()), node))
                };
                return values.map(sort).collect();
            }
        }
        if let Some((path, condition)) = range_condition(predicate)
            && self.is_sort(path)
            && self.can_range(&condition)
        {
            return vec![Branch::of(Atom::Sort(condition, node))];
        }
        match self.mentions_sort(node) {
            true => vec![Branch::of(Atom::OtherSort(node))],
            false => vec![Branch::of(Atom::Other(node))],
        }
    }

    /// Whether the sort key can be asked for a range. Values of another type match nothing, and the filter says so.
    fn can_range(&self, condition: &SortCondition) -> bool {
        let kind = self.sort.map(|sort| sort.kind.value_kind());
        let fits = |value: &AttributeValue| Some(value.kind()) == kind && !is_empty(value);
        condition.values().all(fits)
            && match condition {
                SortCondition::Between(low, high) => low.compare(high).is_some_and(Ordering::is_le),
                SortCondition::BeginsWith(_) => kind != Some(ValueKind::N),
                SortCondition::Equal(_)
                | SortCondition::Less(_)
                | SortCondition::LessOrEqual(_)
                | SortCondition::Greater(_)
                | SortCondition::GreaterOrEqual(_) => true,
            }
    }

    fn mentions_key(&self, node: &Node) -> bool {
        let mut paths = Vec::new();
        node.collect_paths(&mut paths);
        paths.iter().any(|path| self.is_partition(path) || self.is_sort(path))
    }

    fn mentions_sort(&self, node: &Node) -> bool {
        let mut paths = Vec::new();
        node.collect_paths(&mut paths);
        paths.iter().any(|path| self.is_sort(path))
    }

    /// The read of a branch.
    ///
    /// Model: of two different conditions on the sort key an equality narrows the read, or else neither; the others filter it.
    fn read<'node>(&self, branch: &Branch<'node>) -> Result<KeyRead<'node>, PartiqlErrorKind> {
        let mut partition = None;
        let mut sorts: Vec<(&SortCondition, &'node Node)> = Vec::new();
        let (mut rest, mut is_open) = (Vec::new(), false);
        for atom in &branch.atoms {
            match atom {
                Atom::Partition(value, node) => {
                    check_key_value(self.partition, value)?;
                    if partition.get_or_insert(*value) != value {
                        rest.push(*node);
                    }
                }
                Atom::Sort(condition, node) => {
                    if let (Some(sort), SortCondition::Equal(value)) = (self.sort, condition) {
                        check_key_value(sort, value)?;
                    }
                    if !sorts.iter().any(|(other, _)| *other == condition) {
                        sorts.push((condition, node));
                    }
                }
                Atom::OtherSort(node) => {
                    is_open = true;
                    rest.push(*node);
                }
                Atom::Other(node) => rest.push(*node),
            }
        }
        let partition =
            partition.expect("every branch of a pinned condition has the partition key");
        let last = match sorts.as_slice() {
            [] => None,
            [(only, _)] => Some((*only).clone()),
            several => {
                is_open = true;
                let is_equality =
                    |(it, _): &&(&SortCondition, &Node)| matches!(it, SortCondition::Equal(_));
                let equality = several.iter().find(is_equality).map(|(condition, _)| *condition);
                let others = several.iter().filter(|(condition, _)| Some(*condition) != equality);
                rest.extend(others.map(|(_, node)| *node));
                equality.cloned()
            }
        };
        let condition = KeyCondition { partition: vec![partition.clone()], sort: Vec::new(), last };
        Ok(KeyRead { condition, is_open, rest })
    }

    /// Checks that no two reads meet. Where one of them has other conditions on the sort key, the partition is read once.
    ///
    /// Model: how the service reads overlapping branches that it accepts is not known.
    fn merge<'node>(
        &self,
        reads: Vec<KeyRead<'node>>,
    ) -> Result<Vec<KeyRead<'node>>, PartiqlErrorKind> {
        let mut merged: Vec<KeyRead<'node>> = Vec::with_capacity(reads.len());
        for read in reads {
            let Some(other) = merged.iter_mut().find(|other| self.overlap(other, &read)) else {
                merged.push(read);
                continue;
            };
            if !other.is_open && !read.is_open {
                return Err(PartiqlErrorKind::Overlap);
            }
            other.condition.last = None;
            other.is_open = true;
            other.rest.extend(read.rest);
            let partition = other.condition.partition.clone();
            let mut is_first = true;
            merged.retain(|it| {
                it.condition.partition != partition || std::mem::replace(&mut is_first, false)
            });
            let first = merged.iter_mut().find(|it| it.condition.partition == partition);
            if let Some(first) = first {
                first.condition.last = None;
                first.is_open = true;
            }
        }
        Ok(merged)
    }

    fn overlap(&self, one: &KeyRead<'_>, two: &KeyRead<'_>) -> bool {
        if one.condition.partition != two.condition.partition {
            return false;
        }
        let (one, two) =
            (self.schema.range(&one.condition, true), self.schema.range(&two.condition, true));
        let is_before = |range: &crate::table::range::Range, start| {
            range.end.as_ref().is_some_and(|end| end <= start)
        };
        !is_before(&one, &two.start) && !is_before(&two, &one.start)
    }
}

impl<'node> Branch<'node> {
    fn of(atom: Atom<'node>) -> Self {
        Self { atoms: vec![atom] }
    }

    /// Whether an item can be in all partitions that the branch asks for.
    fn is_possible(&self) -> bool {
        let mut values = self.atoms.iter().filter_map(|atom| match atom {
            Atom::Partition(value, _) => Some(*value),
            Atom::Sort(..) | Atom::OtherSort(_) | Atom::Other(_) => None,
        });
        let first = values.next();
        values.all(|value| Some(value) == first)
    }
}

impl KeyRead<'_> {
    /// Whether the read is of one key.
    pub(crate) fn is_of_one_key(&self, key: ReadKey<'_>) -> bool {
        key.sort.is_none() || matches!(self.condition.last, Some(SortCondition::Equal(_)))
    }
}

/// Checks a value that a key attribute must be equal to.
pub(crate) fn check_key_value(
    attribute: &KeyAttribute,
    value: &AttributeValue,
) -> Result<(), PartiqlErrorKind> {
    let name = || attribute.name.clone();
    match value.kind() {
        kind if kind == attribute.kind.value_kind() => Ok(()),
        ValueKind::S | ValueKind::N | ValueKind::B => {
            Err(PartiqlErrorKind::KeyType { attribute: name() })
        }
        kind => Err(PartiqlErrorKind::KeyKind { attribute: name(), kind }),
    }
}

/// The places of conditions in a statement. None of them is an AND: its parts are conditions of their own.
pub(crate) fn spans<'node>(nodes: impl IntoIterator<Item = &'node Node>) -> Vec<Range<usize>> {
    let span = |node: &Node| match node {
        Node::All(_) => unreachable!("branches divide an AND"),
        Node::Any(_, span) | Node::Not(_, span) => span.range(),
        Node::Predicate(predicate) => predicate.span.range(),
    };
    nodes.into_iter().map(span).collect()
}

/// Every pair of a branch of one condition and a branch of another.
fn combine<'node>(
    left: &[Branch<'node>],
    right: &[Branch<'node>],
) -> Result<Vec<Branch<'node>>, PartiqlErrorKind> {
    if left.len() * right.len() > READS_MAX {
        return Err(PartiqlErrorKind::TooManyReads);
    }
    let mut product = Vec::with_capacity(left.len() * right.len());
    for one in left {
        for two in right {
            let atoms = one.atoms.iter().chain(&two.atoms).cloned().collect();
            product.push(Branch { atoms });
        }
    }
    Ok(product)
}

fn is_empty(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.is_empty(),
        _ => false,
    }
}
