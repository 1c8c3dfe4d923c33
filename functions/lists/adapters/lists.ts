import * as z from 'zod/mini';
import {
  type List,
  createClosingEntries,
  newList,
  storedUpload,
  type ExpectedUpload,
} from '../rules/list.ts';
import { FIRST_REVIEW_DELAY_MS } from '../rules/next-review.ts';
import { type LockedStage, holdsLock } from '../rules/stage-lock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  conditionCheck,
  deleteWrite,
  itemNotExists,
  itemExists,
  putWrite,
  updateWrite,
  where,
  itemNotExistsOrExpired,
} from '../../platform/dynamo/expression.ts';
import type { Activity } from '../../access/adapters/activity.ts';
import { type Author, storedAuthor } from '../../platform/author.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import { acquireSlot } from '../../platform/queue/run-guard.ts';
import type { FreeAnswers } from '../../credits/adapters/free-answers.ts';
import type { Ledger } from '../../credits/adapters/ledger.ts';
import type { Outbox } from '../../events/adapters/outbox.ts';
import {
  listKey,
  listOwnerKey,
  pausedListKey,
  stageLockKey,
  idempotencyRecordKey,
  uploadKey,
} from './keys.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import {
  createListCountWrite,
  toListAttributes,
  changeList,
  createListUpdateExpression,
  createListReader,
  createPausedWrite,
  type ListReader,
} from './list-item.ts';
import { createListPages, type ListPages } from './list-pages.ts';
import {
  assertReserved,
  createListTransitions,
  type ListTransitions,
  returnAnswersWrites,
} from './list-transitions.ts';
import {
  createPendingLists,
  newPendingList,
  toPendingListItem,
  type PendingLists,
  createPendingListWrite,
} from './pending-lists.ts';

/**
 * Stores lists and their rechecks. A change that moves credits is written in one transaction with
 * its ledger entries, and an event in one transaction with the change that it reports. `now` is
 * epoch milliseconds.
 */
export interface Lists extends Uploads, ListReader, ListPages, ListTransitions, PendingLists {
  /** Also applies `to` to the list. Returns undefined if the list has changed since it was read. */
  startRecheck(list: List, recheck: List, to?: Pick<List, 'watch'>): Promise<List | undefined>;
  /** Returns false if the recheck does not exist. */
  deleteRecheckItem(recheck: List): Promise<boolean>;
  /** Deletes the edits of earlier versions: addresses to add to a list or remove from it. */
  deleteEdits(userId: string, listId: string): Promise<void>;
  /**
   * Each stage admits one list per user at a time, so that no customer occupies all workers. No
   * explicit release is needed, because a lock expires when its list leaves the stage. Returns
   * false if another list holds the lock.
   */
  acquireLock(stage: LockedStage, list: List, now: number): Promise<boolean>;
  /**
   * Also schedules the next check, unless the watch is stopped or removed. Returns undefined if the
   * list has changed since it was read.
   * @param what verb of the entry in the account's log, if a person or an API key acts
   */
  setWatch(
    list: List,
    watch: List['watch'],
    now: number,
    what?: 'unwatched' | 'watched',
  ): Promise<List | undefined>;
  /** Renames a list in any state. Returns undefined if the list does not exist. */
  rename(userId: string, listId: string, name: string): Promise<List | undefined>;
  /**
   * Deletes a list or a recheck in any state and settles its reservation. Counted verdicts are
   * charged, because the counts of a running recheck are visible. Returns false if the list has
   * changed since it was read.
   */
  delete(list: List, now: number): Promise<boolean>;
  /** Cancels a finished list, unless it has changed. The reconciler deletes its objects. */
  createCancellationWrites(list: List, credits: number, now: number): readonly TransactionStep[];
  /** Stores the owner of a list that was created before owners were stored. */
  recordOwner(list: Pick<List, 'userId' | 'listId'>): Promise<void>;
  /** Lets `listPaused` return the list, unless it has changed. */
  recordPaused(list: List): Promise<void>;
  /** Clears the list's due email if its id is `mailId`. */
  clearMailDue(userId: string, listId: string, mailId: string): Promise<void>;
}

type LogActivity = Pick<Activity, 'currentAuthor' | 'writes'>;

const logWrites = (
  activity: LogActivity,
  what: Parameters<Activity['writes']>[1]['what'],
  { userId, listId: target, name }: Pick<List, 'userId' | 'listId' | 'name'>,
  author?: Author,
  values: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): TransactionStep[] =>
  activity.writes(userIdOf(userId), { kind: 'list', what, target, name, ...values }, author);

