import type { Clock, Ids } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { isNewOrExpired, where } from '../../platform/dynamo/expression.ts';
import { CHECK_SLOT, CHECKS_IN_FLIGHT, checkSlotKey, sharedCheckSlotKey } from './keys.ts';

/** Longer than the 29 s that a check's function may run, so that a running check keeps its slot. */
const SLOT_SECONDS = 30;
/** Maximum attempts to take a slot under contention; failed writes also cost money. */
const MAX_TRIES = 10;

export interface CheckSlot {
  readonly keys: readonly Key[];
  readonly holder: string;
}

/** Limits the checks in flight. A slot expires if the function that took it is killed. */
export interface CheckSlots {
  /** Takes a slot; undefined if the account has `limit` slots or all shared slots are taken. */
  take(userId: string, limit: number): Promise<CheckSlot | undefined>;
  /** Releases a slot, unless it has expired and belongs to another holder. */
  release(slot: CheckSlot): Promise<void>;
}

export function createCheckSlots(db: Db, clock: Clock, ids: Ids): CheckSlots {
  const now = (): number => Math.floor(clock.now() / 1000);

  /** Starts at a random slot, so that concurrent calls seldom compete for the same slot. */
  async function takeFreeSlot(
    keyOf: (number: number) => Key,
    limit: number,
    holder: string,
  ): Promise<Key | undefined> {
    const query = { partition: keyOf(0).PK, prefix: CHECK_SLOT };
    const taken = new Set<unknown>(await Array.fromAsync(db.query(query), ({ SK }) => SK));
    const first = Math.floor(ids.random() * limit);
    const free = Array.from({ length: limit }, (_, at) => keyOf((first + at) % limit)).filter(
      ({ SK }) => !taken.has(SK),
    );
    for (const key of free.slice(0, MAX_TRIES))
      if (await db.put({ ...key, holder, ttl: now() + SLOT_SECONDS }, isNewOrExpired(now())))
        return key;
    return undefined;
  }

  async function release({ keys, holder }: CheckSlot): Promise<void> {
    await Promise.all(keys.map((key) => db.delete(key, where({ holder }))));
  }

  return {
    async take(userId, limit) {
      const holder = ids.token(12);
      const own = await takeFreeSlot((number) => checkSlotKey(userId, number), limit, holder);
      if (!own) return undefined;
      const shared = await takeFreeSlot(sharedCheckSlotKey, CHECKS_IN_FLIGHT, holder);
      if (shared) return { keys: [own, shared], holder };
      await release({ keys: [own], holder });
      return undefined;
    },

    release,
  };
}
