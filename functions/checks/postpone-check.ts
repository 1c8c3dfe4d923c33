import type { Verdict } from '../../shared/contract/checks.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import type { CheckRef } from './adapters/checks.ts';
import type { ChecksDeps } from './deps.ts';

export type PostponeCheckDeps = Pick<ChecksDeps, 'checks' | 'checkQueue' | 'clock'>;

export const secondsUntilRetry = ({ reason, retry_after_s = 0 }: Verdict): number =>
  // The server was never contacted, so there is no reason to wait.
  reason === 'not_answered' ? 0 : retry_after_s;

/**
 * Schedules another attempt of a pending check. Stores the attempt before sending the message, so
 * that the reconciler can replace a lost message.
 * @returns the time of the attempt in epoch milliseconds; undefined if the check has ended or has
 * already recorded this attempt
 */
export async function postponeCheck(
  { checks, checkQueue, clock }: PostponeCheckDeps,
  { userId, requestId, by }: CheckRef,
  attempt: number,
  delaySeconds: number,
): Promise<number | undefined> {
  const nextAt = clock.now() + delaySeconds * 1000;
  if (!(await checks.postpone({ userId, requestId, by }, attempt, nextAt))) return undefined;
  const message = { kind: 'check', v: 1, userId, requestId, by, attempt } as const;
  await checkQueue.send([message], Math.min(MAX_DELAY_SECONDS, Math.ceil(delaySeconds)));
  return nextAt;
}
