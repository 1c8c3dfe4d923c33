import { LIST_ID_PATTERN } from '../../shared/model/users-page.ts';
import { userIdOf } from '../access/rules/owner.ts';
import { callStripe } from '../billing/call-stripe.ts';
import type { AdminDeps } from './deps.ts';

/** A Stripe reference: a checkout session's id, or an invoice number such as `8F3A1B2C-0001`. */
const STRIPE_REFERENCE = /^(?:cs_\w+|[\dA-Z]+(?:-[\dA-Z]+)*-\d{4,})$/i;

/**
 * @param reference id of a list, a Stripe customer or a checkout session, or number of an invoice
 * @throws {AppError} `payment_unavailable` if Stripe did not answer
 */
export async function findUserIdByReference(
  deps: Pick<AdminDeps, 'accounts' | 'lists' | 'log' | 'stripe'>,
  reference: string,
): Promise<string | undefined> {
  if (LIST_ID_PATTERN.test(reference)) {
    const owner = await deps.lists.findOwner(reference.toUpperCase());
    return owner && userIdOf(owner);
  }
  const customerId = STRIPE_REFERENCE.test(reference)
    ? await callStripe(deps, 'search_failed', {}, () => deps.stripe.findCustomerIdOf(reference))
    : reference.startsWith('cus_') && reference;
  return customerId ? (await deps.accounts.findByCustomer(customerId))?.id : undefined;
}
