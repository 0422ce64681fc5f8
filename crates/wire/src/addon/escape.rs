//! Separators inside a field: each is written with a backslash before it, and a line break as `\n` or `\r`.

use super::{FrameError, MAX_FIELDS};

/// Adds a field to a line so that nothing in it is taken for a separator.
pub fn escape(field: &str, line: &mut String) {
    for c in field.chars() {
        let (escaped, c) = match c {
            '\\' | ':' | '|' => (true, c),
            '\n' => (true, 'n'),
            '\r' => (true, 'r'),
            _ => (false, c),
        };
        if escaped {
            line.push('\\');
        }
        line.push(c);
    }
}

/// Cuts DATA into its fields and undoes the escapes. Nothing at all is no field.
///
/// # Errors
/// If a separator or a line break stands there bare, an escape is none, or there are too many fields.
pub fn fields(data: &str) -> Result<Vec<String>, FrameError> {
    if data.is_empty() {
        return Ok(Vec::new());
    }
    let mut fields = vec![String::new()];
    let mut rest = data.chars();
    while let Some(c) = rest.next() {
        let c = match c {
            '|' if fields.len() == MAX_FIELDS => return Err(FrameError::TooManyFields),
            '|' => {
                fields.push(String::new());
                continue;
            }
            ':' | '\n' | '\r' => return Err(FrameError::NotAFrame),
            '\\' => match rest.next() {
                Some(c @ ('\\' | ':' | '|')) => c,
                Some('n') => '\n',
                Some('r') => '\r',
                _ => return Err(FrameError::BadEscape),
            },
            c => c,
        };
        if let Some(field) = fields.last_mut() {
            field.push(c);
        }
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_survive() {
        let mut line = String::new();
        escape("a:b|c\\d\ne", &mut line);
        assert_eq!(line, r"a\:b\|c\\d\ne");
        assert_eq!(fields(&line).unwrap(), ["a:b|c\\d\ne"]);
        assert_eq!(fields("").unwrap(), Vec::<String>::new());
        assert_eq!(fields("|").unwrap(), ["", ""]);
    }

    #[test]
    fn what_is_not_escaped_is_refused() {
        assert_eq!(fields("a:b"), Err(FrameError::NotAFrame));
        assert_eq!(fields("a\nb"), Err(FrameError::NotAFrame));
        for bad in ["\\", "a\\x", "\\ "] {
            assert_eq!(fields(bad), Err(FrameError::BadEscape), "{bad}");
        }
        assert_eq!(fields(&"|".repeat(MAX_FIELDS)), Err(FrameError::TooManyFields));
        assert_eq!(fields(&"|".repeat(MAX_FIELDS - 1)).unwrap().len(), MAX_FIELDS);
    }
}
