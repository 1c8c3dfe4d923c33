import type { Engine } from '../../functions/checks/adapters/engine.ts';
import { NO_FLAGS } from '../../packages/verifier/tests/verdict.ts';
import type { Verdict } from '../../shared/contract/checks.ts';

export const createFakeVerdict = (
  email: string,
  status: Verdict['status'],
  reason: Verdict['reason'],
  more: Partial<Verdict> = {},
): Verdict => ({ email, status, reason, confidence: 0.9, flags: NO_FLAGS, ...more });

/** Returns the verdict that the prefix of the address selects; the default is deliverable. */
function verdictOn(email: string, attempt: number): Verdict {
  if (email.startsWith('bad')) {
    const text = `5.1.1 <${email}>: no such user`;
    const reply = { stage: 'rcpt', code: 550, enhanced: '5.1.1', text } as const;
    return createFakeVerdict(email, 'undeliverable', 'no_such_mailbox', {
      provider: 'google',
      reply,
    });
  }
  if (email.endsWith('.invalid'))
    return createFakeVerdict(email, 'undeliverable', 'no_such_domain');
  if (email.startsWith('any')) return createFakeVerdict(email, 'risky', 'catch_all');
  if (email.startsWith('odd')) return createFakeVerdict(email, 'unknown', 'policy');
  if (email.startsWith('typo')) {
    const suggestion = email.startsWith('typo-') ? email.slice('typo-'.length) : 'a@gmail.com';
    return createFakeVerdict(email, 'undeliverable', 'no_such_domain', { suggestion });
  }
  if (/^(late-)?grey/.test(email) && attempt < 2)
    return createFakeVerdict(email, 'unknown', 'greylisted', {
      retry_after_s: attempt === 0 ? 300 : 1800,
    });
  return createFakeVerdict(email, 'deliverable', 'accepted');
}

/** Returns the verdict if the address has become undeliverable or unknown, otherwise undefined. */
function laterVerdictOn(email: string, times: number, isGone: boolean): Verdict | undefined {
  if (isGone || (times >= 2 && email.startsWith('gone')))
    return createFakeVerdict(email, 'undeliverable', 'no_such_mailbox');
  if (times >= 2 && email.startsWith('mute'))
    return createFakeVerdict(email, 'unknown', 'timeout', {
      mx: `mx1.${email.slice(email.indexOf('@') + 1)}`,
    });
  return undefined;
}

/** Whether the address is still unknown: `late…` is deliverable from the second time on. */
const isLate = (email: string, times: number): boolean => email.startsWith('late') && times < 2;

/** Message of the error that the engine throws for `poison…` addresses. */
export const POISON_ERROR_MESSAGE = 'an address that crashes the engine';

export interface FakeEngine extends Engine {
  readonly attempts: Map<string, number>;
  /** Addresses that no longer exist, whatever their names. */
  readonly gone: Set<string>;
  /** For each of the next runs, the number of verdicts that it gives before its time runs out. */
  limits: number[];
}

/**
 * Creates an engine whose verdict depends on the address: `bad…` (undeliverable), `any…`
 * (catch-all), `odd…` (always unknown), `late…` (unknown the first time; `late-grey…` is then like
 * `grey…`), `grey…` (greylisted in the first two attempts), `typo…` (undeliverable, with the rest of `typo-…` as the suggestion),
 * `gone…` (undeliverable from the second time on) and `mute…` (unknown from the second time on).
 * Addresses under `.invalid` have no domain. `poison…` throws. All other addresses, such as `ok…`, are deliverable.
 */
export function createFakeEngine(): FakeEngine {
  const attempts = new Map<string, number>();
  const gone = new Set<string>();
  const engine: FakeEngine = {
    connections: 0,
    attempts,
    gone,
    limits: [],
    async *verify(addresses, { attempt }) {
      const limit = engine.limits.shift() ?? Number.POSITIVE_INFINITY;
      // Reversed, because verdicts arrive in no particular order.
      for (const [index, email] of [...addresses.entries()].toReversed()) {
        if (email.startsWith('poison')) throw new Error(POISON_ERROR_MESSAGE);
        const decided = addresses.length - 1 - index < limit;
        if (decided) attempts.set(email, (attempts.get(email) ?? 0) + 1);
        const times = attempts.get(email) ?? 0;
        const isEarly = decided && isLate(email, times);
        yield {
          index,
          verdict: isEarly
            ? createFakeVerdict(email, 'unknown', 'policy')
            : decided
              ? (laterVerdictOn(email, times, gone.has(email)) ?? verdictOn(email, attempt))
              : createFakeVerdict(email, 'unknown', 'not_answered'),
        };
      }
    },
  };
  return engine;
}
