import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as deriveKeyInNode } from 'altcha-lib/algorithms/pbkdf2';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, test } from 'vitest';

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' };

test('finds a solution that the server accepts', async () => {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 25,
    deriveKey: deriveKeyInNode,
    ...secrets,
  });
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('No solution was found');
  const given = { challenge, solution, deriveKey: deriveKeyInNode, ...secrets };
  expect(solution.counter).toBe(25);
  expect(await verifySolution(given)).toMatchObject({ verified: true });
});
