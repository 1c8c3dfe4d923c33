import * as z from 'zod/mini';
import type { Facts } from '../ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { factKey } from './keys.ts';

const domainFact = z.object({
  name: z.string(),
  mx: z.optional(z.string()),
  provider: z.optional(z.string()),
  catchAll: z.optional(z.enum(['yes', 'no', 'unclear'])),
  recipientCap: z.optional(z.number()),
});

const providerFact = z.object({
  pace: z.optional(z.number()),
  blockedUntil: z.optional(z.number()),
});

const domainKey = (name: string) => factKey(`domain:${name}`);
const providerKey = (key: string) => factKey(`provider:${key}`);

const orElse = async <T>(wanted: Promise<T>, otherwise: T): Promise<T> =>
  wanted.catch(() => otherwise);

/**
 * What the engine remembers of domains and providers between runs. It saves work and decides
 * nothing, so a read that fails knows nothing and a write that fails is dropped.
 */
export function createFacts(db: Db, clock: Clock): Facts {
  const ttl = (seconds: number): number => Math.ceil(clock.now() / 1000) + seconds;

  return {
    async domains(names) {
      const keys = [...new Set(names)].map((name) => domainKey(name));
      const items = await orElse<Item[]>(db.batchGet(keys), []);
      const facts = items.flatMap((item) => domainFact.safeParse(item).data ?? []);
      return new Map(facts.map(({ name, ...fact }) => [name, fact]));
    },

    async putDomain(name, fact, ttlSeconds) {
      const item = { ...domainKey(name), name, ...fact, ttl: ttl(ttlSeconds) };
      await orElse(db.put(item), false);
    },

    async provider(key) {
      const item = await orElse(db.get(providerKey(key)), undefined);
      return providerFact.safeParse(item).data;
    },

    async putProvider(key, fact, ttlSeconds) {
      await orElse(db.put({ ...providerKey(key), ...fact, ttl: ttl(ttlSeconds) }), false);
    },
  };
}
