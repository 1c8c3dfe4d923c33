import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { createAccountHarness } from '../../tests/support/account-harness.ts';
import { createFakeVerdict } from '../../tests/support/fake-engine.ts';
import type { Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';
import { solveCaptcha } from '../../localstack/captcha-solution.ts';
import { MAX_FORMS } from '../../shared/contract/forms.ts';
import { rateLimitKey } from '../access/adapters/keys.ts';
import type { Engine } from '../checks/adapters/engine.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';

const { call, context, person } = createAccountHarness();

const ORIGIN = 'https://shop.example';
const HOUR_SECONDS = 3600;
let visitors = 0;
const nextVisitorIp = () => `192.0.2.${(visitors += 1) % 250}`;

async function setUp({ paid = true, credits = 10, daily = 5 } = {}) {
  const owner = await person({ paid });
  if (credits > 0)
    await context().ledger.grant(owner.user.id, { source: 'test', amount: credits, why: 'test' });
  const created = await call(routes.createForm, {
    headers: owner.headers,
    body: { name: 'Newsletter', origins: [ORIGIN], daily_checks: daily },
  });
  expect(created.status).toBe(200);
  const data = created.body.data ?? {};
  const params = { id: String(data['id']) };
  const shown = await call(routes.getFormSecret, { headers: owner.headers, params });
  const form = {
    ...params,
    live: String(data['live_key']),
    test: String(data['test_key']),
    secret: String(shown.body.data?.['secret']),
  };
  /** Sends a request like a browser: JSON as text/plain, with the page's origin. */
  const ask = (body: object, { origin = ORIGIN, sourceIp = nextVisitorIp() } = {}) =>
    call(routes.checkForm, {
      headers: { 'Content-Type': 'text/plain;charset=UTF-8', Origin: origin },
      body: JSON.stringify({ key: form.live, ask: 'mailbox', ...body }),
      sourceIp,
    });
  const available = async () => (await context().ledger.balance(owner.user.id)).available;
  const today = async () => {
    const { body } = await call(routes.listForms, { headers: owner.headers });
    const { forms } = body.data as { forms: { days: Record<string, unknown>[] }[] };
    return forms[0]?.days[0];
  };
  return { owner, form, ask, available, today };
}

describe('a mailbox', () => {
  it('is checked for one credit, and any page may read the answer', async () => {
    const { ask, available, form } = await setUp();
    const response = await ask({ email: ' Ada <ok@a.fr>\u200b' });
    expect(response).toMatchObject({
      status: 200,
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: { data: { status: 'deliverable', reason: 'accepted' } },
    });
    expect(Object.keys(response.body.data ?? {}).toSorted()).toEqual(['reason', 'status', 'token']);
    expect(await available()).toBe(9);
    // A page asks again whenever the visitor leaves the field, but the verdict is already paid for.
    await ask({ email: 'ok@a.fr' });
    expect(await available()).toBe(9);

    const now = Math.floor(context().clock.now() / 1000);
    const { payload } = await jwtVerify(
      String(response.body.data?.['token']),
      new TextEncoder().encode(form.secret),
      { algorithms: ['HS256'], audience: form.live, currentDate: new Date(now * 1000) },
    );
    expect(payload).toEqual({
      sub: 'ok@a.fr',
      aud: form.live,
      status: 'deliverable',
      iat: now,
      exp: now + HOUR_SECONDS,
    });
  });

  it('is free if the verdict is unknown', async () => {
    const { ask, available } = await setUp();
    expect((await ask({ email: 'odd@a.fr' })).body.data).toMatchObject({ status: 'unknown' });
    expect(await available()).toBe(10);
  });

  it('is checked again on the same day if its check was abandoned', async () => {
    const { ask, available } = await setUp();
    const { checks, engine } = context();
    const { verify } = engine;
    for (const name of ['ok@a.fr', ' ok@a.fr']) {
      engine.verify = () => {
        throw new Error('killed');
      };
      expect((await ask({ email: name })).status).toBe(500);
      engine.verify = verify;
      for await (const check of checks.pendingItems()) await checks.undo(check);
    }
    for (let times = 0; times < 2; times += 1)
      expect(await ask({ email: 'ok@a.fr' })).toMatchObject({
        status: 200,
        body: { data: { status: 'deliverable' } },
      });
    expect(await available()).toBe(9);
  });

  it('is checked and charged again if the visitor returns days later', async () => {
    const { ask, available } = await setUp();
    await ask({ email: 'ok@a.fr' });
    context().clock.advance(49 * HOUR_SECONDS * 1000);
    expect(await ask({ email: 'ok@a.fr' })).toMatchObject({
      status: 200,
      body: { data: { status: 'deliverable' } },
    });
    expect(await available()).toBe(8);
  });

  it('is not checked beyond the daily limit, which resets the next day', async () => {
    const { ask, available, today } = await setUp({ daily: 2 });
    for (const name of ['ok1', 'ok2'])
      expect((await ask({ email: `${name}@a.fr` })).status).toBe(200);
    expect(await ask({ email: 'ok3@a.fr' })).toMatchObject({
      status: 429,
      body: { code: 'daily_bound' },
    });
    expect(await available()).toBe(8);
    expect(await today()).toMatchObject({ asked: 2, over_bound: 1 });
    context().clock.advance(24 * HOUR_SECONDS * 1000);
    expect((await ask({ email: 'ok3@a.fr' })).status).toBe(200);
  });

  it('emails the owner of a form at most once a day when its daily limit is exceeded', async () => {
    const { ask, form, owner } = await setUp({ daily: 1 });
    const mailIds = () =>
      context()
        .mails.filter(({ content }) => content.template === 'form_bound')
        .map(({ id }) => id);
    const exceedLimit = async () => {
      for (const name of ['ok1', 'ok2', 'ok3']) await ask({ email: `${name}@a.fr` });
    };
    await exceedLimit();
    expect(context().mails[0]).toMatchObject({
      to: owner.user.email,
      content: { template: 'form_bound', params: { formName: 'Newsletter', bound: 1 } },
    });
    // Messages with the same id cause one email: see functions/mail/mail.test.ts.
    const first = new Set(mailIds());
    expect(first).toHaveLength(1);
    await exceedLimit();
    await exceedLimit();
    expect(mailIds()).toHaveLength(3);
    context().clock.advance(24 * HOUR_SECONDS * 1000);
    // If the process is killed before it sends the first message, the next call sends one.
    const { send } = context().mailQueue;
    context().mailQueue.send = async () => Promise.reject(new Error('killed'));
    for (const name of ['ok1', 'ok2']) await ask({ email: `${name}@a.fr` });
    context().mailQueue.send = send;
    await ask({ email: 'ok3@a.fr' });
    expect(new Set(mailIds())).toHaveLength(2);
    expect(mailIds()).toHaveLength(4);
    expect(mailIds().every((id) => id.includes(form.id))).toBe(true);
  });

  it('requires proof of work while the form checks many mailboxes', async () => {
    const { ask, available } = await setUp({ daily: 100, credits: 100 });
    for (let at = 0; at < API_RATE_LIMITS.form_pace.calls; at += 1)
      expect((await ask({ email: 'ok@a.fr' })).status).toBe(200);
    const before = await available();
    const limited = await ask({ email: 'ok-next@a.fr' });
    expect(limited).toMatchObject({ status: 422, body: { code: 'captcha_required' } });
    expect(await available()).toBe(before);
    const captcha = await solveCaptcha((limited.body as Record<string, unknown>)['challenge']);
    expect((await ask({ email: 'ok-next@a.fr', captcha })).status).toBe(200);
    expect((await ask({ email: 'ok-other@a.fr', captcha })).body.code).toBe('captcha_required');
  });

  it('is checked with the test key only if it is a sandbox address, free and uncounted', async () => {
    const { ask, available, form, today } = await setUp();
    const key = form.test;
    expect((await ask({ key, email: 'undeliverable@sandbox.test' })).body.data).toMatchObject({
      status: 'undeliverable',
      reason: 'no_such_mailbox',
    });
    // Visitors must not be able to use the engine for free.
    for (const email of ['ok@a.fr', 'engine@sandbox.invalid'])
      expect((await ask({ key, email })).body.code).toBe('test_address_only');
    expect(await available()).toBe(10);
    expect(await today()).toBeUndefined();
  });
});

describe('a domain', () => {
  const engineOf = (status: 'undeliverable' | 'risky' | 'unknown'): Engine => ({
    connections: 0,
    async *verify([email = '']) {
      const reason = {
        undeliverable: 'null_mx',
        risky: 'disposable',
        unknown: 'egress_off',
      } as const;
      yield {
        index: 0,
        verdict: createFakeVerdict(email, status, reason[status], { suggestion: 'a@gmail.com' }),
      };
    },
  });

  it.each([
    ['undeliverable', { status: 'undeliverable', reason: 'null_mx' }, { undeliverable: 1 }],
    ['risky', { status: 'risky', reason: 'disposable' }, { disposable: 1 }],
    ['unknown', {}, {}],
  ] as const)('is checked for free with status %s', async (status, expected, counters) => {
    const { ask, available, today } = await setUp();
    Object.assign(context().domainEngine, engineOf(status));
    const { body } = await ask({ email: 'a@gmial.com', ask: 'domain' });
    expect(body.data).toEqual({ ...expected, suggestion: 'a@gmail.com' });
    expect(await available()).toBe(10);
    expect(await today()).toMatchObject({ asked: 0, suggested: 1, ...counters });
  });

  it('is looked up neither with a test key nor by an account that never paid', async () => {
    const { ask, form } = await setUp({ paid: false });
    const asked: string[] = [];
    context().domainEngine.verify = async function* ([email = '']) {
      asked.push(email);
      yield { index: 0, verdict: createFakeVerdict(email, 'undeliverable', 'null_mx') };
    };
    const domain = (key: string) => ask({ key, email: 'a@null-mx.example', ask: 'domain' });
    expect((await domain(form.test)).body.data).toEqual({});
    expect((await domain(form.live)).body.code).toBe('api_paid_only');
    expect(asked).toEqual([]);
  });

  it('is limited per form, from any network, both in bursts and per day', async () => {
    const { ask, form } = await setUp();
    const domain = async () => (await ask({ email: 'ok@a.fr', ask: 'domain' })).status;
    const { calls, seconds } = API_RATE_LIMITS.form_domain;
    for (let at = 0; at < calls; at += 1) expect(await domain()).toBe(200);
    expect(await domain()).toBe(429);
    expect((await ask({ email: 'ok@a.fr' })).status).toBe(200);
    context().clock.advance(seconds * 1000);
    expect(await domain()).toBe(200);
    const arrival = context().clock.now() + 24 * HOUR_SECONDS * 1000;
    await context().db.put({ ...rateLimitKey(`form_domain_day#${form.id}`), arrival });
    expect(await domain()).toBe(429);
  });

  it('gets an empty answer in the sandbox, and a malformed address is rejected', async () => {
    const { ask } = await setUp();
    const domain = (email: string) => ask({ email, ask: 'domain' });
    expect((await domain('undeliverable@sandbox.test')).body.data).toEqual({});
    expect((await ask({ email: 'no address' })).body.code).toBe('bad_address');
  });
});

describe('a request', () => {
  it.each(['https://other.example', 'http://shop.example', 'https://shop.example:8443', 'null'])(
    'from a page at %s is rejected and counted for the owner',
    async (origin) => {
      const { ask, available, today } = await setUp();
      expect(await ask({ email: 'ok@a.fr' }, { origin })).toMatchObject({
        status: 403,
        headers: { 'Access-Control-Allow-Origin': '*' },
        body: { code: 'wrong_origin' },
      });
      expect(await available()).toBe(10);
      expect(await today()).toMatchObject({ asked: 0, wrong_origin: 1 });
    },
  );

  it('without an origin is rejected; one from our own page is accepted', async () => {
    const { ask, form } = await setUp();
    const body = JSON.stringify({ key: form.live, ask: 'mailbox', email: 'ok@a.fr' });
    const headers = { 'Content-Type': 'text/plain' };
    expect((await call(routes.checkForm, { headers, body })).body.code).toBe('wrong_origin');
    const origin = 'https://app.tamis.example';
    expect((await ask({ email: 'ok@a.fr' }, { origin })).status).toBe(200);
  });

  it('is limited for one network on one form', async () => {
    const { ask } = await setUp();
    const statuses: number[] = [];
    for (let at = 0; at <= API_RATE_LIMITS.form_visitor.calls; at += 1)
      statuses.push(
        (
          await ask(
            { email: 'deliverable@sandbox.test', ask: 'domain' },
            { sourceIp: '192.0.2.251' },
          )
        ).status,
      );
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await ask({ email: 'ok@a.fr', ask: 'domain' })).status).toBe(200);
  });

  it.each(['', 'pk_live_1', 'tms_live_1'])('with the key %j is rejected', async (key) => {
    const { ask } = await setUp();
    expect(await ask({ key, email: 'ok@a.fr' })).toMatchObject({
      status: 401,
      body: { code: 'wrong_api_key' },
    });
  });

  it('for an account that never paid only works with the test key', async () => {
    const { ask, form } = await setUp({ paid: false });
    expect((await ask({ email: 'ok@a.fr' })).body.code).toBe('api_paid_only');
    expect((await ask({ key: form.test, email: 'risky@sandbox.test' })).status).toBe(200);
  });

  it('without enough credits is counted as unanswered and not toward the daily limit', async () => {
    const { ask, owner, today } = await setUp({ credits: 0, daily: 2 });
    for (let at = 0; at < 3; at += 1)
      expect((await ask({ email: 'ok@a.fr' })).body.code).toBe('not_enough_credits');
    expect(await today()).toMatchObject({ asked: 0, over_bound: 0, unanswered: 3 });
    await context().ledger.grant(owner.user.id, { source: 'test', amount: 5, why: 'test' });
    expect((await ask({ email: 'ok@a.fr' })).status).toBe(200);
    expect(await today()).toMatchObject({ asked: 1, unanswered: 3 });
  });

  it('that fails on our side is counted as unanswered', async () => {
    const { ask, today } = await setUp();
    const { take } = context().checkSlots;
    context().checkSlots.take = async () => undefined;
    expect((await ask({ email: 'ok@a.fr' })).status).toBe(429);
    context().checkSlots.take = async () => Promise.reject(new Error('unavailable'));
    await expect(ask({ email: 'ok@a.fr' })).resolves.toMatchObject({ status: 500 });
    context().checkSlots.take = take;
    expect(await today()).toMatchObject({ asked: 0, unanswered: 2 });
    // A malformed address is the visitor's mistake, so it is not counted.
    await ask({ email: 'no address' });
    expect(await today()).toMatchObject({ asked: 0, unanswered: 2 });
  });

  it("beyond the network's limit is counted as unanswered only if it asks for a mailbox", async () => {
    const { ask, today } = await setUp();
    const from = { sourceIp: '192.0.2.252' };
    for (let at = 0; at < API_RATE_LIMITS.form_visitor.calls; at += 1)
      await ask({ email: 'deliverable@sandbox.test', ask: 'domain' }, from);
    for (const kind of ['domain', 'mailbox'])
      expect((await ask({ email: 'ok@a.fr', ask: kind }, from)).status).toBe(429);
    expect(await today()).toMatchObject({ asked: 0, unanswered: 1 });
  });
});

