import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';
import { compareBilling } from '../reconciliation/compare-billing.ts';

const stage = createBillingHarness({ settings: { OPERATOR_EMAIL: 'operator@tamis.test' } });

/** @returns the charge id of a pack of 1,000 credits for €5.00 */
async function buyPack(ada: Person): Promise<string> {
  return stage.chargeOf((await stage.buy(ada, 'pack_1000')).payment_intent);
}

const dispute = (charge: string, close?: 'won' | 'lost') =>
  stage.program(`charges/${charge}/dispute`, close ? { close } : {});

const onlyPurchase = async ({ user }: Person) =>
  (await Array.fromAsync(stage.context().purchases.list(user.id)))[0];

it('asks for a transfer if the bank refuses the refund to a closed account', async () => {
  const ada = await stage.person();
  const charge = await buyPack(ada);
  await stage.remove(ada);
  await stage.deliverAll();
  const [sent] = (await stage.sdk().refunds.list({ limit: 1 })).data;
  await stage.program(`refunds/${sent?.id}/fail`);
  await stage.deliverAll();
  expect(stage.logged('payment_without_account').at(-1)).toContain('transfer the money');
  stage.context().clock.advance(2 * 3_600_000);
  const found = await Array.fromAsync(compareBilling(stage.context()));
  const ofCharge = found.filter(({ object }) => object === charge);
  expect(ofCharge.map(({ kind }) => kind)).toEqual(['refund_refused']);
});

const operatorMails = () => {
  const mails = stage
    .context()
    .mails.flatMap(({ content }) =>
      content.template === 'money_taken_back'
        ? [`${content.params.what}: ${content.params.customer}`]
        : [],
    );
  return [...new Set(mails)];
};

it('raises an alarm and emails the operator about a fraud warning and a dispute over the payment of a closed account', async () => {
  const ada = await stage.person();
  const charge = await buyPack(ada);
  await stage.deliverAll();
  await stage.remove(ada);
  await stage.program(`charges/${charge}/warn`);
  await stage.deliverAll();
  expect(stage.logged('payment_reported')).toHaveLength(1);
  await dispute(charge);
  await stage.deliverAll();
  expect(stage.logged('payment_disputed').join()).toContain('needs_response');
  const customer = `Closed account ${ada.user.id}`;
  expect(operatorMails()).toEqual([`fraud_warning: ${customer}`, `dispute: ${customer}`]);
  await dispute(charge, 'lost');
  await stage.deliverAll();
  expect(stage.logged('payment_disputed').join()).toContain('lost');
});

describe('an appeal', () => {
  const appeal = async (charge: string, status: string) => {
    await stage.program(`charges/${charge}/dispute`, { appeal: status });
    await stage.deliverAll();
  };
  const customerMails = () =>
    stage
      .context()
      .mails.flatMap(({ content: { template, params } }) =>
        template === 'dispute_ended' ? [params.lost ? 'lost' : 'stands'] : [],
      );
  const differences = async () => {
    const { clock } = stage.context();
    clock.advance(2 * 3_600_000);
    const found = await Array.fromAsync(compareBilling(stage.context()));
    clock.advance(-2 * 3_600_000);
    return found.filter(({ kind }) => kind !== 'refund_refused');
  };

  it('that is won returns the credits and API access, and is emailed to the customer', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await dispute(charge);
    await dispute(charge, 'lost');
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 0 });
    for (const status of ['needs_response', 'under_review']) {
      await appeal(charge, status);
      expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 0, debt: 0 });
      expect(await differences()).toEqual([]);
    }
    expect(operatorMails()).toContain(`appeal: ${ada.user.email}`);
    await appeal(charge, 'won');
    expect(await stage.balance(ada)).toMatchObject({ available: 1000, held: 0, debt: 0 });
    expect(await stage.user(ada)).toMatchObject({ paid: true });
    expect(await onlyPurchase(ada)).toMatchObject({ revoked: 0, barred: false });
    expect(await differences()).toEqual([]);
    expect(customerMails()).toEqual(['lost', 'stands']);
  });

  it('that the buyer wins seizes the credits after all', async () => {
    const ada = await stage.person();
    const charge = await buyPack(ada);
    await dispute(charge);
    await dispute(charge, 'won');
    await stage.deliverAll();
    await appeal(charge, 'under_review');
    expect(await stage.balance(ada)).toMatchObject({ available: 1000, held: 0 });
    await appeal(charge, 'lost');
    expect(await stage.balance(ada)).toMatchObject({ available: 0, held: 0, debt: 0 });
    expect(await differences()).toEqual([]);
    expect(customerMails()).toEqual(['stands', 'lost']);
  });
});

it('emails the customer only once about the start of a dispute of three months', async () => {
  const ada = await stage.person();
  const charge = await buyPack(ada);
  await dispute(charge);
  await stage.deliverAll();
  stage.context().clock.advance(60 * 86_400_000);
  const before = stage.context().mails.length;
  await stage.program(`charges/${charge}/dispute`, { appeal: 'under_review' });
  await stage.deliverAll();
  const later = stage.context().mails.slice(before);
  expect(later.map(({ content }) => content.template)).not.toContain('payment_disputed');
});
