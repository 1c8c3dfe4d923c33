import type { Kind, Refusal, Server, Variant } from './kind.ts';
import { postfix } from './software.ts';

/** Domains with a server of their own, and those whose server refuses everybody. */

/** A domain with one mail server of its own. */
export const own = (server: Server): Variant => ({ zone: 'own-mx', server });

/** One whose server refuses everybody. */
export const refusing = (refusal: Refusal): Variant => own({ ...postfix, refusal });

const blocked = (stage: Refusal['stage'], reply: string): Variant =>
  refusing({ stage, reply, reason: 'ip_blocked', undecidable: true });

/** Refuse our address; nobody can tell why from the replies. */
export const BLOCKED: Kind['variants'] = [
  blocked('greeting', '554 5.7.1 {host} Service unavailable; client {client} is on our blocklist'),
  blocked('mail', '550 5.7.1 Your IP {client} has a poor reputation and is refused'),
  blocked('mail', '554 5.7.1 Service refused for {client}, see https://blocklist.mailnet.test/'),
  blocked(
    'rcpt',
    '554 5.7.1 Service unavailable; Client host [{client}] blocked using bl.spam.test',
  ),
  blocked(
    'rcpt',
    '550 5.1.1 <{rcpt}> refused: client {client} is listed in the blacklist bl.spam.test',
  ),
];

/** Do not like our name. */
export const NAMES_REFUSED: Kind['variants'] = [
  refusing({
    stage: 'ehlo',
    reply: '550 5.7.1 <unknown>: Helo command rejected: Access denied',
    reason: 'ip_blocked',
  }),
  refusing({
    stage: 'ehlo',
    reply: '550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)',
    reason: 'ip_blocked',
  }),
  refusing({
    stage: 'rcpt',
    reply: '450 4.7.1 Client host rejected: cannot find your reverse hostname, [{client}]',
    reason: 'ip_blocked',
  }),
];

/** The server does not know that it serves the domain. */
export const FOREIGN: Kind['variants'] = [
  refusing({
    stage: 'rcpt',
    reply: '554 5.7.1 <{rcpt}>: Relay access denied',
    reason: 'policy',
  }),
  refusing({ stage: 'rcpt', reply: '550 relay not permitted', reason: 'policy' }),
  refusing({ stage: 'rcpt', reply: '513 Relaying denied.', reason: 'policy' }),
];

/** Do not like who asks. */
export const SENDERS_REJECTED: Kind['variants'] = [
  refusing({
    stage: 'mail',
    reply: '553 5.1.8 <{sender}>: Sender address rejected: Domain of sender not found',
    reason: 'sender_rejected',
  }),
  refusing({
    stage: 'mail',
    reply:
      '517-Domain does not exist: {sender}.\n' +
      '517 Invalid domain, see <URL:ftp://ftp.isi.edu/in-notes/rfc1035.txt>',
    reason: 'sender_rejected',
  }),
  refusing({
    stage: 'rcpt',
    reply: '550 5.1.7 <{sender}>: Sender address rejected: undeliverable address',
    reason: 'sender_rejected',
  }),
  refusing({
    stage: 'rcpt',
    reply: '550-Verification failed for <{sender}>\n550 Sender verify failed',
    reason: 'sender_rejected',
  }),
];

/** The server itself is broken. */
export const BROKEN: Kind['variants'] = [
  refusing({
    stage: 'rcpt',
    reply: '451 4.3.0 <{rcpt}>: Temporary lookup failure',
    reason: 'server_error',
  }),
  refusing({
    stage: 'rcpt',
    reply: '452 4.3.1 Insufficient system storage',
    reason: 'server_error',
  }),
  refusing({
    stage: 'rcpt',
    reply: '500 Error: (RuntimeError) dictionary changed size during iteration',
    reason: 'server_error',
  }),
  // sendmail could not look the recipient up, and will try again with the mail in its queue.
  refusing({
    stage: 'rcpt',
    reply: '250 2.1.5 <{rcpt}>... Recipient ok (will queue)',
    reason: 'server_error',
  }),
  // Speaks LMTP alone (RFC 2033 §4.1).
  refusing({
    stage: 'ehlo',
    reply: '500 5.5.1 Command unrecognized, this is LMTP',
    reason: 'server_error',
  }),
  refusing({
    stage: 'greeting',
    reply: '421 {host} is under maintenance, come back tomorrow',
    reason: 'server_error',
  }),
  own({ ...postfix, starttls: 'broken' }),
];
