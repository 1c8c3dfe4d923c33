import { describe, expect, it } from 'vitest';
import { createFakeVerdict } from '../../../tests/support/fake-engine.ts';
import {
  decodeEvidence,
  toStoredFacts,
  decodeRowFlags,
  insertAddressIntoReply,
  withEvidence,
} from './row-facts.ts';
import { createVerdictTable } from './result/verdict-table.ts';
import { formatVerdictLines } from './work-lines.ts';

const refused = (text: string) =>
  createFakeVerdict('ada@b.fr', 'undeliverable', 'no_such_mailbox', {
    provider: 'google',
    reply: { stage: 'rcpt', code: 550, enhanced: '5.1.1', text },
  });

describe('the stored facts of a verdict', () => {
  it('contain the reply with a placeholder for the address', () => {
    const { provider, reply = '' } = toStoredFacts(refused('5.1.1 <ada@b.fr>\tis not here'));
    expect(provider).toBe('google');
    expect(reply).not.toContain('ada');
    expect(insertAddressIntoReply('bob@b.fr', reply)).toBe('550 5.1.1 <bob@b.fr> is not here');
    expect(insertAddressIntoReply('$$$&@b.fr', reply)).toContain('<$$$&@b.fr>');
  });

  it('contain only the reply codes for an accepted address, and the text of a reply without a code', () => {
    const reply = { stage: 'rcpt', code: 250, enhanced: '2.1.5', text: '2.1.5 OK a1b2c3' } as const;
    expect(
      toStoredFacts(createFakeVerdict('a@b.fr', 'deliverable', 'accepted', { reply })).reply,
    ).toBe('250 2.1.5');
    const silent = { stage: 'connect', text: 'timed out' } as const;
    expect(
      toStoredFacts(createFakeVerdict('a@b.fr', 'unknown', 'timeout', { reply: silent })).reply,
    ).toBe('timed out');
    expect(toStoredFacts(createFakeVerdict('a@b.fr', 'unknown', 'timeout')).reply).toBeUndefined();
  });

  it('contain at most 200 characters of a reply, without cutting a character in half', () => {
    const { reply = '' } = toStoredFacts(refused(`${'x'.repeat(195)}😀 more`));
    expect([reply.length, reply.isWellFormed()]).toEqual([200, true]);
  });

  it.each(['role', 'free', 'disposable', 'tagged', 'gateway', 'parked', 'no_dmarc'] as const)(
    'contain the flag %s',
    (kind) => {
      const none = decodeRowFlags(0, 'timeout');
      const flags = { ...none, mailbox_full: true, [kind]: true };
      const { flags: bits = 0 } = toStoredFacts(
        createFakeVerdict('a@b.fr', 'risky', 'catch_all', { flags }),
      );
      expect(decodeRowFlags(bits, 'catch_all')).toEqual({ ...none, catch_all: true, [kind]: true });
    },
  );

  it('contain the evidence about the reason', () => {
    const evidence = (confidence: number) =>
      decodeEvidence(
        toStoredFacts(createFakeVerdict('a@b.fr', 'deliverable', 'accepted', { confidence }))
          .flags ?? 0,
      );
    expect([evidence(0.98), evidence(0.75)]).toEqual([0, 1]);
    const bits = withEvidence(withEvidence(0x12a, 1), 2);
    expect([bits & 0x13f, decodeEvidence(bits), decodeEvidence(0xff)]).toEqual([0x12a, 2, 0]);
  });
});

it('stores ten thousand replies of a list in full, and only the codes of later replies', () => {
  const total = 10_003;
  const table = createVerdictTable(total);
  const lines = Array.from({ length: total }, (_, ordinal) => ({
    ordinal,
    status: 'undeliverable' as const,
    reason: 'no_such_mailbox' as const,
    reply: ordinal < 10_002 ? `550-5.1.1 session ${ordinal}` : 'no code',
  }));
  table.addPart(formatVerdictLines(lines));
  const replyOf = (ordinal: number) => table.replies[table.at(ordinal, '').reply];
  expect([0, 9999, 10_000, 10_001, 10_002].map(replyOf)).toEqual([
    '550-5.1.1 session 0',
    '550-5.1.1 session 9999',
    '550-5.1.1',
    '550-5.1.1',
    '',
  ]);
});

it('reads lines of an earlier release, which contain only the verdict', () => {
  const table = createVerdictTable(1);
  table.addPart('0\trisky\tcatch_all\t\n');
  expect(table.at(0, '')).toMatchObject({ status: 'risky', flags: 0, provider: 0, reply: 0 });
});
