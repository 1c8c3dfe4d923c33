import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH } from '../../shared/contract/auth.ts';
import { type ErrorCode, errorCatalogue } from '../../shared/contract/errors.ts';
import type { Example } from '../../shared/contract/examples/example.ts';
import { examples } from '../../shared/contract/examples/index.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import { type Route, takes } from '../../shared/contract/route.ts';
import { LANGUAGES, type Language } from '../../shared/model/account.ts';
import { en } from '../../shared/texts/en.ts';
import { isTextKey, text } from '../../shared/texts/text.ts';
import { solveCaptcha } from '../../localstack/captcha-solution.ts';
import { upload, waitForStatus } from '../support/customer.ts';
import { startStack, type TestStack } from '../support/stack.ts';
import { type WireAnswer, type WireCall, wireCall, wrongAnswer } from '../support/wire.ts';

/** The shapes of every call over HTTP, as programs in other languages meet them. */

const DEMO = { email: 'demo@tamis.test', password: 'Demo1234' };
const ADMIN = { email: 'admin@tamis.test', password: 'Admin1234' };

type Headers = Readonly<Record<string, string>>;
const routes = Object.entries<Route>(contract);
const shown: Readonly<Record<string, Example>> = examples;

let stack: TestStack;
let customer: Headers;
let admin: Headers;
let listId: string;

beforeAll(async () => {
  stack = await startStack();
  const { data: session } = await stack.client().login({ body: DEMO });
  customer = headersOf(session);
  admin = headersOf((await stack.client().login({ body: ADMIN })).data);
  const demo = { email: DEMO.email, token: session.token, api: stack.client({ session }) };
  const bytes = Buffer.from('email\nada@no-such-domain.test\nnobody\n');
  listId = await upload(demo, 'Wire', { name: 'wire.csv', bytes });
  await waitForStatus(demo, listId);
});
afterAll(() => stack.stop());

const headersOf = (session: { token: string; csrf_token: string }): Headers => ({
  authorization: `Bearer ${session.token}`,
  'x-csrf-token': session.csrf_token,
});

const call = (name: RouteName, given?: WireCall): Promise<WireAnswer> =>
  wireCall(stack.url, contract[name], given);

/** The headers of somebody whom a route lets through. */
const callerOf = ({ auth }: Route): Headers => {
  const { caller } = AUTH[auth];
  if (caller === 'nobody') return {};
  return caller === 'admin' ? admin : customer;
};

/** The body of an error, whole. */
const error = (language: Language, code: Exclude<ErrorCode, 'unverified'>, extras = {}) => ({
  message: [text(language, errorCatalogue[code].text)],
  code,
  ...extras,
});

