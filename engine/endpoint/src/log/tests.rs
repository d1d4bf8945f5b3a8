//! What is written to a log, and read of it, damaged or not.

use super::*;

fn entry(sequence: u64) -> Entry {
    Entry {
        sequence,
        at: Timestamp(7),
        operation: "PutItem".to_owned(),
        decision: Decision::default(),
        request: format!("{{\n\"é\": {sequence} }}"),
    }
}

#[test]
fn what_was_appended_and_not_forgotten_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    assert!(read(&path, 0).is_none());
    let mut log = Log::create(&path, 5).unwrap();
    log.append(&[entry(1), entry(2)], 0).unwrap();
    log.append(&[entry(3)], 1).unwrap();
    drop(log);
    let content = read(&path, 0).unwrap();
    assert_eq!((content.id, content.entries), (5, vec![entry(2), entry(3)]));
    assert_eq!(content.damages, Vec::<String>::new());
}

#[test]
fn a_decision_is_read_as_it_was_written() {
    for (is_rejected, throttled_parts) in [(false, vec![]), (true, vec![]), (false, vec![0, 17])] {
        let decision = Decision { is_rejected, throttled_parts };
        let entry = Entry { decision, ..entry(1) };
        assert_eq!(decode(&encode(5, &entry)), Some((5, entry)));
    }
}

#[test]
fn an_entry_of_an_earlier_version_was_served_as_a_whole() {
    // Written before there were decisions.
    let mut bytes = b"\0entry:\0".to_vec();
    for number in [5u64, 1] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let text = b"7 PutItem\n{\n\"\xC3\xA9\": 1 }";
    bytes.extend_from_slice(&u32::try_from(text.len()).unwrap().to_le_bytes());
    bytes.extend_from_slice(&checksum(&bytes, text));
    bytes.extend_from_slice(text);
    assert_eq!(decode(&bytes), Some((5, entry(1))));
    assert_eq!(encode(5, &entry(1)), bytes, "an earlier version reads what needs no decision");
}

#[test]
fn an_entry_with_a_changed_byte_is_damaged() {
    let bytes = encode(5, &entry(1));
    assert_eq!(decode(&bytes), Some((5, entry(1))));
    for position in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[position] ^= 1;
        assert_eq!(decode(&damaged), None, "byte {position}");
        assert_eq!(decode(&bytes[..position]), None, "{position} bytes");
    }
}

#[test]
fn a_damaged_file_gives_what_is_intact_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut log = Log::create(&path, 5).unwrap();
    let entries: Vec<Entry> = (1..2_000).map(entry).collect();
    log.append(&entries, 0).unwrap();
    drop(log);
    let whole = fs::read(&path).unwrap();
    let request = "\"é\": 1234 }".as_bytes();
    let place = whole.windows(request.len()).position(|bytes| bytes == request).unwrap();
    let mut damaged = whole.clone();
    damaged[place] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let content = read(&path, 0).unwrap();
    assert_eq!((content.id, content.entries.len()), (5, 1_998));
    assert!(content.damages[0].starts_with("Entry 1234 of "), "{:?}", content.damages);

    damaged[..64].fill(0);
    fs::write(&path, &damaged).unwrap();
    let content = read(&path, 0).unwrap();
    assert_eq!((content.id, content.entries.len()), (5, 1_998));
    assert!(content.damages[0].starts_with("Cannot open "), "{:?}", content.damages);

    fs::write(&path, b"no log").unwrap();
    let content = read(&path, 0).unwrap();
    assert_eq!((content.damages.len(), content.entries.len()), (1, 0));
}

/// Flips bits of a log of a few entries one after another, and returns how many flips lost an entry without a word.
fn silent_losses(mark: bool) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut log = Log::create(&path, 5).unwrap();
    for sequence in 1..=3 {
        log.append(&[entry(sequence)], 0).unwrap();
    }
    // As it is after a kill: redb checks a file that was not closed.
    let whole = fs::read(&path).unwrap();
    drop(log);
    if !mark {
        fs::remove_file(mark::path(&path)).unwrap();
    }
    // The header of redb has its two commits: the bytes of one of them decide which is used.
    let silent = (0..320).filter(|position| {
        let mut damaged = whole.clone();
        damaged[*position] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        let content = read(&path, 0).unwrap();
        content.entries.len() < 3 && content.damages.is_empty() && content.stored < 3
    });
    silent.count()
}

#[test]
fn a_lost_end_of_the_log_is_noticed_and_found() {
    assert!(silent_losses(false) > 0, "redb goes back to an earlier commit");
    assert_eq!(silent_losses(true), 0);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut log = Log::create(&path, 5).unwrap();
    log.append(&[entry(1), entry(2)], 0).unwrap();
    log.mark.set(4);
    drop(log);
    let content = read(&path, 0).unwrap();
    assert_eq!((content.entries.len(), content.stored), (2, 4));
    assert!(content.damages[0].ends_with("It had 2 more entries, of which 0 were found."));
    assert_eq!(read(&path, 4).unwrap().damages, Vec::<String>::new(), "a snapshot has them");
}
