//! The table of results, the report of it, and the line about the machine.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Serialize;

/// A row of the table.
#[derive(Debug, Serialize)]
pub struct Figure {
    pub name: String,
    /// None where it could not be measured.
    pub value: Option<f64>,
    pub measured: String,
    pub aim: String,
    /// None for a figure without a target.
    pub holds: Option<bool>,
}

/// What is written into `benches/`.
#[derive(Debug, Serialize)]
struct Report<'t> {
    day: String,
    machine: String,
    figures: &'t [Figure],
}

/// The table, in the order of measurement.
#[derive(Debug, Default)]
pub struct Table(Vec<Figure>);

impl Table {
    /// A figure with an upper limit.
    pub fn at_most(&mut self, name: impl Into<String>, value: f64, aim: f64, unit: &str, note: String) {
        self.add(name.into(), value, unit, note, format!("≤ {}{unit}", short(aim)), Some(value <= aim));
    }

    /// A figure with a lower limit.
    pub fn at_least(&mut self, name: impl Into<String>, value: f64, aim: f64, unit: &str, note: String) {
        self.add(name.into(), value, unit, note, format!("≥ {}{unit}", short(aim)), Some(value >= aim));
    }

    /// A figure without a target.
    pub fn figure(&mut self, name: impl Into<String>, value: f64, unit: &str, note: String) {
        self.add(name.into(), value, unit, note, String::new(), None);
    }

    /// A figure that could not be measured.
    pub fn missing(&mut self, name: impl Into<String>, why: &str) {
        let (name, measured) = (name.into(), why.to_owned());
        self.0.push(Figure { name, value: None, measured, aim: String::new(), holds: None });
    }

    fn add(&mut self, name: String, value: f64, unit: &str, note: String, aim: String, holds: Option<bool>) {
        let note = if note.is_empty() { note } else { format!("  ({note})") };
        self.0.push(Figure { name, value: Some(value), measured: format!("{}{unit}{note}", short(value)), aim, holds });
    }

    /// Writes `report.json`, which a later run can be compared with, and `report.html`, which people read.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let day = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
        let report = Report { day, machine: machine(), figures: &self.0 };
        fs::write(folder.join("report.json"), serde_json::to_string_pretty(&report)? + "\n")?;
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
        let rows: String = self
            .0
            .iter()
            .map(|figure| {
                let [name, measured, aim] = [&figure.name, &figure.measured, &figure.aim].map(|text| escaped(text));
                let verdict = verdict(figure);
                format!("<tr><th scope=\"row\">{name}</th><td>{measured}</td><td>{aim}</td><td>{verdict}</td></tr>\n")
            })
            .collect();
        let html = format!(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Benchmarks</title>\n\
             <style>body {{ font: 15px/1.5 system-ui; margin: 2rem }} th, td {{ text-align: left; padding: .2rem 1rem .2rem 0; \
             vertical-align: top; border-bottom: 1px solid #ddd }} th {{ font-weight: 400 }}</style>\n\
             <h1>Benchmarks of {}</h1>\n<p>{}</p>\n\
             <table><thead><tr><th>Figure</th><th>Measured</th><th>Aim</th><th>Verdict</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n</html>\n",
            report.day,
            escaped(&report.machine),
        );
        fs::write(folder.join("report.html"), html)?;
        Ok(())
    }

    pub fn print(&self) {
        let width = |of: fn(&Figure) -> &str| self.0.iter().map(|figure| of(figure).chars().count()).max().unwrap_or(0);
        let (name, measured, aim) = (width(|f| &f.name), width(|f| &f.measured), width(|f| &f.aim));
        println!("{:name$}  {:measured$}  {:aim$}  verdict", "figure", "measured", "aim");
        for figure in &self.0 {
            let verdict = verdict(figure);
            println!("{:name$}  {:measured$}  {:aim$}  {verdict}", figure.name, figure.measured, figure.aim);
        }
    }
}

fn verdict(figure: &Figure) -> &'static str {
    match figure.holds {
        Some(true) => "holds",
        Some(false) => "MISSED",
        None => "",
    }
}

/// A number with its significant digits.
pub fn short(value: f64) -> String {
    match value.abs() {
        large if large >= 100.0 => format!("{value:.0}"),
        middle if middle >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

/// CPU, cores, kernel, compiler and load average.
pub fn machine() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let info = read("/proc/cpuinfo");
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1)).unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = Command::new("rustc").arg("-V").output().map(|out| String::from_utf8_lossy(&out.stdout).into_owned());
    format!(
        "machine: {}, {cores} cores, Linux {}, {}; load average {}",
        model.trim(),
        read("/proc/sys/kernel/osrelease").trim(),
        rustc.unwrap_or_default().trim(),
        read("/proc/loadavg").split(' ').next().unwrap_or_default(),
    )
}
