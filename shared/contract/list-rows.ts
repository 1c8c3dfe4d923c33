import * as z from 'zod/mini';
import { MAX_ROWS } from '../model/upload-limits.ts';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import { score, verdict } from './checks.ts';
import { count, timestamp } from './fields.ts';

const text = (maxLength: number) =>
  z.optional(z.string().check(z.maxLength(maxLength, { error: 'field.too_long' })));

export const ROW_SUBSETS = ['suggested', 'role', 'changed', 'lasting'] as const;

/** Filter for rows of a list; all conditions must match. */
export const rowFilter = z.object({
  status: z.optional(z.enum(VERDICT_STATUSES)),
  reason: z.optional(z.enum(VERDICT_REASONS)),
  /** Domain of the address; must match exactly. */
  domain: text(255),
  /** Text in any cell, ignoring case; while the list is running, only in the address. */
  q: text(100),
  /**
   * `changed`: the verdict changed in the last recheck. `lasting`: the reason is not `disposable`.
   * `suggested`: the row has a suggestion. `role`: the address is a role address.
   */
  only: z.optional(z.enum(ROW_SUBSETS)),
  min_score: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100))),
});
export type RowFilter = z.output<typeof rowFilter>;

/** Position of a page, and additional data for each row. */
export const rowsPageQuery = z.object({
  /** `next` of the previous page. */
  cursor: text(200),
  /**
   * Number of matching rows to skip. Only for a finished list filtered by `status` and `reason`:
   * `cursor`, `domain`, `q`, `only` and `min_score` have no index, so they cannot be combined with
   * it.
   */
  offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_ROWS))),
  /** `cells`: also return up to fifty cells per finished row, of up to 300 characters each. */
  with: z.optional(z.enum(['cells'])),
});
export type RowsPageQuery = z.output<typeof rowsPageQuery>;

/** What is known about an address in addition to its verdict. */
const rowFlags = {
  role: z.boolean(),
  free: z.boolean(),
  disposable: z.boolean(),
  tagged: z.boolean(),
  gateway: z.boolean(),
  catch_all: z.boolean(),
  catch_all_unknown: z.boolean(),
  parked: z.boolean(),
  no_dmarc: z.boolean(),
};
type RowFlag = keyof typeof rowFlags;
export const ROW_FLAGS = Object.keys(rowFlags) as readonly RowFlag[];

/** Columns of a download: `original` for all cells of the row, or properties of its address. */
export const COLUMNS = [
  'original',
  'status',
  'reason',
  'meaning',
  'suggestion',
  'address',
  ...ROW_FLAGS,
  'provider',
  'reply',
  'score',
  'as_of',
] as const;
export type Column = (typeof COLUMNS)[number];
export const isFlag = (column: Column): column is RowFlag => Object.hasOwn(rowFlags, column);

export const listedRow = z.object({
  /** Number of the row below the header of the result, from 1; null while the list is running. */
  row: z.nullable(count()),
  /** The cell with the address, verbatim; while the list is running, only the address. */
  email: z.string(),
  /** The checked address without the rest of the cell; empty if the cell has no address. */
  address: z.string(),
  status: verdict.shape.status,
  reason: verdict.shape.reason,
  flags: z.object(rowFlags),
  suggestion: z.optional(z.string()),
  score: score(),
  /** Start of the list; the mail servers were contacted after this time. */
  as_of: z.optional(timestamp()),
  /** Id of the company that operates the mail host, such as `google`. */
  provider: z.optional(z.string()),
  /** Reply of the mail server, starting with its code. */
  reply: z.optional(z.string()),
  /** Cells other than the address, in the order of `header`; only with `with=cells`. */
  cells: z.optional(z.array(z.string())),
});
export type ListedRow = z.output<typeof listedRow>;

export const rowsPage = z.object({
  rows: z.array(listedRow),
  /** Cursor of the next page, even if this page is not full; null on the last page. */
  next: z.nullable(z.string()),
  /** Rows that match `status` and `reason`; null with other filters, or while running. */
  total: z.nullable(count()),
  /** Names of the columns except the address column; only on the first page of a finished list. */
  header: z.optional(z.array(z.string())),
});
export type RowsPage = z.output<typeof rowsPage>;
