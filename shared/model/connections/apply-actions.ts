import * as z from 'zod/mini';

/** What can be done with a contact at its service, by the verdict about its address. */
export const APPLY_ACTIONS = ['mark', 'field', 'unsubscribe'] as const;
export type ApplyAction = (typeof APPLY_ACTIONS)[number];

const chosen = () => z.array(z.enum(APPLY_ACTIONS));
export const applyActions = () =>
  z.object({ undeliverable: chosen(), risky: chosen(), unknown: chosen() });
