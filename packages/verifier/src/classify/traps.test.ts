import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyReply, withControlRecipient } from './classify-reply.ts';
import { readRuleExamples } from '../../tests/labeled-replies.ts';

const rcpt = (reply: string, provider?: string) =>
  classifyReply({ stage: 'rcpt', reply, ...(provider === undefined ? {} : { provider }) });

describe('mailbox words in replies about something else', () => {
  it.each([
    [
      'ip_blocked',
      '550 5.1.1 User unknown; client host [192.0.2.1] blocked using zen.spamhaus.org',
    ],
    ['ip_blocked', '550 5.1.1 No such user for your IP 192.0.2.1'],
    ['ip_blocked', '550 5.7.1 mailbox unavailable, 192.0.2.1 blocked'],
    ['ip_blocked', '550 mailbox unavailable: sending IP has a bad reputation'],
    ['policy', '550 5.1.1 Recipient rejected due to policy: invalid recipient'],
    ['policy', '550 user unknown: SPF check failed for example.org'],
    ['policy', '554 5.7.1 Recipient refused: message looks like spam, mailbox not found'],
    ['ip_blocked', '550 5.7.1 Helo command rejected: unknown user or host'],
    ['sender_rejected', '550 5.1.1 Sender address rejected: User unknown'],
    ['sender_rejected', '550 5.1.1 domain of sender does not exist'],
    ['sender_rejected', '550 Sender account disabled'],
    ['sender_rejected', '550 5.2.1 Your account is suspended'],
    ['sender_rejected', '450 4.1.8 MAIL FROM: domain not found'],
    ['throttled', '550 5.1.1 too many unknown users, slow down'],
    ['throttled', '450 4.7.1 rate limit: recipient unknown'],
    ['throttled', '421 4.1.1 User unknown'],
    ['server_error', '421 Unexpected failure, please try later'],
    ['server_error', '421 4.3.0 Temporary system problem'],
    ['throttled', '421 4.7.0 Too many connections, temporary system problem'],
    ['sender_rejected', '552 5.2.2 Sender rejected: the mailbox is full'],
    ['server_error', '450 4.1.1 <a@example.com>: Recipient address rejected: User unknown'],
    ['server_error', '450 4.1.1 <a@example.com>: Address verification in progress'],
    ['throttled', '450 4.7.1 Error: too much mail from 192.0.2.10'],
    [
      'ip_blocked',
      '450 4.1.1 <a@example.com>: Recipient address rejected: unverified address: host mx.example.com[192.0.2.1] said: 550 5.7.1 Client host [192.0.2.2] blocked using zen.spamhaus.org',
    ],
    ['server_error', '550 5.1.1 <a@example.com>: unverified address: connection timed out'],
    ['server_error', '451 4.2.1 mailbox temporarily disabled'],
    ['server_error', '550 5.1.1 database error while looking for user, user unknown'],
    ['policy', '551 5.7.1 We do not relay: user not local'],
    ['policy', '550 5.1.1 relaying denied'],
    ['policy', '535 5.7.8 Invalid user name or password'],
    ['policy', '550 recipient rejected, connection closed'],
    ['policy', '550 Invalid email content'],
    ['policy', '554 No recipient specified'],
    ['policy', '550 Aucune autorisation pour cette adresse'],
    ['policy', '550 Kein Zugriff auf das Postfach'],
    ['policy', '550 Keine Berechtigung für dieses Konto'],
    ['policy', '550 Ningún permiso para este buzón'],
    ['policy', '550 Nessun permesso per la casella'],
    ['policy', '550 Geen toegang tot deze mailbox'],
    ['policy', '550 Brak dostępu do skrzynki'],
    ['policy', '550 Formato de e-mail inválido'],
    ['policy', '550 Servidor de correo desconocido'],
    ['sender_rejected', '550 5.2.1 Votre compte est désactivé'],
    ['sender_rejected', '550 Su cuenta está suspendida'],
    ['sender_rejected', "550 5.1.1 Adresse d'envoi inconnue"],
    ['ip_blocked', '550 IP地址无效'],
    ['policy', '550 see http://www.example.com/no-such-user/mailbox-not-found.html'],
    ['ip_blocked', '550 refused by mailbox-full.example.com'],
    ['policy', '550 Domain is no longer valid'],
    ['policy', '550 message no longer exists'],
    ['policy', '550 Command does not exist here'],
    ['policy', '550 TLS is disabled'],
    ['policy', '550 server is over quota'],
    ['policy', '550 Either the user is unknown or you do not have permission'],
    ['policy', '550-Rejected. Possible reasons:\r\n550 User unknown, mailbox full, or blocked'],
    ['server_error', '550 5.1.1 recipient lookup failed: connection timed out'],
  ])('%s: %s', (reason, reply) => {
    expect(rcpt(reply)).toMatchObject({ status: 'unknown', reason });
  });
});

