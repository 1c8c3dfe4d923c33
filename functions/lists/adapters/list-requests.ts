import * as z from 'zod/mini';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { isNewOrExpired, putWrite } from '../../platform/dynamo/expression.ts';
import type { Upload } from '../rules/list.ts';
import { requestKey } from './keys.ts';

/** How long a request can be repeated for the same list. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** What a caller has asked for by a key; `content` is a digest of it. */
const storedRequest = z.object({ listId: z.string(), content: z.string() });

/** Uploads that are announced; `announcing` are the writes by which one is. */
export interface ListRequests {
  /** Remembers an upload that is expected, and notes it for the reconciler. */
  announceUpload(upload: Upload, now: number): Promise<void>;
  /** Once for a request: returns that of the first time; undefined where it is forgotten. */
  announceOnce(
    upload: Upload,
    options: { readonly key: string; readonly content: string },
    now: number,
  ): Promise<z.infer<typeof storedRequest> | undefined>;
}

export const createListRequests = (
  db: Db,
  announcing: (upload: Upload, now: number) => readonly TransactionStep[],
): ListRequests => ({
  async announceUpload(upload, now) {
    await db.transact(announcing(upload, now));
  },

  async announceOnce(upload, { key, content }, now) {
    const { userId, listId } = upload;
    const item = requestKey(userId, key);
    const ttl = Math.ceil(now / 1000) + KEPT_SECONDS;
    const note = putWrite(
      { ...item, listId, content, ttl },
      isNewOrExpired(Math.floor(now / 1000)),
    );
    const cancelled = await db.transact([...announcing(upload, now), note]);
    if (!cancelled) return { listId, content };
    return z.safeParse(storedRequest, await db.get(item)).data;
  },
});
