import { beforeAll, describe, expect, it } from 'vitest';
import { AUTH_RULES } from '../../shared/contract/auth.ts';
import type { RouteExample } from '../../shared/contract/examples/example.ts';
import { examples } from '../../shared/contract/examples/index.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import { type Route, acceptsInput } from '../../shared/contract/route.ts';
import { LANGUAGES } from '../../shared/model/account.ts';
import { getText } from '../../shared/texts/text.ts';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { createReadyCustomer, openCustomerSession } from '../support/ready-customer.ts';
import {
  errorBody,
  sessionHeadersOf,
  requestPartsOf,
  type WireCall,
  type WireResponse,
  callOverWire,
  findContractViolations,
} from '../support/wire.ts';
import { useSharedStack } from './shared-stack.ts';

/**
 * Tests routes of every feature over HTTP, as programs in other languages see them. In .ci/run,
 * every-route.test.ts tests the success of every route.
 */

/** A separate account, because other files use the demo account of the stack. */
const EMAIL = 'wire@customer.test';

type Headers = Readonly<Record<string, string>>;
const routes = Object.entries<Route>(contract);
const shown: Readonly<Record<string, RouteExample>> = examples;
const stack = useSharedStack();
let customer: Headers;
let admin: Headers;
let listId: string;
let stranger: Headers;

beforeAll(async () => {
  const owner = await createReadyCustomer(stack, EMAIL);
  const headersFor = async (email: string) => sessionHeadersOf(await openCustomerSession(email));
  customer = await headersFor(EMAIL);
  stranger = await headersFor('stranger@customer.test');
  admin = await headersFor('admin@tamis.test');
  const bytes = Buffer.from('email\nada@no-such-domain.test\nnobody\n');
  listId = await uploadList(owner, 'Wire', { name: 'wire.csv', bytes });
  await waitForStatus(owner, listId);
});

const call = (name: RouteName, given?: WireCall): Promise<WireResponse> =>
  callOverWire(stack.url, contract[name], given);

const callerOf = ({ auth }: Route): Headers => {
  const { caller } = AUTH_RULES[auth];
  if (caller === 'nobody') return {};
  return caller === 'admin' ? admin : customer;
};

/** One route per feature; tests/contract/refusals.test.ts tests all others. */
const onePerFeature = (chosen: typeof routes): typeof routes => [
  ...new Map(chosen.toReversed().map((route) => [route[1].feature, route])).values(),
];

const guarded = routes.filter(([, { auth }]) => AUTH_RULES[auth].caller !== 'nobody');
it.each(onePerFeature(guarded))('%s requires a session', async (name, route) => {
  const response = await callOverWire(stack.url, route, requestPartsOf(shown[name]));
  const code = AUTH_RULES[route.auth].keys ? 'wrong_api_key' : 'unauthenticated';
  expect(response).toMatchObject({ status: 401, body: errorBody('en', code) });
});

const withBody = routes.filter(([, route]) => acceptsInput(route, 'body'));
it.each(onePerFeature(withBody))('%s explains what is wrong with a body', async (_, route) => {
  const given = { headers: callerOf(route), params: { id: listId } };
  const response = await callOverWire(stack.url, route, { ...given, body: '{"a"' });
  expect(response.body).toEqual(errorBody('en', 'malformed', 'error.not_json'));
  const { status, body } = await callOverWire(stack.url, route, { ...given, body: {} });
  expect([status, body]).toMatchObject([422, { code: 'validation' }]);
});

describe.each(LANGUAGES)('in %s', (language) => {
  it('returns 404 for an object that does not exist or belongs to another customer', async () => {
    const refused = { status: 404, body: errorBody(language, 'not_found') };
    for (const [headers, id] of [
      [customer, 'nothing'],
      [stranger, listId],
    ] as const) {
      const given = { language, headers, params: { id } };
      for (const name of [
        'getFile',
        'listRows',
        'recheckFile',
        'verifyCorrections',
        'unwatchList',
        'deleteFile',
      ] as const)
        expect(await call(name, given)).toMatchObject(refused);
      const body = { file_id: id, type: 'all', name: 'Mine' };
      for (const name of ['download', 'renameFile'] as const)
        expect(await call(name, { ...given, body })).toMatchObject(refused);
    }
    const still = await call('getFile', { headers: customer, params: { id: listId } });
    expect(still.status).toBe(200);
  });

  it('returns the message of a check in the requested language, and codes in none', async () => {
    const body = { email: 'ada@no-such-domain.test' };
    const response = await call('checkEmail', { language, headers: customer, body });
    expect(findContractViolations(contract.checkEmail, response)).toEqual([]);
    expect(response.body).toMatchObject({
      data: getText(language, 'check.invalid'),
      result: { status: 'undeliverable', reason: 'no_such_domain' },
    });
  });
});

it('responds in the language that the caller accepts, and in English by default', async () => {
  const nobody = await call('me');
  expect(nobody.body).toEqual(errorBody('en', 'unauthenticated'));
  const other = await call('me', { headers: { 'accept-language': 'de, fr;q=0.5' } });
  expect(other.body).toEqual(errorBody('fr', 'unauthenticated'));
});

describe('a purchase', () => {
  it.each([
    ['checkout', '/pricing-plan'],
    ['receipt', '/invoices'],
  ] as const)('with a %s link that is not valid leads back to %s', async (name, page) => {
    const { status, headers } = await call(name, { params: { id: 'nothing' } });
    expect([status, headers.get('location')]).toEqual([303, `${stack.url}${page}?error=expired`]);
  });

  it('is not accepted from an event without Stripe’s signature', async () => {
    const body = { id: 'evt_1', type: 'charge.refunded' };
    const response = await call('stripeWebhook', { body });
    expect([response.status, response.body]).toEqual([400, errorBody('en', 'malformed')]);
  });
});

describe('a page', () => {
  it('has its rows, its position and the total', async () => {
    const { body } = await call('listFiles', { headers: customer });
    expect(body).toMatchObject({
      data: {
        from: 1,
        current_page: 1,
        last_page: 1,
        total: 1,
        data: [{ file_id: listId }],
      },
    });
  });

  it('out of range is empty', async () => {
    const { status, body } = await call('listFiles', { headers: customer, query: { page: 99 } });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { data: [], from: null, last_page: 1, total: 1 } },
    });
  });

  it('of users has its fields at the top level, and counts active and inactive users', async () => {
    const { body } = await call('listUsers', { headers: admin, query: { search: EMAIL } });
    expect(Object.keys(body as object).toSorted()).toEqual([
      'current_page',
      'data',
      'from',
      'last_page',
      'total',
      'total_active',
      'total_inactive',
    ]);
  });
});
