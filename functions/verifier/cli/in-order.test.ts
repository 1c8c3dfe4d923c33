import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Verdict, Verifier } from '../types.ts';
import { GREYLIST_SCHEDULE } from '../retry.ts';
import { FORMATS } from './formats.ts';
import { inOrder } from './in-order.ts';
import type { InOrderOptions } from './in-order.ts';
import { answering, backwards, GREY, sleep } from './testing/fake-verifier.ts';
import { verdict } from './testing/verdict.ts';

const MINUTE = 60_000;
const REPLY = { stage: 'rcpt', code: 450, text: 'Greylisted' } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The verdicts in their order, each with the time at which it was given out. */
async function collect(
  verifier: Verifier,
  addresses: Iterable<string> | AsyncIterable<string>,
  options: Partial<InOrderOptions> = {},
): Promise<(Verdict & { at: number })[]> {
  const lines = inOrder(verifier, addresses, FORMATS.json, {
    retries: 0,
    hold: 10,
    holdCharacters: 10_000,
    slackMs: 30_000,
    now: Date.now,
    ...options,
  });
  async function timed() {
    const verdicts = [];
    for await (const line of lines) {
      verdicts.push({ ...(JSON.parse(line) as Verdict), at: Date.now() });
    }
    return verdicts;
  }
  const collected = timed();
  collected.catch(() => {});
  await vi.runAllTimersAsync();
  return collected;
}

describe('order', () => {
  test('verdicts come in the order of the input', async () => {
    const input = ['c', 'a', 'b', 'a'];
    const verdicts = await collect(backwards().verifier, input);
    expect(verdicts.map(({ email }) => email)).toEqual(input);
  });

  test('what breaks the input is told', async () => {
    function* broken(): Generator<string> {
      yield 'a';
      throw new Error('unreadable');
    }
    await expect(collect(backwards().verifier, broken())).rejects.toThrow('unreadable');
  });

  test('the input is read no further ahead than may wait', async () => {
    let read = 0;
    let ahead = 0;
    function* input(): Generator<string> {
      while (read < 100) yield `a${read++}`;
    }
    const verifier = answering(async (_, index) => {
      if (index === 0) await sleep(MINUTE).then(() => (ahead = read));
      return {};
    });
    const verdicts = await collect(verifier, input());
    expect(ahead).toBe(11);
    expect(verdicts.map(({ email }) => email)).toEqual([...Array(100).keys()].map((i) => `a${i}`));
  });
});

describe('further attempts', () => {
  test('only those that are put off are asked again, as often as allowed', async () => {
    const { verifier, asked } = backwards();
    const input = ['grey2', 'a', 'grey1', 'grey9'];
    const verdicts = await collect(verifier, input, { retries: 2 });
    expect(verdicts.map(({ email, reason }) => `${email} ${reason}`)).toEqual([
      'grey2 accepted',
      'a accepted',
      'grey1 accepted',
      'grey9 greylisted',
    ]);
    expect(asked.toSorted()).toEqual([
      '0 a',
      '0 grey1',
      '0 grey2',
      '0 grey9',
      '1 grey1',
      '1 grey2',
      '1 grey9',
      '2 grey2',
      '2 grey9',
    ]);
  });

  test('each when it is due, however many others keep coming', async () => {
    const asked = new Map<string, number[]>();
    const rounds: number[] = [];
    const verifier = answering(
      async (email, _, attempt) => {
        asked.set(email, [...(asked.get(email) ?? []), Date.now()]);
        await sleep(2000);
        return { ...GREY, retry_after_s: GREYLIST_SCHEDULE[attempt] ?? 0 };
      },
      () => rounds.push(Date.now()),
    );
    async function* steady(): AsyncGenerator<string> {
      for (let i = 0; i < 200; i += 1) {
        yield `a${i}`;
        await sleep(6000);
      }
    }
    await collect(verifier, steady(), { retries: 4, hold: 1000 });
    for (const [first = 0, ...times] of asked.values()) {
      const late = times.map((time, i) => time - first - ([5, 15, 30, 60][i] ?? 0) * MINUTE);
      expect(late).toHaveLength(4);
      expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...late)).toBeLessThanOrEqual(40_000);
    }
    // Twenty minutes of addresses in rounds of half a minute, four times.
    expect(rounds.length).toBeLessThanOrEqual(1 + 4 * 41);
  });

  test('what is due while its round still runs is asked at once', async () => {
    const times: number[] = [];
    const warned = vi.spyOn(process, 'emitWarning');
    const verifier = answering(async (_email, _index, attempt) => {
      times.push(Date.now() / MINUTE);
      await sleep(attempt === 1 ? 12 * MINUTE : 0);
      return { ...GREY, retry_after_s: GREYLIST_SCHEDULE[attempt] ?? 0 };
    });
    await collect(verifier, ['a'], { retries: 4 });
    expect(times).toEqual([0, 5, 17, 30, 60]);
    expect(warned).not.toHaveBeenCalled();
  });

  test('those that are due within the slack share a round, and a short wait passes a long one', async () => {
    const rounds: string[] = [];
    const waits: Record<string, number> = { a: 300, b: 310, c: 600, d: 290, e: 331 };
    const verifier = answering(
      (email, _, attempt) =>
        Promise.resolve(attempt === 0 ? { ...GREY, retry_after_s: waits[email] ?? 0 } : {}),
      (emails) => rounds.push(`${Date.now() / 1000} ${emails.join('')}`),
    );
    await collect(verifier, ['c', 'a', 'b', 'd', 'e'], { retries: 1 });
    expect(rounds).toEqual(['0 cabde', '310 abd', '331 e', '600 c']);
  });
});

describe('the deadline', () => {
  const asked: string[] = [];
  const greylisting = (waitS: number) =>
    answering(async (email, _, attempt) => {
      asked.push(`${attempt} ${email}`);
      await sleep(1000);
      return { ...GREY, reply: REPLY, retry_after_s: attempt === 0 ? waitS : 600 };
    });
  beforeEach(() => void asked.splice(0));

  test('nothing waits for a retry that would come after it', async () => {
    const [only] = await collect(greylisting(10), ['a'], { retries: 1, deadline: 2000 });
    expect(only).toMatchObject({ ...GREY, reply: REPLY, retry_after_s: 10, at: 1000 });
    expect(asked).toEqual(['0 a']);
  });

  test('what waits then is given out with what is known', async () => {
    const verifier = answering(async (email, _, attempt) => {
      // The second address is open at the deadline, so that the first has to be settled by it.
      if (email === 'b') await sleep(MINUTE);
      return attempt === 0 ? { ...GREY, reply: REPLY, retry_after_s: 9 } : {};
    });
    const late = collect(verifier, ['b', 'a'], { retries: 1, deadline: 5000 });
    expect((await late).map(({ email, reason }) => `${email} ${reason}`)).toEqual([
      'b not_answered',
      'a greylisted',
    ]);
  });

  test('a retry cut short takes nothing back', async () => {
    const verdicts = await collect(greylisting(10), ['a', 'b'], { retries: 4, deadline: 11_500 });
    expect(asked).toEqual(['0 a', '0 b', '1 a', '1 b']);
    expect(verdicts).toEqual([
      { ...verdict('a'), ...GREY, reply: REPLY, retry_after_s: 10, at: 11_500 },
      { ...verdict('b'), ...GREY, reply: REPLY, retry_after_s: 10, at: 11_500 },
    ]);
  });
});
