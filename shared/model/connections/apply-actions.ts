import * as z from 'zod/mini';
import type { VerdictStatus } from '../verdict.ts';

/** Actions on a contact at its service, chosen by the verdict about its address. */
export const APPLY_ACTIONS = ['mark', 'field', 'unsubscribe'] as const;
export type ApplyAction = (typeof APPLY_ACTIONS)[number];

/** Statuses that can lead to a change of a contact. */
export const MARKED_STATUSES = [
  'undeliverable',
  'risky',
  'unknown',
] as const satisfies readonly VerdictStatus[];
export type MarkedStatus = (typeof MARKED_STATUSES)[number];

const chosen = () => z.array(z.enum(APPLY_ACTIONS));
export const applyActions = () =>
  z.object({ undeliverable: chosen(), risky: chosen(), unknown: chosen() });