describe.each(LANGUAGES)('in %s', (language) => {
  const guarded = routes.filter(([, { auth }]) => AUTH[auth].caller !== 'nobody');
  it.each(guarded)('%s asks for a session', async (_, route) => {
    const example = shown[_];
    const answer = await wireCall(stack.url, route, { language, ...partsOf(example) });
    expect(answer).toMatchObject({ status: 401, body: error(language, 'unauthenticated') });
    expect(answer.body).toEqual(error(language, 'unauthenticated'));
  });

  const withBody = routes.filter(([, route]) => takes(route, 'body'));
  it.each(withBody)('%s says what is wrong with a body', async (_, route) => {
    const headers = callerOf(route);
    const send = async (body: string | object, more: Headers = {}) => {
      const given = { language, headers: { ...headers, ...more }, body };
      const { status, body: said } = await wireCall(stack.url, route, given);
      return { status, said };
    };
    expect(await send('{"a"')).toEqual({ status: 400, said: error(language, 'malformed') });
    expect(await send('[]')).toEqual({ status: 400, said: error(language, 'malformed') });
    expect(await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual({
      status: 415,
      said: error(language, 'unsupported_media_type'),
    });
    const { status, said } = await send({});
    expect(status).toBe(422);
    const { fields } = said as { fields: Record<string, string[]> };
    expect(said).toEqual({
      message: [...new Set(Object.values(fields).flat())],
      code: 'validation',
      fields,
    });
    const sentences = sentencesIn(language);
    expect(
      Object.values(fields)
        .flat()
        .filter((each) => !sentences.has(each)),
    ).toEqual([]);
  });

  it('an object that is not there, or another’s, is 404', async () => {
    const answer = await call('getFile', {
      language,
      headers: customer,
      params: { id: 'nothing' },
    });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(error(language, 'not_found'));
  });

  it('the sentence of a check is in the language, its verdict for programs in none', async () => {
    const body = { email: 'ada@no-such-domain.test' };
    const answer = await call('checkEmail', { language, headers: customer, body });
    expect(wrongAnswer(contract.checkEmail, answer)).toEqual([]);
    expect(answer.body).toMatchObject({
      data: text(language, 'check.invalid'),
      result: { status: 'undeliverable', reason: 'no_such_domain' },
    });
  });

  it('an account whose address is not proven is answered by a step, not a sentence', async () => {
    const email = `unverified-${language}@customer.test`;
    const password = 'Sieve4all';
    const captcha = await call('captcha');
    const { data } = captcha.body as { data: Record<string, unknown> };
    const body = {
      ...examples.register.body,
      email,
      password,
      confirm_password: password,
      'g-recaptcha-response': await solveCaptcha(data),
    };
    const registered = await call('register', { language, body });
    expect(wrongAnswer(contract.register, registered)).toEqual([]);
    const refused = await call('login', { language, body: { email, password } });
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 403,
      body: { message: [], code: 'unverified', verified: false, data: { email } },
    });
  });
});

/** Every sentence that a field may be answered with. */
const sentencesIn = (language: Language): ReadonlySet<string> =>
  new Set([
    ...Object.keys(en)
      .filter((key) => key.startsWith('field.'))
      .flatMap((key) => (isTextKey(key) ? [text(language, key)] : [])),
    text(language, 'error.captcha_required'),
  ]);

const partsOf = ({ params, query, body }: Example = { answer: undefined }) => ({
  params,
  query,
  ...(body !== undefined && { body }),
});

/** Calls that succeed as their examples stand, or with what differs here. */
const SUCCEEDS: Partial<Record<RouteName, () => WireCall>> = {
  health: () => ({}),
  openapi: () => ({}),
  captcha: () => ({}),
  resendOtp: () => ({}),
  login: () => ({ body: DEMO }),
  me: () => ({}),
  acceptTerms: () => ({}),
  checkEmail: () => ({ body: { email: 'ada@no-such-domain.test' } }),
  upload: () => ({}),
  listFiles: () => ({}),
  getFile: () => ({ params: { id: listId } }),
  listUsers: () => ({}),
};

describe('a success', () => {
  it.each(Object.entries(SUCCEEDS))('of %s is what the contract promises', async (name, given) => {
    const route: Route = contract[name as RouteName];
    const answer = await wireCall(stack.url, route, {
      headers: callerOf(route),
      ...partsOf(shown[name]),
      ...given(),
    });
    expect(wrongAnswer(route, answer)).toEqual([]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('without a language is in that of the account, and for nobody in English', async () => {
    const nobody = await call('me');
    expect(nobody.body).toEqual(error('en', 'unauthenticated'));
    const other = await call('me', { headers: { 'accept-language': 'de, fr;q=0.5' } });
    expect(other.body).toEqual(error('fr', 'unauthenticated'));
  });
});

describe('a page', () => {
  it('has its rows, its place and the total', async () => {
    const { body } = await call('listFiles', { headers: customer });
    expect(body).toMatchObject({
      data: { from: 1, current_page: 1, last_page: 1, total: 1, data: [{ file_id: listId }] },
    });
  });

  it('out of range is empty', async () => {
    const { status, body } = await call('listFiles', { headers: customer, query: { page: 99 } });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { data: [], from: null, last_page: 1, total: 1 } },
    });
  });

  it('of users has no envelope of its own, and counts both kinds', async () => {
    const { body } = await call('listUsers', { headers: admin });
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
