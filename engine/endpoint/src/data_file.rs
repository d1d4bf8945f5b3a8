//! The file in which the database is kept while the endpoint does not run, and the log beside it.
//!
//! A new snapshot is written beside the old one, flushed to the disk, and only then put in its place: after a power
//! failure at any moment, one of the two is whole. The `state` of a snapshot begins with the entries of the log that it has.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use engine::api::snapshot;
use engine::database::Database;
use serde_json::{Value, json};

use crate::console::complain;
use crate::log::replay::replay;
use crate::log::reserve::Reserve;
use crate::log::{self, LogPosition, mark};
use crate::service::Service;

/// Where the state of a database begins in the text of a snapshot. No text of a table is before it.
const STATE: &str = "\"state\":{";

/// The first member of the state if the snapshot has entries of a log.
const LOG: &str = "\"log\":";

/// A database that was found in a file.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) database: Database,
    /// The entries of the log that are in it; none if there is no log.
    pub(crate) position: Option<LogPosition>,
    /// The account and Region in ARNs of the log, if there is one.
    owner: Option<String>,
    /// What of the file is not in it, and where a copy of the file is kept: sentences for the console.
    pub(crate) damages: Vec<String>,
}

/// A file that belongs to this process alone.
#[derive(Debug)]
pub(crate) struct DataFile {
    path: PathBuf,
    /// The account and Region in ARNs, as arguments.
    owner: String,
    /// The file `.lock` beside it, which keeps others away before the file is there. A lock is held while its file is open.
    _lock: File,
    /// The file as it was found, so that no one uses it under another name.
    _found: Option<File>,
    /// The file as it is now.
    current: Mutex<Option<File>>,
}

impl DataFile {
    /// Takes a file, and the database in it if there is one. Of a damaged file what is intact is taken, and a copy of the
    /// file is kept beside it. `owner` is the account and the Region in ARNs, as arguments. Fails with a sentence; the file
    /// then stays as it is.
    pub(crate) fn open(path: &Path, owner: &str) -> Result<(Self, Option<Found>), String> {
        // A link stays a link: what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let failure = |error: io::Error| format!("Cannot use {}: {error}.", path.display());
        // A new snapshot takes the place of the file, which its permissions do not prevent.
        if fs::metadata(&path).is_ok_and(|file| file.permissions().readonly()) {
            return Err(format!(
                "{} is read-only, so no write could be saved. Make it writable, or serve a copy of it.",
                path.display()
            ));
        }
        let lock = File::create(beside(&path, "lock")).map_err(failure)?;
        take_lock(&lock, &path)?;
        let found_file = lock_file(&path)?;
        // What an endpoint left behind that was killed or had no space.
        for temporary in [beside(&path, "new"), log::temporary(&beside(&path, "log"))] {
            drop(fs::remove_file(temporary));
        }
        let mut found = match fs::read(&path) {
            Ok(bytes) => Some(read(&path, &bytes)?),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(failure(error)),
        };
        add_log(&path, &mut found, owner)?;
        let (owner, current) = (owner.to_owned(), Mutex::new(None));
        Ok((Self { path, owner, _lock: lock, _found: found_file, current }, found))
    }

    pub(crate) fn log_path(&self) -> PathBuf {
        beside(&self.path, "log")
    }

    /// The space that is kept for deletes.
    pub(crate) fn reserve(&self) -> Reserve {
        Reserve { path: beside(&self.path, "reserve") }
    }

    /// Removes the log, when a snapshot has all of its entries.
    pub(crate) fn remove_log(&self) {
        let log = self.log_path();
        drop(fs::remove_file(&log));
        drop(fs::remove_file(mark::path(&log)));
        self.reserve().give_back();
    }

