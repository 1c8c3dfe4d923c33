import { createHash } from 'node:crypto';
import { FEW_CREDITS } from '../../shared/model/credits.ts';
import type { NotifyDeps } from './notify-owner.ts';
import { type List, isTest } from './rules/list.ts';

/**
 * Tells a paying customer after a list that few credits are left, once until credits arrive: the
 * mail's id names how many have arrived in all. While other lists hold a reservation nobody knows
 * what will be left.
 */
export async function warnOfFewCredits(
  { accounts, ledger, mailQueue }: Pick<NotifyDeps, 'accounts' | 'ledger' | 'mailQueue'>,
  list: List,
): Promise<void> {
  if (isTest(list)) return;
  const user = await accounts.get(list.userId);
  if (!user?.paid) return;
  const { available, reserved, consumed, held, debt } = await ledger.balance(user.id);
  if (available >= FEW_CREDITS || reserved > 0) return;
  const arrived = available + consumed + held - debt;
  // The ids of mails outlive the account: this one must not name it.
  const moment = createHash('sha256').update(`${user.id}:${arrived}`).digest('hex').slice(0, 24);
  await mailQueue.send({
    kind: 'mail',
    v: 1,
    id: `low_credits:${moment}`,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    content: { template: 'low_credits', params: { available } },
  });
}
