import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { routes } from '../../tests/support/routes.ts';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startTable } from '../../tests/support/dynamo.ts';
import { type Person, createPerson } from '../../tests/support/people.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { expectInvariants } from '../../tests/support/invariants.ts';
import { compareBilling } from '../billing/reconciliation/compare-billing.ts';
import { expectPurchaseInvariants } from '../../tests/support/purchase-invariants.ts';
import { grantCreditsByEmail } from './grant-credits.ts';
import { requestRefund } from './refund-purchase.ts';

const stage = createBillingHarness({ settings: { OPERATOR_EMAIL: 'operator@tamis.test' } });
const reason = 'Bought twice';

async function setUpPurchase() {
  const [admin, ada] = [await stage.person({ admin: true }), await stage.person()];
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const [payment] = (await fetchUser(admin, ada)).payments;
  return { admin, ada, payment_id: payment?.id ?? '' };
}
const fetchUser = async (admin: Person, { user }: Person) =>
  (await stage.get(routes.getUser, { params: { id: user.id }, headers: admin.headers })).data;

const refund = async (
  { admin, ada, payment_id }: Awaited<ReturnType<typeof setUpPurchase>>,
  cents: number,
  more: object = {},
) => {
  const id = ada.user.id;
  const body = { id, request: randomUUID(), payment_id, cents, reason, ...more };
  const { status, body: responseBody } = await callHandler(stage.context(), routes.refundPurchase, {
    headers: admin.headers,
    body,
  });
  return [status, responseBody.code];
};
const give = (admin: Person, body: object) =>
  callHandler(stage.context(), routes.giveCredits, {
    headers: admin.headers,
    body: { request: randomUUID(), reason, ...body },
  });
const giftTo = ({ user: { email } }: Person, credits: number) => ({ email, credits, why: reason });
const refunds = async () => (await stage.sdk().refunds.list({ limit: 100 })).data;

