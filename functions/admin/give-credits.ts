import { AppError } from '../../shared/contract/errors.ts';
import type { Adjustment } from '../billing/adapters/adjustments.ts';
import type { AdminDeps } from './deps.ts';
import { recordAdjustment } from './record-adjustment.ts';

/** Credits that come without a payment, and why. */
interface Gift {
  /** However often it is given under this id, it comes once. */
  readonly id: string;
  readonly credits: number;
  readonly reason: string;
  /** Id of the administrator, or the command. */
  readonly by: string;
  /** The list whose wrong results are replaced; without one it is a gift. */
  readonly listId?: string | undefined;
}

/**
 * Gives a user credits by a ledger entry, noted with who and why, and starts what was waiting for
 * them.
 * @throws {AppError} `not_found` for a list that is not there; `validation` for more than the list
 *   has cost; `request_reused` where the id stands for something else
 */
export async function giveCredits(
  deps: Pick<AdminDeps, 'adjustments' | 'clock' | 'ledger' | 'lists' | 'queues'>,
  userId: string,
  gift: Gift,
): Promise<void> {
  const { id, credits: amount, reason: why, listId } = gift;
  const kind = listId === undefined ? 'gift' : 'replacement';
  const source = listId === undefined ? `adm:${id}` : `replacement:${listId}:${id}`;
  await recordAdjustment(
    deps,
    { ...gift, userId, kind },
    {
      async check(others) {
        if (listId === undefined) return;
        const list = await deps.lists.get(userId, listId);
        if (!list) throw new AppError('not_found');
        if (amount > list.charged - replacedOf(others, listId))
          throw new AppError('validation', { fields: { credits: ['field.invalid'] } });
      },
      write: (writes) => deps.ledger.grant(userId, { source, amount, why }, writes),
    },
  );
  await deps.queues.sendList({ kind: 'resume', v: 1, userId });
}

/** Credits that were given back for a list. */
export const replacedOf = (all: readonly Adjustment[], listId: string): number =>
  all.reduce((sum, each) => (each.listId === listId ? sum + each.credits : sum), 0);
