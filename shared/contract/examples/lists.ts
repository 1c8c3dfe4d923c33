import { SAMPLE_LIST_ID } from '../../model/sample-list.ts';
import type { listRoutes } from '../lists.ts';
import type { ExamplesOf } from './example.ts';
import {
  recheckChanges,
  finishedList,
  EXAMPLE_LIST_ID,
  noFlags,
  noBreakdowns,
  finishedRecheck,
  runningRecheck,
  runningList,
  zeroCounts,
} from './list-states.ts';

const params = { id: EXAMPLE_LIST_ID };
/** Every key can read the sample list, so these examples run unchanged. */
const sample = { id: SAMPLE_LIST_ID };
const FIELDS = {
  key: `uploads/${EXAMPLE_LIST_ID}/source`,
  policy: 'eyJleHBpcmF0aW9uIjoiMjAyNiJ9',
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  'x-amz-signature': '5d672d79',
};

/** A list whose file was rejected after its upload. */
const rejectedList = {
  ...runningList,
  ...zeroCounts,
  start_date: null,
  end_date: '2026-11-21T09:30:03.000Z',
  total_email: 0,
  status: 6,
  state: 'cancelled',
  credits_charged: 0,
  credits_reserved: 0,
  credits_needed: 0,
  reasons: {},
  ...noBreakdowns,
  eta: null,
} as const;

