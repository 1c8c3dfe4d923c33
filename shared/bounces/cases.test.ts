import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyBounce } from '../../functions/bounces/rules/classify-bounce.ts';
import { createReplyClassifier } from '../../functions/checks/adapters/reply-classifier.ts';
import { readBounceFile } from './read-bounce-file.ts';

type Case = { id: string; why: string } & (
  | { kind: 'bounce file'; file: string; expected: Record<string, string> }
  | { kind: 'reply'; input: string; expected: string }
  | { kind: 'other' }
);

const REPORTS = new URL('../../tests/data/reports/', import.meta.url);
const cases = readFileSync(new URL('cases.ndjson', REPORTS), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const classify = createReplyClassifier();

/** The cases' names for reasons, from the most to the least informative. */
const WORDS = { no_such_mailbox: 'gone', no_such_domain: 'gone', mailbox_disabled: 'disabled' };
const RANKS = ['gone', 'disabled', 'full', 'sender', 'message', 'server', 'unclear'];

function meaningOf(bounce: Parameters<typeof classifyBounce>[1]): string {
  const { reason, subject } = classifyBounce(classify, bounce);
  if (reason === null) return subject;
  return reason === 'mailbox_full' ? 'full' : WORDS[reason];
}

/** Arguable cases that we decide differently, with the reason. */
const OTHERWISE: Record<string, { expected: Record<string, string>; reason: string }> = {
  B023: {
    reason:
      'the To of a returned copy may be a list or a group, so only the recipient of the report counts',
    expected: { 'far.holm@domain2.example': 'gone' },
  },
};

describe('reported files', () => {
  const files = cases.filter((each) => each.kind === 'bounce file');

  it.each(files)('$file: $why', async ({ id, file, expected }) => {
    const bytes = readFileSync(new URL(`files/${file}`, REPORTS));
    const result = await readBounceFile({ name: file, bytes });
    const found = new Map<string, string>();
    for (const bounce of 'error' in result ? [] : result.bounces) {
      const [best] = [meaningOf(bounce), found.get(bounce.email) ?? 'unclear'].toSorted(
        (a, b) => RANKS.indexOf(a) - RANKS.indexOf(b),
      );
      found.set(bounce.email, best ?? '');
    }
    const wanted = Object.entries(OTHERWISE[id]?.expected ?? expected);
    const missed = wanted.filter(
      ([email, meanings]) => !meanings.split('|').includes(found.get(email) ?? 'none'),
    );
    const others = [...found.keys()].filter((email) => !wanted.some(([each]) => each === email));
    expect({ missed, others }).toEqual({ missed: [], others: [] });
  });
});

describe('reported replies', () => {
  const replies = cases.filter((each) => each.kind === 'reply');

  it.each(replies)('$input', ({ input, expected }) => {
    const text = input.replace('[connect] ', '');
    const meaning = meaningOf({ email: 'user@example.com', text });
    expect(['gone', 'disabled'].includes(meaning)).toBe(expected === 'undeliverable');
  });
});
