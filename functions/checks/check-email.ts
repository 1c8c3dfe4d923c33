import { hash } from 'node:crypto';
import type { z } from 'zod/mini';
import { type checkRoutes, MAX_CHECK_SECONDS } from '../../shared/contract/checks.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import type { Language } from '../../shared/model/account.ts';
import { formatUtcDate } from '../../shared/model/duration.ts';
import { ENGINE_PROBE_ADDRESS } from '../../shared/model/key-kind.ts';
import type { VerdictStatus } from '../../shared/model/verdict.ts';
import { getText, type TextKey } from '../../shared/texts/text.ts';
import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from '../../shared/list-file/address-cell.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import { checkCredits, type CheckCreditsDeps } from '../low-credits/check-credits.ts';
import type { AcceptedResult } from '../platform/api/call.ts';
import {
  type CheckOutcome,
  completeCheck,
  type PendingCheckOutcome,
  postponeCheck,
  type PostponeCheckDeps,
  secondsUntilRetry,
  toCheckOutcome,
  undefinedIfBusy,
  verifyOne,
} from './check-attempt.ts';
import { checkSandboxAddress } from './check-sandbox.ts';
import type { ChecksDeps } from './deps.ts';
import {
  type CheckLimitDeps,
  type CheckSlotDeps,
  countVerdict,
  enforceCheckLimits,
  holdSlot,
  secondsUntilMidnight,
} from './limit-single-checks.ts';
import { findSandboxVerdictById, isSandboxAddress } from './rules/sandbox.ts';
import { withScore } from './rules/score.ts';
import { isFinalVerdict } from './rules/verdict.ts';

/** Typical response time of a mail server in seconds. */
const TYPICAL_SECONDS = 5;

type ChargeAndVerifyDeps = PostponeCheckDeps & Pick<ChecksDeps, 'engine' | 'ids' | 'env'>;
export type CheckEmailDeps = ChargeAndVerifyDeps &
  CheckLimitDeps &
  CheckSlotDeps &
  CheckCreditsDeps;

interface Requester {
  readonly user: User;
  readonly test: boolean;
  /** The form whose visitor typed the address. */
  readonly formId?: string;
}

interface CheckRequest {
  readonly userId: string;
  readonly email: string;
  /** Id of the person, or the last four characters of the API key. */
  readonly by: string;
  /** Whether the check uses no free answer, because the visitors of a form could use them up. */
  readonly isForm?: boolean;
  /** The caller's idempotency key. Requests with the same key are charged and verified once. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Seconds to wait for a verdict, 0 to return immediately. Set only if the caller can poll: a
   * check without a verdict by then continues in the background.
   */
  readonly waitSeconds?: number | undefined;
}

/**
 * Checks one address for a customer, in a slot of the account or form. Test keys and sandbox
 * addresses get their result from the sandbox, except the probe of an account's test key.
 * @throws {AppError} `too_many_requests`, and as `chargeAndVerify`
 */
export async function checkAddress(
  deps: CheckEmailDeps,
  { user, test, formId }: Requester,
  request: Omit<CheckRequest, 'isForm' | 'userId'>,
): Promise<CheckOutcome | PendingCheckOutcome> {
  if (test && user.id && formId === undefined && request.email === ENGINE_PROBE_ADDRESS)
    return probeEngine(deps, user.id);
  if (test || isSandboxAddress(request.email))
    return checkSandboxAddress(request.email, request.waitSeconds !== 0, deps.clock.now());
  const isForm = formId !== undefined;
  await enforceCheckLimits(deps, user, request.email, isForm);
  try {
    const checked = await holdSlot(deps, user, formId, () =>
      chargeAndVerify(deps, { ...request, userId: user.id, isForm }),
    );
    if (checked.verdict && checked.chargedNow !== undefined)
      await countVerdict(deps, user, checked.verdict, isForm);
    return checked;
  } finally {
    await checkCredits(deps, user);
  }
}

/**
 * Requests a fixed verdict from the engine, to show that the engine runs. Stores and charges
 * nothing, so an hourly limit caps the work that a test key can cause.
 * @throws {AppError} `too_many_requests`
 */
async function probeEngine(
  { clock, engine, limits }: Pick<CheckEmailDeps, 'clock' | 'engine' | 'limits'>,
  userId: string,
): Promise<CheckOutcome> {
  await consumeOrThrow(limits, 'engine_probe', userId);
  const deadline = clock.now() + MAX_CHECK_SECONDS * 1000;
  const verdict = await verifyOne(engine, ENGINE_PROBE_ADDRESS, userId, deadline);
  if (!verdict) throw new Error('the engine returned no verdict');
  return { verdict, charged: false };
}

