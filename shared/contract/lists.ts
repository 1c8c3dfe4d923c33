import * as z from 'zod/mini';
import { LIST_REASONS, LIST_STATES, LIST_STATUS } from '../model/list-status.ts';
import { MAX_FILE_NAME_LENGTH, MAX_MULTIPART_BYTES, MAX_ROWS } from '../model/upload-limits.ts';
import { VERDICT_REASONS } from '../model/verdict.ts';
import { WATCH_INTERVALS, WATCH_STOPS } from '../model/watch.ts';
import { score } from './checks.ts';
import {
  addressColumn,
  addressColumnText,
  count,
  done,
  envelope,
  fileEncoding,
  fileName,
  id,
  listedAddress,
  listName,
  pageNumber,
  pageOf,
  timestamp,
  uploadedFile,
} from './fields.ts';
import { COLUMNS, rowFilter, rowsFrom, rowsPage } from './list-rows.ts';
import { defineRoutes } from './route.ts';

/** Distinct addresses by verdict. */
const counts = { valid: count(), invalid: count(), risky: count(), unknown: count() };

/** How far the addresses of a list or of a recheck are. */
const run = {
  created_at: timestamp(),
  end_date: z.nullable(timestamp()),
  /** Distinct addresses. */
  total_email: count(),
  processed: count(),
  ...counts,
  status: z.enum(LIST_STATUS),
  /** The status as a word. */
  state: z.enum(Object.values(LIST_STATES)),
  reason: z.nullable(z.enum(LIST_REASONS)),
};

/** What a run costs, and when it ends. */
const cost = {
  /** Reserved while the list is worked on, charged when it is finished. */
  credits_charged: count(),
  credits_reserved: count(),
  /** Credits the whole list needs; with status 5 what has to be there beside those reserved. */
  credits_needed: count(),
  /** Estimated end; null until there is a rate to estimate from. */
  eta: z.nullable(timestamp()),
};

/** A list as a row of the history table. */
export const listRow = z.object({
  id: z.string(),
  file_id: z.string(),
  /** The name typed in the dialog. */
  file_name: z.string(),
  /** The name of the uploaded file. */
  source_name: z.string(),
  ...run,
  start_date: z.nullable(timestamp()),
  duplicates: count(),
  /** When the result can no longer be downloaded; null until there is one. */
  expires_at: z.nullable(timestamp()),
});
export type ListRow = z.infer<typeof listRow>;

/** One domain or provider. */
export const share = z.object({ name: z.string(), ...counts });

/** What asking again has changed: distinct addresses. */
const changes = {
  /** Whose verdict is another one. */
  changed: count(),
  /** Valid before, invalid now. */
  gone: count(),
  /** Valid now, and not before. */
  gained: count(),
};

/**
 * A recheck: its addresses are those that could not be verified before, those of a watched list whose
 * answer may have changed or, with edits, those that are new. `changes` is there once it is finished.
 */
export const recheck = z.object({
  ...run,
  ...cost,
  changes: z.optional(
    z.object({
      ...changes,
      /** By edits. */
      added: z.optional(count()),
      removed: z.optional(count()),
    }),
  ),
});
export type Recheck = z.infer<typeof recheck>;

/** How a list is checked again. */
export const watch = z.object({
  every: z.enum(WATCH_INTERVALS),
  /** Credits that one check may take; the watch ends before one that may take more. */
  max_credits: count(),
  /** Null once it has ended by itself. */
  next_at: z.nullable(timestamp()),
  stopped: z.nullable(z.enum(WATCH_STOPS)),
});

