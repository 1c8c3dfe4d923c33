import { addressHash } from './address-hash.ts';
import { RESET_LIFE_MS } from './reset-token.ts';
import type { AccountQueue, NormalAddress } from './ports.ts';
import type { Limits } from '../platform/limits/limits.ts';
import type { Clock, Ids } from '../platform/clock.ts';

const TOKEN_BYTES = 32;

/**
 * Asks for a reset link. Whether the address has an account is looked up later, from the queue, so
 * that answer, work and time are the same for every address; above the limit nothing is sent.
 */
export async function forgetPassword(
  deps: {
    readonly accountQueue: AccountQueue;
    readonly limits: Limits;
    readonly normalAddress: NormalAddress;
    readonly clock: Clock;
    readonly ids: Ids;
  },
  email: string,
): Promise<void> {
  const subject = addressHash(deps.normalAddress(email) ?? email);
  if (!(await deps.limits.consume('reset_account', subject)).allowed) return;
  await deps.accountQueue.send({
    kind: 'password_reset',
    v: 1,
    email,
    token: deps.ids.token(TOKEN_BYTES),
    expiresAt: deps.clock.now() + RESET_LIFE_MS,
  });
}
