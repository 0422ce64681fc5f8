//! What can stand in the fields of DATA, and how payloads are made of it.
//!
//! `payload!` takes an enum whose variants are a word and the fields after it, or a struct that is fields alone, and
//! writes both the reading and the printing. A field may be [optional](Option) when all fields after it are, too.

use super::FrameError;
use crate::slash::Direction;
use parlor_kernel::{MAX_SEATS, Seat};
#[cfg(test)]
use proptest::{prelude::*, strategy::BoxedStrategy};
use std::fmt;

/// The fields of DATA, being read.
#[derive(Debug)]
pub struct Reader<'a> {
    fields: &'a [String],
    place: usize,
}

impl<'a> Reader<'a> {
    /// From the first field on.
    pub const fn new(fields: &'a [String]) -> Self {
        Self { fields, place: 0 }
    }

    /// The next field, if there is one, without taking it.
    pub fn peek(&self) -> Option<&'a str> {
        self.fields.get(self.place).map(String::as_str)
    }

    /// The field that stands so many places after the next one, without taking it.
    pub fn peek_at(&self, ahead: usize) -> Option<&'a str> {
        self.fields.get(self.place + ahead).map(String::as_str)
    }

    /// The next field.
    ///
    /// # Errors
    /// If there is none.
    pub fn take(&mut self) -> Result<&'a str, FrameError> {
        let field = self.peek().ok_or(FrameError::Missing(self.place + 1))?;
        self.place += 1;
        Ok(field)
    }

    /// How many fields are left.
    pub const fn left(&self) -> usize {
        self.fields.len() - self.place
    }

    /// What is wrong with the field that was taken last.
    pub const fn bad(&self, expected: &'static str) -> FrameError {
        FrameError::BadField { place: self.place, expected }
    }

    /// Nothing is left.
    ///
    /// # Errors
    /// If something is.
    pub const fn end(&self) -> Result<(), FrameError> {
        if self.left() == 0 { Ok(()) } else { Err(FrameError::TooMuch) }
    }
}

/// The fields of DATA, being written.
#[derive(Debug, Default)]
pub struct Writer {
    fields: Vec<String>,
    left_out: usize,
}

impl Writer {
    /// The next field.
    pub fn put(&mut self, field: impl Into<String>) {
        self.fields.extend((0..std::mem::take(&mut self.left_out)).map(|_| String::new()));
        self.fields.push(field.into());
    }

    /// A field that is not there: it is written only if something comes after it.
    pub const fn leave_out(&mut self) {
        self.left_out += 1;
    }

    /// The fields.
    pub fn into_fields(self) -> Vec<String> {
        self.fields
    }
}

/// What can stand in one field or several.
pub trait Field: Sized + fmt::Debug + 'static {
    /// Reads it.
    ///
    /// # Errors
    /// If it is not there or makes no sense.
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError>;

    /// Writes it.
    fn write(&self, out: &mut Writer);

    /// Any of them.
    #[cfg(test)]
    fn any() -> BoxedStrategy<Self>;
}

macro_rules! number {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
                let text = fields.take()?;
                let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
                text.parse().ok().filter(|_| plain).ok_or_else(|| fields.bad("a whole number"))
            }

            fn write(&self, out: &mut Writer) {
                out.put(self.to_string());
            }

            #[cfg(test)]
            fn any() -> BoxedStrategy<Self> {
                any::<$type>().boxed()
            }
        }
    )*};
}

number!(u8, u16, u32, u64, i8, i64);

/// One or zero, as HopeAddon has it.
impl Field for bool {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        match fields.take()? {
            "1" => Ok(true),
            "0" => Ok(false),
            _ => Err(fields.bad("1 or 0")),
        }
    }

    fn write(&self, out: &mut Writer) {
        out.put(if *self { "1" } else { "0" });
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        any::<bool>().boxed()
    }
}

/// Any text.
impl Field for String {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        fields.take().map(str::to_owned)
    }

    fn write(&self, out: &mut Writer) {
        out.put(self.as_str());
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        "[a-zA-Z:|\\\\\n\r äß#=.-]{1,12}".boxed()
    }
}

