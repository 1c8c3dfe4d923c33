import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../../../../../shared/model/verdict.ts';
import { reasonsIn } from './reasons-in.ts';

const ENGINE = readFileSync('docs/engine.md', 'utf8');

test('every reason is of the verdict that the documentation of the engine names', () => {
  const all = Object.fromEntries(VERDICT_REASONS.map((reason) => [reason, 1]));
  const found = VERDICT_STATUSES.flatMap((status) =>
    reasonsIn(status, all).map(([reason]) => [reason, status]),
  );
  const documented = VERDICT_REASONS.map((reason) => [
    reason,
    new RegExp(`^\\| \`${reason}\` +\\| (\\w+)`, 'm').exec(ENGINE)?.[1],
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(documented));
});

test('the most frequent reason is first, and only those of the verdict', () => {
  const reasons = { accepted: 9, null_mx: 2, no_such_mailbox: 5, timeout: 1 };
  expect(reasonsIn('undeliverable', reasons)).toEqual([
    ['no_such_mailbox', 5],
    ['null_mx', 2],
  ]);
  expect(reasonsIn('risky', reasons)).toEqual([]);
});
