import * as z from 'zod/mini';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  isNew,
  isNewOrExpired,
  isThere,
  putWrite,
} from '../../platform/dynamo/expression.ts';
import { type List, newList, storedUpload, type Upload } from '../rules/list.ts';
import { FIRST_REVIEW_MS } from '../rules/next-review.ts';
import { listKey, requestKey, uploadKey } from './keys.ts';
import { attributesOf } from './list-item.ts';
import { listCountWrite } from './list-pages.ts';
import type { ListReader } from './list-reader.ts';
import { pendingList, pendingListWrite } from './pending-lists.ts';

/** How long a request can be repeated for the same list. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** The request that a caller made under a key; `content` is its digest. */
const storedRequest = z.object({ listId: z.string(), content: z.string() });
type UploadRequest = Readonly<z.infer<typeof storedRequest>>;

/** Uploads that are expected, until each becomes a list. */
export interface Uploads {
  /** Adds an upload that is expected, and has the reconciler review it. */
  addUpload(upload: Upload, now: number): Promise<void>;
  /** Adds it once for a request. Returns the request as it was first made, unless it expired. */
  addUploadOnce(
    upload: Upload,
    request: { readonly key: string; readonly content: string },
    now: number,
  ): Promise<UploadRequest | undefined>;
  expectsUpload(userId: string, listId: string): Promise<boolean>;
  /** Deletes an upload that never came. False when none is expected. */
  expireUpload(userId: string, listId: string): Promise<boolean>;
  /** Deletes an upload without a list, and later its objects. False when none is expected. */
  deleteUpload(userId: string, listId: string, now: number): Promise<boolean>;
  /** Creates the list of an expected upload, or returns the one that exists already. */
  create(userId: string, listId: string, now: number): Promise<List | undefined>;
}

const expectWrites = (upload: Upload, now: number) => [
  putWrite({ ...uploadKey(upload.userId, upload.listId), ...upload }),
  pendingListWrite(pendingList(upload, now, FIRST_REVIEW_MS)),
];

export const createUploads = (db: Db, { get }: Pick<ListReader, 'get'>): Uploads => ({
  async addUpload(upload, now) {
    await db.transact(expectWrites(upload, now));
  },

  async addUploadOnce(upload, { key, content }, now) {
    const { userId, listId } = upload;
    const item = requestKey(userId, key);
    const ttl = Math.ceil(now / 1000) + KEPT_SECONDS;
    const note = putWrite(
      { ...item, listId, content, ttl },
      isNewOrExpired(Math.floor(now / 1000)),
    );
    const cancelled = await db.transact([...expectWrites(upload, now), note]);
    if (!cancelled) return { listId, content };
    return z.safeParse(storedRequest, await db.get(item)).data;
  },

  expectsUpload: async (userId, listId) => (await db.get(uploadKey(userId, listId))) !== undefined,

  expireUpload: (userId, listId) => db.delete(uploadKey(userId, listId), isThere),

  async deleteUpload(userId, listId, now) {
    const cancelled = await db.transact([
      deleteWrite(uploadKey(userId, listId), isThere),
      pendingListWrite(pendingList({ userId, listId }, now, 0, true)),
    ]);
    return cancelled === undefined;
  },

  async create(userId, listId, now) {
    const before = await get(userId, listId);
    if (before) return before;
    const expected = await db.get(uploadKey(userId, listId));
    if (expected) {
      const list = newList(storedUpload.parse(expected), now);
      await db.transact([
        deleteWrite(uploadKey(userId, listId), isThere),
        putWrite({ ...listKey(userId, listId), ...attributesOf(list) }, isNew),
        listCountWrite(userId, 1),
      ]);
    }
    return get(userId, listId);
  },
});
