import type { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { runAs } from '../../tests/support/invoke.ts';
import { createMemoryBlobs } from '../../tests/support/memory-blobs.ts';
import type { Person } from '../../tests/support/people.ts';
import { findPlacesContaining } from '../../tests/support/traces.ts';
import { testOwnerOf } from '../access/rules/owner.ts';
import { closeAccount } from './close-account.ts';
import { startClosing } from './delete-account.ts';
import { privacy as handler } from './workers.ts';

const stage = createBillingHarness();

const closed = (userId: string) =>
  runAs(handler, () => closeAccount(stage.context(), { userId }, Number.POSITIVE_INFINITY));

/** Closes an account and runs all steps that need not wait. */
async function close({ user }: Person): Promise<void> {
  await startClosing(stage.context(), user.id);
  await closed(user.id);
}

it('ends the subscription, deletes the cards, and keeps the payments without a name', async () => {
  const ada = await stage.person({ firstName: 'Quirine' });
  const session = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  const { id, email, stripeCustomerId = '' } = await stage.user(ada);
  const entries = await stage.grants(ada);
  expect(entries).toHaveLength(1);

  await close(ada);
  const subscription = await stage.sdk().subscriptions.retrieve(String(session.subscription));
  expect(subscription.status).toBe('canceled');
  expect(await stage.sdk().customers.retrieve(stripeCustomerId)).toMatchObject({ deleted: true });
  await stage.deliverAll();
  expect(await stage.grants(ada)).toEqual(entries);

  const places = { table: stage.table(), blobs: createMemoryBlobs() };
  expect(await findPlacesContaining(places, [email, 'Quirine'])).toEqual([]);
  const traces = await findPlacesContaining(places, [id]);
  expect(traces.map((place) => place.replace(id, '<id>'))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^PAYMENT#/),
      'USER#<id> BILLING',
      expect.stringMatching(/^USER#<id> PURCHASE#/),
    ]),
  );
  expect(traces.join(' ')).not.toMatch(/CUSTOMER#|CHECKOUT#|EMAIL#|DIRECTORY#/);
});

it('refunds a payment that arrives after the account was closed, and no earlier one', async () => {
  const ada = await stage.person();
  const before = await stage.buy(ada, 'pack_1000');
  const events = await stage.events();
  await stage.deliver(events);
  const late = await stage.click(ada, 'pack_5000');
  await startClosing(stage.context(), ada.user.id);
  const after = await stage.pay(late);
  await closed(ada.user.id);
  // Stripe may send another event for the same object. New ids keep these copies from being dropped
  // as duplicates.
  const copyOf = (event: Stripe.Event): Stripe.Event => ({ ...event, id: `${event.id}again` });
  await stage.deliver(events.map(copyOf));
  await stage.deliverAll();

  expect(await stage.grants(ada)).toEqual([`grant:cs:${before.id}`]);
  const refundsOf = async ({ payment_intent }: typeof before) =>
    (await stage.sdk().refunds.list({ payment_intent: String(payment_intent) })).data.length;
  expect([await refundsOf(before), await refundsOf(after)]).toEqual([0, 1]);
  expect(stage.logged('payment_without_account')).toHaveLength(1);
});

it('sends nothing more to endpoints, even of a test key, and deletes what was sent', async () => {
  const ada = await stage.person();
  const { clock, deliveries, endpoints } = stage.context();
  for (const userId of [ada.user.id, testOwnerOf(ada.user.id)]) {
    const url = 'https://quirine.customer.fr/';
    const wanted = { userId, id: 'one', url, description: '', events: [] };
    await endpoints.create({ ...wanted, createdAt: new Date(clock.now()).toISOString() });
    const event = { endpointId: 'one', id: '1', type: 'x', subject: 'x', payload: url };
    await deliveries.add(userId, [{ ...event, at: clock.now() }]);
  }
  // The endpoints are deleted before Stripe is called, which may be unavailable for days.
  await stage.program('faults', { api: { fail: 'before', times: 9 } });
  await close(ada).catch(() => undefined);
  expect(await endpoints.list(ada.user.id)).toEqual([]);
  await stage.program('faults');
  await closed(ada.user.id);
  const places = { table: stage.table(), blobs: createMemoryBlobs() };
  expect(await findPlacesContaining(places, ['quirine.customer.fr'])).toEqual([]);
});

it('stops at the billing step if Stripe gives no response, and continues there later', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  const { stripeCustomerId = '' } = await stage.user(ada);
  await stage.program('faults', { api: { fail: 'before', times: 9 } });
  await expect(close(ada)).rejects.toThrow('Stripe');
  const { closedAccounts } = stage.context();
  const steps = async () =>
    Object.keys((await closedAccounts.find(ada.user.id))?.steps ?? {}).toSorted();
  expect(await steps()).toEqual(['files', 'lists', 'members', 'sessions', 'webhooks']);
  expect(await closedAccounts.getOwner(ada.user.id)).toMatchObject({ email: ada.user.email });

  await stage.program('faults');
  await closed(ada.user.id);
  const all = ['billing', 'files', 'items', 'lists', 'mail', 'members', 'sessions', 'webhooks'];
  expect(await steps()).toEqual(all);
  expect(await stage.sdk().customers.retrieve(stripeCustomerId)).toMatchObject({ deleted: true });
});
