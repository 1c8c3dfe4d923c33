import * as z from 'zod/mini';
import type { FactStore, LeaseStore } from '../../../packages/verifier/src/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { itemNotExists, where } from '../../platform/dynamo/expression.ts';
import { factKey, leaseKey } from './keys.ts';

const domainFact = z.object({
  name: z.string(),
  mx: z.optional(z.string()),
  provider: z.optional(z.string()),
  catchAll: z.optional(z.enum(['yes', 'no', 'unclear'])),
  recipientCap: z.optional(z.number()),
  dmarc: z.optional(z.enum(['yes', 'no'])),
  egress: z.optional(z.string()),
  at: z.optional(z.number()),
});

const providerFact = z.object({
  pace: z.optional(z.number()),
  reports: z.optional(
    z.array(
      z.object({ domain: z.string(), customer: z.string(), at: z.number(), isSure: z.boolean() }),
    ),
  ),
  servedAt: z.optional(z.number()),
  trials: z.optional(z.number()),
  trialAt: z.optional(z.number()),
  since: z.optional(z.number()),
  usedAt: z.optional(z.number()),
});

const domainKey = (name: string) => factKey(`domain:${name}`);
const providerKey = (key: string) => factKey(`provider:${key}`);

/**
 * Stores the engine's facts about domains and providers between runs. They only save work, so the
 * engine continues without them if the table fails.
 */
export function createFactStore(db: Db, clock: Clock): FactStore {
  const ttl = (seconds: number): number => Math.ceil(clock.now() / 1000) + seconds;

  return {
    async domains(names) {
      const keys = [...new Set(names)].map((name) => domainKey(name));
      const items = await db.batchGet(keys);
      const facts = items.flatMap((item) => domainFact.safeParse(item).data ?? []);
      return new Map(facts.map(({ name, ...fact }) => [name, fact]));
    },

    async putDomain(name, fact, ttlSeconds) {
      await db.put({ ...domainKey(name), name, ...fact, ttl: ttl(ttlSeconds) });
    },

    async provider(key) {
      return providerFact.safeParse(await db.get(providerKey(key))).data;
    },

    async putProvider(key, fact, ttlSeconds) {
      await db.put({ ...providerKey(key), ...fact, ttl: ttl(ttlSeconds) });
    },
  };
}

const storedLeases = z.object({
  version: z.number(),
  limit: z.number(),
  halvedAt: z.number(),
  leases: z.array(
    z.object({
      holder: z.string(),
      sessions: z.number(),
      need: z.number(),
      until: z.number(),
      since: z.number(),
      customer: z.string(),
      priority: z.literal([0, 1, 2]),
    }),
  ),
});

/** Stores one item per provider and egress address. Items never expire, because there are few. */
export function createLeaseStore(db: Db): LeaseStore {
  return {
    async read(key) {
      const item = await db.get(leaseKey(key));
      if (!item) return undefined;
      const { version, ...state } = storedLeases.parse(item);
      return { version, state };
    },

    write: (key, version, state) =>
      db.put(
        { ...leaseKey(key), ...state, version: version + 1 },
        version === 0 ? itemNotExists : where({ version }),
      ),
  };
}
