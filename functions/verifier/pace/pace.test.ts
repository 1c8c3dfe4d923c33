import { describe, expect, test } from 'vitest';
import { createMemoryFacts } from '../facts/memory-facts.ts';
import { createBreaker } from './breaker.ts';
import { createGovernor } from './governor.ts';
import { createSlots } from './slots.ts';

describe('the breaker', () => {
  test('opens after failures over different subjects only, and closes at a success', () => {
    let now = 0;
    const breaker = createBreaker(3, 1000, () => now);
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

  test('one success among failures keeps it closed', () => {
    const breaker = createBreaker(3, 1000, () => 0);
    for (let i = 0; i < 100; i += 1) {
      breaker.failed(`h${i}`);
      if (i % 3 === 1) breaker.succeeded();
    }
    expect(breaker.allows()).toBe(true);
  });
});

describe('the governor', () => {
  const bounds = { initial: 2, max: 4 };

  function taken(governor: ReturnType<typeof createGovernor>, key = 'p'): number {
    let count = 0;
    while (governor.take(key)) count += 1;
    for (let i = 0; i < count; i += 1) governor.give(key, 'neutral');
    return count;
  }

  test('grows slowly, up to a bound, and halves at a complaint', async () => {
    const governor = createGovernor(createMemoryFacts(), () => 0);
    await governor.recall('p', bounds);
    const limits = [taken(governor)];
    for (let i = 0; i < 12; i += 1) {
      governor.take('p');
      governor.give('p', 'fine');
      limits.push(taken(governor));
    }
    expect(limits).toEqual([2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4]);
    governor.take('p');
    governor.give('p', 'throttled');
    expect(taken(governor)).toBe(2);
  });

  test('grows to what was too many before with more caution than below it', async () => {
    const governor = createGovernor(createMemoryFacts(), () => 0);
    await governor.recall('p', { initial: 4, max: 8 });
    governor.take('p');
    governor.give('p', 'throttled');
    const limits: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      governor.take('p');
      governor.give('p', 'fine');
      limits.push(taken(governor));
    }
    expect([limits.indexOf(3), limits.indexOf(4)]).toEqual([2, 30]);
  });

  test('forgets keys that are idle when there are very many, and no others', async () => {
    const facts = createMemoryFacts(() => 0);
    const governor = createGovernor(facts, () => 0);
    for (const key of ['blocked', 'busy', 'idle']) await governor.recall(key, bounds);
    governor.block('blocked', 1000);
    governor.take('busy');
    governor.take('busy');
    for (let i = 0; i < 40_000; i += 1) await governor.recall(`k${i}`, bounds);
    expect(governor.closed('blocked')).toEqual({ reason: 'ip_blocked', ms: 1000 });
    expect(governor.crowded('busy')).toBe(true);
    await facts.putProvider('idle', { pace: 4 }, 100);
    await governor.recall('idle', bounds);
    expect(taken(governor, 'idle')).toBe(4);
    expect(taken(governor, 'k39999')).toBe(2);
  });

  test('rests after complaints at the slowest pace', async () => {
    let now = 0;
    const governor = createGovernor(createMemoryFacts(), () => now);
    await governor.recall('p', { initial: 1, max: 4 });
    for (let i = 0; i < 3; i += 1) {
      expect(governor.closed('p')).toBeUndefined();
      governor.take('p');
      governor.give('p', 'throttled');
    }
    expect(governor.closed('p')).toEqual({ reason: 'throttled', ms: 60_000 });
    now = 600_000;
    expect(governor.closed('p')).toBeUndefined();
  });

  test('remembers pace and blocks beyond a run, for each key alone', async () => {
    const facts = createMemoryFacts(() => 0);
    const before = createGovernor(facts, () => 0);
    await before.recall('p', { initial: 4, max: 8 });
    before.take('p');
    before.give('p', 'throttled');
    before.block('p', 5000);
    const after = createGovernor(facts, () => 1000);
    await Promise.all([after.recall('p', { initial: 4, max: 8 }), after.recall('q', bounds)]);
    expect([taken(after, 'p'), taken(after, 'q')]).toEqual([2, 2]);
    expect(after.closed('p')).toEqual({ reason: 'ip_blocked', ms: 4000 });
    expect(after.closed('q')).toBeUndefined();
  });

  test('wakes those that wait when a session ends', async () => {
    const governor = createGovernor(createMemoryFacts(), () => 0);
    await governor.recall('p', { initial: 1, max: 1 });
    governor.take('p');
    let woken = 0;
    governor.whenFree('p', () => (woken += 1));
    governor.give('p', 'fine');
    governor.take('p');
    governor.give('p', 'fine');
    expect(woken).toBe(1);
  });

  test('wakes no more of them than there is room for, and the next ones where those need none', async () => {
    const governor = createGovernor(createMemoryFacts(), () => 0);
    await governor.recall('p', { initial: 1, max: 1 });
    governor.take('p');
    const woken: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      governor.whenFree('p', () => {
        woken.push(i);
        if (i % 2 === 1) governor.take('p');
      });
    }
    governor.give('p', 'neutral');
    expect(woken).toEqual([0, 1]);
    governor.give('p', 'neutral');
    governor.give('p', 'neutral');
    expect(woken).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

test('slots wake each waiting callback once', () => {
  const slots = createSlots(1);
  slots.take();
  let woken = 0;
  const wake = (): void => {
    woken += 1;
  };
  slots.whenFree(wake);
  slots.whenFree(wake);
  expect(slots.free).toBe(0);
  slots.give();
  expect([slots.free, woken]).toEqual([1, 1]);
});
