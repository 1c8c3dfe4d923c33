import type { VerdictStatus } from '../../../shared/model/verdict.ts';

/** Whether a verdict costs a credit: "could not be verified" does only if that is configured. */
export const isCharged = (status: VerdictStatus, chargeUnknown: boolean): boolean =>
  status !== 'unknown' || chargeUnknown;
