import { afterEach, beforeEach, expect, test } from 'vitest';
import { startScriptedDns } from '../../tests/scripted-dns.ts';
import { EHLO_WITH_STARTTLS, startScriptedSmtp } from '../../tests/scripted-smtp.ts';
import { createResolver } from '../dns/resolver.ts';
import { DEFAULT_LIMITS } from '../model/limits.ts';
import { openSession } from '../smtp/session.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

/** Shorter than one pause, so that every timer is due before the data is read. */
const LIMIT_MS = 24;
const PAUSE_MS = 30;
const LIMITS = {
  ...DEFAULT_LIMITS,
  dnsTimeoutMs: LIMIT_MS,
  connectMs: LIMIT_MS,
  replyMs: LIMIT_MS,
  tlsMs: LIMIT_MS,
};

let isOver = false;
beforeEach(() => {
  isOver = false;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  setImmediate(function pause(): void {
    Atomics.wait(cell, 0, 0, PAUSE_MS);
    if (!isOver) setImmediate(pause);
  });
});
afterEach(() => {
  isOver = true;
});

test.each(['a.test', 'large.test'])(
  'the answer for %s counts although this process pauses longer than the time limit',
  async (name) => {
    const server = await startScriptedDns({
      'a.test': { MX: [[10, 'mx.a.test']] },
      'large.test': { MX: [[10, 'mx.a.test']], large: true },
    });
    const resolver = createResolver({
      servers: [{ host: '127.0.0.1', port: server.port }],
      limits: LIMITS,
      breaker: createCircuitBreaker(1000, 1000, Date.now),
      now: Date.now,
      random: Math.random,
      timeScale: 1,
    });
    expect(await resolver.lookup(name, 'MX')).toMatchObject({ kind: 'found' });
    expect(resolver.counters.retries).toBe(0);
    resolver.close();
    await server.close();
  },
);

test('a session with TLS continues although this process pauses longer than each time limit', async () => {
  const server = await startScriptedSmtp({ ehlo: EHLO_WITH_STARTTLS });
  const session = await openSession('mx.test', '127.0.0.1', {
    smtp: { port: server.port, mailFrom: 'me@us.test' },
    egress: { kind: 'direct', helo: 'us.test' },
    limits: LIMITS,
    now: Date.now,
    signal: new AbortController().signal,
  });
  if (!('ask' in session)) throw new Error(`no session: ${JSON.stringify(session)}`);
  expect(await session.startTls()).toBeUndefined();
  const { recipients } = await session.ask(['a@a.test'], false);
  expect(recipients).toMatchObject([{ code: 250 }]);
  await session.quit();
  await server.close();
});
