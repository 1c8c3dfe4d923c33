import type { VerdictStatus } from '../../../shared/model/verdict.ts';

/** Whether a verdict costs a credit. An `unknown` verdict is free unless `chargeUnknown` is set. */
export const isCharged = (status: VerdictStatus, chargeUnknown: boolean): boolean =>
  status !== 'unknown' || chargeUnknown;
