import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBillingHarness } from '../support/billing-harness.ts';
import type { HttpService } from '../../lab/embedded/services/http-service.ts';
import { type RecordedExchange, startRecorder } from '../support/recorder.ts';
import { findResponseSchema, readApiDescription } from './stripe-mock/description.ts';
import * as journeys from './stripe-mock/journeys.ts';
import { findSchemaMismatches } from './stripe-mock/mismatches.ts';
import { type StripeMock, startStripeMock } from './stripe-mock/mock.ts';
import { ANY_ID, findSdkCalls } from './stripe-mock/sdk-calls.ts';

/** Checks our requests to Stripe with stripe-mock, and the responses of our fake. */

const FOLDER = '.tamis/stripe-mock';
const described = readApiDescription(join(FOLDER, 'spec3.json'));
const pathOf = ({ url }: RecordedExchange): string => new URL(url, 'http://stripe.test').pathname;

let mock: StripeMock;
let recorder: HttpService;
const recorded: RecordedExchange[] = [];
const allExchanges: RecordedExchange[] = [];

const stage = createBillingHarness({
  reach: async (url) => {
    recorder = await startRecorder(url, (exchange) => recorded.push(exchange));
    return recorder.url;
  },
  settings: { TAX: 'stripe', STRIPE_TERMS: 'true' },
});
beforeAll(async () => {
  mock = await startStripeMock(join(FOLDER, 'stripe-mock'), described);
});
afterAll(async () => {
  await recorder.close();
  await mock[Symbol.asyncDispose]();
});

describe.each(Object.entries(journeys))('%s', (_, journey) => {
  let exchanges: RecordedExchange[] = [];

  it('succeeds', async () => {
    await journey(stage);
    exchanges = recorded.splice(0);
    expect(exchanges.length).toBeGreaterThan(0);
    allExchanges.push(...exchanges);
  });

  it('sends only requests that Stripe’s description allows', async () => {
    const objections = [];
    for (const exchange of exchanges) objections.push(await mock.objection(exchange));
    expect(objections.filter((each) => each !== undefined)).toEqual([]);
  });

  it('gets responses from the fake that match Stripe’s description', () => {
    const wrong = exchanges.flatMap((exchange) => {
      const { method, status, response } = exchange;
      const schema = findResponseSchema(described, method, pathOf(exchange), status);
      return findSchemaMismatches(described, schema, JSON.parse(response.toString())).map(
        (line) => `${method} ${pathOf(exchange)}${line}`,
      );
    });
    expect([...new Set(wrong)]).toEqual([]);
  });
});

it('covers every call in the source code of billing', async () => {
  const made = new Set(
    allExchanges.map((exchange) => {
      const path = pathOf(exchange).replaceAll(
        /\/([a-z_]+_(?:test_)?[A-Za-z0-9]{24}|tamis_\w+)(?=\/|$)/g,
        `/${ANY_ID}`,
      );
      return `${exchange.method} ${path}`;
    }),
  );
  expect([...made].toSorted()).toEqual(await findSdkCalls('functions/billing/adapters'));
});

describe('the check', () => {
  it('rejects a parameter that Stripe does not know', async () => {
    const email = Buffer.from('email=a%40example.test');
    const customer = { method: 'POST', url: '/v1/customers', body: email };
    const plus = (body: Buffer, parameter: string) =>
      Buffer.from(`${body.toString()}&${parameter}`);
    expect(await mock.objection(customer)).toBeUndefined();
    const unknown = { ...customer, body: plus(email, 'nickname=a') };
    expect(await mock.objection(unknown)).toContain('additional properties');
    const session = allExchanges.find(({ url }) => url === '/v1/checkout/sessions') ?? customer;
    const old = { ...session, body: plus(session.body, 'payment_method_types[0]=card') };
    expect(await mock.objection(old)).toContain('additional properties');
  });

  it('finds a field of the wrong type', () => {
    const schema = findResponseSchema(described, 'GET', '/v1/disputes/du_1', 200);
    const found = allExchanges.find(({ url }) => url.startsWith('/v1/disputes/'));
    const dispute: unknown = JSON.parse(found?.response.toString() ?? '{}');
    expect(
      findSchemaMismatches(described, schema, { ...Object(dispute), livemode: 'yes' }),
    ).toEqual(['.livemode: "yes" is not of type boolean']);
    expect(
      findSchemaMismatches(described, schema, { ...Object(dispute), status: 'done' }),
    ).toHaveLength(1);
  });
});
