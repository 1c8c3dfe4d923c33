import { z } from 'zod';
import { faultsSchema } from './faults.ts';
import { type Call, call } from './http/call.ts';
import { cardDeclined, invalid, noSuch } from './http/stripe-error.ts';
import { find } from './model/objects.ts';
import { cardOf } from './operations/charge-card.ts';
import { completeSession, finishDebit } from './operations/checkout.ts';
import { confirmFlow } from './operations/portal.ts';
import {
  closeDispute,
  disputeCharge,
  escalateInquiry,
  failRefund,
  refundCharge,
  warnOfFraud,
} from './operations/reversals.ts';
import {
  endAtPeriodEnd,
  endSubscription,
  isLive,
  retryInvoice,
} from './operations/subscriptions.ts';

const card = z.enum(['ok', 'declined', 'declined_later', 'authenticate', 'delayed']);
const cents = z.number().int().min(1);

/** What customers do, and people at Stripe: calls with a JSON object. */
export const PROGRAMS: readonly Call[] = [
  call(
    'POST /stripe/sessions/:id/pay',
    z.strictObject({
      card: card.default('ok'),
      name: z.string().min(1).optional(),
      off: z.number().int().min(0).max(100).default(0),
    }),
    (account, given, id) => {
      const session = find(account.state, 'checkoutSessions', id);
      if (completeSession(account, session, given.card, given.name, given.off)) return session;
      throw cardDeclined(session.payment_intent ?? '');
    },
  ),
  call(
    'POST /stripe/sessions/:id/settle',
    z.strictObject({ paid: z.boolean() }),
    (account, { paid }, id) => {
      const session = find(account.state, 'checkoutSessions', id);
      finishDebit(account, session, paid);
      return session;
    },
  ),
  call(
    'POST /stripe/invoices/:id/settle',
    z.strictObject({ paid: z.boolean() }),
    (account, { paid }, id) => {
      const invoice = find(account.state, 'invoices', id);
      const debited = cardOf(account, invoice.customer ?? '', invoice.default_payment_method);
      if (invoice.status !== 'open' || debited?.behaviour !== 'delayed')
        throw invalid('No bank debit of this invoice is under way.');
      debited.behaviour = paid ? 'ok' : 'declined';
      retryInvoice(account, id);
      return invoice;
    },
  ),
  call(
    'POST /stripe/subscriptions/:id/cancel',
    z.strictObject({ at_period_end: z.boolean().default(false) }),
    (account, { at_period_end }, id) => {
      const subscription = find(account.state, 'subscriptions', id);
      if (!isLive(subscription)) throw noSuch('subscription', id);
      if (at_period_end) endAtPeriodEnd(account, subscription, true, 'portal');
      else endSubscription(account, subscription, 'cancellation_requested');
      return subscription;
    },
  ),
  call('POST /stripe/portal-sessions/:id/confirm', z.strictObject({}), (account, _given, id) => {
    const session = find(account.state, 'portalSessions', id);
    if (confirmFlow(account, session)) return session;
    throw cardDeclined('');
  }),
  call('POST /stripe/customers/:id/card', z.strictObject({ card }), ({ state }, given, id) => {
    find(state, 'customers', id);
    const cards = Object.values(state.cards).filter(({ customer }) => customer === id);
    for (const one of cards) one.behaviour = given.card;
    return { cards: cards.length };
  }),
  call(
    'POST /stripe/charges/:id/refund',
    z.strictObject({ amount: cents.optional() }),
    (account, { amount }, id) =>
      refundCharge(account, find(account.state, 'charges', id), {
        amount,
        reason: 'requested_by_customer',
      }),
  ),
  call(
    'POST /stripe/charges/:id/dispute',
    z.strictObject({
      close: z.enum(['won', 'lost', 'escalated']).optional(),
      reason: z.string().default('fraudulent'),
      amount: cents.optional(),
      inquiry: z.boolean().default(false),
    }),
    (account, { close, ...given }, id) => {
      const charge = find(account.state, 'charges', id);
      if (close === 'escalated') return escalateInquiry(account, charge);
      return close ? closeDispute(account, charge, close) : disputeCharge(account, charge, given);
    },
  ),
  call(
    'POST /stripe/charges/:id/warn',
    z.strictObject({ type: z.string().default('made_with_stolen_card') }),
    (account, { type }, id) => warnOfFraud(account, find(account.state, 'charges', id), type),
  ),
  call('POST /stripe/refunds/:id/fail', z.strictObject({}), (account, _given, id) => {
    const refund = find(account.state, 'refunds', id);
    failRefund(account, refund);
    return refund;
  }),
  call('POST /stripe/clock', z.strictObject({ advance: z.string() }), (account, { advance }) => {
    if (!account.advance(advance))
      throw invalid(`${advance} is no ISO 8601 duration such as P1M, P3D or PT1H.`);
    return { now: new Date(account.now() * 1000).toISOString() };
  }),
  call('POST /stripe/faults', faultsSchema, (account, given) => {
    account.faults = given;
    return given;
  }),
];
