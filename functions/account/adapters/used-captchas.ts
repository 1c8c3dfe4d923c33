import type { Db } from '../../platform/dynamo/db.ts';
import { itemNotExists, putWrite } from '../../platform/dynamo/expression.ts';
import { captchaKey } from './keys.ts';

export interface UsedCaptchas {
  /** Returns false if the challenge was already used. `expiresAt` is epoch seconds. */
  markUsed(signature: string, expiresAt: number): Promise<boolean>;
}

export const createUsedCaptchas = (db: Db): UsedCaptchas => ({
  async markUsed(signature, expiresAt) {
    const item = { ...captchaKey(signature), ttl: expiresAt };
    return !(await db.transact([putWrite(item, itemNotExists)]));
  },
});
