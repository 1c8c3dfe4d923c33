import type { listRoutes } from '../lists.ts';
import type { ExamplesOf } from './example.ts';

const ID = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';

const running = {
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
  reason: null,
  expires_at: null,
} as const;

const finished = {
  ...running,
  end_date: '2026-11-21T09:41:10.000Z',
  processed: 4_800,
  valid: 3_900,
  invalid: 640,
  risky: 190,
  unknown: 70,
  status: 7,
  expires_at: '2027-11-21T09:41:10.000Z',
} as const;

const params = { id: ID };
const FIELDS = {
  key: `uploads/${ID}/source`,
  policy: 'eyJleHBpcmF0aW9uIjoiMjAyNi0xMS0yMVQwOTo0NTowMFoifQ==',
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  'x-amz-signature': '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
};

export const listExamples = {
  upload: {
    notes: [
      'One call, two ways:',
      '',
      '- A **multipart form** carries the file itself, up to 4 MB. What cannot be read is told at once.',
      '- **JSON** announces a file of up to 100 MB. The answer names a URL and form fields: post them',
      '  there within 15 minutes, with the file as the last field `file`. The list can be seen once',
      '  its file has arrived; a file that cannot be read becomes a list with status 6 and the reason.',
      '',
      'The addresses are in the first column. Encoding, separator, header, quotes and duplicates are',
      'found out by themselves.',
    ].join('\n'),
    body: { name: 'Customers of May', file_name: 'customers.csv', size: 18_400_000 },
    form: { name: 'Customers of May' },
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
    query: { sort: 'created_at:desc', page: 1, filter: 'all', tz: 'Europe/Paris' },
    response: {
      data: { data: [running], from: 1, current_page: 1, last_page: 1, total: 1 },
    },
    otherResponses: {
      empty: { data: { data: [], from: null, current_page: 1, last_page: 1, total: 0 } },
    },
  },

  getFile: {
    notes: [
      'Ask every few seconds until `status` is final.',
      '',
      '| status | means |',
      '| --- | --- |',
      '| 1 | received |',
      '| 2 | being read |',
      '| 3 | credits reserved, waiting for its turn |',
      '| 4 | being verified |',
      '| 5 | paused: `reason` says why; for want of credits it goes on by itself once they are there |',
      '| 6 | cancelled, with the `reason`; final |',
      '| 7 | finished: the result can be downloaded; final |',
    ].join('\n'),
    params,
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
        eta: null,
      },
    },
    otherResponses: {
      running: {
        data: {
          ...running,
          credits_charged: 1_130,
          credits_reserved: 3_550,
          credits_needed: 4_680,
          reasons: { accepted: 950, no_such_mailbox: 180, catch_all: 50, greylisted: 20 },
          eta: '2026-11-21T09:41:00.000Z',
        },
      },
      paused: {
        data: {
          ...running,
          start_date: null,
          processed: 0,
          valid: 0,
          invalid: 0,
          risky: 0,
          unknown: 0,
          status: 5,
          reason: 'insufficient_credit',
          credits_charged: 0,
          credits_reserved: 0,
          credits_needed: 4_680,
          reasons: {},
          eta: null,
        },
      },
    },
  },

  deleteFile: { params, response: { data: {} } },

  download: {
    notes: [
      'Every row and column of the file you sent, in its order, with `status`, `reason` and',
      '`suggestion` added: UTF-8 with a byte order mark, CRLF, every field in quotes. `type` other',
      'than `all` keeps the rows with that answer.',
      '',
      'Up to 4 MB the answer is the file; above it is JSON with a link that lives for some minutes.',
    ].join('\n'),
    body: { file_id: ID, type: 'all' },
    file: [
      '\uFEFF"email";"status";"reason";"suggestion"',
      '"ada@customer.test";"deliverable";"accepted";""',
      '"ada@custommer.test";"undeliverable";"no_such_domain";"ada@customer.test"',
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
