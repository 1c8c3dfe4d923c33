import * as z from 'zod/mini';
import { APPLY_ACTIONS } from './connection.ts';

const chosen = () => z.array(z.enum(APPLY_ACTIONS));

/** What to do with contacts at their service, by the verdict about their address. */
export const applyActions = () =>
  z.object({ undeliverable: chosen(), risky: chosen(), unknown: chosen() });
