import type { KindRow, Server, Shares, Variant } from './kind.ts';
import { LANGUAGES } from './languages.ts';
import { GREYLISTS, GREYLISTS_FOREVER, THROTTLES } from './deferrals.ts';
import { BLOCKED, BROKEN, FOREIGN, SENDERS_REJECTED, own } from './refusals.ts';
import {
  exchange,
  exim,
  groupware,
  opensmtpd,
  POSTFIX_REPLIES,
  postfix,
  qmail,
  sendmail,
} from './software.ts';

/** Domains that run a server of their own, and those that run none. */

const keeping = (mailboxes: Shares): [Variant, Variant, Variant] => [
  own({ ...postfix, mailboxes }),
  own({ ...exim, mailboxes }),
  own({ ...sendmail, mailboxes }),
];

const BARE_550 = '550 Requested action not taken: mailbox unavailable';
const bare: Server = {
  ...exim,
  mailboxes: { absent: 25 },
  firstIsOpen: true,
  replies: { ...exim.replies, greeting: '220 {host} ESMTP', absent: BARE_550 },
};

export const PLAIN: readonly KindRow[] = [
  {
    id: 'precise',
    slots: 6,
    summary: 'knows its users and says so; seven kinds of server software',
    variants: [
      own(postfix),
      own(exim),
      own(sendmail),
      own(exchange),
      own(qmail),
      own(groupware),
      own(opensmtpd),
    ],
  },
  {
    id: 'always-throttling',
    summary: 'says that we come too often, whenever we come',
    variants: THROTTLES,
  },
  {
    id: 'dns-silent',
    summary: 'large domains whose name servers are gone: DNS never answers',
    crowd: ['poste-muette.test', 'reseau-muet.test', 'courriel-muet.test'],
    variants: [{ zone: 'silent' }],
  },
  {
    id: 'dual-stack',
    summary:
      'the preferred MX has an IPv6 address only, the next one IPv4; or an AAAA that leads nowhere',
    variants: [
      {
        zone: 'shared-mx',
        server: postfix,
        shared: {
          names: [
            [10, 'mx6.incoming.dual-stack.test', 'ipv6'],
            [20, 'mx4.incoming.dual-stack.test'],
          ],
        },
      },
      { zone: 'dead-ipv6', server: exim },
    ],
  },
  {
    id: 'accept-all',
    slots: 4,
    summary: 'takes every recipient',
    variants: [own({ ...postfix, acceptsAll: true }), own({ ...exchange, acceptsAll: true })],
  },
  {
    id: 'greylisting',
    summary: 'puts off a (client, sender, recipient) it has not seen; takes it 4 minutes later',
    variants: GREYLISTS,
  },
  {
    id: 'always-greylisting',
    summary: 'puts everybody off every time',
    variants: GREYLISTS_FOREVER,
  },
  {
    id: 'full',
    summary: 'half of the mailboxes are full',
    variants: keeping({ absent: 15, full: 50 }),
  },
  {
    id: 'disabled',
    summary: 'half of the mailboxes are disabled',
    variants: keeping({ absent: 15, disabled: 50 }),
  },
  {
    id: 'text-only',
    slots: 5,
    summary:
      'no enhanced codes, replies in French, German, Spanish, Italian, Portuguese, Dutch, Polish',
    variants: LANGUAGES,
  },
  {
    id: 'tarpit',
    summary: 'greets after 4 s and takes 5 s for each recipient',
    variants: [own({ ...postfix, pace: { greeting: 4000, command: 0, recipient: 5000 } })],
  },
  {
    id: 'slow',
    summary: 'takes 1.2 s for every command',
    variants: [own({ ...sendmail, pace: { greeting: 1200, command: 1200, recipient: 1200 } })],
  },
  {
    id: 'closes-421',
    summary: 'says 421 and closes after 5 to 12 recipients of a connection',
    variants: [
      own({
        ...postfix,
        perConnection: {
          range: [5, 12],
          end: { say: '421 4.7.0 {host} Too many recipients on this connection, closing' },
        },
      }),
    ],
  },
  {
    id: 'drops-later',
    summary: 'breaks the connection without a word after 6 to 15 recipients',
    variants: [own({ ...exim, perConnection: { range: [6, 15], end: 'close' } })],
  },
  {
    id: 'drops-always',
    summary: 'breaks the connection at the first recipient, every time',
    variants: [own({ ...postfix, breaks: 'close' }), own({ ...postfix, breaks: 'reset' })],
  },
  {
    id: 'ip-blocked',
    summary: 'refuses our address at the greeting, the sender or the recipient; undecidable',
    variants: BLOCKED,
  },
  {
    id: 'starttls-only',
    summary: '530 until the connection is encrypted (a self-signed certificate)',
    variants: [
      own({ ...postfix, starttls: 'required' }),
      own({ ...exchange, starttls: 'required' }),
    ],
  },
  {
    id: 'null-mx',
    summary: 'says by a null MX that it takes no mail (RFC 7505)',
    variants: [{ zone: 'null-mx' }],
  },
  {
    id: 'address-only',
    summary: 'no MX: the host of its A record takes the mail (RFC 5321 §5.1)',
    variants: [
      { zone: 'address-only', server: postfix },
      { zone: 'address-only', server: exim },
    ],
  },
  {
    id: 'no-mail-server',
    summary: 'exists, but has neither MX nor address, or only MX names that do not exist',
    variants: [{ zone: 'no-records' }, { zone: 'all-missing' }],
  },
  { id: 'nonexistent', summary: 'NXDOMAIN', variants: [{ zone: 'nonexistent' }] },
  { id: 'dns-failing', summary: 'SERVFAIL, always', variants: [{ zone: 'failing' }] },
  {
    id: 'international',
    summary: 'a name beyond ASCII and a server that offers SMTPUTF8',
    international: true,
    variants: [own({ ...postfix, extensions: [...postfix.extensions, 'SMTPUTF8'] })],
  },
  {
    id: 'dead-mx-first',
    summary: 'the preferred MX resets every connection, the next one works',
    variants: [
      { zone: 'dead-first', server: postfix },
      { zone: 'dead-first', server: sendmail },
    ],
  },
  {
    id: 'unreachable',
    summary: 'every MX resets every connection',
    variants: [{ zone: 'all-dead' }],
  },
  {
    id: 'missing-mx-first',
    summary: 'the preferred MX name does not exist, the next one works',
    variants: [{ zone: 'missing-first', server: postfix }],
  },
  {
    id: 'alias-mx',
    summary: 'the MX name is a CNAME',
    variants: [{ zone: 'alias-mx', server: exim }],
  },
  {
    id: 'many-mx',
    summary: '30 MX: the answer is truncated over UDP and must be asked for over TCP',
    variants: [
      {
        zone: 'many-mx',
        server: postfix,
        shared: {
          names: Array.from(
            { length: 30 },
            (_, n) => [10, `mx-${String(n + 1).padStart(2, '0')}.incoming.mail-pool.test`] as const,
          ),
        },
      },
    ],
  },
  {
    id: 'recipient-cap',
    summary: '452 4.5.3 after 5 recipients of a transaction',
    variants: [
      own({
        ...postfix,
        perTransaction: { most: 5, reply: '452 4.5.3 Error: too many recipients' },
      }),
      own({ ...exim, perTransaction: { most: 5, reply: '452 too many recipients' } }),
    ],
  },
  {
    id: 'relay-denied',
    summary: 'its MX does not know that it serves the domain',
    variants: FOREIGN,
  },
  {
    id: 'sender-rejected',
    summary: 'does not like who asks',
    variants: SENDERS_REJECTED,
  },
  {
    id: 'bare-550',
    summary: 'refuses unknown users by a 550 without code or cause; other recipients are accepted',
    variants: [own(bare)],
  },
  {
    id: 'bare-550-alone',
    summary: 'the same 550 to everybody; undecidable',
    variants: [
      own({
        ...bare,
        refusal: { stage: 'rcpt', reply: BARE_550, reason: 'policy', undecidable: true },
      }),
    ],
  },
  {
    id: 'always-failing',
    summary: '451 to every recipient: the server itself is broken',
    variants: BROKEN,
  },
  {
    id: 'helo-only',
    summary: 'an old server that knows HELO only',
    variants: [
      own({
        ...qmail,
        heloOnly: true,
        extensions: [],
        replies: { ...POSTFIX_REPLIES, ...qmail.replies, greeting: '220 {host} SMTP' },
      }),
    ],
  },
  {
    id: 'disposable',
    summary: 'well-known throw-away domains, served here like any other',
    disposable: true,
    crowd: `
      mailinator.com yopmail.com guerrillamail.com 10minutemail.com trashmail.com sharklasers.com
      jetable.org dispostable.com getnada.com maildrop.cc mailnesia.com fakeinbox.com`
      .trim()
      .split(/\s+/u),
    variants: [own(postfix)],
  },
];
