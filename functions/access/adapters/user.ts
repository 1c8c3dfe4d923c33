import * as z from 'zod/mini';
import { LANGUAGES, ROLE, USER_STATUS } from '../../../shared/model/account.ts';

export const storedUser = z.object({
  id: z.string(),
  /** Spelled as at registration; compared in normal form. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLE),
  status: z.enum(USER_STATUS),
  language: z.enum(LANGUAGES),
  passwordHash: z.string(),
  /**
   * A password change ended all earlier sessions except the one that made it. Epoch milliseconds.
   */
  sessionsEnded: z.optional(z.object({ at: z.number(), except: z.optional(z.string()) })),
  createdAt: z.string(),
  /** Accepted version of the general conditions, with time and address. */
  terms: z.optional(
    z.object({
      version: z.string(),
      at: z.string(),
      ip: z.string(),
      /** Declaration that this version of the conditions requires. */
      declares: z.optional(z.literal('business')),
    }),
  ),
  /** Whether the user has a subscription or an unrefunded purchase, which enables the API. */
  paid: z.boolean(),
  /** The user has chosen an action for low credits. */
  watched: z.optional(z.boolean()),
  /** SHA-256 of the API key in hex, and the key sealed; both absent without a key. */
  apiKeyHash: z.optional(z.string()),
  apiKeySealed: z.optional(z.string()),
  /** The same for the test key, which every customer has. */
  testKeyHash: z.optional(z.string()),
  testKeySealed: z.optional(z.string()),
  /** SHA-256 of the named live keys in hex, in order of creation; absent without one. */
  namedKeyHashes: z.optional(z.array(z.string())),
  planId: z.optional(z.string()),
  /** Renewal of the plan: it renews, possibly as another plan, or `ends`. */
  renewal: z.optional(
    z.object({
      pastDue: z.boolean(),
      ends: z.boolean(),
      at: z.optional(z.string()),
      changesTo: z.optional(z.string()),
    }),
  ),
  stripeCustomerId: z.optional(z.string()),
  /** Mail to the account has bounced since `at` (ISO 8601 UTC). */
  mailUndeliverable: z.optional(
    z.object({ reason: z.enum(['bounce', 'complaint']), at: z.string() }),
  ),
  /** Referral claimed by the user; stored but not trusted. */
  partnerKey: z.optional(z.string()),
});

/** An account with a verified address. Times are ISO 8601 UTC. */
export type User = Readonly<z.infer<typeof storedUser>>;
