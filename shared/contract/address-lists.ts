import * as z from 'zod/mini';
import { MAX_LISTED_ADDRESSES, MAX_MULTIPART_BYTES } from '../model/upload-limits.ts';
import { envelope, id, listedAddress, listName } from './fields.ts';
import { listRow } from './lists.ts';
import { defineRoutes } from './route.ts';

/** A list of individual addresses, each of which becomes a row. */
const newList = z.object({
  /** `addresses` by default. */
  name: z.optional(listName()),
  emails: z
    .array(listedAddress(), { error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      z.maxLength(MAX_LISTED_ADDRESSES, { error: 'field.too_long' }),
    ),
  /** Id of the only endpoint to notify about the list, whatever its events. */
  webhook: z.optional(id()),
  /** Idempotency key chosen by the caller; can also be sent as the header `Idempotency-Key`. */
  idempotency_key: z.optional(
    z
      .string()
      .check(
        z.minLength(1, { error: 'field.required' }),
        z.maxLength(255, { error: 'field.too_long' }),
      ),
  ),
});

/** List routes for API clients only; the web app does not bundle them. */
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
      /** `next` of the previous page. */
      cursor: z.optional(z.string().check(z.regex(/^[0-9A-Z]{26}$/))),
    }),
    output: envelope(
      z.object({ lists: z.array(listRow), /** Null at the end. */ next: z.nullable(z.string()) }),
    ),
  },
});
