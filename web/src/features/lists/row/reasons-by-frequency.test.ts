import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../../../../../shared/model/verdict.ts';
import { reasonsByFrequency } from './reasons-by-frequency.ts';

const ENGINE = readFileSync('docs/engine.md', 'utf8');

test('every reason has the status given in docs/engine.md', () => {
  const all = Object.fromEntries(VERDICT_REASONS.map((reason) => [reason, 1]));
  const found = VERDICT_STATUSES.flatMap((status) =>
    reasonsByFrequency(status, all).map(([reason]) => [reason, status]),
  );
  const documented = VERDICT_REASONS.map((reason) => [
    reason,
    new RegExp(`^\\| \`${reason}\` +\\| (\\w+)`, 'm').exec(ENGINE)?.[1],
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(documented));
});

test('returns the reasons of a verdict, most frequent first', () => {
  const reasons = { accepted: 9, null_mx: 2, no_such_mailbox: 5, timeout: 1 };
  expect(reasonsByFrequency('undeliverable', reasons)).toEqual([
    ['no_such_mailbox', 5],
    ['null_mx', 2],
  ]);
  expect(reasonsByFrequency('risky', reasons)).toEqual([]);
});
