import { createHash } from 'node:crypto';
import { AppError } from '../../shared/contract/errors.ts';
import { askAtOnce } from './ask-at-once.ts';
import type { ChecksDeps } from './deps.ts';
import type { Verdict } from '../../shared/contract/checks.ts';
import { isCharged } from './rules/is-charged.ts';
import { readAddress } from '../../shared/address/read-address.ts';

type CheckDeps = Pick<ChecksDeps, 'checks' | 'engine' | 'clock' | 'ids' | 'env'>;

export interface CheckRequest {
  readonly userId: string;
  readonly email: string;
  /** As in `LedgerEntry`. */
  readonly by: string;
  /** The caller's name for this request; with the same name it is paid and asked once. */
  readonly idempotencyKey?: string | undefined;
}

/** The gateway gives up after 29 s; the verdict must be stored and on its way before. */
const TIMEOUT_MS = 20_000;

/**
 * Checks one address. The credit is taken before and comes back when there is no verdict.
 * @throws {AppError} `bad_address`, `not_enough_credits`; `request_reused` when the idempotency key
 * was used for another address or has no verdict any more
 */
export async function checkEmail(
  deps: CheckDeps,
  { userId, email, by, idempotencyKey }: CheckRequest,
): Promise<{ verdict: Verdict; charged: boolean }> {
  const address = email.trim();
  if (!readAddress(address)) throw new AppError('bad_address');

  // 1. Take the credit, once for a request however often it is repeated.
  const now = deps.clock.now();
  // An empty header names no request.
  const requestId = idempotencyKey ? digest(userId, idempotencyKey) : deps.ids.ulid(now);
  const begun = await deps.checks.begin({ userId, requestId, by }, address, now);
  if (begun === 'insufficient') throw new AppError('not_enough_credits');
  if (begun === 'known') {
    const before = await deps.checks.get(userId, requestId);
    // A key stands for one request for ever: one that was given up, or is forgotten, is used up.
    if (before?.email !== address || before.state === 'undone')
      throw new AppError('request_reused');
    if (before.verdict) return responseOf(deps, before.verdict);
  }

  // 2. Ask. A repetition that finds the first try without a verdict asks as well: only one verdict
  // counts.
  const verdict = await ask(deps, address, userId, now + TIMEOUT_MS);

  // 3. Store the verdict; without one the credit goes back with it.
  const { charged } = responseOf(deps, verdict);
  if (await deps.checks.finish({ userId, requestId, by }, verdict, charged))
    return { verdict, charged };
  const stored = await deps.checks.get(userId, requestId);
  return stored?.verdict ? responseOf(deps, stored.verdict) : { verdict, charged: false };
}

const responseOf = ({ env }: Pick<CheckDeps, 'env'>, verdict: Verdict) => ({
  verdict,
  charged: isCharged(verdict.status, env.CHARGE_UNKNOWN),
});

async function ask(
  { engine }: CheckDeps,
  address: string,
  userId: string,
  deadline: number,
): Promise<Verdict> {
  const verdict = await askAtOnce(engine, address, userId, deadline);
  if (!verdict) throw new Error('the engine gave no verdict');
  return verdict;
}

/** A key of any length and content as a part of an item's name that no other user has. */
const digest = (userId: string, key: string): string =>
  `key-${createHash('sha256').update(`${userId}\n${key}`).digest('base64url')}`;