describe('other words in replies about a mailbox', () => {
  it.each([
    '550-5.1.1 <a@example.com>: Recipient address rejected: User unknown in virtual mailbox table\r\n550 5.1.1 For assistance, please provide: time (Jan 24 15:42:00), client (192.0.2.1), blocked or not.',
    '550 5.1.1 <spam@example.com>: Recipient address rejected: User unknown',
    '550 5.1.1 <a@example.com>: Recipient address rejected: User unknown. For assistance, call 800-555-0101. Please provide the following information in your problem report: time (Jan 4 15:42:00), client (192.0.2.1) and server (mail1.example.com).',
    '550 5.1.1 <policy@blacklist.example.com>... User unknown',
    '550 5.1.1 <sender@rejected.example>: user does not exist',
    '550 5.1.1 User unknown (mx1.antispam-reputation.com)',
    '550 5.1.1 User unknown, see https://www.example.com/policy/spam',
    '550 host mx.example.com[192.0.2.9] said: 550 5.1.1 User unknown (in reply to RCPT TO command)',
    '550-Callout verification failed:\r\n550 550 No Such User Here',
    '550 邮箱user@example.cn不存在',
    '550 user@example.jpは存在しません',
    '450 4.0.0 ok\r\n550 5.1.1 never mind',
  ])('%j', (reply) => {
    const expected = reply.startsWith('450') ? 'unknown' : 'undeliverable';
    expect(rcpt(reply).status).toBe(expected);
  });
});

describe('the provider', () => {
  it('changes only the meaning of its own replies', () => {
    expect(rcpt('550 5.2.1 Mailbox not available').reason).toBe('mailbox_disabled');
    expect(rcpt('550 5.2.1 Mailbox not available', 'free').reason).toBe('mailbox_disabled');
    expect(rcpt('550 5.2.1 Mailbox not available', 'interia').action).toBe('control_recipient');
    expect(rcpt('550 5.1.1 Account not found', 'interia').reason).toBe('no_such_mailbox');
  });
});

describe("RFC 5321's standard text for 550", () => {
  const STOCK = '550 Requested action not taken: mailbox unavailable';

  it.each([
    STOCK,
    '550 mailbox unavailable',
    '550 5.2.0 <user@example.com>: mailbox unavailable',
    '550 5.5.0 Requested action not taken: mailbox unavailable',
    '553 Requested action not taken: mailbox name not allowed',
    '550 Action demandée non effectuée : boîte aux lettres indisponible',
  ])('%j is about the mailbox only after an accepted recipient, with low confidence', (reply) => {
    const bare = rcpt(reply);
    expect(bare).toMatchObject({ status: 'unknown', reason: 'policy' });
    const { status, confidence } = withControlRecipient(bare);
    expect(status).toBe('undeliverable');
    expect(confidence).toBeLessThan(0.7);
  });

  it.each(['450 Requested mail action not taken: mailbox unavailable', '451 Mailbox unavailable'])(
    'retries later after %j',
    (reply) => {
      expect(rcpt(reply)).toMatchObject({ status: 'unknown', action: 'retry_later' });
    },
  );

  it.each([
    '550 5.1.1 Requested action not taken: mailbox unavailable',
    '550 Requested action not taken: mailbox unavailable or is not local',
    '550 Mailbox unavailable or does not exist',
    '550 Requested action not taken: mailbox unavailable, no such user here',
  ])('%j is about the mailbox', (reply) => {
    expect(rcpt(reply)).toMatchObject({ status: 'undeliverable', reason: 'no_such_mailbox' });
  });

  it('means an unknown mailbox at providers that document it', () => {
    for (const [reply, provider] of [
      [STOCK, 'gmx'],
      [STOCK, 'ionos'],
      ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)', 'microsoft'],
    ] as const) {
      const classification = rcpt(reply, provider);
      expect(classification).toMatchObject({ status: 'undeliverable', reason: 'no_such_mailbox' });
      expect(classification.confidence).toBeLessThan(0.7);
    }
    expect(rcpt(STOCK, 'google').status).toBe('unknown');
  });
});

describe('parses the code, the enhanced code and the text', () => {
  it.each([
    [
      '550-5.1.1 The account\r\n550-5.1.1 does not\r\n550 5.1.1 exist',
      550,
      '5.1.1',
      'The account does not exist',
    ],
    ['550-5.1.1 The account\n550 5.1.1 does not exist', 550, '5.1.1', 'The account does not exist'],
    ['smtp; 550-5.1.1 User unknown', 550, '5.1.1', 'User unknown'],
    ['550#5.1.1 User unknown', 550, '5.1.1', 'User unknown'],
    ['550 #5.1.1 User unknown', 550, '5.1.1', 'User unknown'],
    ['550 User unknown (#5.1.1)', 550, '5.1.1', 'User unknown (#5.1.1)'],
    ['550 4.7.1 then 5.1.1 User unknown', 550, '5.1.1', 'then User unknown'],
    ['550 Server 10.5.1.1 User unknown', 550, undefined, 'Server 10.5.1.1 User unknown'],
    ['550 Postfix 2.5.1.1 User unknown', 550, undefined, 'Postfix 2.5.1.1 User unknown'],
    ['550', 550, undefined, ''],
    ['550 User\u0000\u0007 unknown\t', 550, undefined, 'User unknown'],
    ['User unknown', undefined, undefined, 'User unknown'],
    ['', undefined, undefined, ''],
  ])('%j', (reply, code, enhanced, text) => {
    const classification = rcpt(reply);
    expect([classification.code, classification.enhanced, classification.text]).toEqual([
      code,
      enhanced,
      text,
    ]);
  });

  it('keeps at most 512 characters of the text', () => {
    expect(rcpt(`550 ${'x'.repeat(1000)}`).text).toHaveLength(512);
  });
});