const watchValue = (watch: List['watch']): string | undefined =>
  watch && `${watch.every} · ${watch.maxCredits}`;

export function createLists(
  db: Db,
  ledger: Ledger,
  outbox: Pick<Outbox, 'write'>,
  freeAnswers: Pick<FreeAnswers, 'addWrite'>,
  activity: LogActivity,
): Lists {
  const reader = createListReader(db);
  return {
    ...reader,
    ...createListPages(db),
    ...createUploads(db, reader, activity),
    ...createListTransitions(db, ledger, outbox, reader, freeAnswers),
    ...createPendingLists(db),

    async startRecheck(list, recheck, to = {}) {
      const { userId, listId, version, rechecks = 0 } = list;
      const canceled = await db.transact([
        updateWrite(
          listKey(userId, listId),
          createListUpdateExpression({ ...to, rechecks: rechecks + 1 }),
          where({ version }),
        ),
        putWrite(
          { ...listKey(userId, recheck.listId), ...toListAttributes(recheck) },
          itemNotExists,
        ),
        createPendingListWrite(newPendingList(recheck, recheck.touchedAt, FIRST_REVIEW_DELAY_MS)),
        ...logWrites(activity, 'rechecked', list),
      ]);
      return canceled ? undefined : recheck;
    },

    async deleteRecheckItem(recheck) {
      await db.delete(pausedListKey(recheck));
      return db.delete(listKey(recheck.userId, recheck.listId), itemExists);
    },

    deleteEdits: (userId, listId) =>
      db.deleteAll({ partition: userPartition(userId), prefix: `EDIT#${listId}#` }),

    acquireLock: (stage, { userId, listId }, now) =>
      acquireSlot(
        db,
        stageLockKey(userId, stage),
        listId,
        async (holder) =>
          holder !== listId && holdsLock(stage, await reader.get(userId, holder), now),
      ),

    async setWatch(list, watch, now, what) {
      if (watch && watch.stopped === undefined)
        await db.put(toPendingListItem(newPendingList(list, now, Math.max(0, watch.nextAt - now))));
      const change = createListUpdateExpression({ watch });
      const condition = where({ version: list.version });
      if (!what) return changeList(db, list, change, condition);
      const { userId, listId } = list;
      const canceled = await db.transact([
        updateWrite(listKey(userId, listId), change, condition),
        ...logWrites(activity, what, list, undefined, {
          from: watchValue(list.watch),
          to: watchValue(watch),
        }),
      ]);
      return canceled ? undefined : reader.get(userId, listId);
    },

    async rename(userId, listId, name) {
      const { name: from } = (await reader.get(userId, listId)) ?? {};
      const canceled = await db.transact([
        updateWrite(listKey(userId, listId), createListUpdateExpression({ name }), itemExists),
        ...logWrites(activity, 'renamed', { userId, listId, name }, undefined, { from, to: name }),
      ]);
      return canceled ? undefined : reader.get(userId, listId);
    },

    async delete(list, now) {
      const { userId, listId, version, recheckOf } = list;
      const entries = createClosingEntries(list);
      const outcome = await ledger.transact(userId, entries, [
        deleteWrite(listKey(userId, listId), where({ version })),
        createPendingListWrite(newPendingList(list, now, 0, true)),
        ...returnAnswersWrites(freeAnswers, list, list.charged),
        deleteWrite(pausedListKey(list)),
        ...(recheckOf ? [] : [deleteWrite(listOwnerKey(listId)), createListCountWrite(userId, -1)]),
        ...(recheckOf ? [] : logWrites(activity, 'removed', list)),
      ]);
      return (
        assertReserved(list, outcome) === 'applied' ||
        (await reader.get(userId, listId)) === undefined
      );
    },

    createCancellationWrites: (list, credits, now) => [
      updateWrite(
        listKey(list.userId, list.listId),
        createListUpdateExpression({
          creditsReturned: credits,
          expiresAt: new Date(now).toISOString(),
          touchedAt: now,
          watch: undefined,
        }),
        where({ version: list.version }),
      ),
      createPendingListWrite(newPendingList(list, now, 0)),
    ],

    async recordOwner({ userId, listId }) {
      await db.transact([
        conditionCheck(listKey(userId, listId), itemExists),
        putWrite({ ...listOwnerKey(listId), userId }),
      ]);
    },

    async recordPaused(list) {
      const { userId, listId, status, version } = list;
      if (await db.get(pausedListKey(list))) return;
      await db.transact([
        conditionCheck(listKey(userId, listId), where({ status, version })),
        createPausedWrite(list),
      ]);
    },

    async clearMailDue(userId, listId, mailId) {
      await changeList(
        db,
        { userId, listId },
        createListUpdateExpression({ mailDue: null }),
        where({ mailDue: mailId }),
      );
    },
  };
}

