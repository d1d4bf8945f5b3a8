//! What was sent and what came back, in which form, and which of the two was copied. Pure.

use playground::code::form::CodeForm;
use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::request::state::State;
use crate::panel::shared::Shared;

/// What was sent and what came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// The request and the reply; `None` while they are hidden.
    pub texts: Option<Texts>,
}

/// The request and the reply as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// The form of the request.
    pub form: CodeForm,
    /// The request, or why it cannot be written in this form.
    pub request: Result<TextView, Message>,
    /// The reply or the error.
    pub reply: TextView,
    /// How many requests an import sent, of which this is the first.
    pub several_count: Option<u64>,
}

/// A text that can be copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextView {
    /// Indented JSON, or code.
    pub text: Text,
    /// Whether it is JSON, which is coloured.
    pub is_json: bool,
    /// Whether it was copied last.
    pub is_copied: bool,
}

/// What the panel shows; `None` before the first operation.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let exchange = shared.session.exchange(shared.selection.operation)?;
    let copied = |text: Text, is_json: bool| TextView {
        is_copied: state.copied.as_ref() == Some(&text),
        text,
        is_json,
    };
    let texts = state.is_open.then(|| Texts {
        form: state.form,
        request: request(state.form, &exchange.operation, &exchange.request, shared)
            .map(|(text, is_json)| copied(text, is_json)),
        reply: copied(exchange.reply, true),
        several_count: exchange.several_count,
    });
    Some(View { operation: exchange.operation, texts })
}

/// The request in a form, and whether that is JSON; or why there is none.
fn request(
    form: CodeForm,
    operation: &str,
    body: &Text,
    shared: &Shared,
) -> Result<(Text, bool), Message> {
    match form {
        // As it was sent, even if it is not JSON.
        CodeForm::DynamoDbJson => Ok((body.clone(), true)),
        CodeForm::PlainJson
        | CodeForm::Cli
        | CodeForm::JavaScript
        | CodeForm::Python
        | CodeForm::Rust
        | CodeForm::PartiQl => {
            let text = form.write(operation, body, shared.session.database())?;
            Ok((text.into(), form == CodeForm::PlainJson))
        }
    }
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::Command;
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[track_caller]
    fn request(form: CodeForm, text: &str) -> Result<TextView, Message> {
        let mut session = Session::first();
        let (operation, request) = ("GetItem".to_owned(), text.to_owned());
        session.handle(Command::Call { operation, request });
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let view = super::view(&State { is_open: true, form, copied: None }, &shared);
        let view = view.expect("a request was sent");
        assert_eq!(&*view.operation, "GetItem");
        view.texts.expect("they are shown").request
    }

    #[test]
    fn the_request_is_shown_in_the_form_that_is_chosen() {
        let sent =
            r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}}}"#;
        for (form, start, is_json) in [
            (CodeForm::DynamoDbJson, "{", true),
            (CodeForm::PlainJson, r#"{"TableName": "Orders", "Key": {"CustomerId": "C1""#, true),
            (CodeForm::Cli, "aws dynamodb get-item", false),
            (CodeForm::JavaScript, "import { DynamoDBClient }", false),
            (CodeForm::Python, "import boto3", false),
            (CodeForm::Rust, "use aws_sdk_dynamodb", false),
            (CodeForm::PartiQl, "SELECT * FROM \"Orders\" WHERE CustomerId = 'C1'", false),
        ] {
            let view = request(form, sent).expect("every form can say it");
            assert!(view.text.starts_with(start), "{}", view.text);
            assert_eq!(view.is_json, is_json);
        }
        assert!(request(CodeForm::Rust, r#"{"Unknown":1}"#).is_err());
    }
}
