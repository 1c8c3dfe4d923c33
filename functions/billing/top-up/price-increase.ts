import type { User } from '../../access/adapters/user.ts';
import type { LowBalanceAlert } from '../../low-credits/rules/low-balance-alert.ts';
import { createMailId } from '../../mail/create-mail-message.ts';
import { mailMoney } from '../../mail/mail-account.ts';
import type { BillingDeps } from '../deps.ts';
import {
  isMoreExpensive,
  PLAN_VERSIONS,
  getPlansOnSale,
  type PlanVersion,
} from '../../../shared/model/plans/plans.ts';

/** Reason why top-ups are paused if the pack costs more than the customer agreed to pay. */
export const PRICE_INCREASE_REASON = 'price_risen';

/** Returns the agreed version of a pack and the version on sale, if the latter costs more. */
export function findPriceIncrease({
  planId,
  version,
}: Pick<NonNullable<LowBalanceAlert['topUp']>, 'planId' | 'version'>):
  { readonly agreed: PlanVersion; readonly pack: PlanVersion } | undefined {
  // Settings without a version were stored while the first version of each pack was on sale.
  const agreed = PLAN_VERSIONS.find(({ id, planId: plan }) =>
    version === undefined ? plan === planId : id === version,
  );
  const pack = getPlansOnSale().find((plan) => plan.planId === planId);
  return agreed && pack && isMoreExpensive(pack, agreed) ? { agreed, pack } : undefined;
}

/** Pauses top-ups and emails the customer to ask for consent, once per price. */
export async function requestPriceConsent(
  deps: Pick<BillingDeps, 'accounts' | 'lowBalanceAlerts' | 'mailQueue'>,
  user: User,
  alert: LowBalanceAlert,
  { agreed, pack }: NonNullable<ReturnType<typeof findPriceIncrease>>,
): Promise<'skipped' | 'again'> {
  const id = createMailId('top_up_price', user.id, pack.id);
  const params = { credits: pack.credits, cents: pack.cents, agreedCents: agreed.cents };
  await mailMoney(deps, user, id, () => ({ template: 'top_up_price', params }));
  const topUp = alert.topUp && { ...alert.topUp, paused: PRICE_INCREASE_REASON };
  const written = await deps.lowBalanceAlerts.update(alert, {
    topUp,
    askedAt: undefined,
    waiting: undefined,
  });
  return written === 'updated' ? 'skipped' : 'again';
}
