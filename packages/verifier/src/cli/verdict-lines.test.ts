import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Verdict, Verifier } from '../model/types.ts';
import { GREYLIST_SCHEDULE } from '../verdict/retry.ts';
import { FORMATS } from './formats.ts';
import {
  createScriptedVerifier,
  createReversingVerifier,
  GREYLISTED_VERDICT,
  sleep,
} from '../../tests/fake-verifier.ts';
import { measureUsedHeapBytes } from '../../tests/used-heap.ts';
import { createVerdict } from '../../tests/verdict.ts';
import { sortByDomain, verdictLines, type OutputOptions } from './verdict-lines.ts';

const MINUTE = 60_000;
const REPLY = { stage: 'rcpt', code: 450, text: 'Greylisted' } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const ORDERED: OutputOptions = {
  ordered: true,
  retries: 0,
  slackMs: 30_000,
  now: () => Date.now(),
};

type Batches = Iterable<string[]> | AsyncIterable<string[]>;

async function collect(
  verifier: Verifier,
  batches: Batches,
  options: Partial<OutputOptions> = {},
): Promise<(Verdict & { at: number })[]> {
  const lines = verdictLines(verifier, batches, FORMATS.json, {
    ...ORDERED,
    ...options,
  });
  async function timed() {
    const verdicts = [];
    for await (const line of lines)
      verdicts.push({ ...(JSON.parse(line) as Verdict), at: Date.now() });
    return verdicts;
  }
  const collected = timed();
  collected.catch(() => {});
  await vi.runAllTimersAsync();
  return collected;
}

const emailsOf = (verdicts: readonly Verdict[]): string[] => verdicts.map(({ email }) => email);

const emailOf = (line: string): string => (JSON.parse(line) as Verdict).email;

describe('order', () => {
  test('writes verdicts in the order of the input, and checks each domain in one piece', async () => {
    const emails = Array.from({ length: 5000 }, (_, i) => `user${i}@company-${i % 300}.test`);
    const { verifier, asked } = createReversingVerifier();
    const verdicts = await collect(verifier, [['c', 'a', 'b', 'a'], emails]);
    expect(emailsOf(verdicts)).toEqual(['c', 'a', 'b', 'a', ...emails]);
    const domains = asked.slice(4).map((email) => email.slice(email.indexOf('@')));
    expect(domains.filter((domain, i) => domain !== domains[i - 1])).toHaveLength(300);
  });

  test('writes each verdict as soon as it and all verdicts before it are known', async () => {
    const seconds: Record<string, number> = { a: 1, b: 3, c: 2 };
    const verifier = createScriptedVerifier(async (email) => {
      await sleep((seconds[email] ?? 0) * 1000);
      return {};
    });
    const verdicts = await collect(verifier, [['a', 'b', 'c']]);
    expect(verdicts.map(({ email, at }) => `${email} ${at}`)).toEqual([
      'a 1000',
      'b 3000',
      'c 3000',
    ]);
  });

  test('throws the error of the input after the lines of earlier addresses', async () => {
    async function* broken(): AsyncGenerator<string[]> {
      yield ['a@b.test'];
      throw new Error('unreadable');
    }
    const lines: string[] = [];
    const reading = (async () => {
      const { verifier } = createReversingVerifier();
      for await (const line of verdictLines(verifier, broken(), FORMATS.json, ORDERED))
        lines.push(line);
    })();
    await expect(reading).rejects.toThrow('unreadable');
    expect(lines.map(emailOf)).toEqual(['a@b.test']);
  });

  test('writes the known verdicts before it throws a failure', async () => {
    const emails = Array.from({ length: 100 }, (_, i) => `${i}@company-${i % 7}.test`);
    const verifier = createScriptedVerifier((_, index) =>
      index < 80 ? Promise.resolve({}) : Promise.reject(new Error('out of order')),
    );
    const lines: string[] = [];
    const reading = (async () => {
      for await (const line of verdictLines(verifier, [emails], FORMATS.json, ORDERED))
        lines.push(line);
    })();
    await expect(reading).rejects.toThrow('out of order');
    const known = new Set(lines.map(emailOf));
    expect([...known]).toEqual(emails.filter((email) => known.has(email)));
    expect(known.size).toBeGreaterThan(10);
    expect(known.size).toBeLessThanOrEqual(80);
  });

  test('verifies the next batch only while few addresses wait to be written', async () => {
    const begun: string[] = [];
    function* input(): Generator<string[]> {
      for (const name of ['first', 'second', 'third']) {
        begun.push(`${name} ${Date.now()}`);
        yield Array.from({ length: 60_000 }, (_, i) => `${i}@${name}.test`);
      }
    }
    const slow: Verifier = {
      ...createReversingVerifier().verifier,
      async *verify(addresses) {
        const emails = Array.from(addresses as Iterable<string>);
        await sleep(MINUTE);
        yield emails.map((email, index) => ({ index, verdict: createVerdict(email) }));
      },
    };
    expect(await collect(slow, input())).toHaveLength(180_000);
    expect(begun).toEqual(['first 0', 'second 0', `third ${MINUTE}`]);
  });
});

