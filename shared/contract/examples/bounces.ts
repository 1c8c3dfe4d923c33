import type { bounceRoutes } from '../bounces.ts';
import type { ExamplesOf } from './example.ts';

const params = { id: '01KAM2T8V5N6P7Q8R9S0T1V2W3' };

const sent = {
  list_id: '01KAJ4Z1P2T3J4K5M6N7P8Q9R0',
  categories: ['deliverable' as const],
  at: '2026-11-22T08:00:00.000Z',
};

const report = {
  id: params.id,
  name: 'Autumn newsletter',
  state: 'done' as const,
  error: null,
  created_at: '2026-11-22T16:00:00.000Z',
  expires_at: '2027-02-20T16:00:00.000Z',
  sent,
  rows: 42,
  skipped: 3,
  addresses: 40,
  matched: 40,
  subjects: { recipient: 9, sender: 31, message: 0, server: 0, unclear: 0 },
  reasons: { no_such_mailbox: 7, mailbox_disabled: 2, no_such_domain: 0, mailbox_full: 0 },
  rates: [{ status: 'deliverable' as const, sent: 4213, bounced: 9 }],
  causes: [{ cause: 'Spamhaus', addresses: 31 }],
  refunds: { refunded: 6, still_accepts: 1 },
};

const waiting = {
  ...report,
  state: 'waiting' as const,
  rows: 0,
  skipped: 0,
  addresses: 0,
  matched: 0,
  subjects: { recipient: 0, sender: 0, message: 0, server: 0, unclear: 0 },
  reasons: { no_such_mailbox: 0, mailbox_disabled: 0, no_such_domain: 0, mailbox_full: 0 },
  rates: [],
  causes: [],
  refunds: {},
};

const bounce = {
  email: 'ada@customer.test',
  subject: 'recipient' as const,
  reason: 'no_such_mailbox' as const,
  cause: null,
  text: '550 5.1.1 The email account that you tried to reach does not exist',
  verdict: {
    status: 'deliverable' as const,
    reason: 'accepted' as const,
    at: '2026-11-21T09:40:02.000Z',
    list_id: sent.list_id,
  },
  refund: 'refunded' as const,
};

const blocked = {
  ...bounce,
  email: 'grace@customer.test',
  subject: 'sender' as const,
  reason: null,
  cause: 'Spamhaus',
  text: '550 5.7.1 Service unavailable; client host blocked using Spamhaus',
  refund: null,
};

export const bounceExamples = {
  reportBounces: {
    summary: 'Report what bounced after a mailing, as JSON or as a file to upload',
    notes:
      'With `sent`, the list must be finished, and the report contains rates. A file is an export of your mail service (CSV, TSV or JSON), or raw delivery reports (`.eml`, mbox), of up to 20 MB. You can make 20 reports a day. We return a credit for each address that does not exist although our verdict in the last 30 days was `deliverable`.',
    body: {
      name: report.name,
      rows: [{ email: bounce.email, text: bounce.text }],
    },
    otherBodies: {
      export: {
        name: report.name,
        sent,
        rows: [{ email: bounce.email, type: 'hard', code: '5.1.1' }],
      },
      file: { sent, file: { name: 'bounces.csv', size: 20_480 } },
    },
    response: { data: { ...waiting, sent: null } },
  },

  listBounceReports: {
    summary: 'Your reports of the last 90 days',
    notes: 'A report is deleted with its list. Pass `next` as `cursor` until it is null.',
    query: { list_id: sent.list_id },
    response: { data: { reports: [report], next: null } },
  },

  getBounceReport: {
    summary: 'A report with the bounced addresses',
    notes: 'The refunds of a report in state `checking` are decided within two hours.',
    params,
    query: { subject: 'recipient' as const },
    response: { data: { ...report, bounces: [bounce], next: null } },
    otherResponses: {
      blocked: { data: { ...report, bounces: [blocked], next: null } },
      failed: {
        data: { ...waiting, state: 'failed', error: 'no_bounces', bounces: [], next: null },
      },
    },
  },

  deleteBounceReport: {
    summary: 'Delete a report, with its marks in later lists',
    notes: 'Refunds that are still being checked end with it.',
    params,
    response: { data: {} },
  },
} satisfies ExamplesOf<typeof bounceRoutes>;
