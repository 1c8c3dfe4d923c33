import { describe, expect, test } from 'vitest';
import { NO_FLAGS, createVerdict } from '../../tests/verdict.ts';
import { formatTraceEvent, FORMATS, withSharedRemarks } from './formats.ts';
import type { ReplyEvidence, Verdict } from '../model/types.ts';

const line = (format: keyof typeof FORMATS, it: Verdict): string =>
  FORMATS[format].line(it.email, FORMATS[format].remark(it));

describe('formats', () => {
  test.each([
    createVerdict('a@b.test', {
      mx: 'mx.b.test',
      reply: { stage: 'rcpt', text: 'Ok "é"', code: 250 },
    }),
    createVerdict('"q\\"q"@b.test'),
  ])('formats a verdict as JSON: $email', (it) => {
    expect(line('json', it)).toBe(JSON.stringify(it));
  });

  test('shows the important fields in the table, without control characters', () => {
    const text = line(
      'table',
      createVerdict('a\u001B[2J@gmial.com', {
        suggestion: 'a@gmail.com',
        flags: { ...NO_FLAGS, role: true },
        retry_after_s: 300,
      }),
    );
    expect(text).not.toContain('\u001B');
    expect(text).toMatch(/ 98% {2}role, did you mean a@gmail\.com\?, try again in 300 s$/);
    expect(line('table', createVerdict('a@b.test'))).toMatch(
      /^a@b\.test {29}deliverable {3}accepted {12}98%$/,
    );
  });

  test('shows a shortened refusal in the table', () => {
    const refused = (reply: ReplyEvidence): string =>
      line('table', createVerdict('a@b.test', { status: 'unknown', reason: 'policy', reply }));
    const relayDenied = {
      stage: 'rcpt',
      code: 550,
      enhanced: '5.7.1',
      text: 'Relay\u0007 denied',
    } as const;
    expect(refused(relayDenied)).toMatch(/98% {2}"550 5\.7\.1 Relay\uFFFD denied"$/);
    expect(refused({ ...relayDenied, text: 'x'.repeat(512) })).toMatch(/ "550 5\.7\.1 x{110}…"$/);
    expect(refused({ stage: 'rcpt', text: 'connection closed' })).toMatch(/ {2}connection closed$/);
  });

  test.each([
    createVerdict('a@b.test', { reply: { stage: 'rcpt', code: 450, text: 'slow down' } }),
    createVerdict('a@b.test', {
      status: 'risky',
      reason: 'catch_all',
      reply: { stage: 'rcpt', code: 250, text: 'Ok' },
    }),
  ])('shows no reply that did not decide against the address: $status', (it) =>
    expect(line('table', it)).toMatch(/98%$/),
  );

  test('shows the direction of each line in explanations', () => {
    const dialogue = { kind: 'dialogue', session: 1, host: 'mx.test' } as const;
    expect(formatTraceEvent({ ...dialogue, direction: 'sent', text: 'EHLO us' })).toBe(
      '[1] mx.test > EHLO us',
    );
    expect(formatTraceEvent({ ...dialogue, direction: 'received', text: '250 \u0007' })).toBe(
      '[1] mx.test < 250 \uFFFD',
    );
    const received = { ...dialogue, direction: 'received' } as const;
    expect(formatTraceEvent({ ...received, text: '550 u\u00C5\u00BCytkownik' })).toMatch(
      /550 użytkownik$/,
    );
    expect(formatTraceEvent({ ...received, text: '550 inconnu \u00E0 ce nom' })).toMatch(
      /inconnu à ce nom$/,
    );
    expect(formatTraceEvent({ ...dialogue, direction: 'sent', text: 'RCPT TO:<é@b>' })).toMatch(
      /<é@b>$/,
    );
    const decision = {
      kind: 'decision',
      email: 'a@b',
      status: 'risky',
      reason: 'catch_all',
    } as const;
    expect(formatTraceEvent({ ...decision, rule: 'accepted' })).toBe(
      'a@b: risky catch_all, decided by accepted',
    );
  });
});

describe('shared remarks', () => {
  const verdictWithReply = (email: string, text: string): Verdict =>
    createVerdict(email, { status: 'undeliverable', reply: { stage: 'rcpt', code: 550, text } });

  test.each(['json', 'table'] as const)(
    'result in the same lines as separate remarks: %s',
    (name) => {
      const shared = withSharedRemarks(FORMATS[name]);
      const verdicts = ['ab@c.test', 'AB@C.test', '$&@c.test', '"a b"@c.test', 'x', ''].map(
        (email) => verdictWithReply(email, `<${email}>... <${email}> unknown`),
      );
      const remarks = verdicts.map((it) => shared.remark(it));
      expect(verdicts.map(({ email }, i) => shared.line(email, remarks[i] ?? ''))).toEqual(
        verdicts.map((it) => line(name, it)),
      );
      expect(remarks[1]).toBe(remarks[0]);
      expect(shared.header).toBe(FORMATS[name].header);
    },
  );

  test('contain no address in place of a NUL in a reply', () => {
    const shared = withSharedRemarks(FORMATS.table);
    const text = shared.line('a@b.test', shared.remark(verdictWithReply('a@b.test', 'no\0 such')));
    expect(text).toMatch(/"550 no\uFFFD such"$/);
  });
});
