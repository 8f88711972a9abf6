//! Node as a baseline: renders the same bundle from the same input with a JIT compiler.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::Context as _;

const BUNDLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/dist/server/server.js");

/// Reads the bundle's path, then a line of inputs by group. Answers each further line `[group, rounds]` with the microseconds
/// of CPU time of a render, over all threads of the process.
const SCRIPT: &str = "
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const line = async () => (await lines.next()).value;
await import(pathToFileURL(await line()));
const groups = JSON.parse(await line());
for (let order = await line(); order !== undefined; order = await line()) {
    const [group, rounds] = JSON.parse(order);
    const before = process.cpuUsage();
    let renders = 0;
    for (let round = 0; round < rounds; round++) {
        for (const input of groups[group]) {
            if (!globalThis.render(input)) throw new Error('nothing was rendered');
            renders++;
        }
    }
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / renders);
}
";

/// A Node process with the bundle loaded.
#[derive(Debug)]
pub struct Node {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Node {
    /// Starts Node with groups of inputs; none if Node is not installed.
    pub fn start(groups: &[Vec<String>]) -> anyhow::Result<Option<Node>> {
        let node = Command::new("node")
            .args(["--input-type=module", "--eval", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut child) = node else { return Ok(None) };
        let mut orders = child.stdin.take().context("stdin")?;
        let answers = BufReader::new(child.stdout.take().context("stdout")?);
        writeln!(orders, "{BUNDLE}")?;
        writeln!(orders, "{}", serde_json::to_string(groups)?)?;
        Ok(Some(Node { child, orders, answers }))
    }

    /// Microseconds of CPU time per render of a group.
    pub fn render(&mut self, group: usize, rounds: usize) -> anyhow::Result<f64> {
        writeln!(self.orders, "[{group},{rounds}]")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        line.trim().parse().with_context(|| format!("node answered: {line}"))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
