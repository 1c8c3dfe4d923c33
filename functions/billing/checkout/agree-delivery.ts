import { AppError } from '../../../shared/contract/errors.ts';
import type { Language } from '../../../shared/model/account.ts';
import { DELIVERY_AGREEMENT } from '../../../shared/model/delivery-agreement.ts';
import type { BillingDeps } from '../deps.ts';
import { paymentLink } from './list-plans.ts';
import { plansOnSale } from '../rules/plans.ts';

/**
 * Keeps that a customer has asked for delivery at once, with the text that was shown, and gives the
 * link to the payment.
 * @throws {AppError} `not_found`
 */
export async function agreeDelivery(
  deps: Pick<BillingDeps, 'clock' | 'consents' | 'env' | 'ids' | 'secrets'>,
  { userId, planId, ...shown }: { userId: string; planId: string; language: Language; ip: string },
): Promise<string> {
  if (plansOnSale().every((plan) => plan.planId !== planId)) throw new AppError('not_found');
  const id = deps.ids.ulid(deps.clock.now());
  await deps.consents.add(userId, id, {
    kind: 'delivery',
    subject: planId,
    text: DELIVERY_AGREEMENT[shown.language],
    version: DELIVERY_AGREEMENT.version,
    at: new Date(deps.clock.now()).toISOString(),
    ...shown,
  });
  return paymentLink(deps, userId, planId, id);
}
