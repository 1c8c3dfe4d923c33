import { describe, expect, it } from 'vitest';
import { account as accountWorker } from '../../functions/account/workers.ts';
import { factorRoutes } from '../../shared/contract/factors.ts';
import { newSourceIp } from '../support/account-harness.ts';
import { callHandler as callOn } from '../support/call.ts';
import {
  parseChallenge,
  createFactorHarness,
  parseSessionHeaders,
} from '../support/factor-harness.ts';
import { invoke } from '../support/invoke.ts';
import { PERSON_PASSWORD, type Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';
import { sqsRecord } from '../support/sqs-event.ts';
import { testContext } from '../support/test-context.ts';

/**
 * Attackers who know a password, have a session or read an old email (docs/operators/security.md).
 */

const stage = createFactorHarness();
const { addPasskey, addTotp, call, codeOf, complete, context, logIn, passkeyChallenge } = stage;
const { person, startFactor, submitOtp, resend, signUp, table } = stage;

const EVERYTHING_WRONG = { method: 'totp', code: '000000' };

const loginChallenge = async (someone: Person, password = PERSON_PASSWORD) =>
  parseChallenge((await logIn(someone, password)).body);

const reauthenticate = ({ headers }: Pick<Person, 'headers'>, challenge: string, proof: object) =>
  call(routes.reauthenticate, { headers, body: { challenge, proof }, sourceIp: newSourceIp() });

/** Sets a new password with the link that the owner receives by email. */
async function resetPassword({ user: { email } }: Person, next: string): Promise<void> {
  await call(routes.forgetPassword, { body: { email }, sourceIp: newSourceIp() });
  const Records = context()
    .accountMessages.slice(-1)
    .map((message) => sqsRecord(message));
  await invoke(accountWorker, context(), { Records });
  const { content } = context().mails.at(-1) ?? {};
  const token = content?.template === 'password_reset' ? content.params.token : '';
  const body = { email, token, new_password: next, confirm_password: next };
  const reset = await call(routes.resetPassword, { body, sourceIp: newSourceIp() });
  expect(reset).toMatchObject({ status: 200, body: { data: {} } });
}

/** Opens another session of the same user, as in another browser. */
async function otherBrowser(someone: Person, secret: string) {
  const proof = { method: 'totp', code: codeOf(secret) };
  return {
    headers: parseSessionHeaders((await complete(await loginChallenge(someone), proof)).body),
  };
}

describe('guesses', () => {
  it('at codes of many accounts, whose passwords are known, are limited per network', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => person()));
    for (const each of accounts) await addTotp(each);
    const challenges = await Promise.all(accounts.map((each) => loginChallenge(each)));
    const network = newSourceIp();
    const statuses: number[] = [];
    for (let times = 0; times < 9; times += 1)
      for (const challenge of challenges)
        statuses.push((await complete(challenge, EVERYTHING_WRONG, network)).status);
    expect(statuses.indexOf(429)).toBe(50);
    expect(new Set(statuses.slice(50))).toEqual(new Set([429]));
  });

  it('at logins and in a stolen session share the limit of the account', async () => {
    const owner = await person();
    const { secret, codes } = await addTotp(owner);
    const statuses: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      const { challenge } = await startFactor(owner);
      statuses.push((await reauthenticate(owner, challenge, EVERYTHING_WRONG)).status);
      const code = 'aaaaa-aaaaa';
      const proof = { method: 'recovery_code', code };
      statuses.push((await complete(await loginChallenge(owner), proof)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([422]));
    const right = [
      { method: 'totp', code: codeOf(secret) },
      { method: 'recovery_code', code: codes[0] },
    ];
    for (const proof of right)
      expect((await complete(await loginChallenge(owner), proof)).status).toBe(429);
  });
});

