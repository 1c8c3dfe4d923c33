import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { closeBilling } from './close-billing.ts';
import { ensureCustomer } from './customer.ts';

const stage = createBillingHarness();

it('ends the subscription and deletes the customer, even if the account is already gone', async () => {
  const ada = await stage.person();
  const session = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  const { id: userId, email, stripeCustomerId = '' } = await stage.user(ada);
  await stage.remove(ada);
  const close = () => closeBilling(stage.context(), { userId, email, stripeCustomerId });
  await stage.program('faults', { api: { fail: 'before', times: 9 } });
  await expect(close()).rejects.toThrow('StripeAPIError');
  await stage.program('faults');
  await close();
  await close();
  const subscription = await stage.sdk().subscriptions.retrieve(String(session.subscription));
  expect(subscription.status).toBe('canceled');
  expect(await stage.sdk().customers.retrieve(stripeCustomerId)).toMatchObject({ deleted: true });
  const { db } = stage.context();
  expect(await db.page({ partition: `CUSTOMER#${stripeCustomerId}` }, 0, 1)).toEqual([]);
  const mails = stage.context().mails.length;
  await stage.deliverAll();
  expect(stage.context().mails).toHaveLength(mails);
  // The events of the deletion arrive late and store nothing for the customer.
  expect(await db.page({ partition: `CUSTOMER#${stripeCustomerId}` }, 0, 1)).toEqual([]);
});

it('expires the payment page, and voids the unpaid invoices of a subscription and of a top-up', async () => {
  const ada = await stage.person();
  const { customer: of } = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  const customer = String(of);
  await stage.program(`customers/${customer}/card`, { card: 'declined' });
  await stage.program('clock', { advance: 'P1M' });
  const user = await stage.user(ada);
  const topUp = { id: 'first', userId: user.id, customerId: customer, version: 'pack_1000_v1' };
  const { stripe } = stage.context();
  await stripe.collectTopUp(await stripe.draftTopUp(topUp), topUp);
  const owed = async () =>
    (await stage.sdk().invoices.list({ customer })).data.map(({ status }) => status);
  expect(await owed()).toEqual(['open', 'open', 'paid']);
  const page = /cs_\w+/.exec(await stage.click(ada, 'pack_5000'))?.[0] ?? '';
  await closeBilling(stage.context(), { ...user, userId: user.id });
  expect(await owed()).toEqual(['void', 'void', 'paid']);
  expect(await stage.sdk().checkout.sessions.retrieve(page)).toMatchObject({ status: 'expired' });
});

it('removes the customer from an account that still exists, and does not call Stripe for a user who never opened a payment page', async () => {
  const ada = await stage.person();
  const { id: userId, email } = await stage.user(ada);
  // Make every call to Stripe fail, to show that none is made.
  await stage.program('faults', { api: { fail: 'before', times: 9 } });
  await closeBilling(stage.context(), { userId, email });
  await stage.program('faults');
  await stage.click(ada, 'pack_1000');
  const { stripeCustomerId } = await stage.user(ada);
  await closeBilling(stage.context(), { userId, email, stripeCustomerId });
  expect((await stage.user(ada)).stripeCustomerId).toBeUndefined();
});

const customersAt = async (email: string): Promise<string[]> =>
  (await stage.sdk().customers.list({ email })).data.map(({ id }) => id);

it('finds a customer that was created but never linked, and no other customer with that address', async () => {
  const ada = await stage.person();
  const { id: userId, email } = await stage.user(ada);
  const { accounts } = stage.context();
  const { setCustomer } = accounts;
  // The process crashes after Stripe's customer is created and before its id is stored.
  Object.assign(accounts, { setCustomer: () => Promise.reject(new Error('cut off')) });
  const { stripe } = stage.context();
  const other = await stage.sdk().customers.create({ email, metadata: { user_id: 'other' } });
  const user = await stage.user(ada);
  await expect(ensureCustomer(stage.context(), user)).rejects.toThrow('cut off');
  Object.assign(accounts, { setCustomer });
  expect(await customersAt(email)).toHaveLength(2);
  expect(await stripe.listCustomers(userId, email)).toHaveLength(1);
  await stage.remove(ada);
  await closeBilling(stage.context(), { userId, email });
  expect(await customersAt(email)).toEqual([other.id]);
});

it('leaves no customer if the account is closed while the customer is being created', async () => {
  const ada = await stage.person();
  const user = await stage.user(ada);
  const { stripe } = stage.context();
  const { createCustomer } = stripe;
  let made: string | undefined;
  Object.assign(stripe, {
    createCustomer: async (...given: Parameters<typeof createCustomer>) => {
      made = await createCustomer(...given);
      await stage.remove(ada);
      return made;
    },
  });
  expect(await ensureCustomer(stage.context(), user)).toBeUndefined();
  expect(made).toContain('cus_');
  expect(await customersAt(user.email)).toEqual([]);
});
