//! Render threads, each with a JavaScript runtime of its own. Knows no page.
//!
//! The bundle is compiled once at start; a runtime loads its bytecode in half a millisecond, so each private page gets a fresh
//! one. A runtime that failed is dropped. The time limit is CPU time of the thread: a busy machine delays a page, but does
//! not abort it.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use cpu_time::ThreadTime;
use rquickjs::{CatchResultExt, Context, Function, Module, Runtime, WriteOptions};
use tokio::sync::oneshot;

use crate::error::Error;

/// Most pages that wait for a thread; more are rejected.
const QUEUE: usize = 512;
const STACK: usize = 1 << 20;
const THREAD_STACK: usize = 4 << 20;
const MEMORY: usize = 96 << 20;
const GC_THRESHOLD: usize = 8 << 20;

/// A function of the bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    Page,
    Mail,
    /// Texts of an invoice.
    Invoice,
    /// Texts of a paper of the packing table.
    Packing,
    /// Headings and codes of the house's figures.
    Figures,
    /// The demo payment page.
    Demo,
}

impl Entry {
    fn name(self) -> &'static str {
        match self {
            Entry::Page => "render",
            Entry::Mail => "renderMail",
            Entry::Invoice => "renderInvoice",
            Entry::Packing => "renderPacking",
            Entry::Figures => "renderFigures",
            Entry::Demo => "renderDemo",
        }
    }
}

struct Job {
    entry: Entry,
    input: String,
    /// Renders in a fresh runtime: personal data must not reach another page.
    private: bool,
    reply: oneshot::Sender<anyhow::Result<String>>,
}

/// The bundle while it is compiled, on a thread of its own: that takes as long as all the rest of a start.
#[derive(Debug)]
pub struct Bundle(thread::JoinHandle<anyhow::Result<Vec<u8>>>);

impl Bundle {
    /// `source`: the text of `server.js`.
    pub fn compile(source: Cow<'static, [u8]>) -> anyhow::Result<Bundle> {
        let work = move || compile(std::str::from_utf8(&source).context("server.js")?);
        Ok(Bundle(spawn("render-compile".to_owned(), work)?))
    }

    /// Waits for the end of the compilation.
    fn bytecode(self) -> anyhow::Result<Arc<[u8]>> {
        Ok(self.0.join().map_err(|_| anyhow!("the thread that compiles the server bundle panicked"))??.into())
    }
}

/// The engine: cheap to clone.
#[derive(Debug, Clone)]
pub struct Engine {
    jobs: crossbeam_channel::Sender<Job>,
    bytecode: Arc<[u8]>,
    budget: Duration,
}

impl Engine {
    /// Starts `threads` render threads, once the bundle is compiled.
    pub fn start(bundle: Bundle, threads: usize, budget: Duration) -> anyhow::Result<Engine> {
        let bytecode = bundle.bytecode()?;
        let (jobs, queue) = crossbeam_channel::bounded::<Job>(QUEUE);
        for number in 0..threads.max(1) {
            let queue = queue.clone();
            let bytecode = Arc::clone(&bytecode);
            spawn(format!("render-{number}"), move || render_loop(&bytecode, budget, &queue))?;
        }
        Ok(Engine { jobs, bytecode, budget })
    }

    /// Runs one of the bundle's functions on JSON text; answers JSON text.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] while too many wait; any other is a fault of the bundle or its input.
    pub async fn run(&self, entry: Entry, input: String, private: bool) -> anyhow::Result<String> {
        let (reply, answer) = oneshot::channel();
        self.jobs
            .try_send(Job { entry, input, private, reply })
            .map_err(|_| Error::Unavailable(anyhow!("too many pages wait for a render thread")))?;
        answer.await.context("the render thread ended")?
    }

    /// Runs several inputs in one temporary runtime, on a thread of its own, so that the render threads' memory does not grow.
    pub async fn run_all(&self, entry: Entry, inputs: Vec<String>) -> anyhow::Result<Vec<String>> {
        let (reply, answer) = oneshot::channel();
        let (bytecode, budget) = (Arc::clone(&self.bytecode), self.budget);
        spawn("render-once".to_owned(), move || {
            let all = |instance: Instance| inputs.iter().map(|input| instance.run(entry, input)).collect();
            let output = measured(|| Instance::new(&bytecode, budget).and_then(all));
            // The request may have been dropped.
            drop(reply.send(output));
        })?;
        answer.await.context("the render thread ended")?
    }
}

