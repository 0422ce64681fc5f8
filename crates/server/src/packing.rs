//! What goes over the line, made smaller.

use axum::http::{HeaderMap, header};
use std::io::{self, Write};

/// A way to pack what is sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Packing {
    /// Smaller.
    Brotli,
    /// Known to everyone.
    Gzip,
}

impl Packing {
    /// All ways, the best first.
    pub const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// The best of those that a client accepts.
    pub fn accepted(headers: &HeaderMap) -> Option<Self> {
        let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
        let named = |packing: Self| {
            accepted.split(',').any(|way| {
                let mut parts = way.split(';').map(str::trim);
                parts.next() == Some(packing.name()) && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0"))
            })
        };
        Self::ALL.into_iter().find(|packing| named(*packing))
    }

    /// As HTTP calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// What names of files end with that are packed in this way.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gz",
        }
    }

    /// Packs it.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn pack(self, plain: &[u8]) -> io::Result<Vec<u8>> {
        let mut packed = Vec::new();
        match self {
            Self::Brotli => {
                // A tenth of a second for five megabytes; higher levels take ten times as long for a few per cent.
                let params = brotli::enc::BrotliEncoderParams { quality: 5, ..Default::default() };
                brotli::BrotliCompress(&mut &*plain, &mut packed, &params)?;
            }
            Self::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::default());
                encoder.write_all(plain)?;
                encoder.finish()?;
            }
        }
        Ok(packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn the_best_packing_that_a_client_accepts_is_chosen() {
        let asked = |accept: &'static str| {
            let headers = [(header::ACCEPT_ENCODING, HeaderValue::from_static(accept))].into_iter().collect();
            Packing::accepted(&headers)
        };
        assert_eq!(asked("gzip, deflate, br"), Some(Packing::Brotli));
        assert_eq!(asked("gzip;q=0.8, br;q=0"), Some(Packing::Gzip));
        assert_eq!(asked("identity, brown"), None);
        assert_eq!(Packing::accepted(&HeaderMap::new()), None);
    }
}
