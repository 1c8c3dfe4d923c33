import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../localstack/embedded/services/free-port.ts';
import { STRIPE_KEY, startTestStripe, stripeAt } from '../support/stripe.ts';
import { answerSchema, readDescription } from './stripe-mock/description.ts';
import type { Description } from './stripe-mock/description.ts';
import { mismatches } from './stripe-mock/mismatches.ts';
import { startRecorder } from './stripe-mock/recorder.ts';
import type { Exchange } from './stripe-mock/recorder.ts';
import { trade } from './stripe-mock/trade.ts';

/**
 * Every request to Stripe, checked against Stripe's own description of its API by stripe-mock, and
 * every answer of our stand-in, checked against the same description.
 */

const PLACE = '.tamis/stripe-mock';
const folder = mkdtempSync(join(tmpdir(), 'stripe-requests-'));
let described: Description;
let mock: ChildProcess | undefined;
let mockUrl: string;
let exchanges: Exchange[];

beforeAll(async () => {
  described = readDescription(join(PLACE, 'spec3.json'));
  const spec = join(folder, 'spec3.json');
  writeFileSync(spec, JSON.stringify(described));
  const port = await freePort();
  mockUrl = `http://127.0.0.1:${port}`;
  mock = spawn(join(PLACE, 'stripe-mock'), ['-spec', spec, '-http-port', String(port)], {
    stdio: 'ignore',
  });
  await answers(mockUrl);

  await using standIn = await startTestStripe();
  await using recorder = await startRecorder(standIn.url);
  await trade(stripeAt(recorder.url), standIn.program);
  ({ exchanges } = recorder);
});
afterAll(async () => {
  mock?.kill();
  if (mock) await once(mock, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

async function answers(url: string): Promise<void> {
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const send = async (
  { method, url, body }: Pick<Exchange, 'method' | 'url' | 'body'>,
  more = '',
): Promise<string> => {
  const response = await fetch(mockUrl + url, {
    method,
    headers: {
      authorization: `Bearer ${STRIPE_KEY}`,
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { body: body + more }),
  });
  const answer = await response.text();
  return response.status === 200 ? 'taken' : `${method} ${url} ${body}: ${answer}`;
};

describe('what we send', () => {
  it('is what Stripe describes', async () => {
    const refused: string[] = [];
    for (const exchange of exchanges) {
      const said = await send(exchange);
      if (said !== 'taken') refused.push(said);
    }
    expect(refused).toEqual([]);
  });

  it('covers the calls that the product makes', () => {
    const calls = new Set(
      exchanges.map(({ method, url }) => {
        const { pathname } = new URL(url, mockUrl);
        const path = pathname.replaceAll(/\/[a-z_]+_(?:test_)?[A-Za-z0-9]{24}(?=\/|$)/g, '/:id');
        return `${method} ${path}`;
      }),
    );
    expect([...calls].toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /v1/customers/:id",
        "DELETE /v1/subscriptions/:id",
        "GET /v1/billing_portal/configurations",
        "GET /v1/charges/:id",
        "GET /v1/checkout/sessions",
        "GET /v1/checkout/sessions/:id",
        "GET /v1/customers/:id",
        "GET /v1/disputes",
        "GET /v1/disputes/:id",
        "GET /v1/events",
        "GET /v1/invoices",
        "GET /v1/invoices/:id",
        "GET /v1/payment_intents/:id",
        "GET /v1/prices",
        "GET /v1/products/:id",
        "GET /v1/refunds",
        "GET /v1/subscriptions",
        "GET /v1/subscriptions/:id",
        "GET /v1/webhook_endpoints",
        "POST /v1/billing_portal/configurations",
        "POST /v1/billing_portal/configurations/:id",
        "POST /v1/billing_portal/sessions",
        "POST /v1/checkout/sessions",
        "POST /v1/checkout/sessions/:id/expire",
        "POST /v1/customers",
        "POST /v1/prices",
        "POST /v1/products",
        "POST /v1/products/:id",
        "POST /v1/refunds",
        "POST /v1/subscriptions/:id",
        "POST /v1/webhook_endpoints",
        "POST /v1/webhook_endpoints/:id",
      ]
    `);
  });

  it('would be refused with a parameter that Stripe does not know', async () => {
    const sent = { method: 'POST', url: '/v1/customers', body: 'email=a%40example.test' };
    expect(await send(sent)).toBe('taken');
    expect(await send(sent, '&nickname=a')).toContain('additional properties');
    const session = exchanges.find(({ url }) => url === '/v1/checkout/sessions');
    expect(await send(session ?? sent, '&payment_method_types[0]=card')).toContain(
      'additional properties',
    );
  });
});

describe('what the stand-in answers', () => {
  it('is what Stripe describes', () => {
    const wrong = exchanges.flatMap(({ method, url, status, answer }) => {
      if (status !== 200) return [`${method} ${url}: ${status}`];
      const { pathname } = new URL(url, mockUrl);
      const schema = answerSchema(described, method, pathname);
      return mismatches(described, schema, answer).map((line) => `${method} ${pathname}${line}`);
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('would be found out with a field of the wrong kind', () => {
    const schema = answerSchema(described, 'GET', '/v1/charges/ch_1');
    const charge = exchanges.find(({ url }) => url.startsWith('/v1/charges/'))?.answer;
    expect(mismatches(described, schema, { ...Object(charge), paid: 'yes' })).toEqual([
      '.paid: "yes" is no boolean',
    ]);
    expect(mismatches(described, schema, { ...Object(charge), status: 'done' })).toHaveLength(1);
  });
});
