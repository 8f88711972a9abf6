/**
 * Live chat by polling (boutique.md §3, decisions.md §8). The server keeps the conversation in the session. Polls often
 * with the panel open, rarely when closed, not in hidden tabs.
 */

import { type ApiError, asApiError, call } from '../api/client';
import type { Talk, TalkMessage } from '../api/types';
import { createStore } from './store';

interface ChatState {
  open: boolean;
  /** Undefined until the panel is first opened. */
  session: Talk | undefined;
  messages: TalkMessage[];
  /** Answers received while the panel was closed. */
  unread: number;
  busy: boolean;
  /** Error of the last message or of the session. */
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

/** Polling intervals in milliseconds. */
const OPEN_POLL_INTERVAL = 4_000;
const CLOSED_POLL_INTERVAL = 20_000;

let timer: ReturnType<typeof setTimeout> | undefined;

function lastId(): number {
  return chatStore.get().messages.at(-1)?.id ?? 0;
}

/** Merges new messages; responses may overlap. */
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
  // Nothing to expect in a closed panel without messages.
  if (!session || session.ended || (!open && messages.length === 0)) return;
  timer = setTimeout(() => void poll(), open ? OPEN_POLL_INTERVAL : CLOSED_POLL_INTERVAL);
}

async function poll(): Promise<void> {
  const session_id = chatStore.get().session?.session_id;
  if (session_id && !document.hidden) {
    try {
      applyUpdate(await call('common/listen', { session_id, since: lastId() }));
    } catch (reason) {
      // Missed messages come with the next poll, unless the session is gone.
      if (asApiError(reason).id === 'chat.not_found') chatStore.set({ session: undefined, messages: [] });
    }
  }
  schedulePoll();
}

/** Starts a session, or resumes the current one. */
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

/** Sends a message; false when it failed. */
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
