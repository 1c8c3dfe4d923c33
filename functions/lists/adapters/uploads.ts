import * as z from 'zod/mini';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  itemNotExists,
  itemNotExistsOrExpired,
  itemExists,
  putWrite,
} from '../../platform/dynamo/expression.ts';
import { type List, newList, storedUpload, type ExpectedUpload } from '../rules/list.ts';
import { FIRST_REVIEW_DELAY_MS } from '../rules/next-review.ts';
import { listKey, listOwnerKey, idempotencyRecordKey, uploadKey } from './keys.ts';
import { toListAttributes } from './list-item.ts';
import { createListCountWrite } from './list-pages.ts';
import type { ListReader } from './list-reader.ts';
import { newPendingList, createPendingListWrite } from './pending-lists.ts';

/** How long a repeated request returns the list of the first request. */
const IDEMPOTENCY_WINDOW_SECONDS = 30 * 24 * 3600;

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
  /** Deletes an upload that never arrived. Returns false if no such upload is expected. */
  expireUpload(userId: string, listId: string): Promise<boolean>;
  /** Also schedules the deletion of its objects. Returns false if no such upload is expected. */
  deleteUpload(userId: string, listId: string, now: number): Promise<boolean>;
  /**
   * Returns the list of an upload, and creates it if necessary. Returns undefined if no such upload
   * is expected.
   */
  create(userId: string, listId: string, now: number): Promise<List | undefined>;
}

const uploadWrites = (upload: ExpectedUpload, now: number) => [
  putWrite({ ...uploadKey(upload.userId, upload.listId), ...upload }),
  createPendingListWrite(newPendingList(upload, now, FIRST_REVIEW_DELAY_MS)),
];

export const createUploads = (db: Db, { get }: Pick<ListReader, 'get'>): Uploads => ({
  async addUpload(upload, now) {
    await db.transact(uploadWrites(upload, now));
  },

  async addUploadOnce(upload, { key, content }, now) {
    const { userId, listId } = upload;
    const itemKey = idempotencyRecordKey(userId, key);
    const ttl = Math.ceil(now / 1000) + IDEMPOTENCY_WINDOW_SECONDS;
    const requestWrite = putWrite(
      { ...itemKey, listId, content, ttl },
      itemNotExistsOrExpired(Math.floor(now / 1000)),
    );
    const canceled = await db.transact([...uploadWrites(upload, now), requestWrite]);
    if (!canceled) return { listId, content };
    return z.safeParse(storedRequest, await db.get(itemKey)).data;
  },

  expectsUpload: async (userId, listId) => (await db.get(uploadKey(userId, listId))) !== undefined,

  expireUpload: (userId, listId) => db.delete(uploadKey(userId, listId), itemExists),

  async deleteUpload(userId, listId, now) {
    const canceled = await db.transact([
      deleteWrite(uploadKey(userId, listId), itemExists),
      createPendingListWrite(newPendingList({ userId, listId }, now, 0, true)),
    ]);
    return canceled === undefined;
  },

  async create(userId, listId, now) {
    const existing = await get(userId, listId);
    if (existing) return existing;
    const expected = await db.get(uploadKey(userId, listId));
    if (expected) {
      const list = newList(storedUpload.parse(expected), now);
      await db.transact([
        deleteWrite(uploadKey(userId, listId), itemExists),
        putWrite({ ...listKey(userId, listId), ...toListAttributes(list) }, itemNotExists),
        putWrite({ ...listOwnerKey(listId), userId }),
        createListCountWrite(userId, 1),
      ]);
    }
    return get(userId, listId);
  },
});
