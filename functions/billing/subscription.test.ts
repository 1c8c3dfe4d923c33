import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import type { Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';

const stage = createBillingHarness();

const portalOf = async ({ headers }: Person, query: Record<string, string> = {}) => {
  const { data } = await stage.get(routes.subscription, { headers, query });
  return { url: data, session: stage.portalSession(data) };
};

describe('the subscription portal', () => {
  it('answers 404 to a user who never opened a payment page', async () => {
    const { headers } = await stage.person();
    const { status, body } = await callHandler(stage.context(), routes.subscription, { headers });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  });

  it('opens in the language of the account', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'monthly_5000');
    await stage.deliverAll();
    const { session } = await portalOf(ada);
    expect(session).toMatchObject({
      customer: (await stage.user(ada)).stripeCustomerId,
      flow: null,
      locale: 'en',
      return_url: 'https://app.tamis.example/invoices',
    });
  });

  it('opens the cancellation page for the cancel button, and returns to the invoices', async () => {
    const ada = await stage.person();
    const checkout = await stage.buy(ada, 'monthly_5000');
    await stage.deliverAll();
    const { session } = await portalOf(ada, { flow: 'cancel' });
    expect(session).toMatchObject({
      flow: {
        type: 'subscription_cancel',
        subscription_cancel: { subscription: checkout.subscription },
        after_completion: {
          type: 'redirect',
          redirect: { return_url: 'https://app.tamis.example/invoices?plan=canceled' },
        },
      },
    });
    await stage.program(`portal-sessions/${session?.id ?? ''}/confirm`);
    await stage.deliverAll();
    expect(stage.mailIds().some((id) => id.startsWith('subscription_cancelled:'))).toBe(true);
    // Nothing is left to cancel: the first page opens, on which the customer can renew.
    expect((await portalOf(ada, { flow: 'cancel' })).session).toMatchObject({ flow: null });
  });

  it('is unavailable while Stripe is unavailable', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.program('faults', { api: { fail: 'before', times: 9 } });
    const { headers } = ada;
    const event = createApiEvent(routes.subscription.route, {
      headers: { ...headers, 'Accept-Language': 'fr' },
    });
    const { statusCode, body } = await invoke(routes.subscription, stage.context(), event);
    await stage.program('faults');
    expect(statusCode).toBe(503);
    expect(JSON.parse(body)).toEqual({
      message: ['Le paiement est momentanément indisponible, veuillez réessayer plus tard'],
      code: 'payment_unavailable',
      request_id: 'request-1',
    });
  });
});
