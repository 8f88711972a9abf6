/**
 * The stream of changes (`GET /console_api/changes`), one for the whole browser: the tab that holds the lock reads it and passes
 * on what it hears. When that tab closes, the next one goes on from what was heard last.
 *
 * A tab that has an order or a thread open holds a lock that names it, so that the reading tab knows all of them, and none that has crashed.
 */

import { useEffect } from 'react';
import { changed, changedAll } from './changes';
import { answerRefusal } from './client';
import { createParser, type ServerEvent } from './eventStream';
import { fetchSession, useSelf } from './queries';
import { createStore, useStore } from './store';

const READER = 'console.live';
const PLACE = 'console.at ';
/** Milliseconds: from the first to the longest pause before a stream is opened again, and after which a silent one is dead. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const DEAD = 45_000;
/** Milliseconds in which somebody steps through orders without each being told. */
const STEP = 300;

type Names = Readonly<Record<string, readonly string[]>>;

type Word =
  | { kind: 'event'; event: ServerEvent }
  /** A tab has come. */
  | { kind: 'hello' }
  /** What a tab that has come has not heard. */
  | { kind: 'so-far'; id: string | undefined; names: Names }
  /** A tab has opened an order or a thread, or left it. */
  | { kind: 'places' }
  /** The stream was ended: session, person or role may have changed. */
  | { kind: 'session' };

const channel = new BroadcastChannel(READER);
const say = (word: Word) => channel.postMessage(word);

/** The position in the changes up to which this browser has heard. */
let lastId: string | undefined;
/** Who else is in the orders and threads that this browser has open. */
const present = createStore<Names>({});
/** While this tab reads the stream. */
let lookForPlaces: (() => void) | undefined;

function hear({ id, name, data }: ServerEvent): void {
  if (id) lastId = id;
  const fields = JSON.parse(data);
  if (name === 'anew') changedAll();
  if (name === 'change') changed(fields.noun, fields.thing);
  if (name === 'present') present.set({ ...present.get(), [fields.thing]: fields.names });
}

function hearOtherTab({ data: word }: MessageEvent<Word>): void {
  if (word.kind === 'event') hear(word.event);
  if (word.kind === 'session') void fetchSession().catch(() => undefined);
  if (word.kind === 'places') lookForPlaces?.();
  if (word.kind === 'hello' && lookForPlaces) say({ kind: 'so-far', id: lastId, names: present.get() });
  if (word.kind === 'so-far') {
    lastId ??= word.id;
    present.set({ ...word.names, ...present.get() });
  }
}

/** Hears of changes while somebody is signed in and the session is open. */
export function useLive(): void {
  const { id, is_locked: isLocked } = useSelf();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has a stream of their own
  useEffect(() => {
    if (isLocked) return;
    const stop = new AbortController();
    channel.addEventListener('message', hearOtherTab);
    say({ kind: 'hello' });
    // Rejects when it is stopped before its turn.
    navigator.locks.request(READER, { signal: stop.signal }, () => readOn(stop.signal)).catch(() => undefined);
    return () => {
      stop.abort();
      channel.removeEventListener('message', hearOtherTab);
      present.set({});
    };
  }, [id, isLocked]);
}

/** Reads the stream until it is stopped, and opens it again whenever it ends. */
async function readOn(stopped: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!stopped.aborted) {
    const places = await openPlaces();
    const moved = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    lookForPlaces = () => {
      timer ??= setTimeout(async () => {
        timer = undefined;
        if (String(await openPlaces()) !== String(places)) moved.abort();
      }, STEP);
    };
    const end = await read(places, stopped, moved.signal);
    clearTimeout(timer);
    if (end === 'refused') await until(stopped);
    if (end === 'moved') continue;
    if (end === 'ended') {
      say({ kind: 'session' });
      void fetchSession().catch(() => undefined);
      pause = FIRST_PAUSE;
    }
    if (!stopped.aborted) await nextTry(pause, stopped);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
  lookForPlaces = undefined;
}

/** Why a stream is over: the session has no right to it, something else was opened, the server ended it, or it broke. */
type End = 'refused' | 'moved' | 'ended' | 'failed';

async function read(places: string[], stopped: AbortSignal, moved: AbortSignal): Promise<End> {
  const dead = new AbortController();
  let alive = setTimeout(() => dead.abort(), DEAD);
  try {
    const response = await fetch(
      `/console_api/changes?${new URLSearchParams(places.map((place) => place.split(' ')))}`,
      {
        credentials: 'same-origin',
        cache: 'no-store',
        headers: lastId ? { 'Last-Event-ID': lastId } : {},
        signal: AbortSignal.any([stopped, moved, dead.signal]),
      },
    );
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      const { error } = await response.json();
      return answerRefusal(error?.id) ? 'refused' : 'failed';
    }
    const take = createParser((event) => {
      hear(event);
      say({ kind: 'event', event });
    });
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) return 'ended';
      clearTimeout(alive);
      alive = setTimeout(() => dead.abort(), DEAD);
      take(value);
      // Also with each comment: a tab that has crashed says nothing.
      lookForPlaces?.();
    }
  } catch {
    return moved.aborted ? 'moved' : 'failed';
  } finally {
    clearTimeout(alive);
  }
}

const until = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Waits a little, each browser as long as chance has it, or until the network is there again. */
async function nextTry(pause: number, stopped: AbortSignal): Promise<void> {
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pause * (0.5 + Math.random() / 2));
    const goOn = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', goOn, { signal: over.signal });
    stopped.addEventListener('abort', goOn, { signal: over.signal });
  });
  over.abort();
}

// ── Who is where ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Each as its kind and its name, with a space between. */
async function openPlaces(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  const places = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PLACE));
  return [...new Set(places.map((name) => name.slice(PLACE.length).split(' ').slice(0, 2).join(' ')))].sort();
}

const NOBODY: readonly string[] = [];

/** Tells others that an order or a thread is open here; answers the names of those who have it open too. */
export function useOthersIn(thing: string, kind: 'order' | 'thread' = 'order'): readonly string[] {
  useEffect(() => {
    const left = new AbortController();
    const tell = () => {
      say({ kind: 'places' });
      lookForPlaces?.();
    };
    const name = `${PLACE}${kind} ${thing} ${crypto.randomUUID()}`;
    void navigator.locks.request(name, async () => {
      tell();
      await until(left.signal);
    });
    return () => {
      left.abort();
      // The lock is free a moment later.
      setTimeout(tell);
    };
  }, [thing, kind]);
  return useStore(present)[thing] ?? NOBODY;
}