describe('without order', () => {
  const UNORDERED = { ordered: false };

  test('writes each verdict as soon as it is known, whatever is retried or repeated', async () => {
    const seconds: Record<string, number> = { a: 3, b: 1, grey: 0 };
    const verifier = createScriptedVerifier(async (email, _, attempt) => {
      await sleep((seconds[email] ?? 0) * 1000);
      return email === 'grey' && attempt < 2 ? { ...GREYLISTED_VERDICT, retry_after_s: 300 } : {};
    });
    const input = [['a', 'grey', 'b', 'b'], ['b']];
    const verdicts = await collect(verifier, input, { ...UNORDERED, retries: 2 });
    expect(verdicts.map(({ email, reason, at }) => `${email} ${reason} ${at}`)).toEqual([
      'b accepted 1000',
      'b accepted 1000',
      'b accepted 1000',
      'a accepted 3000',
      'grey accepted 600000',
    ]);
  });

  test('reads more input while few addresses wait, however large their batch was', async () => {
    const begun: string[] = [];
    function* input(): Generator<string[]> {
      for (const name of ['first', 'second', 'third']) {
        begun.push(`${name} ${Date.now()}`);
        yield Array.from({ length: 150_000 }, (_, i) => `${i}@${name}.test`);
      }
    }
    const halting: Verifier = {
      ...createReversingVerifier().verifier,
      async *verify(addresses) {
        const all = Array.from(addresses as Iterable<string>, (email, index) => ({
          index,
          verdict: createVerdict(email),
        }));
        yield all.slice(100_000);
        await sleep(MINUTE);
        yield all.slice(50_000, 100_000);
        await sleep(MINUTE);
        yield all.slice(0, 50_000);
      },
    };
    const verdicts = await collect(halting, input(), UNORDERED);
    expect(new Set(emailsOf(verdicts)).size).toBe(450_000);
    expect(begun).toEqual(['first 0', 'second 0', `third ${MINUTE}`]);
  });

  test('forgets the verdicts that are written while the first address waits', async () => {
    const emails = Array.from({ length: 60_000 }, (_, i) => `${i}@b.test`);
    const verifier: Verifier = {
      ...createReversingVerifier().verifier,
      async *verify() {
        for (let start = 0; start < emails.length; start += 1000)
          yield emails.slice(start, start + 1000).map((email, i) => ({
            index: start + i + 1,
            verdict: createVerdict(email, { suggestion: `${start + i} ${'x'.repeat(500)}` }),
          }));
        await sleep(MINUTE);
        yield [{ index: 0, verdict: createVerdict('slow') }];
      },
    };
    const options = { ...ORDERED, ...UNORDERED };
    const lines = verdictLines(verifier, [['slow', ...emails]], FORMATS.json, options);
    const before = measureUsedHeapBytes();
    let written = 0;
    for (const email of emails)
      if (emailOf((await lines.next()).value ?? '') === email) written += 1;
    expect(written).toBe(emails.length);
    // All verdicts take 30 MB; only the most recent 10,000 are kept, to share their text.
    expect(measureUsedHeapBytes() - before).toBeLessThan(20e6);
    const last = lines.next();
    await vi.runAllTimersAsync();
    expect(emailOf((await last).value ?? '')).toBe('slow');
    expect((await lines.next()).done).toBe(true);
  });
});

