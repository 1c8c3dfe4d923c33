import * as z from 'zod/mini';
import { CORRECTION_COLUMNS } from '../model/correction-columns.ts';
import { MAX_ROWS } from '../model/upload-limits.ts';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import { score, verdict } from './checks.ts';
import { count, flag, text, timestamp } from './fields.ts';

const filterText = (description: string, maxLength: number) =>
  z.optional(
    z.string().check(z.maxLength(maxLength, { error: 'field.too_long' }), z.describe(description)),
  );

export const ROW_SUBSETS = ['suggested', 'role', 'changed', 'lasting', 'bounced'] as const;

export const rowFilter = z.object({
  status: z.optional(z.enum(VERDICT_STATUSES)).check(z.describe('Only rows with this status')),
  reason: z.optional(z.enum(VERDICT_REASONS)).check(z.describe('Only rows with this reason')),
  domain: filterText('Only addresses at this domain, exactly', 255),
  q: filterText(
    'Only rows with this text in any cell, ignoring case; while the list is running, in the address',
    100,
  ),
  only: z.optional(z.enum(ROW_SUBSETS)).check(z.describe('Only the rows of this subset')),
  min_score: z
    .optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)))
    .check(z.describe('Only rows with at least this score, in percent')),
});
export type RowFilter = z.output<typeof rowFilter>;

/** The parts of a result to which a customer can send mail. Each row is in at most one. */
export const SEGMENTS = ['safe', 'corrected', 'risky', 'unknown'] as const;
export type Segment = (typeof SEGMENTS)[number];
export const INCLUDES = [...SEGMENTS, 'duplicates'] as const;

/** Position of a page, and the additional data to return. */
export const rowsPageQuery = z.object({
  cursor: filterText('`next` of the previous page', 200),
  // A finished list's index counts rows only by status and reason.
  offset: z
    .optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_ROWS)))
    .check(
      z.describe(
        'Number of matching rows to skip; only for a finished list, with no filters other than `status` and `reason`',
      ),
    ),
  with: z
    .optional(z.enum(['cells', 'segments']))
    .check(
      z.describe(
        '`cells` to get up to fifty cells per finished row, of 300 characters each; `segments` to count the rows that a download with `include` selects',
      ),
    ),
});
export type RowsPageQuery = z.output<typeof rowsPageQuery>;

/** Facts about an address in addition to its verdict. */
const rowFlags = {
  role: flag('The address belongs to a function, such as `info`, not to a person'),
  free: flag('The domain provides free mailboxes, such as `gmail.com`'),
  disposable: flag('The domain provides temporary addresses'),
  tagged: flag('The local part has a tag, as in `ada+news@customer.test`'),
  gateway: flag('A company filters the email of the domain'),
  catch_all: flag('The domain accepts every address, so the mailbox may not exist'),
  catch_all_unknown: flag('The domain did not answer the test whether it accepts every address'),
  parked: flag('The domain is for sale or unused'),
  no_dmarc: flag('The domain has no DMARC record'),
};
type RowFlag = keyof typeof rowFlags;
export const ROW_FLAGS = Object.keys(rowFlags) as readonly RowFlag[];

/** `original` stands for all cells of the row; other columns are properties of its address. */
export const DOWNLOAD_COLUMNS = [
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
  ...CORRECTION_COLUMNS,
  'corrected_from',
] as const;
export type DownloadColumn = (typeof DOWNLOAD_COLUMNS)[number];
export const isRowFlag = (column: DownloadColumn): column is RowFlag =>
  Object.hasOwn(rowFlags, column);

export const listedRow = z.object({
  row: z.nullable(
    count('Number of the row below the header, from 1; null while the list is running'),
  ),
  email: text('Cell with the address, verbatim; while the list is running, only the address'),
  address: text('The verified address, without the rest of the cell; empty if there is none'),
  status: verdict.shape.status,
  reason: verdict.shape.reason,
  flags: z.object(rowFlags).check(z.describe('Further facts about the address and its domain')),
  suggestion: z.optional(text('Corrected address, if this one looks mistyped')),
  score: score(),
  as_of: z.optional(timestamp('Start of the list; mail servers were contacted after this time')),
  provider: z.optional(text('Id of the company that operates the mail server, such as `google`')),
  reply: z.optional(text('Reply of the mail server, starting with its code')),
  bounced: z
    .optional(
      z.object({
        at: timestamp('Time of the mailing'),
        name: text('Name of the mailing'),
      }),
    )
    .check(
      z.describe('The latest mailing that bounced, according to your bounce reports of a year'),
    ),
  corrected: z.optional(text('The suggested correction, once it was verified')),
  corrected_status: z.optional(verdict.shape.status),
  cells: z
    .optional(z.array(z.string()))
    .check(
      z.describe('Cells other than the address, in the order of `header`; only with `with=cells`'),
    ),
});
export type ListedRow = z.output<typeof listedRow>;

export const rowsPage = z.object({
  rows: z.array(listedRow).check(z.describe('Rows of this page, in file order')),
  next: z.nullable(
    text('Cursor of the next page, even if this page is not full; null on the last page'),
  ),
  total: z.nullable(
    count('Rows that match `status` and `reason`; null with other filters, or while running'),
  ),
  header: z
    .optional(z.array(z.string()))
    .check(
      z.describe(
        'Names of the columns other than the address column; only with `with=cells`, on the first page of a finished list',
      ),
    ),
  segments: z
    .optional(
      z.array(
        z.object({
          include: z.enum(SEGMENTS).check(z.describe('The segment, as in `include`')),
          reason: verdict.shape.reason,
          score: score(),
          count: count('Distinct addresses, without bounced addresses'),
          duplicates: count('Further rows with these addresses'),
          bounced: count('Distinct addresses in your bounce reports, which are left out'),
        }),
      ),
    )
    .check(
      z.describe(
        'Rows of the whole list by segment, reason and score; only with `with=segments`, for a finished list',
      ),
    ),
});
export type RowsPage = z.output<typeof rowsPage>;
