import { html } from '../../inbox/html.ts';
import type { Html } from '../../inbox/html.ts';
import { completeSession } from '../operations/complete-session.ts';
import { taxOn } from '../operations/tax.ts';
import { StripeApiError } from '../http/stripe-error.ts';
import type { CheckoutSession, PageCard } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { SELLER, alert, cardChoice, facts, framed, notice } from './frame.ts';
import { readCard } from './form-fields.ts';
import type { PageAnswer } from './page-answer.ts';
import { redirect, shown } from './page-answer.ts';
import { wordsFor } from './texts.ts';
import type { Words } from './texts.ts';

/** The payment page of a session. */
export function checkoutPage(
  world: World,
  session: CheckoutSession,
  accept: string | undefined,
  failure?: string,
): PageAnswer {
  const words = wordsFor(session.locale === null ? accept : session.locale);
  const { t } = words;
  const back = session.cancel_url
    ? { url: session.cancel_url, text: `${t.returnTo} ${SELLER}` }
    : undefined;
  if (session.status === 'complete') return shown(notice(words, t.complete, t.completeNote, back));
  if (session.status === 'expired') return shown(notice(words, t.expired, t.expiredNote, back));
  const title = session.mode === 'subscription' ? t.subscribeTo : t.pay;
  const content = html`${summary(world, session, words)}${form(world, session, words, failure)}`;
  const page = framed({ words, title: `${title} ${SELLER}`, back, kind: 'split', content });
  return shown(page, [session.success_url, session.cancel_url], failure === undefined ? 200 : 402);
}

const amounts = (session: CheckoutSession) => {
  const subtotal = session.amount_subtotal ?? 0;
  const tax = taxOn(subtotal, session.automatic_tax.enabled);
  return { subtotal, tax, total: subtotal + tax };
};

function summary(world: World, session: CheckoutSession, words: Words): Html {
  const { t, money } = words;
  const [item] = world.state.checkoutPlans[session.id]?.lineItems ?? [];
  const { subtotal, tax, total } = amounts(session);
  const interval = item?.price?.recurring?.interval;
  const per = interval === undefined ? '' : interval === 'year' ? t.perYear : t.perMonth;
  const name = item?.description ?? '';
  return html`<section class="summary">
    <h1>${session.mode === 'subscription' ? `${t.subscribeTo} ${name}` : name}</h1>
    <p class="figure">${money(total)} <small>${per}</small></p>
    ${facts([
      [t.subtotal, money(subtotal)],
      ...(tax > 0 ? [[t.vat, money(tax)] as const] : []),
      [t.dueToday, html`<strong>${money(total)}</strong>`],
    ])}
  </section>`;
}

function form(
  world: World,
  session: CheckoutSession,
  words: Words,
  failure: string | undefined,
): Html {
  const { t, money } = words;
  const customer = world.state.customers[session.customer ?? ''];
  const asksTerms = session.consent_collection?.terms_of_service === 'required';
  const cards: readonly PageCard[] =
    session.mode === 'subscription' ? ['ok', 'declined', 'declined_later'] : ['ok', 'declined'];
  const terms = html`<label class="check">
    <input type="checkbox" name="terms" value="yes" required />
    <span>${t.terms}</span>
  </label>`;
  const message = session.custom_text.submit?.message;
  const verb = session.mode === 'subscription' ? t.subscribe : t.pay;
  return html`<form method="post" class="card">
    ${failure === undefined ? '' : alert(failure)} ${facts([[t.email, customer?.email ?? '']])}
    ${cardChoice(words, cards)}
    <label class="field">
      <span>${t.name}</span>
      <input
        name="name"
        autocomplete="cc-name"
        required
        maxlength="100"
        value="${customer?.name ?? ''}"
      />
    </label>
    ${asksTerms ? terms : ''}
    <button>
      ${session.mode === 'payment' ? `${verb} ${money(amounts(session).total)}` : verb}
    </button>
    ${message ? html`<p class="small">${message}</p>` : ''}
  </form>`;
}

/** Pays as the form says, and leads on. */
export function payPage(
  world: World,
  session: CheckoutSession,
  accept: string | undefined,
  fields: URLSearchParams,
): PageAnswer {
  const { t } = wordsFor(session.locale === null ? accept : session.locale);
  const card = readCard(fields.get('card'));
  if (card === undefined || session.status !== 'open') return checkoutPage(world, session, accept);
  try {
    const paid = completeSession(world, session, card, fields.get('name')?.trim() || undefined);
    if (!paid) return checkoutPage(world, session, accept, t.declined);
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return checkoutPage(world, session, accept, t.cannot);
  }
  const to = session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  return redirect(to ?? '/');
}
