import * as z from 'zod/mini';
import { LIST_REASONS, LIST_STATUS } from '../model/list-status.ts';
import { VERDICT_REASONS } from '../model/verdict.ts';
import {
  count,
  done,
  envelope,
  fileName,
  id,
  listName,
  pageNumber,
  pageOf,
  timestamp,
  uploadedFile,
} from './fields.ts';
import { defineRoutes } from './route.ts';

/** A list as a row of the history table. */
export const listRow = z.object({
  id: z.string(),
  file_id: z.string(),
  /** The name typed in the dialog. */
  file_name: z.string(),
  /** The name of the uploaded file. */
  source_name: z.string(),
  created_at: timestamp(),
  start_date: z.nullable(timestamp()),
  end_date: z.nullable(timestamp()),
  /** Distinct addresses. */
  total_email: count(),
  processed: count(),
  valid: count(),
  invalid: count(),
  risky: count(),
  unknown: count(),
  duplicates: count(),
  status: z.enum(LIST_STATUS),
  reason: z.nullable(z.enum(LIST_REASONS)),
  /** When the result can no longer be downloaded; null until there is one. */
  expires_at: z.nullable(timestamp()),
});
export type ListRow = z.infer<typeof listRow>;

/** One list with what its page shows beyond the row. */
export const listDetail = z.extend(listRow, {
  /** Reserved while the list is worked on, charged when it is finished. */
  credits_charged: count(),
  credits_reserved: count(),
  /** Credits the whole list needs; with status 5 this is what has to be there. */
  credits_needed: count(),
  /** Addresses by reason code; reasons nobody has are left out. */
  reasons: z.partialRecord(z.enum(VERDICT_REASONS), count()),
  /** Estimated end; null until there is a rate to estimate from. */
  eta: z.nullable(timestamp()),
});
export type ListDetail = z.infer<typeof listDetail>;

const fileId = z.object({ id: id() });

/** The dialog and drop zone of an upload by presigned POST. */
export const uploadRequest = z.object({
  name: listName(),
  file_name: fileName(),
  /** Bytes. */
  size: z.int({ error: 'field.invalid' }).check(z.minimum(0, { error: 'field.invalid' })),
});

const sort = z.enum(['created_at:desc', 'created_at:asc']);
const filter = z.enum(['all', 'today']);

export const listRoutes = defineRoutes('lists', {
  upload: {
    method: 'POST',
    path: '/api/upload',
    auth: 'customer-or-key',
    limit: 'upload_user',
    summary: 'Submit a list: JSON asks for a presigned upload, a multipart form carries the file',
    body: uploadRequest,
    form: z.object({ name: listName(), api_key: z.optional(z.string()), file: uploadedFile() }),
    output: envelope(
      z.union([
        z.object({
          file_id: z.string(),
          upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
        }),
        z.object({ file_id: z.string(), file_name: z.string(), status: z.enum(LIST_STATUS) }),
      ]),
    ),
    errors: [
      'bad_file_type',
      'file_too_large',
      'payload_too_large',
      'unsupported_media_type',
      'not_text',
      'empty_file',
      'no_address',
      'wrong_column',
      'line_too_long',
      'too_many_addresses',
      'too_many_rows',
    ],
  },

  listFiles: {
    method: 'GET',
    path: '/api/get-file',
    auth: 'customer-or-key',
    limit: 'poll_user',
    summary: "The caller's lists, newest first, ten a page",
    query: z.object({
      sort: z._default(z.catch(sort, 'created_at:desc'), 'created_at:desc'),
      page: pageNumber(),
      filter: z._default(z.catch(filter, 'all'), 'all'),
      /** IANA zone that decides when today begins. */
      tz: z.optional(z.catch(z.optional(z.string().check(z.maxLength(64))), undefined)),
    }),
    output: pageOf(listRow),
    errors: [],
  },

  getFile: {
    method: 'GET',
    path: '/api/file/{id}',
    auth: 'customer-or-key',
    limit: 'poll_user',
    summary: 'One list with its progress',
    params: fileId,
    output: envelope(listDetail),
    errors: ['not_found'],
  },

  deleteFile: {
    method: 'DELETE',
    path: '/api/file/{id}',
    auth: 'customer-or-key',
    summary: 'Delete a list in any state; credits of unprocessed addresses come back',
    params: fileId,
    output: done(),
    errors: ['not_found'],
  },

  download: {
    method: 'POST',
    path: '/api/download',
    auth: 'customer-or-key',
    summary: 'The result of a finished list, as a file or, above 4 MB, as a link',
    body: z.object({
      file_id: id(),
      type: z.enum(['all', 'valid', 'invalid', 'risky', 'unknown'], { error: 'field.invalid' }),
    }),
    output: envelope(z.object({ url: z.string(), expires_at: timestamp() })),
    file: 'text/csv',
    errors: ['not_found', 'wrong_state', 'expired'],
  },
});
