import type { VerdictStatus } from '../../../shared/model/verdict.ts';

/** Whether a verdict costs a credit. Verdicts with status `unknown` are free unless configured. */
export const isCharged = (status: VerdictStatus, chargeUnknown: boolean): boolean =>
  status !== 'unknown' || chargeUnknown;
