import { createMailMessage } from '../../mail/create-mail-message.ts';
import type { MailContent } from '../../../shared/messages/mail.ts';
import type { BillingDeps } from '../deps.ts';
import type { Purchase } from '../rules/purchase.ts';

type OperatorMailParams = Extract<MailContent, { template: 'money_taken_back' }>['params'];

/**
 * Emails the operator of the stage, if configured, that money was or may be taken back. Sends one
 * email per id, with a link to the payment in Stripe's dashboard.
 */
export async function mailOperator(
  { accounts, env, mailQueue }: Pick<BillingDeps, 'accounts' | 'env' | 'mailQueue'>,
  id: string,
  { userId, paymentId }: Purchase,
  details: Omit<OperatorMailParams, 'customer' | 'page'>,
): Promise<void> {
  if (env.OPERATOR_EMAIL === undefined) return;
  const customer = (await accounts.get(userId))?.email ?? `Closed account ${userId}`;
  const page = `https://dashboard.stripe.com/${env.STRIPE_LIVE ? '' : 'test/'}payments/${paymentId}`;
  const operator = { email: env.OPERATOR_EMAIL, firstName: '', language: 'en' } as const;
  const params = { ...details, customer, page };
  await mailQueue.send(
    createMailMessage(operator, `operator:${id}`, { template: 'money_taken_back', params }),
  );
}
