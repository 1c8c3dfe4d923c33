import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { itemNotExistsOrExpired, where } from '../../platform/dynamo/expression.ts';
import { CHECK_SLOT_PREFIX, checkSlotKey, sharedCheckSlotKey } from './keys.ts';

/** Longer than the 29 s that a check's function may run, so that a running check keeps its slot. */
export const SLOT_LIFETIME_SECONDS = 30;
/** Maximum attempts to take a slot under contention. Failed writes cost money too. */
const MAX_TRIES = 10;

/** Maximum slots of all forms of an account, limited because checks of silent servers are free. */
const MAX_FORM_SLOTS = 6;
const FORM_SLOT = new RegExp(`^${CHECK_SLOT_PREFIX}.+#`);

export interface CheckSlot {
  readonly keys: readonly Key[];
  readonly holder: string;
}

/** Limits concurrent checks. A slot expires if the function that took it is killed. */
export interface CheckSlots {
  /**
   * Takes a slot of an account or of one of its forms. Returns undefined if `limit` slots are
   * taken. Also returns undefined if the account or form already holds more of the shared slots
   * than are free, so that heavy users leave slots for others.
   */
  take(userId: string, limit: number, formId?: string): Promise<CheckSlot | undefined>;
  /** Does nothing if the slot has expired and was taken again. */
  release(slot: CheckSlot): Promise<void>;
}

/** @param sharedLimit total slots for the checks of all accounts */
export function createCheckSlots(
  db: Db,
  clock: Clock,
  ids: IdGenerator,
  sharedLimit: number,
): CheckSlots {
  const now = (): number => Math.floor(clock.now() / 1000);

  const read = (key: Key) =>
    Array.fromAsync(db.query({ partition: key.PK, prefix: CHECK_SLOT_PREFIX }));

  /** Starts at a random slot, so that concurrent calls rarely compete for the same one. */
  async function takeFreeSlot(
    keyOf: (number: number) => Key,
    limit: number,
    holder: string,
  ): Promise<Key | undefined> {
    const taken = new Set((await read(keyOf(0))).map(({ SK }) => SK));
    const isForm = FORM_SLOT.test(keyOf(0).SK);
    const formSlots = [...taken].filter((sortKey) => FORM_SLOT.test(String(sortKey)));
    if (isForm && formSlots.length >= MAX_FORM_SLOTS) return undefined;
    const first = Math.floor(ids.random() * limit);
    const free = Array.from({ length: limit }, (_, at) => keyOf((first + at) % limit)).filter(
      ({ SK }) => !taken.has(SK),
    );
    for (const key of free.slice(0, MAX_TRIES))
      if (
        await db.put(
          { ...key, holder, ttl: now() + SLOT_LIFETIME_SECONDS },
          itemNotExistsOrExpired(now()),
        )
      )
        return key;
    return undefined;
  }

  /**
   * Whether an owner holds at most one shared slot more than are free. Call this after taking a
   * slot, so that concurrent calls cannot exceed the share.
   */
  async function isFairShare(owner: string): Promise<boolean> {
    const taken = await read(sharedCheckSlotKey(0));
    const own = taken.filter(({ holder }) => String(holder).startsWith(owner)).length;
    return own <= sharedLimit - taken.length + 1;
  }

  async function release({ keys, holder }: CheckSlot): Promise<void> {
    await Promise.all(keys.map((key) => db.delete(key, where({ holder }))));
  }

  return {
    async take(userId, limit, formId) {
      const owner = `${formId ?? userId}#`;
      const holder = `${owner}${ids.token(12)}`;
      const ownKey = (number: number): Key => checkSlotKey(userId, formId, number);
      const own = await takeFreeSlot(ownKey, limit, holder);
      if (!own) return undefined;
      const shared = await takeFreeSlot(sharedCheckSlotKey, sharedLimit, holder);
      const keys = shared ? [own, shared] : [own];
      if (shared && (await isFairShare(owner))) return { keys, holder };
      await release({ keys, holder });
      return undefined;
    },

    release,
  };
}
