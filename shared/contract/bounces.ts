import * as z from 'zod/mini';
import {
  BOUNCE_REASONS,
  BOUNCE_REPORT_STATES,
  BOUNCE_SUBJECTS,
  MAX_REPORTED_ROWS,
  REFUND_STATES,
} from '../model/bounces/bounce.ts';
import { MAX_MULTIPART_BYTES } from '../model/upload-limits.ts';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import {
  count,
  distinctValues,
  emptyResponse,
  envelope,
  fileName,
  id,
  listName,
  requiredText,
  text,
  timestamp,
  uploadForm,
} from './fields.ts';
import { defineRoutes } from './route.ts';

const optionalText = (description: string, maxLength: number) =>
  z.optional(
    z.string().check(z.maxLength(maxLength, { error: 'field.too_long' }), z.describe(description)),
  );

const reportedBounce = z.object({
  email: requiredText().check(z.maxLength(1024), z.describe('Address to which the email was sent')),
  text: optionalText('Reply or diagnostic of the mail server, verbatim', 4000),
  code: optionalText('SMTP or enhanced status code, such as `5.1.1`, if it is not in `text`', 20),
  type: optionalText('Type that your mail service gave the bounce, such as `hard`', 100),
});

const sent = z.object({
  list_id: id('Id of the list that was mailed'),
  categories: z
    .array(z.enum(VERDICT_STATUSES))
    .check(
      z.minLength(1),
      distinctValues(),
      z.describe('Verdicts of the addresses that were mailed'),
    ),
  at: z.iso.datetime({ offset: true }).check(z.describe('Time of the mailing')),
});

export const bounceReport = z.object({
  id: text('Id of the report'),
  name: text('Name of the mailing, such as `Autumn newsletter`'),
  state: z.enum(BOUNCE_REPORT_STATES).check(z.describe('Progress; `done` and `failed` are final')),
  error: z.nullable(
    z
      .enum(['unreadable_file', 'no_bounces', 'too_many_rows'])
      .check(z.describe('Why the report failed; null otherwise')),
  ),
  created_at: timestamp('Time of creation'),
  expires_at: timestamp('Time at which the report is deleted'),
  sent: z.nullable(sent).check(z.describe('The mailing; null if it was not given')),
  rows: count('Bounces that were read'),
  skipped: count('Rows that are no bounces, such as delayed or delivered messages'),
  addresses: count('Distinct addresses that bounced'),
  matched: count('Distinct addresses for which there is a verdict of the last 90 days'),
  subjects: z
    .record(z.enum(BOUNCE_SUBJECTS), count('Distinct addresses'))
    .check(z.describe('Distinct addresses by what their bounces are about')),
  reasons: z
    .record(z.enum(BOUNCE_REASONS), count('Distinct addresses'))
    .check(z.describe('Distinct addresses whose bounces are about the recipient, by reason')),
  rates: z
    .array(
      z.object({
        status: z.enum(VERDICT_STATUSES).check(z.describe('Verdict')),
        sent: count('Addresses of the list with this verdict'),
        bounced: count('Those that do not exist or are disabled, according to their bounces'),
      }),
    )
    .check(z.describe('Hard bounces for each category that was mailed; empty without `sent`')),
  causes: z
    .array(
      z.object({
        cause: text('Recurring cause, such as the name of a blocklist'),
        addresses: count('Distinct addresses'),
      }),
    )
    .check(
      z.describe('Causes that concern the sender, the message or the server, most common first'),
    ),
  refunds: z
    .partialRecord(z.enum(REFUND_STATES), count('Distinct addresses'))
    .check(z.describe('Distinct addresses reported as nonexistent, by the state of their refund')),
});
export type BounceReport = z.output<typeof bounceReport>;

