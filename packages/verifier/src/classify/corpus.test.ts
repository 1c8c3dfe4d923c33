import { describe, expect, it } from 'vitest';
import { classifyReply, withControlRecipient } from './classify-reply.ts';
import { readLabeledReplies, type LabeledReply } from '../../tests/labeled-replies.ts';
import type { Classification } from './types.ts';

const isBare = (classification: Classification): boolean =>
  classification.status === 'unknown' &&
  classification.reason === 'policy' &&
  withControlRecipient(classification).status === 'undeliverable';

function isRight(label: string, classification: Classification): boolean {
  // A reply about something else stays unknown even after an accepted control recipient.
  if (label === 'session') return withControlRecipient(classification).status === 'unknown';
  if (label === 'bare_refusal') return isBare(classification);
  if (label === 'deliverable') return classification.status === 'deliverable';
  return classification.reason === label;
}

const missed = (replies: readonly LabeledReply[]): string[] =>
  replies
    .map((row): [LabeledReply, Classification] => [row, classifyReply(row)])
    .filter(([{ label }, classification]) => !isRight(label, classification))
    .map(([{ reply }, { rule }]) => `${rule}: ${reply}`);

describe('replies collected from servers', () => {
  const replies = readLabeledReplies('collected');
  const repliesLabeled = (label: string) => replies.filter((row) => row.label === label);

  it('classifies no reply about something else as undeliverable', () => {
    const sessions = repliesLabeled('session');
    const dead = sessions.filter(
      (row) => withControlRecipient(classifyReply(row)).status === 'undeliverable',
    );
    expect(sessions.length).toBeGreaterThan(1000);
    expect(dead.map(({ reply }) => reply)).toEqual([]);
  });

  it.each([
    ['no_such_mailbox', 0.97],
    ['mailbox_full', 0.95],
    ['mailbox_disabled', 0.95],
    ['greylisted', 0.95],
    ['bare_refusal', 0.95],
    ['no_mail_server', 0.9],
    ['deliverable', 0.9],
    ['session', 0.998],
  ])('%s is recognized in at least a fraction of %d', (label, share) => {
    const all = repliesLabeled(label);
    const wrong = missed(all);
    expect(all.length).toBeGreaterThan(10);
    expect(wrong.length > all.length * (1 - share) ? wrong : []).toEqual([]);
  });

  it('attributes no reply before RCPT TO to a mailbox', () => {
    for (const stage of ['connect', 'ehlo', 'mail'] as const) {
      const statuses = replies.map(({ reply }) => classifyReply({ stage, reply }).status);
      expect(new Set(statuses)).toEqual(new Set(['unknown']));
    }
  });
});

it('classifies every reply of our own wording by its label', () => {
  const replies = readLabeledReplies('own-wording');
  expect(replies.length).toBeGreaterThan(100);
  expect(missed(replies)).toEqual([]);
});
