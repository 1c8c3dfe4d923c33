import type { Outcome } from '../../../shared/model/outcome.ts';
import { mailTo } from '../../mail/mail-to.ts';
import type { BillingDeps } from '../deps.ts';
import { userOfCustomer } from './customer.ts';

/**
 * Tells the operator and the customer, once a number, that the register does not know a VAT number,
 * which Stripe asks after it was taken (docs.stripe.com/billing/customer/tax-ids#validation). Where it
 * has brought a reverse charge, the seller owes the VAT.
 */
export async function tellRefusedNumber(
  deps: Pick<BillingDeps, 'accounts' | 'log' | 'mailQueue' | 'stripe'>,
  taxId: string,
  customerId: string,
): Promise<Outcome> {
  deps.log.alarm('vat_number_refused', `${taxId} of ${customerId}`, { customer: customerId });
  const user = await userOfCustomer(deps, customerId);
  if (!user) return 'no_account';
  const id = `vat_number_refused:${taxId}`;
  await deps.mailQueue.send(mailTo(user, id, { template: 'vat_number_refused', params: {} }));
  return 'mail';
}
