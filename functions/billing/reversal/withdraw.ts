import { AppError } from '../../../shared/contract/errors.ts';
import type { User } from '../../access/adapters/user.ts';
import { mailTo } from '../../mail/mail-to.ts';
import type { BillingDeps } from '../deps.ts';
import { planVersion } from '../rules/plans.ts';

/**
 * Takes a customer's withdrawal from a purchase: keeps it, acknowledges it by mail with content,
 * date and time, and tells the operator, who decides what follows (article 11a of Directive
 * 2011/83/EU, http://data.europa.eu/eli/dir/2023/2673/oj).
 * @param given the name as the customer has confirmed it
 * @throws {AppError} `not_found`
 */
export async function withdraw(
  {
    clock,
    consents,
    log,
    mailQueue,
    purchases,
  }: Pick<BillingDeps, 'clock' | 'consents' | 'log' | 'mailQueue' | 'purchases'>,
  user: User,
  given: { purchaseId: string; name: string; ip: string },
): Promise<void> {
  const purchase = await purchases.find(user.id, given.purchaseId);
  if (!purchase) throw new AppError('not_found');
  const { id, version, credits, cents, date } = purchase;
  const at = new Date(clock.now()).toISOString();
  const planId = planVersion(version)?.planId ?? version;
  const agreed = await consents.agreementTo(user.id, planId, date);
  await consents.add(user.id, id, {
    kind: 'withdrawal',
    subject: id,
    language: user.language,
    at,
    ip: given.ip,
  });
  log.alarm('withdrawal_received', `from the purchase ${id}`, {
    user: user.id,
    purchase: id,
    delivery_agreed: agreed?.at,
  });
  await mailQueue.send(
    mailTo(user, `withdrawal:${id}`, {
      template: 'withdrawal',
      params: { name: given.name, purchase: id, credits, cents, date, at },
    }),
  );
}