describe('a refund by an administrator', () => {
  it('returns part of the money, takes back its share of the credits, and records who and why', async () => {
    const all = await setUpPurchase();
    expect(await refund(all, 200)).toEqual([200, undefined]);
    await stage.deliverAll();
    expect(await stage.balance(all.ada)).toMatchObject({ available: 600 });
    const { payments, adjustments } = await fetchUser(all.admin, all.ada);
    expect(payments).toMatchObject([
      { status: 'partially_refunded', gone_cents: 200, gone_credits: 400 },
    ]);
    expect(adjustments).toMatchObject([
      { kind: 'refund', by: all.admin.user.email, reason, cents: 200, credits: 400, state: 'done' },
    ]);
    expect(stage.logged('payment_refunded')).toEqual([]);
    expect(stage.logged('security').join()).toContain('admin_action');
  });

  it('for a defect leaves the credits and API access to the customer, whatever happens later', async () => {
    const all = await setUpPurchase();
    const { ledger } = stage.context();
    const request = randomUUID();
    expect(await refund(all, 200, { keep_credits: true, request })).toEqual([200, undefined]);
    expect(await refund(all, 200, { request })).toEqual([409, 'request_reused']);
    await stage.deliverAll();
    expect(await stage.balance(all.ada)).toMatchObject({ available: 1000, debt: 0 });
    expect(stage.context().mails.at(-1)?.content).toMatchObject({
      template: 'refunded',
      params: { cents: 200, credits: 0 },
    });
    expect(await fetchUser(all.admin, all.ada)).toMatchObject({
      payments: [{ gone_cents: 200, kept_cents: 200, gone_credits: 0 }],
      adjustments: [{ kind: 'refund', cents: 200, credits: 0, state: 'done' }],
    });
    // A further refund takes back only the credits for its own amount.
    expect(await refund(all, 100)).toEqual([200, undefined]);
    await stage.deliverAll();
    expect(await stage.balance(all.ada)).toMatchObject({ available: 800 });
    expect(await refund(all, 200, { keep_credits: true })).toEqual([200, undefined]);
    await stage.deliverAll();
    expect(await stage.balance(all.ada)).toMatchObject({ available: 800 });
    expect(await stage.user(all.ada)).toMatchObject({ paid: true });
    // If this refund fails later, no credits are returned, because it took none back.
    const [last] = await refunds();
    await stage.program(`refunds/${last?.id}/fail`);
    await stage.deliverAll();
    expect(await stage.balance(all.ada)).toMatchObject({ available: 800 });
    expect((await Array.fromAsync(ledger.entries(all.ada.user.id))).length).toBeLessThanOrEqual(3);
    expect(await refund(all, 200, { keep_credits: true })).toEqual([200, undefined]);
    await stage.deliverAll();
    expect(await stage.balance(all.ada)).toMatchObject({ available: 800 });
    stage.context().clock.advance(2 * 3_600_000);
    expect(await Array.fromAsync(compareBilling(stage.context()))).toEqual([]);
  });

  it('happens once per id, even if clicked twice or after lost responses', async () => {
    const all = await setUpPurchase();
    const before = (await refunds()).length;
    const request = randomUUID();
    const retry = () => refund(all, 200, { request });
    for (const fail of ['before', 'after', 'lost']) {
      await stage.program('faults', {
        api: { fail, times: 3, path: '/v1/refunds', method: 'POST' },
      });
      const [status] = await retry();
      expect([200, 503]).toContain(status);
    }
    await stage.program('faults', {});
    expect(await Promise.all([retry(), retry()])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    await stage.deliverAll();
    expect((await refunds()).length).toBe(before + 1);
    expect(await stage.balance(all.ada)).toMatchObject({ available: 600 });
    expect((await fetchUser(all.admin, all.ada)).adjustments).toMatchObject([{ state: 'done' }]);
    expect(await refund(all, 100, { request })).toEqual([409, 'request_reused']);
  });

  it('is recorded as done by its event if the call is killed after the refund and never repeated', async () => {
    const { admin, ada, payment_id: purchaseId } = await setUpPurchase();
    const context = stage.context();
    const setState = () => Promise.reject(new Error('killed'));
    const deps = { ...context, adjustments: { ...context.adjustments, setState } };
    const wanted = { id: randomUUID(), purchaseId, cents: 200, reason, by: admin.user.id };
    await expect(requestRefund(deps, ada.user.id, wanted)).rejects.toThrow('killed');
    expect((await fetchUser(admin, ada)).adjustments).toMatchObject([{ state: 'asked' }]);
    await stage.deliverAll();
    expect(await fetchUser(admin, ada)).toMatchObject({
      payments: [{ gone_cents: 200 }],
      adjustments: [{ state: 'done' }],
    });
  });

  it('that fails for good under its idempotency key is retried under another', async () => {
    const all = await setUpPurchase();
    const request = randomUUID();
    await stage.program('faults', {
      api: { fail: 'after', times: 9, path: '/v1/refunds', method: 'POST' },
    });
    expect(await refund(all, 500, { request })).toEqual([503, 'payment_unavailable']);
    expect((await fetchUser(all.admin, all.ada)).adjustments).toMatchObject([{ state: 'asked' }]);
    await stage.program('faults', {});
    expect(await refund(all, 500, { request })).toEqual([200, undefined]);
    await stage.deliverAll();
    expect(await stage.balance(all.ada)).toMatchObject({ available: 0, debt: 0 });
  });

  it('never exceeds what is left of the payment, even if two administrators refund concurrently', async () => {
    const all = await setUpPurchase();
    expect(await refund(all, 501)).toEqual([422, 'validation']);
    const both = await Promise.all([refund(all, 300), refund(all, 300)]);
    expect(both.map(([status]) => status).toSorted()).toEqual([200, expect.any(Number)]);
    expect(both.map(([status]) => status)).not.toEqual([200, 200]);
    await stage.deliverAll();
    expect(await refund(all, 201)).toEqual([422, 'validation']);
    expect(await refund(all, 200)).toEqual([200, undefined]);
    await stage.deliverAll();
    expect((await fetchUser(all.admin, all.ada)).payments).toMatchObject([
      { status: 'refunded', gone_cents: 500, gone_credits: 1000 },
    ]);
  });

  it('of a disputed payment is refused by Stripe and recorded as refused', async () => {
    const all = await setUpPurchase();
    const [charge] = (await stage.sdk().charges.list({ limit: 1 })).data;
    await stage.program(`charges/${charge?.id}/dispute`);
    await stage.deliverAll();
    const request = randomUUID();
    for (let time = 0; time < 2; time += 1)
      expect(await refund(all, 500, { request })).toEqual([409, 'refund_refused']);
    const { payments, adjustments } = await fetchUser(all.admin, all.ada);
    expect(adjustments).toMatchObject([{ state: 'refused' }]);
    expect(payments).toMatchObject([
      { status: 'disputed', disputes: [{ state: 'held', cents: 500 }] },
    ]);
  });

  it('is advised after a fraud warning, which operators and administrators see until nothing is left to refund', async () => {
    const all = await setUpPurchase();
    const [charge] = (await stage.sdk().charges.list({ limit: 1 })).data;
    await stage.program(`charges/${charge?.id}/warn`);
    const events = await stage.events();
    await stage.deliver([...events, ...stage.copies(events, 2)]);
    const fetchPayments = async () => (await fetchUser(all.admin, all.ada)).payments;
    const fraud_warnings = ['made_with_stolen_card'];
    const warned = { status: 'paid', gone_credits: 0, fraud_warnings, refund_advised: true };
    expect(await fetchPayments()).toMatchObject([warned]);
    expect(stage.logged('payment_reported')).toHaveLength(1);
    const fraudMails = () =>
      stage
        .context()
        .mails.filter(({ content }) => content.template === 'money_taken_back')
        .map(({ content }) => content.params);
    const { email: customer } = all.ada.user;
    const mail = { what: 'fraud_warning', customer, cents: 500, reason: fraud_warnings[0] };
    expect(fraudMails()).toMatchObject([mail]);

    expect(await refund(all, 200)).toEqual([200, undefined]);
    await stage.deliverAll();
    expect(await fetchPayments()).toMatchObject([{ fraud_warnings, refund_advised: true }]);
    expect(await refund(all, 300)).toEqual([200, undefined]);
    await stage.deliverAll();
    expect(await fetchPayments()).toMatchObject([{ fraud_warnings, refund_advised: false }]);
    expect(fraudMails()).toHaveLength(1);
  });

  it('that the bank rejects later is emailed to operator and customer, recorded, and compared with its credit note', async () => {
    const all = await setUpPurchase();
    expect(await refund(all, 500)).toEqual([200, undefined]);
    await stage.deliverAll();
    const [made] = await refunds();
    await stage.program(`refunds/${made?.id}/fail`);
    const events = await stage.events();
    await stage.deliver([...events, ...stage.copies(events, 2)]);
    expect(await stage.balance(all.ada)).toMatchObject({ available: 1000 });
    const { payments, adjustments } = await fetchUser(all.admin, all.ada);
    expect(payments).toMatchObject([{ status: 'paid', gone_cents: 0 }]);
    expect(adjustments).toMatchObject([{ state: 'failed' }]);
    const sentMails = stage
      .context()
      .mails.flatMap(({ to, content: { template, params } }) =>
        template === 'refund_failed' || template === 'money_taken_back'
          ? [[to, template, params.cents, 'what' in params && params.what]]
          : [],
      );
    expect(sentMails).toEqual([
      ['operator@tamis.test', 'money_taken_back', 500, 'refund_failed'],
      [all.ada.user.email, 'refund_failed', 500, false],
    ]);
    expect(stage.logged('payment_refunded').join()).toContain('could not be refunded');
    const { clock } = stage.context();
    clock.advance(2 * 3_600_000);
    expect((await Array.fromAsync(compareBilling(stage.context()))).slice(0, 1)).toEqual([
      {
        kind: 'credit_note_excess',
        object: made?.charge,
        message: expect.stringMatching(/^credit notes exceed the refunds by 500 cents: .*-CN-01$/),
      },
    ]);
    clock.advance(-2 * 3_600_000);
    // A later refund succeeds and uses the existing credit note.
    expect(await refund(all, 500)).toEqual([200, undefined]);
    await stage.deliverAll();
    expect(await stage.balance(all.ada)).toMatchObject({ available: 0 });
    clock.advance(2 * 3_600_000);
    expect(await Array.fromAsync(compareBilling(stage.context()))).toEqual([]);
  });

  it('requires a reason, an amount and a payment of this customer', async () => {
    const all = await setUpPurchase();
    const other = await stage.person();
    for (const wrong of [{ reason: ' ' }, { cents: 0 }, { cents: 1.5 }, { request: 'twice' }])
      expect(await refund(all, 100, wrong)).toEqual([422, 'validation']);
    for (const wrong of [{ id: other.user.id }, { id: 'never' }, { payment_id: 'never' }])
      expect(await refund(all, 100, wrong)).toEqual([404, 'not_found']);
  });
});

describe('a gift', () => {
  it('is granted once per id, recorded, repays debt first, and is limited', async () => {
    const { admin, ada } = await setUpPurchase();
    const { ledger } = stage.context();
    await ledger.clawBack(ada.user.id, { id: 'x', amount: 1100, why: 'test' });
    const body = { id: ada.user.id, credits: 300, request: randomUUID() };
    const all = await Promise.all([give(admin, body), give(admin, body), give(admin, body)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stage.balance(ada)).toMatchObject({ available: 200, debt: 0 });
    const expectedAdjustment = {
      kind: 'gift',
      credits: 300,
      reason,
      by: admin.user.email,
      state: 'done',
    };
    expect((await fetchUser(admin, ada)).adjustments).toMatchObject([expectedAdjustment]);
    expect((await give(admin, { ...body, credits: 301 })).body.code).toBe('request_reused');
    const large = await give(admin, { id: ada.user.id, credits: 100_001 });
    expect(large.body.fields).toEqual({ credits: ['This value is not valid'] });
  });

  it('is limited to 100,000 credits per administrator and day, in any number of gifts', async () => {
    const [admin, other, ada] = [
      await stage.person({ admin: true }),
      await stage.person({ admin: true }),
      await stage.person(),
    ];
    const { clock } = stage.context();
    // Advance to a minute after midnight UTC.
    clock.advance(86_460_000 - (clock.now() % 86_400_000));
    const code = async (by: Person, credits: number) =>
      (await give(by, { id: ada.user.id, credits })).body.code ?? 'given';
    expect(await code(admin, 60_000)).toBe('given');
    expect(await code(admin, 60_000)).toBe('gift_limit');
    expect(stage.logged('security').join()).toContain('limit_reached');
    expect(await code(admin, 40_000)).toBe('given');
    expect(await code(admin, 5000)).toBe('gift_limit');
    expect(await code(other, 100_000)).toBe('given');
    clock.advance(23 * 3_600_000);
    expect(await code(admin, 5000)).toBe('gift_limit');
    clock.advance(3_600_000);
    expect(await code(admin, 100_000)).toBe('given');
    expect(await stage.balance(ada)).toMatchObject({ available: 300_000 });
  });

  it('is emailed once, appears in Billing without documents, and does not open the API', async () => {
    const [admin, ada] = [await stage.person({ admin: true }), await stage.person()];
    const body = { id: ada.user.id, credits: 300, request: randomUUID() };
    for (let time = 0; time < 2; time += 1) expect((await give(admin, body)).status).toBe(200);
    const { data, total } = (await stage.get(routes.billings, { headers: ada.headers })).data;
    const row = { plan_id: 'gift', status: 'given', no_of_credit: 300, price_cents: 0 };
    expect([total, data]).toEqual([1, [expect.objectContaining(row)]]);
    const mailed = stage.context().mails.filter(({ to }) => to === ada.user.email);
    expect(new Set(mailed.map(({ id }) => id)).size).toBe(1);
    expect(mailed[0]?.content).toMatchObject({ params: { credits: 300, given: 'gift' } });
    await grantCreditsByEmail(stage.context(), { ...giftTo(ada, 7), grantId: randomUUID() });
    expect(await stage.user(ada)).toMatchObject({ paid: false });
    expect((await fetchUser(admin, ada)).payments).toEqual([]);
    const users = await stage.get(routes.listUsers, { headers: admin.headers });
    expect(users.data.find(({ id }) => id === ada.user.id)?.purchase_history).toEqual([]);
  });

  it('that was paid by bank transfer makes the customer a paying one', async () => {
    const [admin, ada] = [await stage.person({ admin: true }), await stage.person()];
    const given = { ...giftTo(ada, 200_000), cents: 360_00, grantId: randomUUID() };
    await grantCreditsByEmail(stage.context(), given);
    await grantCreditsByEmail(stage.context(), given);
    expect(await stage.user(ada)).toMatchObject({ paid: true });
    const paid = { no_of_credit: 200_000, price_cents: 360_00, status: 'paid' };
    expect((await stage.get(routes.billings, { headers: ada.headers })).data.data).toMatchObject([
      { ...paid, plan_id: 'transfer' },
    ]);
    const { payments, adjustments } = await fetchUser(admin, ada);
    expect(payments).toMatchObject([{ ...paid, refundable: false }]);
    expect(adjustments).toMatchObject([{ kind: 'transfer', cents: 360_00, by: 'command' }]);
    const { content } = stage.context().mails.at(-1) ?? {};
    expect(content).toMatchObject({ template: 'purchase', params: { cents: 360_00 } });
    const usage = await stage.get(routes.usage, { headers: ada.headers });
    expect(usage.data.data).toContainEqual(expect.objectContaining({ type: 'purchase' }));
    await expectPurchaseInvariants(stage.context(), ada.user.id);
  });

  it('made with the command is recorded as well', async () => {
    const { admin, ada } = await setUpPurchase();
    const given = { email: ada.user.email, credits: 7, why: 'defect', grantId: randomUUID() };
    expect(await grantCreditsByEmail(stage.context(), given)).toBe(1007);
    expect(await grantCreditsByEmail(stage.context(), given)).toBe(1007);
    const expectedAdjustment = { by: 'command', credits: 7, reason: 'defect' };
    expect((await fetchUser(admin, ada)).adjustments).toMatchObject([expectedAdjustment]);
  });
});

it('replaces no more credits than a list has cost, even if two replacements run at the same time', async () => {
  const table = await startTable();
  const world = await createPipelineHarness(table);
  const { context, userId } = world;
  const admin = await createPerson(context, { admin: true });
  await world.grant(10);
  const file_id = await world.upload('ok1@a.fr\nok2@a.fr\nbad1@a.fr\nodd1@a.fr\n');
  await world.drain();
  const replace = async (credits: number, more = {}) => {
    const body = { id: userId, request: randomUUID(), file_id, credits, reason, ...more };
    const parts = { headers: admin.headers, body };
    const { status, body: responseBody } = await callHandler(context, routes.giveCredits, parts);
    return responseBody.fields?.['credits']?.[0] ?? responseBody.code ?? status;
  };
  expect(await replace(4)).toBe('The maximum is 3');
  expect((await Promise.all([replace(2), replace(2)])).toSorted()).toEqual([
    200,
    'The maximum is 1',
  ]);
  context.clock.advance(1000);
  expect(await replace(1)).toBe(200);
  expect(await replace(1, { file_id: 'never' })).toBe('not_found');
  expect(await context.ledger.balance(userId)).toMatchObject({ available: 10 });
  const shown = await callHandler(context, routes.getUser, {
    params: { id: userId },
    headers: admin.headers,
  });
  expect(shown.body.data).toMatchObject({
    lists: { data: [{ id: file_id, credits_charged: 3 }] },
    adjustments: [{ file_id, kind: 'replacement' }, { credits: 2 }],
  });
  const { body } = await callHandler(context, routes.usage, { headers: world.headers });
  expect(body.data?.['data']).toContainEqual(
    expect.objectContaining({ type: 'replacement', file_id, added: 2, change: 2 }),
  );
  const { body: billings } = await callHandler(context, routes.billings, {
    headers: world.headers,
  });
  const row = { plan_id: 'replacement', status: 'given', number: null };
  expect(billings.data?.['data']).toMatchObject([
    { ...row, no_of_credit: 1 },
    { ...row, no_of_credit: 2 },
  ]);
  await expectInvariants(world);
  await table.stop();
});
