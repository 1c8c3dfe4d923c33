import { updatePaidStatus } from '../billing/purchase/update-purchase.ts';
import type { AdminDeps } from './deps.ts';
import { type CreditGrant, giveCreditsToUser } from './give-credits.ts';

export class NoSuchAccountError extends Error {
  override readonly name = 'NoSuchAccountError';
}

/**
 * Grants credits to the account with this email address, once per `grantId`. A bank transfer
 * (`cents`) makes the customer a paying customer. Returns the credits that are then available.
 * @throws {NoSuchAccountError}
 */
export async function grantCreditsByEmail(
  deps: Pick<AdminDeps, 'accounts' | 'apiKeys' | 'purchases'> &
    Parameters<typeof giveCreditsToUser>[0],
  gift: Pick<CreditGrant, 'credits' | 'cents'> & {
    readonly email: string;
    readonly why: string;
    readonly grantId: string;
  },
): Promise<number> {
  const user = await deps.accounts.findByEmail(gift.email);
  if (!user || user.memberOnly)
    throw new NoSuchAccountError(`No account has the address ${gift.email}.`);
  const { grantId: id, credits, why: reason, cents } = gift;
  await giveCreditsToUser(deps, user, { id, credits, reason, by: 'command', cents });
  await updatePaidStatus(deps, user.id);
  return (await deps.ledger.balance(user.id)).available;
}
