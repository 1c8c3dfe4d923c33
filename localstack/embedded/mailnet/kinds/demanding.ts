import type { KindRow, Server } from './kind.ts';
import { NAMES_REFUSED, own } from './refusals.ts';
import { courier, exim, groupware, postfix, sendmail } from './software.ts';

/** Servers that tell a mailbox's state to those alone who bear with their ways. */

const insisting = (server: Server, stage: 'mail' | 'rcpt', reply: string): Server => ({
  ...server,
  starttls: 'required',
  demand: { stage, reply },
});

export const DEMANDING: readonly KindRow[] = [
  {
    id: 'growing-tarpit',
    // Courier, `TARPIT=1` in etc/courier/esmtpd, its default.
    summary: 'each refusal of a connection takes twice as long as the one before',
    variants: [own({ ...courier, mailboxes: { absent: 60, full: 3 }, tarpit: 1000 })],
  },
  {
    id: 'withholds-replies',
    // sendmail writes when no command is left to read.
    summary: 'takes 5 s for a recipient, and replies when all of a group are done',
    variants: [
      own({ ...sendmail, withholds: true, pace: { greeting: 0, command: 0, recipient: 5000 } }),
    ],
  },
  {
    id: 'tls-in-other-words',
    summary: 'demands TLS, but not by 530',
    variants: [
      own(insisting(sendmail, 'mail', '503 5.7.0 encryption too weak 0 less than 112')),
      own(insisting(sendmail, 'mail', '403 4.7.0 encryption too weak 0 less than 112')),
      own(insisting(courier, 'mail', '400 STARTTLS is required first.')),
    ],
  },
  {
    id: 'tls-at-recipient',
    summary: 'demands TLS at the first recipient, and does not start it amid a transaction',
    variants: [
      own(insisting(exim, 'rcpt', '530 5.7.0 Must issue a STARTTLS command first')),
      own(insisting(groupware, 'rcpt', '450 4.7.1 Sessions without encryption are deferred')),
    ],
  },
  {
    id: 'connection-cap',
    summary: '452 to all recipients of a connection after the first 6 to 15',
    variants: [
      own({
        ...sendmail,
        perConnection: {
          range: [6, 15],
          end: { refuse: '452 4.5.3 Too many recipients on this connection' },
        },
      }),
    ],
  },
  {
    id: 'minute-cap',
    // Postfix, smtpd_client_recipient_rate_limit.
    summary: 'takes 20 recipients a minute from one client',
    variants: [
      own({
        ...postfix,
        perMinute: { most: 20, reply: '450 4.7.1 Error: too many recipients from {client}' },
      }),
    ],
  },
  {
    id: 'first-contact',
    // Postfix, postscreen(8) with its tests after the greeting.
    summary: 'puts off every recipient of the first connection of a client',
    variants: [own({ ...postfix, firstContact: '450 4.3.2 Service currently unavailable' })],
  },
  {
    id: 'early-talker',
    // Postfix, postscreen_greet_wait.
    summary: 'greets in two lines, 6 s apart, and cuts off who talks between them',
    variants: [
      own({
        ...postfix,
        banner: '220-{host} ESMTP, one moment',
        pace: { greeting: 6000, command: 0, recipient: 0 },
      }),
    ],
  },
  {
    id: 'callout',
    summary: 'passes on what the server behind it says, code and all',
    variants: [
      own({
        ...exim,
        replies: {
          ...exim.replies,
          absent:
            '550-Callout verification failed:\n' +
            '550 550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown',
          full: '452-Callout verification failed:\n452 452 4.2.2 <{rcpt}>: Mailbox is full',
          disabled: '550-Callout verification failed:\n550 550 5.2.1 Account disabled',
        },
      }),
      own({
        ...postfix,
        replies: {
          ...postfix.replies,
          absent:
            '550 5.1.1 <{rcpt}>: Recipient address rejected: undeliverable address: host ' +
            "backend[10.0.0.5] said: 550 5.1.1 <{rcpt}> User doesn't exist: {rcpt} " +
            '(in reply to RCPT TO command)',
          full:
            '450 4.1.1 <{rcpt}>: Recipient address rejected: unverified address: host ' +
            'backend[10.0.0.5] said: 452 4.2.2 <{rcpt}> Quota exceeded (mailbox for user is full) ' +
            '(in reply to RCPT TO command)',
        },
      }),
    ],
  },
  {
    id: 'case-sensitive',
    summary: 'knows its mailboxes in their own spelling only',
    variants: [own({ ...postfix, caseSensitive: true })],
  },
  {
    id: 'name-refused',
    summary: 'does not like our host name, at EHLO or at the recipient',
    variants: NAMES_REFUSED,
  },
];
