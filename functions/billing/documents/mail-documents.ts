import type { User } from '../../access/adapters/user.ts';
import { mailMoney } from '../../mail/mail-account.ts';
import type { BillingDeps } from '../deps.ts';

/**
 * Emails a document to everyone who manages a customer's payments, and sends a copy of the owner's
 * email to the second address in the billing details.
 */
export async function mailDocuments(
  deps: Pick<BillingDeps, 'accounts' | 'mailQueue' | 'stripe'>,
  user: User,
  ...[id, contentFor]: [string, Parameters<typeof mailMoney>[3]]
): Promise<void> {
  const [mail] = await mailMoney(deps, user, id, contentFor);
  const { stripeCustomerId } = user;
  const copyTo =
    stripeCustomerId && (await deps.stripe.findCustomer(stripeCustomerId))?.invoiceEmail;
  if (mail && copyTo) await deps.mailQueue.send({ ...mail, id: `${id}:copy`, to: copyTo });
}
