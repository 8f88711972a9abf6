/** Chat: deduplicated messages, polling by visibility. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TalkMessage } from '../api/types';
import { closeShop, type FakeShop, openShop, Refusal } from '../testing';
import { chatStore, closeChat, openChat, sendMessage, startSession } from './chat';

/** Messages of the next poll. */
let news: TalkMessage[] = [];
let ended = false;
let shop: FakeShop;
const asked = () => shop.sent.map(({ path, args }) => `${path.replace('common/', '')} ${args.since ?? ''}`.trim());

/** Refuses all calls. */
function refuse(id: string) {
  for (const path of CALLS) shop.answers[path] = new Refusal(id);
}

const message = (id: number, author: 'visitor' | 'desk', text: string): TalkMessage => ({
  id,
  author,
  text,
  at: '2026-11-23T09:00:00Z',
});

const CALLS = ['common/talk', 'common/say', 'common/listen'];

beforeEach(() => {
  vi.useFakeTimers();
  news = [];
  ended = false;
  chatStore.set(chatStore.initial);
  const talk = () => ({
    session_id: 's1',
    open: true,
    hours: null,
    opens_at: null,
    messages: news,
    ended,
    max_length: 1000,
  });
  shop = openShop(Object.fromEntries(CALLS.map((path) => [path, talk])));
});

afterEach(() => {
  closeChat();
  chatStore.set(chatStore.initial);
  vi.useRealTimers();
  closeShop();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('chat', () => {
  it('resumes the session', async () => {
    news = [message(1, 'visitor', 'Good day'), message(2, 'desk', 'Good day')];
    openChat();
    await pass(0);
    expect(chatStore.get().messages.map(({ id }) => id)).toEqual([1, 2]);
    await startSession();
    expect(chatStore.get().messages).toHaveLength(2);
  });

  it('sends a message and receives the answer', async () => {
    openChat();
    await pass(0);
    news = [message(5, 'visitor', 'How soft is it?')];
    expect(await sendMessage('How soft is it?')).toBe(true);
    news = [message(6, 'desk', 'Very.')];
    await pass(4_000);
    expect(chatStore.get().messages.map(({ text }) => text)).toEqual(['How soft is it?', 'Very.']);
    expect(asked()).toEqual(['talk', 'say 0', 'listen 5']);
    expect(chatStore.get().unread).toBe(0);
  });

  it('polls rarely while closed, counting answers', async () => {
    news = [message(1, 'visitor', 'Good day')];
    openChat();
    await pass(0);
    closeChat();
    shop.sent.length = 0;
    news = [message(2, 'desk', 'Good day')];
    await pass(19_000);
    expect(asked()).toEqual([]);
    await pass(2_000);
    expect(asked()).toEqual(['listen 1']);
    expect(chatStore.get().unread).toBe(1);
    openChat();
    expect(chatStore.get().unread).toBe(0);
  });

  it('does not poll while closed and empty', async () => {
    openChat();
    await pass(0);
    closeChat();
    shop.sent.length = 0;
    await pass(120_000);
    expect(asked()).toEqual([]);
  });

  it('does not poll an ended session', async () => {
    ended = true;
    news = [message(1, 'desk', 'Goodbye')];
    openChat();
    await pass(0);
    shop.sent.length = 0;
    await pass(60_000);
    expect(asked()).toEqual([]);
  });

  it('keeps the error of a failed message', async () => {
    openChat();
    await pass(0);
    refuse('chat.too_many');
    expect(await sendMessage('again')).toBe(false);
    expect(chatStore.get().error?.id).toBe('chat.too_many');
    expect(chatStore.get().busy).toBe(false);
  });

  it('starts a new session when the old one is gone', async () => {
    news = [message(1, 'visitor', 'Good day')];
    openChat();
    await pass(0);
    refuse('chat.not_found');
    await pass(4_000);
    expect(chatStore.get().session).toBeUndefined();
    expect(chatStore.get().messages).toEqual([]);
  });
});
