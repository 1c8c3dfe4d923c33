import { html } from './html.ts';
import type { Account } from '../model/account.ts';
import { StripeApiError } from '../model/errors.ts';
import type { CheckoutSession } from '../model/state.ts';
import { completeSession, computeSessionTotal } from '../operations/checkout.ts';
import {
  type Page,
  renderButtonForm,
  renderCardChoice,
  renderDefinitionList,
  formatMoney,
  renderPage,
  formatInterval,
  parseCard,
  redirect,
} from './layout.ts';

export function checkoutPage(account: Account, session: CheckoutSession, failure?: string): Page {
  const { state } = account;
  const { status, cancel_url: back, success_url: redirectUrl } = session;
  if (status === 'complete')
    return renderPage('You have already paid.', 'This page can be closed.', { back });
  if (status === 'expired')
    return renderPage('This payment page has expired.', 'Nothing was charged.', { back });
  const items = state.checkoutPlans[session.id]?.lineItems ?? [];
  const recurring = items.find(({ price }) => price?.recurring);
  const customer = state.customers[session.customer ?? ''];
  const isPack = session.mode === 'payment';
  const name = items
    .map(({ description, quantity }) =>
      quantity === 1 ? description : `${quantity} × ${description}`,
    )
    .join(', ');
  const subtotal = session.amount_subtotal ?? 0;
  const path = `/stripe/checkout/${session.id}`;
  const total = computeSessionTotal(account, session);
  const terms = html`<label>
    <input type="checkbox" name="terms" value="yes" required />
    <span>I agree to the terms of service</span>
  </label>`;
  const fields = html`${isPack ? renderCardChoice('ok', 'declined') : renderCardChoice('ok', 'declined', 'declined_later')}
    <label>
      <span>Name on card</span>
      <input
        name="name"
        autocomplete="cc-name"
        required
        maxlength="100"
        value="${customer?.name ?? ''}"
      />
    </label>
    ${session.consent_collection?.terms_of_service === 'required' ? terms : ''}`;
  const content = html`<p>
      <strong>${formatMoney(total)}</strong> ${formatInterval(recurring?.price)}
    </p>
    ${renderDefinitionList({
      Subtotal: formatMoney(subtotal),
      'VAT (20%)': total > subtotal ? formatMoney(total - subtotal) : undefined,
      'Total due today': formatMoney(total),
      Email: customer?.email ?? '',
    })}
    ${renderButtonForm(path, isPack ? `Pay ${formatMoney(total)}` : 'Pay and subscribe', {}, fields)}`;
  return renderPage(isPack ? name : `Subscribe to ${name}`, content, {
    back,
    redirectUrl,
    failure,
  });
}

/** Pays a session by card, then redirects. After a double click, the second call only redirects. */
export function submitCheckout(
  account: Account,
  session: CheckoutSession,
  fields: URLSearchParams,
): Page {
  const card = parseCard(fields);
  if (session.status === 'complete') return redirect(returnUrl(session));
  if (card === undefined || session.status !== 'open') return checkoutPage(account, session);
  try {
    const paid = completeSession(account, session, card, fields.get('name')?.trim() || undefined);
    if (!paid) return checkoutPage(account, session, 'Your card was declined. Try another one.');
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return checkoutPage(account, session, error.message);
  }
  return redirect(returnUrl(session));
}

const returnUrl = ({ id, success_url: url }: CheckoutSession): string =>
  url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? '/';
