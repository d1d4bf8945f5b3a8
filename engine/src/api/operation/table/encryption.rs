//! Encryption at rest, as far as a request sets it and a description tells it.

use crate::api::arn::key_arn;
use crate::api::reply::Reply;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::table::schema::Encryption;

/// The key that DynamoDB keeps for an account, if a request names none.
const DEFAULT_KEY: &str = "alias/aws/dynamodb";

static MEMBERS: [Member; 3] = [
    Member::optional("Enabled", Shape::Boolean),
    Member::optional("SSEType", Shape::Word(&["AES256", "KMS"])),
    Member::optional("KMSMasterKeyId", Shape::Text { length: (0, usize::MAX), plain: false }),
];

/// With whose key a table is encrypted.
pub(crate) const SSE_SPECIFICATION: Member = Member::optional(
    "SSESpecification",
    Shape::Structure { name: "SSESpecification", members: &MEMBERS },
);

pub(crate) fn take_encryption(fields: Fields<'_>) -> Option<Encryption> {
    let specification = fields.fields("SSESpecification")?;
    let key = specification.text("KMSMasterKeyId").unwrap_or(DEFAULT_KEY);
    Some(match specification.flag("Enabled", false) {
        true => Encryption::AccountKey(key_arn(key)),
        false => Encryption::ServiceKey,
    })
}

/// Encryption as DynamoDB describes it; a key of its own is not worth a word.
pub(crate) fn describe_encryption(encryption: &Encryption, reply: &mut Reply) {
    let Encryption::AccountKey(arn) = encryption else { return };
    let mut description = Reply::default();
    description.put_text("Status", "ENABLED");
    description.put_text("SSEType", "KMS");
    description.put_text("KMSMasterKeyArn", arn);
    reply.put_object("SSEDescription", description);
}
