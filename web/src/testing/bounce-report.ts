import type { BounceReport, BounceRow } from '../../../shared/contract/bounces.ts';

/** A report with a hard bounce, a sending problem and refunds in several states. */
export const bounceReport: BounceReport = {
  id: '01KB2T4Q8Z3M5N7P9R1S2V4W6X',
  name: 'Autumn newsletter',
  state: 'checking',
  error: null,
  created_at: '2026-11-24T09:00:00.000Z',
  expires_at: '2027-02-22T09:00:00.000Z',
  sent: {
    list_id: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6',
    categories: ['deliverable', 'risky'],
    at: '2026-11-23T09:00:00.000Z',
  },
  rows: 58,
  skipped: 4,
  addresses: 52,
  matched: 50,
  subjects: { recipient: 12, sender: 31, message: 3, server: 4, unclear: 2 },
  reasons: { no_such_mailbox: 8, mailbox_disabled: 1, no_such_domain: 0, mailbox_full: 3 },
  rates: [
    { status: 'deliverable', sent: 4213, bounced: 9 },
    { status: 'risky', sent: 190, bounced: 11 },
  ],
  causes: [
    { cause: 'Spamhaus ZEN', addresses: 24 },
    { cause: 'DMARC', addresses: 5 },
  ],
  refunds: { refunded: 3, checking: 1, still_accepts: 1, too_old: 1 },
};

export const bounceRow: BounceRow = {
  email: 'ada@customer.test',
  subject: 'recipient',
  reason: 'no_such_mailbox',
  cause: null,
  text: '550 5.1.1 <ada@customer.test>: Recipient address rejected: User unknown in virtual mailbox table',
  verdict: {
    status: 'deliverable',
    reason: 'accepted',
    at: '2026-11-21T09:41:10.000Z',
    list_id: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6',
  },
  refund: 'refunded',
};
