import type { BookDeps } from './book-purchase.ts';
import { convergeSubscriptions } from './converge-subscriptions.ts';
import { userOfCustomer } from './customer-of.ts';
import type { Invoice } from './rules/stripe-objects.ts';

/**
 * Tells a subscriber, once an invoice, that the payment of a further month did not work. The first
 * month needs no word: the customer saw it happen.
 * @returns what was done, for the log
 */
export async function warnOfPayment(deps: BookDeps, invoice: Invoice): Promise<string> {
  const { id, paid, reason, subscriptionId, customerId } = invoice;
  if (paid || subscriptionId === undefined || reason === 'subscription_create') return 'no mail';
  const user = await userOfCustomer(deps, customerId);
  if (!user) return 'no account';
  await convergeSubscriptions(deps, user);
  await deps.mailQueue.send({
    kind: 'mail',
    v: 1,
    id: `payment_failed:${id}`,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    content: { template: 'payment_failed', params: {} },
  });
  return 'mail';
}
