import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import type { KeyPurpose, Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../platform/clock.ts';
import type { UsedCaptchas } from './used-captchas.ts';

const CHALLENGE_LIFETIME_MS = 10 * 60_000;

/**
 * The cost of solving a challenge: PBKDF2 iterations per guess, and the minimum and maximum number
 * of guesses.
 */
export interface CaptchaDifficulty {
  readonly cost: number;
  readonly from: number;
  readonly to: number;
}

/** At this cost, a laptop needs about a second with all of the widget's workers. */
export const PRODUCTION_DIFFICULTY: CaptchaDifficulty = { cost: 2_000, from: 1_000, to: 3_000 };

/** The widget's payload, base64 of JSON, reduced to the fields that we use. */
const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

function decode(solution: string): z.infer<typeof payloadSchema> | undefined {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(solution, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}

/**
 * A proof of work that makes automated form submissions expensive. It uses the ALTCHA library
 * instead of a hosted captcha, so that no third party learns about the visitor. ALTCHA verifies
 * that we issued the challenge, that it has not expired and that it is solved; `redeem` ensures
 * that it is used only once.
 */
export interface Captcha {
  challenge(): Promise<Record<string, unknown>>;
  /** Marks the challenge as used. Returns false for a wrong, expired or used solution. */
  redeem(solution: string): Promise<boolean>;
}

export function createCaptcha(
  secrets: Secrets,
  usedCaptchas: UsedCaptchas,
  clock: Clock,
  work: CaptchaDifficulty = PRODUCTION_DIFFICULTY,
  purpose: KeyPurpose = 'captcha',
): Captcha {
  async function signingSecrets() {
    const secret = Buffer.from(await secrets.key(purpose)).toString('hex');
    return {
      hmacSignatureSecret: `${secret}/challenge`,
      hmacKeySignatureSecret: `${secret}/answer`,
    };
  }

  return {
    async challenge() {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(work.to, work.from),
        deriveKey,
        expiresAt: Math.ceil((clock.now() + CHALLENGE_LIFETIME_MS) / 1000),
        ...(await signingSecrets()),
      });
      return { ...challenge };
    },

    async redeem(solution) {
      const decoded = decode(solution);
      if (!decoded) return false;
      const { signature, parameters } = decoded.challenge;
      if (parameters.expiresAt * 1000 <= clock.now()) return false;
      const { verified } = await verifySolution({
        ...decoded,
        deriveKey,
        ...(await signingSecrets()),
      });
      return verified && usedCaptchas.markUsed(signature, parameters.expiresAt);
    },
  };
}
