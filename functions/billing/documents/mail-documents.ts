import type { User } from '../../access/adapters/user.ts';
import { mailTo } from '../../mail/mail-to.ts';
import type { BillingDeps } from '../deps.ts';

/** Emails a document to a customer, and to the second address in the billing details. */
export async function mailDocuments(
  { mailQueue, stripe }: Pick<BillingDeps, 'mailQueue' | 'stripe'>,
  user: User,
  ...[id, content]: [string, Parameters<typeof mailTo>[2]]
): Promise<void> {
  const mail = mailTo(user, id, content);
  await mailQueue.send(mail);
  const { stripeCustomerId } = user;
  const copyTo = stripeCustomerId && (await stripe.findCustomer(stripeCustomerId))?.invoiceEmail;
  if (copyTo) await mailQueue.send({ ...mail, id: `${id}:copy`, to: copyTo });
}
