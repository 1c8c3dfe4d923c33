import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { AUTH_RULES } from '../../shared/contract/auth.ts';
import type { CallExample } from '../support/examples/example.ts';
import { examples } from '../support/examples/index.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { solveCaptcha } from '../../localstack/captcha-solution.ts';
import { readRecordedCalls } from '../support/aws-calls.ts';
import {
  buyFirstPlan,
  waitForCode,
  CUSTOMER_PASSWORD,
  payCheckout,
  waitUntil,
  waitUntilFinished,
  uploadList,
  uploadMultipart,
  uploadListWithUnknown,
  waitForStatus,
} from '../support/customer.ts';
import { CONNECTION_ROUTES, exerciseConnectionRoutes } from '../support/connection-routes.ts';
import { exerciseMemberRoutes, MEMBER_ROUTES } from '../support/member-routes.ts';
import { openCustomerSession, createReadyCustomer } from '../support/ready-customer.ts';
import { exerciseSsoRoutes, SSO_ROUTES } from '../support/sso-routes.ts';
import { findUnusedPermissions, readStackRoles } from '../support/roles.ts';
import { isUnusedRightExplained } from '../support/unused-rights.ts';
import {
  errorBody,
  sessionHeadersOf,
  requestPartsOf,
  type WireCall,
  type WireResponse,
  callOverWire,
  findContractViolations,
  SEQUENTIAL_ROUTES,
} from '../support/wire.ts';
import {
  exerciseWebhookEndpointRoutes,
  WEBHOOK_ENDPOINT_ROUTES,
} from '../support/webhook-endpoint-routes.ts';
import {
  exerciseSecondFactorRoutes,
  SECOND_FACTOR_ROUTES,
} from '../support/second-factor-routes.ts';
import { useSharedStack } from './shared-stack.ts';

/** Tests that every route succeeds over HTTP, and that every grant of a function is used. */

/** A separate account, because other files use the demo account of the stack. */
const OWNER = { email: 'every-route@customer.test', password: CUSTOMER_PASSWORD };

type Headers = Readonly<Record<string, string>>;
const routes = Object.entries<Route>(contract);
const shown: Readonly<Record<string, CallExample>> = examples;
const stack = useSharedStack();
let customer: Headers;
let admin: Headers;
let listId: string;
const ids = { user: '', payment: '' };
/** Headers of a session that a test ends. */
let leaving: Headers;

beforeAll(async () => {
  await stack.command('billing/setup-stripe');
  const owner = await createReadyCustomer(stack, OWNER.email);
  await buyFirstPlan(stack, owner);
  // The first purchase creates an API key.
  await waitUntil(
    () => owner.api.me(),
    ({ data }) => Boolean(data.api_key),
  );
  const headersFor = async (email: string) => sessionHeadersOf(await openCustomerSession(email));
  customer = await headersFor(OWNER.email);
  leaving = await headersFor(OWNER.email);
  admin = await headersFor('admin@tamis.test');
  const bytes = Buffer.from('email\nada@no-such-domain.test\nnobody\n');
  listId = await uploadList(owner, 'Wire', { name: 'wire.csv', bytes });
  await waitForStatus(owner, listId);
  ids.user = await userIdOf(OWNER.email);
  const money = await call('getUser', { headers: admin, params: { id: ids.user } });
  ids.payment = paid.parse(money.body).data.payments[0].id;
});

const paid = z.object({ data: z.object({ payments: z.tuple([z.object({ id: z.string() })]) }) });
const call = (name: RouteName, given?: WireCall): Promise<WireResponse> =>
  callOverWire(stack.url, contract[name], given);

async function userIdOf(email: string): Promise<string> {
  const { body } = await call('listUsers', { headers: admin, query: { search: email } });
  return z.object({ data: z.tuple([z.object({ id: z.string() })]) }).parse(body).data[0].id;
}

const callerOf = ({ auth }: Route): Headers => {
  const { caller } = AUTH_RULES[auth];
  if (caller === 'nobody') return {};
  return caller === 'admin' ? admin : customer;
};

const withKey = routes.filter(
  ([name, { auth }]) => AUTH_RULES[auth].keys && SEQUENTIAL_ROUTES.some((each) => each === name),
);
// The success of these routes is tested only with an API key.
it.each(withKey)('%s also accepts a session', async (_, route) => {
  const given = { headers: customer, params: { id: 'nothing' }, body: {} };
  const { status } = await callOverWire(stack.url, route, given);
  expect([404, 422]).toContain(status);
});

