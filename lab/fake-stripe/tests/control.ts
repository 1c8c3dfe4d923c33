import { z } from 'zod';
import { errorResponse, respondToCall } from '../src/api/api.ts';
import { type ApiResponse, type ApiRoute, defineRoute, findRoute } from '../src/api/route.ts';
import type { Account } from '../src/model/account.ts';
import {
  cardDeclinedError,
  invalidRequestError,
  noSuchObjectError,
  StripeApiError,
} from '../src/model/errors.ts';
import {
  createObject,
  findObject,
  fromFixture,
  updateObject,
  createSinglePageList,
} from '../src/model/objects.ts';
import type { CreditNote, PortalSession } from '../src/model/state.ts';
import { markInvoicePaid } from '../src/operations/collect.ts';
import { completeSession } from '../src/operations/checkout.ts';
import { refundCharge } from '../src/operations/refund-charge.ts';
import {
  setCancelAtPeriodEnd,
  endSubscription,
  isActiveOrPastDue,
} from '../src/operations/subscriptions.ts';
import { performPortalAction } from '../src/pages/portal.ts';
import {
  setAppealStatus,
  APPEAL_STATUSES,
  closeDispute,
  disputeCharge,
  escalateInquiry,
  failRefund,
  createFraudWarning,
} from './disputes.ts';
import { addDuration } from './duration.ts';

type CreditNoteLine = CreditNote['lines']['data'][number];

const faultsSchema = z.strictObject({
  invoices: z
    .strictObject({
      finalize: z.boolean().default(true),
      draft: z.boolean().default(false),
      per_customer: z.boolean().default(false),
    })
    .prefault({}),
  api: z
    .strictObject({
      /**
       * `limit` and `lock` respond 429 (rate limit, or object in use) without executing the call.
       * `before` responds 503 without executing it. `after` executes it and responds 500, as does
       * every retry with the same idempotency key. `lost` executes it and disconnects without a
       * response.
       */
      fail: z.enum(['limit', 'lock', 'before', 'after', 'lost']),
      /** Number of calls that fail; later ones succeed. */
      times: z.number().int().min(1).default(1),
      path: z.string().default('/v1/'),
      method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    })
    .optional(),
});

type Faults = z.output<typeof faultsSchema>;

const card = z.enum(['ok', 'declined', 'declined_later', 'authenticate']);
const cents = z.number().int().min(1);

/** Actions of customers, banks and Stripe's staff, as calls that take a JSON object. */
const CALLS: readonly ApiRoute[] = [
  defineRoute(
    'POST /stripe/sessions/:id/pay',
    z.strictObject({
      card: card.default('ok'),
      name: z.string().min(1).optional(),
      off: z.number().int().min(0).max(100).default(0),
    }),
    (account, given, id) => {
      const session = findObject(account.state, 'checkoutSessions', id);
      if (completeSession(account, session, given.card, given.name, given.off)) return session;
      throw cardDeclinedError(session.payment_intent ?? '');
    },
  ),
  defineRoute(
    'POST /stripe/subscriptions/:id/cancel',
    z.strictObject({ at_period_end: z.boolean().default(false) }),
    (account, { at_period_end }, id) => {
      const subscription = findObject(account.state, 'subscriptions', id);
      if (!isActiveOrPastDue(subscription)) throw noSuchObjectError('subscription', id);
      if (at_period_end) setCancelAtPeriodEnd(account, subscription, true, 'portal');
      else endSubscription(account, subscription, 'cancellation_requested');
      return subscription;
    },
  ),
  defineRoute(
    'POST /stripe/portal-sessions/:id/confirm',
    z.strictObject({}),
    (account, _given, id) => {
      const session = findObject(account.state, 'portalSessions', id);
      const { status } = performPortalAction({ account, session }, confirmationForm(session));
      if (status === 402) throw cardDeclinedError('');
      if (status !== 303) throw invalidRequestError('This portal session has no flow to confirm.');
      return session;
    },
  ),
  defineRoute(
    'POST /stripe/customers/:id/card',
    z.strictObject({ card }),
    ({ state }, given, id) => {
      findObject(state, 'customers', id);
      const cards = Object.values(state.cards).filter(({ customer }) => customer === id);
      for (const one of cards) one.behavior = given.card;
      return { cards: cards.length };
    },
  ),
  defineRoute(
    'POST /stripe/charges/:id/refund',
    z.strictObject({ amount: cents.optional() }),
    (account, { amount }, id) =>
      refundCharge(account, findObject(account.state, 'charges', id), { amount }),
  ),
  defineRoute(
    'POST /stripe/charges/:id/dispute',
    z.strictObject({
      close: z.enum(['won', 'lost', 'escalated']).optional(),
      appeal: z.enum(APPEAL_STATUSES).optional(),
      reason: z.string().default('fraudulent'),
      amount: cents.optional(),
      inquiry: z.boolean().default(false),
    }),
    (account, { close, appeal, ...given }, id) => {
      const charge = findObject(account.state, 'charges', id);
      if (appeal) return setAppealStatus(account, charge, appeal);
      if (close === 'escalated') return escalateInquiry(account, charge);
      return close ? closeDispute(account, charge, close) : disputeCharge(account, charge, given);
    },
  ),
  defineRoute(
    'POST /stripe/charges/:id/warn',
    z.strictObject({ type: z.string().default('made_with_stolen_card') }),
    (account, { type }, id) =>
      createFraudWarning(account, findObject(account.state, 'charges', id), type),
  ),
  // A credit note for an open invoice, which it may settle, or for a paid one that was refunded
  // manually: docs.stripe.com/invoicing/dashboard/credit-notes
  defineRoute(
    'POST /stripe/invoices/:id/credit',
    z.strictObject({ amount: cents }),
    (account, { amount }, id) => {
      const invoice = findObject(account.state, 'invoices', id);
      const isPaid = invoice.status === 'paid';
      if (isPaid) {
        invoice.post_payment_credit_notes_amount += amount;
      } else {
        invoice.pre_payment_credit_notes_amount += amount;
        invoice.amount_remaining -= amount;
      }
      const [{ id: invoice_line_item = '' } = {}] = invoice.lines.data;
      const line = fromFixture<CreditNoteLine>('credit_note_line_item', {
        amount,
        invoice_line_item,
      });
      const before = Object.values(account.state.creditNotes).filter((each) => each.invoice === id);
      const note = createObject(account, 'creditNotes', {
        invoice: id,
        lines: createSinglePageList([line], '/v1/credit_notes/lines'),
        number: `${invoice.number}-CN-0${before.length + 1}`,
        post_payment_amount: isPaid ? amount : 0,
        refunds: [],
        total: amount,
      });
      account.emit('credit_note.created', note);
      if (!isPaid && invoice.amount_remaining === 0) markInvoicePaid(account, invoice);
      return invoice;
    },
  ),
  defineRoute(
    'POST /stripe/tax_ids/:id/verify',
    z.strictObject({ status: z.enum(['verified', 'unverified', 'unavailable']) }),
    (account, { status }, id) => {
      const taxId = findObject(account.state, 'taxIds', id);
      const verification = { status, verified_address: null, verified_name: null };
      updateObject(account, 'customer.tax_id.updated', taxId, { verification });
      return taxId;
    },
  ),
  defineRoute('POST /stripe/refunds/:id/fail', z.strictObject({}), (account, _given, id) => {
    const refund = findObject(account.state, 'refunds', id);
    failRefund(account, refund);
    return refund;
  }),
  defineRoute(
    'POST /stripe/clock',
    z.strictObject({ advance: z.string() }),
    (account, { advance }) => {
      const target = addDuration(account.now(), advance);
      if (target === undefined || target <= account.now())
        throw invalidRequestError(
          `${advance} is not an ISO 8601 duration such as P1M, P3D or PT1H.`,
        );
      account.advanceTo(target);
      return { now: new Date(account.now() * 1000).toISOString() };
    },
  ),
];

