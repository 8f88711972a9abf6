// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call, configure } from './client';

const answers: object[] = [];
const requests: { url: string; body: unknown }[] = [];

beforeEach(() => {
  answers.length = 0;
  requests.length = 0;
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    requests.push({ url, body: JSON.parse(init.body) });
    return new Response(JSON.stringify(answers.shift()));
  });
});

const done = (data: unknown) => ({ code: '1', message: '', data });
const refused = (id: string, more: object = {}) => ({ code: '0', message: id, data: null, error: { id, ...more } });

it('unpacks the envelope', async () => {
  answers.push(done({ items: [] }));
  expect(await call('staff/sessions', {})).toEqual({ items: [] });
  expect(requests).toEqual([{ url: '/console_api/staff/sessions', body: {} }]);
});

it('names the fields of a refusal', async () => {
  const fields = { password: { id: 'password.too_short', params: { min: '12' } } };
  answers.push(refused('error.invalid', { params: {}, field_messages: fields }));
  const error = await call('staff/password', { password: 'x' }).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error.fields).toEqual(fields);
});

it('asks for proof and repeats the call once', async () => {
  const askProof = vi.fn(async () => true);
  configure({ signInRequired: () => {}, locked: () => {}, askProof });
  answers.push(refused('staff.proof_required'), done({ recovery_codes: ['a'] }));
  expect(await call('staff/recovery_codes', {})).toEqual({ recovery_codes: ['a'] });
  answers.push(refused('staff.proof_required'), refused('staff.proof_required'));
  await expect(call('staff/recovery_codes', {})).rejects.toThrow('staff.proof_required');
  expect(askProof).toHaveBeenCalledTimes(2);
});

it('does not repeat a call whose proof was declined', async () => {
  configure({ signInRequired: () => {}, locked: () => {}, askProof: async () => false });
  answers.push(refused('staff.proof_required'));
  await expect(call('staff/enable', { id: 1 })).rejects.toThrow('staff.proof_required');
  expect(requests).toHaveLength(1);
});

it('leads to sign-in when the session is over', async () => {
  const signInRequired = vi.fn();
  configure({ signInRequired, locked: () => {}, askProof: async () => false });
  answers.push(refused('staff.sign_in_required'));
  await expect(call('staff/people', {})).rejects.toThrow('staff.sign_in_required');
  expect(signInRequired).toHaveBeenCalledOnce();
});

it('shows the lock when the session is locked', async () => {
  const locked = vi.fn();
  configure({ signInRequired: () => {}, locked, askProof: async () => false });
  answers.push(refused('staff.locked'));
  await expect(call('staff/people', {})).rejects.toThrow('staff.locked');
  expect(locked).toHaveBeenCalledOnce();
});

it('survives an answer without an envelope', async () => {
  vi.stubGlobal('fetch', async () => new Response('too many requests', { status: 429 }));
  await expect(call('staff/people', {})).rejects.toMatchObject({ id: 'request.throttled', status: 429 });
});
