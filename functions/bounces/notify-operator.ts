import { userIdOf } from '../access/rules/owner.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { BouncesDeps } from './deps.ts';
import type { Report } from './rules/report.ts';

/** Emails the operator, if configured, once per report with refunds that need a decision. */
export async function notifyOperatorOfReview(
  { accounts, env, mailQueue }: Pick<BouncesDeps, 'accounts' | 'env' | 'mailQueue'>,
  { reportId, sent, userId }: Report,
  addresses: number,
): Promise<void> {
  if (env.OPERATOR_EMAIL === undefined) return;
  const customer = (await accounts.get(userIdOf(userId)))?.email ?? userId;
  const operator = { email: env.OPERATOR_EMAIL, firstName: '', language: 'en' } as const;
  const params = { customer, addresses, reportId, listId: sent?.listId };
  await mailQueue.send(
    createMailMessage(operator, `operator:bounces:${reportId}`, {
      template: 'bounces_to_review',
      params,
    }),
  );
}
