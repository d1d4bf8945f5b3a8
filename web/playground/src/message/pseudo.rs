//! English as if it were another language: letters with accents, four tenths longer, and marked at both ends.
//!
//! It shows what does not come from the catalogue, what is joined in code, and what has no room to grow.

use std::rc::Rc;

use crate::message::template::Piece;

/// CLDR's name for it.
pub(super) const LANGUAGE: &str = "en-XA";

/// The marks at both ends of a text.
const MARKS: [&str; 2] = ["⟦", "⟧"];

/// What fills a text that has too few letters to repeat.
const FILLING: &str = "~";

/// Tenths of a letter by which each letter makes its text longer.
const GROWTH: usize = 4;

/// A template in the pseudo-language.
pub(super) fn template(pieces: &[Piece]) -> Rc<[Piece]> {
    let [start, end] = MARKS.map(|mark| Piece::Text(mark.into()));
    [start].into_iter().chain(translate(pieces)).chain([end]).collect()
}

fn translate(pieces: &[Piece]) -> Vec<Piece> {
    let translate = |piece: &Piece| match piece {
        Piece::Text(text) => Piece::Text(lengthen(text).into()),
        Piece::Place(place) => Piece::Place(Rc::clone(place)),
        Piece::Plural { place, forms } => {
            Piece::Plural { place: Rc::clone(place), forms: translate_forms(forms) }
        }
        Piece::Select { place, forms } => {
            Piece::Select { place: Rc::clone(place), forms: translate_forms(forms) }
        }
    };
    pieces.iter().map(translate).collect()
}

fn translate_forms<S: Clone>(forms: &[(S, Vec<Piece>)]) -> Vec<(S, Vec<Piece>)> {
    forms.iter().map(|(selector, form)| (selector.clone(), translate(form))).collect()
}

/// Repeats vowels, and other letters where there are too few.
fn lengthen(text: &str) -> String {
    let mut longer = String::new();
    let mut owed = 0;
    for letter in text.chars() {
        let (accented, is_vowel) = accent(letter);
        longer.push(accented);
        if letter.is_alphabetic() {
            owed += GROWTH;
            if owed >= 20 || (owed >= 10 && is_vowel) {
                longer.push(accented.to_lowercase().next().unwrap_or(accented));
                owed -= 10;
            }
        }
    }
    longer + &FILLING.repeat(owed.div_ceil(10))
}

/// A letter that looks like this one, and whether it is a vowel.
fn accent(letter: char) -> (char, bool) {
    const PLAIN: &str = "AEIOUYaeiouyBCDFGHJKLMNPRSTWXZbcdfghjklmnprstwxz";
    const ACCENTED: &str = "ÀÉÎÕÛÝàéîõûýßÇÐƑĜĤĴĶĻṀÑÞŔŠŢŴẊŽƀçðƒĝĥĵķļɱñþŕšţŵẋž";
    const VOWELS: usize = 12;
    let mut letters = PLAIN.chars().zip(ACCENTED.chars()).enumerate();
    match letters.find(|(_, (plain, _))| *plain == letter) {
        Some((position, (_, accented))) => (accented, position < VOWELS),
        None => (letter, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_accents_and_a_text_is_four_tenths_longer() {
        assert_eq!(lengthen("Undo"), "Ûñðõõ~");
        assert_eq!(lengthen("DynamoDB"), "ÐýñààɱõõÐß~~");
        assert_eq!(lengthen(" × 24"), " × 24");
        let sentence = "Everything in the link has been replayed.";
        let letters = |text: &str| text.chars().filter(|letter| letter.is_alphabetic()).count();
        let (before, after) = (letters(sentence), letters(&lengthen(sentence)));
        assert!(after * 10 >= before * 13 && after * 10 <= before * 14, "{before}, {after}");
    }

    #[test]
    fn both_ends_are_marked_and_places_stay() {
        let place = Piece::Place("count".into());
        let text = |text: &str| Piece::Text(text.into());
        let template = template(&[text("of "), place.clone()]);
        assert_eq!(*template, [text("⟦"), text("õƒ ~"), place, text("⟧")][..]);
    }
}
