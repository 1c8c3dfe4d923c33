import { formatUtcDate } from '../../shared/model/duration.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { User } from '../access/adapters/user.ts';
import type { Adjustment } from '../billing/adapters/adjustments.ts';
import { recordAdjustment, computeReplaceableCredits } from '../billing/record-adjustment.ts';
import { buildPurchase } from '../billing/purchase/update-purchase.ts';
import { mailMoney } from '../mail/mail-account.ts';
import { createCorrectionEntry } from '../credits/rules/ledger.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { AdminDeps } from './deps.ts';

/** Credits to replace wrong results (`listId`), for a bank transfer (`cents`), or as a gift. */
export type CreditGrant = Pick<Adjustment, 'id' | 'credits' | 'reason' | 'by' | 'listId' | 'cents'>;

/**
 * Grants credits, records who granted them and why, adds them to the customer's payments, emails
 * the customer and starts waiting lists.
 * @throws {AppError} `not_found` for an unknown list, or a person without an account; `validation`
 *   for more credits than the list cost; `gift_limit` for more credits than an administrator may
 *   give in a day; `request_reused` if the id belongs to another adjustment
 */
export async function giveCreditsToUser(
  deps: Pick<
    AdminDeps,
    'accounts' | 'adjustments' | 'clock' | 'ledger' | 'limits' | 'lists' | 'mailQueue' | 'queues'
  >,
  user: User,
  gift: CreditGrant,
): Promise<void> {
  const { id, credits, reason: why, listId, cents } = gift;
  const { id: userId } = user;
  if (user.memberOnly) throw new AppError('not_found', { text: 'error.no_account' });
  const kindWithoutList = cents === undefined ? 'gift' : 'transfer';
  const kind = listId === undefined ? kindWithoutList : 'replacement';
  const source = { gift: 'adm', transfer: 'paid', replacement: `replacement:${listId}` }[kind];
  const grant = { source: `${source}:${id}`, amount: credits, why };
  let limitWrites: readonly TransactionStep[] = [];
  await recordAdjustment(
    deps,
    { ...gift, userId, kind },
    {
      async check(others) {
        if (kind === 'gift') limitWrites = await createLimitWrites(deps, gift);
        if (listId === undefined) return;
        const list = await deps.lists.get(userId, listId);
        if (!list) throw new AppError('not_found');
        const left = computeReplaceableCredits(list, others);
        if (credits > left) throw outOfRange('field.maximum', left);
      },
      write: (writes) => deps.ledger.grant(userId, grant, [...writes, ...limitWrites]),
      purchase: (at) =>
        buildPurchase(at, {
          userId,
          source: grant.source,
          version: kind,
          credits,
          cents: cents ?? 0,
        }),
    },
  );
  const giftKind = kind === 'transfer' ? undefined : kind;
  await mailMoney(deps, user, `given:${id}`, () => ({
    template: 'purchase',
    params: { credits, cents: cents ?? 0, monthly: false, given: giftKind },
  }));
  await deps.queues.sendList({ kind: 'resume', v: 1, userId });
}

/**
 * Takes back available credits, records who took them and why, and emails the customer.
 * @throws {AppError} `validation` for more credits than are available; `request_reused` if the id
 *   belongs to another adjustment
 */
export async function takeCredits(
  deps: Pick<AdminDeps, 'accounts' | 'adjustments' | 'clock' | 'ledger' | 'mailQueue'>,
  user: User,
  correction: Omit<CreditGrant, 'listId' | 'cents'>,
): Promise<void> {
  const { id, credits, reason } = correction;
  await recordAdjustment(
    deps,
    { ...correction, userId: user.id, kind: 'correction' },
    {
      check: () => Promise.resolve(),
      async write(writes) {
        const entry = createCorrectionEntry(id, credits, reason);
        const outcome = await deps.ledger.transact(user.id, [entry], writes);
        if (outcome !== 'insufficient') return outcome;
        const { available } = await deps.ledger.balance(user.id);
        throw outOfRange('field.minimum', -available);
      },
    },
  );
  await mailMoney(deps, user, `corrected:${id}`, () => ({
    template: 'credits_corrected',
    params: { credits, reason },
  }));
}

const outOfRange = (text: 'field.minimum' | 'field.maximum', limit: number): AppError =>
  new AppError('validation', { fields: { credits: [{ text, values: [limit] }] } });

/**
 * Returns the writes that count a gift toward the administrator's daily limit; none for a command.
 * @throws {AppError} `gift_limit` if the gift exceeds the limit
 */
async function createLimitWrites(
  { clock, limits }: Pick<AdminDeps, 'clock' | 'limits'>,
  { by, credits }: CreditGrant,
): Promise<TransactionStep[]> {
  if (by === 'command') return [];
  const today = formatUtcDate(clock.now());
  const write = await limits.consumeWrite('gift_admin', `${by}#${today}`, credits);
  if (!write) throw new AppError('gift_limit', { security: 'limit_reached', account: by });
  return [write];
}
