import { SAMPLE_LIST } from '../../model/sample-list.ts';
import type { listRoutes } from '../lists.ts';
import type { ExamplesOf } from './example.ts';

const ID = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';

export const runningList = {
  id: ID,
  file_id: ID,
  file_name: 'Customers of May',
  source_name: 'customers.csv',
  created_at: '2026-11-21T09:30:00.000Z',
  start_date: '2026-11-21T09:30:04.000Z',
  end_date: null,
  total_email: 4_800,
  processed: 1_200,
  valid: 950,
  invalid: 180,
  risky: 50,
  unknown: 20,
  duplicates: 35,
  status: 4,
  state: 'working',
  reason: null,
  expires_at: null,
} as const;

const finished = {
  ...runningList,
  end_date: '2026-11-21T09:41:10.000Z',
  processed: 4_800,
  valid: 3_900,
  invalid: 640,
  risky: 190,
  unknown: 70,
  status: 7,
  state: 'finished',
  expires_at: '2027-11-21T09:41:10.000Z',
} as const;

/** Verdict counts before any address was checked. */
export const untouched = { processed: 0, valid: 0, invalid: 0, risky: 0, unknown: 0 } as const;

const rechecking = {
  created_at: '2026-11-22T08:00:00.000Z',
  end_date: null,
  total_email: 70,
  ...untouched,
  status: 1,
  state: 'waiting',
  reason: null,
  credits_charged: 0,
  credits_reserved: 0,
  credits_needed: 70,
  eta: null,
} as const;

const noShares = { domains: [], providers: [], scores: [], suggested: 0 };

export const noFlags = {
  role: false,
  free: false,
  disposable: false,
  tagged: false,
  gateway: false,
  catch_all: false,
  catch_all_unknown: false,
  parked: false,
  no_dmarc: false,
};

const params = { id: ID };
/** Every key can read the sample list, so these examples run unchanged. */
const sample = { id: SAMPLE_LIST };
const FIELDS = {
  key: `uploads/${ID}/source`,
  policy: 'eyJleHBpcmF0aW9uIjoiMjAyNiJ9',
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  'x-amz-signature': '5d672d79',
};

