import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

/** Fields of a challenge that the solver needs. Other fields pass through unchanged. */
const challengeShape = z.looseObject({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
  }),
});

/**
 * Solves a captcha as the browser's widget does.
 * @param given the `data` field of a response to GET /api/captcha
 * @returns the value of `g-recaptcha-response`: base64 of the challenge and its solution
 */
export async function solveCaptcha(given: unknown): Promise<string> {
  const challenge = challengeShape.parse(given);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
