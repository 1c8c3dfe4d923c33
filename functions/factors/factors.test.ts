import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { newSourceIp } from '../../tests/support/account-harness.ts';
import { createAuthenticator } from '../../tests/support/authenticator.ts';
import {
  parseChallenge,
  createFactorHarness,
  parseSessionHeaders,
} from '../../tests/support/factor-harness.ts';
import { PERSON_PASSWORD } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';
import { userKey } from '../access/adapters/keys.ts';
import { updateExpression } from '../platform/dynamo/expression.ts';

const {
  addPasskey,
  addTotp,
  call,
  codeOf,
  complete,
  context,
  logIn,
  origin,
  passkeyChallenge,
  person,
  startFactor,
} = createFactorHarness();

describe('an authenticator app', () => {
  it('is asked for after the right password, and opens a session once per code', async () => {
    const someone = await person();
    const { secret, codes } = await addTotp(someone);
    expect(new Set(codes).size).toBe(10);
    const asked = await logIn(someone);
    expect(asked).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required', message: [], methods: ['totp', 'recovery_code'] },
    });
    const proof = { method: 'totp', code: codeOf(secret) };
    const done = await complete(parseChallenge(asked.body), proof);
    expect(await call(routes.me, { headers: parseSessionHeaders(done.body) })).toMatchObject({
      status: 200,
    });

    // Neither the code nor the challenge works again.
    const again = await logIn(someone);
    expect((await complete(parseChallenge(again.body), proof)).body.code).toBe('wrong_factor');
    context().clock.advance(MINUTE_MS);
    const next = { method: 'totp', code: codeOf(secret) };
    expect((await complete(parseChallenge(asked.body), next)).body.code).toBe('challenge_expired');
  });

  it('creates the test key of a customer who has none', async () => {
    const someone = await person();
    const { secret } = await addTotp(someone);
    const { id } = someone.user;
    const none = updateExpression({ testKeyHash: undefined });
    await context().db.update(userKey(id), none);
    const { body } = await logIn(someone);
    await complete(parseChallenge(body), { method: 'totp', code: codeOf(secret) });
    expect((await context().accounts.get(id))?.testKeyHash).toEqual(expect.any(String));
  });

  it('accepts one of two concurrent uses of a code', async () => {
    const someone = await person();
    const { secret } = await addTotp(someone);
    const challenges = [await logIn(someone), await logIn(someone)].map(({ body }) =>
      parseChallenge(body),
    );
    const proof = { method: 'totp', code: codeOf(secret) };
    const results = await Promise.all(challenges.map((each) => complete(each, proof)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('is kept if a call that began before it was added adds a passkey', async () => {
    const someone = await person();
    const { factors } = context();
    const { get } = factors;
    const added: string[] = [];
    factors.get = async (userId) => {
      factors.get = get;
      added.push((await addTotp(someone)).secret);
      return get(userId);
    };
    await addPasskey(someone);
    const { totp, passkeys } = await get(someone.user.id);
    expect([totp?.secret, passkeys.length]).toEqual([added[0], 1]);
  });

  it('reveals nothing before the right password', async () => {
    const [one, other] = [await person(), await person()];
    await addTotp(one);
    const wrong = [await logIn(one, 'wrong 12345'), await logIn(other, 'wrong 12345')];
    const [first, second] = wrong.map(({ status, body }) => [status, body.code, body.message]);
    expect(first).toEqual(second);
  });

  it('is still asked for after a password change, which ends pending challenges', async () => {
    const someone = await person();
    const { secret } = await addTotp(someone);
    const { body } = await logIn(someone);
    const { id, passwordHash } = someone.user;
    const changed = await context().passwords.hash('another horse 43');
    await context().accounts.replacePasswordHash(id, passwordHash, changed);
    const proof = { method: 'totp', code: codeOf(secret) };
    expect((await complete(parseChallenge(body), proof)).body.code).toBe('challenge_expired');
    expect((await logIn(someone, 'another horse 43')).body.code).toBe('second_factor_required');
  });

  it('ends all other sessions and emails the owner when it is added and removed', async () => {
    const someone = await person();
    const other = await logIn(someone);
    context().clock.advance(1000);
    const { codes, secret } = await addTotp(someone);
    expect(codes).toHaveLength(10);
    expect((await call(routes.me, { headers: parseSessionHeaders(other.body) })).status).toBe(401);
    const asked = await logIn(someone);
    const proof = { method: 'totp', code: codeOf(secret) };
    const { body } = await complete(parseChallenge(asked.body), proof);
    context().clock.advance(1000);
    const { headers } = someone;
    const removed = await call(routes.removeFactor, { headers, params: { id: 'totp' } });
    expect(removed.status).toBe(200);
    expect((await call(routes.me, { headers: parseSessionHeaders(body) })).status).toBe(401);
    const testKey = expect.objectContaining({ kind: 'key', name: '' }) as unknown;
    const app = expect.objectContaining({ kind: 'factor', by: '203.0.113.0/24' }) as unknown;
    expect(context().mails.map(({ content }) => content.params)).toEqual([
      { what: 'factor_added', access: [testKey, app] },
      { what: 'factor_removed', access: [testKey] },
    ]);
    expect((await logIn(someone)).status).toBe(200);
  });
});

describe('a recovery code', () => {
  it('works once, in any spelling', async () => {
    const someone = await person();
    const { codes } = await addTotp(someone);
    const [code = ''] = codes;
    const proof = { method: 'recovery_code', code: code.toUpperCase().replace('-', ' ') };
    const first = await logIn(someone);
    expect((await complete(parseChallenge(first.body), proof)).status).toBe(200);
    const second = await logIn(someone);
    expect((await complete(parseChallenge(second.body), proof)).body.code).toBe('wrong_factor');
    expect(context().lines.join('\n')).toContain('recovery_code_used');
    const { body } = await call(routes.getSecurity, { headers: someone.headers });
    expect(body.data).toMatchObject({ recovery_codes: 9 });
  });
});

it('replaces recovery codes only for a user with a factor', async () => {
  const someone = await person();
  const renew = () =>
    call(routes.addFactor, { headers: someone.headers, body: { method: 'recovery_codes' } });
  expect(await renew()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const { codes } = await addTotp(someone);
  const renewed = await renew();
  const next = z.parse(z.array(z.string()), renewed.body.data?.['recovery_codes']);
  expect(new Set([...codes, ...next]).size).toBe(20);
  expect(context().mails.at(-1)).toMatchObject({
    content: { params: { what: 'recovery_codes_made' } },
  });
  const use = async (code: string | undefined) => {
    const challenge = parseChallenge((await logIn(someone)).body);
    return (await complete(challenge, { method: 'recovery_code', code })).status;
  };
  expect([await use(codes[0]), await use(next[0])]).toEqual([422, 200]);
});

describe('a passkey', () => {
  it('logs in alone, and after the password', async () => {
    const someone = await person();
    const authenticator = await addPasskey(someone);
    const starts = [await passkeyChallenge(), parseChallenge((await logIn(someone)).body)];
    for (const challenge of starts) {
      const proof = authenticator.prove(challenge);
      expect((await complete(challenge, proof)).status).toBe(200);
      expect((await complete(challenge, proof)).status).toBeGreaterThan(400);
    }
  });

  it.each([
    ['another origin', { origin: 'https://evil.example', rpId: 'app.tamis.example' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['no user verification', { unverified: true }],
    ['another challenge', { challenge: 'b3RoZXI' }],
  ] as const)('is refused with %s', async (_, difference) => {
    const someone = await person();
    const authenticator = await addPasskey(someone);
    const challenge = await passkeyChallenge();
    const ceremony = { challenge, origin: origin(), ...difference };
    const proof = { method: 'passkey', credential: authenticator.get(ceremony) };
    expect((await complete(challenge, proof)).body.code).toBe('wrong_factor');
  });

  it('is refused if a copy of it was used, or it belongs to another user', async () => {
    const [someone, other] = [await person(), await person()];
    const authenticator = await addPasskey(someone);
    await addPasskey(other);
    const use = async () => {
      const challenge = await passkeyChallenge();
      return (await complete(challenge, authenticator.prove(challenge))).status;
    };
    expect(await use()).toBe(200);
    authenticator.rewind();
    expect(await use()).toBe(422);
    const challenge = parseChallenge((await logIn(other)).body);
    const proof = authenticator.prove(challenge);
    expect((await complete(challenge, proof)).body.code).toBe('wrong_factor');
  });

  it('can be added five times', async () => {
    const someone = await person();
    for (let times = 0; times < 5; times += 1) await addPasskey(someone, `Key ${times}`);
    const { challenge } = await startFactor(someone);
    const credential = createAuthenticator('x').create({ challenge, origin: origin() });
    const body = { method: 'passkey', challenge, name: 'Sixth', credential };
    expect(await call(routes.addFactor, { headers: someone.headers, body })).toMatchObject({
      status: 409,
      body: { code: 'too_many_passkeys' },
    });
  });

  it('cannot be added with the challenge of another session', async () => {
    const [someone, other] = [await person(), await person()];
    const { challenge, secret } = await startFactor(other);
    const body = { method: 'totp', challenge, secret, code: codeOf(secret) };
    const { headers } = someone;
    expect((await call(routes.addFactor, { headers, body })).body.code).toBe('challenge_expired');
  });
});

describe('sensitive calls', () => {
  it('need another proof ten minutes after the last one', async () => {
    const admin = await person({ admin: true });
    const customer = await person();
    const update = () =>
      call(routes.updateUser, {
        headers: admin.headers,
        body: { id: customer.user.id, status: 2 },
      });
    const { secret } = await addTotp(admin);
    expect((await update()).status).toBe(200);
    context().clock.advance(10 * MINUTE_MS);
    const asked = await update();
    expect(asked).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required', methods: ['totp', 'recovery_code'] },
    });
    const { challenge } = asked.body;
    const prove = (proof: object) =>
      call(routes.reauthenticate, { headers: admin.headers, body: { challenge, proof } });
    expect((await prove({ method: 'password', password: PERSON_PASSWORD })).body.code).toBe(
      'wrong_factor',
    );
    expect((await prove({ method: 'totp', code: codeOf(secret) })).status).toBe(200);
    expect((await update()).status).toBe(200);
  });

  it('need the password from a user without a factor', async () => {
    const someone = await person({ paid: true });
    context().clock.advance(11 * MINUTE_MS);
    const { headers } = someone;
    const asked = await call(routes.resetApiKey, { headers });
    expect(asked.body).toMatchObject({ code: 'reauthentication_required', methods: ['password'] });
    const { challenge } = asked.body;
    const prove = (password: string) =>
      call(routes.reauthenticate, {
        headers,
        body: { challenge, proof: { method: 'password', password } },
        sourceIp: newSourceIp(),
      });
    expect((await prove('wrong 12345')).body.code).toBe('wrong_factor');
    expect((await prove(PERSON_PASSWORD)).status).toBe(200);
    for (const route of [routes.resetApiKey, routes.startFactor])
      expect((await call(route, { headers })).status).toBe(200);
  });

  it('never ask an API key', async () => {
    const someone = await person({ paid: true });
    await addTotp(someone);
    context().clock.advance(11 * MINUTE_MS);
    const headers = { 'X-Api-Key': someone.apiKey ?? '' };
    expect((await call(routes.listFiles, { headers })).status).toBe(200);
  });
});

describe('a removal by support', () => {
  it('takes effect at its time, unless the owner changes the factors', async () => {
    const someone = await person();
    const authenticator = await addPasskey(someone);
    const { id } = someone.user;
    const { clock, accounts } = context();
    const { headers } = someone;
    await accounts.setFactorReset(id, { at: clock.now() + MINUTE_MS, why: 'lost' });
    const renewal = { headers, body: { method: 'recovery_codes' } };
    expect((await call(routes.addFactor, renewal)).status).toBe(200);
    clock.advance(2 * MINUTE_MS);
    expect((await logIn(someone)).body.code).toBe('second_factor_required');

    await accounts.setFactorReset(id, { at: clock.now() + MINUTE_MS, why: 'lost' });
    const { body } = await call(routes.getSecurity, { headers });
    const resetAt = new Date(clock.now() + MINUTE_MS).toISOString();
    expect(body.data).toMatchObject({ reset_at: resetAt });
    clock.advance(MINUTE_MS);
    expect((await logIn(someone)).status).toBe(200);
    const challenge = await passkeyChallenge();
    expect((await complete(challenge, authenticator.prove(challenge))).body.code).toBe(
      'wrong_factor',
    );
    // A new factor does not revive the old ones.
    await addTotp(someone);
    const after = await call(routes.getSecurity, { headers });
    expect(after.body.data).toMatchObject({ passkeys: [], recovery_codes: 10, reset_at: null });
  });
});
