//! Processes: the release build of the shop, its CPU time and its memory.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use anyhow::{Context as _, anyhow, bail};

use super::client::Connection;

/// The binary that is measured.
pub const SHOP: &str = env!("CARGO_BIN_EXE_shop");

/// Reads the CPU time of a process in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Meter {
    pid: u32,
}

/// Nanoseconds of CPU time by thread id, with the thread's name.
#[derive(Debug)]
pub struct Reading(HashMap<String, (String, u64)>);

impl Meter {
    pub fn of(pid: u32) -> Meter {
        Meter { pid }
    }

    pub fn read(self) -> anyhow::Result<Reading> {
        let mut threads = HashMap::new();
        for thread in fs::read_dir(format!("/proc/{}/task", self.pid)).context("the process is gone")? {
            let thread = thread?;
            // A thread may end between the listing and the reading.
            let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else { continue };
            let ran = text.split(' ').next().and_then(|ran| ran.parse().ok()).context("schedstat")?;
            let name = fs::read_to_string(thread.path().join("comm")).unwrap_or_default().trim_end().to_owned();
            threads.insert(thread.file_name().to_string_lossy().into_owned(), (name, ran));
        }
        Ok(Reading(threads))
    }

    /// Seconds of CPU time since the process started.
    pub fn total(self) -> anyhow::Result<f64> {
        Ok(self.read()?.since(&Reading(HashMap::new())))
    }

    /// Resident bytes: all, and anonymous ones.
    pub fn memory(self) -> anyhow::Result<(f64, f64)> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let of = |name: &str| -> anyhow::Result<f64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).context("a line of status")?;
            Ok(line.trim_end_matches("kB").trim().parse::<f64>()? * 1024.0)
        };
        Ok((of("VmRSS:")?, of("RssAnon:")?))
    }
}

impl Reading {
    /// Seconds of CPU time since an earlier reading.
    pub fn since(&self, before: &Reading) -> f64 {
        self.of_threads(before, |_| true)
    }

    /// Those of the writer thread.
    pub fn of_writer(&self, before: &Reading) -> f64 {
        self.of_threads(before, |name| name == "writer")
    }

    fn of_threads(&self, before: &Reading, counts: impl Fn(&str) -> bool) -> f64 {
        let ran = self.0.iter().filter(|(_, (name, _))| counts(name)).map(|(thread, (_, ran))| {
            let earlier = before.0.get(thread).map_or(0, |(_, ran)| *ran);
            ran.saturating_sub(earlier)
        });
        ran.sum::<u64>() as f64 / 1e9
    }
}

/// A running shop.
#[derive(Debug)]
pub struct Shop {
    pub address: SocketAddr,
    pub data: PathBuf,
    child: Child,
}

impl Shop {
    /// Starts a shop on a data folder and waits until it is ready.
    pub fn open(data: &Path) -> anyhow::Result<Shop> {
        Shop::open_with(Path::new(SHOP), data, &[])
    }

    /// Another build of the shop, to be compared with this one.
    pub fn open_other(program: &Path, data: &Path) -> anyhow::Result<Shop> {
        Shop::open_with(program, data, &[])
    }

    /// Starts a shop that computes each answer: it keeps neither pages nor answers of calls.
    pub fn open_forgetful(data: &Path) -> anyhow::Result<Shop> {
        Shop::open_with(Path::new(SHOP), data, &[("SHOP__RENDER__CACHE_MB", "0")])
    }

    fn open_with(program: &Path, data: &Path, env: &[(&str, &str)]) -> anyhow::Result<Shop> {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            // Sessions of the load hold more unpaid orders than one shopper may.
            .env("SHOP__LIMITS__UNPAID_ORDERS", "1000")
            // The load's accounts are opened by no browser that could prove its work.
            .env("SHOP__CAPTCHA__PROVIDER", "none")
            .env("SHOP__LOG__FORMAT", "json")
            .envs(env.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| program.display().to_string())?;
        let stderr = child.stderr.take().context("stderr")?;
        let (sender, receiver) = mpsc::channel();
        // The log is read to its end, so that the shop never waits for a full pipe.
        std::thread::spawn(move || {
            let mut log = String::new();
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some(address) = line.split("\"address\":\"").nth(1).and_then(|rest| rest.split('"').next()) {
                    drop(sender.send(Ok(address.to_owned())));
                } else {
                    if line.contains("\"ERROR\"") {
                        eprintln!("the shop says: {line}");
                    }
                    log.push_str(&line);
                    log.push('\n');
                }
            }
            drop(sender.send(Err(log)));
        });
        let address = receiver.recv()?.map_err(|log| anyhow!("the shop did not open:\n{log}"))?;
        Ok(Shop { address: address.parse()?, data: data.to_owned(), child })
    }

    pub fn meter(&self) -> Meter {
        Meter::of(self.child.id())
    }

    pub fn connect(&self) -> anyhow::Result<Connection> {
        Connection::open(self.address)
    }

    /// Stops the shop gracefully and waits for it to exit.
    pub fn stop(mut self) -> anyhow::Result<()> {
        Command::new("kill").arg(self.child.id().to_string()).status()?;
        self.child.wait()?;
        Ok(())
    }

    /// A value of `/metrics`.
    pub fn figure(&self, name: &str) -> anyhow::Result<f64> {
        let mut connection = self.connect()?;
        let answer = connection.send(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n")?;
        let text = std::str::from_utf8(answer.body)?;
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        // A figure that nothing has touched yet is not listed.
        value.map_or(Ok(0.0), |value| value.parse().with_context(|| format!("{name} {value}")))
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Runs a command of the shop on a data folder.
pub fn run(data: &Path, args: &[&str]) -> anyhow::Result<()> {
    run_with(Path::new(SHOP), data, args)
}

/// The same with another build.
pub fn run_with(program: &Path, data: &Path, args: &[&str]) -> anyhow::Result<()> {
    let output = Command::new(program).args(args).arg("--data").arg(data).output()?;
    if !output.status.success() {
        bail!("shop {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Copies the files of a data folder that is not in use.
pub fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        if file.file_type()?.is_file() {
            fs::copy(file.path(), to.join(file.file_name()))?;
        }
    }
    Ok(())
}

/// Bytes of the files directly in a folder.
pub fn size(folder: &Path) -> anyhow::Result<f64> {
    let mut bytes = 0;
    for file in fs::read_dir(folder)? {
        let meta = file?.metadata()?;
        bytes += if meta.is_file() { meta.len() } else { 0 };
    }
    Ok(bytes as f64)
}
