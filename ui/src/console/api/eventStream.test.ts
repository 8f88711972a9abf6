// @vitest-environment node
import { expect, it } from 'vitest';
import { createParser, type ServerEvent } from './eventStream';

const TEXT =
  'id: 7-9\nevent: anew\ndata: {}\n\n:\n\nid: 8-9\nevent: change\ndata: {"noun":"order","thing":"2026-000001"}\n\nevent: present\ndata: {"order":"1","names":["Ada: King"]}\n\n';

it('reads events in whatever pieces they arrive, without comments', () => {
  for (let size = 1; size <= TEXT.length; size += 1) {
    const heard: ServerEvent[] = [];
    const take = createParser((event) => heard.push(event));
    for (let at = 0; at < TEXT.length; at += size) take(TEXT.slice(at, at + size));
    expect(heard).toEqual([
      { id: '7-9', name: 'anew', data: '{}' },
      { id: '8-9', name: 'change', data: '{"noun":"order","thing":"2026-000001"}' },
      { id: '', name: 'present', data: '{"order":"1","names":["Ada: King"]}' },
    ]);
  }
});

it('tells no event before it is whole', () => {
  const heard: ServerEvent[] = [];
  createParser((event) => heard.push(event))('id: 7-9\nevent: anew\ndata: {}\n');
  expect(heard).toEqual([]);
});