const failures: Readonly<Record<'limit' | 'lock' | 'before' | 'after', () => ApiResponse>> = {
  limit: () => tooManyRequests(429, 'Request rate limit exceeded.', 'rate_limit'),
  lock: () => ({
    ...tooManyRequests(
      429,
      'Another API request is currently accessing this object.',
      'lock_timeout',
    ),
    headers: { 'stripe-should-retry': 'true' },
  }),
  before: () => errorResponse(new StripeApiError(503, 'api_error', 'An unknown error occurred')),
  after: () => errorResponse(new StripeApiError(500, 'api_error', 'An unknown error occurred')),
};

const tooManyRequests = (status: number, message: string, code: string): ApiResponse =>
  errorResponse(new StripeApiError(status, 'invalid_request_error', message, { code }));

export function createControlApi() {
  let fault: Faults['api'];
  const calls = [
    ...CALLS,
    defineRoute('POST /stripe/faults', faultsSchema, (account, given) => {
      account.invoicing = given.invoices;
      fault = given.api;
      return given;
    }),
  ];

  const takeFault = (method: string, url: string) => {
    if (fault === undefined || fault.times === 0) return undefined;
    if (!url.startsWith(fault.path) || (fault.method ?? method) !== method) return undefined;
    fault.times -= 1;
    return fault.fail;
  };

  return {
    /** @throws {StripeApiError} if Stripe would reject the action */
    run(account: Account, path: string, body: unknown): object {
      const found = findRoute(calls, 'POST', path);
      if (!found) throw new TypeError(`Unknown control of the fake Stripe: ${path}`);
      return found.call.run(account, body, found.id);
    },

    respond(...[account, key, request]: Parameters<typeof respondToCall>): ApiResponse | undefined {
      const faultKind = takeFault(request.method, request.url);
      if (faultKind === 'limit' || faultKind === 'lock' || faultKind === 'before')
        return failures[faultKind]();
      const response = respondToCall(account, key, request);
      // Errors and replayed responses are returned unchanged.
      if (faultKind === undefined || response.status !== 200 || response.headers) return response;
      if (faultKind === 'lost') return undefined;
      const serverError = failures.after();
      const storedResponse = account.state.responses[String(request.headers['idempotency-key'])];
      if (storedResponse) Object.assign(storedResponse, serverError);
      return serverError;
    },
  };
}

function confirmationForm({ flow }: PortalSession): URLSearchParams {
  const { subscription_cancel: cancellation, subscription_update_confirm: change } = flow ?? {};
  if (flow?.type === 'payment_method_update')
    return new URLSearchParams({ action: 'card', card: 'ok' });
  return new URLSearchParams({
    action: change ? 'change' : 'cancel',
    subscription: (cancellation ?? change)?.subscription ?? '',
    price: change?.items[0]?.price ?? '',
  });
}
