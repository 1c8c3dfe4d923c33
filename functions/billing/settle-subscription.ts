import type { BookDeps } from './book-purchase.ts';
import { convergeSubscriptions } from './converge-subscriptions.ts';
import { userOfCustomer } from './customer-of.ts';
import type { Subscription } from './rules/stripe-objects.ts';

/**
 * Writes down the plan of a subscription's customer. The first time it is cancelled, be it for the
 * end of the month, the customer gets a mail as proof; once more when it was taken up again.
 * @returns what was done, for the log
 */
export async function settleSubscription(
  deps: BookDeps,
  subscription: Subscription,
): Promise<string> {
  const { id, customerId, version, canceledAt, endsAt, endedByUs } = subscription;
  const user = await userOfCustomer(deps, customerId);
  if (!user) return 'no account';
  await convergeSubscriptions(deps, user);
  if (canceledAt === undefined || endedByUs || version === undefined) return 'in line';
  await deps.mailQueue.send({
    kind: 'mail',
    v: 1,
    id: `subscription_cancelled:${id}:${canceledAt}`,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    content: {
      template: 'subscription_cancelled',
      params: { endsAt: new Date(endsAt ?? canceledAt).toISOString() },
    },
  });
  return 'cancelled';
}
