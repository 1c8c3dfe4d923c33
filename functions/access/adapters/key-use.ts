import * as z from 'zod/mini';
import { HOUR_MS } from '../../../shared/model/duration.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { updateExpression } from '../../platform/dynamo/expression.ts';
import type { Log } from '../../platform/log.ts';
import { hashApiKey } from './api-key.ts';
import { keyUseKey } from './keys.ts';

/**
 * Days after which the record of a key's last use expires. The key then looks as if it had never
 * been used.
 */
const RETENTION_DAYS = 400;
/** Maximum number of keys whose last attempt to record a use is kept in memory. */
const MAX_CACHED_KEYS = 10_000;

const storedUse = z.object({ keyHash: z.string(), usedAt: z.string() });

/** Times are accurate to one hour. See docs/decisions/013-polls-write-nothing.md. */
export interface KeyUseStore {
  /**
   * Records that a key or the token of a session was used, at most once an hour. Never throws.
   * @param days after which the record expires
   */
  record(key: string, days?: number): Promise<void>;
  /** Last uses (ISO 8601 UTC) by hash. Keys and sessions that were never used are missing. */
  read(keyHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function createKeyUseStore(db: Db, clock: Clock, log: Log): KeyUseStore {
  /**
   * Time of this process's last attempt to record a use, by key hash. After a failed attempt, the
   * process does not try again for an hour.
   */
  const lastAttempts = new Map<string, number>();

  return {
    async record(key, days = RETENTION_DAYS) {
      const now = clock.now();
      const keyHash = hashApiKey(key);
      if (now - (lastAttempts.get(keyHash) ?? -HOUR_MS) < HOUR_MS) return;
      if (lastAttempts.size >= MAX_CACHED_KEYS) lastAttempts.clear();
      lastAttempts.set(keyHash, now);
      const usedAt = new Date(now).toISOString();
      const ttl = Math.ceil(now / 1000) + days * 24 * 3600;
      try {
        await db.update(keyUseKey(keyHash), updateExpression({ keyHash, usedAt, ttl }), {
          text: 'attribute_not_exists(usedAt) OR usedAt < :before',
          values: { ':before': new Date(now - HOUR_MS).toISOString() },
        });
      } catch (error) {
        log.error('key_use_not_noted', error);
      }
    },

    async read(keyHashes) {
      const items = await db.batchGet(keyHashes.map(keyUseKey));
      return new Map(
        items.map((item) => {
          const { keyHash, usedAt } = storedUse.parse(item);
          return [keyHash, usedAt];
        }),
      );
    },
  };
}