export const listExamples = {
  upload: {
    summary:
      'Upload a list: as a multipart form with the file, or as JSON to get a presigned upload',
    notes: [
      '- A **multipart form** contains the file itself, up to 4 MB. An unreadable file is rejected immediately.',
      '- **JSON** registers a file of up to 100 MB. The response has a URL and form fields: post them within 15 minutes, with the file as the last field `file`. The list exists once the file has arrived; if the file is unreadable, the list has status 6 and a reason.',
      '- With `parts` and an `Idempotency-Key`, the response has links for the missing parts of `part_bytes` bytes each: `PUT` them, then repeat the call until no part is missing. For a day, an interrupted upload can be resumed in this way.',
      '',
      'A list without an address in `column` (by default, the first) ends with `wrong_column`, or with `no_address` if no other column has addresses either. Without `column`, a file with clearly more addresses in another column is also rejected with `wrong_column`.',
      '',
      'A file with the same text around nearly every address, as in `100^N^jane@example.com`, is rejected with `wrong_separator` unless its header explains the text. Send `separator` of the error, `suggested_separator` of the list, or `as_is`; with `column`, addresses are read as written.',
      '',
      'A quote that would swallow rows is read as a plain character, unless `strict` says that the file follows RFC 4180.',
      '',
      'The header `Idempotency-Key` is your id for this request. For 30 days, repeating the call returns the same list, free of charge. Another call with this key, or one after the list was deleted, is rejected with `request_reused`.',
    ].join('\n'),
    body: { name: 'Customers of May', file_name: 'customers.csv', size: 18_400_000, column: 3 },
    otherBodies: {
      parts: {
        name: 'Customers of May',
        file_name: 'customers.csv',
        size: 18_400_000,
        encoding: 'windows-1252',
        strict: true,
        separator: '|',
        as_is: true,
        parts: true,
      },
    },
    form: { name: 'Customers of May', column: 3 },
    response: {
      data: {
        file_id: EXAMPLE_LIST_ID,
        upload: { url: 'https://uploads.tamis.example/', fields: FIELDS },
      },
    },
    otherResponses: {
      multipart: { data: { file_id: EXAMPLE_LIST_ID, file_name: 'Customers of May', status: 1 } },
      parts: {
        data: {
          file_id: EXAMPLE_LIST_ID,
          part_bytes: 8_388_608,
          parts: [{ number: 1, url: 'https://uploads.tamis.example/?partNumber=1' }],
        },
      },
    },
  },

  listFiles: {
    summary: 'Your lists, ten per page; `q` searches their names and ids',
    query: { q: 'customers', sort: 'created_at:desc', page: 1, filter: 'all', tz: 'Europe/Paris' },
    response: {
      data: { data: [runningList], from: 1, current_page: 1, last_page: 1, total: 1 },
    },
    otherResponses: {
      empty: { data: { data: [], from: null, current_page: 1, last_page: 1, total: 0 } },
    },
  },

  getFile: {
    summary: 'A list with its progress',
    notes: 'Poll every few seconds until `status` is final. The id `sample` is a finished list.',
    params: sample,
    response: {
      data: {
        ...finishedList,
        credits_charged: 4_610,
        credits_reserved: 0,
        credits_needed: 4_610,
        reasons: {
          accepted: 3_900,
          no_such_mailbox: 410,
          no_such_domain: 110,
          bad_syntax: 120,
          catch_all: 190,
          greylisted: 70,
        },
        domains: [
          { name: 'gmail.com', valid: 1_810, invalid: 204, risky: 0, unknown: 12 },
          { name: 'customer.test', valid: 95, invalid: 3, risky: 40, unknown: 0 },
        ],
        providers: [{ name: 'google', valid: 2_260, invalid: 251, risky: 31, unknown: 14 }],
        scores: [
          { score: 98, count: 3_900 },
          { score: 90, count: 120 },
          { score: 75, count: 70 },
          { score: 66, count: 70 },
          { score: 1, count: 410 },
          { score: 0, count: 230 },
        ],
        suggested: 12,
        corrected: 0,
        eta: null,
      },
    },
    otherResponses: {
      running: {
        data: {
          ...runningList,
          credits_charged: 1_130,
          credits_reserved: 3_550,
          credits_needed: 4_680,
          reasons: { accepted: 950, no_such_mailbox: 180, catch_all: 50, greylisted: 20 },
          ...noBreakdowns,
          eta: '2026-11-21T09:41:00.000Z',
        },
      },
      watched: {
        data: {
          ...finishedList,
          credits_charged: 4_610,
          credits_reserved: 0,
          credits_needed: 4_610,
          reasons: { accepted: 3_900, no_such_mailbox: 640, catch_all: 190, greylisted: 70 },
          ...noBreakdowns,
          connection: { id: '3f7a1c09e5b24d68a0c1f2e3', service: 'mailchimp' },
          lost: 2,
          several: 14,
          cancel_until: '2026-11-23T09:41:10.000Z',
          credits_returned: 4_610,
          corrected: 12,
          eta: null,
          recheck: { ...finishedRecheck, changes: recheckChanges },
          watch: { every: 'month', max_credits: 5_000, next_at: null, stopped: 'too_many_credits' },
          watch_costs: {
            check: 4_160,
            week: 52_000,
            month: 22_300,
            quarter: 9_400,
            typical: { week: 9_800, month: 7_100, quarter: 5_200 },
          },
          checks: [
            {
              end_date: finishedRecheck.end_date,
              credits_charged: 61,
              ...recheckChanges,
              valid: 3_885,
              invalid: 676,
              risky: 190,
              unknown: 49,
            },
          ],
        },
      },
      wrongColumn: {
        data: { ...rejectedList, reason: 'wrong_column', suggested_column: 3 },
      },
      wrongSeparator: {
        data: { ...rejectedList, reason: 'wrong_separator', suggested_separator: '^' },
      },
      paused: {
        data: {
          ...runningList,
          start_date: null,
          ...zeroCounts,
          status: 5,
          state: 'paused',
          reason: 'insufficient_credit',
          credits_charged: 0,
          credits_reserved: 0,
          credits_needed: 4_680,
          reasons: {},
          ...noBreakdowns,
          eta: null,
        },
      },
    },
  },

  listRows: {
    summary: 'The rows of a list with their verdicts, a hundred per page',
    notes: [
      'Rows with an address, in file order. Filters can be combined. A page can have fewer than a hundred rows, or none, and still have `next`: pass it as `cursor`, with the same filters, until it is null.',
      '',
      'For a domain that accepts every address, `score` takes into account the other addresses of the list and the local parts at the domain. No verdict is older than `as_of`.',
      '',
      'While the list is running, these are the addresses verified so far, without a row number. Their cursors, and cursors from another filter, are rejected once the list is finished.',
    ].join('\n'),
    params: sample,
    query: { status: 'undeliverable', with: 'cells' },
    response: {
      data: {
        header: ['name', 'city'],
        rows: [
          {
            row: 2,
            email: 'ada@custommer.test',
            address: 'ada@custommer.test',
            status: 'undeliverable',
            reason: 'no_such_domain',
            flags: noFlags,
            score: 0,
            as_of: runningList.start_date,
            suggestion: 'ada@customer.test',
            corrected: 'ada@customer.test',
            corrected_status: 'deliverable',
            cells: ['Ada', 'London'],
          },
          {
            row: 17,
            email: 'Info <info@shop.test>',
            address: 'info@shop.test',
            status: 'undeliverable',
            reason: 'no_such_mailbox',
            flags: { ...noFlags, role: true },
            score: 1,
            as_of: runningList.start_date,
            provider: 'google',
            reply: '550 5.1.1 No such user here',
            bounced: { at: '2026-11-14T08:00:00.000Z', name: 'Autumn newsletter' },
            cells: ['', 'Paris'],
          },
        ],
        next: 'S0o4bXNqMkxfd1F4MTg',
        total: 640,
      },
    },
    otherResponses: {
      end: { data: { rows: [], next: null, total: 0 } },
      segments: {
        data: {
          rows: [],
          next: null,
          total: 0,
          segments: [
            {
              include: 'safe',
              reason: 'accepted',
              score: 98,
              count: 2369,
              duplicates: 150,
              bounced: 3,
            },
          ],
        },
      },
    },
  },

  renameFile: {
    summary: 'Rename a list and its downloads',
    params,
    body: { name: 'Customers of June' },
    response: { data: { ...finishedList, file_name: 'Customers of June' } },
  },

  recheckFile: {
    summary: 'Verify the unknown addresses again; only conclusive answers are charged',
    notes:
      'The list stays finished, with its result, until the new result is complete. `recheck` of the list has the progress and the changes. One credit per address is reserved; without enough credits, nothing starts. A second call returns the recheck that is running and, with the same `Idempotency-Key`, also one that has ended.',
    params,
    response: { data: runningRecheck },
  },

  verifyCorrections: {
    summary: 'Verify the suggested corrections; only conclusive answers are charged',
    notes:
      'Each correction is verified once, as a recheck: `recheck` of the list has the progress and the verdicts. Rows and downloads then have `corrected` and `corrected_status`, in downloads as the last columns; the verdicts and counts of the list stay the same. A second call returns the same recheck and costs nothing. One credit per correction is reserved; without enough credits, nothing starts.',
    params,
    response: {
      data: { ...runningRecheck, total_email: 12, credits_needed: 12, corrections: true },
    },
  },

  watchList: {
    summary: 'Recheck a finished list every week, month or quarter',
    notes: [
      'A check verifies the addresses that may have changed: unknown addresses each time, accepted addresses after 30 days (90 at free providers), full mailboxes after 30 days, domains that accept every address after 90 days, invalid addresses after 180 days. Only conclusive answers are charged. `watch_costs` of the list is the maximum. The watch ends, with an email, before a check that may cost more than `max_credits` or than the credits you have; it buys nothing.',
      '',
      'Changes are reported by the event `list.changed` and by email. Until the next check, `only=changed` selects the changed rows, also for a download.',
    ].join('\n'),
    params,
    body: { every: 'month', max_credits: 5_000 },
    response: {
      data: {
        every: 'month',
        max_credits: 5_000,
        next_at: '2026-12-21T09:41:10.000Z',
        stopped: null,
      },
    },
  },

  unwatchList: {
    summary: 'Stop watching a list; a check in progress continues',
    params,
    response: { data: {} },
  },

  deleteFile: {
    summary: 'Delete a list in any state; credits for unprocessed addresses are returned',
    notes:
      'With `refund`, only the result of a finished list is deleted and its credits are returned, until `cancel_until`, but not during a recheck, and once in 30 days per account.',
    params,
    query: {},
    response: { data: {} },
  },

  download: {
    summary: 'The result of a finished list: as a file or, above 4 MB, as a link',
    notes: [
      'All rows and columns of your file, in the same order, plus `status`, `reason`, `suggestion` and `address`: UTF-8 with a byte order mark, CRLF, all fields in quotes. Older results have no column `address`. A `type` other than `all` selects the rows with that verdict.',
      '',
      'The filters are those of the rows call and select rows with an address. `columns` selects the columns: `meaning` is the reason in words, in the language of the call, and flags are `true` or `false`.',
      '',
      'With `include`, the file has the addresses to write to: those of the chosen segments, each once, with verified corrections in their cell and the original in `corrected_from`. The rows call with `with=segments` counts them.',
      '',
      'Filtered files and workbooks are generated at each call: an account can make ten such calls at once, then one per minute. Up to 4 MB, the response is the file; above, and always for the `format` `xlsx`, it is JSON with a link that is valid for a few minutes.',
    ].join('\n'),
    body: { file_id: SAMPLE_LIST_ID, type: 'all' },
    otherBodies: {
      selection: {
        file_id: SAMPLE_LIST_ID,
        type: 'all',
        status: 'deliverable',
        reason: 'accepted',
        domain: 'gmail.com',
        q: 'paris',
        only: 'lasting',
        min_score: 90,
        duplicates: false,
        bounced: false,
        format: 'xlsx',
        columns: ['original', 'status', 'score'],
      },
      composed: {
        file_id: SAMPLE_LIST_ID,
        type: 'all',
        include: ['safe', 'corrected', 'risky'],
        min_score: 70,
      },
    },
    file: [
      '\uFEFF"email";"status";"reason";"suggestion";"address"',
      '"ada@customer.test";"deliverable";"accepted";"";"ada@customer.test"',
      '"ada@custommer.test";"undeliverable";"no_such_domain";"ada@customer.test";"ada@custommer.test"',
      '',
    ].join('\r\n'),
    response: {
      data: {
        url: 'https://files.tamis.example/results/01KAJ4T6Q8Z3M5N7P9R1S2V4W6?X-Amz-Expires=900',
        expires_at: '2026-11-21T09:56:10.000Z',
      },
    },
  },
} satisfies ExamplesOf<typeof listRoutes>;
