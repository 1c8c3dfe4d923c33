import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createReplyClassifier } from '../../checks/adapters/reply-classifier.ts';
import { classifyBounce } from './classify-bounce.ts';

interface LabeledReply {
  reply: string;
  code?: string;
  about: string;
  set: 'tuning' | 'held_out';
}

const classify = createReplyClassifier();
const email = 'ada@customer.example';
const read = (bounce: { text?: string; code?: string; type?: string }) =>
  classifyBounce(classify, { email, text: '', ...bounce });
const about = (bounce: Parameters<typeof read>[0]) => {
  const { reason, subject } = read(bounce);
  return reason ?? subject;
};

const file = new URL('../../../tests/data/bounces/replies.ndjson', import.meta.url);
const replies = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LabeledReply)
  .map((row) => {
    const { reply: text, code, about: label, set } = row;
    return { text, label, set, read: about({ text, ...(code !== undefined && { code }) }) };
  });
const DEAD = new Set(['no_such_mailbox', 'mailbox_disabled', 'no_such_domain']);

describe('replies of delivery reports', () => {
  it('never calls a recipient dead for another reason', () => {
    const wrong = replies.filter((row) => DEAD.has(row.read) && !DEAD.has(row.label));
    expect(replies.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  it.each(['tuning', 'held_out'] as const)('says what 88%% of the %s set is about', (set) => {
    const all = replies.filter((row) => row.set === set);
    const wrong = all.filter((row) => row.read !== row.label);
    expect(wrong.length > all.length * 0.12 ? wrong : []).toEqual([]);
  });
});

describe('types without a reply', () => {
  it.each([
    ['hard', 'unclear'],
    ['Permanent / General', 'unclear'],
    ['bounce / HardBounce', 'unclear'],
    ['invalid', 'unclear'],
    ['Bounce / Permanent / NoEmail', 'no_such_mailbox'],
    ['BOUNCE / UNKNOWN_USER', 'no_such_mailbox'],
    ['Bounce / Transient / MailboxFull', 'mailbox_full'],
    ['domain / invalid domain', 'no_such_domain'],
    ['DnsError', 'server'],
    ['DMARCPolicy', 'sender'],
    ['Transient / ContentRejected', 'message'],
  ])('%s is %s', (type, meaning) => {
    expect(about({ type })).toBe(meaning);
  });

  it('yield to the words of the server', () => {
    expect(about({ type: 'NoEmail', text: '550 5.7.1 blocked using zen.spamhaus.org' })).toBe(
      'sender',
    );
  });
});

describe('causes', () => {
  it.each([
    ['554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org', 'sender', 'Spamhaus'],
    [
      '550 5.7.1 Rejected, see https://www.barracudacentral.org/lookups?ip=192.0.2.1',
      'sender',
      'Barracuda',
    ],
    [
      "550 5.7.1 [192.0.2.1] messages weren't sent. part of their network is on our block list (S3140)",
      'sender',
      'Microsoft',
    ],
    [
      "550 5.7.26 Unauthenticated email is not accepted due to domain's DMARC policy",
      'sender',
      'DMARC',
    ],
    [
      '421 4.7.28 Our system has detected an unusual rate of unsolicited mail',
      'sender',
      'sending_limit',
    ],
    ['552 5.3.4 Message size exceeds fixed limit', 'message', 'message_size'],
    ['550 5.7.1 Message contained a virus: Eicar', 'message', 'virus'],
    ['554 5.7.1 Relay access denied', 'server', 'relay_denied'],
    ['connect to mx.example.net[192.0.2.1]:25: Connection timed out', 'server', 'timeout'],
  ])('%s', (text, subject, cause) => {
    expect(read({ text })).toEqual({ subject, reason: null, cause });
  });

  it('ignores the words in the address and the code without words', () => {
    expect(
      classifyBounce(classify, {
        email: 'spamhaus@customer.example',
        text: '550 <spamhaus@customer.example>: rejected',
      }),
    ).toMatchObject({ subject: 'unclear' });
    expect(about({ code: '5.1.1' })).toBe('no_such_mailbox');
    expect(about({ code: '550' })).toBe('unclear');
    expect(about({ code: '5.0.0' })).toBe('unclear');
  });
});
