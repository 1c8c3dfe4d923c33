import type { User } from '../../access/adapters/user.ts';
import { createMailMessage } from '../../mail/create-mail-message.ts';
import type { BillingDeps } from '../deps.ts';

/** Emails a document to a customer, and to the second address in the billing details. */
export async function mailDocuments(
  { mailQueue, stripe }: Pick<BillingDeps, 'mailQueue' | 'stripe'>,
  user: User,
  ...[id, content]: [string, Parameters<typeof createMailMessage>[2]]
): Promise<void> {
  const mail = createMailMessage(user, id, content);
  await mailQueue.send(mail);
  const { stripeCustomerId } = user;
  const copyTo = stripeCustomerId && (await stripe.findCustomer(stripeCustomerId))?.invoiceEmail;
  if (copyTo) await mailQueue.send({ ...mail, id: `${id}:copy`, to: copyTo });
}
