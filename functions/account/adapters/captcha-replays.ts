import type { Db } from '../../platform/dynamo/db.ts';
import { isNew } from '../../platform/dynamo/expression.ts';
import { captchaKey } from './keys.ts';

/** Remembers used captcha challenges until they expire. */
export interface CaptchaReplays {
  /** False if the challenge was already used. `expiresAt` in epoch seconds. */
  markUsed(signature: string, expiresAt: number): Promise<boolean>;
}

export const createCaptchaReplays = (db: Db): CaptchaReplays => ({
  markUsed: (signature, expiresAt) => db.put({ ...captchaKey(signature), ttl: expiresAt }, isNew),
});
