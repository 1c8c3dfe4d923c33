import type { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../shared/model/duration.ts';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { crashAtSomeCalls } from '../../../tests/support/crash-at-each-call.ts';
import { createFaults } from '../../../tests/support/faults.ts';
import { runAs } from '../../../tests/support/invoke.ts';
import type { Person } from '../../../tests/support/people.ts';
import {
  createDebitEntry,
  createGrantEntry,
  createReserveEntry,
} from '../../credits/rules/ledger.ts';
import { reconcile } from '../../lists/workers.ts';
import { sweepLowBalanceAlerts } from '../../low-credits/sweep-low-balance-alerts.ts';
import { runSweeps } from '../../platform/schedule/run-sweeps.ts';
import { checkCredits } from '../../low-credits/check-credits.ts';
import { routes } from '../../../tests/support/routes.ts';
import { topUpCredits } from './top-up.ts';
import { compareBilling } from '../reconciliation/compare-billing.ts';

const stage = createBillingHarness({ settings: { TAX: 'stripe' } });
const CHOICE = { plan_id: 'pack_5000', below: 1000, times_a_month: 2 };

/** Saves the settings in a session with a recent proof. */
const choose = async ({ headers, sessionId }: Person, top_up: typeof CHOICE | null = CHOICE) => {
  const { clock, sessions } = stage.context();
  await sessions.recordProof(sessionId, clock.now());
  const body = { warn_below: null, top_up };
  return (await stage.get(routes.saveLowCredits, { headers, body })).data.top_up;
};
const fetchSettings = async ({ headers }: Person) =>
  (await stage.get(routes.lowCredits, { headers })).data.top_up;

async function customer(card = 'ok', choice = CHOICE): Promise<Person> {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const chosen = await choose(ada, choice);
  expect(chosen?.status).toBe('card_missing');
  const portal = /bps_\w+/.exec(chosen?.card_url ?? '')?.[0] ?? 'none';
  await stage.program(`portal-sessions/${portal}/confirm`);
  expect(await fetchSettings(ada)).toMatchObject({
    status: 'on',
    times_this_month: 0,
    pay_url: null,
  });
  await setCard(ada, card);
  return ada;
}

async function setCard(who: Person, card: string): Promise<void> {
  const { stripeCustomerId = '' } = await stage.user(who);
  await stage.program(`customers/${stripeCustomerId}/card`, { card });
}

let debits = 0;
/** Spends credits and then checks the balance as a verification does. */
async function spendCredits(who: Person, credits: number): Promise<void> {
  debits += 1;
  await stage.context().ledger.transact(who.user.id, [createDebitEntry(`use${debits}`, credits)]);
  await checkCredits(stage.context(), await stage.user(who));
}
async function runWorkers(failing = 0): Promise<void> {
  await runAs(reconcile, () => runSweeps(stage.context(), [sweepLowBalanceAlerts]));
  await stage.work(failing);
}
const invoices = async (who: Person): Promise<Stripe.Invoice[]> => {
  const { stripeCustomerId: id = '' } = await stage.user(who);
  const { data } = await stage.sdk().invoices.list({ customer: id, limit: 100 });
  return data.filter(({ metadata }) => metadata?.['top_up'] !== undefined);
};
const paid = async (who: Person) => (await invoices(who)).filter(({ status }) => status === 'paid');
const differences = () => {
  stage.context().clock.advance(2 * 3_600_000);
  return Array.fromAsync(compareBilling(stage.context()));
};

it('buys the pack once the balance falls below the level, with an invoice that has a number and tax', async () => {
  const ada = await customer();
  await spendCredits(ada, 1);
  await runWorkers();
  const [invoice, ...others] = await invoices(ada);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({ status: 'paid', total: 24_00, total_excluding_tax: 20_00 });
  expect(invoice?.number).toMatch(/^TAMIS-/);
  expect((await stage.balance(ada)).available).toBe(5999);
  expect(await stage.grants(ada)).toContain(`grant:in:${invoice?.id}`);
  expect(await fetchSettings(ada)).toMatchObject({ status: 'on', times_this_month: 1 });
  const mail = stage
    .context()
    .mails.find(({ content }) => content.template === 'purchase' && content.params.automatic);
  expect(mail?.to).toBe(ada.user.email);

  // Stripe delivers the events twice, and the queue delivers the message again.
  const events = await stage.events();
  await stage.deliver(stage.copies(events, 2));
  stage.context().stripeEvents.push({ kind: 'top_up', v: 1, userId: ada.user.id });
  await stage.work();
  expect([(await stage.balance(ada)).available, (await paid(ada)).length]).toEqual([5999, 1]);
  expect(await differences()).toEqual([]);
});

it('grants a pack bought through Checkout only through its session', async () => {
  const ada = await customer();
  const session = await stage.buy(ada, 'pack_5000');
  await stage.deliver(stage.copies(await stage.events(), 2));
  const grants = (await stage.grants(ada)).filter((id) => id.startsWith('grant:in:'));
  expect([grants, session.invoice]).toEqual([[], expect.any(String)]);
});

it('asks for consent before it buys at a higher price than the customer agreed to', async () => {
  const ada = await customer();
  const { lowBalanceAlerts, mails } = stage.context();
  // The customer agreed to €5.00, but the pack on sale costs €20.00.
  await lowBalanceAlerts.change(ada.user.id, ({ topUp: settings }) => ({
    topUp: settings && { ...settings, version: 'pack_1000_v1' },
  }));
  await spendCredits(ada, 500);
  for (let round = 0; round < 3; round += 1) {
    await runWorkers();
    stage.context().clock.advance(DAY_MS);
    await spendCredits(ada, 1);
  }
  expect(await invoices(ada)).toEqual([]);
  expect(await fetchSettings(ada)).toMatchObject({ status: 'price_risen', times_this_month: 0 });
  const asked = mails.filter(({ id }) => id.startsWith('top_up_price:'));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  expect(asked[0]).toMatchObject({
    to: ada.user.email,
    content: { params: { credits: 5000, cents: 20_00, agreedCents: 5_00 } },
  });
  // Saving the settings again accepts the new price.
  expect(await choose(ada)).toMatchObject({ status: 'on' });
  await spendCredits(ada, 1);
  await runWorkers();
  expect((await paid(ada)).map(({ total_excluding_tax: net }) => net)).toEqual([20_00]);
});

it('shows a risen price before credits run low; older settings agreed to the first price', async () => {
  const ada = await customer();
  const agreeTo = (version: string | undefined) =>
    stage.context().lowBalanceAlerts.change(ada.user.id, ({ topUp: settings }) => ({
      topUp: settings && { ...settings, version },
    }));
  await agreeTo('pack_1000_v1');
  expect(await fetchSettings(ada)).toMatchObject({ status: 'price_risen' });
  // Settings without a version predate all price increases.
  await agreeTo(undefined);
  expect(await fetchSettings(ada)).toMatchObject({ status: 'on' });
  await spendCredits(ada, 500);
  await runWorkers();
  expect(await paid(ada)).toHaveLength(1);
});

it('never exceeds the monthly limit of its customer, and continues in the next month', async () => {
  const { clock } = stage.context();
  const monthAfter = (hours: number) => new Date(clock.now() + hours * HOUR_MS).getUTCMonth();
  // The four rounds must be in the same month.
  if (monthAfter(4) !== monthAfter(0)) clock.advance(4 * HOUR_MS);
  const ada = await customer();
  for (let round = 0; round < 4; round += 1) {
    await spendCredits(ada, (await stage.balance(ada)).available);
    await runWorkers();
    clock.advance(HOUR_MS);
  }
  expect((await paid(ada)).length).toBe(2);
  expect(await fetchSettings(ada)).toMatchObject({ times_this_month: 2 });
  clock.advance(32 * DAY_MS);
  await stage
    .context()
    .ledger.transact(ada.user.id, [createGrantEntry(`x${clock.now()}`, 1, 'test')]);
  await spendCredits(ada, 1);
  await runWorkers();
  expect((await paid(ada)).length).toBe(3);
});

it.each(['declined', 'authenticate'])(
  'emails the customer about a card that is %s, and pauses after two failures',
  async (card) => {
    const ada = await customer(card);
    await spendCredits(ada, 500);
    await runWorkers();
    const [first] = await invoices(ada);
    expect(first?.status).toBe('open');
    expect(await fetchSettings(ada)).toMatchObject({
      status: 'on',
      pay_url: first?.hosted_invoice_url,
    });
    const failureMails = () =>
      stage
        .context()
        .mails.flatMap(({ content }) =>
          content.template === 'top_up_failed' ? [content.params] : [],
        );
    const why = card === 'declined' ? 'declined' : 'confirm';
    expect(failureMails()).toEqual([{ credits: 5000, why, paused: false }]);

    // The card is not charged again for a day.
    await spendCredits(ada, 1);
    await runWorkers();
    expect(await invoices(ada)).toHaveLength(1);
    stage.context().clock.advance(DAY_MS);
    await spendCredits(ada, 1);
    await runWorkers();
    expect((await invoices(ada)).map(({ status }) => status)).toEqual(['open', 'void']);
    expect(failureMails().at(-1)).toEqual({ credits: 5000, why, paused: true });
    expect(await fetchSettings(ada)).toMatchObject({ status: 'paused', times_this_month: 1 });
    stage.context().clock.advance(2 * DAY_MS);
    await spendCredits(ada, 1);
    await runWorkers();
    expect(await invoices(ada)).toHaveLength(2);

    await setCard(ada, 'ok');
    await choose(ada);
    await spendCredits(ada, 1);
    await runWorkers();
    expect(await paid(ada)).toHaveLength(1);
    expect(await fetchSettings(ada)).toMatchObject({ status: 'on', times_this_month: 1 });
  },
);

it('accepts a payment on the page of the invoice', async () => {
  const ada = await customer('authenticate');
  await spendCredits(ada, 500);
  await runWorkers();
  const [open] = await invoices(ada);
  await setCard(ada, 'ok');
  await stage.sdk().invoices.pay(open?.id ?? '', { off_session: false });
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(5500);
  expect(await fetchSettings(ada)).toMatchObject({
    status: 'on',
    times_this_month: 1,
    pay_url: null,
  });
  expect(await differences()).toEqual([]);
});

it('starts a waiting list if the pack suffices, and buys nothing if it does not', async () => {
  const ada = await customer();
  const { context } = stage;
  const waiting = (needed: number) =>
    checkCredits(context(), ada.user.id === '' ? undefined : { ...ada.user, watched: true }, {
      entry: createReserveEntry('list', 1, needed).id,
      needed,
    });
  await waiting(6001);
  await runWorkers();
  expect(await invoices(ada)).toEqual([]);
  context().clock.advance(DAY_MS);
  await waiting(6000);
  await runWorkers();
  expect((await stage.balance(ada)).available).toBe(6000);
  expect(context().resumed).toContain(ada.user.id);
  // The list has started, and the message arrives late.
  await context().ledger.transact(ada.user.id, [createReserveEntry('list', 1, 5000)]);
  context().stripeEvents.push({ kind: 'top_up', v: 1, userId: ada.user.id });
  await waiting(5000);
  await runWorkers();
  expect(await paid(ada)).toHaveLength(1);
});

it.each([
  ['turns top-ups off', null],
  ['chooses another pack', { plan_id: 'pack_1000', below: 900, times_a_month: 1 }],
])('abandons an attempt in progress when the customer %s', async (_, choice) => {
  const ada = await customer();
  await spendCredits(ada, 500);
  const api = { fail: 'before', path: '/v1/invoices/', times: 99, method: 'POST' };
  await stage.program('faults', { api });
  await runWorkers(1);
  await stage.program('faults', {});
  await choose(ada, choice);
  stage.context().stripeEvents.push({ kind: 'top_up', v: 1, userId: ada.user.id });
  await stage.work();
  expect((await invoices(ada)).map(({ status }) => status)).toEqual(['draft']);
  expect((await stage.balance(ada)).available).toBe(500);
  await spendCredits(ada, 1);
  await runWorkers();
  expect((await stage.balance(ada)).available).toBe(choice ? 1499 : 499);
});

it('counts an invoice that Stripe refuses or no longer has as a failed attempt', async () => {
  const ada = await customer();
  await spendCredits(ada, 500);
  const api = { fail: 'before', path: '/v1/invoices/', times: 99, method: 'POST' };
  await stage.program('faults', { api });
  await runWorkers(1);
  await stage.program('faults', {});
  await stage.context().lowBalanceAlerts.change(ada.user.id, ({ attempt }) => ({
    attempt: attempt && { ...attempt, invoiceId: 'in_deleted' },
  }));
  stage.context().stripeEvents.push({ kind: 'top_up', v: 1, userId: ada.user.id });
  await stage.work();
  expect(stage.logged('top_up_refused')).toHaveLength(1);
  expect(await fetchSettings(ada)).toMatchObject({ status: 'on', pay_url: null });
  stage.context().clock.advance(DAY_MS);
  await spendCredits(ada, 1);
  await runWorkers();
  expect((await stage.balance(ada)).available).toBe(5499);
});

it('buys nothing for accounts that are deactivated, disputed or closed', async () => {
  const ada = await customer();
  await stage.setStatus(ada, 2);
  await spendCredits(ada, 500);
  await runWorkers();
  await stage.setStatus(ada, 1);
  const charges = await stage.sdk().charges.list({ limit: 1 });
  await stage.program(`charges/${charges.data[0]?.id}/dispute`, {});
  await stage.deliverAll();
  stage.context().clock.advance(DAY_MS);
  await spendCredits(ada, 0);
  await runWorkers();
  expect(await invoices(ada)).toEqual([]);
  await stage.remove(ada);
  stage.context().stripeEvents.push({ kind: 'top_up', v: 1, userId: ada.user.id });
  await stage.work();
});

it('takes its credits back after a refund or dispute, as for any pack', async () => {
  const ada = await customer();
  await spendCredits(ada, 500);
  await runWorkers();
  const [charge] = (await stage.sdk().charges.list({ limit: 1 })).data;
  await stage.program(`charges/${charge?.id}/refund`, { amount: 12_00 });
  await stage.deliverAll();
  expect((await stage.balance(ada)).available).toBe(3000);
  await stage.program(`charges/${charge?.id}/dispute`, { amount: 12_00 });
  await stage.deliverAll();
  expect(await stage.balance(ada)).toMatchObject({ available: 500, held: 2500 });
});

it.each(['after', 'lost'] as const)(
  'buys once if a Stripe response is lost (%s) and several workers run at once',
  async (fail) => {
    const ada = await customer();
    await spendCredits(ada, 500);
    const { stripeEvents } = stage.context();
    const message = { kind: 'top_up', v: 1, userId: ada.user.id } as const;
    const api = { fail, path: '/v1/invoice', times: 4, method: 'POST' };
    await stage.program('faults', { api });
    for (let round = 0; round < 3; round += 1) {
      stripeEvents.splice(0, stripeEvents.length, message, message);
      await stage.work().catch(() => undefined);
    }
    await stage.program('faults', {});
    // Stripe keeps a failed response for a day; after that, the attempt is closed.
    stage.context().clock.advance(DAY_MS);
    stripeEvents.splice(0, stripeEvents.length, message, message);
    await stage.work();
    await stage.deliverAll();
    expect([(await stage.balance(ada)).available, (await paid(ada)).length]).toEqual([5500, 1]);
    expect(await differences()).toEqual([]);
  },
);

it('buys once if the process stops at any of its calls', async () => {
  const calls = await crashAtSomeCalls(async (crash) => {
    const ada = await customer();
    await spendCredits(ada, 500);
    const context = stage.context();
    const faults = createFaults();
    const { ledger, mailQueue, stripe, lowBalanceAlerts } = context;
    const parts = Object.entries({ ledger, mailQueue, stripe, lowBalanceAlerts });
    const wrapped = Object.fromEntries(
      parts.map(([name, part]) => [name, faults.wrap(name, part)]),
    );
    await crash(faults, () => topUpCredits({ ...context, ...wrapped }, ada.user.id));
    await Promise.all([1, 2].map(() => topUpCredits(context, ada.user.id).catch(() => undefined)));
    await stage.deliverAll();
    expect([(await stage.balance(ada)).available, (await invoices(ada)).length]).toEqual([5500, 1]);
  });
  expect(calls).toBeGreaterThan(5);
});

it('creates a new customer if the customer was deleted at Stripe', async () => {
  const ada = await customer();
  for (const look of [choose, fetchSettings]) {
    const { stripeCustomerId = '' } = await stage.user(ada);
    await stage.sdk().customers.del(stripeCustomerId);
    await stage.deliverAll();
    expect(await look(ada)).toMatchObject({ status: 'card_missing' });
    expect((await stage.user(ada)).stripeCustomerId).not.toBe(stripeCustomerId);
  }
});

it('rejects a level above the pack, an unknown plan, and a user who has bought nothing', async () => {
  const call = async ({ headers }: Person, top_up: object) => {
    const event = { headers, body: { warn_below: null, top_up } };
    return stage.get(routes.saveLowCredits, event).catch(String);
  };
  const ada = await customer();
  expect(await call(ada, { ...CHOICE, below: 5001 })).toContain('422');
  expect(await call(ada, { ...CHOICE, plan_id: 'monthly_5000' })).toContain('422');
  expect(await call(await stage.person(), CHOICE)).toContain('422');
});