describe('the next step of the session', () => {
  it.each([
    ['550 5.1.1 User unknown', 'final'],
    ['452 4.5.3 Too many recipients', 'next_transaction'],
    ['554 5.7.1 Relay access denied', 'next_mx'],
    ['530 5.7.0 Must issue a STARTTLS command first', 'starttls'],
    ['450 4.2.0 Greylisted', 'retry_later'],
    ['421 4.3.2 Closing', 'retry_later'],
    ['451 4.7.1 blocked using zen.spamhaus.org', 'retry_later'],
    ['454 4.7.0 TLS not available due to temporary reason', 'retry_later'],
    ['454 4.7.1 Relay access denied', 'next_mx'],
    ['550 Reenvío denegado', 'next_mx'],
    ['550 Destinataire refusé', 'control_recipient'],
    ['550 拒绝', 'control_recipient'],
    ['550 何かの理由で受け取れません', 'final'],
    ['554 5.7.1 blocked using zen.spamhaus.org', 'final'],
    ['452 4.2.2 Mailbox full', 'final'],
    ['550', 'control_recipient'],
  ])('%s: %s', (reply, action) => expect(rcpt(reply).action).toBe(action));

  it('asks the next host after a refusal in the greeting', () => {
    const banner = (reply: string) => classifyReply({ stage: 'connect', reply }).action;
    expect(banner('554 5.7.1 blocked')).toBe('next_mx');
    expect(banner('421 busy')).toBe('next_mx');
    expect(banner('220 mx.example.com ESMTP')).toBe('final');
  });

  it('attributes a bare refusal to the mailbox only after an accepted recipient', () => {
    const bare = rcpt('550 5.0.0 Rejected');
    expect(bare).toMatchObject({ status: 'unknown', reason: 'policy' });
    expect(withControlRecipient(bare)).toMatchObject({
      status: 'undeliverable',
      reason: 'no_such_mailbox',
      action: 'final',
    });
    const policy = rcpt('550 5.7.1 Rejected by policy');
    expect(withControlRecipient(policy)).toBe(policy);
  });
});

describe('the codes of the IANA registry', () => {
  const registry = readFileSync(
    new URL('../../tests/data/iana-enhanced-status-codes.csv', import.meta.url),
    'utf8',
  );
  const codes = [...registry.matchAll(/^X(\.\d+\.\d+),/gm)].map(([, rest = '']) => rest);
  const undeliverable = (statusClass: number): string[] =>
    codes.filter((rest) => {
      const reply = `${statusClass}50 ${statusClass}${rest} <user@example.com>`;
      return rcpt(reply).status === 'undeliverable';
    });

  it('make a mailbox undeliverable only if they are about a mailbox or a domain', () => {
    expect(codes.length).toBeGreaterThan(60);
    expect(undeliverable(5)).toEqual(['.1.1', '.1.2', '.1.3', '.1.6', '.1.10', '.2.1', '.4.4']);
    expect(undeliverable(4)).toEqual([]);
  });
});

describe('any reply', () => {
  const word = fc.constantFrom(...readRuleExamples().flatMap(({ reply }) => reply.split(' ')));
  const reply = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
  );
  const stage = fc.constantFrom('connect', 'ehlo', 'mail', 'rcpt');

  it('always gets the same classification, which is not about a mailbox before RCPT TO', () => {
    fc.assert(
      fc.property(reply, stage, (text, at) => {
        const classification = classifyReply({ stage: at, reply: text });
        expect(classification).toEqual(classifyReply({ stage: at, reply: text }));
        expect(classification.text).not.toMatch(/\p{Cc}/u);
        expect(at === 'rcpt' || classification.status === 'unknown').toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is classified in limited time, however repetitive it is', () => {
    const pieces = [
      'user ',
      'not user ',
      'rejected ',
      'no ',
      '(a) mailbox ',
      'a.',
      '.',
      'recipient lookup in ',
      'a@',
      '1.',
      '0:',
      '550-',
      'user "a@b.cc" ',
      '"a@b.cc" ',
      'you tried to reach ',
      'アドレス',
    ];
    // Measures CPU time, because wall-clock time includes other processes.
    for (const piece of pieces) {
      const start = process.cpuUsage();
      rcpt(`550 user ${piece.repeat(40_000 / piece.length)}`);
      expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
    }
  });
});
