import { expect, it } from 'vitest';
import { billingExamples } from '../../tests/support/examples/billing.ts';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { addMember, type Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';

const stage = createBillingHarness();

const entriesOf = async ({ headers }: Person, query = {}) => {
  stage.context().clock.advance(1000);
  return (await stage.get(routes.listActivity, { headers, query })).data.entries;
};

it('names who opened the payment page as the one who paid, except for a renewal', async () => {
  const [ada, bob] = [await stage.person({ terms: true }), await stage.person()];
  const colleague = { ...bob, headers: await addMember(stage.context(), ada, bob, 'billing') };
  const pageOfAda = await stage.click(ada, 'pack_1000');
  const pageOfBob = await stage.click(colleague, 'pack_1000');
  expect(pageOfBob).not.toBe(pageOfAda);
  expect(await stage.click(colleague, 'pack_1000')).toBe(pageOfBob);
  await stage.pay(pageOfBob);
  await stage.buy(colleague, 'monthly_5000');
  await stage.deliverAll();
  await stage.advance('P1M1D');
  const persons = (await entriesOf(ada, { kind: 'payment' })).map(({ who }) => who?.id);
  expect(persons.toSorted()).toEqual([bob.user.id, bob.user.id, undefined]);
});

it('has entries for a payment, its refund, and settings of the account', async () => {
  const ada = await stage.person({ terms: true });
  const { headers, user } = ada;
  const { payment_intent: payment } = await stage.buy(ada, 'pack_1000');
  await stage.program(`charges/${await stage.chargeOf(payment)}/refund`, { amount: 100 });
  await stage.deliverAll();
  const low = { warn_below: 5, top_up: null };
  await callHandler(stage.context(), routes.saveLowCredits, { headers, body: low });
  const { body } = billingExamples.saveBillingDetails;
  await callHandler(stage.context(), routes.saveBillingDetails, { headers, body });
  const entries = (await entriesOf(ada)).map(({ kind, what, target, who }) =>
    [kind, what, kind === 'setting' ? target : '', who?.id ?? 'service'].join(' '),
  );
  // The payment and its refund may be applied at the same time.
  expect(entries.toSorted()).toEqual(
    [
      `setting changed billing_details ${user.id}`,
      `setting changed low_credits ${user.id}`,
      'refund added  service',
      `payment added  ${user.id}`,
      `login added  ${user.id}`,
    ].toSorted(),
  );
});