describe('forms', () => {
  const listOf = async ({ headers }: Person) =>
    (await call(routes.listForms, { headers })).body.data?.['forms'];

  it('can only be changed and deleted by their owner, and their keys end immediately', async () => {
    const { owner, form, ask } = await setUp();
    const other = await person({ paid: true });
    const params = { id: form.id };
    const body = { name: 'Shop', origins: ['http://localhost:8080'], daily_checks: 7 };
    for (const route of [routes.updateForm, routes.deleteForm])
      expect((await call(route, { headers: other.headers, params, body })).status).toBe(404);
    const changed = await call(routes.updateForm, { headers: owner.headers, params, body });
    expect(changed.body.data).toMatchObject({ ...body, id: form.id, live_key: form.live });
    expect((await ask({ email: 'ok@a.fr' })).body.code).toBe('wrong_origin');
    await call(routes.deleteForm, { headers: owner.headers, params });
    expect((await ask({ email: 'ok@a.fr' })).body.code).toBe('wrong_api_key');
    expect(await listOf(owner)).toEqual([]);
  });

  it('are limited to twenty per account', async () => {
    const owner = await person();
    const body = { name: 'Shop', origins: [ORIGIN], daily_checks: 7 };
    const create = () => call(routes.createForm, { headers: owner.headers, body });
    for (let at = 0; at < MAX_FORMS; at += 1) expect((await create()).status).toBe(200);
    expect((await create()).body.code).toBe('too_many_forms');
  });

  it.each(['https://shop.example/', 'http://shop.example', '*', 'shop.example', 'file:///'])(
    'reject %s as an origin',
    async (origin) => {
      const { headers } = await person();
      const body = { name: 'Shop', origins: [origin], daily_checks: 7 };
      expect(await call(routes.createForm, { headers, body })).toMatchObject({
        status: 422,
        body: { fields: { origins: ['Please enter an https origin without a path'] } },
      });
    },
  );
});
