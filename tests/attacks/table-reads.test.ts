import { describe, expect, it } from 'vitest';
import { mailFeedback } from '../../functions/account/workers.ts';
import { readBounces } from '../../functions/bounces/workers.ts';
import { finalize, ingest } from '../../functions/lists/workers.ts';
import { itemNotExists } from '../../functions/platform/dynamo/expression.ts';
import { userPartition } from '../../functions/platform/dynamo/key.ts';
import { webhooks } from '../../functions/webhooks/workers.ts';
import { createFactorHarness } from '../support/factor-harness.ts';
import { functionRoles } from '../support/function-roles.ts';
import { runAs, takeMissingGrants } from '../support/invoke.ts';
import { testEnv } from '../support/test-env.ts';
import { secretKeys } from '../../functions/platform/secrets/account-secrets.ts';

/** Tests what a function can read of the table if an attacker controls its code. */

const READS = /^dynamodb:(BatchGetItem|GetItem|Query|Scan)$/;

const roles = functionRoles(testEnv());

/** Kinds of partitions that each function may read; `*` for all. */
const readable = new Map(
  [...roles].map(([name, statements]) => [
    name,
    statements
      .filter(({ actions }) => actions.some((action) => READS.test(action)))
      .flatMap(({ partitions = ['*'] }) => partitions)
      .map((pattern) => pattern.replace(/#\*$/, ''))
      .toSorted(),
  ]),
);

const readersOf = (...kinds: readonly string[]): string[] =>
  [...readable]
    .filter(([, each]) => each.some((kind) => kinds.includes(kind)))
    .map(([name]) => name);

it('only the ledger audit, which scans, reads without naming partitions', () => {
  expect(readersOf('*')).toEqual(['auditLedger']);
});

it.each([
  ['engine', ['FACT', 'LEASE']],
  ['ingest', ['LIST', 'RATE', 'USER']],
  ['verify', ['LIST', 'RATE', 'USER']],
  ['finalize', ['LIST', 'RATE', 'USER']],
  ['readBounces', ['USER']],
  ['mailFeedback', ['EMAIL', 'USER']],
  ['webhooks', ['PENDINGEVENT', 'PENDINGWEBHOOK', 'USER']],
  ['stripeWebhook', ['RATE', 'STRIPEEVENT']],
  ['health', ['RATE', 'SESSION']],
] as const)('%s, which strangers send data to, reads only what it needs', (name, kinds) => {
  expect(readable.get(name)).toEqual(kinds);
});

it('only functions for visitors who are not logged in, and the search of administrators, read registrations and reset links', () => {
  expect(readersOf('SIGNUP')).toEqual(['verifyOtp', 'resendOtp', 'login', 'listUsers']);
  expect(readersOf('RESET')).toEqual(['resetPassword']);
});

/** Functions that may read items of a kind, or get them from a write with `ReturnValues`. */
const holdersOf = (kind: string): string[] =>
  [...roles]
    .filter(([, each]) => each.some(({ partitions }) => partitions?.includes(`${kind}#*`)))
    .map(([name]) => name)
    .toSorted();

it('only functions that prove, change or show a secret may read it', () => {
  expect({
    password: holdersOf('PASSWORD'),
    keys: holdersOf('KEYCOPIES'),
    factors: holdersOf('FACTORSECRET'),
  }).toEqual({
    password: [
      'answerTransfer',
      'deleteAccount',
      'editProfile',
      'joinAccount',
      'login',
      'reauthenticate',
      'resetPassword',
      'verifyOtp',
    ],
    keys: [
      'acceptTerms',
      'billing',
      'completeLogin',
      'deleteAccount',
      'editAccount',
      'editProfile',
      'endAccess',
      'getApiKey',
      'listKeys',
      'login',
      'me',
      'openAccount',
      'resetApiKey',
      'resetApiKeyByGet',
      'setLanguage',
      'verifyOtp',
    ],
    factors: [
      'addFactor',
      'answerTransfer',
      'completeLogin',
      'deleteAccount',
      'endAccess',
      'getSecurity',
      'reauthenticate',
      'removeFactor',
    ],
  });
});

describe('a worker that an attacker controls', () => {
  const { addTotp, context, person } = createFactorHarness();

  it.each([
    ['ingest', ingest],
    ['finalize', finalize],
    ['readBounces', readBounces],
    ['mailFeedback', mailFeedback],
    ['webhooks', webhooks],
  ] as const)('%s finds no secret among the items of an account', async (_, handler) => {
    const owner = await person({ paid: true });
    await addTotp(owner);
    const { db } = context();
    const { id } = owner.user;
    const keys = secretKeys(id);
    const items = await Promise.all(keys.map(db.get));
    const secrets = items.map((item) =>
      String(item?.['passwordHash'] ?? item?.['apiKeySealed'] ?? item?.['sealed']),
    );
    expect(secrets).toEqual(keys.map(() => expect.stringMatching(/.{60,}/)));

    const partition = userPartition(id);
    const found = await runAs(handler, () => Array.fromAsync(db.query({ partition })));
    expect(takeMissingGrants()).toEqual([]);
    expect(found.length).toBeGreaterThan(1);
    for (const secret of secrets) expect(JSON.stringify(found)).not.toContain(secret);
    for (const key of keys) {
      await runAs(handler, () => db.get(key));
      expect(takeMissingGrants()).toHaveLength(1);
      await runAs(handler, () => db.delete(key, itemNotExists));
      expect(takeMissingGrants()).toHaveLength(1);
    }
  });
});
