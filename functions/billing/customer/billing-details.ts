import type { BillingDetails } from '../../../shared/contract/billing.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { User } from '../../access/adapters/user.ts';
import { callStripe } from '../call-stripe.ts';
import { ensureCustomer, findUserByCustomer } from './customer.ts';
import { mailMoney } from '../../mail/mail-account.ts';
import type { WorkerOutcome } from '../../../shared/model/outcome.ts';
import type { BillingDeps, StripeEventDeps } from '../deps.ts';

/**
 * All fields are empty for a user without a Stripe customer.
 * @throws {AppError} `payment_unavailable`
 */
export const readBillingDetails = (
  deps: Pick<BillingDeps, 'log' | 'stripe'>,
  { id, stripeCustomerId }: User,
): Promise<BillingDetails> =>
  callStripe(deps, 'billing_details_failed', { user: id }, () =>
    deps.stripe.findBillingDetails(stripeCustomerId),
  );

/**
 * Saves billing details, which apply to future invoices; the company names the account. Expires
 * open payment pages, which would otherwise use the name and address of the card.
 * @throws {AppError} `validation` with the field that Stripe refuses, `not_found` if the account
 *   was closed in the meantime, `payment_unavailable`
 */
export const changeBillingDetails = (
  deps: Pick<BillingDeps, 'accounts' | 'activity' | 'env' | 'log' | 'purchases' | 'stripe'>,
  user: User,
  details: BillingDetails,
): Promise<void> =>
  callStripe(deps, 'billing_details_failed', { user: user.id }, async () => {
    const customerId = await ensureCustomer(deps, user);
    if (customerId === undefined) throw new AppError('not_found');
    const refusedField = await deps.stripe.setBillingDetails(customerId, details);
    if (refusedField)
      throw new AppError('validation', { fields: { [refusedField]: [`field.${refusedField}`] } });
    const change = {
      kind: 'setting',
      what: 'changed',
      target: 'billing_details',
      name: '',
      from: user.company,
      to: details.company,
    } as const;
    const { company } = details;
    await deps.accounts.setPreference(
      user.id,
      { company },
      ...deps.activity.writes(user.id, change),
    );
    await deps.stripe.expireOpenSessions(customerId);
  });

/** Copies the company that was changed on Stripe's portal, because it names the account. */
export async function copyCompany(
  deps: Pick<BillingDeps, 'accounts' | 'stripe'>,
  customerId: string,
): Promise<WorkerOutcome> {
  const user = await deps.accounts.findByCustomer(customerId);
  const customer = user && (await deps.stripe.findCustomer(customerId));
  if (!customer || customer.company === user.company) return 'skipped';
  await deps.accounts.setPreference(user.id, { company: customer.company });
  return 'done';
}

/**
 * Raises an alarm for a VAT number that the VAT register did not confirm, and emails the customer,
 * once per number. Stripe checks the register only after it has accepted the number
 * (docs.stripe.com/billing/customer/tax-ids#validation). For an invalid number, the seller owes the
 * VAT on reverse-charge invoices.
 */
export async function notifyRefusedVatNumber(
  deps: StripeEventDeps,
  taxId: string,
  customerId: string,
): Promise<WorkerOutcome> {
  deps.log.alarm('vat_number_refused', `${taxId} of ${customerId}`, { customer: customerId });
  const user = await findUserByCustomer(deps, customerId);
  if (!user) return 'skipped';
  const id = `vat_number_refused:${taxId}`;
  await mailMoney(deps, user, id, () => ({ template: 'vat_number_refused', params: {} }));
  return 'done';
}