/** One list with what its page shows beyond the row. */
export const listDetail = z.extend(listRow, {
  ...cost,
  /** Addresses by reason code; reasons nobody has are left out. */
  reasons: z.partialRecord(z.enum(VERDICT_REASONS), count()),
  /** The ten domains of most addresses, the largest first; empty until the list is finished. */
  domains: z.array(share),
  /** The same of the companies that run the mail hosts; ids such as `google`. */
  providers: z.array(share),
  /**
   * Addresses by score, the highest first; empty until the list is finished. What speaks against
   * one answer counts only where a domain accepts everyone.
   */
  scores: z.array(z.object({ score: score(), count: count() })),
  /** Addresses of the file that were not read, because their rows are damaged. */
  lost: z.optional(count()),
  /** Rows with several addresses in their cell; the first one is asked. */
  several: z.optional(count()),
  /** The column that has the addresses, from 1; only with the reason `wrong_column`. */
  suggested_column: z.optional(count()),
  /** Addresses with a suggestion; 0 until the list is finished. */
  suggested: count(),
  /** The last recheck, be it running or ended; absent without one. */
  recheck: z.optional(recheck),
  /** Absent unless the list was ever watched. */
  watch: z.optional(watch),
  /**
   * The most credits that watching the list would take, as it is now: one check, and a year of
   * them; in most cases it is far less. Absent until the list is finished.
   */
  watch_costs: z.optional(
    z.object({ check: count(), week: count(), month: count(), quarter: count() }),
  ),
  /** The finished rechecks but edits, up to 52, the last one last, with what the list came to. */
  checks: z.optional(
    z.array(z.object({ end_date: timestamp(), credits_charged: count(), ...changes, ...counts })),
  ),
});
export type ListDetail = z.infer<typeof listDetail>;

/** Rechecks have ids with a dot, and are reached by way of their list alone. */
const listId = () => id().check(z.regex(/^[^.]*$/));
const fileId = z.object({ id: listId() });

/** The dialog and drop zone of an upload by presigned POST. */
export const uploadRequest = z.object({
  name: listName(),
  file_name: fileName(),
  /** Bytes. */
  size: z.int().check(z.minimum(0)),
  column: addressColumn(),
  encoding: fileEncoding(),
  /** The file follows RFC 4180, so that no quote in it is doubted. */
  strict: z.optional(z.boolean()),
  /** Asks for links of the parts that have not arrived, in the place of a form. */
  parts: z.optional(z.boolean()),
});

