import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { RouteHandler } from '../../functions/access/serve-route.ts';
import { createStripeClient } from '../../functions/billing/adapters/stripe-client.ts';
import { createStripePrices } from '../../functions/billing/adapters/stripe-prices.ts';
import { createStripeSetup } from '../../functions/billing/adapters/stripe-setup.ts';
import { isHandledEventType } from '../../functions/billing/rules/stripe-events.ts';
import { setUpStripe } from '../../functions/billing/set-up-stripe.ts';
import { billing, reconcileBilling as reconcile } from '../../functions/billing/workers.ts';
import { updateExpression } from '../../functions/platform/dynamo/expression.ts';
import { routes } from './routes.ts';
import { invoke } from './invoke.ts';
import { createApiEvent, type ApiEventParts } from './api-event.ts';
import type { OutputOf, Route } from '../../shared/contract/route.ts';
import { newSourceIp } from './account-harness.ts';
import { startTable, type TestTable } from './dynamo.ts';
import { type Person, createPerson, type PersonTraits } from './people.ts';
import { sqsRecord } from './sqs-event.ts';
import { idOf } from '../../lab/fake-stripe/tests/catalog.ts';
import { startTestStripe, type TestStripe } from '../../lab/fake-stripe/tests/test-stripe.ts';
import { signPayload } from './stripe-signature.ts';
import { TEST_NOW, testClock } from './test-clock.ts';
import { TEST_STRIPE, type TestContext, testContext } from './test-context.ts';

const stripeState = z.object({
  portalSessions: z.record(z.string(), z.looseObject({ id: z.string() })),
});

/**
 * Number of concurrent workers: as many as Lambda starts for a queue at first.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const WORKERS = 5;

interface HarnessOptions {
  /** Maps the URL of the fake Stripe to the URL that the product uses; by default the same. */
  readonly reach?: (url: string) => Promise<string>;
  /** Additional environment variables of the functions, such as TAX. */
  readonly settings?: Readonly<Record<string, string>>;
}

export type BillingHarness = ReturnType<typeof createBillingHarness>;

/**
 * Runs the billing routes and workers on a table and a fake Stripe, with a new context for each
 * test. Stripe's events arrive only when the test delivers them.
 */
