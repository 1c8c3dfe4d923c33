import type { User } from '../../access/adapters/user.ts';
import { mailTo } from '../../mail/mail-to.ts';
import type { MailContent } from '../../../shared/messages/mail.ts';
import type { BillingDeps } from '../deps.ts';

type Taken = Extract<MailContent, { template: 'money_taken_back' }>['params'];

/**
 * Mails the operator of the stage, where one is set, that money was taken back or may be, once for an
 * id, with the page of the payment in Stripe's dashboard.
 */
export async function mailOperator(
  { env, mailQueue }: Pick<BillingDeps, 'env' | 'mailQueue'>,
  id: string,
  { email: customer }: User,
  paymentId: string,
  taken: Omit<Taken, 'customer' | 'page'>,
): Promise<void> {
  if (env.OPERATOR_EMAIL === undefined) return;
  const page = `https://dashboard.stripe.com/${env.STRIPE_LIVE ? '' : 'test/'}payments/${paymentId}`;
  const operator = { email: env.OPERATOR_EMAIL, firstName: '', language: 'en' } as const;
  const params = { ...taken, customer, page };
  await mailQueue.send(
    mailTo(operator, `operator:${id}`, { template: 'money_taken_back', params }),
  );
}
