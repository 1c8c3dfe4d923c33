import { z } from 'zod';
import { completeSession, settleDebit } from './operations/complete-session.ts';
import { confirmFlow } from './operations/portal.ts';
import { closeDispute, disputeCharge, failRefund, refundCharge } from './operations/reversals.ts';
import { endAtPeriodEnd, endSubscription, isLive } from './operations/subscriptions.ts';
import { faultsSchema } from './faults.ts';
import type { Service } from './http/exchange.ts';
import { StripeApiError, cardDeclined, noSuch } from './http/stripe-error.ts';

type ProgramContext = Pick<Service, 'world' | 'clock' | 'setFaults'>;
type Program = (context: ProgramContext, body: unknown, id: string) => unknown;

const card = z.enum(['ok', 'declined', 'declined_later', 'authenticate', 'delayed']);
const cents = z.number().int().min(1);

const program = <T extends z.ZodType>(
  schema: T,
  run: (context: ProgramContext, body: z.output<T>, id: string) => unknown,
): Program => {
  return (context, body, id) => {
    const { success, data, error } = schema.safeParse(body);
    if (success) return run(context, data, id);
    throw new StripeApiError(400, 'invalid_request_error', z.prettifyError(error));
  };
};

function of<T>(object: T | undefined, what: string, id: string): T {
  if (object === undefined) throw noSuch(what, id);
  return object;
}

/** `POST /stripe/KIND/ID/VERB` and `POST /stripe/VERB`, each with a JSON object. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  'sessions/pay': program(
    z.strictObject({ card: card.default('ok'), name: z.string().min(1).optional() }),
    ({ world }, given, id) => {
      const session = of(world.state.checkoutSessions[id], 'checkout.session', id);
      if (completeSession(world, session, given.card, given.name)) return session;
      throw cardDeclined(session.payment_intent ?? '');
    },
  ),
  'sessions/settle': program(z.strictObject({ paid: z.boolean() }), ({ world }, { paid }, id) => {
    const session = of(world.state.checkoutSessions[id], 'checkout.session', id);
    settleDebit(world, session, paid);
    return session;
  }),
  'subscriptions/cancel': program(
    z.strictObject({ at_period_end: z.boolean().default(false) }),
    ({ world }, { at_period_end }, id) => {
      const subscription = of(world.state.subscriptions[id], 'subscription', id);
      if (!isLive(subscription)) throw noSuch('subscription', id);
      if (at_period_end) endAtPeriodEnd(world, subscription, true, 'portal');
      else endSubscription(world, subscription, 'cancellation_requested');
      return subscription;
    },
  ),
  'portal-sessions/confirm': program(z.strictObject({}), ({ world }, _given, id) => {
    const session = of(world.state.portalSessions[id], 'billing_portal.session', id);
    if (confirmFlow(world, session)) return session;
    throw cardDeclined('');
  }),
  'customers/card': program(z.strictObject({ card }), ({ world }, given, id) => {
    of(world.state.customers[id], 'customer', id);
    const cards = Object.values(world.state.cards).filter(({ customer }) => customer === id);
    for (const one of cards) one.behaviour = given.card;
    return { cards: cards.length };
  }),
  'charges/refund': program(
    z.strictObject({ amount: cents.optional() }),
    ({ world }, given, id) => {
      const charge = of(world.state.charges[id], 'charge', id);
      return refundCharge(world, charge, { ...given, reason: 'requested_by_customer' });
    },
  ),
  'charges/dispute': program(
    z.strictObject({
      close: z.enum(['won', 'lost']).optional(),
      reason: z.string().default('fraudulent'),
    }),
    ({ world }, { close, reason }, id) => {
      const charge = of(world.state.charges[id], 'charge', id);
      return close ? closeDispute(world, charge, close) : disputeCharge(world, charge, reason);
    },
  ),
  'refunds/fail': program(z.strictObject({}), ({ world }, _given, id) => {
    const refund = of(world.state.refunds[id], 'refund', id);
    failRefund(world, refund);
    return refund;
  }),
  clock: program(z.strictObject({ advance: z.string() }), ({ world, clock }, { advance }) => {
    if (!clock.advance(world, advance)) {
      throw new StripeApiError(
        400,
        'invalid_request_error',
        `${advance} is no ISO 8601 duration such as P1M, P3D or PT1H.`,
      );
    }
    return { now: new Date(clock.now() * 1000).toISOString() };
  }),
  faults: program(faultsSchema, ({ setFaults }, given) => {
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
