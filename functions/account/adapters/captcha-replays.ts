import type { Db } from '../../platform/dynamo/db.ts';
import { isNew } from '../../platform/dynamo/expression.ts';
import { captchaKey } from './keys.ts';

/** Remembers which captcha challenges were used, until they would have expired anyway. */
export interface CaptchaReplays {
  /** False when the challenge was used before. `expiresAt` in epoch seconds. */
  use(signature: string, expiresAt: number): Promise<boolean>;
}

export const createCaptchaReplays = (db: Db): CaptchaReplays => ({
  use: (signature, expiresAt) => db.put({ ...captchaKey(signature), ttl: expiresAt }, isNew),
});
