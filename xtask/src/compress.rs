//! Precompressed copies of files, so that the server never compresses them.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

/// How hard to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Fast, for development.
    Fast,
    /// As small as it gets, for what is shipped.
    Best,
}

impl Effort {
    /// Development profiles are those whose name ends in `dev`.
    pub fn for_profile(profile: &str) -> Self {
        if profile.ends_with("dev") { Self::Fast } else { Self::Best }
    }

    fn brotli(self) -> i32 {
        match self {
            Self::Fast => 5,
            Self::Best => 11,
        }
    }

    fn gzip(self) -> flate2::Compression {
        match self {
            Self::Fast => flate2::Compression::fast(),
            Self::Best => flate2::Compression::best(),
        }
    }
}

/// Writes `FILE.br` and `FILE.gz` beside each file where that is smaller.
pub fn all(files: &[impl AsRef<Path> + Sync], effort: Effort) -> Result<()> {
    // Brotli takes most of the time, and the WebAssembly file most of that:
    // a thread each for the files is enough.
    std::thread::scope(|scope| {
        let workers: Vec<_> = files.iter().map(|file| scope.spawn(move || one(file.as_ref(), effort))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("compression does not panic"))
    })
}

fn one(file: &Path, effort: Effort) -> Result<()> {
    let plain = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    for (suffix, packed) in [(".br", brotli(&plain, effort)?), (".gz", gzip(&plain, effort)?)] {
        if packed.len() < plain.len() {
            let mut path = file.as_os_str().to_owned();
            path.push(suffix);
            fs::write(&path, packed).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

fn brotli(plain: &[u8], effort: Effort) -> Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: effort.brotli(),
        lgwin: 22,
        size_hint: plain.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &plain[..], &mut packed, &params)?;
    Ok(packed)
}

fn gzip(plain: &[u8], effort: Effort) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), effort.gzip());
    encoder.write_all(plain)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn copies_unpack_to_the_original_and_only_exist_when_smaller() {
        let dir = tempfile::tempdir().unwrap();
        let large = dir.path().join("large.txt");
        let tiny = dir.path().join("tiny.txt");
        let text = "the same words again and again, ".repeat(200);
        fs::write(&large, &text).unwrap();
        fs::write(&tiny, "x").unwrap();

        for effort in [Effort::Fast, Effort::Best] {
            all(&[&large, &tiny], effort).unwrap();

            let mut unpacked = String::new();
            let gz = fs::File::open(dir.path().join("large.txt.gz")).unwrap();
            flate2::read::GzDecoder::new(gz).read_to_string(&mut unpacked).unwrap();
            assert_eq!(unpacked, text);

            let mut unpacked = Vec::new();
            let mut br = fs::File::open(dir.path().join("large.txt.br")).unwrap();
            brotli::BrotliDecompress(&mut br, &mut unpacked).unwrap();
            assert_eq!(unpacked, text.as_bytes());

            assert!(!dir.path().join("tiny.txt.br").exists());
            assert!(!dir.path().join("tiny.txt.gz").exists());
        }
    }

    #[test]
    fn development_profiles_compress_fast() {
        assert_eq!(Effort::for_profile("dev"), Effort::Fast);
        assert_eq!(Effort::for_profile("web-dev"), Effort::Fast);
        assert_eq!(Effort::for_profile("web"), Effort::Best);
    }
}
