import * as z from 'zod/mini';
import { MAX_JSON_LIST_ADDRESSES, MAX_MULTIPART_BYTES } from '../model/upload-limits.ts';
import { envelope, id, listedAddress, listName, text } from './fields.ts';
import { listSummary } from './list-detail.ts';
import { defineRoutes } from './route.ts';

const newListRequest = z.object({
  name: z.optional(listName()).check(z.describe('Name of the list; by default, `addresses`')),
  emails: z
    .array(listedAddress(), { error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      z.maxLength(MAX_JSON_LIST_ADDRESSES, { error: 'field.too_long' }),
      z.describe(
        'The addresses; each entry becomes a row, also one that is blank or has several addresses',
      ),
    ),
  webhook: z.optional(
    id('Id of the only endpoint to notify about the list; by default, all endpoints are notified'),
  ),
  idempotency_key: z.optional(
    z
      .string()
      .check(
        z.minLength(1, { error: 'field.required' }),
        z.maxLength(255, { error: 'field.too_long' }),
        z.describe('Your id for this request, as an alternative to the header `Idempotency-Key`'),
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
    role: 'member',
    limit: 'upload_user',
    body: newListRequest,
    maxJsonBytes: MAX_MULTIPART_BYTES,
    idempotent: true,
    output: envelope(listSummary),
    errors: ['no_address', 'payload_too_large', 'request_reused'],
  },

  listLists: {
    method: 'GET',
    path: '/api/lists',
    auth: 'customer-or-key',
    scope: 'read',
    role: 'viewer',
    limit: 'poll_user',
    query: z.object({
      cursor: z
        .optional(z.string().check(z.regex(/^[0-9A-Z]{26}$/)))
        .check(z.describe('`next` of the previous page')),
    }),
    output: envelope(
      z.object({
        lists: z.array(listSummary).check(z.describe('Lists, newest first')),
        next: z.nullable(text('Cursor of the next page; null on the last page')),
      }),
    ),
  },
});