/// A seat, counted from 1 as people do.
impl Field for Seat {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        let number = u8::read(fields)?;
        let seat = number.checked_sub(1).filter(|seat| *seat < MAX_SEATS);
        seat.map(Self).ok_or_else(|| fields.bad("the number of a seat, from 1"))
    }

    fn write(&self, out: &mut Writer) {
        (self.0 + 1).write(out);
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        (0..MAX_SEATS).prop_map(Self).boxed()
    }
}

/// `H` to the right, `V` downwards.
impl Field for Direction {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        match fields.take()? {
            "H" => Ok(Self::Across),
            "V" => Ok(Self::Down),
            _ => Err(fields.bad("H or V")),
        }
    }

    fn write(&self, out: &mut Writer) {
        out.put(if *self == Self::Across { "H" } else { "V" });
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        prop_oneof![Just(Self::Across), Just(Self::Down)].boxed()
    }
}

/// Something that may be missing: then the field is empty, or not there at all.
impl<T: Field> Field for Option<T> {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        match fields.peek() {
            None => Ok(None),
            Some("") => {
                fields.take()?;
                Ok(None)
            }
            Some(_) => T::read(fields).map(Some),
        }
    }

    fn write(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write(out),
            None => out.leave_out(),
        }
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        proptest::option::of(T::any()).boxed()
    }
}

/// All the fields that are left.
impl<T: Field> Field for Vec<T> {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        let mut all = Self::new();
        while fields.left() > 0 {
            all.push(T::read(fields)?);
        }
        Ok(all)
    }

    fn write(&self, out: &mut Writer) {
        self.iter().for_each(|value| value.write(out));
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        proptest::collection::vec(T::any(), 0..4).boxed()
    }
}

/// A length, a place or a speed in hundredths; written as a decimal fraction without needless digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Hundredths(pub i32);

impl Hundredths {
    /// The largest number of either sign.
    const MAX: i32 = 999_999_999;
    /// The longest text: programs write fractions with more digits than they need.
    const LONGEST: usize = 32;

    /// The nearest number.
    pub fn of(number: f64) -> Self {
        Self((number * 100.0).round().clamp(f64::from(-Self::MAX), f64::from(Self::MAX)) as i32)
    }

    /// The number.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let sign = if self.0 < 0 { "-" } else { "" };
        match part {
            0 => write!(f, "{sign}{whole}"),
            part if part % 10 == 0 => write!(f, "{sign}{whole}.{}", part / 10),
            part => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

impl Field for Hundredths {
    /// More digits than two are rounded away.
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        let text = fields.take()?;
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = text.len() <= Self::LONGEST
            && digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number: Option<f64> = text.parse().ok().filter(|_| plain);
        number.map(Self::of).ok_or_else(|| fields.bad("a number"))
    }

    fn write(&self, out: &mut Writer) {
        out.put(self.to_string());
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        (-Self::MAX..=Self::MAX).prop_map(Self).boxed()
    }
}

/// A wish about a table: `name=value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// What is to be otherwise.
    pub name: String,
    /// How.
    pub value: String,
}

impl Setting {
    /// A setting.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

impl Field for Setting {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        let (name, value) = fields.take()?.split_once('=').ok_or_else(|| fields.bad("name=value"))?;
        if name.is_empty() {
            return Err(fields.bad("name=value"));
        }
        Ok(Self::new(name, value))
    }

    fn write(&self, out: &mut Writer) {
        out.put(format!("{}={}", self.name, self.value));
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        ("[a-z._]{1,8}", "[a-z0-9=:|]{0,8}").prop_map(|(name, value)| Self { name, value }).boxed()
    }
}