    /// Puts a database in the place of what was there, with the entries of the log that it has. Fails with a sentence; what
    /// was there then still is.
    pub(crate) fn save(
        &self,
        database: &Database,
        position: Option<LogPosition>,
    ) -> Result<(), String> {
        let mut text = snapshot::save(database);
        if let Some(LogPosition { id, through }) = position {
            let id = format!("{id:016x}");
            let position = json!({ "id": id, "owner": self.owner, "through": through });
            let place = text.find(STATE).expect("a snapshot has a state") + STATE.len();
            let separator = if text[place..].starts_with('}') { "" } else { "," };
            text.insert_str(place, &format!("{LOG}{position}{separator}"));
        }
        let new = beside(&self.path, "new");
        self.replace(&new, text.as_bytes()).map_err(|error| {
            // Half a snapshot would take the space that the next write needs.
            drop(fs::remove_file(&new));
            format!("Cannot save {}: {error}.", self.path.display())
        })
    }

    fn replace(&self, new: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create(new)?;
        // Before it has the name of the file: whoever finds it there finds it locked.
        hold(&file)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(new, &self.path)?;
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
        // The new name of the file is kept by its folder, which not every system lets one bring to the disk.
        if let Some(folder) = self.path.parent().and_then(|folder| File::open(folder).ok()) {
            drop(folder.sync_all());
        }
        Ok(())
    }
}

impl Drop for DataFile {
    fn drop(&mut self) {
        drop(fs::remove_file(beside(&self.path, "lock")));
    }
}

/// Locks the data file itself, whatever its name is. `None` if there is none.
fn lock_file(path: &Path) -> Result<Option<File>, String> {
    let failure = |error: io::Error| format!("Cannot use {}: {error}.", path.display());
    loop {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failure(error)),
        };
        if !cfg!(unix) {
            return Ok(Some(file));
        }
        take_lock(&file, path)?;
        // Another endpoint may have replaced it before it was locked, and holds the one that is there now.
        if is_at(&file, path).map_err(failure)? {
            return Ok(Some(file));
        }
    }
}

/// Locks a file that is not known to others yet. On systems other than Unix a lock would keep this process from reading it.
fn hold(file: &File) -> io::Result<()> {
    match cfg!(unix) {
        true => file.lock(),
        false => Ok(()),
    }
}

fn take_lock(file: &File, path: &Path) -> Result<(), String> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => format!("Another endpoint uses {}.", path.display()),
        TryLockError::Error(error) => format!("Cannot use {}: {error}.", path.display()),
    })
}