describe('retries', () => {
  test('retries only deferred addresses, up to the maximum', async () => {
    const { verifier, asked } = createReversingVerifier();
    const input = ['grey2', 'a', 'grey1', 'grey9'];
    const verdicts = await collect(verifier, [input], { retries: 2 });
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

  test('retries after a server error if the verdict advises it', async () => {
    const verifier = createScriptedVerifier(async (email, _, attempt) =>
      attempt > 0 || email !== 'broken'
        ? {}
        : { status: 'unknown', reason: 'server_error', retry_after_s: 300 },
    );
    const verdicts = await collect(verifier, [['a', 'broken']], { retries: 1 });
    expect(verdicts.map(({ reason }) => reason)).toEqual(['accepted', 'accepted']);
  });

  test('retries each address when it is due, however many others arrive', async () => {
    const asked = new Map<string, number[]>();
    const rounds: number[] = [];
    const verifier = createScriptedVerifier(
      async (email, _, attempt) => {
        asked.set(email, [...(asked.get(email) ?? []), Date.now()]);
        await sleep(2000);
        return { ...GREYLISTED_VERDICT, retry_after_s: GREYLIST_SCHEDULE[attempt] ?? 0 };
      },
      () => rounds.push(Date.now()),
    );
    async function* steady(): AsyncGenerator<string[]> {
      for (let i = 0; i < 200; i += 1) {
        yield [`a${i}`];
        await sleep(6000);
      }
    }
    await collect(verifier, steady(), { retries: 4 });
    for (const [first = 0, ...times] of asked.values()) {
      const late = times.map((time, i) => time - first - ([5, 15, 30, 60][i] ?? 0) * MINUTE);
      expect(late).toHaveLength(4);
      expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...late)).toBeLessThanOrEqual(40_000);
    }
    // Each address is tried once on arrival, then four times in half-minute rounds over twenty
    // minutes.
    expect(rounds.length).toBeLessThanOrEqual(200 + 4 * 41);
  });

  test('retries immediately if an address became due while its round was running', async () => {
    const times: number[] = [];
    const warned = vi.spyOn(process, 'emitWarning');
    const verifier = createScriptedVerifier(async (_email, _index, attempt) => {
      times.push(Date.now() / MINUTE);
      await sleep(attempt === 1 ? 12 * MINUTE : 0);
      return { ...GREYLISTED_VERDICT, retry_after_s: GREYLIST_SCHEDULE[attempt] ?? 0 };
    });
    await collect(verifier, [['a']], { retries: 4 });
    expect(times).toEqual([0, 5, 17, 30, 60]);
    expect(warned).not.toHaveBeenCalled();
  });

  test('combines addresses due within the slack in a round, and runs shorter waits first', async () => {
    const rounds: string[] = [];
    const waits: Record<string, number> = { a: 300, b: 310, c: 600, d: 290, e: 331 };
    const verifier = createScriptedVerifier(
      (email, _, attempt) =>
        Promise.resolve(
          attempt === 0 ? { ...GREYLISTED_VERDICT, retry_after_s: waits[email] ?? 0 } : {},
        ),
      (emails) => rounds.push(`${Date.now() / 1000} ${emails.join('')}`),
    );
    await collect(verifier, [['c', 'a', 'b', 'd', 'e']], { retries: 1 });
    expect(rounds).toEqual(['0 cabde', '310 abd', '331 e', '600 c']);
  });
});

