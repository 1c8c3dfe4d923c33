import * as z from 'zod/mini';
import type { AccountMessage } from '../../../shared/messages/account.ts';
import { ACCESS_CHANGES, ACCESS_KINDS } from '../../../shared/model/access.ts';
import { MAX_ACCOUNT_DELAY_SECONDS } from '../../../shared/model/account.ts';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { itemExists, putWrite, updateExpression } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { listStoredItems } from '../../platform/dynamo/stored-items.ts';
import type { Queue } from '../../platform/sqs/queue.ts';
import { ACCESS_CHANGE_PREFIX, accessChangeKey } from './keys.ts';

const RETENTION_DAYS = 400;
/** How long an email waits for further changes. */
const COLLECT_MS = 10 * MINUTE_MS;

const storedChange = z.object({
  userId: z.string(),
  id: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  kind: z.enum(ACCESS_KINDS),
  what: z.enum(ACCESS_CHANGES),
  /** Id of what was added, changed or removed, and its name, if it has one. */
  target: z.string(),
  name: z.string(),
  /** The API key or the browser, and the network. */
  by: z.string(),
  mailed: z.optional(z.boolean()),
});
export type AccessChange = Readonly<z.infer<typeof storedChange>>;
type NewChange = Pick<AccessChange, 'kind' | 'what' | 'target' | 'name' | 'by'>;

/** Log of what was added to an account, changed and removed, for emails and for `addedBy`. */
export interface AccessChanges {
  /**
   * Schedules an email, which reports all changes since the last one, and returns the write for the
   * transaction that makes the change. Without the change, no email is sent.
   * @param notify whether to send this email; false if another one reports the change
   */
  announce(userId: string, change: NewChange, notify?: boolean): Promise<TransactionStep>;
  /** Does the same, and stores the change before it is made, if that is no transaction. */
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
    const now = clock.now();
    const id = ids.ulid(now);
    const message = { kind: 'access_change', v: 1, userId, dueAt: now + COLLECT_MS } as const;
    if (notify) await accountQueue.send(message, MAX_ACCOUNT_DELAY_SECONDS);
    const at = new Date(now).toISOString();
    const ttl = Math.ceil(now / 1000) + RETENTION_DAYS * 24 * 3600;
    const key = accessChangeKey(userId, id);
    return putWrite({ ...key, userId, id, at, ...change, ...(!notify && { mailed: true }), ttl });
  };

  return {
    announce,

    async record(...change) {
      await db.transact([await announce(...change)]);
    },

    list: (userId) =>
      listStoredItems(db, storedChange, {
        partition: userPartition(userId),
        prefix: ACCESS_CHANGE_PREFIX,
      }),

    async setMailed({ userId, id }) {
      await db.update(accessChangeKey(userId, id), updateExpression({ mailed: true }), itemExists);
    },
  };
}
