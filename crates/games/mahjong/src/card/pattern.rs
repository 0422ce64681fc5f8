//! The pattern language: one line of a card.
//!
//! `id|value|X or C|tokens;clauses`. A token is symbols and, where something is to be chosen, a letter that names the
//! choice. Equal symbols are one group, different ones are singles.

use super::Fault;
use crate::{SEXTET, Suit, Tile};

/// A line that names a hand, or one way to make it.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub id: String,
    pub value: u16,
    pub concealed: bool,
    pub parts: Vec<Part>,
    pub clauses: Vec<Clause>,
    /// The tokens and clauses as they were written.
    pub text: String,
}

/// A group of a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub symbol: Symbol,
    pub size: u8,
}

/// What a group of a pattern consists of. Choices are numbered 0 to 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    Exactly(Tile),
    Number { number: Number, suit: usize },
    SuitDragon { suit: usize },
    AnyDragon { choice: usize },
    AnyWind { choice: usize },
}

/// A number of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Digit(u8),
    /// The first number plus so many.
    Run(u8),
    /// The second number.
    Second,
}

/// A condition on the choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Clause {
    /// The first number (or the second) is one of these.
    OneOf { second: bool, numbers: Vec<u8> },
    /// The second number exceeds the first by more than so many.
    Apart(u8),
    /// Two suits may coincide.
    MayCoincide(usize, usize),
}

impl Pattern {
    /// Reads a line. `year` has four digits.
    pub fn read(line: &str, year: [u8; 4]) -> Result<Self, Fault> {
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let [id, value, exposure, text] = fields[..] else { return Err(Fault::WrongFields) };
        if !(1..=8).contains(&id.len()) || !id.bytes().all(|c| c.is_ascii_alphanumeric()) {
            return Err(Fault::WrongId(id.into()));
        }
        let value = value
            .parse()
            .ok()
            .filter(|value: &u16| (5..=500).contains(value) && value.is_multiple_of(5))
            .ok_or_else(|| Fault::WrongValue(value.into()))?;
        let concealed = match exposure {
            "X" => false,
            "C" => true,
            other => return Err(Fault::WrongExposure(other.into())),
        };
        let mut sections = text.split(';');
        let mut parts = Vec::new();
        for token in sections.next().unwrap_or_default().split_whitespace() {
            read_token(token, year, &mut parts)?;
        }
        let clauses = sections.map(|clause| read_clause(clause.trim())).collect::<Result<_, _>>()?;
        let size = parts.iter().map(|part: &Part| u32::from(part.size)).sum();
        if size != 14 {
            return Err(Fault::WrongSize(size));
        }
        Ok(Self { id: id.into(), value, concealed, parts, clauses, text: text.into() })
    }
}

/// The letter at the end of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variable {
    None,
    Suit(usize),
    Free(usize),
}

fn read_token(token: &str, year: [u8; 4], parts: &mut Vec<Part>) -> Result<(), Fault> {
    let last = token.chars().last().unwrap_or_default();
    let variable = match last {
        'a'..='c' => Variable::Suit(last as usize - 'a' as usize),
        'x'..='z' => Variable::Free(last as usize - 'x' as usize),
        _ => Variable::None,
    };
    let letters = if variable == Variable::None { token } else { &token[..token.len() - 1] };
    let symbols = letters.chars().map(|c| read_symbol(c, year, variable, token)).collect::<Result<Vec<_>, _>>()?;
    let chooses = |symbol: &Symbol| !matches!(symbol, Symbol::Exactly(_));
    if variable != Variable::None && !symbols.iter().any(chooses) {
        return Err(Fault::UselessVariable(token.into()));
    }
    if symbols.iter().all(|symbol| *symbol == symbols[0]) {
        let size = u8::try_from(symbols.len()).ok().filter(|&size| size <= SEXTET);
        let size = size.ok_or_else(|| Fault::TooLarge(token.into()))?;
        parts.push(Part { symbol: symbols[0], size });
    } else {
        parts.extend(symbols.into_iter().map(|symbol| Part { symbol, size: 1 }));
    }
    Ok(())
}

fn read_symbol(letter: char, year: [u8; 4], variable: Variable, token: &str) -> Result<Symbol, Fault> {
    let number = match letter {
        'p'..='s' if year[letter as usize - 'p' as usize] == 0 => return Ok(Symbol::Exactly(Tile::SOAP)),
        'p'..='s' => Number::Digit(year[letter as usize - 'p' as usize]),
        '1'..='9' => Number::Digit(letter as u8 - b'0'),
        'i'..='o' => Number::Run(letter as u8 - b'i'),
        'u' => Number::Second,
        'D' => {
            return match variable {
                Variable::Suit(suit) => Ok(Symbol::SuitDragon { suit }),
                Variable::Free(choice) => Ok(Symbol::AnyDragon { choice }),
                Variable::None => Err(Fault::NoChoice(token.into())),
            };
        }
        'V' => {
            return match variable {
                Variable::Free(choice) => Ok(Symbol::AnyWind { choice }),
                Variable::Suit(_) | Variable::None => Err(Fault::NoChoice(token.into())),
            };
        }
        '0' => return Ok(Symbol::Exactly(Tile::SOAP)),
        'R' => return Ok(Symbol::Exactly(Tile::dragon(Suit::Crak))),
        'G' => return Ok(Symbol::Exactly(Tile::dragon(Suit::Bam))),
        'F' => return Ok(Symbol::Exactly(Tile::FLOWER)),
        'N' => return Ok(Symbol::Exactly(Tile::WINDS[0])),
        'E' => return Ok(Symbol::Exactly(Tile::WINDS[1])),
        'W' => return Ok(Symbol::Exactly(Tile::WINDS[2])),
        'S' => return Ok(Symbol::Exactly(Tile::WINDS[3])),
        other => return Err(Fault::UnknownSymbol(other)),
    };
    match variable {
        Variable::Suit(suit) => Ok(Symbol::Number { number, suit }),
        Variable::Free(_) | Variable::None => Err(Fault::NoSuit(token.into())),
    }
}

fn read_clause(clause: &str) -> Result<Clause, Fault> {
    let unknown = || Fault::UnknownClause(clause.into());
    if let Some(least) = clause.strip_prefix("u-i>") {
        return least.parse().ok().filter(|least| *least < 9).map(Clause::Apart).ok_or_else(unknown);
    }
    if let Some((one, other)) = clause.split_once('~') {
        let suit = |text: &str| ["a", "b", "c"].iter().position(|known| *known == text);
        return Ok(Clause::MayCoincide(suit(one).ok_or_else(unknown)?, suit(other).ok_or_else(unknown)?));
    }
    let (which, numbers) = clause.split_once(':').ok_or_else(unknown)?;
    let second = match which {
        "i" => false,
        "u" => true,
        _ => return Err(unknown()),
    };
    let numbers = match numbers {
        "odd" => vec![1, 3, 5, 7, 9],
        "even" => vec![2, 4, 6, 8],
        list => list
            .split(',')
            .map(|number| number.trim().parse().ok().filter(|number| (1..=9).contains(number)).ok_or_else(unknown))
            .collect::<Result<_, _>>()?,
    };
    Ok(Clause::OneOf { second, numbers })
}
