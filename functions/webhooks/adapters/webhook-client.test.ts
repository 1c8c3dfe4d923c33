import type { lookup, LookupAddress } from 'node:dns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestReceiver, respondWith, startReceiver } from '../../../tests/support/receiver.ts';
import { createWebhookClient } from './webhook-client.ts';

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(() => receiver.stop());

const TIMEOUT_MS = 200;
const openClient = createWebhookClient({ allowPrivate: true });
const impatientClient = createWebhookClient({ allowPrivate: true, timeoutMs: TIMEOUT_MS });
const post = (webhookClient = openClient, url = receiver.url) =>
  webhookClient.post(url, { 'x-id': '1' }, '{"a":1}');

/** Each DNS lookup returns the next list of addresses. */
const lookupReturning = (...answers: readonly (readonly string[])[]): typeof lookup => {
  const remaining = [...answers];
  const fakeLookup = (
    _name: string,
    _options: unknown,
    callback: (error: null, addresses: LookupAddress[]) => void,
  ) =>
    callback(
      null,
      (remaining.shift() ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    );
  return fakeLookup as unknown as typeof lookup;
};

describe('a response', () => {
  it('is returned with its status, the beginning of its body and Retry-After', async () => {
    receiver.next.push(respondWith(503, { 'retry-after': '7' }, 'later'));
    expect(await post()).toEqual({ status: 503, body: 'later', retryAfter: '7' });
    expect(receiver.received).toMatchObject([
      { path: '/hook', headers: { 'x-id': '1', connection: 'close' }, body: '{"a":1}' },
    ]);
  });

  it('is not followed if it is a redirect', async () => {
    receiver.next.push(respondWith(307, { location: 'http://127.0.0.1:9/latest/meta-data' }));
    expect(await post()).toMatchObject({ status: 307 });
    expect(receiver.received).toHaveLength(1);
  });

  it('is read up to 4 KB, even if the receiver sends 64 MB', async () => {
    let sent = 0;
    receiver.next.push((response) => {
      const writeMore = (): void => {
        while (sent < 64 * 1024 && !response.destroyed) {
          sent += 1;
          if (!response.write('x'.repeat(1024))) {
            response.once('drain', writeMore);
            return;
          }
        }
      };
      writeMore();
    });
    expect(await post()).toMatchObject({ status: 200, body: 'x'.repeat(4096) });
    expect(sent).toBeLessThan(64 * 1024);
  });

  it.each([
    ['malformed UTF-8', Buffer.alloc(64 * 1024, 0xff), '\ufffd'.repeat(1365)],
    ['cut within a character', Buffer.from(`${'x'.repeat(4095)}é`), 'x'.repeat(4095)],
  ])('is cut to 4 KB of text: %s', async (_, sent, body) => {
    receiver.next.push((response) => void response.end(sent));
    expect(await post()).toMatchObject({ status: 200, body });
  });

  it('is the first one if the receiver sends two', async () => {
    const answer = (status: string) => `HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nhi`;
    receiver.next.push(({ socket }) => socket?.end(answer('200 OK') + answer('500 No')));
    expect(await post()).toMatchObject({ status: 200, body: 'hi' });
    expect(await post()).toMatchObject({ status: 200 });
    expect(receiver.received).toHaveLength(2);
  });

  it.each([
    ['never responds', () => undefined],
    ['never ends the body', (response) => void response.writeHead(200).write('x')],
  ] as [string, TestReceiver['next'][number]][])(
    'times out if the receiver %s',
    async (_, behavior) => {
      // A separate receiver, because an aborted request may arrive after its test.
      await using slow = await startReceiver();
      slow.next.push(behavior);
      const startedAt = performance.now();
      expect(await post(impatientClient, slow.url)).toEqual({ status: null, error: 'ETIMEDOUT' });
      expect(performance.now() - startedAt).toBeLessThan(5000);
    },
  );

  it('may be a connection reset, a refused connection or an unknown host', async () => {
    receiver.next.push((response) => response.socket?.resetAndDestroy());
    expect(await post()).toEqual({ status: null, error: 'ECONNRESET' });
    expect(await post(openClient, 'http://127.0.0.1:1/')).toEqual({
      status: null,
      error: 'ECONNREFUSED',
    });
    const nowhere = createWebhookClient({ allowPrivate: true, lookup: lookupReturning([]) });
    expect(await post(nowhere, 'http://nowhere.test/')).toMatchObject({ error: 'ENOTFOUND' });
  });
});

describe('a private address', () => {
  const refused = { status: null, error: 'ERR_PRIVATE_ADDRESS' };
  const namedUrl = () => `http://hooks.example.com:${receiver.port}/`;
  const guardedClient = (...answers: readonly (readonly string[])[]) =>
    createWebhookClient({ allowPrivate: false, lookup: lookupReturning(...answers) });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['the cloud metadata service', ['169.254.169.254']],
    ['a private address after a public one', ['93.184.216.34', '127.0.0.1']],
    ['a private address among public ones', ['2606:4700::1111', '10.0.0.1']],
    ['an IPv4-mapped IPv6 address', ['::ffff:127.0.0.1']],
  ])('is refused behind a name: %s', async (_, addresses) => {
    expect(await post(guardedClient(addresses), namedUrl())).toEqual(refused);
    expect(receiver.received).toEqual([]);
  });

  it.each(['127.0.0.1', '[::1]', '0x7f.1', '2130706433', '169.254.169.254', '[::ffff:7f00:1]'])(
    'is refused as %s',
    async (host) => {
      expect(await post(guardedClient(), `http://${host}:${receiver.port}/`)).toEqual(refused);
      expect(receiver.received).toEqual([]);
    },
  );

  it('is not reached by DNS rebinding', async () => {
    const rebinding = createWebhookClient({
      allowPrivate: false,
      lookup: lookupReturning(['127.0.0.1'], ['127.0.0.2']),
      isPublic: (address) => address === '127.0.0.1',
    });
    // Each attempt resolves the name once, and connects to the address it checked.
    expect(await post(rebinding, namedUrl())).toMatchObject({ status: 200 });
    expect(await post(rebinding, namedUrl())).toEqual(refused);
    expect(receiver.received).toHaveLength(1);
  });

  it('is allowed in a simulated environment', async () => {
    const local = createWebhookClient({
      allowPrivate: true,
      lookup: lookupReturning(['127.0.0.1']),
    });
    expect(await post(local, namedUrl())).toMatchObject({ status: 200 });
    expect(receiver.received).toMatchObject([
      { headers: { host: `hooks.example.com:${receiver.port}` } },
    ]);
  });
});
