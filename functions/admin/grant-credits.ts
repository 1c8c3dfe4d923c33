import type { AdminDeps } from './deps.ts';

/** No account has this address. */
export class NoSuchAccountError extends Error {
  override readonly name = 'NoSuchAccountError';
}

/**
 * Gives an account credits by hand and starts what was waiting for them.
 * @param grantId makes the gift happen once, however often it is tried
 * @returns the credits that are available afterwards
 * @throws {NoSuchAccountError}
 */
export async function grantCredits(
  deps: Pick<AdminDeps, 'accounts' | 'ledger' | 'queues'>,
  gift: {
    readonly email: string;
    readonly credits: number;
    readonly why: string;
    readonly grantId: string;
  },
): Promise<number> {
  const user = await deps.accounts.findByEmail(gift.email);
  if (!user) throw new NoSuchAccountError(`No account has the address ${gift.email}.`);
  await deps.ledger.grant(user.id, {
    source: `adm:${gift.grantId}`,
    amount: gift.credits,
    why: gift.why,
  });
  await deps.queues.sendList({ kind: 'resume', v: 1, userId: user.id });
  return (await deps.ledger.balance(user.id)).available;
}
