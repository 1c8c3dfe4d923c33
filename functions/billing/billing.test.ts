import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';

const stage = createBillingHarness();

const reconcile = () => stage.reconcile();

describe('a pack', () => {
  it('grants its credits once it is paid, with an API key, a purchase and one email', async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 1000, debt: 0 });
    expect(await stage.grants(ada)).toEqual([`grant:cs:${session.id}`]);
    const user = await stage.user(ada);
    expect(user).toMatchObject({ paid: true, stripeCustomerId: session.customer });
    expect(user.planId).toBeUndefined();
    expect(stage.context().resumed).toContain(ada.user.id);
    expect(stage.mailIds()).toHaveLength(1);
    expect(stage.context().mails[0]).toMatchObject({
      to: ada.user.email,
      content: { template: 'purchase', params: { credits: 1000, cents: 500, monthly: false } },
    });
  });

  it.each(['pack_1000', 'monthly_5000'])(
    'found by the hourly reconciler is processed completely, even if a step after the grant failed: %s',
    async (planId) => {
      const ada = await stage.person();
      await stage.buy(ada, planId);
      await stage.events();
      const { billingQueue, clock, stripeEventStore } = stage.context();
      const { resumeLists } = billingQueue;
      const fails = () => Promise.reject(new Error('the queue gave no response'));
      Object.assign(billingQueue, { resumeLists: fails });
      await reconcile();
      await stage.work(1);
      const credits = planId === 'pack_1000' ? 1000 : 5000;
      expect(await stage.balance(ada)).toMatchObject({ available: credits });
      expect(stage.mailIds()).toEqual([]);

      // The payment is recorded and its message is lost: only the item that marks the event as
      // waiting is left.
      Object.assign(billingQueue, { resumeLists });
      clock.advance(16 * 60_000);
      const waiting = await Array.fromAsync(stripeEventStore.listWaiting(clock.now()));
      expect(waiting).toHaveLength(1);
      expect(await reconcile()).toMatchObject({ waiting: 1, failed: 0 });
      await stage.work();
      expect(stage.mailIds()).toHaveLength(1);
      expect(stage.context().resumed).toContain(ada.user.id);
      expect(await stage.grants(ada)).toHaveLength(1);
      expect(await stripeEventStore.findWaiting(waiting[0] ?? '')).toBeUndefined();
    },
  );

  it('is granted by the hourly reconciler if the message of its event was lost', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    for (const event of await stage.events()) expect(await stage.post(event)).toBe(200);
    expect(stage.context().stripeEvents.splice(0).length).toBeGreaterThan(0);
    const { clock, stripeEventStore } = stage.context();
    clock.advance(16 * 60_000);
    const waiting = async (): Promise<string[]> => {
      const found = [];
      for await (const eventId of stripeEventStore.listWaiting(clock.now())) found.push(eventId);
      return found;
    };
    expect((await waiting()).length).toBeGreaterThan(0);
    await reconcile();
    await stage.work();
    expect(await stage.balance(ada)).toMatchObject({ available: 1000 });
    expect(await waiting()).toEqual([]);
  });

  it('grants its credits once if ten workers process the same event at once', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    const events = await stage.events();
    for (const event of stage.copies(events, 10)) expect(await stage.post(event)).toBe(200);
    await stage.work();
    expect(await stage.balance(ada)).toMatchObject({ available: 1000 });
    expect(await stage.context().purchases.count(ada.user.id)).toBe(1);
  });

  it('is refunded, with an alarm, if its account is gone or was closed in the meantime', async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'pack_1000');
    await stage.remove(ada);
    await stage.deliverAll();
    const intent = String(session.payment_intent);
    const refunds = await stage.sdk().refunds.list({ payment_intent: intent });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([500]);
    expect(stage.logged('payment_without_account')).toHaveLength(1);
    expect(await stage.grants(ada)).toEqual([]);
    await reconcile();
    await stage.deliverAll();
    expect((await stage.sdk().refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  it('is refunded if the account is closed between the check and the grant', async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'pack_1000');
    const { db, accounts } = stage.context();
    const before = await stage.user(ada);
    await db.delete({ PK: `USER#${ada.user.id}`, SK: 'PROFILE' });
    const event = (await stage.events()).find(({ type }) => type.startsWith('checkout'));
    if (!event) throw new Error('no event');
    // The worker read the account before it was closed.
    Object.assign(accounts, { get: async () => before });
    await stage.deliver([event]);
    expect(await stage.grants(ada)).toEqual([]);
    const intent = String(session.payment_intent);
    expect((await stage.sdk().refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });
});

