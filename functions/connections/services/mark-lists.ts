import type { MarkedStatus } from '../rules/service.ts';

/** Name of the list whose members have a mark, at services without tags. */
export const nameMarkList = (mark: MarkedStatus): string => `Tamis: ${mark}`;
