import type { VerdictStatus } from '../../../shared/model/verdict.ts';

export const isCharged = (status: VerdictStatus, chargeUnknown: boolean): boolean =>
  status !== 'unknown' || chargeUnknown;
