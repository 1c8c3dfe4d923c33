import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

/**
 * A password reset was requested: email a link to the account with this address, if it exists. The
 * message contains the token, so that a redelivered message does not create a second link.
 */
const passwordResetMessage = z.object({
  kind: z.literal('password_reset'),
  v,
  email: z.string(),
  token: z.string(),
  expiresAt: z.int(),
});

const CREDENTIAL_EVENTS = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
] as const;
export type CredentialEvent = (typeof CREDENTIAL_EVENTS)[number];

/** Sent before a password or a factor changes. Once the change is stored, the owner is notified. */
const passwordChangeMessage = z.object({
  kind: z.literal('password_change'),
  v,
  userId: z.string(),
  /** Epoch milliseconds; the profile has this value once the change is stored. */
  at: z.int(),
  /** Absent in messages from before second factors existed. */
  what: z.optional(z.enum(CREDENTIAL_EVENTS)),
});

/** Sent before a change to what can act for an account; the email also reports later changes. */
const accessChangeMessage = z.object({
  kind: z.literal('access_change'),
  v,
  userId: z.string(),
  /** When the email is due, in epoch milliseconds. */
  dueAt: z.int(),
});

/** Sent before an account is transferred. Once it is, the former owner is notified. */
const transferMessage = z.object({
  kind: z.literal('transfer'),
  v,
  /** Id of the former owner's login after the transfer. */
  userId: z.string(),
  accountId: z.string(),
  /**
   * Time of the transfer in epoch milliseconds. Once it has happened, the login stores the same
   * time.
   */
  at: z.int(),
});

export const accountMessage = z.discriminatedUnion('kind', [
  passwordResetMessage,
  passwordChangeMessage,
  accessChangeMessage,
  transferMessage,
]);
export type AccountMessage = z.infer<typeof accountMessage>;