/// Makes payloads out of words and fields: see the [module](self).
macro_rules! payload {
    ($(#[$doc:meta])* pub struct $name:ident { $( $(#[$field_doc:meta])* $field:ident : $type:ty ),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name { $( $(#[$field_doc])* pub $field: $type ),* }

        impl $crate::addon::field::Field for $name {
            fn read(
                fields: &mut $crate::addon::field::Reader<'_>,
            ) -> Result<Self, $crate::addon::FrameError> {
                $( let $field = $crate::addon::field::Field::read(fields)?; )*
                Ok(Self { $( $field ),* })
            }

            fn write(&self, out: &mut $crate::addon::field::Writer) {
                $( $crate::addon::field::Field::write(&self.$field, out); )*
            }

            #[cfg(test)]
            fn any() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::Strategy;
                ($( <$type as $crate::addon::field::Field>::any(), )*)
                    .prop_map(|($( $field, )*)| Self { $( $field ),* })
                    .boxed()
            }
        }
    };
    ($(#[$doc:meta])* pub enum $name:ident {
        $( $(#[$variant_doc:meta])* $word:literal => $variant:ident $( {
            $( $(#[$field_doc:meta])* $field:ident : $type:ty ),* $(,)?
        } )? ),* $(,)?
        $( ; $(#[$else_doc:meta])* else $else:ident ( $else_type:ty ) )?
    }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $name {
            $( $(#[$variant_doc])* $variant $( { $( $(#[$field_doc])* $field: $type ),* } )? ),*
            $( , $(#[$else_doc])* $else($else_type) )?
        }

        impl $name {
            /// Whether a payload begins with this word.
            #[allow(dead_code, reason = "only some payloads are told apart from others by it")]
            pub(crate) fn is_word(word: &str) -> bool {
                [$( $word ),*].contains(&word)
            }

            /// Its first word, or nothing when it has none.
            pub const fn word(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => $word, )*
                    $( Self::$else(_) => "", )?
                }
            }
        }

        impl $crate::addon::field::Field for $name {
            fn read(
                fields: &mut $crate::addon::field::Reader<'_>,
            ) -> Result<Self, $crate::addon::FrameError> {
                let word = fields.peek().unwrap_or_default();
                $( if word == $word {
                    if !word.is_empty() {
                        fields.take()?;
                    }
                    $( $( let $field = $crate::addon::field::Field::read(fields)?; )* )?
                    return Ok(Self::$variant $( { $( $field ),* } )?);
                } )*
                $( return <$else_type as $crate::addon::field::Field>::read(fields).map(Self::$else); )?
                #[allow(unreachable_code, reason = "only where every payload begins with a word")]
                Err($crate::addon::FrameError::UnknownWord)
            }

            fn write(&self, out: &mut $crate::addon::field::Writer) {
                match self {
                    $( Self::$variant $( { $( $field ),* } )? => {
                        if !$word.is_empty() {
                            out.put($word);
                        }
                        $( $( $crate::addon::field::Field::write($field, out); )* )?
                    } )*
                    $( Self::$else(inner) => <$else_type as $crate::addon::field::Field>::write(inner, out), )?
                }
            }

            #[cfg(test)]
            fn any() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::{Just, Strategy, Union};
                Union::new([
                    $( (Just(()), $( $( <$type as $crate::addon::field::Field>::any(), )* )?)
                        .prop_map(|((), $( $( $field, )* )?)| Self::$variant $( { $( $field ),* } )?)
                        .boxed(), )*
                    $( <$else_type as $crate::addon::field::Field>::any().prop_map(Self::$else).boxed(), )?
                ])
                .boxed()
            }
        }
    };
}
pub(crate) use payload;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_are_written_shortly() {
        let cases =
            [(0, "0"), (100, "1"), (-150, "-1.5"), (14_142, "141.42"), (5, "0.05"), (-5, "-0.05"), (110, "1.1")];
        for (number, text) in cases {
            assert_eq!(Hundredths(number).to_string(), text);
            let fields = [text.to_owned()];
            assert_eq!(Hundredths::read(&mut Reader::new(&fields)), Ok(Hundredths(number)));
        }
        let read = |text: &str| Hundredths::read(&mut Reader::new(&[text.to_owned()]));
        assert_eq!(read("141.42135623731"), Ok(Hundredths(14_142)));
        for bad in ["", "-", "inf", "NaN", "1e9", "+1", ".5", "1.2.3", &"9".repeat(33)] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_are_plain() {
        let read = |text: &str| u8::read(&mut Reader::new(&[text.to_owned()]));
        assert_eq!(read("7"), Ok(7));
        for bad in ["", "+7", "256", "-1", "7 ", "seven"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
