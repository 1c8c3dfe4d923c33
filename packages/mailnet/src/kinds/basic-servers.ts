import {
  type DomainKind,
  type ServerProfile,
  type MailboxShares,
  type DomainVariant,
  defineKind,
  dedicatedServer,
} from './kind.ts';
import { LANGUAGE_VARIANTS } from './languages.ts';
import { rejectAll } from './refusals.ts';
import { COMMAND_LIMITERS, MISLEADING_SERVERS } from './strict-servers.ts';
import {
  courier,
  exchange,
  exim,
  groupware,
  opensmtpd,
  postfix,
  qmail,
  sendmail,
} from './software.ts';

const withMailboxes = (mailboxes: MailboxShares): [DomainVariant, DomainVariant, DomainVariant] => [
  dedicatedServer({ ...postfix, mailboxes }),
  dedicatedServer({ ...exim, mailboxes }),
  dedicatedServer({ ...sendmail, mailboxes }),
];

const greylistingServer = (
  software: ServerProfile,
  reply: string,
  greylist: Partial<ServerProfile['greylist']> = {},
): DomainVariant =>
  dedicatedServer({ ...software, greylist: { reply, rejectsUnknown: false, ...greylist } });

const BARE_550 = '550 Requested action not taken: mailbox unavailable';
const bareServer: ServerProfile = {
  ...exim,
  mailboxes: { absent: 25 },
  firstIsOpen: true,
  replies: { ...exim.replies, greeting: '220 {host} ESMTP', absent: BARE_550 },
};

