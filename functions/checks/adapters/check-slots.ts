import type { Clock, Ids } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { isNewOrExpired, where } from '../../platform/dynamo/expression.ts';
import { CHECK_SLOT, CHECKS_IN_FLIGHT, checkSlotKey, sharedCheckSlotKey } from './keys.ts';

/** Longer than the function of a check may run (29 s), so that it holds its slot to its end. */
const SLOT_SECONDS = 30;
/** Slots that others take first, after which there is none: a write that fails is paid for, too. */
const MAX_TRIES = 10;

export interface CheckSlot {
  readonly keys: readonly Key[];
  readonly holder: string;
}

/** Items for each check in flight, which end by themselves where the function that holds them died. */
export interface CheckSlots {
  /** Takes a slot, or undefined when the account has `most`, or all together have theirs. */
  take(userId: string, most: number): Promise<CheckSlot | undefined>;
  /** Gives a slot back, unless it has ended and is somebody else's by now. */
  release(slot: CheckSlot): Promise<void>;
}

export function createCheckSlots(db: Db, clock: Clock, ids: Ids): CheckSlots {
  const now = (): number => Math.floor(clock.now() / 1000);

  /** Begins anywhere, so that those who come at once seldom want the same one. */
  async function takeOf(
    keyOf: (number: number) => Key,
    most: number,
    holder: string,
  ): Promise<Key | undefined> {
    const query = { partition: keyOf(0).PK, prefix: CHECK_SLOT };
    const taken = new Set<unknown>(await Array.fromAsync(db.query(query), ({ SK }) => SK));
    const first = Math.floor(ids.random() * most);
    const free = Array.from({ length: most }, (_, at) => keyOf((first + at) % most)).filter(
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
    async take(userId, most) {
      const holder = ids.token(12);
      const own = await takeOf((number) => checkSlotKey(userId, number), most, holder);
      if (!own) return undefined;
      const shared = await takeOf(sharedCheckSlotKey, CHECKS_IN_FLIGHT, holder);
      if (shared) return { keys: [own, shared], holder };
      await release({ keys: [own], holder });
      return undefined;
    },

    release,
  };
}
