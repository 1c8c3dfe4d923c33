import * as z from 'zod/mini';
import { version as v } from './version.ts';

/**
 * Somebody asked for a new password: mail a link to the account of this address, if there is one.
 * The token comes with the message, so that a second delivery makes no second link.
 */
const passwordResetMessage = z.object({
  kind: z.literal('password_reset'),
  v,
  email: z.string(),
  token: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.int(),
});

/** A change of the password is about to be made: when it was, its owner has to be told. */
const passwordChangeMessage = z.object({
  kind: z.literal('password_change'),
  v,
  userId: z.string(),
  /** Epoch milliseconds; stands on the profile once the change is made. */
  at: z.int(),
});

export const accountMessage = z.discriminatedUnion('kind', [
  passwordResetMessage,
  passwordChangeMessage,
]);
export type AccountMessage = z.infer<typeof accountMessage>;