/// Whether an open file is the one at a path. Says so if it has other names.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    if open.nlink() > 1 {
        complain(&format!(
            "{} has other names (hard links). They keep what was saved before: a save puts a new file in its place.",
            path.display()
        ));
    }
    match fs::metadata(path) {
        Ok(there) => Ok((open.dev(), open.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Repeats the requests of the log beside a file. A log that does not belong to the file, or is damaged, is moved aside.
fn add_log(path: &Path, found: &mut Option<Found>, owner: &str) -> Result<(), String> {
    let log_path = beside(path, "log");
    let through = found.as_ref().and_then(|found| found.position).map_or(0, |it| it.through);
    let Some(content) = log::read(&log_path, through) else { return Ok(()) };
    if content.entries.is_empty() && content.damages.is_empty() {
        return Ok(());
    }
    let other = found.as_ref().and_then(|found| found.owner.as_deref()).filter(|it| *it != owner);
    if let Some(other) = other.filter(|_| content.entries.iter().any(|it| it.sequence > through)) {
        // Its requests may have ARNs, which would be denied now.
        return Err(format!(
            "The requests in {} are those of an endpoint with `{other}`. Start one with these arguments and stop it, then they \
             can be others.",
            log_path.display()
        ));
    }
    let belongs = |found: &Found| found.position.is_some_and(|position| position.id == content.id);
    let mut sentences = content.damages;
    match found.as_mut().filter(|found| belongs(found)) {
        Some(found) => {
            let position = found.position.as_mut().expect("it has the identifier of the log");
            let (last, damages) = replay(&mut found.database, &content.entries, position.through);
            position.through = last;
            sentences.extend(damages);
            if content.stored > last {
                sentences.push(format!("Entries {} to {} are missing.", last + 1, content.stored));
            }
        }
        None => sentences.push(format!(
            "{} does not belong to {}. Its {} entries are left out.",
            log_path.display(),
            path.display(),
            content.entries.len()
        )),
    }
    if sentences.is_empty() {
        return Ok(());
    }
    let bytes = fs::read(&log_path)
        .map_err(|error| format!("Cannot read {}: {error}.", log_path.display()))?;
    let copy = keep_aside(&log_path, &bytes)?;
    sentences.push(format!("A copy of the log is {}.", copy.display()));
    let found = found.get_or_insert_with(|| Found {
        database: Service::empty_database(),
        position: None,
        owner: None,
        damages: Vec::new(),
    });
    found.damages.extend(sentences);
    Ok(())
}

/// The entries of a log that a snapshot has, and its owner, which earlier versions did not write. It is read even if the text
/// behind it is damaged.
fn read_position(text: &str) -> Option<(LogPosition, Option<String>)> {
    let rest = text[text.find(STATE)?..].strip_prefix(STATE)?.strip_prefix(LOG)?;
    let member: Value = serde_json::from_str(&rest[..=rest.find('}')?]).ok()?;
    let id = u64::from_str_radix(member["id"].as_str()?, 16).ok()?;
    let position = LogPosition { id, through: member["through"].as_u64()? };
    Some((position, member["owner"].as_str().map(str::to_owned)))
}

/// Reads a database, and keeps a copy of the file if it is damaged.
fn read(path: &Path, bytes: &[u8]) -> Result<Found, String> {
    let (text, is_text) = match str::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => (str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(), false),
    };
    let recovered = snapshot::recover(text).map_err(|error| match is_text {
        true => rejection(path, &error),
        false => rejection(path, &"it is not UTF-8"),
    })?;
    let mut damages: Vec<String> = recovered.damages.iter().map(ToString::to_string).collect();
    if !is_text {
        damages.insert(0, format!("byte {} to the end: it is not UTF-8", text.len()));
    }
    if !damages.is_empty() {
        let copy = keep_aside(path, bytes)?;
        let head = format!(
            "{} is damaged. Its copy is {}. What was not understood is left out:",
            path.display(),
            copy.display()
        );
        damages.insert(0, head);
    }
    let (position, owner) =
        read_position(text).map_or((None, None), |(at, owner)| (Some(at), owner));
    Ok(Found { database: recovered.database, position, owner, damages })
}

/// Writes the bytes of a damaged file under a name that no file has yet.
fn keep_aside(path: &Path, bytes: &[u8]) -> Result<PathBuf, String> {
    let mut number = 1;
    loop {
        let copy = beside(path, &format!("damaged-{number}"));
        let written = File::create_new(&copy).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        match written {
            Ok(()) => return Ok(copy),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(format!("Cannot write {}: {error}.", copy.display())),
        }
    }
}

fn rejection(path: &Path, reason: &dyn std::fmt::Display) -> String {
    format!(
        "Cannot read {}: {reason}. It stays as it is; repair it, move it away or name another file.",
        path.display()
    )
}

/// A file with a longer name in the same folder.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use engine::api;
    use engine::database::Config;

    use super::*;

    const OWNER: &str = "--account 000000000000 --region us-east-1";

    fn open(path: &Path) -> Result<(DataFile, Option<Found>), String> {
        DataFile::open(path, OWNER)
    }

    fn database() -> Database {
        let mut database = Database::new(Config::default());
        let table = r#"{ "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }] }"#;
        api::call(&mut database, "CreateTable", table).unwrap();
        database
    }

    #[test]
    fn what_was_saved_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.json");
        let (file, found) = open(&path).unwrap();
        assert!(found.is_none());
        file.save(&database(), None).unwrap();
        drop(file);
        let (_file, found) = open(&path).unwrap();
        let found = found.unwrap();
        assert_eq!(snapshot::save(&found.database), snapshot::save(&database()));
        assert_eq!(found.damages, Vec::<String>::new());
    }

    #[test]
    fn a_file_says_which_entries_of_a_log_it_has() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.json");
        for database in [Database::default(), database(), Service::empty_database()] {
            let position = LogPosition { id: u64::MAX - 1, through: 7 };
            let (file, _) = open(&path).unwrap();
            file.save(&database, Some(position)).unwrap();
            drop(file);
            let found = open(&path).unwrap().1.unwrap();
            assert_eq!(found.position, Some(position));
            assert_eq!(snapshot::save(&found.database), snapshot::save(&database));
            assert_eq!(found.damages, Vec::<String>::new());
        }
    }

    #[test]
    fn what_a_broken_off_save_left_behind_does_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.json");
        let (file, _) = open(&path).unwrap();
        file.save(&database(), None).unwrap();
        let temporary = [beside(&path, "new"), log::temporary(&beside(&path, "log"))];
        for file in &temporary {
            fs::write(file, r#"{"v":1,"tab"#).unwrap();
        }
        drop(file);
        let (file, found) = open(&path).unwrap();
        assert_eq!(found.unwrap().database.tables().count(), 1);
        assert!(temporary.iter().all(|file| !file.exists()), "they take no space");
        file.save(&Database::default(), None).unwrap();
        drop(file);
        assert_eq!(open(&path).unwrap().1.unwrap().database.tables().count(), 0);
    }

    #[test]
    fn a_file_without_a_database_is_rejected_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.json");
        for (text, reason) in [
            (&br#"{"v":1,"tables":["#[..], "it is not JSON from line 1, column 18 on"),
            (b"", "it is not JSON from line 1, column 1 on"),
            (b"\xFF", "it is not UTF-8"),
            (b"[]", "it is JSON, but no database"),
            (br#"{"v":2}"#, "a later version wrote it, with format 2"),
            (br#"{"v":1,"tables":[{}]}"#, "its part `TableName` is damaged"),
        ] {
            fs::write(&path, text).unwrap();
            let sentence = open(&path).unwrap_err();
            assert!(sentence.contains(reason), "{sentence}");
            assert_eq!(fs::read(&path).unwrap(), text);
        }
    }

    #[test]
    fn what_is_intact_is_loaded_and_a_copy_of_the_damaged_file_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.json");
        let text = snapshot::save(&database());
        let cut = &text.as_bytes()[..text.len() - 8];
        for number in 1..3 {
            fs::write(&path, cut).unwrap();
            let (file, found) = open(&path).unwrap();
            let found = found.unwrap();
            assert!(found.database.table("Orders").is_some());
            let copy = beside(&fs::canonicalize(&path).unwrap(), &format!("damaged-{number}"));
            assert!(found.damages[0].contains(&copy.display().to_string()), "{:?}", found.damages);
            assert_eq!(fs::read(copy).unwrap(), cut);
            file.save(&found.database, None).unwrap();
            drop(file);
            assert!(open(&path).unwrap().1.unwrap().damages.is_empty());
        }
        fs::write(&path, [text.as_bytes(), b"\xFF"].concat()).unwrap();
        let found = open(&path).unwrap().1.unwrap();
        assert!(found.damages[1].ends_with("to the end: it is not UTF-8"));
        assert_eq!(snapshot::save(&found.database), text);
    }

    #[test]
    fn a_file_belongs_to_one_endpoint() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.json");
        let (file, _) = open(&path).unwrap();
        let sentence = open(&path).unwrap_err();
        assert!(sentence.starts_with("Another endpoint uses "), "{sentence}");
        drop(file);
        open(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_belongs_to_one_endpoint_under_all_of_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["data.json", "other.json"].map(|name| folder.path().join(name));
        drop(open(&path).unwrap().0.save(&database(), None));
        fs::hard_link(&path, &other).unwrap();
        let (file, _) = open(&path).unwrap();
        let is_refused = |path: &Path| {
            open(path).is_err_and(|sentence| sentence.starts_with("Another endpoint uses "))
        };
        assert!(is_refused(&other), "a hard link");
        fs::remove_file(beside(&path, "lock")).unwrap();
        assert!(is_refused(&path), "the file beside it was removed");
        // A save puts another file in its place.
        file.save(&database(), None).unwrap();
        fs::remove_file(beside(&path, "lock")).unwrap();
        assert!(is_refused(&path) && is_refused(&other), "after a save");
        drop(file);
        open(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_save_that_fails_leaves_no_file_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.json");
        let (file, _) = open(&path).unwrap();
        // A folder cannot be replaced by a file.
        fs::create_dir(&path).unwrap();
        assert!(file.save(&database(), None).is_err());
        assert!(!beside(&path, "new").exists());
    }
}
