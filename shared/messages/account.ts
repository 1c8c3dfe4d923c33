import * as z from 'zod/mini';
import { version as v } from './version.ts';

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

/** Sent before a password change is stored. If the change is then stored, the owner is notified. */
const passwordChangeMessage = z.object({
  kind: z.literal('password_change'),
  v,
  userId: z.string(),
  /** Epoch milliseconds; the profile has this value once the change is stored. */
  at: z.int(),
});

export const accountMessage = z.discriminatedUnion('kind', [
  passwordResetMessage,
  passwordChangeMessage,
]);
export type AccountMessage = z.infer<typeof accountMessage>;
