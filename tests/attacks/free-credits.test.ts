import { expect, it } from 'vitest';
import { applyDispute } from '../../functions/billing/reversal/apply-dispute.ts';
import { recordPurchase } from '../../functions/billing/payment/apply-payment.ts';
import { findPlanVersion } from '../../shared/model/plans/plans.ts';
import { routes } from '../support/routes.ts';
import { createAccountHarness } from '../support/account-harness.ts';
import { invoke } from '../support/invoke.ts';
import { createApiEvent } from '../support/api-event.ts';
import { callHandler } from '../support/call.ts';
import { startFileTable } from '../support/file-table.ts';
import { expectInvariants } from '../support/invariants.ts';
import { expectLedgerInvariants } from '../support/ledger-invariants.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';

/** Attempts to get credits without a payment, or to be charged without a result. */

const table = await startFileTable();

it.each(['foo@bar', '=1+1@x', 'a@é'])('%s is free, individually and in a list', async (email) => {
  const world = await createPipelineHarness(table, { paid: true });
  const { context, headers, userId } = world;
  await world.grant(3);
  const event = createApiEvent(routes.checkEmail.route, { headers, body: { email } });
  const { body } = await invoke(routes.checkEmail, context, event);
  expect(JSON.parse(body)).toMatchObject({ code: 'bad_address' });

  const listId = await world.upload(`ok@a.fr;x\n${email};y\n`);
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ status: 7, total: 2, badSyntax: 1, charged: 1 });
  const { available, consumed } = await context.ledger.balance(userId);
  expect([available, consumed]).toEqual([2, 1]);
  await expectInvariants(world);
});

it('a list with reserved credits cannot spend the credits of a disputed payment', async () => {
  const world = await createPipelineHarness(table);
  const { context, headers, owner, userId } = world;
  const plan = findPlanVersion('pack_1000_v1');
  if (!plan) throw new Error('no pack of 1,000 credits is on sale');
  const payment = {
    source: 'cs:disputed',
    plan,
    cents: 600,
    paymentId: 'pi_1',
    at: context.clock.now(),
    taxMissing: false,
    invoice: undefined,
  };
  await world.grant(100);
  const unknown = async () => undefined;
  const stripe = { ...context.stripe, findPayment: unknown, findInvoiceOfPayment: unknown };
  await recordPurchase({ ...context, stripe }, owner.user, payment);
  const listId = await world.upload(
    Array.from({ length: 1100 }, (_, at) => `ok${at}@a.fr\n`).join(''),
  );
  const reserved = async () => (await context.ledger.balance(userId)).reserved;
  await world.drain(async () => (await reserved()) === 1100);
  const dispute = (status: string) => {
    const found = {
      id: 'dp',
      status,
      reason: 'general',
      cents: payment.cents,
      dueAt: undefined,
      paymentId: 'pi_1',
    };
    const findDispute = async () => found;
    return applyDispute({ ...context, stripe: { ...context.stripe, findDispute } }, found);
  };
  for (let delivery = 0; delivery < 3; delivery += 1)
    expect(await dispute('needs_response')).toBe('done');
  expect(
    (await callHandler(context, routes.deleteFile, { headers, params: { id: listId } })).status,
  ).toBe(200);
  // The welcome credits belong to the customer; the credits of the disputed payment do not.
  expect(await expectLedgerInvariants(context.ledger, userId)).toMatchObject({ available: 100 });
  for (let delivery = 0; delivery < 3; delivery += 1) await dispute('won');
  expect(await expectLedgerInvariants(context.ledger, userId)).toEqual({
    available: 1100,
    reserved: 0,
    consumed: 0,
    held: 0,
    debt: 0,
  });
});

const stage = createAccountHarness();

/** Signs up with an address and confirms it. Returns the account's credits and headers. */
async function creditsOf(email: string) {
  const { otp } = await stage.signUp({ email });
  const { status, body } = await stage.submitOtp(email, otp);
  expect([email, status]).toEqual([email, 200]);
  const { accounts, ledger } = stage.context();
  const { available } = await ledger.balance((await accounts.findByEmail(email))?.id ?? 'none');
  const { token = '', csrf_token = '' } = body.data ?? {};
  const headers = { Authorization: `Bearer ${token}`, 'X-CSRF-Token': String(csrf_token) };
  return { available, headers };
}

it.each([
  ['tags', ['eve@mail.example', 'eve+1@mail.example', 'Eve+2@mail.example']],
  ['only tags', ['joe+1@mail.example', 'joe+2@mail.example', 'joe@mail.example']],
  ['dots', ['e.ve@gmail.com', 'ev.e+1@gmail.com', 'eve@googlemail.com']],
  ['domain', ['eve@protonmail.com', 'e-ve@proton.me', 'eve@pm.me']],
])('one mailbox gets welcome credits once, whatever its %s', async (_, [first = '', ...more]) => {
  const { available, headers } = await creditsOf(first);
  expect(available).toBe(100);
  for (const email of more) expect([email, (await creditsOf(email)).available]).toEqual([email, 0]);
  // Deleting the account that had the credits makes no difference.
  await stage.call(routes.deleteAccount, { headers });
  expect((await creditsOf(first)).available).toBe(0);
});

it('another mailbox gets its own welcome credits, even if it only differs by a dot where dots count', async () => {
  const emails = ['ida@dots.example', 'i.da@dots.example', 'ida@other.example'];
  for (const email of [...emails, 'ida@outlook.com', 'ida@hotmail.com'])
    expect([email, (await creditsOf(email)).available]).toEqual([email, 100]);
});
