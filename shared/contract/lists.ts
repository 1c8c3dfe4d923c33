import * as z from 'zod/mini';
import { FILE_FAULTS } from '../model/list-status.ts';
import {
  MAX_FILE_NAME_LENGTH,
  MAX_LIST_NAME_LENGTH,
  MAX_MULTIPART_BYTES,
  MAX_ROWS,
} from '../model/upload-limits.ts';
import { score } from './checks.ts';
import {
  addressColumn,
  addressColumnFormField,
  count,
  distinctValues,
  emptyResponse,
  envelope,
  fileEncoding,
  fileName,
  flag,
  fileSeparator,
  id,
  listName,
  pageNumber,
  pageResponse,
  text,
  timestamp,
  uploadedFile,
  uploadForm,
} from './fields.ts';
import {
  applyActions,
  listDetail,
  listSummary,
  listStatus,
  recheck,
  watchSchedule,
} from './list-detail.ts';
import { DOWNLOAD_COLUMNS, INCLUDES, rowFilter, rowsPageQuery, rowsPage } from './list-rows.ts';
import { defineRoutes } from './route.ts';

/** Excludes ids of rechecks, which are only accessible through their list. */
const listId = () => id('Id of the list').check(z.regex(/^[^.]*$/));
const fileId = z.object({ id: listId() });

export const uploadRequest = z.object({
  name: listName(),
  file_name: fileName(),
  size: z.int().check(z.minimum(0), z.describe('Size of the file in bytes, up to 100 MB')),
  column: addressColumn(),
  encoding: fileEncoding(),
  strict: z.optional(
    flag('Whether the file follows RFC 4180, so that every quote is significant; by default, no'),
  ),
  separator: fileSeparator(),
  as_is: z.optional(
    flag('Whether text around every address is part of it; by default, such a file is rejected'),
  ),
  parts: z.optional(
    flag('Whether to return links for the missing parts instead of `upload`; by default, no'),
  ),
});

const sort = z.enum([
  'created_at:desc',
  'created_at:asc',
  'file_name:asc',
  'file_name:desc',
  'total_email:desc',
  'total_email:asc',
  'status:asc',
  'status:desc',
]);
const filter = z.enum(['all', 'today']);

const listRoute = {
  auth: 'customer-or-key',
  scope: 'lists',
  role: 'member',
  params: fileId,
} as const;

