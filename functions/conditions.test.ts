import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_ROWS } from '../tests/support/conditions/account-rows.ts';
import { CHECKING_ROWS } from '../tests/support/conditions/checking-rows.ts';
import { findConditionFaults } from '../tests/support/conditions/conditional-writes.ts';
import { LIST_AND_WEBHOOK_ROWS } from '../tests/support/conditions/list-rows.ts';
import { MONEY_ROWS } from '../tests/support/conditions/money-rows.ts';
import { findConditions } from '../tests/support/conditions/written-conditions.ts';
import { listSources } from '../tests/support/git.ts';

/**
 * Tests the condition of each write. The rows are in tables by feature: a row has a state and a
 * change, which must fail if another writer has read the same state and was first.
 */

const ROWS = [...ACCOUNT_ROWS, ...CHECKING_ROWS, ...LIST_AND_WEBHOOK_ROWS, ...MONEY_ROWS];

/** The files that may create conditions. */
const STORES = [
  'functions/**/adapters/*.ts',
  'functions/access/limits/dynamo-limits.ts',
  'functions/platform/{queue,secrets}/*.ts',
];

/** The functions in which each row exercises conditions, with the attributes in each of these. */
const COVERED = ROWS.flatMap(({ store, conditions }) => {
  const [file = '', units = ''] = store.split(': ');
  const named = conditions.split('; ').map((each) => each.replace('!', '').split(' '));
  return units.split(' ').map((unit) => ({ file, unit, named }));
});

const CONDITIONS = listSources()
  .filter((path) => path.startsWith('functions/') && !path.endsWith('.test.ts'))
  .filter((path) => !path.startsWith('functions/platform/dynamo/'))
  .flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const isStore = text.includes("/dynamo/expression.ts'");
    return isStore ? findConditions(path, text) : [];
  });

test('each condition in a store has a row', () => {
  expect(CONDITIONS.length).toBeGreaterThan(150);
  const missing = CONDITIONS.filter(({ file, unit, names }) => {
    const isSame = (other: { readonly file: string; readonly unit: string }): boolean =>
      other.file === file && other.unit === unit;
    const exercised = COVERED.filter(isSame)
      .flatMap(({ named }) => named)
      .filter((named) => names.every((name) => named.includes(name)));
    const written = CONDITIONS.filter(
      (each) => isSame(each) && String(each.names) === String(names),
    );
    return exercised.length < written.length;
  });
  expect(
    missing.map(({ path, line, unit, names }) => `${path}:${line} ${unit} (${names.join(' ')})`),
  ).toEqual([]);
});

test('each row names a function with a condition', () => {
  const isWritten = (row: { readonly file: string; readonly unit: string }): boolean =>
    CONDITIONS.some(({ file, unit }) => file === row.file && unit === row.unit);
  expect(
    COVERED.filter((row) => !isWritten(row)).map(({ file, unit }) => `${file}: ${unit}`),
  ).toEqual([]);
});

test('only stores create conditions', () => {
  const elsewhere = CONDITIONS.filter(
    ({ path }) => !STORES.some((pattern) => matchesGlob(path, pattern)),
  );
  expect(elsewhere).toEqual([]);
});

describe('a writer loses if another one has read the same state and was first', () => {
  test.each(ROWS)('$store ($conditions)', async (row) => {
    expect(await findConditionFaults(row)).toEqual([]);
  });
});
