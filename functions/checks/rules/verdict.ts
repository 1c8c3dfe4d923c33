import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';

export const isCharged = (status: VerdictStatus, chargeUnknown: boolean): boolean =>
  status !== 'unknown' || chargeUnknown;

/** Whether another attempt would not change the verdict. */
export const isFinalVerdict = (verdict: {
  readonly status: VerdictStatus;
  readonly reason: VerdictReason;
  readonly retry_after_s?: number | undefined;
}): boolean =>
  verdict.status !== 'unknown' ||
  (verdict.reason !== 'not_answered' && verdict.retry_after_s === undefined);
