import * as z from 'zod/mini';
import { verdict } from '../contract/checks.ts';

/** Asks the engine's function to verify addresses. This is a direct call, not a queue message. */
export const engineCall = z.object({
  /** Id of the API call that caused this call. */
  requestId: z.optional(z.string()),
  addresses: z.array(z.string()),
  /** Whether to look up only domains, without contacting mail servers. */
  domainsOnly: z.boolean(),
  options: z.object({
    /** Epoch milliseconds. */
    deadline: z.number(),
    attempt: z.number(),
    priority: z.literal([0, 1, 2]),
    customer: z.string(),
  }),
});
export type EngineCall = z.output<typeof engineCall>;

/** The verdicts are in the order of the addresses. */
export const engineResponse = z.object({ connections: z.number(), verdicts: z.array(verdict) });
export type EngineResponse = z.output<typeof engineResponse>;
