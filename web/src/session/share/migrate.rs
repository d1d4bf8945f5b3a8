//! Documents of earlier versions, brought up to the present one.
//!
//! To change the document: raise [`VERSION`], and add to [`MIGRATIONS`] the function that turns the last version into
//! the new one. Functions stay for good, and so do the links in `tests/links`.

use serde_json::Value;

use crate::session::share::document::DocumentError;

/// The version that is written.
pub(super) const VERSION: u64 = 1;

/// A step from one version to the next.
type Migration = fn(Value) -> Value;

/// The steps, from version 1 on: one fewer than there are versions.
const MIGRATIONS: &[Migration] = &[];

/// Brings a document of any version that there has been up to the present one.
pub(super) fn migrate(json: Value) -> Result<Value, DocumentError> {
    let version = json.get("v").and_then(Value::as_u64).ok_or(DocumentError::NotASandbox)?;
    match version {
        0 => Err(DocumentError::NotASandbox),
        1..=VERSION => {
            let done = usize::try_from(version - 1).expect("a known version is small");
            Ok(MIGRATIONS.iter().skip(done).fold(json, |json, migration| migration(json)))
        }
        _ => Err(DocumentError::Newer { version }),
    }
}
