import type { AdminDeps } from './deps.ts';
import { giveCredits } from './give-credits.ts';

export class NoSuchAccountError extends Error {
  override readonly name = 'NoSuchAccountError';
}

/**
 * Gives credits by hand, once for a `grantId`, and returns what is available afterwards.
 * @throws {NoSuchAccountError}
 */
export async function grantCredits(
  deps: Pick<AdminDeps, 'accounts'> & Parameters<typeof giveCredits>[0],
  gift: {
    readonly email: string;
    readonly credits: number;
    readonly why: string;
    readonly grantId: string;
  },
): Promise<number> {
  const user = await deps.accounts.findByEmail(gift.email);
  if (!user) throw new NoSuchAccountError(`No account has the address ${gift.email}.`);
  const { grantId: id, credits, why: reason } = gift;
  await giveCredits(deps, user.id, { id, credits, reason, by: 'command' });
  return (await deps.ledger.balance(user.id)).available;
}
