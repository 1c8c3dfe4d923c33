import { hash } from 'node:crypto';
import { MAX_CHECK_SECONDS } from '../../shared/contract/checks.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from '../../shared/list-file/address-cell.ts';
import { verifySingleAddress } from './verify-single-address.ts';
import { type CheckOutcome, toCheckOutcome, completeCheck } from './complete-check.ts';
import type { ChecksDeps } from './deps.ts';
import type { PendingCheckOutcome } from './describe-check.ts';
import { secondsUntilRetry, postponeCheck, type PostponeCheckDeps } from './postpone-check.ts';
import { isFinalVerdict } from './rules/is-final.ts';

export type CheckEmailDeps = PostponeCheckDeps & Pick<ChecksDeps, 'engine' | 'ids' | 'env'>;

export interface CheckRequest {
  readonly userId: string;
  readonly email: string;
  /** Origin of the request: `web`, or the last four characters of the API key. */
  readonly by: string;
  /** The caller's idempotency key. Requests with the same key are charged and verified once. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Seconds to wait for a verdict, 0 to return immediately. Set only if the caller can poll: a
   * check without a verdict by then continues in the background.
   */
  readonly waitSeconds?: number | undefined;
}

/**
 * Checks one address. Returns the verdict or, if the caller can poll, the id of a pending check.
 * Charges the credit first and refunds it if the verdict is free.
 * @throws {AppError} `bad_address`, `not_enough_credits`; `request_reused` if the idempotency key
 *   was used for another address, or for a check that was abandoned or has expired
 */
export function checkEmail(
  deps: CheckEmailDeps,
  request: CheckRequest & { readonly waitSeconds?: undefined },
): Promise<CheckOutcome>;
export function checkEmail(
  deps: CheckEmailDeps,
  request: CheckRequest,
): Promise<CheckOutcome | PendingCheckOutcome>;
export async function checkEmail(
  deps: CheckEmailDeps,
  { userId, email, by, idempotencyKey, waitSeconds }: CheckRequest,
): Promise<CheckOutcome | PendingCheckOutcome> {
  const address = addressOfCell(email);
  if (!readAddress(address)) throw new AppError('bad_address');

  // 1. Charge the credit, once per request id.
  const now = deps.clock.now();
  // An empty header does not identify a request.
  const requestId = idempotencyKey ? requestIdOf(userId, idempotencyKey) : deps.ids.ulid(now);
  const id = { userId, requestId, by };
  const outcome = await deps.checks.begin(id, address, now);
  if (outcome === 'insufficient') throw new AppError('not_enough_credits');
  if (outcome === 'known') {
    const existing = await deps.checks.get(userId, requestId);
    // A key belongs to its first request, even if that request was abandoned or has expired.
    if (existing?.email !== address || existing.state === 'undone')
      throw new AppError('request_reused');
    if (existing.verdict) return toCheckOutcome(deps, existing.verdict);
  }

  // 2. Verify the address. Requests that are repeated before there is a verdict also verify the
  // address, but only one verdict is stored. The gateway times out after 29 s, so stop before then.
  const deadline = now + (waitSeconds ?? MAX_CHECK_SECONDS) * 1000;
  const verdict =
    waitSeconds === 0
      ? undefined
      : await verifySingleAddress(deps.engine, address, userId, deadline);
  if (!verdict && waitSeconds !== 0) throw new Error('the engine returned no verdict');

  // 3. If the caller can poll and there is no verdict yet, continue in the background.
  if (!verdict || (waitSeconds !== undefined && !isFinalVerdict(verdict))) {
    const delay = verdict ? secondsUntilRetry(verdict) : 0;
    const nextAt = await postponeCheck(deps, id, delay > 0 ? 1 : 0, delay);
    if (nextAt !== undefined) return { requestId, nextAt };
  } else {
    // Otherwise store the verdict, which also refunds the credit if the verdict is free.
    const answer = await completeCheck(deps, id, verdict);
    if (answer) return { ...answer, chargedNow: answer.charged };
  }

  // 4. A concurrent request or background attempt has already ended or postponed the check: return
  // the state of the check.
  const stored = await deps.checks.get(userId, requestId);
  if (stored?.verdict) return toCheckOutcome(deps, stored.verdict);
  if (stored?.state === 'pending') return { requestId, nextAt: stored.nextAt ?? 0 };
  if (!verdict) throw new AppError('request_reused');
  return { verdict, charged: false };
}

/** The hash shortens keys of any length and keeps the keys of different users apart. */
const requestIdOf = (userId: string, key: string): string =>
  `key-${hash('sha256', `${userId}\n${key}`, 'base64url')}`;
