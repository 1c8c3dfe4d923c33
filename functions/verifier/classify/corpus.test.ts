import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../types.ts';
import { classifyReply, withControlRecipient } from './classify-reply.ts';
import type { Reading } from './types.ts';

interface Labelled {
  stage: Stage;
  reply: string;
  label: string;
}

const read = (name: string): Labelled[] =>
  readFileSync(new URL(`../../../tests/data/smtp-replies/${name}.ndjson`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled);

describe.each(['known', 'held-out', 'own-wording'])('of the %s replies', (name) => {
  const replies = read(name);
  const labelled = (label: string) => replies.filter((row) => row.label === label);
  /** Replies of this label that were not read as they should be, for people to look at. */
  const missed = (label: string, isRight: (reading: Reading) => boolean): string[] =>
    labelled(label)
      .map((row): [Labelled, Reading] => [row, classifyReply(row)])
      .filter(([, reading]) => !isRight(reading))
      .map(([{ reply }, { rule }]) => `${rule}: ${reply}`);

  it('none that is not about the recipient says anything of it', () => {
    expect(labelled('session').length).toBeGreaterThan(200);
    const isSilent = (reading: Reading) => withControlRecipient(reading).status === 'unknown';
    expect(missed('session', isSilent)).toEqual([]);
  });

  it.each([
    ['no_such_mailbox', 0.97],
    ['mailbox_full', 0.9],
    ['mailbox_disabled', 0.9],
    ['greylisted', 0.9],
  ])('%s is found in at least %d of 1', (label, share) => {
    const wrong = missed(label, ({ reason }) => reason === label);
    const all = labelled(label).length;
    expect(all).toBeGreaterThan(2);
    // The list is there to be printed when it is too long.
    expect(wrong).toHaveLength(Math.min(wrong.length, Math.floor(all * (1 - share))));
  });

  it('a bare refusal is one of the mailbox only beside an accepted recipient', () => {
    expect(labelled('bare_refusal').length).toBeGreaterThan(5);
    const isBare = (reading: Reading) =>
      reading.status === 'unknown' &&
      reading.reason === 'policy' &&
      withControlRecipient(reading).status === 'undeliverable';
    expect(missed('bare_refusal', isBare)).toEqual([]);
  });

  it('nothing is learnt of a mailbox before it was asked for', () => {
    for (const stage of ['connect', 'ehlo', 'mail'] as const) {
      const statuses = replies.map(({ reply }) => classifyReply({ stage, reply }).status);
      expect(new Set(statuses)).toEqual(new Set(['unknown']));
    }
  });
});
