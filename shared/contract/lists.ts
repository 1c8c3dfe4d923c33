import * as z from 'zod/mini';
import { FILE_FAULTS, LIST_REASONS, LIST_STATES, LIST_STATUS } from '../model/list-status.ts';
import { MAX_FILE_NAME_LENGTH, MAX_MULTIPART_BYTES, MAX_ROWS } from '../model/upload-limits.ts';
import { VERDICT_REASONS } from '../model/verdict.ts';
import { WATCH_INTERVALS, WATCH_STOP_REASONS } from '../model/watch.ts';
import { score } from './checks.ts';
import {
  addressColumn,
  addressColumnText,
  count,
  distinct,
  emptyResponse,
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
import { COLUMNS, rowFilter, rowsPageQuery, rowsPage } from './list-rows.ts';
import { defineRoutes } from './route.ts';

/** Number of distinct addresses by verdict. */
const counts = { valid: count(), invalid: count(), risky: count(), unknown: count() };

const progress = {
  created_at: timestamp(),
  end_date: z.nullable(timestamp()),
  total_email: count(),
  processed: count(),
  ...counts,
  status: z.enum(LIST_STATUS),
  /** The name of `status`. */
  state: z.enum(Object.values(LIST_STATES)),
  reason: z.nullable(z.enum(LIST_REASONS)),
};

/** Credits and estimated end of a run. */
const cost = {
  /** While the list is running, the credits reserved for it; at its end, the credits charged. */
  credits_charged: count(),
  credits_reserved: count(),
  /** Credits for the whole list; with status 5, those missing beyond `credits_reserved`. */
  credits_needed: count(),
  /** Estimated time of the end; null until it can be estimated. */
  eta: z.nullable(timestamp()),
};

export const listRow = z.object({
  id: z.string(),
  file_id: z.string(),
  /** Name that the user gave the list. */
  file_name: z.string(),
  source_name: z.string(),
  ...progress,
  start_date: z.nullable(timestamp()),
  duplicates: count(),
  /** Expiry of the result; null until there is a result. */
  expires_at: z.nullable(timestamp()),
});
export type ListRow = z.infer<typeof listRow>;

/** Verdict counts of a domain or provider. */
export const share = z.object({ name: z.string(), ...counts });

/** Effects of a recheck, in distinct addresses. */
const changes = {
  /** Addresses whose verdict changed. */
  changed: count(),
  /** Valid before, invalid now. */
  gone: count(),
  /** Valid now, but not before. */
  gained: count(),
};

/**
 * A recheck verifies the unknown addresses of a list, addresses of a watched list that may have
 * changed or, after an edit, the added addresses. `changes` is present once it is finished.
 */
export const recheck = z.object({
  ...progress,
  ...cost,
  changes: z.optional(
    z.object({
      ...changes,
      /** Number of addresses added by edits. */
      added: z.optional(count()),
      removed: z.optional(count()),
    }),
  ),
});
export type Recheck = z.infer<typeof recheck>;

export const watch = z.object({
  every: z.enum(WATCH_INTERVALS),
  /** Maximum credits per check. The watch ends before a check that may cost more. */
  max_credits: count(),
  /** Time of the next check; null if the watch has ended. */
  next_at: z.nullable(timestamp()),
  stopped: z.nullable(z.enum(WATCH_STOP_REASONS)),
});

export const listDetail = z.extend(listRow, {
  ...cost,
  /** Number of addresses by reason code; reasons without addresses are omitted. */
  reasons: z.partialRecord(z.enum(VERDICT_REASONS), count()),
  /** The ten domains with the most addresses, largest first; empty until the list is finished. */
  domains: z.array(share),
  /** The ten largest hosts by id, such as `google`; empty until the list is finished. */
  providers: z.array(share),
  /**
   * Number of addresses by score, highest score first; empty until the list is finished. For
   * domains that accept every address, the score also takes into account other addresses of the
   * list.
   */
  scores: z.array(z.object({ score: score(), count: count() })),
  /** Addresses that could not be read because their rows are damaged. */
  lost: z.optional(count()),
  /** Rows whose cell has several addresses, of which only the first is checked. */
  several: z.optional(count()),
  /** Column with the addresses, counted from 1; only with the reason `wrong_column`. */
  suggested_column: z.optional(count()),
  /** Addresses with a suggested correction; 0 until the list is finished. */
  suggested: count(),
  /** The latest recheck, running or finished; absent if there was none. */
  recheck: z.optional(recheck),
  /** Absent if the list was never watched. */
  watch: z.optional(watch),
  /**
   * Maximum credits that watching the list costs: for one check, and for a year of checks by
   * interval. Usually it costs far less. Absent until the list is finished.
   */
  watch_costs: z.optional(
    z.object({
      check: count(),
      week: count(),
      month: count(),
      quarter: count(),
      /** For a year of checks whose answers stay the same; unknown addresses are free. */
      typical: z.object({ week: count(), month: count(), quarter: count() }),
    }),
  ),
  /** The last 52 finished rechecks except edits, oldest first, each with the counts after it. */
  checks: z.optional(
    z.array(z.object({ end_date: timestamp(), credits_charged: count(), ...changes, ...counts })),
  ),
});
export type ListDetail = z.infer<typeof listDetail>;

/** Excludes ids of rechecks, which are only accessible through their list. */
const listId = () => id().check(z.regex(/^[^.]*$/));
const fileId = z.object({ id: listId() });

export const uploadRequest = z.object({
  name: listName(),
  file_name: fileName(),
  /** Bytes. */
  size: z.int().check(z.minimum(0)),
  column: addressColumn(),
  encoding: fileEncoding(),
  /** Whether the file follows RFC 4180, so that every quote is significant. */
  strict: z.optional(z.boolean()),
  /** Whether to return links for the missing parts instead of a presigned POST. */
  parts: z.optional(z.boolean()),
});

/** Limited so that an edit fits in one table item, even with the longest addresses. */
const MAX_EDITED_ADDRESSES = 100;
const editRequest = z.object({
  emails: z
    .array(listedAddress(), { error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      z.maxLength(MAX_EDITED_ADDRESSES, { error: 'field.too_long' }),
    ),
});

/** Sort order as `<field>:<direction>`. */
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

const listRoute = { auth: 'customer-or-key', scope: 'lists', params: fileId } as const;

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
    limit: 'poll_user',
    query: z.object({
      sort: z._default(z.catch(sort, 'created_at:desc'), 'created_at:desc'),
      page: pageNumber(),
      filter: z._default(z.catch(filter, 'all'), 'all'),
      /** Text in the name or file name of the list (ignoring case and accents), or in its id. */
      q: z.optional(z.catch(z.optional(z.string().check(z.maxLength(120))), undefined)),
      /** IANA time zone that defines `today`. */
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
    query: z.extend(rowFilter, rowsPageQuery.shape),
    output: envelope(rowsPage),
    errors: ['not_found', 'wrong_state', 'expired'],
  },

  renameFile: {
    method: 'POST',
    path: '/api/file/{id}',
    also: { name: 'renameList', path: '/api/lists/{id}' },
    ...listRoute,
    body: z.object({ name: listName() }),
    output: envelope(listRow),
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
    errors: ['not_found', 'wrong_state', 'expired', 'not_enough_credits'],
  },

  watchList: {
    method: 'POST',
    path: '/api/lists/{id}/watch',
    ...listRoute,
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
    ...listRoute,
    limit: 'edit_user',
    body: editRequest,
    output: envelope(z.object({ malformed: count() })),
    errors: [
      'not_found',
      'wrong_state',
      'expired',
      'not_enough_credits',
      'too_many_addresses',
      'file_too_large',
    ],
  },

  removeEmails: {
    method: 'DELETE',
    path: '/api/lists/{id}/emails',
    ...listRoute,
    limit: 'edit_user',
    body: editRequest,
    output: emptyResponse(),
    errors: ['not_found', 'wrong_state', 'expired'],
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
    output: emptyResponse(),
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
      /** Whether to keep rows whose address occurs in an earlier row; true by default. */
      duplicates: z.optional(z.boolean()),
      /** A workbook is always returned as a link to it. */
      format: z.optional(z.enum(['csv', 'xlsx'])),
      /** Columns of the file, in this order; by default those of the usual result. */
      columns: z.optional(
        z
          .array(z.enum(COLUMNS))
          .check(
            z.minLength(1, { error: 'field.required' }),
            z.maxLength(COLUMNS.length),
            distinct(),
          ),
      ),
    }),
    output: envelope(z.object({ url: z.string(), expires_at: timestamp() })),
    file: 'text/csv',
    errors: ['not_found', 'wrong_state', 'expired', 'too_many_for_sheet', 'selection_too_large'],
  },
});
