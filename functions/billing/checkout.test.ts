import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';

const stage = createBillingHarness();
const PRICING = 'https://app.tamis.example/pricing-plan';

const customersOf = async (userId: string) => {
  const found = [];
  for await (const customer of stage.sdk().customers.list({ limit: 100 }))
    if (customer.metadata['user_id'] === userId) found.push(customer);
  return found;
};
const openSessions = async (customer: string) =>
  (await stage.sdk().checkout.sessions.list({ customer, status: 'open' })).data;

describe('the payment link of a plan', () => {
  it('redirects to a Stripe session for this user and plan', async () => {
    const ada = await stage.person();
    const location = await stage.click(ada, 'pack_1000');
    const { stripeCustomerId = '' } = await stage.user(ada);
    const [session] = await openSessions(stripeCustomerId);
    expect(location).toBe(session?.url);
    expect(session).toMatchObject({
      mode: 'payment',
      client_reference_id: ada.user.id,
      locale: 'en',
      amount_total: 500,
      success_url: expect.stringMatching(
        /^https:\/\/app\.tamis\.example\/invoices\?purchase=ok&since=\d{10}$/,
      ),
      cancel_url: PRICING,
      allowed_payment_method_types: ['card'],
      billing_address_collection: 'required',
      saved_payment_method_options: { payment_method_save: 'enabled' },
      invoice_creation: { enabled: true },
      automatic_tax: { enabled: false },
      metadata: { user_id: ada.user.id, plan_id: 'pack_1000_v1' },
    });
  });

  it('yields one session of one customer when clicked twice, or in two tabs at the same time', async () => {
    const ada = await stage.person();
    const url = await stage.paymentUrl(ada, 'monthly_5000');
    const [first, second] = await Promise.all([stage.follow(url), stage.follow(url)]);
    expect(second).toBe(first);
    expect(await stage.follow(url)).toBe(first);
    const { stripeCustomerId = '' } = await stage.user(ada);
    expect(await openSessions(stripeCustomerId)).toHaveLength(1);
    expect(await customersOf(ada.user.id)).toHaveLength(1);
  });

  it('for another subscription expires the first session, so that at most one can be paid', async () => {
    const ada = await stage.person();
    const first = await stage.click(ada, 'monthly_5000');
    const second = await stage.click(ada, 'monthly_25000');
    expect(second).not.toBe(first);
    const { stripeCustomerId = '' } = await stage.user(ada);
    expect((await openSessions(stripeCustomerId)).map(({ url }) => url)).toEqual([second]);
    await stage.click(ada, 'pack_1000');
    expect(await openSessions(stripeCustomerId)).toHaveLength(2);
  });

  it('expires a session that another click has replaced while it was being created', async () => {
    const ada = await stage.person();
    const { stripe } = stage.context();
    const { createSession } = stripe;
    let faster: string | undefined;
    Object.assign(stripe, {
      createSession: async (request: Parameters<typeof createSession>[0]) => {
        Object.assign(stripe, { createSession });
        const made = await createSession(request);
        faster = await stage.click(ada, 'monthly_25000');
        return made;
      },
    });
    const location = await stage.click(ada, 'monthly_5000');
    expect(location).toContain('cs_');
    expect(faster).toContain('cs_');
    expect(location).not.toBe(faster);
    const { stripeCustomerId = '' } = await stage.user(ada);
    expect((await openSessions(stripeCustomerId)).map(({ url }) => url)).toEqual([location]);
    const all = await stage.sdk().checkout.sessions.list({ customer: stripeCustomerId });
    expect(all.data.map(({ status }) => status).toSorted()).toEqual(['expired', 'expired', 'open']);
    expect(await stage.click(ada, 'monthly_5000')).toBe(location);
  });

  it('yields a new session once the last one was credited or is about to expire', async () => {
    const ada = await stage.person();
    const first = await stage.click(ada, 'pack_1000');
    await stage.pay(first);
    expect(await stage.click(ada, 'pack_1000')).toMatch(/\/invoices\?purchase=ok&since=\d{10}$/);
    await stage.deliverAll();
    const second = await stage.click(ada, 'pack_1000');
    expect(second).not.toBe(first);
    stage.context().clock.advance(56 * MINUTE_MS);
    expect(await stage.click(ada, 'pack_1000')).not.toBe(second);
  });

  it('redirects to the pricing page for the current plan, and to the portal for another plan', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'monthly_5000');
    // The events have not arrived yet, so the subscription is read from Stripe.
    expect(await stage.click(ada, 'monthly_5000')).toBe(PRICING);
    const portal = await stage.click(ada, 'monthly_25000');
    expect(portal).toContain('/stripe/portal/');
    const pack = await stage.click(ada, 'pack_5000');
    expect(pack).toContain('cs_');
  });

  it('is valid for 15 minutes, and only for its user and plan', async () => {
    const ada = await stage.person();
    const url = await stage.paymentUrl(ada, 'pack_1000');
    const other = url.replace('pack_1000', 'pack_1000000');
    const [head = '', expires = '', mac = ''] = url.split('.').slice(-3);
    const later = url.replace(`${expires}.${mac}`, `${Number(expires) + 60}.${mac}`);
    expect(head).toContain('t=');
    for (const bad of [other, later, url.slice(0, -2), url.replace(/&t=.*/, ''), `${url}x`])
      expect(await stage.follow(bad)).toBe(`${PRICING}?error=expired`);
    stage.context().clock.advance(15 * MINUTE_MS);
    expect(await stage.follow(url)).toBe(`${PRICING}?error=expired`);
  });

  it('redirects back with the reason if the user may not buy', async () => {
    const ada = await stage.person();
    const url = await stage.paymentUrl(ada, 'pack_1000');
    await stage.setStatus(ada, 2);
    expect(await stage.follow(url)).toBe(`${PRICING}?error=account_inactive`);
    await stage.remove(ada);
    expect(await stage.follow(url)).toBe(`${PRICING}?error=expired`);
  });

  it.each(['before', 'after'] as const)(
    'redirects back while Stripe is unavailable (%s), and afterwards to one session of one customer',
    async (fail) => {
      const ada = await stage.person();
      const url = await stage.paymentUrl(ada, 'pack_1000');
      const away = (path: string) =>
        stage.program('faults', { api: { fail, times: 9, path, method: 'POST' } });
      await away('/v1/customers');
      expect(await stage.follow(url)).toBe(`${PRICING}?error=payment_unavailable`);
      expect(stage.logged('checkout_failed')).toHaveLength(1);
      await stage.program('faults');
      const fresh = await stage.paymentUrl(ada, 'pack_1000');
      await away('/v1/checkout/sessions');
      await stage.follow(fresh);
      await stage.program('faults');
      const location = await stage.follow(fresh);
      expect(location).toContain('cs_');
      expect(await stage.follow(fresh)).toBe(location);
      expect(await customersOf(ada.user.id)).toHaveLength(1);
      const { stripeCustomerId = '' } = await stage.user(ada);
      // If only the response was lost, the failed call has also created a session at Stripe.
      const made = await openSessions(stripeCustomerId);
      expect(made).toHaveLength(fail === 'after' ? 2 : 1);
    },
    30_000,
  );

  it("yields one session of one customer when Stripe's responses are lost", async () => {
    const ada = await stage.person();
    const url = await stage.paymentUrl(ada, 'pack_1000');
    const api = { fail: 'lost', times: 2, method: 'POST' };
    await stage.program('faults', { api });
    const location = await stage.follow(url);
    await stage.program('faults');
    expect(location).toContain('cs_');
    expect(await stage.follow(url)).toBe(location);
    expect(await customersOf(ada.user.id)).toHaveLength(1);
  });
});
