import * as z from 'zod/mini';
import { MAX_LISTED_ADDRESSES, MAX_MULTIPART_BYTES } from '../model/upload-limits.ts';
import { envelope, id, listedAddress, listName } from './fields.ts';
import { listRow } from './lists.ts';
import { defineRoutes } from './route.ts';

/** A list by its addresses, a row each. */
const newList = z.object({
  /** `addresses` without one. */
  name: z.optional(listName()),
  emails: z
    .array(listedAddress(), { error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      z.maxLength(MAX_LISTED_ADDRESSES, { error: 'field.too_long' }),
    ),
  /** The id of the one endpoint that is told of this list, whatever its events. */
  webhook: z.optional(id()),
  /** The caller's name for this request; the header `Idempotency-Key` may say it instead. */
  idempotency_key: z.optional(
    z
      .string()
      .check(
        z.minLength(1, { error: 'field.required' }),
        z.maxLength(255, { error: 'field.too_long' }),
      ),
  ),
});

/** Lists as programs submit and page them; the web app loads none of it. */
export const addressListRoutes = defineRoutes('lists', {
  createList: {
    method: 'POST',
    path: '/api/lists',
    auth: 'customer-or-key',
    scope: 'lists',
    limit: 'upload_user',
    body: newList,
    maxJsonBytes: MAX_MULTIPART_BYTES,
    idempotent: true,
    output: envelope(listRow),
    errors: ['no_address', 'payload_too_large', 'request_reused'],
  },

  listLists: {
    method: 'GET',
    path: '/api/lists',
    auth: 'customer-or-key',
    scope: 'read',
    limit: 'poll_user',
    query: z.object({
      /** The `next` of the page before. */
      cursor: z.optional(z.string().check(z.regex(/^[0-9A-Z]{26}$/))),
    }),
    output: envelope(
      z.object({ lists: z.array(listRow), /** Null at the end. */ next: z.nullable(z.string()) }),
    ),
  },
});
