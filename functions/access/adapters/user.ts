import * as z from 'zod/mini';
import { FACTORS } from '../../../shared/model/second-factor.ts';
import { LANGUAGES, MEMBER_ROLES, ROLE, USER_STATUS } from '../../../shared/model/account.ts';

const storedMember = z.object({
  id: z.string(),
  /** Address of the person's login, which never changes. */
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** ISO 8601 UTC. */
  since: z.string(),
  /** Identity at the provider (`subjectOf`), if the person uses single sign-on. */
  subject: z.optional(z.string()),
  /** Until when a demoted administrator could read the first key and the test key. ISO 8601 UTC. */
  readKeysUntil: z.optional(z.string()),
  /**
   * Whether another account has verified the domain of the address, so that the mailbox may have
   * another reader. The person acts on the account again once its owner has confirmed them.
   */
  held: z.optional(z.literal(true)),
});
export type Member = Readonly<z.infer<typeof storedMember>>;

export const storedUser = z.object({
  id: z.string(),
  /** Spelled as at registration. Comparisons use the normal form. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLE),
  status: z.enum(USER_STATUS),
  language: z.enum(LANGUAGES),
  /**
   * SHA-256 of the password's hash, which is in a separate partition; the hash itself if the
   * account's secrets have not been moved yet.
   */
  passwordHash: z.string(),
  /**
   * The last change of the password or the factors (epoch milliseconds), which ended all earlier
   * sessions except `except`.
   */
  sessionsEnded: z.optional(z.object({ at: z.number(), except: z.optional(z.string()) })),
  /** Kinds of second factors; absent without factors. Their secrets are in a separate item. */
  factors: z.optional(z.array(z.enum(FACTORS))),
  /**
   * Whether another account has verified the domain of the owner's address, whose emails may
   * therefore reach somebody else.
   */
  addressLost: z.optional(z.literal(true)),
  /** Removal of all factors by support: when it takes effect (epoch milliseconds), and why. */
  factorReset: z.optional(
    z.object({ at: z.number(), why: z.string(), by: z.optional(z.string()) }),
  ),
  createdAt: z.string(),
  /** Accepted version of the terms, with time and IP address of the acceptance. */
  terms: z.optional(
    z.object({
      version: z.string(),
      at: z.string(),
      ip: z.string(),
      /** The declaration that this version of the terms requires. */
      declares: z.optional(z.literal('business')),
    }),
  ),
  /** Whether a subscription, or a purchase that was not fully refunded, gives access to the API. */
  paid: z.boolean(),
  /** Whether the user has a low balance alert. */
  watched: z.optional(z.boolean()),
  /** SHA-256 of the live key in hex; undefined without a live key. */
  apiKeyHash: z.optional(z.string()),
  /** Sealed copy that has not been moved to a separate partition yet. */
  apiKeySealed: z.optional(z.string()),
  /** The same for the test key that every customer has. */
  testKeyHash: z.optional(z.string()),
  testKeySealed: z.optional(z.string()),
  /** SHA-256 of the named keys in hex, in order of creation; undefined without named keys. */
  namedKeyHashes: z.optional(z.array(z.string())),
  planId: z.optional(z.string()),
  /** If `ends` is true, the plan ends at `at` instead of renewing. */
  renewal: z.optional(
    z.object({
      pastDue: z.boolean(),
      ends: z.boolean(),
      at: z.optional(z.string()),
      changesTo: z.optional(z.string()),
    }),
  ),
  stripeCustomerId: z.optional(z.string()),
  /** Set if email to the account has bounced, or was reported as spam, at `at` (ISO 8601 UTC). */
  mailUndeliverable: z.optional(
    z.object({ reason: z.enum(['bounce', 'complaint']), at: z.string() }),
  ),
  /** Name of the account, if the owner or an administrator has chosen one. */
  accountName: z.optional(z.string()),
  /** Company in the billing details, which Stripe stores; absent until they are saved. */
  company: z.optional(z.string()),
  /**
   * Id of the person who owns the account, set at the first transfer. The account is then no longer
   * a person: `email`, the names and the language are copies of the owner's.
   */
  owner: z.optional(z.string()),
  /** Id of the former owner's login, which had the id of the account before the first transfer. */
  movedTo: z.optional(z.string()),
  /** Administrator to whom the owner has offered the account, until `expiresAt` (epoch milliseconds). */
  transfer: z.optional(z.object({ to: z.string(), expiresAt: z.number() })),
  /**
   * The invitation that was sent last, and when. A change of the members, which may delete
   * invitations, requires it, so that it misses none.
   */
  lastInvitation: z.optional(z.string()),
  /** Whether everybody who acts on the account with a session needs a second factor. */
  requiresFactor: z.optional(z.literal(true)),
  /**
   * Single sign-on, until the owner ends it. A new `id`, which the settings define (`StoredSso`), ends
   * the earlier sessions. `required` stays in force while nobody can log in, because the domain has
   * lost its record or another account has it, and no settings have this `id`.
   */
  sso: z.optional(z.object({ id: z.string(), domain: z.string(), required: z.boolean() })),
  /** Members besides the owner, in order of joining; undefined without members. */
  members: z.optional(z.array(storedMember)),
  /** Ids of other people's accounts that the person has joined; undefined if there are none. */
  joined: z.optional(z.array(z.string())),
  /** Identities of the most recent former members, whom single sign-on does not let in again. */
  leftSubjects: z.optional(z.array(z.string())),
  /** HMACs of their addresses, which remain if they close their login, until an invitation. */
  leftAddresses: z.optional(z.array(z.string())),
  /** Ids of the accounts that the person left most recently. Single sign-on does not rejoin them. */
  left: z.optional(z.array(z.string())),
  /** Whether the person has no account of their own, only memberships. */
  memberOnly: z.optional(z.literal(true)),
  /** Referral code that the user entered; stored but not verified. */
  partnerKey: z.optional(z.string()),
});

/**
 * A person with a verified address and, unless `memberOnly`, the account that the person owns.
 * Times are ISO 8601 UTC.
 */
export type User = Readonly<z.infer<typeof storedUser>>;