export function createBillingHarness({
  reach = async (url) => url,
  settings = {},
}: HarnessOptions = {}) {
  let table: TestTable;
  let stripe: TestStripe;
  let stripeUrl: string;
  let stripeSetup: ReturnType<typeof createStripeSetup>;
  let isSecretWritable = true;
  let context: TestContext;
  const handledEventIds = new Set<string>();
  let since = 0;

  beforeAll(async () => {
    table = await startTable();
    stripe = await startTestStripe({ now: () => TEST_NOW });
    stripeUrl = await reach(stripe.url);
    const client = createStripeClient(async () => TEST_STRIPE, stripeUrl);
    const prices = createStripePrices(client, testClock());
    const secret = JSON.stringify({ secret_key: TEST_STRIPE.secretKey, webhook_secret: 'first' });
    const write = async () => {
      if (!isSecretWritable) throw new Error('denied');
    };
    const text = { read: async () => secret, write };
    stripeSetup = createStripeSetup(client, prices, text);
    await stripeSetup.ensurePlans();
    await stripeSetup.ensurePortal('https://app.tamis.example/invoices');
  });
  beforeEach(async () => {
    context = testContext(table, {}, { STRIPE_API_BASE: stripeUrl, ...settings });
    await newEvents();
  });
  afterAll(async () => {
    await stripe[Symbol.asyncDispose]();
    await table.stop();
  });

  /** Returns the events of handled types that Stripe created since the last call, oldest first. */
  async function newEvents(): Promise<Stripe.Event[]> {
    const events: Stripe.Event[] = [];
    const created = { gte: since };
    for await (const event of stripe.stripe.events.list({ limit: 100, created })) {
      if (!handledEventIds.has(event.id)) events.unshift(event);
      handledEventIds.add(event.id);
      since = Math.max(since, event.created);
    }
    return events.filter(({ type }) => isHandledEventType(type));
  }

  const stage = {
    table: () => table,
    context: () => context,
    stripe: () => stripe,
    sdk: () => stripe.stripe,
    person: (traits?: PersonTraits): Promise<Person> => createPerson(context, traits),

    /** Runs `npm run stripe:setup` for a web app at this origin. Returns its output. */
    setUp(origin: string, mayWriteSecret = true): Promise<string[]> {
      isSecretWritable = mayWriteSecret;
      const env = { PUBLIC_ORIGIN: origin, STRIPE_API_BASE: stripeUrl };
      return setUpStripe({ stripeSetup, env });
    },

    /** Runs an action of the fake Stripe's `control.ts`, and expects the response status. */
    async program(path: string, given = {}, expected = 200): Promise<void> {
      const { status, body } = await stripe.runControl(`/stripe/${path}`, given);
      expect([status, body]).toEqual([expected, body]);
    },

    /** Advances Stripe's clock by an ISO 8601 duration, and delivers all events. */
    async advance(duration: string): Promise<void> {
      await stage.program('clock', { advance: duration });
      await stage.deliverAll();
    },

    /** Confirms the change that a page of Stripe's portal offers, and delivers all events. */
    async confirm(portal: string, expected = 200): Promise<void> {
      const id = stage.portalSession(portal)?.id ?? 'none';
      await stage.program(`portal-sessions/${id}/confirm`, {}, expected);
      await stage.deliverAll();
    },

    chargeOf: async (payment: Stripe.Checkout.Session['payment_intent']): Promise<string> =>
      idOf((await stripe.stripe.paymentIntents.retrieve(idOf(payment))).latest_charge),

    /** Calls a route, expects status 200, and parses the body according to the contract. */
    async get<R extends Route>(
      handler: RouteHandler<R, TestContext>,
      parts: ApiEventParts,
    ): Promise<OutputOf<R>> {
      const event = createApiEvent(handler.route, parts);
      const { statusCode, body } = await invoke(handler, context, event);
      expect([statusCode, body]).toEqual([200, body]);
      return z.parse(handler.route.output, JSON.parse(body)) as OutputOf<R>;
    },

    /** Opens one of the product's links. Returns the URL to which it redirects. */
    async follow(url: string): Promise<string> {
      const { searchParams, pathname } = new URL(url);
      const receipt = /billings\/([^/]+)\/receipt/.exec(pathname)?.[1];
      const handler = receipt === undefined ? routes.checkout : routes.receipt;
      const query = Object.fromEntries(searchParams);
      const params = receipt === undefined ? undefined : { id: receipt };
      const parts = { query, sourceIp: newSourceIp(), ...(params && { params }) };
      const event = createApiEvent(handler.route, parts);
      const { statusCode, headers } = await invoke(handler, context, event);
      expect(statusCode).toBe(303);
      return String(headers?.['Location']);
    },

    async paymentUrl({ headers }: Person, planId: string): Promise<string> {
      const { data } = await stage.get(routes.getPlan, { headers });
      const url = data.find(({ id }) => id === planId)?.payment_url;
      if (url === undefined) throw new Error(`${planId} is not on sale`);
      return url;
    },

    click: async (who: Person, planId: string): Promise<string> =>
      stage.follow(await stage.paymentUrl(who, planId)),

    /** Pays a checkout with a discount of `off` percent. Returns the Stripe session. */
    async pay(checkout: string, card = 'ok', off = 0): Promise<Stripe.Checkout.Session> {
      const id = /cs_\w+/.exec(checkout)?.[0] ?? 'none';
      await stage.program(`sessions/${id}/pay`, { card, off });
      return stripe.stripe.checkout.sessions.retrieve(id);
    },

    buy: async (who: Person, planId: string): Promise<Stripe.Checkout.Session> =>
      stage.pay(await stage.click(who, planId)),

    events: newEvents,

    /** Delivers an event as Stripe does. Returns the status of the response. */
    async post(event: object, headers = {}): Promise<number> {
      const payload = JSON.stringify(event);
      const signature = signPayload(payload, context.clock.now());
      const signedBy = { 'Stripe-Signature': signature, ...headers };
      // A new IP address each time, because a test sends more events than one address may send.
      const parts = { body: payload, headers: signedBy, sourceIp: newSourceIp() };
      const handler = routes.stripeWebhook;
      return (await invoke(handler, context, createApiEvent(handler.route, parts))).statusCode;
    },

    copies: <E extends { readonly id: string }>(
      events: readonly E[],
      count: number,
      given: { readonly api_version?: string } = {},
    ): E[] =>
      Array.from({ length: count }, (_, n) =>
        events.map((event) => ({ ...event, ...given, id: `${event.id}_${n}` })),
      ).flat(),

    /** Returns the events in a different order, chosen by `turn`. */
    shuffled: (events: readonly Stripe.Event[], turn: number): Stripe.Event[] =>
      events
        .map((event, at) => ({ event, at: (at * 7919 + turn) % 1009 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ event }) => event),

    /** Lets workers process the queued events. Expects exactly `failing` messages to fail. */
    async work(failing = 0): Promise<void> {
      const pending = context.stripeEvents.splice(0).values();
      let failed = 0;
      const work = async (): Promise<void> => {
        for (const message of pending) {
          const event = { Records: [sqsRecord(message)] };
          const { batchItemFailures } = await invoke(billing, context, event);
          failed += batchItemFailures.length;
        }
      };
      await Promise.all(Array.from({ length: WORKERS }, work));
      expect(failed).toBe(failing);
    },

    reconcile: () => invoke(reconcile, context, {}),

    async deliver(events: readonly object[]): Promise<void> {
      for (const event of events) {
        expect(await stage.post(event)).toBe(200);
        await stage.work();
      }
    },

    /** Delivers and processes all events at Stripe until no more follow. */
    async deliverAll(): Promise<void> {
      for (let events = await stage.events(); events.length > 0; events = await stage.events())
        await stage.deliver(events);
    },

    setStatus: ({ user }: Person, status: 1 | 2) =>
      context.db.update({ PK: `USER#${user.id}`, SK: 'PROFILE' }, updateExpression({ status })),
    remove: ({ user }: Person) => context.db.delete({ PK: `USER#${user.id}`, SK: 'PROFILE' }),

    portalSession: (url: string) =>
      stripeState.parse(stripe.state).portalSessions[/bps_\w+/.exec(url)?.[0] ?? ''],

    user: async ({ user }: Person) => {
      const found = await context.accounts.get(user.id);
      if (!found) throw new Error('the account does not exist');
      return found;
    },
    balance: ({ user }: Person) => context.ledger.balance(user.id),
    grants: async ({ user }: Person): Promise<string[]> =>
      (await Array.fromAsync(context.ledger.entries(user.id))).flatMap(({ id, kind }) =>
        kind === 'grant' ? [id] : [],
      ),
    mailIds: (): string[] => [...new Set(context.mails.map(({ id }) => id))],
    logged: (event: string): string[] =>
      context.lines.filter((line) => line.includes(`"event":"${event}"`)),
  };
  return stage;
}
