import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Row {
  /** The heading of its table. */
  readonly section: string;
  readonly first: string;
  readonly heldBy: string;
}

/** The rows of the tables in docs/security.md whose last column says what holds them. */
function readRows(text: string): Row[] {
  return text.split(/^## /m).flatMap((part) => {
    const [section = '', ...lines] = part.split('\n');
    const [head, , ...rows] = lines
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim()));
    if (head?.at(-1) !== 'held by') return [];
    return rows.map((cells) => ({
      section,
      first: cells[0] ?? '',
      heldBy: cells.at(-1) ?? '',
    }));
  });
}

const NOT_HELD = /^not held: \S.{40,}$/;
const rows = readRows(readFileSync('docs/security.md', 'utf8'));
const asvs = rows.filter(({ section }) => section.startsWith('OWASP'));
const deviations = rows.filter(({ section }) => section.startsWith('Deviations'));

it('every row of docs/security.md has tests that exist, or a reason', () => {
  const files = globSync(
    '{functions,infra,localstack,packages,shared,tests,web}/**/*.test.{ts,tsx}',
  ).map((file) => `/${file.replace(/\.test\.tsx?$/, '')}`);
  const missing = rows.flatMap(({ first, heldBy }) =>
    NOT_HELD.test(heldBy)
      ? []
      : heldBy
          .split(', ')
          .filter((name) => files.filter((file) => file.endsWith(`/${name}`)).length !== 1)
          .map((name) => `${first}: ${name}`),
  );
  expect(missing).toEqual([]);
  expect(new Set(rows.map(({ section }) => section)).size).toBe(4);
});

it('every requirement stands there once, in order, in one of two tables', () => {
  const ids = [asvs, deviations].flat().flatMap(({ first }) => first.split(', '));
  expect(ids.filter((id) => !/^\d+\.\d+\.\d+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  const numeric = new Intl.Collator('en', { numeric: true });
  for (const table of [asvs, deviations]) {
    const starts = table.map(({ first }) => first.split(', ', 1)[0] ?? '');
    expect(starts).toEqual(starts.toSorted(numeric.compare));
  }
});

it('what is not held because of the specification is among the deviations', () =>
  expect(asvs.filter(({ heldBy }) => heldBy.includes('specification'))).toEqual([]));
