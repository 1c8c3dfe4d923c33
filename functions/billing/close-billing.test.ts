import { expect, it } from 'vitest';
import { billingStage } from '../../tests/support/billing-stage.ts';
import { closeBilling } from './close-billing.ts';

const stage = billingStage();

it('ends the subscription and deletes the customer, also when the account is gone already', async () => {
  const ada = await stage.person();
  const session = await stage.buy(ada, 'monthly_5000');
  await stage.settle();
  const { id: userId, stripeCustomerId = '' } = await stage.user(ada);
  await stage.remove(ada);
  const close = () => closeBilling(stage.context(), { userId, stripeCustomerId });
  await stage.stripe().program('/stripe/faults', { api: { fail: 'before', times: 9 } });
  await expect(close()).rejects.toThrow('StripeAPIError');
  await stage.stripe().program('/stripe/faults');
  await close();
  await close();
  const subscription = await stage.sdk().subscriptions.retrieve(String(session.subscription));
  expect(subscription.status).toBe('canceled');
  expect(await stage.sdk().customers.retrieve(stripeCustomerId)).toMatchObject({ deleted: true });
  expect(await stage.context().accounts.findByCustomer(stripeCustomerId)).toBeUndefined();
  const { db } = stage.context();
  expect(await db.count({ partition: `CUSTOMER#${stripeCustomerId}` })).toBe(0);
  const mails = stage.context().mails.length;
  await stage.settle();
  expect(stage.context().mails).toHaveLength(mails);
  // Nor is what Stripe tells of the end kept as it came.
  expect(await db.count({ partition: `CUSTOMER#${stripeCustomerId}` })).toBe(0);
});

it('unties an account that is still there, and does nothing for who never went to pay', async () => {
  const ada = await stage.person();
  await closeBilling(stage.context(), { userId: ada.user.id });
  await stage.click(ada, 'pack_1000');
  const { stripeCustomerId } = await stage.user(ada);
  await closeBilling(stage.context(), { userId: ada.user.id, stripeCustomerId });
  expect((await stage.user(ada)).stripeCustomerId).toBeUndefined();
});
