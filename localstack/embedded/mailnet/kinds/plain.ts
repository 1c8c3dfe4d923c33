import { GREYLISTS, GREYLISTS_FOREVER, THROTTLES } from './deferrals.ts';
import { type Kind, type Server, type Shares, type Variant, kind } from './kind.ts';
import { LANGUAGES } from './languages.ts';
import { BLOCKED, BROKEN, FOREIGN, SENDERS_REJECTED, own } from './refusals.ts';
import { exchange, exim, groupware, opensmtpd, postfix, qmail, sendmail } from './software.ts';

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

export const PLAIN: readonly Kind[] = [
  kind(
    'precise',
    [
      own(postfix),
      own(exim),
      own(sendmail),
      own(exchange),
      own(qmail),
      own(groupware),
      own(opensmtpd),
    ],
    { slots: 6 },
  ),
  kind('always-throttling', THROTTLES),
  kind('dns-silent', [{ zone: 'silent' }], {
    crowd: ['poste-muette.test', 'reseau-muet.test', 'courriel-muet.test'],
  }),
  kind('dual-stack', [
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
  ]),
  kind(
    'accept-all',
    [own({ ...postfix, acceptsAll: true }), own({ ...exchange, acceptsAll: true })],
    { slots: 4 },
  ),
  kind('greylisting', GREYLISTS),
  kind('always-greylisting', GREYLISTS_FOREVER),
  kind('full', keeping({ absent: 15, full: 50 })),
  kind('disabled', keeping({ absent: 15, disabled: 50 })),
  kind('text-only', LANGUAGES, { slots: 5 }),
  kind('tarpit', [own({ ...postfix, pace: { greeting: 4000, command: 0, recipient: 5000 } })]),
  kind('slow', [own({ ...sendmail, pace: { greeting: 1200, command: 1200, recipient: 1200 } })]),
  kind('closes-421', [
    own({
      ...postfix,
      perConnection: {
        range: [5, 12],
        end: { say: '421 4.7.0 {host} Too many recipients on this connection, closing' },
      },
    }),
  ]),
  kind('drops-later', [own({ ...exim, perConnection: { range: [6, 15], end: 'close' } })]),
  kind('drops-always', [
    own({ ...postfix, breaks: 'close' }),
    own({ ...postfix, breaks: 'reset' }),
  ]),
  kind('ip-blocked', BLOCKED),
  kind('starttls-only', [
    own({ ...postfix, starttls: 'required' }),
    own({ ...exchange, starttls: 'required' }),
  ]),
  kind('null-mx', [{ zone: 'null-mx' }]),
  kind('address-only', [
    { zone: 'address-only', server: postfix },
    { zone: 'address-only', server: exim },
  ]),
  kind('no-mail-server', [{ zone: 'no-records' }, { zone: 'all-missing' }]),
  kind('nonexistent', [{ zone: 'nonexistent' }]),
  kind('dns-failing', [{ zone: 'failing' }]),
  kind('international', [own({ ...postfix, extensions: [...postfix.extensions, 'SMTPUTF8'] })], {
    international: true,
  }),
  kind('dead-mx-first', [
    { zone: 'dead-first', server: postfix },
    { zone: 'dead-first', server: sendmail },
  ]),
  kind('unreachable', [{ zone: 'all-dead' }]),
  kind('missing-mx-first', [{ zone: 'missing-first', server: postfix }]),
  kind('alias-mx', [{ zone: 'alias-mx', server: exim }]),
  kind('many-mx', [
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
  ]),
  kind('recipient-cap', [
    own({
      ...postfix,
      perTransaction: { max: 5, reply: '452 4.5.3 Error: too many recipients' },
    }),
    own({ ...exim, perTransaction: { max: 5, reply: '452 too many recipients' } }),
  ]),
  kind('relay-denied', FOREIGN),
  kind('sender-rejected', SENDERS_REJECTED),
  kind('bare-550', [own(bare)]),
  kind('bare-550-alone', [
    own({
      ...bare,
      refusal: { stage: 'rcpt', reply: BARE_550, reason: 'policy', undecidable: true },
    }),
  ]),
  kind('always-failing', BROKEN),
  kind('helo-only', [
    own({
      ...qmail,
      heloOnly: true,
      extensions: [],
      replies: { ...qmail.replies, greeting: '220 {host} SMTP' },
    }),
  ]),
  kind('disposable', [own(postfix)], {
    disposable: true,
    crowd: `
      mailinator.com yopmail.com guerrillamail.com 10minutemail.com trashmail.com sharklasers.com
      jetable.org dispostable.com getnada.com maildrop.cc mailnesia.com fakeinbox.com`
      .trim()
      .split(/\s+/u),
  }),
];