it('a French account completes its life cycle from the first call to the last', async () => {
  const language = 'fr';
  const email = 'every-route-fr@customer.test';
  const faultsByCall: Record<string, unknown> = {};
  /** Makes a call that must succeed. Returns the data in its envelope. */
  const expectOk = async (name: RouteName, given: WireCall = {}): Promise<Data> => {
    const response = await call(name, { language, ...given });
    faultsByCall[name] = findContractViolations(contract[name], response);
    return dataOf.parse(response.body).data;
  };
  const challenge = await expectOk('captcha');
  const form = { ...examples.register.body, email, language };
  const solution = await solveCaptcha(challenge);
  const { registration } = await expectOk('register', {
    body: { ...form, 'g-recaptcha-response': solution },
  });
  const refused = await call('login', { language, body: { email, password: form.password } });
  expect(refused.status).toBe(403);
  expect(refused.body).toEqual({
    message: [],
    code: 'unverified',
    request_id: expect.any(String),
    verified: false,
    data: { email, registration: expect.any(String) },
  });
  const otp = await waitForCode(stack, email);
  await expectOk('verifyOtp', { body: { email, otp, registration } });
  await expectOk('forgetPassword', { body: { email } });
  const reset = await findInMails(email, TOKEN);
  const chosen = 'Sieve4everybody';
  const passwords = { new_password: chosen, confirm_password: chosen };
  await expectOk('resetPassword', { body: { email, token: reset, ...passwords } });
  const { token, csrf_token } = await expectOk('login', { body: { email, password: chosen } });
  const headers = sessionHeadersOf({ token: String(token), csrf_token: String(csrf_token) });
  expect(await call('listFiles', { language, headers })).toMatchObject({
    status: 403,
    body: errorBody(language, 'terms_required'),
  });
  await expectOk('acceptTerms', { headers, body: { terms_accepted: 1 } });
  // Done before any payment, because a payment would create the account's Stripe customer.
  await expectOk('saveBillingDetails', { headers, body: examples.saveBillingDetails.body });
  const none = { data: [], from: null, current_page: 1, last_page: 1, total: 0 };
  expect(await expectOk('listFiles', { headers })).toEqual(none);

  const file = { name: 'wire.csv', bytes: Buffer.from('email\nada@no-such-domain.test\n') };
  const sent = await uploadMultipart(stack, headers, 'Wire', file);
  expect(sent).toEqual({
    status: 200,
    body: { data: { file_id: expect.any(String), file_name: 'Wire', status: 1 } },
  });
  const { file_id } = dataOf.parse(sent.body).data;
  const params = { id: String(file_id) };
  // The list exists once its file has arrived; until then, the response is 404.
  const finished = await waitUntil(
    () => call('getFile', { headers, params }),
    ({ status, body }) => status === 200 && dataOf.parse(body).data['status'] === 7,
  );
  faultsByCall['getFile'] = findContractViolations(contract.getFile, finished);
  const result = await call('download', { headers, body: { file_id, type: 'all' } });
  expect(result.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(result.body).toContain('"undeliverable";"no_such_domain"');
  const part = await call('download', { headers, body: { file_id, type: 'invalid' } });
  expect(part.body).toBe(result.body);
  const body = { file_id, type: 'all', columns: ['meaning'], bounced: false };
  expect((await call('download', { headers, body })).body).toContain('"meaning"\r\n"');
  const sheet = await call('download', { headers, body: { ...body, format: 'xlsx' } });
  const { url } = dataOf.parse(sheet.body).data;
  expect(await (await fetch(String(url))).text()).toMatch(/^PK/);
  await expectOk('deleteFile', { headers, params });

  const key = { 'x-api-key': String((await expectOk('me', { headers }))['test_api_key']) };
  const again = { headers: key, params: { id: await uploadListWithUnknown(stack, key) } };
  await expectOk('recheckFile', again);
  await waitUntilFinished(stack, key, again.params.id, 'recheck');
  await expectOk('verifyCorrections', again);
  await waitUntilFinished(stack, key, again.params.id, 'recheck');
  await expectOk('watchList', { ...again, body: { every: 'week', max_credits: 5 } });
  await expectOk('unwatchList', again);

  await exerciseWebhookEndpointRoutes(expectOk, headers);
  const logIn = () => call('login', { body: { email, password: chosen } });
  const requestReset = async (): Promise<string> => {
    const request = { id: await userIdOf(email), reason: 'lost phone' };
    await expectOk('resetFactors', { headers: admin, body: request });
    return findInMails(email, RESET);
  };
  await exerciseSecondFactorRoutes(expectOk, headers, logIn, requestReset);

  await expectOk('exportAccount', { headers });
  const link = await findInMails(email, EXPORT);
  expect(await (await fetch(link)).json()).toMatchObject({ profile: { email } });
  const wrong = await call('downloadExport', { params: { id: 'nothing' } });
  const expired = `${stack.url}/settings?error=expired`;
  expect([wrong.status, wrong.headers.get('location')]).toEqual([303, expired]);
  await expectOk('deleteAccount', { headers });
  expect(await call('me', { language, headers })).toMatchObject({ status: 401 });
  expect(Object.entries(faultsByCall).filter(([, faults]) => String(faults) !== '')).toEqual([]);
});

it('people join and leave an account', async () => {
  const faults: unknown[] = [];
  const expectOk = async (name: RouteName, given: WireCall = {}): Promise<Data> => {
    const response = await call(name, given);
    faults.push(...findContractViolations(contract[name], response));
    return dataOf.parse(response.body).data;
  };
  const used = new Set<string>();
  const headersOfOwner = async () => sessionHeadersOf(await openCustomerSession(OWNER.email));
  const linkTo = async (email: string) => {
    const link = await findInMails(email, INVITATION, used);
    used.add(link);
    const query = new URLSearchParams(link);
    return { id: query.get('id') ?? '', t: query.get('t') ?? '' };
  };
  customer = await exerciseMemberRoutes(expectOk, customer, linkTo, headersOfOwner);
  leaving = await headersOfOwner();
  expect(faults).toEqual([]);
});

it('connects an account of another service, and imports its contacts', async () => {
  const faults: unknown[] = [];
  const done = await exerciseConnectionRoutes(
    stack,
    async (name, given = {}) => {
      const response = await call(name, given);
      faults.push(...findContractViolations(contract[name], response));
      return dataOf.parse(response.body).data;
    },
    customer,
  );
  expect(faults).toEqual([]);
  expect(done).toMatchObject({ state: 'finished', read: done['expected'], undone: 'undone' });
});

it('people of a company with an identity provider join by single sign-on', async () => {
  const faults: unknown[] = [];
  const expectOk = async (name: RouteName, given: WireCall = {}): Promise<Data> => {
    const response = await call(name, given);
    faults.push(...findContractViolations(contract[name], response));
    return dataOf.parse(response.body).data;
  };
  const profile = await exerciseSsoRoutes(
    stack,
    expectOk,
    customer,
    async () => sessionHeadersOf(await openCustomerSession('bruno@acme.test')),
    async (name, given) => (await call(name, given)).body,
  );
  expect(faults).toEqual([]);
  expect(profile).toMatchObject({
    email: 'anna@acme.test',
    first_name: 'Anna',
    account_role: 'viewer',
    via_sso: true,
  });
});

const TOKEN = /(?<=[?&]token=)[\w.-]+/;
/** The signature in the email about the removal of second factors. */
const RESET = /(?<=keep-factors\?t=)[\w.-]+/;
/** The parameters of the link of an invitation. */
const INVITATION = /(?<=\/invitation\?)\S+/;
/** The link in the email with an export of personal data. */
const EXPORT = /https?:\S+\/api\/account\/export\/\S+/;

/** Waits until an email to the address contains the pattern, and returns the first new match. */
async function findInMails(
  email: string,
  pattern: RegExp,
  known: ReadonlySet<string> = new Set(),
): Promise<string> {
  const read = async () =>
    (await stack.mails(email))
      .flatMap(({ text: mail }) => pattern.exec(mail) ?? [])
      .filter((match) => !known.has(match));
  return (await waitUntil(read, ({ length }) => length > 0))[0] ?? '';
}

type Data = Readonly<Record<string, unknown>>;
const dataOf = z.object({ data: z.record(z.string(), z.unknown()) });

const adjustmentBody = () => ({ id: ids.user, request: randomUUID(), reason: 'a reason' });

async function newForm(): Promise<Data> {
  const made = await call('createForm', { headers: customer, body: examples.createForm.body });
  return dataOf.parse(made.body).data;
}

const createdBy = async (name: 'createKey' | 'reportBounces'): Promise<WireCall> => {
  const made = await call(name, { headers: customer, body: examples[name].body });
  return { params: { id: String(dataOf.parse(made.body).data['id']) } };
};

/** Input that replaces parts of a route's example. All other examples must succeed unchanged. */
const CALL_INPUTS: Partial<Record<RouteName, () => WireCall | Promise<WireCall>>> = {
  resendOtp: () => ({
    body: { email: 'wire@no-such-domain.test', registration: 'A'.repeat(69) },
  }),
  login: () => ({ body: OWNER }),
  checkEmail: () => ({ body: { email: 'ada@no-such-domain.test' } }),
  getCheck: () => ({ params: { id: 'test-deliverable' } }),
  checkForm: async () => ({
    headers: { 'content-type': 'text/plain', origin: 'https://shop.example' },
    body: JSON.stringify({
      key: (await newForm())['live_key'],
      email: 'ada@no-such-domain.test',
      ask: 'mailbox',
    }),
  }),
  updateForm: async () => ({ params: { id: (await newForm())['id'] } }),
  getFormSecret: async () => ({ params: { id: (await newForm())['id'] } }),
  deleteForm: async () => ({ params: { id: (await newForm())['id'] } }),
  getBounceReport: () => createdBy('reportBounces'),
  deleteBounceReport: () => createdBy('reportBounces'),
  saveLowCredits: () => ({ body: { warn_below: 500, top_up: null } }),
  getUser: () => ({ params: { id: ids.user } }),
  refundPurchase: () => ({ body: { ...adjustmentBody(), payment_id: ids.payment, cents: 100 } }),
  giveCredits: () => ({ body: { ...adjustmentBody(), credits: 1 } }),
  updateUser: () => ({ body: { id: ids.user, status: 1 } }),
  logout: () => ({ headers: leaving }),
  mcp: async () => {
    const { body } = await call('me', { headers: customer });
    const { data } = z.object({ data: z.object({ test_api_key: z.string() }) }).parse(body);
    const params = { name: 'create_list', arguments: { emails: ['someone@sandbox.test'] } };
    return {
      headers: { 'x-api-key': data.test_api_key },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    };
  },
  editProfile: () => ({ body: { first_name: 'Ada', last_name: 'Martin' } }),
  setLanguage: () => ({ body: { language: 'en' } }),
  revokeKey: () => createdBy('createKey'),
};

/** Returns the path parameters of a route. Routes under `/api/file/{id}` get the id of a list. */
const listOf = ({ path }: Route) =>
  path.startsWith('/api/file/{id}') ? { params: { id: listId } } : {};

const testedElsewhere: ReadonlySet<string> = new Set([
  ...SEQUENTIAL_ROUTES,
  ...WEBHOOK_ENDPOINT_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...MEMBER_ROUTES,
  ...CONNECTION_ROUTES,
  ...SSO_ROUTES,
]);

describe('a success', () => {
  const singleCalls = routes.filter(([name]) => !testedElsewhere.has(name));
  it.each(singleCalls)('of %s matches the contract', async (name, route) => {
    const response = await callOverWire(stack.url, route, {
      headers: callerOf(route),
      ...requestPartsOf(shown[name]),
      ...listOf(route),
      ...(await CALL_INPUTS[name as RouteName]?.()),
    });
    expect(findContractViolations(route, response)).toEqual([]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a purchase', () => {
  it('leads from a plan through a link and a payment to its row and its receipt', async () => {
    const plans = await call('getPlan', { headers: customer });
    expect(findContractViolations(contract.getPlan, plans)).toEqual([]);
    const [plan] = z
      .object({ data: z.array(z.object({ payment_url: z.string() })) })
      .parse(plans.body).data;
    const payment = await follow(plan?.payment_url ?? '');
    const [session] = /cs_\w+/.exec(payment) ?? [];
    const rowsOf = ({ body }: WireResponse) => billingsOf.parse(body).data.data;
    const before = rowsOf(await call('billings', { headers: customer }));
    await payCheckout(stack, session);
    const billed = await waitUntil(
      () => call('billings', { headers: customer }),
      (response) => rowsOf(response).length > before.length,
    );
    expect(findContractViolations(contract.billings, billed)).toEqual([]);
    const [billing] = rowsOf(billed);
    expect(await follow(billing?.receipt_url ?? '')).toMatch(/^https?:/);
    const portal = await call('subscription', { headers: customer });
    expect(findContractViolations(contract.subscription, portal)).toEqual([]);
  });

  const billingsOf = contract.billings.output;

  /** Requests a signed link without following its redirect. */
  async function follow(link: string): Promise<string> {
    const { status, headers } = await fetch(link, { redirect: 'manual' });
    expect(status).toBe(303);
    return headers.get('location') ?? '';
  }
});

describe('the role of a function', () => {
  it('allows only what its code calls, or what a short list explains', () => {
    const acts = readRecordedCalls(inject('calls'));
    const roles = readStackRoles(stack.home);
    expect(new Set(acts.map(({ functionName }) => functionName)).size).toBeGreaterThan(40);
    expect(
      findUnusedPermissions(roles, acts).filter((right) => !isUnusedRightExplained(right)),
    ).toEqual([]);
  });
});
