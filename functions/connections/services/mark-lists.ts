import type { MarkedStatus } from '../rules/service.ts';

export const MARKED_STATUSES = [
  'undeliverable',
  'risky',
  'unknown',
] as const satisfies readonly MarkedStatus[];

/** Name of the list whose members have a mark, at services without tags. */
export const nameMarkList = (mark: MarkedStatus): string => `Tamis: ${mark}`;