describe('the deadline', () => {
  const asked: string[] = [];
  const greylisting = (waitS: number) =>
    createScriptedVerifier(async (email, _, attempt) => {
      asked.push(`${attempt} ${email}`);
      await sleep(1000);
      return { ...GREYLISTED_VERDICT, reply: REPLY, retry_after_s: attempt === 0 ? waitS : 600 };
    });
  beforeEach(() => void asked.splice(0));

  test('does not wait for a retry after the deadline', async () => {
    const [only] = await collect(greylisting(10), [['a']], { retries: 1, deadline: 2000 });
    expect(only).toMatchObject({
      ...GREYLISTED_VERDICT,
      reply: REPLY,
      retry_after_s: 10,
      at: 1000,
    });
    expect(asked).toEqual(['0 a']);
  });

  test('yields the known verdicts of addresses that wait at the deadline', async () => {
    const verifier = createScriptedVerifier(async (email, _, attempt) => {
      // `b` has no verdict at the deadline, and the retry of `a` would come after the deadline.
      if (email === 'b') await sleep(MINUTE);
      return attempt === 0 ? { ...GREYLISTED_VERDICT, reply: REPLY, retry_after_s: 9 } : {};
    });
    const late = collect(verifier, [['b', 'a']], { retries: 1, deadline: 5000 });
    expect((await late).map(({ email, reason }) => `${email} ${reason}`)).toEqual([
      'b not_answered',
      'a greylisted',
    ]);
  });

  test('yields not_answered for an address without any answer', async () => {
    const verifier = createScriptedVerifier(async (email) => {
      if (email === 'b') await sleep(MINUTE);
      return {};
    });
    const verdicts = await collect(verifier, [['a', 'b', 'c']], { deadline: 5000 });
    expect(verdicts.map(({ email, reason, at }) => `${email} ${reason} ${at}`)).toEqual([
      'a accepted 0',
      'b not_answered 5000',
      'c accepted 5000',
    ]);
  });

  test('keeps the earlier verdict if a retry is cut short', async () => {
    const verdicts = await collect(greylisting(10), [['a', 'b']], { retries: 4, deadline: 11_500 });
    expect(asked).toEqual(['0 a', '0 b', '1 a', '1 b']);
    expect(verdicts).toEqual([
      { ...createVerdict('a'), ...GREYLISTED_VERDICT, reply: REPLY, retry_after_s: 10, at: 11_500 },
      { ...createVerdict('b'), ...GREYLISTED_VERDICT, reply: REPLY, retry_after_s: 10, at: 11_500 },
    ]);
  });
});

describe('an interruption', () => {
  const EMAILS = Array.from({ length: 500 }, (_, i) => `user${i}@company-${i % 30}.test`);

  test('stops waiting and yields the known verdict of every address', async () => {
    const stop = new AbortController();
    const verifier = createScriptedVerifier((_, index) =>
      Promise.resolve(index % 10 === 0 ? { ...GREYLISTED_VERDICT, retry_after_s: 300 } : {}),
    );
    setTimeout(() => stop.abort(), 10_000);
    const verdicts = await collect(verifier, [EMAILS], { retries: 4, signal: stop.signal });
    expect(Date.now()).toBe(10_000);
    expect(emailsOf(verdicts)).toEqual(EMAILS);
    expect(verdicts.filter(({ reason }) => reason === 'greylisted')).toHaveLength(50);
  });

  test.each([true, false])(
    'leaves out addresses that were not checked; ordered: %s',
    async (ordered) => {
      const stop = new AbortController();
      const { verifier } = createReversingVerifier();
      const interrupted: Verifier = {
        ...verifier,
        async *verify(addresses) {
          yield [...Array.from(addresses as Iterable<string>).entries()]
            .slice(0, 20)
            .map(([index, email]) => ({ index, verdict: createVerdict(email) }));
          stop.abort();
        },
      };
      const verdicts = await collect(interrupted, [EMAILS], { ordered, signal: stop.signal });
      const asked = sortByDomain(EMAILS.map((email) => ({ email }))).map(({ email }) => email);
      const known = asked.slice(0, 20);
      expect(emailsOf(verdicts)).toEqual(
        ordered ? EMAILS.filter((email) => known.includes(email)) : known,
      );
    },
  );
});
