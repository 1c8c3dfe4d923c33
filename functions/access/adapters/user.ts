import * as z from 'zod/mini';
import { LANGUAGES, ROLE, USER_STATUS } from '../../../shared/model/account.ts';

export const storedUser = z.object({
  id: z.string(),
  /** As typed at registration; compared by its normal form. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLE),
  status: z.enum(USER_STATUS),
  language: z.enum(LANGUAGES),
  passwordHash: z.string(),
  /**
   * All sessions opened before a change of the password have ended, but the one it was made in.
   * Epoch milliseconds.
   */
  sessionsEnded: z.optional(z.object({ at: z.number(), except: z.optional(z.string()) })),
  createdAt: z.string(),
  /** Which version of the general conditions was accepted, when and from where. */
  terms: z.optional(
    z.object({
      version: z.string(),
      at: z.string(),
      ip: z.string(),
      /** What the conditions of this version have the customer declare. */
      declares: z.optional(z.literal('business')),
    }),
  ),
  /** Has bought something that was not refunded, or subscribes: what opens the API. */
  paid: z.boolean(),
  /** Wants something to happen when few credits are left. */
  watched: z.optional(z.boolean()),
  /** SHA-256 of the API key in hex, and the key sealed; both absent without a key. */
  apiKeyHash: z.optional(z.string()),
  apiKeySealed: z.optional(z.string()),
  /** The same of the test key, which every customer has. */
  testKeyHash: z.optional(z.string()),
  testKeySealed: z.optional(z.string()),
  /** SHA-256 of the named live keys in hex, in the order they were made; absent without one. */
  namedKeyHashes: z.optional(z.array(z.string())),
  planId: z.optional(z.string()),
  /** How the plan goes on: at its end it renews, maybe as another plan, or `ends`. */
  renewal: z.optional(
    z.object({
      pastDue: z.boolean(),
      ends: z.boolean(),
      at: z.optional(z.string()),
      changesTo: z.optional(z.string()),
    }),
  ),
  stripeCustomerId: z.optional(z.string()),
  /** Mail to the account does not arrive any more, since `at` (ISO 8601 UTC). */
  mailUndeliverable: z.optional(
    z.object({ reason: z.enum(['bounce', 'complaint']), at: z.string() }),
  ),
  /** Where the user says to come from; stored, never trusted. */
  partnerKey: z.optional(z.string()),
});

/** An account, whose address is proven. Times are ISO 8601 UTC. */
export type User = Readonly<z.infer<typeof storedUser>>;
