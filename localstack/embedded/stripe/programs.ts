import { z } from 'zod';
import { type Faults, faultsSchema } from './faults.ts';
import { StripeApiError, cardDeclined, invalid, noSuch } from './http/stripe-error.ts';
import type { Account } from './model/account.ts';
import { find } from './model/objects.ts';
import { completeSession, finishDebit } from './operations/checkout.ts';
import { confirmFlow } from './operations/portal.ts';
import { closeDispute, disputeCharge, failRefund, refundCharge } from './operations/reversals.ts';
import { endAtPeriodEnd, endSubscription, isLive } from './operations/subscriptions.ts';

interface ProgramContext {
  readonly account: Account;
  setFaults(faults: Faults): void;
}
type Program = (context: ProgramContext, body: unknown, id: string) => unknown;

const card = z.enum(['ok', 'declined', 'declined_later', 'authenticate', 'delayed']);
const cents = z.number().int().min(1);

const program = <Body extends z.ZodType>(
  schema: Body,
  run: (account: Account, body: z.output<Body>, id: string, context: ProgramContext) => unknown,
): Program => {
  return (context, body, id) => {
    const { success, data, error } = schema.safeParse(body);
    if (success) return run(context.account, data, id, context);
    throw new StripeApiError(400, 'invalid_request_error', z.prettifyError(error));
  };
};

/** `POST /stripe/KIND/ID/VERB` and `POST /stripe/VERB`, each with a JSON object. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  'sessions/pay': program(
    z.strictObject({ card: card.default('ok'), name: z.string().min(1).optional() }),
    (account, given, id) => {
      const session = find(account.state, 'checkoutSessions', id);
      if (completeSession(account, session, given.card, given.name)) return session;
      throw cardDeclined(session.payment_intent ?? '');
    },
  ),
  'sessions/settle': program(z.strictObject({ paid: z.boolean() }), (account, { paid }, id) => {
    const session = find(account.state, 'checkoutSessions', id);
    finishDebit(account, session, paid);
    return session;
  }),
  'subscriptions/cancel': program(
    z.strictObject({ at_period_end: z.boolean().default(false) }),
    (account, { at_period_end }, id) => {
      const subscription = find(account.state, 'subscriptions', id);
      if (!isLive(subscription)) throw noSuch('subscription', id);
      if (at_period_end) endAtPeriodEnd(account, subscription, true, 'portal');
      else endSubscription(account, subscription, 'cancellation_requested');
      return subscription;
    },
  ),
  'portal-sessions/confirm': program(z.strictObject({}), (account, _given, id) => {
    const session = find(account.state, 'portalSessions', id);
    if (confirmFlow(account, session)) return session;
    throw cardDeclined('');
  }),
  'customers/card': program(z.strictObject({ card }), ({ state }, given, id) => {
    find(state, 'customers', id);
    const cards = Object.values(state.cards).filter(({ customer }) => customer === id);
    for (const one of cards) one.behaviour = given.card;
    return { cards: cards.length };
  }),
  'charges/refund': program(
    z.strictObject({ amount: cents.optional() }),
    (account, { amount }, id) =>
      refundCharge(account, find(account.state, 'charges', id), {
        amount,
        reason: 'requested_by_customer',
      }),
  ),
  'charges/dispute': program(
    z.strictObject({
      close: z.enum(['won', 'lost']).optional(),
      reason: z.string().default('fraudulent'),
    }),
    (account, { close, reason }, id) => {
      const charge = find(account.state, 'charges', id);
      return close ? closeDispute(account, charge, close) : disputeCharge(account, charge, reason);
    },
  ),
  'refunds/fail': program(z.strictObject({}), (account, _given, id) => {
    const refund = find(account.state, 'refunds', id);
    failRefund(account, refund);
    return refund;
  }),
  clock: program(z.strictObject({ advance: z.string() }), (account, { advance }) => {
    if (!account.advance(advance)) {
      throw invalid(`${advance} is no ISO 8601 duration such as P1M, P3D or PT1H.`);
    }
    return { now: new Date(account.now() * 1000).toISOString() };
  }),
  faults: program(faultsSchema, (_account, given, _id, { setFaults }) => {
    setFaults(given);
    return given;
  }),
};

/** Finds the program of a path below `/stripe/`. */
export function findProgram(
  path: string,
): { readonly run: Program; readonly id: string } | undefined {
  const [kind = '', id, verb, ...more] = path.split('/').slice(2).map(decodeURIComponent);
  if (more.length > 0) return undefined;
  const name = verb === undefined ? kind : `${kind}/${verb}`;
  if (!Object.hasOwn(PROGRAMS, name) || (verb === undefined) !== (id === undefined)) {
    return undefined;
  }
  const run = PROGRAMS[name];
  return run && { run, id: id ?? '' };
}
