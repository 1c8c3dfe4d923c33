import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { applyDeletedCustomer, findUserByCustomer, updateCustomerEmail } from './customer.ts';

const stage = createBillingHarness();

const createCustomer = async (userId: string): Promise<string> => {
  const customer = await stage.sdk().customers.create({ metadata: { user_id: userId } });
  return customer.id;
};

it('relinks a customer that is missing from a restored table', async () => {
  const ada = await stage.person();
  const { id } = await stage.user(ada);
  const customerId = await createCustomer(id);
  for (let times = 0; times < 2; times += 1)
    expect(await findUserByCustomer(stage.context(), customerId)).toMatchObject({ id });
  expect((await stage.user(ada)).stripeCustomerId).toBe(customerId);
});

it('does not link a customer to a user who has another one, nor an unknown or deleted customer', async () => {
  const ada = await stage.person();
  const { id } = await stage.user(ada);
  const deleted = await createCustomer(id);
  await stage.sdk().customers.del(deleted);
  expect(await findUserByCustomer(stage.context(), deleted)).toBeUndefined();
  expect((await stage.user(ada)).stripeCustomerId).toBeUndefined();

  const first = await createCustomer(id);
  await stage.context().accounts.setCustomer(id, first);
  for (const other of [
    await createCustomer(id),
    await createCustomer('nobody'),
    'cus_unknown',
    undefined,
  ])
    expect(await findUserByCustomer(stage.context(), other)).toBeUndefined();
  expect((await stage.user(ada)).stripeCustomerId).toBe(first);
});

it('withdraws the API key of a deleted customer, even if the first attempt fails', async () => {
  const ada = await stage.person();
  const { customer } = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  const { id } = await stage.user(ada);
  for await (const purchase of stage.context().purchases.list(id))
    await stage.sdk().refunds.create({ payment_intent: purchase.paymentId });
  await stage.deliverAll();
  expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_5000', paid: true });
  await stage.sdk().customers.del(String(customer));

  const { apiKeys } = stage.context();
  const failing = { ...apiKeys, setPaid: () => Promise.reject(new Error('unavailable')) };
  const apply = (keys = apiKeys) =>
    applyDeletedCustomer({ ...stage.context(), apiKeys: keys }, String(customer));
  await expect(apply(failing)).rejects.toThrow('unavailable');
  expect(await apply()).toBe('done');
  expect((await stage.user(ada)).paid).toBe(false);
  expect(await apply()).toBe('skipped');
});

it('gives a customer the address of the account, which a transfer changes', async () => {
  const ada = await stage.person();
  const { id, email } = await stage.user(ada);
  const { accounts, stripe } = stage.context();
  const update = () => updateCustomerEmail({ accounts, stripe }, id);
  expect(await update()).toEqual({ user: id, outcome: 'skipped' });
  const former = { email: 'former@mail.example', metadata: { user_id: id } };
  const customer = await stage.sdk().customers.create(former);
  await accounts.setCustomer(id, customer.id);
  expect(await update()).toEqual({ user: id, outcome: 'done' });
  expect(await stage.sdk().customers.retrieve(customer.id)).toMatchObject({ email });
});
