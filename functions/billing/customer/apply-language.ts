import type { LogFields } from '../../platform/log.ts';
import type { BillingDeps } from '../deps.ts';
import { keptOf } from '../rules/subscription.ts';

type LanguageDeps = Pick<BillingDeps, 'accounts' | 'stripe'>;

/**
 * Has Stripe write to a customer in the language of the account: invoices, receipts and mails
 * (`preferred_locales`, docs.stripe.com/invoicing/customize), and the lines of a subscription. It
 * looks again after it has written, so that of two choices the last one stays.
 * @returns what was done, for the log
 */
export async function applyLanguage(deps: LanguageDeps, userId: string): Promise<LogFields> {
  const user = await deps.accounts.get(userId);
  if (user?.stripeCustomerId === undefined) return { user: userId, outcome: 'no_account' };
  await deps.stripe.setLanguage(user.stripeCustomerId, user.language);
  const kept = keptOf(await deps.stripe.listSubscriptions(user.stripeCustomerId));
  if (kept) await deps.stripe.alignLanguage(kept, user.language);
  const now = await deps.accounts.get(userId);
  return now === undefined || now.language === user.language
    ? { user: userId, outcome: 'in_line' }
    : applyLanguage(deps, userId);
}
