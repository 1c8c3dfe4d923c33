import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailStore } from '../ses/mail-store.ts';
import { createInboxHandler } from './inbox.ts';
import type { InboxMessage } from './inbox.ts';

let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  const store = openMailStore(join(folder, 'mails.ndjson'));
  const mail = { from: 'no-reply@tamis.test', text: 'Hello', html: '' };
  await store.add({
    ...mail,
    id: 'm1',
    recipients: ['anna@a.example', 'second+tag@a.example'],
    subject: 'First',
    date: '2026-03-04T05:06:07.000Z',
  });
  await store.add({
    ...mail,
    id: 'm2',
    recipients: ['b@b.example'],
    subject: '</title><script>alert("1")</script>',
    text: '<b>bold</b>',
    html: '<script>alert(1)</script><p>Bold</p>',
    date: '2026-03-04T05:07:00.000Z',
  });
  const inbox = createInboxHandler(store);
  server = createServer((message, response) => {
    if (!inbox(message, response)) response.writeHead(418).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

const textAt = async (path: string): Promise<string> => (await fetch(origin + path)).text();

test('returns messages as JSON, newest first, filtered by address and limit', async () => {
  const response = await fetch(`${origin}/inbox/messages`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const all: InboxMessage[] = JSON.parse(await response.text());
  expect(all).toHaveLength(2);
  expect(all[1]).toEqual({
    to: 'anna@a.example',
    subject: 'First',
    text: 'Hello',
    html: '',
    date: '2026-03-04T05:06:07.000Z',
  });
  const subjects = async (query: string): Promise<string[]> => {
    const messages: InboxMessage[] = JSON.parse(await textAt(`/inbox/messages?${query}`));
    return messages.map(({ subject }) => subject);
  };
  expect(await subjects('to=ANNA@a.example')).toEqual(['First']);
  expect(await subjects('to=second%2Btag%40a.example')).toEqual(['First']);
  expect(await subjects('to=second+tag@a.example')).toEqual(['First']);
  expect(await subjects('to=nobody%40a.example')).toEqual([]);
  expect(await subjects('limit=1')).toEqual([all[0]?.subject]);
});

test('shows the list, one message, and the messages to one address', async () => {
  const list = await textAt('/inbox');
  expect(list).toContain('href="/inbox/m1"');
  expect(list.indexOf('b@b.example')).toBeLessThan(list.indexOf('anna@a.example'));
  const narrowed = await textAt('/inbox?to=anna%40a.example');
  expect(narrowed).toContain('href="/inbox/m1?to=anna%40a.example"');
  expect(narrowed).not.toContain('b@b.example');
  expect(await textAt('/inbox?to=x%22y')).toContain('No emails to x&quot;y.');
  const open = await textAt('/inbox/m1');
  expect(open).toContain('<pre>Hello</pre>');
  expect(open).not.toContain('<iframe');
  expect((await fetch(`${origin}/inbox/m9`)).status).toBe(404);
});

test('isolates a message from the page', async () => {
  const response = await fetch(`${origin}/inbox/m2`);
  const page = await response.text();
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(page).toContain('src="/inbox/m2/html"');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");

  const content = await fetch(`${origin}/inbox/m2/html`);
  expect(await content.text()).toContain('<p>Bold</p>');
  const policy = content.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^sandbox /);
  expect(policy).not.toContain('allow-scripts');
  expect(policy).not.toContain('allow-same-origin');
});

test('serves its script and style, rejects writes, and ignores other paths', async () => {
  for (const [file, type] of [
    ['inbox.js', 'text/javascript'],
    ['inbox.css', 'text/css'],
  ] as const) {
    const response = await fetch(`${origin}/inbox/${file}`);
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  }
  expect((await fetch(`${origin}/inbox`, { method: 'DELETE' })).status).toBe(405);
  const head = await fetch(`${origin}/inbox`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const path of ['/', '/inboxes', '/api/inbox', '//'])
    expect((await fetch(origin + path)).status).toBe(418);
});
