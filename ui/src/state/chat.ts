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
  session: Talk | undefined;
  messages: TalkMessage[];
  /** Answers that came while the panel was closed. */
  unread: number;
  busy: boolean;
  /** Why the last thing said, or the conversation itself, did not go through. */
  error: ApiError | undefined;
}

export const chatStore = createStore<ChatState>({
  open: false,
  session: undefined,
  messages: [],
  unread: 0,
  busy: false,
  error: undefined,
});

/** Milliseconds between questions for news: with the panel open, and closed. */
const OPEN_POLL_INTERVAL = 4_000;
const CLOSED_POLL_INTERVAL = 20_000;

let timer: ReturnType<typeof setTimeout> | undefined;

function lastId(): number {
  return chatStore.get().messages.at(-1)?.id ?? 0;
}

/** Adds what is new; the same message may come with two answers. */
function applyUpdate(session: Talk): void {
  const { messages, open, unread } = chatStore.get();
  const fresh = session.messages.filter(({ id }) => !messages.some((known) => known.id === id));
  const answers = fresh.filter(({ author }) => author === 'desk').length;
  chatStore.set({
    session,
    messages: fresh.length > 0 ? [...messages, ...fresh].sort((a, b) => a.id - b.id) : messages,
    unread: open ? 0 : unread + answers,
    error: undefined,
  });
}

function schedulePoll(): void {
  clearTimeout(timer);
  const { open, session, messages } = chatStore.get();
  // An empty conversation that nobody looks at brings nothing.
  if (!session || session.ended || (!open && messages.length === 0)) return;
  timer = setTimeout(() => void poll(), open ? OPEN_POLL_INTERVAL : CLOSED_POLL_INTERVAL);
}

async function poll(): Promise<void> {
  const session_id = chatStore.get().session?.session_id;
  if (session_id && !document.hidden) {
    try {
      applyUpdate(await call('common/listen', { session_id, since: lastId() }));
    } catch (reason) {
      // What was missed comes with the next answer, unless there is no such conversation any more.
      if (asApiError(reason).id === 'chat.not_found') chatStore.set({ session: undefined, messages: [] });
    }
  }
  schedulePoll();
}

/** Opens a conversation, or goes on with the one that is fresh. */
export async function startSession(): Promise<void> {
  chatStore.set({ busy: true, error: undefined });
  try {
    const session = await call('common/talk', {});
    if (session.session_id !== chatStore.get().session?.session_id) chatStore.set({ messages: [] });
    applyUpdate(session);
  } catch (reason) {
    chatStore.set({ error: asApiError(reason) });
  } finally {
    chatStore.set({ busy: false });
    schedulePoll();
  }
}

export function openChat(): void {
  chatStore.set({ open: true, unread: 0 });
  void startSession();
}

export function closeChat(): void {
  chatStore.set({ open: false });
  schedulePoll();
}

/** Says something; answers whether it went through. */
export async function sendMessage(message: string): Promise<boolean> {
  const session_id = chatStore.get().session?.session_id;
  if (!session_id || chatStore.get().busy) return false;
  clearTimeout(timer);
  chatStore.set({ busy: true, error: undefined });
  try {
    applyUpdate(await call('common/say', { session_id, message, since: lastId() }));
    return true;
  } catch (reason) {
    chatStore.set({ error: asApiError(reason) });
    return false;
  } finally {
    chatStore.set({ busy: false });
    schedulePoll();
  }
}
