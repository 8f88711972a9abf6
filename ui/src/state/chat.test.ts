/** Chat: deduplicated messages, polling by visibility. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configure } from '../api/client';
import type { Site, TalkMessage } from '../api/types';
import { chatStore, closeChat, openChat, sendMessage, startSession } from './chat';

let asked: string[] = [];
/** Messages of the next poll. */
let news: TalkMessage[] = [];
let refuse = '';
let ended = false;

const message = (id: number, author: 'visitor' | 'desk', text: string): TalkMessage => ({
  id,
  author,
  text,
  at: '2026-11-23T09:00:00Z',
});

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  news = [];
  refuse = '';
  ended = false;
  chatStore.set(chatStore.initial);
  configure({ store_id: 94, store_code: 'x', currency: 'EUR', services: 'x' } as Site, () => {});
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url, 'http://shop').pathname.replace('/hah_api/common/', '');
    const { since = '' } = init.body ? JSON.parse(String(init.body)) : {};
    asked.push(`${path} ${since}`.trim());
    const error = { id: refuse, params: {}, fields: {}, field_messages: {} };
    const data = { session_id: 's1', open: true, opens_at: null, messages: news, ended, max_length: 1000 };
    return {
      status: 200,
      json: async () => (refuse ? { code: '0', message: 'no', error } : { code: '1', message: '', data }),
    };
  });
});

afterEach(() => {
  closeChat();
  chatStore.set(chatStore.initial);
  vi.useRealTimers();
  vi.unstubAllGlobals();
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
    expect(asked).toEqual(['talk', 'say 0', 'listen 5']);
    expect(chatStore.get().unread).toBe(0);
  });

  it('polls rarely while closed, counting answers', async () => {
    news = [message(1, 'visitor', 'Good day')];
    openChat();
    await pass(0);
    closeChat();
    asked = [];
    news = [message(2, 'desk', 'Good day')];
    await pass(19_000);
    expect(asked).toEqual([]);
    await pass(2_000);
    expect(asked).toEqual(['listen 1']);
    expect(chatStore.get().unread).toBe(1);
    openChat();
    expect(chatStore.get().unread).toBe(0);
  });

  it('does not poll while closed and empty', async () => {
    openChat();
    await pass(0);
    closeChat();
    asked = [];
    await pass(120_000);
    expect(asked).toEqual([]);
  });

  it('does not poll an ended session', async () => {
    ended = true;
    news = [message(1, 'desk', 'Goodbye')];
    openChat();
    await pass(0);
    asked = [];
    await pass(60_000);
    expect(asked).toEqual([]);
  });

  it('keeps the error of a failed message', async () => {
    openChat();
    await pass(0);
    refuse = 'chat.too_many';
    expect(await sendMessage('again')).toBe(false);
    expect(chatStore.get().error?.id).toBe('chat.too_many');
    expect(chatStore.get().busy).toBe(false);
  });

  it('starts a new session when the old one is gone', async () => {
    news = [message(1, 'visitor', 'Good day')];
    openChat();
    await pass(0);
    refuse = 'chat.not_found';
    await pass(4_000);
    expect(chatStore.get().session).toBeUndefined();
    expect(chatStore.get().messages).toEqual([]);
  });
});