/** How long a repeated request returns the list of the first request. */
export const IDEMPOTENCY_WINDOW_SECONDS = 30 * 24 * 3600;

/** A request made with an idempotency key; `content` is a digest of the request. */
const storedRequest = z.object({ listId: z.string(), content: z.string() });
type UploadRequest = Readonly<z.infer<typeof storedRequest>>;

/** Stores expected uploads, which become lists when their files arrive. */
export interface Uploads {
  /** Also schedules a review by the reconciler. */
  addUpload(upload: ExpectedUpload, now: number): Promise<void>;
  /**
   * Like `addUpload`, unless a request with this key is stored. Returns the first request with the
   * key, or undefined if that request has just expired.
   */
  addUploadOnce(
    upload: ExpectedUpload,
    request: { readonly key: string; readonly content: string },
    now: number,
  ): Promise<UploadRequest | undefined>;
  expectsUpload(userId: string, listId: string): Promise<boolean>;
  /**
   * Deletes an upload that never arrived. Returns false if no such upload is expected.
   * @param what `files` keeps the upload of an import from a connected account
   */
  expireUpload(userId: string, listId: string, what: 'any' | 'files'): Promise<boolean>;
  /** Also schedules the deletion of its objects. Returns false if no such upload is expected. */
  deleteUpload(userId: string, listId: string, now: number): Promise<boolean>;
  /** Creates the list unless it exists. Returns undefined if no such upload is expected. */
  create(userId: string, listId: string, now: number): Promise<List | undefined>;
}

/** Author of an upload, for the log entry about its list. */
const uploadAuthor = z.object({ author: z.optional(storedAuthor) });

const uploadWrites = (upload: ExpectedUpload, now: number, author: Author | undefined) => [
  putWrite({ ...uploadKey(upload.userId, upload.listId), ...upload, author }),
  createPendingListWrite(newPendingList(upload, now, FIRST_REVIEW_DELAY_MS)),
];

const createUploads = (
  db: Db,
  { get }: Pick<ListReader, 'get'>,
  activity: LogActivity,
): Uploads => ({
  async addUpload(upload, now) {
    await db.transact(uploadWrites(upload, now, activity.currentAuthor()));
  },

  async addUploadOnce(upload, { key, content }, now) {
    const { userId, listId } = upload;
    const itemKey = idempotencyRecordKey(userId, key);
    const ttl = Math.ceil(now / 1000) + IDEMPOTENCY_WINDOW_SECONDS;
    const requestWrite = putWrite(
      { ...itemKey, listId, content, ttl },
      itemNotExistsOrExpired(Math.floor(now / 1000)),
    );
    const canceled = await db.transact([
      ...uploadWrites(upload, now, activity.currentAuthor()),
      requestWrite,
    ]);
    if (!canceled) return { listId, content };
    return z.safeParse(storedRequest, await db.get(itemKey)).data;
  },

  expectsUpload: async (userId, listId) => (await db.get(uploadKey(userId, listId))) !== undefined,

  expireUpload: (userId, listId, what) =>
    db.delete(
      uploadKey(userId, listId),
      where({ listId, ...(what === 'files' && { source: undefined }) }),
    ),

  async deleteUpload(userId, listId, now) {
    const canceled = await db.transact([
      deleteWrite(uploadKey(userId, listId), itemExists),
      createPendingListWrite(newPendingList({ userId, listId }, now, 0, true)),
      ...logWrites(activity, 'removed', { userId, listId, name: '' }),
    ]);
    return canceled === undefined;
  },

  async create(userId, listId, now) {
    const existing = await get(userId, listId);
    if (existing) return existing;
    const expected = await db.get(uploadKey(userId, listId));
    if (expected) {
      const list = newList(storedUpload.parse(expected), now);
      const { author } = uploadAuthor.parse(expected);
      await db.transact([
        deleteWrite(uploadKey(userId, listId), itemExists),
        putWrite({ ...listKey(userId, listId), ...toListAttributes(list) }, itemNotExists),
        putWrite({ ...listOwnerKey(listId), userId }),
        createListCountWrite(userId, 1),
        ...logWrites(activity, 'added', list, author),
      ]);
    }
    return get(userId, listId);
  },
});
