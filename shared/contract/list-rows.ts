import * as z from 'zod/mini';
import { MAX_ROWS } from '../model/upload-limits.ts';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import { score, verdict } from './checks.ts';
import { count, timestamp } from './fields.ts';

const text = (most: number) =>
  z.optional(z.string().check(z.maxLength(most, { error: 'field.too_long' })));

export const ONLY = ['suggested', 'role', 'changed', 'lasting'] as const;

/** Which rows of a list are asked for: those that all of it holds for. */
export const rowFilter = z.object({
  status: z.optional(z.enum(VERDICT_STATUSES)),
  reason: z.optional(z.enum(VERDICT_REASONS)),
  /** The domain of the address, whole. */
  domain: text(255),
  /** A text in any cell of the row, case aside; in the address alone while the list runs. */
  q: text(100),
  /**
   * `changed`: those whose verdict became another one when the list was last checked again;
   * `lasting`: those with another reason than `disposable`; `suggested`: those with a suggestion;
   * `role`: those of a role address.
   */
  only: z.optional(z.enum(ONLY)),
  /** Those with a score of at least so much. */
  min_score: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100))),
});
export type RowFilter = z.output<typeof rowFilter>;

/** Where among them a page begins, and what it has of each. */
export const rowsFrom = z.object({
  /** As the page before gave it. */
  cursor: text(200),
  /**
   * Rows by `status` and `reason` that are passed over, of a finished list. It does not go with
   * `cursor`, `domain`, `q`, `only` or `min_score`: of these rows nobody has counted where which
   * stands.
   */
  offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_ROWS))),
  /** `cells`: of a finished list, also the first fifty cells of each row, up to 300 characters each. */
  with: z.optional(z.enum(['cells'])),
});
export type RowsFrom = z.output<typeof rowsFrom>;

/** What a row tells of its address beside the verdict. */
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

/** What a download may have of each row: all its cells, or what is known of its address. */
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

/** A row of a list with what is known of its address. */
export const listedRow = z.object({
  /** Its number below the header of the result, from 1; null while the list runs. */
  row: z.nullable(count()),
  /** The cell with the address as it stands in the file; while the list runs the address. */
  email: z.string(),
  /** The address that was asked, without what surrounds it in the cell; empty if none was. */
  address: z.string(),
  status: verdict.shape.status,
  reason: verdict.shape.reason,
  flags: z.object(rowFlags),
  suggestion: z.optional(z.string()),
  score: score(),
  /** When the list was begun: its servers were asked since then. */
  as_of: z.optional(timestamp()),
  /** Id of the company that runs the mail host, such as `google`. */
  provider: z.optional(z.string()),
  /** What the mail server said, from its code on. */
  reply: z.optional(z.string()),
  /** Its cells beside the address, below the names of `header`; where they are asked for. */
  cells: z.optional(z.array(z.string())),
});
export type ListedRow = z.output<typeof listedRow>;

export const rowsPage = z.object({
  rows: z.array(listedRow),
  /** The cursor of what follows, be this page full or not; null at the end. */
  next: z.nullable(z.string()),
  /** Rows by `status` and `reason`; null with any other filter, and while the list runs. */
  total: z.nullable(count()),
  /** Names of the columns beside that of the addresses; with the first page of a finished list. */
  header: z.optional(z.array(z.string())),
});
export type RowsPage = z.output<typeof rowsPage>;