export const listExamples = {
  upload: {
    summary: 'Submit a list: JSON asks for a presigned upload, a multipart form carries the file',
    notes: [
      '- A **multipart form** carries the file itself, up to 4 MB. What cannot be read is told at once.',
      '- **JSON** announces a file of up to 100 MB. The answer names a URL and form fields: post them',
      '  there within 15 minutes, with the file as the last field `file`. Its list can be seen once it',
      '  has arrived; what cannot be read has status 6 and the reason.',
      '- With `parts` and an `Idempotency-Key` the answer has links for the parts of `part_bytes` that',
      '  are missing: `PUT` each, then ask again, until none is. What is cut goes on for a day.',
      '',
      'The addresses are in the first column, or in the one that `column` names, counted from 1.',
      'A list without an address in that column ends as `wrong_column`, or as `no_address` if no',
      'other column has one. Without `column`, a file with clearly more addresses in another column',
      'is refused as `wrong_column` too; `column` of the error, or `suggested_column` of the list,',
      'is the number of that one.',
      '',
      'The encoding is detected unless `encoding` names it, by a label such as `windows-1250`.',
      'A quote that would swallow rows is read as a character, unless `strict` says that the file',
      'follows RFC 4180.',
      '',
      'The header `Idempotency-Key` is your name for this request. For 30 days the same call answers',
      'the list that it has made, and costs nothing more; another one, or one for a list that is',
      'deleted, is `request_reused`.',
    ].join('\n'),
    body: { name: 'Customers of May', file_name: 'customers.csv', size: 18_400_000, column: 3 },
    form: { name: 'Customers of May', column: 3 },
    response: {
      data: {
        file_id: ID,
        upload: { url: 'https://uploads.tamis.example/', fields: FIELDS },
      },
    },
    otherResponses: {
      multipart: { data: { file_id: ID, file_name: 'Customers of May', status: 1 } },
    },
  },

  listFiles: {
    summary: "The caller's lists, ten a page; `q` is searched for in their names and ids",
    query: { sort: 'created_at:desc', page: 1, filter: 'all', tz: 'Europe/Paris' },
    response: {
      data: { data: [runningList], from: 1, current_page: 1, last_page: 1, total: 1 },
    },
    otherResponses: {
      empty: { data: { data: [], from: null, current_page: 1, last_page: 1, total: 0 } },
    },
  },

  getFile: {
    summary: 'One list with its progress',
    notes: [
      'Ask every few seconds until `status` is final. The id `sample` is a finished list.',
      '',
      '| `status` | `state` | means |',
      '| --- | --- | --- |',
      '| 1 | `waiting` | received |',
      '| 2 | `reading` | |',
      '| 3 | `queued` | its credits are reserved |',
      '| 4 | `working` | |',
      '| 5 | `paused` | for its `reason`; without credits, until they come |',
      '| 6 | `cancelled` | for its `reason`; final |',
      '| 7 | `finished` | can be downloaded; final |',
    ].join('\n'),
    params: sample,
    response: {
      data: {
        ...finished,
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
          ...noShares,
          eta: '2026-11-21T09:41:00.000Z',
        },
      },
      paused: {
        data: {
          ...runningList,
          start_date: null,
          ...untouched,
          status: 5,
          state: 'paused',
          reason: 'insufficient_credit',
          credits_charged: 0,
          credits_reserved: 0,
          credits_needed: 4_680,
          reasons: {},
          ...noShares,
          eta: null,
        },
      },
    },
  },

  listRows: {
    summary: 'The rows of a list with their answers, a hundred a page',
    notes: [
      'Rows with an address, in the order of the file. Filters combine. A page may hold fewer rows than',
      'a hundred, or none, and still have a `next`: pass that as `cursor`, with the same filters, until',
      'it is null. To begin at the n-th row of a finished list, pass n as `offset`, with `status` and',
      '`reason` alone.',
      '',
      '`only=lasting` leaves out disposable addresses; `suggested` and `role` keep those with a',
      'suggestion, or of a role. `with=cells` adds up to fifty other cells of each row, cut to 300',
      'characters. The first page has their names as `header`.',
      '',
      '`email` is the cell of the file, `address` the address in it that was asked, empty if none was.',
      '',
      '`score` is the probability in percent that a mail arrives. Where a domain accepts everyone it',
      'follows the other addresses of the list, and the names at the domain. No answer is older than',
      '`as_of`.',
      '',
      'While the list runs, these are the answered addresses, without a row number. A cursor of then,',
      'or of another filter, is refused once the list is finished.',
    ].join('\n'),
    params: sample,
    query: { status: 'undeliverable' },
    response: {
      data: {
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
          },
        ],
        next: 'S0o4bXNqMkxfd1F4MTg',
        total: 640,
      },
    },
    otherResponses: { end: { data: { rows: [], next: null, total: 0 } } },
  },

  renameFile: {
    summary: 'Give a list another name, which its downloads carry too',
    params,
    body: { name: 'Customers of June' },
    response: { data: { ...finished, file_name: 'Customers of June' } },
  },

  recheckFile: {
    summary: 'Ask again about the addresses that could not be verified; only answers are paid for',
    notes: [
      'The list stays finished, with its result, until the new one is whole. `recheck` of the list',
      'tells how far it is and what has changed. A credit is reserved for each address.',
      'Without enough credits nothing begins; a second call answers what runs, and with the same',
      '`Idempotency-Key` also what has ended.',
    ].join('\n'),
    params,
    response: { data: rechecking },
  },

  watchList: {
    summary: 'Have a finished list checked again every week, month or quarter',
    notes: [
      'A check asks again what may have changed since: what could not be verified each time, accepted',
      'addresses after 30 days (90 at free providers), full mailboxes after 30, domains',
      'that accept everything after 90, what is dead after 180. Answers are paid.',
      '`watch_costs` of the list says how many at most. The watch ends, with a mail, before a check',
      'that may take more than `max_credits` or your credits; it buys nothing.',
      '',
      'What changed comes as the event `list.changed` and by mail. `only=changed` keeps those rows,',
      'also in a download, until the next check.',
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

  addEmails: {
    summary: 'Add up to 100 addresses to a finished list, checked at once',
    notes: [
      'Those that are there make no difference. New ones are the last rows once checked, as',
      '`list.changed` tells; `recheck` of the list says how far that is. What comes meanwhile waits.',
      '`malformed` counts those that are no address: free rows with `bad_syntax`.',
    ].join('\n'),
    params,
    body: { emails: ['deliverable@sandbox.test'] },
    response: { data: { malformed: 0 } },
  },

  removeEmails: {
    summary: 'Take up to 100 addresses out of a finished list',
    params,
    body: { emails: ['deliverable@sandbox.test'] },
    response: { data: {} },
  },

  unwatchList: {
    summary: 'Watch a list no longer; a check that is under way goes on',
    params,
    response: { data: {} },
  },

  deleteFile: {
    summary: 'Delete a list in any state; credits of unprocessed addresses come back',
    params,
    response: { data: {} },
  },

  download: {
    summary: 'The result of a finished list, as a file or, above 4 MB, as a link',
    notes: [
      'Every row and column of the file you sent, in its order, with `status`, `reason`,',
      '`suggestion` and `address` added: UTF-8 with a byte order mark, CRLF, every field in quotes.',
      '`address` is the address that was asked, without what surrounds it in its cell; it is empty',
      'if none was. Older results lack this column. `type` other than `all` keeps the rows with that',
      'answer.',
      '',
      'Filters keep the rows that a call of their rows would, those with an address, and',
      '`duplicates: false` the first row of each address. `columns` says what stands in them,',
      '`meaning` being the reason in words, in the language of the call, flags `true` or `false`.',
      '',
      'Such a file, and a workbook, is made at each call: ten at once for an account, then one a',
      'minute. Up to 4 MB the answer is the file; above, and with `format` `xlsx`, JSON with a link',
      'of some minutes.',
    ].join('\n'),
    body: { file_id: SAMPLE_LIST, type: 'all' },
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
