import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batches } from './batches.ts';
import { lotsOf } from './lots.ts';
import { sleep } from './testing/fake-verifier.ts';

const SIZE = 4;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** `many` or `few` with what is in each lot, and the second at which the last of it was there. */
async function cut(source: AsyncIterable<string>): Promise<string[]> {
  async function lots(): Promise<string[]> {
    const seen = [];
    for await (const lot of lotsOf(batches(source, SIZE, 1000, 200), SIZE, Date.now)) {
      let all = '';
      if (lot.many) for await (const batch of lot.batches) all += batch.join('');
      else for await (const address of lot.addresses) all += address;
      seen.push(`${lot.many ? 'many' : 'few'} ${all} ${Math.floor(Date.now() / 1000)}`);
    }
    return seen;
  }
  const found = lots();
  found.catch(() => {});
  await vi.runAllTimersAsync();
  return found;
}

/** A digit is a wait in seconds, any other character an item. */
async function* from(script: string): AsyncGenerator<string> {
  for (const each of script) {
    if (/\d/.test(each)) await sleep(Number(each) * 1000);
    else yield each;
  }
}

test.each([
  ['', []],
  ['abc', ['few abc 0']],
  ['abcd', ['many abcd 0']],
  ['abcdefghij', ['many abcdefghij 0']],
  ['a1b', ['few ab 1']],
  // What comes fast later on is asked as it comes, too.
  ['ab1cdefghijk', ['few abcdefghijk 1']],
  // A pause that ends within ten seconds is none.
  ['abcd9efgh', ['many abcdefgh 9']],
  ['abcd99efghi', ['many abcd 10', 'many efghi 18']],
  ['abcd99e1f', ['many abcd 10', 'few ef 19']],
  ['abcdef1ghijkl', ['many abcdefghijkl 1']],
  // What only trickles after that fills no batch.
  ['abcd4e4f4g4h', ['many abcdef 10', 'few gh 16']],
])('%j', async (script, lots) => {
  expect(await cut(from(script))).toEqual(lots);
});

test.each(['a', 'abcde'])('what breaks after %j is told', async (script) => {
  async function* broken(): AsyncGenerator<string> {
    yield* from(script);
    throw new Error('unreadable');
  }
  await expect(cut(broken())).rejects.toThrow('unreadable');
});
