import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERDICT_REASONS } from '../../../../../shared/model/verdict.ts';
import { CATEGORIES, reasonsIn } from './categories.ts';

const ENGINE = readFileSync('docs/engine.md', 'utf8');
const STATUS = {
  valid: 'deliverable',
  invalid: 'undeliverable',
  risky: 'risky',
  unknown: 'unknown',
} as const;

test('every reason is in the category that the documentation of the engine names', () => {
  const all = Object.fromEntries(VERDICT_REASONS.map((reason) => [reason, 1]));
  const found = CATEGORIES.flatMap((category) =>
    reasonsIn(category, all).map(([reason]) => [reason, STATUS[category]]),
  );
  const documented = VERDICT_REASONS.map((reason) => [
    reason,
    new RegExp(`^\\| \`${reason}\` +\\| (\\w+)`, 'm').exec(ENGINE)?.[1],
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(documented));
});

test('the most frequent reason is first, and only those of the category', () => {
  const reasons = { accepted: 9, null_mx: 2, no_such_mailbox: 5, timeout: 1 };
  expect(reasonsIn('invalid', reasons)).toEqual([
    ['no_such_mailbox', 5],
    ['null_mx', 2],
  ]);
  expect(reasonsIn('risky', reasons)).toEqual([]);
});
