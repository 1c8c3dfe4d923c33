import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as deriveKeyInNode } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { deriveKey } from './derive-key.ts';

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' };
const challengeOf = (algorithm: string) =>
  createChallenge({ algorithm, cost: 10, counter: 25, deriveKey: deriveKeyInNode, ...secrets });

test('the server accepts the solution of the browser', async () => {
  const challenge = await challengeOf('PBKDF2/SHA-256');
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('No solution was found');
  const given = { challenge, solution, deriveKey: deriveKeyInNode, ...secrets };
  expect(solution.counter).toBe(25);
  expect(await verifySolution(given)).toMatchObject({ verified: true });
});

test('another algorithm is refused', async () => {
  const challenge = await challengeOf('PBKDF2/SHA-512');
  await expect(solveChallenge({ challenge, deriveKey })).rejects.toThrow('not supported');
});