/** So many are one item of the table, however long they are. */
const MAX_EDITED = 100;
const edited = z.object({
  emails: z
    .array(listedAddress(), { error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      z.maxLength(MAX_EDITED, { error: 'field.too_long' }),
    ),
});

/** What the history may be sorted by, as `<field>:<direction>`. */
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

/** Of the routes that change a list. */
const ofList = { auth: 'customer-or-key', scope: 'lists', params: fileId } as const;

export const listRoutes = defineRoutes('lists', {
  upload: {
    method: 'POST',
    path: '/api/upload',
    auth: 'customer-or-key',
    scope: 'lists',
    limit: 'upload_user',
    body: uploadRequest,
    form: z.object({
      name: listName(),
      column: addressColumnText(),
      encoding: fileEncoding(),
      strict: z.optional(z.enum(['true', 'false'])),
      api_key: z.optional(z.string()),
      file: uploadedFile(),
    }),
    formFile: { maxBytes: MAX_MULTIPART_BYTES, maxNameLength: MAX_FILE_NAME_LENGTH },
    output: envelope(
      z.union([
        z.object({
          file_id: z.string(),
          upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
        }),
        z.object({
          file_id: z.string(),
          part_bytes: count(),
          parts: z.array(z.object({ number: count(), url: z.string() })),
        }),
        z.object({ file_id: z.string(), file_name: z.string(), status: z.enum(LIST_STATUS) }),
      ]),
    ),
    idempotent: true,
    errors: [
      'bad_file_type',
      'file_too_large',
      'payload_too_large',
      'unsupported_media_type',
      'not_text',
      'spreadsheet_file',
      'other_format',
      'empty_file',
      'no_address',
      'wrong_column',
      'addresses_lost',
      'line_too_long',
      'too_many_addresses',
      'too_many_rows',
      'request_reused',
    ],
  },

  listFiles: {
    method: 'GET',
    path: '/api/get-file',
    auth: 'customer-or-key',
    scope: 'read',
    limit: 'poll_user',
    query: z.object({
      sort: z._default(z.catch(sort, 'created_at:desc'), 'created_at:desc'),
      page: pageNumber(),
      filter: z._default(z.catch(filter, 'all'), 'all'),
      /** A text in the name of the list or of its file, case and accents aside, or in the id. */
      q: z.optional(z.catch(z.optional(z.string().check(z.maxLength(120))), undefined)),
      /** IANA zone that decides when today begins. */
      tz: z.optional(z.catch(z.optional(z.string().check(z.maxLength(64))), undefined)),
    }),
    output: pageOf(listRow),
  },

  getFile: {
    method: 'GET',
    path: '/api/file/{id}',
    also: { name: 'getList', path: '/api/lists/{id}' },
    auth: 'customer-or-key',
    scope: 'read',
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
    limit: 'poll_user',
    params: fileId,
    query: z.extend(rowFilter, rowsFrom.shape),
    output: envelope(rowsPage),
    errors: ['not_found', 'wrong_state', 'expired'],
  },

  renameFile: {
    method: 'POST',
    path: '/api/file/{id}',
    also: { name: 'renameList', path: '/api/lists/{id}' },
    ...ofList,
    body: z.object({ name: listName() }),
    output: envelope(listRow),
    errors: ['not_found'],
  },

  recheckFile: {
    method: 'POST',
    path: '/api/file/{id}/recheck',
    also: { name: 'recheckList', path: '/api/lists/{id}/recheck' },
    ...ofList,
    limit: 'upload_user',
    idempotent: true,
    output: envelope(recheck),
    errors: ['not_found', 'wrong_state', 'expired', 'not_enough_credits'],
  },

  watchList: {
    method: 'POST',
    path: '/api/lists/{id}/watch',
    ...ofList,
    body: z.object({
      every: z.enum(WATCH_INTERVALS),
      max_credits: z.int().check(z.minimum(1), z.maximum(MAX_ROWS)),
    }),
    output: envelope(watch),
    errors: ['not_found', 'wrong_state', 'expired'],
  },

  addEmails: {
    method: 'POST',
    path: '/api/lists/{id}/emails',
    ...ofList,
    body: edited,
    output: envelope(z.object({ malformed: count() })),
    errors: ['not_found', 'wrong_state', 'expired', 'not_enough_credits'],
  },

  removeEmails: {
    method: 'DELETE',
    path: '/api/lists/{id}/emails',
    ...ofList,
    body: edited,
    output: done(),
    errors: ['not_found', 'wrong_state', 'expired'],
  },

  unwatchList: {
    method: 'DELETE',
    path: '/api/lists/{id}/watch',
    ...ofList,
    output: done(),
    errors: ['not_found'],
  },

  deleteFile: {
    method: 'DELETE',
    path: '/api/file/{id}',
    also: { name: 'deleteList', path: '/api/lists/{id}' },
    ...ofList,
    output: done(),
    errors: ['not_found'],
  },

  download: {
    method: 'POST',
    path: '/api/download',
    auth: 'customer-or-key',
    scope: 'read',
    body: z.extend(rowFilter, {
      file_id: listId(),
      type: z.enum(['all', 'valid', 'invalid', 'risky', 'unknown']),
      min_score: z.optional(score()),
      /** Whether rows whose address stands in an earlier one are kept, as they are without it. */
      duplicates: z.optional(z.boolean()),
      /** A workbook always comes as a link. */
      format: z.optional(z.enum(['csv', 'xlsx'])),
      /** In the order of the file, each once; without any, the columns of the usual result. */
      columns: z.optional(
        z.array(z.enum(COLUMNS)).check(
          z.minLength(1, { error: 'field.required' }),
          z.maxLength(COLUMNS.length),
          z.refine((columns) => new Set(columns).size === columns.length, {
            error: 'field.repeated',
          }),
        ),
      ),
    }),
    output: envelope(z.object({ url: z.string(), expires_at: timestamp() })),
    file: 'text/csv',
    errors: ['not_found', 'wrong_state', 'expired', 'too_many_for_sheet', 'selection_too_large'],
  },
});
