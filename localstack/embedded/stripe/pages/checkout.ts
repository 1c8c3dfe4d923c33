import { html } from '../../inbox/html.ts';
import { StripeApiError } from '../http/stripe-error.ts';
import type { Account } from '../model/account.ts';
import type { CheckoutSession } from '../model/state.ts';
import { completeSession, totalOf } from '../operations/checkout.ts';
import { type Page, alert, cardChoice, facts, page, readCard, redirect } from './frame.ts';
import type { Words } from './texts.ts';

/** The payment page of a session. */
export function checkoutPage(
  account: Account,
  session: CheckoutSession,
  words: Words,
  failure?: string,
): Page {
  const { t, money } = words;
  const { state } = account;
  const { status, cancel_url: back, mode } = session;
  if (status === 'complete' || status === 'expired') {
    const note = status === 'complete' ? t('completeNote') : t('expiredNote');
    return page({ words, title: t(status), content: html`<p>${note}</p>`, back });
  }
  const [item] = state.checkoutPlans[session.id]?.lineItems ?? [];
  const customer = state.customers[session.customer ?? ''];
  const isPack = mode === 'payment';
  const name = item?.description ?? '';
  const subtotal = session.amount_subtotal ?? 0;
  const total = totalOf(account, session);
  const terms = html`<label>
    <input type="checkbox" name="terms" value="yes" required />
    <span>${t('terms')}</span>
  </label>`;
  const content = html`<p>
      <strong>${money(total)}</strong>
      ${isPack ? '' : t(item?.price?.recurring?.interval === 'year' ? 'year' : 'month')}
    </p>
    ${facts(
      [t('subtotal'), money(subtotal)],
      ...(total > subtotal ? [[t('vat'), money(total - subtotal)] as const] : []),
      [t('dueToday'), money(total)],
      [t('email'), customer?.email ?? ''],
    )}
    <form method="post">
      ${alert(failure)}
      ${cardChoice(words, isPack ? ['ok', 'declined'] : ['ok', 'declined', 'declined_later'])}
      <label>
        <span>${t('name')}</span>
        <input
          name="name"
          autocomplete="cc-name"
          required
          maxlength="100"
          value="${customer?.name ?? ''}"
        />
      </label>
      ${session.consent_collection?.terms_of_service === 'required' ? terms : ''}
      <button>${isPack ? `${t('pay')} ${money(total)}` : t('subscribe')}</button>
      <p>${session.custom_text.submit?.message ?? ''}</p>
    </form>`;
  return page({
    words,
    title: isPack ? name : `${t('subscribeTo')} ${name}`,
    content,
    back,
    leadsTo: session.success_url,
    status: failure === undefined ? 200 : 402,
  });
}

/** Pays as the form says, and leads on. */
export function payPage(
  account: Account,
  session: CheckoutSession,
  words: Words,
  fields: URLSearchParams,
): Page {
  const card = readCard(fields);
  if (card === undefined || session.status !== 'open') return checkoutPage(account, session, words);
  try {
    const paid = completeSession(account, session, card, fields.get('name')?.trim() || undefined);
    if (!paid) return checkoutPage(account, session, words, words.t('declined'));
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return checkoutPage(account, session, words, words.t('cannot'));
  }
  const to = session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  return redirect(to ?? '/');
}
