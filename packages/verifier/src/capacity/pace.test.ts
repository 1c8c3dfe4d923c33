import { describe, expect, test } from 'vitest';
import { createMemoryFacts } from '../facts/memory-facts.ts';
import { createCircuitBreaker } from '../flow/circuit-breaker.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { createSemaphore } from '../flow/semaphore.ts';

const RUN = { signal: new AbortController().signal, customer: 'c', priority: 0 } as const;

describe('the breaker', () => {
  test('opens only after failures of different subjects, and closes after a success', () => {
    let now = 0;
    const breaker = createCircuitBreaker(3, 1000, () => now);
    for (const subject of ['a', 'a', 'b', 'a', 'b']) breaker.failed(subject);
    expect(breaker.allows()).toBe(true);
    breaker.failed('c');
    expect(breaker.allows()).toBe(false);
    expect(breaker.waitMs()).toBe(1000);
    now = 1000;
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
    breaker.failed('d');
    now = 2000;
    expect(breaker.allows()).toBe(true);
    breaker.succeeded();
    expect([breaker.allows(), breaker.allows(), breaker.waitMs()]).toEqual([true, true, 0]);
  });

  test('stays closed if some attempts succeed', () => {
    const breaker = createCircuitBreaker(3, 1000, () => 0);
    for (let i = 0; i < 100; i += 1) {
      breaker.failed(`h${i}`);
      if (i % 3 === 1) breaker.succeeded();
    }
    expect(breaker.allows()).toBe(true);
  });
});

describe('the concurrency limiter', () => {
  const connectionLimits = { initial: 2, max: 4 };

  test('grows slowly, up to a maximum, and halves after a complaint', async () => {
    const limiter = createConcurrencyLimiter(createMemoryFacts(), () => 0);
    await limiter.load('p', connectionLimits);
    const limits = [limiter.available('p')];
    for (let i = 0; i < 12; i += 1) {
      await limiter.acquire('p', RUN);
      limiter.release('p', RUN, 'served');
      limits.push(limiter.available('p'));
    }
    expect(limits).toEqual([2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4]);
    await limiter.acquire('p', RUN);
    limiter.release('p', RUN, 'throttled');
    expect(limiter.available('p')).toBe(2);
  });

  test('grows more cautiously near a number of connections that was too many before', async () => {
    const limiter = createConcurrencyLimiter(createMemoryFacts(), () => 0);
    await limiter.load('p', { initial: 4, max: 8 });
    await limiter.acquire('p', RUN);
    limiter.release('p', RUN, 'throttled');
    const limits: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      await limiter.acquire('p', RUN);
      limiter.release('p', RUN, 'served');
      limits.push(limiter.available('p'));
    }
    expect([limits.indexOf(3), limits.indexOf(4)]).toEqual([2, 30]);
  });

  test('drops only idle keys when there are too many', async () => {
    const facts = createMemoryFacts(() => 0);
    const limiter = createConcurrencyLimiter(facts, () => 0);
    for (const key of ['blocked', 'busy', 'idle']) await limiter.load(key, connectionLimits);
    limiter.reportBlock('blocked', RUN, 'a.test', true);
    await limiter.acquire('busy', RUN);
    await limiter.acquire('busy', RUN);
    for (let i = 0; i < 40_000; i += 1) await limiter.load(`k${i}`, connectionLimits);
    expect(limiter.closed('blocked', RUN)).toEqual({ reason: 'ip_blocked', ms: 60_000 });
    expect(limiter.isShared('busy')).toBe(true);
    await facts.putProvider('idle', { pace: 4 }, 100);
    await limiter.load('idle', connectionLimits);
    expect(limiter.available('idle')).toBe(4);
    expect(limiter.available('k39999')).toBe(2);
  });

  test('starts a cooldown after complaints at the slowest pace', async () => {
    let now = 0;
    const limiter = createConcurrencyLimiter(createMemoryFacts(), () => now);
    await limiter.load('p', { initial: 1, max: 4 });
    for (let i = 0; i < 3; i += 1) {
      expect(limiter.closed('p', RUN)).toBeUndefined();
      await limiter.acquire('p', RUN);
      limiter.release('p', RUN, 'throttled');
    }
    expect(limiter.closed('p', RUN)).toEqual({ reason: 'throttled', ms: 60_000 });
    now = 600_000;
    expect(limiter.closed('p', RUN)).toBeUndefined();
  });

  test('keeps the pace and blocks of each key beyond a run', async () => {
    const facts = createMemoryFacts(() => 0);
    const before = createConcurrencyLimiter(facts, () => 1);
    await before.load('p', { initial: 4, max: 8 });
    await before.acquire('p', RUN);
    before.release('p', RUN, 'throttled');
    before.reportBlock('p', RUN, 'a.test', true);
    const after = createConcurrencyLimiter(facts, () => 1001);
    await Promise.all([after.load('p', { initial: 4, max: 8 }), after.load('q', connectionLimits)]);
    expect([after.available('p'), after.available('q')]).toEqual([2, 2]);
    expect(after.closed('p', RUN)).toEqual({ reason: 'ip_blocked', ms: 59_000 });
    expect(after.closed('q', RUN)).toBeUndefined();
  });

  test('lets exactly one waiting session proceed when a connection is closed', async () => {
    const limiter = createConcurrencyLimiter(createMemoryFacts(), () => 0);
    await limiter.load('p', { initial: 1, max: 1 });
    await limiter.acquire('p', RUN);
    const proceeded: number[] = [];
    const all = Array.from({ length: 3 }, (_, i) =>
      limiter.acquire('p', RUN).then(() => proceeded.push(i)),
    );
    await Promise.resolve();
    expect(proceeded).toEqual([]);
    limiter.release('p', RUN, 'served');
    await all[0];
    expect(proceeded).toEqual([0]);
    limiter.release('p', RUN, 'neutral');
    limiter.release('p', RUN, 'neutral');
    await Promise.all(all);
    expect(proceeded).toEqual([0, 1, 2]);
  });
});

test('a semaphore lets one waiting caller proceed per release, in order', async () => {
  const semaphore = createSemaphore(1);
  await semaphore.acquire();
  const proceeded: number[] = [];
  const all = [2, 3, 1, 2.5].map((order) =>
    semaphore.acquire(order).then(() => proceeded.push(order)),
  );
  await Promise.resolve();
  expect(proceeded).toEqual([]);
  semaphore.release();
  await all[2];
  expect(proceeded).toEqual([1]);
  for (let i = 0; i < 3; i += 1) semaphore.release();
  await Promise.all(all);
  expect(proceeded).toEqual([1, 2, 2.5, 3]);
});