export const bounceRow = z.object({
  email: text('The address that bounced'),
  subject: z.enum(BOUNCE_SUBJECTS).check(z.describe('What the bounce is about')),
  reason: z.nullable(
    z
      .enum(BOUNCE_REASONS)
      .check(z.describe('Reason, if the bounce is about the recipient; null otherwise')),
  ),
  cause: z.nullable(
    text('Recurring cause, such as the name of a blocklist; null if none is known'),
  ),
  text: text('The words of the mail server; empty if there were none'),
  verdict: z
    .nullable(
      z.object({
        status: z.enum(VERDICT_STATUSES).check(z.describe('Status of the verdict')),
        reason: z.enum(VERDICT_REASONS).check(z.describe('Reason for the status')),
        at: timestamp('Time of the verdict'),
        list_id: z.nullable(text('Id of its list; null for a single check')),
      }),
    )
    .check(z.describe('The latest verdict before the bounce; null if there is none')),
  refund: z
    .nullable(z.enum(REFUND_STATES))
    .check(
      z.describe('State of the refund; null if the bounce does not say that it is nonexistent'),
    ),
});
export type BounceRow = z.output<typeof bounceRow>;

const params = z.object({ id: id('Id of the report') });
const reportRoute = { auth: 'customer-or-key', scope: 'lists' } as const;
const cursor = optionalText('`next` of the previous page', 200);
const next = z.nullable(text('Cursor of the next page; null on the last page'));

export const bounceRoutes = defineRoutes('bounces', {
  reportBounces: {
    ...reportRoute,
    role: 'member',
    method: 'POST',
    path: '/api/bounces',
    limit: 'bounce_user',
    idempotent: true,
    maxJsonBytes: MAX_MULTIPART_BYTES,
    body: z
      .object({
        name: z.optional(listName()).check(z.describe('Name of the mailing; by default, its date')),
        sent: z.optional(sent).check(z.describe('The mailing; needed for rates')),
        rows: z.optional(
          z
            .array(reportedBounce)
            .check(
              z.minLength(1, { error: 'field.required' }),
              z.maxLength(MAX_REPORTED_ROWS, { error: 'field.too_long' }),
              z.describe('The bounces; omit them to upload a file'),
            ),
        ),
        file: z
          .optional(
            z.object({
              name: fileName(),
              size: count('Size of the file in bytes, up to 20 MB'),
            }),
          )
          .check(z.describe('The file to upload: an export of your mail service, or raw reports')),
      })
      .check(
        z.refine(({ rows, file }) => (rows === undefined) !== (file === undefined), {
          error: 'field.required',
          path: ['rows'],
        }),
      ),
    output: envelope(
      z.extend(bounceReport, {
        upload: z.optional(uploadForm).check(z.describe('The form; only for a file')),
      }),
    ),
    errors: [
      'not_found',
      'wrong_state',
      'bad_file_type',
      'empty_file',
      'file_too_large',
      'payload_too_large',
      'request_reused',
    ],
  },

  listBounceReports: {
    ...reportRoute,
    role: 'viewer',
    method: 'GET',
    path: '/api/bounces',
    limit: 'poll_user',
    query: z.object({
      list_id: z
        .optional(z.string().check(z.maxLength(64)))
        .check(z.describe('Only reports of mailings to this list')),
      cursor,
    }),
    output: envelope(
      z.object({
        reports: z.array(bounceReport).check(z.describe('Reports, newest first')),
        next,
      }),
    ),
  },

  getBounceReport: {
    ...reportRoute,
    role: 'viewer',
    method: 'GET',
    path: '/api/bounces/{id}',
    limit: 'poll_user',
    params,
    query: z.object({
      subject: z
        .optional(z.enum(BOUNCE_SUBJECTS))
        .check(z.describe('Only bounces that are about this')),
      cursor,
    }),
    output: envelope(
      z.extend(bounceReport, {
        bounces: z.array(bounceRow).check(z.describe('Up to 100 bounced addresses of the report')),
        next,
      }),
    ),
    errors: ['not_found'],
  },

  deleteBounceReport: {
    ...reportRoute,
    role: 'member',
    method: 'DELETE',
    path: '/api/bounces/{id}',
    params,
    output: emptyResponse(),
    errors: ['not_found'],
  },

  /** Bounces of mailed addresses by verdict, over all customers. */
  getAccuracy: {
    method: 'GET',
    path: '/api/accuracy',
    auth: 'admin',
    output: envelope(
      z.object({
        reports: count('Reports with a mailing'),
        statuses: z
          .array(
            z.object({
              status: z.enum(VERDICT_STATUSES).check(z.describe('Verdict')),
              sent: count('Addresses that were mailed'),
              bounced: count('Those that bounced as nonexistent or disabled'),
            }),
          )
          .check(z.describe('Outcomes by verdict; verdicts with fewer than ten are omitted')),
      }),
    ),
  },
});
