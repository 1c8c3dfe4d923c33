import { describe, expect, test } from 'vitest';
import type { Verdict, Verifier } from '../types.ts';
import { explain } from './explain.ts';
import { FORMATS } from './formats.ts';
import { inOrder } from './in-order.ts';

const FLAGS = {
  catch_all: false,
  disposable: false,
  role: false,
  free: false,
  mailbox_full: false,
};

const verdict = (email: string, more: Partial<Verdict> = {}): Verdict => ({
  email,
  status: 'deliverable',
  reason: 'accepted',
  confidence: 0.98,
  flags: FLAGS,
  ...more,
});

async function collect<T>(source: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

describe('formats', () => {
  test('JSON is the verdict', () => {
    const it = verdict('a@b.test', { mx: 'mx.b.test' });
    expect(JSON.parse(FORMATS.json.line(it))).toEqual(it);
  });

  test('CSV quotes what needs it and starts no formula', () => {
    const columns = FORMATS.csv.header?.split(',') ?? [];
    const line = FORMATS.csv.line(
      verdict('=a@b.test', {
        reply: { stage: 'rcpt', code: 550, enhanced: '5.1.1', text: 'no "such", user' },
        retry_after_s: 5,
      }),
    );
    expect(line).toBe(
      `'=a@b.test,deliverable,accepted,0.98,false,false,false,false,false,,,,5,"550 5.1.1 no ""such"", user"`,
    );
    expect(columns).toHaveLength(14);
  });

  test('the table says what matters, and lets nobody drive the terminal', () => {
    const line = FORMATS.table.line(
      verdict('a\u001B[2J@gmial.com', {
        suggestion: 'a@gmail.com',
        flags: { ...FLAGS, role: true },
        retry_after_s: 300,
      }),
    );
    expect(line).not.toContain('\u001B');
    expect(line).toContain('role, did you mean a@gmail.com?, ask again in 300 s');
  });

  test('explanations show who spoke', () => {
    const dialogue = { kind: 'dialogue', session: 1, host: 'mx.test' } as const;
    expect(explain({ ...dialogue, direction: 'sent', text: 'EHLO us' })).toBe(
      '[1] mx.test > EHLO us',
    );
    expect(explain({ ...dialogue, direction: 'received', text: '250 \u0007' })).toBe(
      '[1] mx.test < 250 \uFFFD',
    );
    expect(explain({ kind: 'decision', email: 'a@b', rule: 'accepted' })).toBe(
      'a@b: decided by accepted',
    );
  });
});

describe('order and further attempts', () => {
  /** Answers backwards; addresses that begin with `grey<n>` want to be asked n more times. */
  function backwards(): { verifier: Verifier; asked: string[] } {
    const asked: string[] = [];
    async function* verify(
      addresses: Iterable<string> | AsyncIterable<string>,
      { attempt = 0 } = {},
    ) {
      const all = await collect(addresses);
      for (const [index, email] of [...all.entries()].toReversed()) {
        asked.push(`${attempt} ${email}`);
        const left = Number(/^grey(\d)/.exec(email)?.[1] ?? 0) - attempt;
        const again = { status: 'unknown', reason: 'greylisted', retry_after_s: 0.02 } as const;
        yield { index, verdict: verdict(email, left > 0 ? again : {}) };
      }
    }
    const counters = {
      connections: 0,
      recipients: 0,
      probes: 0,
      dns: { queries: 0, retries: 0, tcpFallbacks: 0, cached: 0 },
    };
    return { verifier: { verify, counters, close: () => Promise.resolve() }, asked };
  }

  test('verdicts come in the order of the input', async () => {
    const input = ['c', 'a', 'b', 'a'];
    const verdicts = await collect(inOrder(backwards().verifier, input, { retries: 0, hold: 10 }));
    expect(verdicts.map(({ email }) => email)).toEqual(input);
  });

  test('only those that are put off are asked again, as often as allowed', async () => {
    const { verifier, asked } = backwards();
    const input = ['grey2', 'a', 'grey1', 'grey9'];
    const verdicts = await collect(inOrder(verifier, input, { retries: 2, hold: 10 }));
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

  test('what breaks the input is told', async () => {
    const { verifier } = backwards();
    function* broken(): Generator<string> {
      yield 'a';
      throw new Error('unreadable');
    }
    await expect(collect(inOrder(verifier, broken(), { retries: 0, hold: 10 }))).rejects.toThrow(
      'unreadable',
    );
  });
});
