import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { findUserByCustomer } from './customer.ts';

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
