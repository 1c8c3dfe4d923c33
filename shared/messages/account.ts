import * as z from 'zod/mini';
import { version as v } from './version.ts';

/**
 * Somebody requested a password reset: mail a link to the account of this address, if it exists.
 * The message contains the token, so that a redelivery creates no second link.
 */
const passwordResetMessage = z.object({
  kind: z.literal('password_reset'),
  v,
  email: z.string(),
  token: z.string(),
  expiresAt: z.int(),
});

/** A password change is about to be stored: once it is, its owner must be notified. */
const passwordChangeMessage = z.object({
  kind: z.literal('password_change'),
  v,
  userId: z.string(),
  /** Epoch milliseconds; stored in the profile once the change is made. */
  at: z.int(),
});

export const accountMessage = z.discriminatedUnion('kind', [
  passwordResetMessage,
  passwordChangeMessage,
]);
export type AccountMessage = z.infer<typeof accountMessage>;
