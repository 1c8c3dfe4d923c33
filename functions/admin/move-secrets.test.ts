import { beforeEach, describe, expect, it } from 'vitest';
import { createFactorHarness, parseChallenge } from '../../tests/support/factor-harness.ts';
import { newSourceIp } from '../../tests/support/account-harness.ts';
import { PERSON_PASSWORD, type Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';
import { createTestSecrets, testContext } from '../../tests/support/test-context.ts';
import { userKey } from '../access/adapters/keys.ts';
import { hashResetToken } from '../account/hashes.ts';
import type { Db, Item } from '../platform/dynamo/db.ts';
import { createScan } from '../platform/dynamo/scan.ts';
import { updateExpression, where } from '../platform/dynamo/expression.ts';
import { startClosing } from '../privacy/delete-account.ts';
import { factorsKey } from '../factors/adapters/keys.ts';
import { moveSecrets } from './move-secrets.ts';
import {
  factorSecretKey,
  keyCopiesKey,
  passwordIdOf,
  passwordKey,
  secretKeys,
} from '../platform/secrets/account-secrets.ts';

const { addPasskey, addTotp, call, codeOf, complete, context, logIn, person, table } =
  createFactorHarness();

const NEW_PASSWORD = 'another horse 43';

const moveAll = () => moveSecrets({ ...context(), scan: createScan(table().client, table().name) });

const stored = async (key: { PK: string; SK: string }): Promise<Item> =>
  (await context().db.get(key)) ?? {};

/** Stores the secrets as the previous version did. */
async function undoMove(someone: Person): Promise<Person> {
  const { db, accounts } = context();
  const { id } = someone.user;
  const { passwordHash } = await stored(passwordKey(id));
  const { apiKeySealed, testKeySealed } = await stored(keyCopiesKey(id));
  const fields = { passwordHash, apiKeySealed, testKeySealed };
  await db.update(userKey(id), updateExpression(fields), where({ id }));
  const { sealed } = await stored(factorSecretKey(id));
  if (sealed !== undefined) await db.update(factorsKey(id), updateExpression({ sealed }));
  for (const each of secretKeys(someone.user.id)) await db.delete(each);
  const user = await accounts.get(id);
  return user ? { ...someone, user } : someone;
}

let owner: Person;
let secret: string;
beforeEach(async () => {
  const created = await person({ paid: true });
  ({ secret } = await addTotp(created));
  owner = await undoMove(created);
});

const profile = () => stored(userKey(owner.user.id));

async function expectMoved(): Promise<void> {
  expect(await profile()).not.toMatchObject({ apiKeySealed: expect.anything() });
  expect(await profile()).not.toMatchObject({ testKeySealed: expect.anything() });
  expect((await profile())['passwordHash']).toBe(passwordIdOf(owner.passwordHash));
  expect(await stored(factorsKey(owner.user.id))).not.toHaveProperty('sealed');
  const [password, copies, factors] = await Promise.all(secretKeys(owner.user.id).map(stored));
  const text = expect.any(String) as unknown;
  expect(password).toMatchObject({ passwordHash: owner.passwordHash });
  expect(copies).toMatchObject({ apiKeySealed: text, testKeySealed: text });
  expect(factors).toMatchObject({ sealed: text });
}

/** Logs in with the password and a code, and displays the keys. */
async function expectWorking(password = PERSON_PASSWORD): Promise<void> {
  context().clock.advance(60_000);
  const challenge = parseChallenge((await logIn(owner, password)).body);
  const proof = { method: 'totp', code: codeOf(secret) };
  expect(await complete(challenge, proof)).toMatchObject({ status: 200 });
  const user = await context().accounts.get(owner.user.id);
  expect(user && (await context().apiKeys.reveal(user))).toBe(owner.apiKey);
  expect(user && (await context().apiKeys.revealTest(user))).toBe(owner.testKey);
}

describe('the secrets of an older account', () => {
  it('work before and after the move, and a login leaves them in their place', async () => {
    await expectWorking();
    expect(await profile()).toMatchObject({ passwordHash: owner.passwordHash });
    expect(await stored(factorsKey(owner.user.id))).toHaveProperty('sealed');
    expect(await moveAll()).toBeGreaterThan(0);
    await expectMoved();
    await expectWorking();
    await moveAll();
    await expectMoved();
  });

  it('are moved for an administrator, too', async () => {
    const admin = await undoMove(await person({ admin: true }));
    await moveAll();
    expect(await stored(passwordKey(admin.user.id))).toMatchObject({
      passwordHash: admin.passwordHash,
    });
    expect((await logIn(admin)).status).toBe(200);
  });

  it('are not overwritten by a move that read them before they changed', async () => {
    const { accounts, db, factors, passwords } = context();
    const { id, passwordHash } = owner.user;
    let change = async (): Promise<unknown> => undefined;
    const slowDb: Db = {
      ...db,
      transact: async (steps) => {
        const run = change;
        change = async () => undefined;
        await run();
        return db.transact(steps);
      },
    };
    const slow = testContext(table(), { clock: context().clock, db: slowDb });
    change = async () =>
      accounts.replacePasswordHash(id, passwordHash, await passwords.hash(NEW_PASSWORD));
    await slow.accounts.moveSecrets(id);
    change = async () => {
      owner = { ...owner, apiKey: (await context().apiKeys.reset(id)) ?? '' };
    };
    await slow.apiKeys.moveSecrets(id);
    change = async () => addPasskey(owner);
    await slow.factors.moveSecrets(id);
    expect((await factors.get(id)).passkeys).toHaveLength(1);
    await expectWorking(NEW_PASSWORD);
  });

  it('stay usable if a function of the previous version changes the password after the move', async () => {
    const { accounts, db, passwords } = context();
    await moveAll();
    const from = where({ passwordHash: (await profile())['passwordHash'] });
    const to = { passwordHash: await passwords.hash(NEW_PASSWORD) };
    await db.update(userKey(owner.user.id), updateExpression(to), from);
    expect((await logIn(owner)).body.code).toBe('wrong_credentials');
    await expectWorking(NEW_PASSWORD);
    await accounts.moveSecrets(owner.user.id);
    await expectWorking(NEW_PASSWORD);
    expect(await stored(passwordKey(owner.user.id))).toMatchObject(to);
  });

  it('can be replaced through a link that was requested before the move', async () => {
    const { clock, passwordResets } = context();
    const { id: userId, email, passwordHash } = owner.user;
    const tokenHash = hashResetToken('token');
    const expiresAt = clock.now() + 600_000;
    await passwordResets.create({ tokenHash, userId, passwordHash, expiresAt });
    await moveAll();
    const passwords = { new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    const body = { email, token: 'token', ...passwords };
    const reset = await call(routes.resetPassword, { body, sourceIp: newSourceIp() });
    expect(reset).toMatchObject({ status: 200 });
    await expectWorking(NEW_PASSWORD);
  });

  it('can be replaced after support removed the factors', async () => {
    const { accounts, clock } = context();
    await accounts.setFactorReset(owner.user.id, { at: clock.now(), why: 'lost' });
    ({ secret } = await addTotp(owner));
    expect(await stored(factorsKey(owner.user.id))).toHaveProperty('sealed');
    await expectWorking();
  });

  it.each(['before', 'after'])('are encrypted with a new secret %s the move', async (when) => {
    if (when === 'after') await moveAll();
    const next = (...values: [string, ...string[]]) =>
      testContext(table(), { clock: context().clock, secrets: createTestSecrets(...values) });
    const { apiKeys, factors } = next('next secret', 'test secret');
    const { id } = owner.user;
    expect(await apiKeys.reseal(id)).toEqual({ resealed: 2, unreadable: 0 });
    expect(await factors.reseal(id)).toEqual({ resealed: 1, unreadable: 0 });
    const user = await context().accounts.get(id);
    const last = next('next secret');
    expect(user && (await last.apiKeys.reveal(user))).toBe(owner.apiKey);
    expect((await last.factors.get(id)).totp?.secret).toBe(secret);
  });

  it.each(['before', 'after'])('are deleted with the account %s the move', async (when) => {
    if (when === 'after') await moveAll();
    await startClosing(context(), owner.user.id);
    const { accounts, apiKeys, factors } = context();
    for (const store of [accounts, apiKeys, factors]) await store.moveSecrets(owner.user.id);
    for (const key of [userKey(owner.user.id), ...secretKeys(owner.user.id)])
      expect(await stored(key)).toEqual({});
  });
});
