import { createMailMessage } from '../../mail/create-mail-message.ts';
import type { MailContent } from '../../../shared/messages/mail.ts';
import type { BillingDeps } from '../deps.ts';
import { type Purchase, stripePageOf } from '../rules/purchase.ts';

type OperatorMailParams = Extract<MailContent, { template: 'money_taken_back' }>['params'];

/**
 * Emails the operator of the stage, if configured, that money was or may be taken back. Sends one
 * email per id, with a link to the payment in Stripe's dashboard.
 */
export async function mailOperator(
  { accounts, env, mailQueue }: Pick<BillingDeps, 'accounts' | 'env' | 'mailQueue'>,
  id: string,
  purchase: Purchase,
  details: Omit<OperatorMailParams, 'customer' | 'page'>,
): Promise<void> {
  if (env.OPERATOR_EMAIL === undefined) return;
  const customer =
    (await accounts.get(purchase.userId))?.email ?? `Closed account ${purchase.userId}`;
  const page = stripePageOf(purchase, env.STRIPE_LIVE) ?? '';
  const operator = { email: env.OPERATOR_EMAIL, firstName: '', language: 'en' } as const;
  const params = { ...details, customer, page };
  await mailQueue.send(
    createMailMessage(operator, `operator:${id}`, { template: 'money_taken_back', params }),
  );
}
