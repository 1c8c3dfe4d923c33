import * as z from 'zod/mini';
import type { AccountMessage } from '../../../shared/messages/account.ts';
import { ACCESS_CHANGES, ACCESS_KINDS } from '../../../shared/model/access.ts';
import { MAX_ACCOUNT_DELAY_SECONDS } from '../../../shared/model/account.ts';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import { type Author, currentActor, storedActor } from '../../platform/author.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { itemExists, putWrite, updateExpression } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { listStoredItems } from '../../platform/dynamo/stored-items.ts';
import type { Queue } from '../../platform/sqs/queue.ts';
import { createEntryItems, withNetworks } from './activity.ts';
import { ACCESS_CHANGE_PREFIX, accessChangeKey, NETWORK_PREFIX } from './keys.ts';

/** How long an email waits for further changes. */
const COLLECT_MS = 10 * MINUTE_MS;

const storedChange = z.object({
  userId: z.string(),
  id: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  kind: z.enum(ACCESS_KINDS),
  what: z.enum(ACCESS_CHANGES),
  /** Id of the item that was added, changed or removed, and its name, if it has one. */
  target: z.string(),
  name: z.string(),
  /** Absent if the service acted, and in older entries. */
  who: z.optional(storedActor),
  /** The API key or the browser, and the network until the network's own record expires. */
  by: z.string(),
  mailed: z.optional(z.boolean()),
});
export type AccessChange = Readonly<z.infer<typeof storedChange>>;
/** `who` and `by` replace the author of the current call. */
type NewChange = Pick<AccessChange, 'kind' | 'what' | 'target' | 'name'> &
  Author & {
    /** Old and new value, for the log. */
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  };

/** The log entries about items that can act for an account, for emails and for `addedBy`. */
export interface AccessChanges {
  /**
   * Schedules an email, which reports all changes since the last one, and returns the write for the
   * transaction that makes the change. Without the change, no email is sent.
   * @param notify whether to send this email; false if another one reports the change
   */
  announce(userId: string, change: NewChange, notify?: boolean): Promise<TransactionStep>;
  /**
   * Does the same for a change that is not a transaction, and stores it before the change is made.
   */
  record(userId: string, change: NewChange, notify?: boolean): Promise<void>;
  /** Oldest first. */
  list(userId: string): Promise<AccessChange[]>;
  setMailed(change: AccessChange): Promise<void>;
}

export function createAccessChanges(
  db: Db,
  ids: IdGenerator,
  clock: Clock,
  accountQueue: Queue<AccountMessage>,
): AccessChanges {
  const announce: AccessChanges['announce'] = async (userId, change, notify = true) => {
    const dueAt = clock.now() + COLLECT_MS;
    const message = { kind: 'access_change', v: 1, userId, dueAt } as const;
    if (notify) await accountQueue.send(message, MAX_ACCOUNT_DELAY_SECONDS);
    const { who = currentActor(), by, ...entry } = change;
    const start = accessChangeKey(userId, '');
    const author = who ? { who, by } : { by };
    const [item, ...networks] = createEntryItems({ ids, clock }, start, entry, author);
    // If the change fails, nothing reads the network.
    for (const each of networks) await db.put(each);
    return putWrite({ ...item, userId, ...(!notify && { mailed: true }) });
  };

  return {
    announce,

    async record(...change) {
      await db.transact([await announce(...change)]);
    },

    async list(userId) {
      const partition = userPartition(userId);
      return withNetworks(
        ...(await Promise.all([
          listStoredItems(db, storedChange, { partition, prefix: ACCESS_CHANGE_PREFIX }),
          Array.fromAsync(db.query({ partition, prefix: NETWORK_PREFIX })),
        ])),
      );
    },

    async setMailed({ userId, id }) {
      await db.update(accessChangeKey(userId, id), updateExpression({ mailed: true }), itemExists);
    },
  };
}
