import { text } from 'node:stream/consumers';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

/**
 * `curl …/api/captcha | npm run --silent captcha:solve` prints what goes into the field
 * `g-recaptcha-response` of a signup: what the browser's widget computes.
 */
const answer = z.object({
  data: z.looseObject({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
    }),
  }),
});

const { data: challenge } = answer.parse(JSON.parse(await text(process.stdin)));
const solution = await solveChallenge({ challenge, deriveKey });
console.log(Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'));