fn spawn<T>(name: String, work: impl FnOnce() -> T + Send + 'static) -> std::io::Result<thread::JoinHandle<T>>
where
    T: Send + 'static,
{
    thread::Builder::new().name(name).stack_size(THREAD_STACK).spawn(work)
}

fn compile(source: &str) -> anyhow::Result<Vec<u8>> {
    let runtime = Runtime::new()?;
    runtime.set_max_stack_size(STACK);
    Context::full(&runtime)?.with(|ctx| {
        let module = Module::declare(ctx.clone(), "server.js", source)
            .catch(&ctx)
            .map_err(|e| anyhow!("the server bundle does not parse: {e}"))?;
        let options = WriteOptions { strip_source: true, ..WriteOptions::default() };
        Ok(module.write(options)?)
    })
}

/// A runtime with the bundle loaded.
struct Instance {
    context: Context,
    runtime: Runtime,
    /// CPU time at the start of the current job.
    started: Rc<Cell<Option<ThreadTime>>>,
}

impl Instance {
    #[expect(
        unsafe_code,
        reason = "loading bytecode is unsafe for foreign bytes; these were made by `compile` in this process"
    )]
    fn new(bytecode: &[u8], budget: Duration) -> anyhow::Result<Instance> {
        let runtime = Runtime::new()?;
        runtime.set_max_stack_size(STACK);
        runtime.set_memory_limit(MEMORY);
        runtime.set_gc_threshold(GC_THRESHOLD);
        let started: Rc<Cell<Option<ThreadTime>>> = Rc::default();
        let clock = Started(Rc::clone(&started));
        runtime.set_interrupt_handler(Some(Box::new(move || clock.is_over(budget))));
        let context = Context::full(&runtime)?;
        context.with(|ctx| -> anyhow::Result<()> {
            // SAFETY: see the attribute.
            let module = unsafe { Module::load(ctx.clone(), bytecode) }?;
            let (_, promise) = module.eval().catch(&ctx).map_err(|e| anyhow!("the server bundle fails: {e}"))?;
            promise.finish::<()>().catch(&ctx).map_err(|e| anyhow!("the server bundle fails: {e}"))?;
            Ok(())
        })?;
        Ok(Instance { context, runtime, started })
    }

    fn run(&self, entry: Entry, input: &str) -> anyhow::Result<String> {
        self.started.set(Some(ThreadTime::now()));
        let output = self.context.with(|ctx| {
            let function: Function<'_> = ctx.globals().get(entry.name()).context("the bundle lacks its entry")?;
            function.call::<_, String>((input,)).catch(&ctx).map_err(|e| anyhow!("{e}"))
        });
        self.started.set(None);
        output
    }
}

/// The start of the current job, as the interrupt handler sees it.
struct Started(Rc<Cell<Option<ThreadTime>>>);

impl Started {
    fn is_over(&self, budget: Duration) -> bool {
        self.0.get().is_some_and(|started| started.elapsed() > budget)
    }
}

fn render_loop(bytecode: &[u8], budget: Duration, queue: &crossbeam_channel::Receiver<Job>) {
    let mut idle: Option<Instance> = None;
    let mut since_collection = 0_u64;
    for job in queue {
        if job.reply.is_closed() {
            continue;
        }
        let output = measured(|| {
            if job.private {
                return Instance::new(bytecode, budget).and_then(|instance| instance.run(job.entry, &job.input));
            }
            let instance = match idle.take() {
                Some(instance) => Ok(instance),
                None => Instance::new(bytecode, budget),
            };
            instance.and_then(|instance| {
                let output = instance.run(job.entry, &job.input)?;
                since_collection += 1;
                if since_collection.is_multiple_of(64) {
                    instance.runtime.run_gc();
                }
                // After an error the runtime's state is undefined: it is not kept.
                idle = Some(instance);
                Ok(output)
            })
        });
        // The request may have been dropped.
        drop(job.reply.send(output));
    }
}

/// Renders, and records CPU time and failures.
fn measured<T>(render: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let before = ThreadTime::now();
    let output = render();
    metrics::histogram!("shop_render_cpu_seconds").record(before.elapsed().as_secs_f64());
    if output.is_err() {
        metrics::counter!("shop_render_failures_total").increment(1);
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLE: &str = "let seen = []; globalThis.render = (json) => { seen.push(json);
        if (json === 'loop') { for (;;) {} } if (json === 'throw') { throw new Error('broken'); }
        return seen.join(); };";

    fn start(budget: Duration) -> Engine {
        Engine::start(Bundle::compile(BUNDLE.as_bytes().into()).expect("thread"), 1, budget).expect("engine")
    }

    #[tokio::test]
    async fn private_render_shares_no_state() {
        let engine = start(Duration::from_secs(5));
        let run = |text: &str, private| engine.run(Entry::Page, text.to_owned(), private);
        assert_eq!(run("a", false).await.expect("a"), "a");
        assert_eq!(run("secret", true).await.expect("secret"), "secret");
        assert_eq!(run("b", false).await.expect("b"), "a,b");
        let several = engine.run_all(Entry::Page, vec!["c".into(), "d".into()]).await;
        assert_eq!(several.expect("c and d"), ["c", "c,d"]);
        assert_eq!(run("e", false).await.expect("e"), "a,b,e");
    }

    #[tokio::test]
    async fn full_queue_answers_that_it_can_be_tried_again() {
        let (jobs, queue) = crossbeam_channel::bounded(1);
        let engine = Engine { jobs, bytecode: Arc::default(), budget: Duration::from_secs(5) };
        let run = || engine.run(Entry::Page, String::new(), false);
        let mut waits = std::pin::pin!(run());
        assert!(waits.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())).is_pending());
        let error = Error::from(run().await.expect_err("the queue is full"));
        assert!(matches!(error, Error::Unavailable(_)), "{error}");
        assert_eq!(queue.len(), 1);
    }

    #[tokio::test]
    async fn failed_render_does_not_end_the_thread() {
        let engine = start(Duration::from_millis(50));
        let run = |text: &str| engine.run(Entry::Page, text.to_owned(), false);
        assert!(run("throw").await.expect_err("error").to_string().contains("broken"));
        assert!(run("loop").await.is_err(), "an endless loop is aborted");
        assert_eq!(run("a").await.expect("a"), "a");
    }
}
