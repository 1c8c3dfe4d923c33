import type { BillingDetails } from '../../../shared/contract/billing-details.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { User } from '../../access/adapters/user.ts';
import { askStripe } from '../ask-stripe.ts';
import { ensureCustomer, userOfCustomer } from './customer.ts';
import { mailTo } from '../../mail/mail-to.ts';
import type { Outcome } from '../../../shared/model/outcome.ts';
import type { BillingDeps, EventDeps } from '../deps.ts';

/**
 * Whom the user's invoices are made out to, empty before the first purchase.
 * @throws {AppError} `payment_unavailable`
 */
export const readBillingDetails = (
  deps: Pick<BillingDeps, 'log' | 'stripe'>,
  { id, stripeCustomerId }: User,
): Promise<BillingDetails> =>
  askStripe(deps, 'billing_details_failed', { user: id }, () =>
    deps.stripe.findBillingDetails(stripeCustomerId),
  );

/**
 * Sets whom invoices are made out to from now on. Payment pages that are open would take name and
 * address from the card, so they expire.
 * @throws {AppError} `validation` with what Stripe refuses, `not_found` when the account
 *   is gone meanwhile, `payment_unavailable`
 */
export const saveBillingDetails = (
  deps: Pick<BillingDeps, 'accounts' | 'env' | 'log' | 'purchases' | 'stripe'>,
  user: User,
  details: BillingDetails,
): Promise<void> =>
  askStripe(deps, 'billing_details_failed', { user: user.id }, async () => {
    const customerId = await ensureCustomer(deps, user);
    if (customerId === undefined) throw new AppError('not_found');
    const wrong = await deps.stripe.setBillingDetails(customerId, details);
    if (wrong) throw new AppError('validation', { fields: { [wrong]: [`field.${wrong}`] } });
    await deps.stripe.expireOpenSessions(customerId);
  });

/**
 * Tells the operator and the customer, once a number, that the register does not know a VAT number,
 * which Stripe asks after it was taken (docs.stripe.com/billing/customer/tax-ids#validation). Where it
 * has brought a reverse charge, the seller owes the VAT.
 */
export async function notifyRefusedVatNumber(
  deps: EventDeps,
  taxId: string,
  customerId: string,
): Promise<Outcome> {
  deps.log.alarm('vat_number_refused', `${taxId} of ${customerId}`, { customer: customerId });
  const user = await userOfCustomer(deps, customerId);
  if (!user) return 'skipped';
  const id = `vat_number_refused:${taxId}`;
  await deps.mailQueue.send(mailTo(user, id, { template: 'vat_number_refused', params: {} }));
  return 'done';
}
