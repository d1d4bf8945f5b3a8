//! Files and folders, and sentences about those that cannot be read or written.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::failure::Failure;

pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::file("read", path, error))
}

/// Writes a file; its folder is made if there is none.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    make_folder_of(path)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| Failure::file("write", path, error))
}

/// As [`write()`], but leaves a file that has this content already: a watcher reacts to writes.
pub(crate) fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    match fs::read(path) {
        Ok(content) if content == bytes => Ok(()),
        Ok(_) | Err(_) => write(path, bytes),
    }
}

/// Whether both files exist and the first was written after the second.
pub(crate) fn is_newer(path: &Path, other: &Path) -> bool {
    let modified = |path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    modified(other).is_some_and(|other| modified(path).is_some_and(|own| own > other))
}

/// The files of a folder and its subfolders, in no order.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::file("read", folder, error))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| Failure::file("read", folder, error))?.path();
        match path.is_dir() {
            true => files.extend(list(&path)?),
            false => files.push(path),
        }
    }
    Ok(files)
}

pub(crate) fn copy(source: &Path, target: &Path) -> Result<(), Failure> {
    make_folder_of(target)
        .and_then(|()| fs::copy(source, target))
        .map(drop)
        .map_err(|error| Failure::file("copy", source, error))
}

pub(crate) fn copy_folder(source: &Path, target: &Path) -> Result<(), Failure> {
    let entries = fs::read_dir(source).map_err(|error| Failure::file("read", source, error))?;
    for entry in entries {
        let path = entry.map_err(|error| Failure::file("read", source, error))?.path();
        let target = target.join(path.file_name().expect("an entry of a folder has a name"));
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Removes a folder and all in it, if it is there.
pub(crate) fn remove_folder(folder: &Path) -> Result<(), Failure> {
    removed(fs::remove_dir_all(folder), folder)
}

/// Removes a file, if it is there.
pub(crate) fn remove(path: &Path) -> Result<(), Failure> {
    removed(fs::remove_file(path), path)
}

fn removed(result: io::Result<()>, path: &Path) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Failure::file("remove", path, error))
        }
        _ => Ok(()),
    }
}

fn make_folder_of(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path.parent().expect("a file lies in a folder"))
}
