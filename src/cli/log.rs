//! The log on standard error.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write};

use crate::config::{Config, LogFormat};

/// Starts the log.
///
/// # Errors
///
/// `log.level` is not a filter.
pub fn start(config: &Config) -> anyhow::Result<()> {
    // Two libraries are chatty at `info`, and one tells as errors what strangers sign wrongly, which the audit records; the
    // operator's filter comes last and can override this.
    let filter = format!(
        "refinery_core=warn,tokio_cron_scheduler=warn,webauthn_rs=off,webauthn_rs_core=off,{}",
        config.log.level
    );
    let filter = tracing_subscriber::EnvFilter::try_new(filter)
        .map_err(|error| anyhow::anyhow!("log.level is not a filter: {error}; give error, warn, info or debug"))?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(|| Lines(io::stderr()))
        .with_target(false);
    match config.log.format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
    Ok(())
}

/// Writes each entry, which arrives whole, as one line: words of others in it begin no entry of their own.
struct Lines<W>(W);

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        self.0.write_all(&one_line(entry))?;
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn one_line(entry: &[u8]) -> Cow<'_, [u8]> {
    let text = entry.strip_suffix(b"\n").unwrap_or(entry);
    if !text.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
        return Cow::Borrowed(entry);
    }
    let mut line = Vec::with_capacity(entry.len() + 8);
    for byte in text {
        match byte {
            b'\n' => line.extend(b"\\n"),
            b'\r' => line.extend(b"\\r"),
            byte => line.push(*byte),
        }
    }
    line.extend(&entry[text.len()..]);
    Cow::Owned(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_begins_an_entry_of_its_own() {
        let mut log = Vec::new();
        let mut lines = Lines(&mut log);
        for entry in ["ERROR refused: a\r\n2026-11-28 INFO order paid\n", "INFO closed\n", "no end\n\n"] {
            lines.write_all(entry.as_bytes()).expect("memory");
        }
        let log = String::from_utf8(log).expect("UTF-8");
        assert_eq!(log, "ERROR refused: a\\r\\n2026-11-28 INFO order paid\nINFO closed\nno end\\n\n");
    }
}