export const BASIC_SERVERS: readonly DomainKind[] = [
  defineKind(
    'precise',
    [
      dedicatedServer(postfix),
      dedicatedServer(exim),
      dedicatedServer(sendmail),
      dedicatedServer(exchange),
      dedicatedServer(qmail),
      dedicatedServer(groupware),
      dedicatedServer(opensmtpd),
    ],
    { slots: 4 },
  ),
  ...MISLEADING_SERVERS,
  defineKind(
    'always-throttling',
    rejectAll('throttled', [
      ['greeting', '421 4.7.0 {host} Error: too many connections from {client}'],
      ['mail', '450 4.7.1 Error: too much mail from {client}'],
      ['mail', '421 4.7.0 {host} Too many messages from {client} this hour, closing'],
      ['rcpt', '450 4.7.1 Error: too many recipients from {client}'],
      ['rcpt', '421 4.7.28 {host} Rate limit exceeded for {client}, closing'],
    ]),
  ),
  defineKind('dns-silent', [{ zone: 'silent' }], {
    largeDomains: ['poste-muette.test', 'reseau-muet.test', 'courriel-muet.test'],
  }),
  defineKind('dual-stack', [
    {
      zone: 'shared-mx',
      server: postfix,
      shared: [
        [10, 'mx6.incoming.dual-stack.test', 'ipv6'],
        [20, 'mx4.incoming.dual-stack.test'],
      ],
    },
    { zone: 'dead-ipv6', server: exim },
  ]),
  defineKind(
    'accept-all',
    [
      dedicatedServer({ ...postfix, acceptsAll: true }),
      dedicatedServer({ ...exchange, acceptsAll: true }),
    ],
    { slots: 4 },
  ),
  defineKind('greylisting', [
    greylistingServer(
      postfix,
      '450 4.2.0 <{rcpt}>: Recipient address rejected: Greylisted, please retry in 4 minutes',
      { rejectsUnknown: true },
    ),
    greylistingServer(postfix, '451 4.7.1 Greylisting in action, please come back later'),
    greylistingServer(exim, '451 Temporarily deferred (greylist), try again later'),
  ]),
  defineKind('always-greylisting', [
    greylistingServer(
      postfix,
      '450 4.2.0 <{rcpt}>: Recipient address rejected: Greylisted for 300 seconds',
      { forever: true },
    ),
    greylistingServer(exim, '451 You have been greylisted, please try again later', {
      forever: true,
    }),
  ]),
  defineKind('full', withMailboxes({ absent: 15, full: 50 })),
  defineKind('disabled', withMailboxes({ absent: 15, disabled: 50 })),
  defineKind('text-only', LANGUAGE_VARIANTS, { slots: 3 }),
  ...COMMAND_LIMITERS,
  defineKind('tarpit', [
    dedicatedServer({ ...postfix, pace: { greeting: 4000, command: 0, recipient: 5000 } }),
  ]),
  defineKind('slow', [
    dedicatedServer({ ...sendmail, pace: { greeting: 1200, command: 1200, recipient: 1200 } }),
  ]),
  defineKind('closes-421', [
    dedicatedServer({
      ...postfix,
      perConnection: {
        range: [5, 12],
        end: { closeWith: '421 4.7.0 {host} Too many recipients on this connection, closing' },
      },
    }),
  ]),
  defineKind('drops-later', [
    dedicatedServer({ ...exim, perConnection: { range: [6, 15], end: 'close' } }),
  ]),
  defineKind('drops-always', [
    dedicatedServer({ ...postfix, dropsAtRecipient: 'close' }),
    dedicatedServer({ ...postfix, dropsAtRecipient: 'reset' }),
  ]),
  defineKind(
    'ip-blocked',
    rejectAll(
      'ip_blocked',
      [
        ['greeting', '554 5.7.1 {host} Service unavailable; client {client} is on our blocklist'],
        ['mail', '550 5.7.1 Your IP {client} has a poor reputation and is refused'],
        ['mail', '554 5.7.1 Service refused for {client}, see https://blocklist.mailnet.test/'],
        [
          'rcpt',
          '554 5.7.1 Service unavailable; Client host [{client}] blocked using bl.spam.test',
        ],
        [
          'rcpt',
          '550 5.1.1 <{rcpt}> refused: client {client} is listed in the blacklist bl.spam.test',
        ],
      ],
      { undecidable: true },
    ),
  ),
  defineKind('starttls-only', [
    dedicatedServer({ ...postfix, starttls: 'required' }),
    dedicatedServer({ ...exchange, starttls: 'required' }),
  ]),
  defineKind('null-mx', [{ zone: 'null-mx' }]),
  defineKind('address-only', [
    { zone: 'address-only', server: postfix },
    { zone: 'address-only', server: exim },
  ]),
  defineKind('no-mail-server', [{ zone: 'no-records' }, { zone: 'all-missing' }]),
  defineKind('nonexistent', [{ zone: 'nonexistent' }]),
  defineKind('dns-failing', [{ zone: 'failing' }]),
  defineKind(
    'international',
    [dedicatedServer({ ...postfix, extensions: [...postfix.extensions, 'SMTPUTF8'] })],
    {
      international: true,
    },
  ),
  defineKind('dead-mx-first', [
    { zone: 'dead-first', server: postfix },
    { zone: 'dead-first', server: sendmail },
  ]),
  defineKind('unreachable', [{ zone: 'all-dead' }]),
  defineKind('missing-mx-first', [{ zone: 'missing-first', server: postfix }]),
  defineKind('alias-mx', [{ zone: 'alias-mx', server: exim }]),
  defineKind('many-mx', [
    {
      zone: 'many-mx',
      server: postfix,
      shared: Array.from(
        { length: 30 },
        (_, n) => [10, `mx-${String(n + 1).padStart(2, '0')}.incoming.mail-pool.test`] as const,
      ),
    },
  ]),
  defineKind('recipient-cap', [
    dedicatedServer({
      ...postfix,
      perTransaction: { max: 5, reply: '452 4.5.3 Error: too many recipients' },
    }),
    dedicatedServer({ ...exim, perTransaction: { max: 5, reply: '452 too many recipients' } }),
    // The reply of mox to a sender without SPF (smtpserver/server.go).
    dedicatedServer({
      ...sendmail,
      perTransaction: { max: 1, reply: '452 4.5.3 only one recipient allowed without spf pass' },
    }),
    // The reply of Salmon (salmon/server.py).
    dedicatedServer({
      ...courier,
      perTransaction: {
        max: 1,
        reply: '451 Will not accept multiple recipients in one transaction',
      },
    }),
    // The reply of Inbucket above INBUCKET_SMTP_MAXRECIPIENTS.
    dedicatedServer({
      ...groupware,
      perTransaction: { max: 3, reply: '552 Limit of 3 recipients exceeded' },
    }),
  ]),
  defineKind(
    'relay-denied',
    rejectAll('policy', [
      ['rcpt', '554 5.7.1 <{rcpt}>: Relay access denied'],
      ['rcpt', '550 relay not permitted'],
      ['rcpt', '513 Relaying denied.'],
    ]),
  ),
  defineKind(
    'sender-rejected',
    rejectAll('sender_rejected', [
      ['mail', '553 5.1.8 <{sender}>: Sender address rejected: Domain of sender not found'],
      [
        'mail',
        '517-Domain does not exist: {sender}.\n' +
          '517 Invalid domain, see <URL:ftp://ftp.isi.edu/in-notes/rfc1035.txt>',
      ],
      ['rcpt', '550 5.1.7 <{sender}>: Sender address rejected: undeliverable address'],
      ['rcpt', '550-Verification failed for <{sender}>\n550 Sender verify failed'],
    ]),
  ),
  defineKind('bare-550', [dedicatedServer(bareServer)]),
  defineKind('bare-550-alone', [
    dedicatedServer({
      ...bareServer,
      refusal: { stage: 'rcpt', reply: BARE_550, reason: 'policy', undecidable: true },
    }),
  ]),
  defineKind('always-failing', [
    ...rejectAll('server_error', [
      ['rcpt', '451 4.3.0 <{rcpt}>: Temporary lookup failure'],
      ['rcpt', '452 4.3.1 Insufficient system storage'],
      ['rcpt', '500 Error: (RuntimeError) dictionary changed size during iteration'],
      // sendmail sends this if a recipient lookup fails temporarily; it retries from its queue.
      ['rcpt', '250 2.1.5 <{rcpt}>... Recipient ok (will queue)'],
      // A server that speaks only LMTP (RFC 2033 §4.1).
      ['ehlo', '500 5.5.1 Command unrecognized, this is LMTP'],
      ['greeting', '421 {host} is under maintenance, come back tomorrow'],
    ]),
    dedicatedServer({ ...postfix, starttls: 'broken' }),
  ]),
  defineKind('helo-only', [
    dedicatedServer({
      ...qmail,
      heloOnly: true,
      extensions: [],
      replies: { ...qmail.replies, greeting: '220 {host} SMTP' },
    }),
  ]),
  defineKind('disposable', [dedicatedServer(postfix)], {
    disposable: true,
    largeDomains: `
      mailinator.com yopmail.com guerrillamail.com 10minutemail.com trashmail.com sharklasers.com
      jetable.org dispostable.com getnada.com maildrop.cc mailnesia.com fakeinbox.com`
      .trim()
      .split(/\s+/u),
  }),
];