describe('wrong codes of someone who knows the password', () => {
  async function lockedOut() {
    const owner = await person();
    const { secret, codes } = await addTotp(owner);
    const guess = async (password?: string) =>
      (await complete(await loginChallenge(owner, password), EVERYTHING_WRONG)).status;
    for (let times = 0; times < 10; times += 1) expect(await guess()).toBe(422);
    expect(await guess()).toBe(429);
    return { owner, secret, codes, guess };
  }

  it('leave the passkey of the owner usable, alone and after the password', async () => {
    const owner = await person();
    const authenticator = await addPasskey(owner);
    for (let times = 0; times < 11; times += 1)
      await complete(await loginChallenge(owner), EVERYTHING_WRONG);
    expect((await complete(await loginChallenge(owner), EVERYTHING_WRONG)).status).toBe(429);
    for (const challenge of [await passkeyChallenge(), await loginChallenge(owner)])
      expect((await complete(challenge, authenticator.prove(challenge))).status).toBe(200);
  });

  it('leave the owner a few tries after a reset, and a guesser no more by further resets', async () => {
    const { owner, secret, codes, guess } = await lockedOut();
    await resetPassword(owner, 'another horse 43');
    const right = [
      { method: 'totp', code: codeOf(secret) },
      { method: 'recovery_code', code: codes[0] },
    ];
    for (const proof of right) {
      const challenge = await loginChallenge(owner, 'another horse 43');
      expect((await complete(challenge, proof)).status).toBe(200);
    }
    const statuses: number[] = [];
    for (const password of ['third horse 44', 'fourth horse 45']) {
      await resetPassword(owner, password);
      for (let times = 0; times < 4; times += 1) statuses.push(await guess(password));
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  });
});

describe('a replay', () => {
  it('of a challenge fails in every spelling, even with another code', async () => {
    const owner = await person();
    const { codes } = await addTotp(owner);
    const challenge = await loginChallenge(owner);
    const bytes = Buffer.from(challenge, 'base64url');
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const spellings = [challenge.slice(0, -1), challenge]
      .flatMap((start) => alphabet.map((end) => start + end))
      .filter((each) => Buffer.from(each, 'base64url').equals(bytes) && each !== challenge);
    expect(spellings.length).toBeGreaterThan(2);
    const outcomes: unknown[] = [];
    for (const [at, each] of [challenge, ...spellings.slice(0, 8)].entries()) {
      const { body } = await complete(each, { method: 'recovery_code', code: codes[at] });
      outcomes.push(body.code ?? 'logged in');
    }
    expect([outcomes[0], ...new Set(outcomes.slice(1))]).toEqual([
      'logged in',
      'challenge_expired',
    ]);
  });

  it('of an assertion fails for the same and for a new challenge, even without a counter', async () => {
    for (const hasCounter of [true, false]) {
      const owner = await person();
      const authenticator = await addPasskey(owner);
      const use = (challenge: string) => {
        // Passkeys that are synchronized between devices always report a counter of zero.
        if (!hasCounter) authenticator.rewind();
        return authenticator.prove(challenge);
      };
      const challenge = await passkeyChallenge();
      const proof = use(challenge);
      expect((await complete(challenge, proof)).status).toBe(200);
      const again = await complete(challenge, proof);
      expect(again.body.code).toBe(hasCounter ? 'wrong_factor' : 'challenge_expired');
      expect((await complete(await passkeyChallenge(), proof)).body.code).toBe('wrong_factor');
      const next = await passkeyChallenge();
      expect((await complete(next, use(next))).status).toBe(200);
    }
  });

  it('of a proof for one purpose fails for another', async () => {
    const owner = await person();
    const authenticator = await addPasskey(owner);
    const { challenge: inSession } = await startFactor(owner);
    const forLogin = await loginChallenge(owner);
    const alone = await passkeyChallenge();
    for (const challenge of [forLogin, alone]) {
      const { status, body } = await reauthenticate(
        owner,
        challenge,
        authenticator.prove(challenge),
      );
      expect([status, body.code]).toEqual([410, 'challenge_expired']);
    }
    expect((await complete(inSession, authenticator.prove(inSession))).status).toBe(410);
    expect((await reauthenticate(owner, inSession, authenticator.prove(inSession))).status).toBe(
      200,
    );
  });

  it('of a recovery code succeeds for one of two concurrent logins', async () => {
    const owner = await person();
    const { codes } = await addTotp(owner);
    const proof = { method: 'recovery_code', code: codes[0] };
    const challenges = [await loginChallenge(owner), await loginChallenge(owner)];
    const results = await Promise.all(challenges.map((each) => complete(each, proof)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

describe('the second step cannot be bypassed', () => {
  it('with a method that the account does not have', async () => {
    const owner = await person();
    const { secret, codes } = await addTotp(owner);
    const proofs = [
      { method: 'totp', code: codeOf(secret) },
      { method: 'recovery_code', code: codes[0] },
    ];
    for (const proof of proofs) {
      const { body } = await complete(await passkeyChallenge(), proof);
      expect(body.code).toBe('wrong_factor');
    }
    const password = { method: 'password', password: PERSON_PASSWORD };
    expect((await complete(await loginChallenge(owner), password)).body.code).toBe('wrong_factor');
    // The challenge itself is not a session token.
    const Authorization = `Bearer ${await loginChallenge(owner)}`;
    expect((await call(routes.me, { headers: { Authorization } })).status).toBe(401);
  });

  it('with a one-time code or a new registration', async () => {
    const owner = await person();
    await addTotp(owner);
    const { email } = owner.user;
    const { registration, otp } = await signUp({ email });
    expect(otp).toBe('none');
    await resend(email, {}, { registration });
    for (const code of ['0000', '0001']) {
      const { status } = await submitOtp(email, code, newSourceIp(), { registration });
      expect(status).toBe(422);
    }
    expect((await logIn(owner)).body.code).toBe('second_factor_required');
  });

  it('with a password reset, which also ends pending challenges', async () => {
    const owner = await person();
    const { secret } = await addTotp(owner);
    const pending = await loginChallenge(owner);
    const next = 'another horse 43';
    await resetPassword(owner, next);

    const proof = { method: 'totp', code: codeOf(secret) };
    expect((await complete(pending, proof)).body.code).toBe('challenge_expired');
    const asked = await logIn(owner, next);
    expect(asked.body).toMatchObject({
      code: 'second_factor_required',
      methods: ['totp', 'recovery_code'],
    });
    expect((await complete(parseChallenge(asked.body), proof)).status).toBe(200);
  });
});

describe('a session', () => {
  it('cannot be used by another page: each change requires the CSRF header', async () => {
    const { headers } = await person();
    const { Authorization = '' } = headers;
    const params = { id: 'totp' };
    const changes = Object.entries(factorRoutes).filter(
      ([, { auth, method }]) => auth === 'session' && (method as string) !== 'GET',
    );
    expect(changes.length).toBeGreaterThan(3);
    const answers = changes.map(async ([name]) => {
      const route = routes[name as keyof typeof factorRoutes];
      const Cookie = `session=${Authorization}`;
      const withoutHeader = await call(route, { headers: { Authorization }, params });
      const withCookie = await call(route, { headers: { Cookie }, params });
      return [withoutHeader.body.code, withCookie.body.code];
    });
    expect(new Set((await Promise.all(answers)).map(String))).toEqual(
      new Set(['csrf,unauthenticated']),
    );
  });

  it('is new after the second step, whatever session the caller had', async () => {
    const [owner, attacker] = [await person(), await person()];
    const { secret } = await addTotp(owner);
    const challenge = await loginChallenge(owner);
    const proof = { method: 'totp', code: codeOf(secret) };
    const { body } = await complete(challenge, proof, newSourceIp(), attacker.headers);
    const opened = parseSessionHeaders(body);
    expect([owner.headers, attacker.headers]).not.toContainEqual(opened);
    const emailOf = async (headers: Readonly<Record<string, string>>) =>
      (await call(routes.me, { headers })).body.data?.['email'];
    expect(await emailOf(opened)).toBe(owner.user.email);
    expect(await emailOf(attacker.headers)).toBe(attacker.user.email);
  });

  it('accepts no challenge of another browser, even of the same user', async () => {
    const owner = await person();
    const { secret, codes } = await addTotp(owner);
    const other = await otherBrowser(owner, secret);
    const { challenge } = await startFactor(other);
    const proof = { method: 'recovery_code', code: codes[0] };
    expect((await reauthenticate(owner, challenge, proof)).body.code).toBe('challenge_expired');
    expect((await reauthenticate(other, challenge, proof)).status).toBe(200);
  });
});

describe('a stranger', () => {
  it('does not learn who has a factor: wrong passwords get one response at one cost', async () => {
    const [plain, withApp, withPasskey] = [await person(), await person(), await person()];
    await addTotp(withApp);
    await addPasskey(withPasskey);
    const seen = new Set<string>();
    for (const { email } of [
      { email: 'nobody@mail.example' },
      plain.user,
      withApp.user,
      withPasskey.user,
    ]) {
      let calls = 0;
      const db = new Proxy(table().db, {
        get: (target, name, receiver) => {
          calls += 1;
          return Reflect.get(target, name, receiver);
        },
      });
      const counted = testContext({ db }, { clock: context().clock });
      const input = { body: { email, password: 'wrong 12345' }, sourceIp: newSourceIp() };
      const { status, body, headers } = await callOn(counted, routes.login, input);
      const { 'x-request-id': _, ...rest } = headers;
      seen.add(
        JSON.stringify([
          status,
          { ...body, request_id: '' },
          rest,
          calls,
          counted.passwords.calls(),
        ]),
      );
    }
    expect([...seen]).toHaveLength(1);
  });

  it('does not learn it from forged challenges and credentials', async () => {
    const [plain, withApp, withPasskey] = [await person(), await person(), await person()];
    await addTotp(withApp);
    const { get } = await addPasskey(withPasskey);
    const seen = new Set<string>();
    for (const id of [
      '01JABCDEFGHJKMNPQRSTVWXYZ0',
      plain.user.id,
      withApp.user.id,
      withPasskey.user.id,
    ]) {
      const parts = ['login', id, String(context().clock.now()), 'nonce', 'mac'];
      const forged = Buffer.from(parts.join('.')).toString('base64url');
      const made = await complete(forged, EVERYTHING_WRONG);
      const challenge = await passkeyChallenge();
      const credential = get({ challenge, origin: 'https://evil.example' });
      const userHandle = Buffer.from(id).toString('base64url');
      const response = { ...credential.response, userHandle };
      const unknown = { ...credential, id: 'dW5rbm93bg', rawId: 'dW5rbm93bg', response };
      const used = await complete(challenge, { method: 'passkey', credential: unknown });
      seen.add(JSON.stringify([made.status, made.body.code, used.status, used.body.code]));
    }
    expect([...seen]).toEqual(['[410,"challenge_expired",422,"wrong_factor"]']);
  });
});
