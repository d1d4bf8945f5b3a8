//! Compares two texts line by line: lines that are missing, additional lines, and equal lines around them.

/// The lines of both texts in order: `-` only expected, `+` only got, two spaces for both.
pub fn between(expected: &str, got: &str) -> String {
    let (expected, got): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), got.lines().collect());
    let common = common_lengths(&expected, &got);
    let (mut left, mut right) = (0, 0);
    let mut lines = Vec::new();
    while left < expected.len() || right < got.len() {
        if left < expected.len() && right < got.len() && expected[left] == got[right] {
            lines.push(format!("    {}", expected[left]));
            (left, right) = (left + 1, right + 1);
        } else if right == got.len()
            || (left < expected.len() && common[left + 1][right] >= common[left][right + 1])
        {
            lines.push(format!("  - {}", expected[left]));
            left += 1;
        } else {
            lines.push(format!("  + {}", got[right]));
            right += 1;
        }
    }
    lines.join("\n")
}

/// For each pair of positions, how many lines the texts after them have in common.
fn common_lengths(expected: &[&str], got: &[&str]) -> Vec<Vec<usize>> {
    let mut common = vec![vec![0; got.len() + 1]; expected.len() + 1];
    for left in (0..expected.len()).rev() {
        for right in (0..got.len()).rev() {
            common[left][right] = if expected[left] == got[right] {
                common[left + 1][right + 1] + 1
            } else {
                common[left + 1][right].max(common[left][right + 1])
            };
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_are_marked_and_the_rest_is_kept() {
        let shown = between("one\ntwo\nthree\n", "one\n2\nthree\nfour\n");
        assert_eq!(shown, "    one\n  - two\n  + 2\n    three\n  + four");
    }
}
