/**
 * The conversation with customer service, as long as this document lives: the server finds it again by the session
 * (boutique.md §3, decisions.md §8). While it goes on it listens: often with the panel open, seldom without, not at all while
 * nobody looks.
 */

import { type ApiError, asApiError, call } from '../api/client';
import type { Talk, TalkMessage } from '../api/types';
import { createStore } from './store';

interface ChatState {
  open: boolean;
  /** Undefined until the panel was opened for the first time. */
  talk: Talk | undefined;
  messages: TalkMessage[];
  /** Answers that came while the panel was closed. */
  unread: number;
  busy: boolean;
  /** Why the last thing said, or the conversation itself, did not go through. */
  error: ApiError | undefined;
}

export const chatStore = createStore<ChatState>({
  open: false,
  talk: undefined,
  messages: [],
  unread: 0,
  busy: false,
  error: undefined,
});

/** Milliseconds between questions for news: with the panel open, and closed. */
const NEAR = 4_000;
const FAR = 20_000;

let timer: ReturnType<typeof setTimeout> | undefined;

function lastId(): number {
  return chatStore.get().messages.at(-1)?.id ?? 0;
}

/** Adds what is new; the same message may come with two answers. */
function take(talk: Talk): void {
  const { messages, open, unread } = chatStore.get();
  const fresh = talk.messages.filter(({ id }) => !messages.some((known) => known.id === id));
  const answers = fresh.filter(({ author }) => author === 'desk').length;
  chatStore.set({
    talk,
    messages: fresh.length > 0 ? [...messages, ...fresh].sort((a, b) => a.id - b.id) : messages,
    unread: open ? 0 : unread + answers,
    error: undefined,
  });
}

function listenLater(): void {
  clearTimeout(timer);
  const { open, talk, messages } = chatStore.get();
  // An empty conversation that nobody looks at brings nothing.
  if (!talk || talk.ended || (!open && messages.length === 0)) return;
  timer = setTimeout(() => void listen(), open ? NEAR : FAR);
}

async function listen(): Promise<void> {
  const session_id = chatStore.get().talk?.session_id;
  if (session_id && !document.hidden) {
    try {
      take(await call('common/listen', { session_id, since: lastId() }));
    } catch (reason) {
      // What was missed comes with the next answer, unless there is no such conversation any more.
      if (asApiError(reason).id === 'chat.not_found') chatStore.set({ talk: undefined, messages: [] });
    }
  }
  listenLater();
}

/** Opens a conversation, or goes on with the one that is fresh. */
export async function beginTalk(): Promise<void> {
  chatStore.set({ busy: true, error: undefined });
  try {
    const talk = await call('common/talk', {});
    if (talk.session_id !== chatStore.get().talk?.session_id) chatStore.set({ messages: [] });
    take(talk);
  } catch (reason) {
    chatStore.set({ error: asApiError(reason) });
  } finally {
    chatStore.set({ busy: false });
    listenLater();
  }
}

export function openChat(): void {
  chatStore.set({ open: true, unread: 0 });
  void beginTalk();
}

export function closeChat(): void {
  chatStore.set({ open: false });
  listenLater();
}

/** Says something; answers whether it went through. */
export async function say(message: string): Promise<boolean> {
  const session_id = chatStore.get().talk?.session_id;
  if (!session_id || chatStore.get().busy) return false;
  clearTimeout(timer);
  chatStore.set({ busy: true, error: undefined });
  try {
    take(await call('common/say', { session_id, message, since: lastId() }));
    return true;
  } catch (reason) {
    chatStore.set({ error: asApiError(reason) });
    return false;
  } finally {
    chatStore.set({ busy: false });
    listenLater();
  }
}
