import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Verdict, Verifier } from '../../types.ts';
import type { Patience } from '../ask-until-settled.ts';
import { FORMATS } from '../formats.ts';
import { answering, backwards, GREY, sleep } from '../testing/fake-verifier.ts';
import { inBulk } from './in-bulk.ts';

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

async function* inBatches(emails: readonly string[]): AsyncGenerator<string[]> {
  for (let from = 0; from < emails.length; from += 1000) yield emails.slice(from, from + 1000);
}

async function collect(
  verifier: Verifier,
  batches: AsyncIterable<readonly string[]>,
  patience: Partial<Patience> = {},
): Promise<Verdict[]> {
  let [read, counted] = [0, 0];
  const progress = {
    read: (addresses: number) => void (read += addresses),
    count: () => void (counted += 1),
    end: () => {},
  };
  async function verdicts(): Promise<Verdict[]> {
    const texts = inBulk(
      verifier,
      batches,
      FORMATS.json,
      { retries: 0, slackMs: 30_000, now: Date.now, ...patience },
      progress,
    );
    const lines = [];
    for await (const text of texts) lines.push(...text.split('\n'));
    expect([read, counted]).toEqual([lines.length, lines.length]);
    return lines.map((line) => JSON.parse(line) as Verdict);
  }
  const collected = verdicts();
  collected.catch(() => {});
  await vi.runAllTimersAsync();
  return collected;
}

const EMAILS = Array.from({ length: 5000 }, (_, i) => `user${i}@company-${i % 300}.test`);

test('lines come in the order of the input, domains are asked in one piece', async () => {
  const { verifier, asked } = backwards();
  const verdicts = await collect(verifier, inBatches(EMAILS));
  expect(verdicts.map(({ email }) => email)).toEqual(EMAILS);
  const domains = asked.map((email) => email.slice(email.indexOf('@')));
  expect(domains.filter((domain, i) => domain !== domains[i - 1])).toHaveLength(300);
});

test('who is put off is asked again when it is due, and gets the last word', async () => {
  const emails = [...EMAILS, 'grey1@company-1.test', 'grey9@company-2.test'];
  const { verifier, asked } = backwards();
  const verdicts = await collect(verifier, inBatches(emails), { retries: 2 });
  expect(verdicts.map(({ email }) => email)).toEqual(emails);
  expect(verdicts.slice(-2).map(({ reason }) => reason)).toEqual(['accepted', 'greylisted']);
  expect(asked.filter((each) => !each.startsWith('0')).toSorted()).toEqual([
    '1 grey1@company-1.test',
    '1 grey9@company-2.test',
    '2 grey9@company-2.test',
  ]);
});

test('what breaks the input is told', async () => {
  async function* broken(): AsyncGenerator<string[]> {
    yield ['a@b.test'];
    throw new Error('unreadable');
  }
  await expect(collect(backwards().verifier, broken())).rejects.toThrow('unreadable');
});

test('what is known is written before a failure is told', async () => {
  const verifier = answering((_, index) =>
    index < 4000 ? Promise.resolve({}) : Promise.reject(new Error('no space left')),
  );
  const lines: string[] = [];
  const texts = inBulk(verifier, inBatches(EMAILS), FORMATS.csv, {
    retries: 0,
    slackMs: 30_000,
    now: Date.now,
  });
  const reading = (async () => {
    for await (const text of texts) lines.push(...text.split('\n'));
  })();
  await expect(reading).rejects.toThrow('no space left');
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.length).toBeLessThanOrEqual(4000);
  const known = new Set(lines.map((line) => line.split(',')[0]));
  expect([...known]).toEqual(EMAILS.filter((email) => known.has(email)));
});

describe('an end before its time', () => {
  /** Every tenth is put off for long, every eleventh never answers. */
  const slow = answering(async (_, index) => {
    if (index % 11 === 0) await sleep(HOUR);
    return index % 10 === 0 ? { ...GREY, retry_after_s: 300 } : {};
  });

  test('a deadline leaves every address with what is known by then', async () => {
    const verdicts = await collect(slow, inBatches(EMAILS), { retries: 4, deadline: 200_000 });
    expect(verdicts.map(({ email }) => email)).toEqual(EMAILS);
    const by = Object.groupBy(verdicts, ({ reason }) => reason);
    expect(by.not_answered).toHaveLength(455);
    expect(by.greylisted).toHaveLength(454);
    expect(by.accepted).toHaveLength(4091);
  });

  test('an interruption ends the waiting', async () => {
    const stop = new AbortController();
    const verifier = answering((_, index) =>
      Promise.resolve(index % 10 === 0 ? { ...GREY, retry_after_s: 300 } : {}),
    );
    setTimeout(() => stop.abort(), 10_000);
    const verdicts = await collect(verifier, inBatches(EMAILS), {
      retries: 4,
      signal: stop.signal,
    });
    expect(Date.now()).toBe(10_000);
    expect(verdicts.map(({ email }) => email)).toEqual(EMAILS);
    expect(verdicts.filter(({ reason }) => reason === 'greylisted')).toHaveLength(500);
  });
});