/**
 * Charges a credit, then verifies the address. Returns the verdict or, if the caller can poll, the
 * id of a pending check. Refunds the credit if the verdict is free.
 * @throws {AppError} `bad_address`, `not_enough_credits`; `too_many_requests` if the account has no
 *   free answer left; `request_reused` if the idempotency key was used for another address, or for a
 *   check that was abandoned or has expired; `checks_unavailable` if the engine is busy and the
 *   caller cannot poll
 */
export function chargeAndVerify(
  deps: ChargeAndVerifyDeps,
  request: CheckRequest & { readonly waitSeconds?: undefined },
): Promise<CheckOutcome>;
export function chargeAndVerify(
  deps: ChargeAndVerifyDeps,
  request: CheckRequest,
): Promise<CheckOutcome | PendingCheckOutcome>;
export async function chargeAndVerify(
  deps: ChargeAndVerifyDeps,
  { userId, email, by, isForm, idempotencyKey, waitSeconds }: CheckRequest,
): Promise<CheckOutcome | PendingCheckOutcome> {
  const address = addressOfCell(email);
  if (!readAddress(address)) throw new AppError('bad_address');

  // 1. Charge the credit and reserve a free answer, once per request id.
  const now = deps.clock.now();
  // An empty header does not identify a request.
  const requestId = idempotencyKey ? requestIdOf(userId, idempotencyKey) : deps.ids.ulid(now);
  const id = { userId, requestId, by, answerDay: isForm ? undefined : formatUtcDate(now) };
  const outcome = await deps.checks.begin(id, address, now);
  if (outcome === 'insufficient') throw new AppError('not_enough_credits');
  if (outcome === 'exhausted')
    throw new AppError('too_many_requests', { retryAfter: secondsUntilMidnight(now) });
  if (outcome === 'known') {
    const existing = await deps.checks.get(userId, requestId);
    // A key belongs to its first request, even if that request was abandoned or has expired.
    if (existing?.email !== address || existing.state === 'undone')
      throw new AppError('request_reused');
    if (existing.verdict) return toCheckOutcome(deps, existing.verdict);
    id.answerDay = existing.answerDay;
  }

  // 2. Verify the address. Requests that are repeated before there is a verdict also verify the
  // address, but only one verdict is stored. The gateway times out after 29 s, so stop before then.
  const deadline = now + (waitSeconds ?? MAX_CHECK_SECONDS) * 1000;
  const verdict =
    waitSeconds === 0
      ? undefined
      : await verifyOne(deps.engine, address, userId, deadline).catch(async (error: unknown) => {
          undefinedIfBusy(error);
          if (waitSeconds !== undefined) return undefined;
          // With a key, a repeated request continues the check. Otherwise the reconciler refunds it.
          if (!idempotencyKey) await deps.checks.undo(id);
          throw error;
        });
  if (!verdict && waitSeconds === undefined) throw new Error('the engine returned no verdict');

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

/** @throws {AppError} `not_found`, also for a check that has expired or was abandoned */
export async function describeCheck(
  { checks, env }: Pick<ChecksDeps, 'checks' | 'env'>,
  ownerId: string,
  requestId: string,
): Promise<CheckOutcome | PendingCheckOutcome> {
  const sandbox = findSandboxVerdictById(requestId);
  if (sandbox) return { verdict: sandbox, charged: false };
  const check = await checks.get(ownerId, requestId);
  if (!check || check.state === 'undone') throw new AppError('not_found');
  const { verdict, nextAt = 0 } = check;
  if (!verdict) return { requestId, nextAt };
  return toCheckOutcome({ env }, verdict);
}

type Completed = OutputOf<typeof checkRoutes.getCheck>;
type Accepted = AcceptedResult<z.output<typeof checkRoutes.getCheck.accepted>>;

export function toCheckResponse(
  check: CheckOutcome | PendingCheckOutcome,
  language: Language,
  now: number,
): Completed | Accepted {
  if (check.verdict) {
    const { verdict, charged } = check;
    const data = getText(language, sentenceOf(verdict.status, charged));
    return { data, result: withScore(verdict) };
  }
  const { requestId, nextAt } = check;
  const retryAfter = Math.max(0, Math.ceil((nextAt - now) / 1000)) + TYPICAL_SECONDS;
  return {
    kind: 'accepted',
    body: {
      data: getText(language, 'check.pending'),
      pending: { id: requestId, retry_after_s: retryAfter },
    },
    location: `/api/verify/email/${requestId}`,
    retryAfter,
  };
}

/** Sentences for a single check, which distinguish only valid, invalid and unknown. */
const SENTENCES = {
  deliverable: 'check.valid',
  undeliverable: 'check.invalid',
  risky: 'check.invalid',
  unknown: 'check.unknown_free',
} as const satisfies Record<VerdictStatus, TextKey>;

const sentenceOf = (status: VerdictStatus, charged: boolean): TextKey =>
  status === 'unknown' && charged ? 'check.unknown' : SENTENCES[status];
