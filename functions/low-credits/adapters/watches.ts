import * as z from 'zod/mini';
import type { Accounts } from '../../access/adapters/accounts.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { isNew, putWrite, where } from '../../platform/dynamo/expression.ts';
import { PENDING_PARTITION } from '../../platform/dynamo/key.ts';
import { untilUnchanged } from '../../platform/until-unchanged.ts';
import { noWatch, storedWatch, type Watch } from '../rules/watch.ts';
import { DUE_WATCH, dueWatchKey, watchKey } from './keys.ts';

/** A watch by which something is due, since the look of `at`: epoch milliseconds. */
const dueWatch = z.object({ userId: z.string(), at: z.number() });
export type DueWatch = Readonly<z.infer<typeof dueWatch>>;

/**
 * Watches on the single table, one a user. Each change carries the revision it was decided on. The
 * profile tells whether there is anything to watch, so that nobody else’s credits cost a read more.
 */
export function createWatches(db: Db, { watchWrite }: Pick<Accounts, 'watchWrite'>) {
  const watches = {
    async find(userId: string): Promise<Watch> {
      const item = await db.get(watchKey(userId));
      return item ? storedWatch.parse(item) : noWatch(userId);
    },

    /** Changes a watch that was read: `again` where it is no longer so. */
    async update(watch: Watch, change: Partial<Watch>): Promise<'updated' | 'again' | 'gone'> {
      const { userId, revision } = watch;
      const changed = { ...watch, ...change, revision: revision + 1 };
      const cancelled = await db.transact([
        putWrite({ ...watchKey(userId), ...changed }, revision === 0 ? isNew : where({ revision })),
        watchWrite(userId, changed.warnBelow !== undefined || changed.topUp !== undefined),
      ]);
      if (!cancelled) return 'updated';
      return cancelled[1] === 'condition' ? 'gone' : 'again';
    },

    /** Leaves it to the reconciler to do what is due. */
    async setDue(userId: string, at: number): Promise<void> {
      await db.put({ ...dueWatchKey(userId), userId, at });
    },

    async *listDue(): AsyncIterable<DueWatch> {
      for await (const item of db.query({ partition: PENDING_PARTITION, prefix: DUE_WATCH }))
        yield dueWatch.parse(item);
    },

    /** What was due is done. A later look stays. */
    async deleteDue({ userId, at }: DueWatch): Promise<void> {
      await db.delete(dueWatchKey(userId), where({ at }));
    },

    /**
     * Makes a change that is decided anew as long as others are faster; none where it says so, or
     * the account is gone.
     */
    async change(
      userId: string,
      decide: (watch: Watch) => Partial<Watch> | undefined,
    ): Promise<void> {
      await untilUnchanged(`the watch of ${userId}`, async () => {
        const watch = await watches.find(userId);
        const change = decide(watch);
        return change && watches.update(watch, change);
      });
    },
  };
  return watches;
}
