import type { z } from 'zod/mini';
import type { checkRoutes } from '../../shared/contract/checks.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import type { Language } from '../../shared/model/account.ts';
import type { VerdictStatus } from '../../shared/model/verdict.ts';
import { getText, type TextKey } from '../../shared/texts/text.ts';
import type { AcceptedResult } from '../platform/api/call.ts';
import { type CheckOutcome, toCheckOutcome } from './complete-check.ts';
import type { ChecksDeps } from './deps.ts';
import { findSandboxVerdictById } from './rules/sandbox.ts';
import { withScore } from './rules/score.ts';

export interface PendingCheckOutcome {
  readonly requestId: string;
  /** The time of the next attempt, in epoch milliseconds. */
  readonly nextAt: number;
  readonly verdict?: undefined;
  readonly chargedNow?: undefined;
}

/** Typical response time of a mail server in seconds. */
const TYPICAL_SECONDS = 5;

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
