import type { Clock, Ids } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { isNewOrExpired, where } from '../../platform/dynamo/expression.ts';
import { CHECK_SLOT, checkSlotKey } from './keys.ts';

/** Longer than the function of a check may run (29 s), so that it holds its slot to its end. */
const SLOT_SECONDS = 30;

export interface CheckSlot {
  readonly userId: string;
  readonly number: number;
  readonly holder: string;
}

/** An item for each check in flight, which ends by itself where the function that holds it died. */
export function createCheckSlots(db: Db, clock: Clock, ids: Ids) {
  const now = (): number => Math.floor(clock.now() / 1000);
  return {
    /** Takes one of an account's slots, or undefined when `most` are taken. */
    async take(userId: string, most: number): Promise<CheckSlot | undefined> {
      const taken = new Set<unknown>();
      const query = { partition: userPartition(userId), prefix: CHECK_SLOT };
      for await (const { SK } of db.query(query)) taken.add(SK);
      const holder = ids.token(12);
      for (let number = 0; number < most; number += 1) {
        const key = checkSlotKey(userId, number);
        if (taken.has(key.SK)) continue;
        const item = { ...key, holder, ttl: now() + SLOT_SECONDS };
        if (await db.put(item, isNewOrExpired(now()))) return { userId, number, holder };
      }
      return undefined;
    },

    /** Gives a slot back, unless it has ended and is somebody else's by now. */
    async release({ userId, number, holder }: CheckSlot): Promise<void> {
      await db.delete(checkSlotKey(userId, number), where({ holder }));
    },
  };
}
