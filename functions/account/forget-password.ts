import { normalAddress } from '../../shared/address/read-address.ts';
import { addressHash } from './hashes.ts';
import type { AccountDeps } from './deps.ts';

/** How long a reset link can be used. */
export const RESET_MINUTES = 30;
const TOKEN_BYTES = 32;

/**
 * Asks for a reset link. Whether the address has an account is looked up later, from the queue, so
 * that response, work and time are the same for every address; above the limit nothing is sent.
 */
export async function forgetPassword(
  deps: Pick<AccountDeps, 'accountQueue' | 'clock' | 'ids' | 'limits'>,
  email: string,
): Promise<void> {
  const subject = addressHash(normalAddress(email) ?? email);
  if (!(await deps.limits.consume('reset_account', subject)).allowed) return;
  await deps.accountQueue.send({
    kind: 'password_reset',
    v: 1,
    email,
    token: deps.ids.token(TOKEN_BYTES),
    expiresAt: deps.clock.now() + RESET_MINUTES * 60_000,
  });
}
