//! In which order to upload the items of many partition keys: one key after the other, or in turns.
//!
//! A client that keeps some requests under way at once, and partitions that each take a number of them in a tick: what
//! does not fit is rejected and goes back to the front of the queue. Uploading key after key, all requests under way are
//! for one partition, and most are rejected; in turns, every partition has something to do.

use std::collections::BTreeMap;

/// Items to be uploaded, and what client and partitions bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Upload {
    /// Different partition keys.
    pub key_count: u64,
    /// Items of each key.
    pub items_per_key: u64,
    /// Requests that the client sends in a tick; at least one.
    pub window: u64,
    /// Requests of one key that are served in a tick; at least one.
    pub served_per_key: u64,
}

/// The order in which items are uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadOrder {
    /// All items of one key, then those of the next.
    KeyByKey,
    /// One item of each key, then the next one of each.
    RoundRobin,
}

/// How an upload went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UploadResult {
    /// Ticks that it took.
    pub tick_count: u64,
    /// Requests that were rejected.
    pub throttled_count: u64,
}

impl Upload {
    /// Uploads everything in an order.
    ///
    /// ```
    /// use engine::workload::upload::{Upload, UploadOrder};
    ///
    /// let upload = Upload { key_count: 4, items_per_key: 100, window: 100, served_per_key: 25 };
    /// assert_eq!(upload.run(UploadOrder::KeyByKey).tick_count, 9);
    /// assert_eq!(upload.run(UploadOrder::RoundRobin).tick_count, 4);
    /// ```
    pub fn run(&self, order: UploadOrder) -> UploadResult {
        let mut queue = self.queue(order);
        let mut result = UploadResult::default();
        while !queue.is_empty() {
            let sent = self.window.max(1).min(queue.len() as u64);
            let rest = queue.split_off(usize::try_from(sent).expect("it is a part of the queue"));
            let mut rejected = self.tick(queue);
            result.tick_count += 1;
            result.throttled_count += rejected.len() as u64;
            rejected.extend(rest);
            queue = rejected;
        }
        result
    }

    /// Sends requests, each known by its key, and returns those that were rejected.
    fn tick(&self, sent: Vec<u64>) -> Vec<u64> {
        let mut served = BTreeMap::new();
        let is_rejected = |key: &u64| {
            let served = served.entry(*key).or_insert(0);
            *served += 1;
            *served > self.served_per_key.max(1)
        };
        sent.into_iter().filter(is_rejected).collect()
    }

    /// The keys of the items in an order.
    fn queue(&self, order: UploadOrder) -> Vec<u64> {
        let (keys, items) = (0..self.key_count, 0..self.items_per_key);
        match order {
            UploadOrder::KeyByKey => keys.flat_map(|key| items.clone().map(move |_| key)).collect(),
            UploadOrder::RoundRobin => items.flat_map(|_| keys.clone()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ticks and rejections, key by key and in turns.
    #[track_caller]
    fn check(upload: Upload, key_by_key: (u64, u64), round_robin: (u64, u64)) {
        let result = |order| {
            let UploadResult { tick_count, throttled_count } = upload.run(order);
            (tick_count, throttled_count)
        };
        assert_eq!(result(UploadOrder::KeyByKey), key_by_key);
        assert_eq!(result(UploadOrder::RoundRobin), round_robin);
    }

    #[test]
    fn taking_turns_keeps_every_partition_busy() {
        let small = Upload { key_count: 3, items_per_key: 4, window: 6, served_per_key: 2 };
        check(small, (3, 2), (2, 0));
        check(Upload { window: 3, served_per_key: 1, ..small }, (8, 9), (4, 0));
        let large = Upload { key_count: 4, items_per_key: 100, window: 100, served_per_key: 25 };
        check(large, (9, 375), (4, 0));
        check(Upload { window: 200, served_per_key: 50, ..large }, (4, 200), (2, 0));
    }

    #[test]
    fn nothing_to_upload_takes_no_time() {
        let nothing = Upload { key_count: 0, items_per_key: 9, window: 0, served_per_key: 0 };
        check(nothing, (0, 0), (0, 0));
        check(Upload { key_count: 1, items_per_key: 2, ..nothing }, (2, 0), (2, 0));
    }
}
