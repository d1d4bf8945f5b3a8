//! The terms of the glossary, in the order in which one explains the next.

/// A term: its name and its explanation are keys of the catalogue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    /// Its name in links.
    pub id: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What it means, in two sentences.
    pub text: &'static str,
}

/// Every term.
pub(super) const TERMS: &[Term] = &[
    Term { id: "item", name: "term.item", text: "glossary.item" },
    Term { id: "attribute", name: "term.attribute", text: "glossary.attribute" },
    Term { id: "partition_key", name: "term.partition_key", text: "glossary.partition_key" },
    Term { id: "sort_key", name: "term.sort_key", text: "glossary.sort_key" },
    Term { id: "item_collection", name: "term.item_collection", text: "glossary.item_collection" },
    Term { id: "partition", name: "term.partition", text: "glossary.partition" },
    Term { id: "type_letters", name: "term.type_letters", text: "glossary.type_letters" },
    Term { id: "number", name: "term.number", text: "glossary.number" },
    Term { id: "index", name: "term.index", text: "glossary.index" },
    Term { id: "gsi", name: "term.gsi", text: "glossary.gsi" },
    Term { id: "lsi", name: "term.lsi", text: "glossary.lsi" },
    Term { id: "sparse", name: "term.sparse", text: "glossary.sparse" },
    Term { id: "index_key", name: "term.index_key", text: "glossary.index_key" },
    Term { id: "entry", name: "term.entry", text: "glossary.entry" },
    Term { id: "projection", name: "term.projection", text: "glossary.projection" },
    Term { id: "backfill", name: "term.backfill", text: "glossary.backfill" },
    Term { id: "overloading", name: "term.overloading", text: "glossary.overloading" },
    Term { id: "write_sharding", name: "term.write_sharding", text: "glossary.write_sharding" },
    Term { id: "wcu", name: "term.wcu", text: "glossary.wcu" },
    Term { id: "rcu", name: "term.rcu", text: "glossary.rcu" },
    Term { id: "eventual", name: "term.eventual", text: "glossary.eventual" },
    Term { id: "strong", name: "term.strong", text: "glossary.strong" },
    Term { id: "transaction", name: "term.transaction", text: "glossary.transaction" },
    Term { id: "batch", name: "term.batch", text: "glossary.batch" },
    Term { id: "condition", name: "term.condition", text: "glossary.condition" },
    Term { id: "query", name: "term.query", text: "glossary.query" },
    Term { id: "scan", name: "term.scan", text: "glossary.scan" },
    Term { id: "filter", name: "term.filter", text: "glossary.filter" },
    Term { id: "page", name: "term.page", text: "glossary.page" },
    Term { id: "partiql", name: "term.partiql", text: "glossary.partiql" },
    Term { id: "provisioned", name: "term.provisioned", text: "glossary.provisioned" },
    Term { id: "on_demand", name: "term.on_demand", text: "glossary.on_demand" },
    Term { id: "burst", name: "term.burst", text: "glossary.burst" },
    Term { id: "adaptive", name: "term.adaptive", text: "glossary.adaptive" },
    Term { id: "auto_scaling", name: "term.auto_scaling", text: "glossary.auto_scaling" },
    Term { id: "throttling", name: "term.throttling", text: "glossary.throttling" },
    Term { id: "hot_partition", name: "term.hot_partition", text: "glossary.hot_partition" },
    Term { id: "hot_key", name: "term.hot_key", text: "glossary.hot_key" },
    Term { id: "back_pressure", name: "term.back_pressure", text: "glossary.back_pressure" },
    Term { id: "ttl", name: "term.ttl", text: "glossary.ttl" },
    Term { id: "stream", name: "term.stream", text: "glossary.stream" },
];
