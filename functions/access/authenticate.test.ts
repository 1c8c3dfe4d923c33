import { describe, expect, it } from 'vitest';
import { FIRST_KEY_SCOPES } from '../../shared/contract/auth.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPerson } from '../../tests/support/people.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { authenticateSession, authenticateSessionOrKey } from './authenticate.ts';

const table = await startFileTable();
const context = testContext(table);
const paid = await createPerson(context, { paid: true });

const key = () => paid.apiKey ?? 'none';

describe('a caller', () => {
  it('is authenticated by a session, by a bearer key, or by the key header', async () => {
    const { user, sessionId, token } = paid;
    const own = { account: user, test: false, ownerId: user.id };
    const provenAt = context.clock.now();
    const bySession = {
      ...own,
      via: 'session',
      viaSso: false,
      person: user,
      role: 'owner',
      sessionId,
      provenAt,
    };
    const { apiKeyHash: keyHash } = user;
    const byKey = {
      ...own,
      via: 'key',
      keyEnd: key().slice(-4),
      keyHash,
      scopes: FIRST_KEY_SCOPES,
      assistantCredits: 1000,
    };
    expect(await authenticateSession(context, { bearer: token })).toEqual(bySession);
    expect(await authenticateSessionOrKey(context, { bearer: key() })).toEqual(byKey);
    expect(await authenticateSessionOrKey(context, { apiKey: key() })).toEqual(byKey);
    expect(await authenticateSessionOrKey(context, { bearer: token, apiKey: key() })).toEqual(
      bySession,
    );
  });

  it('with two keys is the owner of the one in the key header', async () => {
    const other = await createPerson(context, { paid: true });
    const both = { bearer: key(), apiKey: other.apiKey ?? 'none' };
    expect(await authenticateSessionOrKey(context, both)).toMatchObject({
      via: 'key',
      account: other.user,
    });
  });

  it('with a test key is the same user, paid or not, with separate lists', async () => {
    const { user, token, testKey } = await createPerson(context);
    const keyEnd = testKey?.slice(-4);
    const mine = {
      test: true,
      ownerId: `test-${user.id}`,
      scopes: FIRST_KEY_SCOPES,
      assistantCredits: 1000,
    };
    const byTestKey = { via: 'key', account: user, keyEnd, keyHash: user.testKeyHash, ...mine };
    for (const credentials of [{ apiKey: testKey ?? '' }, { bearer: testKey ?? '' }])
      expect(await authenticateSessionOrKey(context, credentials)).toEqual(byTestKey);
    const sessionAndTestKey = { bearer: token, apiKey: testKey ?? '' };
    expect(await authenticateSessionOrKey(context, sessionAndTestKey)).toMatchObject({
      via: 'session',
      test: false,
      ownerId: user.id,
    });
    await expect(authenticateSession(context, { bearer: testKey ?? '' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('with an ended session is not authenticated, whatever key is sent with it', async () => {
    const credentials = { bearer: 'an ended session', apiKey: key() };
    await expect(authenticateSessionOrKey(context, credentials)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('whose key outlived the payment is rejected with api_paid_only', async () => {
    const late = await createPerson(context, { paid: true });
    await table
      .db()
      .update(
        { PK: `USER#${late.user.id}`, SK: 'PROFILE' },
        { text: 'SET paid = :no', values: { ':no': false } },
      );
    await expect(
      authenticateSessionOrKey(context, { apiKey: late.apiKey ?? 'none' }),
    ).rejects.toMatchObject({ code: 'api_paid_only' });
  });
});