export const listRoutes = defineRoutes('lists', {
  upload: {
    method: 'POST',
    path: '/api/upload',
    auth: 'customer-or-key',
    scope: 'lists',
    role: 'member',
    limit: 'upload_user',
    body: uploadRequest,
    form: z.object({
      name: listName(),
      column: addressColumnFormField(),
      encoding: fileEncoding(),
      strict: z
        .optional(z.enum(['true', 'false']))
        .check(
          z.describe(
            '`true` if the file follows RFC 4180, so that every quote is significant; by default, `false`',
          ),
        ),
      separator: fileSeparator(),
      as_is: z
        .optional(z.enum(['true', 'false']))
        .check(
          z.describe(
            '`true` if text around every address is part of it; by default, `false`: the file is rejected',
          ),
        ),
      api_key: z.optional(text('API key, as an alternative to the header')),
      file: uploadedFile(),
    }),
    formFile: { maxBytes: MAX_MULTIPART_BYTES, maxNameLength: MAX_FILE_NAME_LENGTH },
    output: envelope(
      z.xor([
        z.object({
          file_id: text('Id of the list'),
          upload: uploadForm,
        }),
        z.object({
          file_id: text('Id of the list'),
          part_bytes: count('Size of each part but the last, in bytes'),
          parts: z
            .array(
              z.object({
                number: count('Number of the part, from 1'),
                url: text('URL to which the part is sent with `PUT`'),
              }),
            )
            .check(z.describe('Missing parts; empty once the file is complete')),
        }),
        z.object({
          file_id: text('Id of the list'),
          file_name: text('Name of the list'),
          status: listStatus(),
        }),
      ]),
    ),
    idempotent: true,
    errors: [
      'bad_file_type',
      'payload_too_large',
      'unsupported_media_type',
      ...FILE_FAULTS,
      'request_reused',
    ],
  },

  listFiles: {
    method: 'GET',
    path: '/api/get-file',
    auth: 'customer-or-key',
    scope: 'read',
    role: 'viewer',
    limit: 'poll_user',
    query: z.object({
      sort: z
        ._default(z.catch(sort, 'created_at:desc'), 'created_at:desc')
        .check(z.describe('Order as `<field>:<direction>`')),
      page: pageNumber(),
      filter: z
        ._default(z.catch(filter, 'all'), 'all')
        .check(z.describe('`all` lists, or those created `today` in the time zone `tz`')),
      q: z
        .optional(
          z.catch(z.optional(z.string().check(z.maxLength(MAX_LIST_NAME_LENGTH))), undefined),
        )
        .check(
          z.describe('Text in the names of the list, ignoring case and accents, or in its id'),
        ),
      tz: z
        .optional(z.catch(z.optional(z.string().check(z.maxLength(64))), undefined))
        .check(
          z.describe(
            'IANA time zone for `today`, such as `America/New_York`; by default, `Europe/Paris`',
          ),
        ),
    }),
    output: pageResponse(listSummary),
  },

  getFile: {
    method: 'GET',
    path: '/api/file/{id}',
    also: { name: 'getList', path: '/api/lists/{id}' },
    auth: 'customer-or-key',
    scope: 'read',
    role: 'viewer',
    limit: 'poll_user',
    params: fileId,
    output: envelope(listDetail),
    errors: ['not_found'],
  },

  listRows: {
    method: 'GET',
    path: '/api/file/{id}/rows',
    also: { name: 'getListRows', path: '/api/lists/{id}/rows' },
    auth: 'customer-or-key',
    scope: 'read',
    role: 'viewer',
    limit: 'poll_user',
    params: fileId,
    query: z.extend(rowFilter, rowsPageQuery.shape),
    output: envelope(rowsPage),
    errors: ['not_found', 'wrong_state', 'expired', 'selection_too_large'],
  },

  renameFile: {
    method: 'POST',
    path: '/api/file/{id}',
    also: { name: 'renameList', path: '/api/lists/{id}' },
    ...listRoute,
    body: z.object({ name: listName() }),
    output: envelope(listSummary),
    errors: ['not_found'],
  },

  recheckFile: {
    method: 'POST',
    path: '/api/file/{id}/recheck',
    also: { name: 'recheckList', path: '/api/lists/{id}/recheck' },
    ...listRoute,
    limit: 'upload_user',
    idempotent: true,
    output: envelope(recheck),
    errors: ['not_found', 'wrong_state', 'being_updated', 'expired', 'not_enough_credits'],
  },

  verifyCorrections: {
    method: 'POST',
    path: '/api/lists/{id}/corrections',
    ...listRoute,
    limit: 'upload_user',
    idempotent: true,
    output: envelope(recheck),
    errors: ['not_found', 'wrong_state', 'being_updated', 'expired', 'not_enough_credits'],
  },

  watchList: {
    method: 'POST',
    path: '/api/lists/{id}/watch',
    ...listRoute,
    body: z.object({
      every: watchSchedule.shape.every,
      max_credits: z
        .int()
        .check(
          z.minimum(1),
          z.maximum(MAX_ROWS),
          z.describe('Maximum credits per check; a check that may cost more ends the watch'),
        ),
      actions: z
        .optional(applyActions())
        .check(
          z.describe(
            'What each check does with imported contacts at their service, by verdict. Only an administrator can choose this, in the web app',
          ),
        ),
    }),
    output: envelope(watchSchedule),
    errors: ['not_found', 'wrong_state', 'expired', 'reauthentication_required'],
  },

  unwatchList: {
    method: 'DELETE',
    path: '/api/lists/{id}/watch',
    ...listRoute,
    output: emptyResponse(),
    errors: ['not_found'],
  },

  deleteFile: {
    method: 'DELETE',
    path: '/api/file/{id}',
    also: { name: 'deleteList', path: '/api/lists/{id}' },
    ...listRoute,
    query: z.object({
      refund: z
        .optional(z.enum(['true']))
        .check(
          z.describe(
            '`true` to keep the list, delete only its result and get its credits back, until `cancel_until`',
          ),
        ),
    }),
    output: emptyResponse(),
    errors: ['not_found', 'wrong_state', 'being_updated'],
  },

  download: {
    method: 'POST',
    path: '/api/download',
    auth: 'customer-or-key',
    scope: 'read',
    role: 'viewer',
    body: z.extend(rowFilter, {
      file_id: listId(),
      type: z
        .enum(['all', 'valid', 'invalid', 'risky', 'unknown'])
        .check(
          z.describe(
            '`all` rows, or those with the status `deliverable` (`valid`), `undeliverable` (`invalid`), `risky` or `unknown`',
          ),
        ),
      min_score: z
        .optional(score())
        .check(z.describe('Only rows with at least this score, in percent')),
      duplicates: z.optional(
        flag('Whether to keep rows whose address occurs in an earlier row; by default, `true`'),
      ),
      bounced: z.optional(
        flag('Whether to keep addresses in your bounce reports; by default, `true`'),
      ),
      include: z.optional(
        z
          .array(z.enum(INCLUDES))
          .check(
            z.minLength(1, { error: 'field.required' }),
            z.maxLength(INCLUDES.length),
            distinctValues(),
            z.describe(
              'Only these rows, each address once unless `duplicates` is included, and no bounced addresses; requires the `type` `all`, without `duplicates` and `bounced`. `min_score` and `only=lasting` then apply to risky rows',
            ),
          ),
      ),
      format: z
        .optional(z.enum(['csv', 'xlsx']))
        .check(z.describe('`csv` by default; a workbook (`xlsx`) is always returned as a link')),
      columns: z.optional(
        z
          .array(z.enum(DOWNLOAD_COLUMNS))
          .check(
            z.minLength(1, { error: 'field.required' }),
            z.maxLength(DOWNLOAD_COLUMNS.length),
            distinctValues(),
            z.describe('Columns in this order; by default, those of the usual result'),
          ),
      ),
    }),
    output: envelope(
      z.object({
        url: text('Link to the file'),
        expires_at: timestamp('Time until which the link is valid'),
      }),
    ),
    file: 'text/csv',
    errors: ['not_found', 'wrong_state', 'expired', 'too_many_for_sheet', 'selection_too_large'],
  },
});
