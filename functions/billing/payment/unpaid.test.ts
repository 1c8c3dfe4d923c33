import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';

const stage = createBillingHarness();

afterEach(() => stage.program('faults'));

/**
 * Creates a subscriber who has paid the first month. Later payments use a card that behaves like
 * `card`.
 */
async function subscriber(card: string) {
  const ada = await stage.person();
  const { customer, subscription } = await stage.buy(ada, 'monthly_5000');
  await stage.deliverAll();
  await stage.program(`customers/${String(customer)}/card`, { card });
  const invoices = async (status?: 'draft' | 'open' | 'void' | 'paid') => {
    const query = { customer: String(customer), limit: 100, ...(status && { status }) };
    return (await stage.sdk().invoices.list(query)).data;
  };
  return {
    ada,
    customer: String(customer),
    invoices,
    subscription: () => stage.sdk().subscriptions.retrieve(String(subscription)),
  };
}
async function deactivate(who: Person): Promise<void> {
  await stage.setStatus(who, 2);
  await stage.context().billingQueue.send({ kind: 'renewal', v: 1, userId: who.user.id });
  await stage.work();
  await stage.deliverAll();
}
const mailsTo = ({ user }: Person) => stage.context().mails.filter(({ to }) => to === user.email);
const mails = (who: Person): string[] => [
  ...new Map(mailsTo(who).map(({ id, content }) => [id, String(content.template)])).values(),
];
/** Follows the link in the last email. @returns the redirect target */
async function followMail(who: Person): Promise<string> {
  const params = mailsTo(who).at(-1)?.content.params;
  const path = params && 'path' in params ? params.path : '';
  return stage.follow(`https://app.tamis.example${path}`);
}

describe('a renewal payment', () => {
  it("that needs the customer's confirmation is emailed with a link to its invoice", async () => {
    const { ada, customer, invoices } = await subscriber('authenticate');
    await stage.advance('P1M');
    expect(mails(ada)).toEqual(['purchase', 'payment_authentication']);
    const [invoice] = await invoices('open');
    expect(await followMail(ada)).toBe(invoice?.hosted_invoice_url);
    stage.context().clock.advance(30 * DAY_MS);
    expect(await followMail(ada)).toContain('/invoices?error=expired');
    // The customer must react differently to a later decline, so a new email is sent.
    await stage.program(`customers/${customer}/card`, { card: 'declined' });
    await stage.advance('P3D');
    expect(mails(ada)).toEqual(['purchase', 'payment_authentication', 'payment_failed']);
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
  });

  it('can be made on the page of its invoice, with the same card or another', async () => {
    const { ada, subscription } = await subscriber('authenticate');
    await stage.advance('P1M');
    const page = await followMail(ada);
    expect(await (await fetch(page)).text()).toContain('Pay €15.00');
    await fetch(page, { method: 'POST', body: new URLSearchParams({ card: 'ok' }) });
    await stage.deliverAll();
    expect(await subscription()).toMatchObject({ status: 'active' });
    expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });
    expect((await stage.user(ada)).renewal?.pastDue).toBe(false);
  });

  it('that is declined is emailed with a link to its invoice', async () => {
    const { ada, invoices } = await subscriber('declined');
    await stage.advance('P1M');
    expect(mails(ada)).toEqual(['purchase', 'payment_failed']);
    expect(await followMail(ada)).toBe((await invoices('open'))[0]?.hosted_invoice_url);
    // The webhook event has no link, because anyone with the link could open the invoice.
    const outboxEvents = await Array.fromAsync(stage.context().outbox.listForUser(ada.user.id));
    expect(outboxEvents.map(({ type, data }) => ({ type, data }))).toContainEqual({
      type: 'payment.failed',
      data: { kind: 'subscription', why: 'declined', amount_cents: 1500, currency: 'eur' },
    });
  });

  it('that fails for good ends the subscription for non-payment, and is emailed', async () => {
    const { ada, invoices, subscription } = await subscriber('declined');
    await stage.advance('P1M');
    await stage.advance('P15D');
    expect(await subscription()).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(mails(ada)).toEqual(['purchase', 'payment_failed', 'subscription_unpaid']);
    expect((await stage.user(ada)).planId).toBeUndefined();

    // Paying the invoice afterward grants its credits, but does not restore the plan.
    const [open] = await invoices('open');
    const page = open?.hosted_invoice_url ?? '';
    await fetch(page, { method: 'POST', body: new URLSearchParams({ card: 'ok' }) });
    await stage.deliverAll();
    expect(await subscription()).toMatchObject({ status: 'canceled' });
    expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });
    expect((await stage.user(ada)).planId).toBeUndefined();
  });

  it('is not collected while its invoice is a draft, and is collected in full afterwards', async () => {
    const { ada, invoices } = await subscriber('ok');
    await stage.program('faults', { invoices: { draft: true } });
    await stage.advance('P1M');
    expect(await invoices('draft')).toHaveLength(1);
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
    expect((await stage.user(ada)).renewal?.pastDue).toBe(false);
    await stage.advance('PT1H');
    expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });
  });
});

describe('a deactivated customer', () => {
  it('is not charged for an open invoice', async () => {
    const { ada, customer, invoices } = await subscriber('declined');
    await stage.advance('P1M');
    expect(await invoices('open')).toHaveLength(1);
    await deactivate(ada);
    await stage.program(`customers/${customer}/card`, { card: 'ok' });
    await stage.advance('P2M');
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
    expect(mails(ada)).toEqual(['purchase', 'payment_failed', 'subscription_cancelled']);
  });

  it('is not charged for a draft invoice', async () => {
    const { ada, invoices } = await subscriber('ok');
    await stage.program('faults', { invoices: { draft: true } });
    await stage.advance('P1M');
    await deactivate(ada);
    await stage.advance('P2M');
    expect((await invoices()).map(({ status }) => status)).toEqual(['draft', 'paid']);
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
  });
});

describe('a response with status 429', () => {
  const limit = (times: number) => stage.program('faults', { api: { fail: 'limit', times } });

  it('redirects the customer back; the link works again a moment later', async () => {
    const ada = await stage.person();
    await limit(9);
    const url = await stage.paymentUrl(ada, 'pack_1000');
    expect(await stage.follow(url)).toContain('error=payment_unavailable');
    await stage.program('faults');
    expect(await stage.follow(url)).toContain('cs_');
  });

  it('is retried immediately if Stripe advises it', async () => {
    const ada = await stage.person();
    await stage.program('faults', { api: { fail: 'lock', times: 2 } });
    expect(await stage.click(ada, 'pack_1000')).toContain('cs_');
  });
});

it.each(['limit', 'before'])(
  'an event that Stripe does not answer (%s) changes nothing, and returns to the queue',
  async (fail) => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    const events = (await stage.events()).filter(({ type }) => type.startsWith('checkout'));
    for (const event of events) expect(await stage.post(event)).toBe(200);
    await stage.program('faults', { api: { fail, times: 9 } });
    await stage.work(1);
    await stage.program('faults');
    expect(await stage.balance(ada)).toMatchObject({ available: 0 });
    await stage.deliver(events);
    expect(await stage.balance(ada)).toMatchObject({ available: 1000 });
  },
);