describe('a subscription', () => {
  const subscriptionOf = async (customer: string) =>
    (await stage.sdk().subscriptions.list({ customer, status: 'all' })).data;

  const monthEnd = async ({ subscription }: { subscription: unknown }): Promise<string> => {
    const { items } = await stage.sdk().subscriptions.retrieve(String(subscription));
    return new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString();
  };

  it("grants a month's credits with each paid invoice, and is the current plan", async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'monthly_5000');
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
    const renews = { pastDue: false, ends: false, at: await monthEnd(session) };
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_5000', paid: true });
    expect((await stage.user(ada)).renewal).toEqual(renews);
    expect(await stage.grants(ada)).toEqual([`grant:in:${String(session.invoice)}`]);
    for (let month = 1; month <= 2; month += 1) {
      await stage.advance('P1M1D');
      expect(await stage.balance(ada)).toMatchObject({ available: 5000 * (month + 1) });
      expect((await stage.user(ada)).renewal).toEqual({ ...renews, at: await monthEnd(session) });
    }
    const path = expect.stringMatching(/^\/api\/billings\/\w+\/receipt\?t=.*&document=invoice$/);
    const invoice = { number: expect.stringMatching(/^TAMIS-/), path };
    const sums = { netCents: 1500, vatCents: 0 };
    expect(stage.context().mails.at(-1)?.content).toEqual({
      template: 'purchase',
      params: { credits: 5000, cents: 1500, monthly: true, invoice, sums },
    });
  });

  it('grants its credits with its paid invoice alone', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'monthly_25000');
    const events = await stage.events();
    await stage.deliver(events.filter(({ type }) => type === 'invoice.paid'));
    expect(await stage.balance(ada)).toMatchObject({ available: 25_000 });
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_25000' });
  });

  it('emails one confirmation when canceled, keeps its plan to the end of the month, and keeps its credits', async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'monthly_5000');
    await stage.deliverAll();
    const cancel = `subscriptions/${String(session.subscription)}/cancel`;
    await stage.program(cancel, { at_period_end: true });
    const events = await stage.events();
    await stage.deliver([...events, ...events]);
    expect(await stage.user(ada)).toMatchObject({
      planId: 'monthly_5000',
      renewal: { pastDue: false, ends: true, at: await monthEnd(session) },
    });
    const cancellationMails = () =>
      stage.mailIds().filter((id) => id.startsWith('subscription_cancelled'));
    expect(cancellationMails()).toHaveLength(1);
    await stage.advance('P1M1D');
    const { planId, renewal } = await stage.user(ada);
    expect([planId, renewal]).toEqual([undefined, undefined]);
    expect(await stage.user(ada)).toMatchObject({ paid: true });
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
    expect(cancellationMails()).toHaveLength(1);
  });

  it('whose payment fails is past due: one email, no credits, and the plan stays until it ends', async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'monthly_5000');
    await stage.deliverAll();
    const customer = String(session.customer);
    await stage.program(`customers/${customer}/card`, { card: 'declined' });
    await stage.advance('P1M1D');
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
    const pastDue = async () => (await stage.user(ada)).renewal?.pastDue;
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_5000' });
    expect(await pastDue()).toBe(true);
    const failed = () => stage.mailIds().filter((id) => id.startsWith('payment_failed'));
    expect(failed()).toHaveLength(1);
    await stage.program(`customers/${customer}/card`, { card: 'ok' });
    await stage.advance('P10D');
    expect(await stage.balance(ada)).toMatchObject({ available: 10_000 });
    expect(await pastDue()).toBe(false);
    expect(failed()).toHaveLength(1);
  });

  it('in addition to another is ended and refunded, with an alarm; the first stays', async () => {
    const ada = await stage.person();
    const first = await stage.click(ada, 'monthly_5000');
    const { id, stripeCustomerId = '' } = await stage.user(ada);
    // This session was created outside the product, manually or by a second deployment.
    const { data } = await stage.sdk().prices.list({ lookup_keys: ['monthly_25000_v1'] });
    const second = await stage.sdk().checkout.sessions.create({
      mode: 'subscription',
      customer: stripeCustomerId,
      line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
      success_url: 'https://app.tamis.example/',
    });
    await stage.pay(first);
    await stage.program('clock', { advance: 'PT1M' });
    await stage.pay(second.id);
    await stage.deliverAll();
    expect(await stage.user(ada)).toMatchObject({ id, planId: 'monthly_5000' });
    expect(await stage.balance(ada)).toMatchObject({ available: 5000 });
    const statuses = (await subscriptionOf(stripeCustomerId)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['active', 'canceled']);
    expect(stage.logged('second_subscription').length).toBeGreaterThan(0);
    const invoices = await stage.sdk().invoices.list({
      customer: stripeCustomerId,
      expand: ['data.payments'],
    });
    const refunds = await Promise.all(
      invoices.data.map(async ({ payments }) => {
        const intent = String(payments?.data[0]?.payment.payment_intent);
        return (await stage.sdk().refunds.list({ payment_intent: intent })).data.length;
      }),
    );
    expect(refunds.toSorted()).toEqual([0, 1]);
    expect(stage.mailIds().some((each) => each.startsWith('subscription_cancelled'))).toBe(false);
  });

  it('lasts through a year with an upgrade, a downgrade, a failed payment and its end', async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'monthly_5000');
    const customer = String(session.customer);
    await stage.deliverAll();
    let credits = 5000;
    const months = async (count: number, each: number): Promise<void> => {
      for (let month = 0; month < count; month += 1) {
        await stage.advance('P1M1D');
        credits += each;
        expect((await stage.balance(ada)).available).toBe(credits);
      }
    };
    const change = async (planId: string): Promise<void> =>
      stage.confirm(await stage.click(ada, planId));
    await months(2, 5000);
    await change('monthly_25000');
    // The new plan is paid in full at once; its credits are added to the existing ones.
    credits += 25_000;
    expect((await stage.balance(ada)).available).toBe(credits);
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_25000' });
    await months(3, 25_000);
    await change('monthly_5000');
    // A downgrade moves no credits before the month is over.
    expect((await stage.balance(ada)).available).toBe(credits);
    expect(await stage.user(ada)).toMatchObject({
      planId: 'monthly_25000',
      renewal: { ends: false, changesTo: 'monthly_5000' },
    });
    await months(2, 5000);
    expect(await stage.user(ada)).toMatchObject({ planId: 'monthly_5000' });
    expect((await stage.user(ada)).renewal?.changesTo).toBeUndefined();
    await stage.program(`customers/${customer}/card`, { card: 'declined' });
    await months(1, 0);
    await stage.program(`customers/${customer}/card`, { card: 'ok' });
    await stage.advance('P5D');
    credits += 5000;
    await months(2, 5000);
    await stage.program(`subscriptions/${String(session.subscription)}/cancel`, {
      at_period_end: true,
    });
    await months(2, 0);
    expect((await stage.user(ada)).planId).toBeUndefined();
    const grants = await stage.grants(ada);
    const paid = await stage.sdk().invoices.list({ customer, status: 'paid', limit: 100 });
    expect(grants.toSorted()).toEqual(paid.data.map(({ id }) => `grant:in:${id}`).toSorted());
  });
});
