import type { Kind, Reason, Refusal, Server, Variant } from './kind.ts';
import { postfix } from './software.ts';

/** Domains with a server of their own, and those whose server refuses everybody. */

/** A domain with one mail server of its own. */
export const own = (server: Server): Variant => ({ zone: 'own-mx', server });

type Refused = readonly [stage: Refusal['stage'], reply: string];

/** Domains whose servers refuse everybody for the same reason. */
export const refusing = (
  reason: Reason,
  [first, ...others]: readonly [Refused, ...Refused[]],
  more: Pick<Refusal, 'undecidable'> = {},
): Kind['variants'] => {
  const server = ([stage, reply]: Refused): Variant =>
    own({ ...postfix, refusal: { stage, reply, reason, ...more } });
  return [server(first), ...others.map(server)];
};

/** Refuse our address; nobody can tell why from the replies. */
export const BLOCKED = refusing(
  'ip_blocked',
  [
    ['greeting', '554 5.7.1 {host} Service unavailable; client {client} is on our blocklist'],
    ['mail', '550 5.7.1 Your IP {client} has a poor reputation and is refused'],
    ['mail', '554 5.7.1 Service refused for {client}, see https://blocklist.mailnet.test/'],
    ['rcpt', '554 5.7.1 Service unavailable; Client host [{client}] blocked using bl.spam.test'],
    ['rcpt', '550 5.1.1 <{rcpt}> refused: client {client} is listed in the blacklist bl.spam.test'],
  ],
  { undecidable: true },
);

/** Do not like our name. */
export const NAMES_REFUSED = refusing('ip_blocked', [
  ['ehlo', '550 5.7.1 <unknown>: Helo command rejected: Access denied'],
  ['ehlo', '550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)'],
  ['rcpt', '450 4.7.1 Client host rejected: cannot find your reverse hostname, [{client}]'],
]);

/** The server does not know that it serves the domain. */
export const FOREIGN = refusing('policy', [
  ['rcpt', '554 5.7.1 <{rcpt}>: Relay access denied'],
  ['rcpt', '550 relay not permitted'],
  ['rcpt', '513 Relaying denied.'],
]);

/** Do not like who asks. */
export const SENDERS_REJECTED = refusing('sender_rejected', [
  ['mail', '553 5.1.8 <{sender}>: Sender address rejected: Domain of sender not found'],
  [
    'mail',
    '517-Domain does not exist: {sender}.\n' +
      '517 Invalid domain, see <URL:ftp://ftp.isi.edu/in-notes/rfc1035.txt>',
  ],
  ['rcpt', '550 5.1.7 <{sender}>: Sender address rejected: undeliverable address'],
  ['rcpt', '550-Verification failed for <{sender}>\n550 Sender verify failed'],
]);

/** The server itself is broken. */
export const BROKEN: Kind['variants'] = [
  ...refusing('server_error', [
    ['rcpt', '451 4.3.0 <{rcpt}>: Temporary lookup failure'],
    ['rcpt', '452 4.3.1 Insufficient system storage'],
    ['rcpt', '500 Error: (RuntimeError) dictionary changed size during iteration'],
    // sendmail could not look the recipient up, and will try again with the mail in its queue.
    ['rcpt', '250 2.1.5 <{rcpt}>... Recipient ok (will queue)'],
    // Speaks LMTP alone (RFC 2033 §4.1).
    ['ehlo', '500 5.5.1 Command unrecognized, this is LMTP'],
    ['greeting', '421 {host} is under maintenance, come back tomorrow'],
  ]),
  own({ ...postfix, starttls: 'broken' }),
];
