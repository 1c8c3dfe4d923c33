import { normalAddress } from '../../shared/address/read-address.ts';
import { formerAddressHmac } from '../account/hashes.ts';
import type { Accounts } from '../access/ports.ts';
import type { ClosedAccounts } from '../account/ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { PrivacyQueue } from './ports.ts';

export interface DeleteDeps {
  readonly accounts: Pick<Accounts, 'get'>;
  readonly closedAccounts: Pick<ClosedAccounts, 'close'>;
  readonly privacyQueue: PrivacyQueue;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
}

const ROUNDS = 5;

/**
 * Closes an account: from here on nobody can sign in to it and its keys are dead. The rest is left
 * to a worker. Closing it again changes nothing.
 */
export async function deleteAccount(
  deps: DeleteDeps,
  userId: string,
  closedAt = new Date(deps.clock.now()).toISOString(),
): Promise<void> {
  if (!(await close(deps, userId, closedAt))) return;
  try {
    await deps.privacyQueue.send({ kind: 'close', v: 1, userId });
  } catch (error) {
    // The owner has no account any more and could not ask again: the hourly sweep goes on with it.
    deps.log.error('closing_not_announced', error, { user: userId });
  }
}

/** False when there is no such account. */
async function close(deps: DeleteDeps, userId: string, closedAt: string): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await deps.accounts.get(userId);
    if (!user) return false;
    const emailHmac = await formerAddressHmac(
      deps.secrets,
      normalAddress(user.email) ?? user.email,
    );
    if (await deps.closedAccounts.close(user, { closedAt, emailHmac })) return true;
  }
  throw new Error(`account ${userId} changed faster than it could be closed`);
}
