import { describe, expect, it } from 'vitest';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { signPayload } from '../../tests/support/stripe-signature.ts';
import { routes } from '../../tests/support/routes.ts';

const stage = createBillingHarness();

let events = 0;
const eventBody = (changes: object = {}): string => {
  events += 1;
  return JSON.stringify({
    id: `evt_webhook_${events}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object: { id: 'cs_test_none', object: 'checkout.session', note: 'é€ \u2028' } },
    ...changes,
  });
};

const post = async (
  body: string | Uint8Array,
  headers: Record<string, string>,
  sourceIp?: string,
) => {
  const handler = routes.stripeWebhook;
  const parts = { body, headers, ...(sourceIp === undefined ? {} : { sourceIp }) };
  const event = createApiEvent(handler.route, parts);
  const { statusCode, body: responseBody } = await invoke(handler, stage.context(), event);
  return { statusCode, responseBody };
};
const now = () => stage.context().clock.now();

describe('the Stripe webhook', () => {
  it('answers 400 without details to a body that Stripe did not sign within five minutes', async () => {
    const body = eventBody();
    const refused: Record<string, string>[] = [
      {},
      { 'Stripe-Signature': 'nonsense' },
      ...['t=,v1=', 't=1,v1=', `t=${Math.floor(now() / 1000)},v1=`, 't', 'v1', 't,v1'].map(
        (header) => ({ 'Stripe-Signature': header }),
      ),
      // This signature has the right number of characters, but more bytes.
      { 'Stripe-Signature': `t=${Math.floor(now() / 1000)},v1=${'é'.repeat(64)}` },
      { 'Stripe-Signature': signPayload(body, now(), 'whsec_of_somebody_else') },
      { 'Stripe-Signature': signPayload(body, now() - 301_000) },
      { 'Stripe-Signature': signPayload(`${body} `, now()) },
    ];
    for (const headers of refused) {
      const { statusCode, responseBody } = await post(body, headers);
      expect(statusCode).toBe(400);
      expect(JSON.parse(responseBody)).toEqual({
        message: ['This request could not be read'],
        code: 'malformed',
        request_id: 'request-1',
      });
    }
    expect(stage.context().stripeEvents).toEqual([]);
  });

  it('rate-limits each network, whether its requests are signed or not', async () => {
    const body = eventBody();
    const headers = { 'Stripe-Signature': 't=1,v1=0' };
    const statuses = new Set<number>();
    for (let sent = 0; sent < API_RATE_LIMITS.stripe_ip.calls; sent += 1)
      statuses.add((await post(body, headers, '203.0.113.9')).statusCode);
    expect([...statuses]).toEqual([400]);
    expect((await post(body, headers, '203.0.113.9')).statusCode).toBe(429);
    expect((await post(body, headers, '203.0.113.10')).statusCode).toBe(400);
  });

  it('accepts a signature with any of our secrets, a header in any case, and a base64 body', async () => {
    const bodies = [eventBody(), eventBody(), eventBody()];
    const [first = '', second = '', third = ''] = bodies;
    const responses = [
      await post(first, { 'stripe-signature': signPayload(first, now() - 299_000) }),
      await post(second, { 'STRIPE-SIGNATURE': signPayload(second, now(), 'whsec_test_next') }),
      await post(new TextEncoder().encode(third), {
        'Stripe-Signature': signPayload(third, now()),
      }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(stage.context().stripeEvents).toHaveLength(3);
  });

  it('queues an event until it is applied, and then no longer', async () => {
    const body = eventBody();
    const send = () => post(body, { 'Stripe-Signature': signPayload(body, now()) });
    await send();
    await send();
    expect(stage.context().stripeEvents).toHaveLength(2);
    await stage.work();
    expect((await send()).statusCode).toBe(200);
    expect(stage.context().stripeEvents).toEqual([]);
  });

  it('stores the id of the object an event names, but no personal data', async () => {
    const customer = { id: 'cus_webhook', object: 'customer', email: 'ada@mail.example' };
    const body = eventBody({ type: 'customer.deleted', data: { object: customer } });
    await post(body, { 'Stripe-Signature': signPayload(body, now()) });
    const { id } = JSON.parse(body) as { id: string };
    const { db } = stage.context();
    expect(await db.get({ PK: `STRIPEEVENT#${id}`, SK: 'STRIPEEVENT' })).toEqual({
      PK: `STRIPEEVENT#${id}`,
      SK: 'STRIPEEVENT',
      id,
      type: 'customer.deleted',
      objectId: 'cus_webhook',
      receivedAt: now(),
      ttl: expect.any(Number),
    });
    expect(await db.page({ partition: 'CUSTOMER#cus_webhook' }, 0, 1)).toEqual([]);
  });

  it('counts event types that we do not handle, and ignores them', async () => {
    const body = eventBody({ type: 'customer.created' });
    const { statusCode } = await post(body, { 'Stripe-Signature': signPayload(body, now()) });
    expect(statusCode).toBe(200);
    expect(stage.context().stripeEvents).toEqual([]);
    expect(stage.logged('stripe_event_ignored')).toHaveLength(1);
  });

  it('rejects live events if the secret key is a test key, and raises an alarm', async () => {
    const body = eventBody({ livemode: true });
    const { statusCode } = await post(body, { 'Stripe-Signature': signPayload(body, now()) });
    expect(statusCode).toBe(400);
    expect(stage.context().stripeEvents).toEqual([]);
    expect(stage.logged('stripe_livemode')).toHaveLength(1);
  });

  it('answers 400 to a signed body that is not an event', async () => {
    for (const body of ['[]', '{}', 'null', '{"id":"evt_1","type":"invoice.paid"}', 'no json']) {
      const { statusCode } = await post(body, { 'Stripe-Signature': signPayload(body, now()) });
      expect([statusCode, body]).toEqual([400, body]);
    }
  });
});
