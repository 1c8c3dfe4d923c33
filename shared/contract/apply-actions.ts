import * as z from 'zod/mini';
import { APPLY_ACTIONS } from '../model/connections/apply-actions.ts';
import { distinctValues } from './fields.ts';

const chosenActions = () => z.array(z.enum(APPLY_ACTIONS)).check(distinctValues());

/** What to do with contacts at their service, by the verdict about their address. */
export const applyActions = () =>
  z.object({
    undeliverable: chosenActions().check(z.describe('What to do with undeliverable contacts')),
    risky: chosenActions().check(z.describe('What to do with risky contacts')),
    unknown: chosenActions().check(z.describe('What to do with unknown contacts')),
  });
