import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBounceFile } from './read-bounce-file.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, name: string) => readBounceFile({ name, bytes: encode(text) });

/** Returns a report in the format of RFC 3464. */
const reportOf = (...recipients: string[]): string =>
  [
    'From: MAILER-DAEMON@relay.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    ['Reporting-MTA: dns; relay.example', ...recipients].join('\n\n'),
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'To: nobody@other.example',
    '--b--',
    '',
  ].join('\n');

const FAILED = `Final-Recipient: rfc822; ada@a.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.a.example
Diagnostic-Code: smtp; 550 5.1.1 <ada@a.example>: Recipient address
    rejected: User unknown`;

describe('collected reports', () => {
  const readMbox = async (name: string) => {
    const file = new URL(`../../tests/data/bounces/${name}`, import.meta.url);
    const result = await readBounceFile({ name, bytes: readFileSync(file) });
    if ('error' in result) return result;
    return {
      skipped: result.skipped,
      bounces: result.bounces.map(({ email, text }) => `${email}: ${text.slice(0, 27)}`),
    };
  };

  it('of Postfix, Sendmail, Exchange and Gmail name their recipients', async () => {
    expect(await readMbox('reports.mbox')).toEqual({
      // An out-of-office reply and a delay notification.
      skipped: 2,
      bounces: [
        'filtered@example.co.jp: 550 5.2.1 <filtered@example',
        'userunknown@example.co.jp: 550 5.1.1 <userunknown@exam',
        'kijitora@example.jp: 550 5.2.1 <kijitora@example',
        'noraneko@example.jp: 550 5.2.2 <noraneko@example',
        'mikeneko@example.co.jp: 550 5.1.1 RESOLVER.ADR.Reci',
        "kijitora@example.onmicrosoft.com: Remote Server returned '550",
        'userunknown@example.org: 550 5.1.1 <userunknown@exam',
        'filtered@example.com: 550 5.2.1 <filtered@example',
        'shironeko@example.ne.jp: 550 5.2.1 The email account',
        'kijitora@neko.example.jp: Host or domain name not fou',
        'kijitora@example.com: connect to example.com[93.1',
      ],
    });
  });

  it('of Exim, qmail and others are read from their text', async () => {
    expect(await readMbox('text-reports.mbox')).toEqual({
      // A delay notification, a complaint and an out-of-office reply.
      skipped: 3,
      bounces: [
        'kijitora@example.jp: host mx.example.jp [192.0.2',
        'sabatora@example.jp: host mx.example.jp [192.0.2',
        'kijitora@example.ne.jp: Sorry, no SMTP connection g',
        'userunknown@example.jp: Remote host said: 550 5.1.1',
        'filtered@example.jp: Remote host said: 550 5.2.1',
        'userunknown@example.jp: 550 5.1.1 <userunknown@exam',
        'pseudo-local-part@google.example.com: 550-5.7.26 Unauthenticated ',
        "kijitora@example.co.jp: This user doesn't have a ex",
        'kijitora@example.jp: 550 5.1.1 <kijitora@example',
        'kijitora@example.org: 550 <kijitora@example.org>.',
      ],
    });
  });
});

describe('a delivery report', () => {
  it('contains the code and the reply, in unfolded words', async () => {
    expect(await read(reportOf(FAILED), 'report.eml')).toEqual({
      bounces: [
        {
          email: 'ada@a.example',
          text: '550 5.1.1 <ada@a.example>: Recipient address rejected: User unknown',
          code: '5.1.1',
        },
      ],
      skipped: 0,
    });
  });

  it('is about the address that was mailed, not the one it was forwarded to', async () => {
    const report = reportOf(`Original-Recipient: rfc822;ada+2Bnews@b.example\n${FAILED}`);
    const result = await read(report, 'report.txt');
    expect(result).toMatchObject({ bounces: [{ email: 'ada+news@b.example' }] });
  });

  it.each(['ada+2027@b.example', 'ada+DE@b.example'])('keeps the tag of %s', async (email) => {
    const report = reportOf(`Original-Recipient: rfc822;${email}\n${FAILED}`);
    expect(await read(report, 'report.txt')).toMatchObject({ bounces: [{ email }] });
  });

  it.each(['delayed', 'relayed', 'delivered'])('skips %s recipients', async (action) => {
    const other = FAILED.replaceAll('ada@', 'bob@').replace('failed', action);
    const result = await read(reportOf(FAILED, other), 'report.eml');
    expect(result).toMatchObject({ bounces: [{ email: 'ada@a.example' }], skipped: 1 });
  });
});

describe('hostile files', () => {
  const nested = (depth: number): string =>
    Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
    ).join('');

  it('a damaged message loses no other', async () => {
    const messages = [reportOf(FAILED), `From: x\n${nested(1000)}`, reportOf(FAILED)];
    const mbox = messages.map((message) => `From a@a.example Tue Mar  3 09:14:02 2026\n${message}`);
    expect(await read(mbox.join('\n'), 'x.mbox')).toMatchObject({
      bounces: [{ email: 'ada@a.example' }, { email: 'ada@a.example' }],
      skipped: 1,
    });
  });

  it.each([
    ['open quotes', 'a.csv', 'email,reason\na@a.example,"550 5.1.1 x\n'.repeat(1000), 1000],
    ['one long row', 'a.csv', `email,reason\na@a.example,550 x ${'550-'.repeat(50_000)}`, 1],
    ['blank lines', 'a.eml', `From: postmaster\n\n${'\n- '.repeat(200_000)}`, 0],
    ['nested JSON', 'a.json', '{"a":['.repeat(50_000), 'unreadable_file'],
    [
      'JSON with other keys each',
      'a.json',
      Array.from(
        { length: 5000 },
        (_, at) => `{"k${at}":1,"email":"a@a.example","event":"bounce"}`,
      ).join('\n'),
      5000,
    ],
    ['a line of addresses', 'a.eml', `From: postmaster\n\n${'a@a-'.repeat(100_000)}`, 0],
  ])('%s take little time', { timeout: 5000 }, async (_, name, content, outcome) => {
    const result = await read(content, name);
    expect('bounces' in result ? result.bounces.length : result.error).toBe(outcome);
  });
});
