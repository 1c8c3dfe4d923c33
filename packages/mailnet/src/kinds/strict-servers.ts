import { type DomainKind, type ServerProfile, defineKind, dedicatedServer } from './kind.ts';
import { rejectAll } from './refusals.ts';
import { courier, exim, groupware, postfix, sendmail } from './software.ts';

const requireTls = (
  server: ServerProfile,
  stage: 'mail' | 'rcpt',
  reply: string,
): ServerProfile => ({
  ...server,
  starttls: 'required',
  tlsRequirement: { stage, reply },
});

/** Postfix with `reject_unverified_recipient`, which quotes the backend server's replies. */
const relayedByPostfix = (absent: string, full: string): ServerProfile => ({
  ...postfix,
  replies: { ...postfix.replies, absent: relayedReply(absent), full: relayedReply(full) },
});

const relayedReply = (reply: string): string =>
  '550 5.1.1 <{rcpt}>: Recipient address rejected: undeliverable address: host ' +
  `backend[10.0.0.5] said: ${reply} (in reply to RCPT TO command)`;

/** Kinds whose replies concern a recipient other than the one in the command. */
export const MISLEADING_SERVERS: readonly DomainKind[] = [
  // Postfix with DISCARD in check_recipient_access.
  defineKind('discarding', [dedicatedServer({ ...postfix, discards: 'contact' })], { slots: 1 }),
  defineKind('harvest-lies', [dedicatedServer({ ...postfix, harvestLimit: 3 })], { slots: 1 }),
];

const TOO_MANY_RECIPIENTS = '452 4.5.3 Error: too many recipients';

/** Kinds that limit how many commands a client can send at once. */
export const COMMAND_LIMITERS: readonly DomainKind[] = [
  defineKind(
    'broken-pipelining',
    [
      dedicatedServer({ ...postfix, brokenPipelining: 'first-only' }),
      dedicatedServer({ ...exim, brokenPipelining: 'first-only' }),
      // Both servers quote the recipient in every reply.
      dedicatedServer({ ...sendmail, brokenPipelining: 'reversed' }),
      dedicatedServer({ ...sendmail, brokenPipelining: 'silent' }),
    ],
    { slots: 1 },
  ),
  defineKind(
    'announced-limits',
    [
      dedicatedServer({
        ...postfix,
        limits: { MAILMAX: 2, RCPTMAX: 4 },
        perTransaction: { max: 4, reply: TOO_MANY_RECIPIENTS },
      }),
      dedicatedServer({
        ...exim,
        limits: { MAILMAX: 1, RCPTMAX: 2 },
        perConnection: { range: [2, 2], end: { closeWith: '421 {host}: too many recipients' } },
      }),
      {
        zone: 'shared-mx',
        shared: [[10, 'mx.incoming.one-domain.test']],
        server: { ...sendmail, limits: { RCPTDOMAINMAX: 1 } },
      },
    ],
    { slots: 1 },
  ),
];

export const STRICT_SERVERS: readonly DomainKind[] = [
  // Courier with its default, `TARPIT=1` in etc/courier/esmtpd.
  defineKind('growing-tarpit', [
    dedicatedServer({ ...courier, mailboxes: { absent: 60, full: 3 }, tarpit: 1000 }),
  ]),
  // sendmail sends replies only when it has no more commands to read.
  defineKind('withholds-replies', [
    dedicatedServer({
      ...sendmail,
      withholds: true,
      pace: { greeting: 0, command: 0, recipient: 5000 },
    }),
  ]),
  defineKind('tls-in-other-words', [
    dedicatedServer(requireTls(sendmail, 'mail', '503 5.7.0 encryption too weak 0 less than 112')),
    dedicatedServer(requireTls(sendmail, 'mail', '403 4.7.0 encryption too weak 0 less than 112')),
    dedicatedServer(requireTls(courier, 'mail', '400 STARTTLS is required first.')),
  ]),
  defineKind('tls-at-recipient', [
    dedicatedServer(requireTls(exim, 'rcpt', '530 5.7.0 Must issue a STARTTLS command first')),
    dedicatedServer(
      requireTls(groupware, 'rcpt', '450 4.7.1 Sessions without encryption are deferred'),
    ),
  ]),
  defineKind('connection-cap', [
    dedicatedServer({
      ...sendmail,
      perConnection: {
        range: [6, 15],
        end: { rejectWith: '452 4.5.3 Too many recipients on this connection' },
      },
    }),
  ]),
  // Postfix with smtpd_client_recipient_rate_limit.
  defineKind('minute-cap', [
    dedicatedServer({
      ...postfix,
      perMinute: { max: 20, reply: '450 4.7.1 Error: too many recipients from {client}' },
    }),
  ]),
  // Postfix with postscreen(8) and its tests after the greeting.
  defineKind('first-contact', [
    dedicatedServer({ ...postfix, firstContact: '450 4.3.2 Service currently unavailable' }),
  ]),
  // Postfix with postscreen_greet_wait.
  defineKind('early-talker', [
    dedicatedServer({
      ...postfix,
      banner: '220-{host} ESMTP, one moment',
      pace: { greeting: 6000, command: 0, recipient: 0 },
    }),
  ]),
  defineKind('callout', [
    dedicatedServer({
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
    dedicatedServer({
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
    // Postfix in front of Cyrus, whose reply lines it joins, and of a server that replies in
    // Spanish.
    dedicatedServer(
      relayedByPostfix(
        '550-Mailbox unknown. Either there is no mailbox associated with this 550-name or you do ' +
          'not have authorization to see it. 550 5.1.1 User unknown',
        '552 5.2.2 user has exceeded quota, bouncing mail',
      ),
    ),
    dedicatedServer(relayedByPostfix('550 no existe', '552 El buzón está lleno')),
  ]),
  defineKind('case-sensitive', [dedicatedServer({ ...postfix, caseSensitive: true })]),
  defineKind(
    'name-refused',
    rejectAll('ip_blocked', [
      ['ehlo', '550 5.7.1 <unknown>: Helo command rejected: Access denied'],
      ['ehlo', '550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)'],
      ['rcpt', '450 4.7.1 Client host rejected: cannot find your reverse hostname, [{client}]'],
    ]),
  ),
];
