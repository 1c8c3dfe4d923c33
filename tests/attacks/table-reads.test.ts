import { expect, it } from 'vitest';
import { functionRoles } from '../support/function-roles.ts';
import { testEnv } from '../support/test-env.ts';

/** What a function can read of the table if an attacker controls its code. */

const READS = ['BatchGetItem', 'GetItem', 'Query', 'Scan'].map((name) => `dynamodb:${name}`);

/** Kinds of partitions that each function may read; `*` for all. */
const readable = new Map(
  [...functionRoles(testEnv())].map(([name, statements]) => [
    name,
    statements
      .filter(({ actions }) => actions.some((action) => READS.includes(action)))
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

it('only functions for visitors who are not logged in read registrations and reset links', () => {
  expect(readersOf('SIGNUP')).toEqual(['verifyOtp', 'resendOtp', 'login']);
  expect(readersOf('RESET')).toEqual(['resetPassword']);
});

it.todo('lists the functions that may read password hashes, factor secrets and sealed keys');
it.todo('the profile of a new account contains no hash and no sealed key');
it.todo('a password works before and after its move, with or without a change in between');
it.todo('a reset link and a challenge issued before the move of the password work after it');
it.todo('a password that an old function changes after the move replaces the moved one');
it.todo('an old function can parse a profile whose password was moved');
it.todo('a key is displayed before and after the move of its copy, and after a reset');
it.todo('a factor works before and after the move of its secret, and its secret is resealed');
it.todo('the move of a secret is interrupted at each call, and repeated, without loss');
it.todo('the move loses against a concurrent change of the password, a key or the factors');
it.todo('deleting an account deletes its moved secrets in the same transaction');
it.todo('an export contains no moved secret');
