import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchInput } from './input.ts';
import { sleep } from '../../tests/fake-verifier.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

async function gather(input: AsyncIterable<string[]>): Promise<string[]> {
  async function batches(): Promise<string[]> {
    const arrived = [];
    for await (const batch of batchInput(input, Date.now))
      arrived.push(`${batch.join('')} ${Date.now()}`);
    return arrived;
  }
  const found = batches();
  found.catch(() => {});
  await vi.runAllTimersAsync();
  return found;
}

/**
 * Plays a script: a digit pauses for that many seconds, `-` pauses for 300 ms, and any other
 * character is an address.
 */
async function* from(script: string): AsyncGenerator<string[]> {
  for (const each of script)
    if (/[\d-]/.test(each)) await sleep(each === '-' ? 300 : Number(each) * 1000);
    else yield [each];
}

test.each([
  ['', []],
  ['abc', ['abc 0']],
  ['a-b-c', ['abc 600']],
  ['a1bc', ['a 500', 'bc 1000']],
  ['9a9', ['a 9500']],
  // A continuous source gets verdicts after ten seconds.
  [`${'a-'.repeat(35)}b`, [`${'a'.repeat(34)} 10000`, 'ab 10500']],
])('%j', async (script, batches) => {
  expect(await gather(from(script))).toEqual(batches);
});

test('ends a batch at a million addresses', async () => {
  async function* many(): AsyncGenerator<string[]> {
    for (let i = 0; i < 25; i += 1) yield Array.from({ length: 100_000 }, () => '');
  }
  const sizes = [];
  for await (const { length } of batchInput(many(), Date.now)) sizes.push(length);
  expect(sizes).toEqual([1_000_000, 1_000_000, 500_000]);
});

test('reads no further until the previous batch is taken', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<string[]> {
    for (;;) yield Array.from({ length: 500_000 }, () => String((read += 1)));
  }
  const batches = batchInput(endless(), Date.now);
  await batches.next();
  await vi.advanceTimersByTimeAsync(1000);
  expect(read).toBeLessThanOrEqual(1_500_000);
  await batches.return();
});

test.each(['a', 'a1b'])('rejects with the error of the input after %j', async (script) => {
  async function* broken(): AsyncGenerator<string[]> {
    yield* from(script);
    throw new Error('unreadable');
  }
  await expect(gather(broken())).rejects.toThrow('unreadable');
});
