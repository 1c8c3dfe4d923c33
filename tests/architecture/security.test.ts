import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Row {
  readonly first: string;
  readonly enforcedBy: string;
}

/** Reads the rows of the tables in docs/operators/security.md that have a column for tests. */
function readRows(text: string): Row[] {
  return text.split(/^## /m).flatMap((part) => {
    const [head, , ...rows] = part
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim()));
    if (head?.at(-1) !== 'Tests') return [];
    return rows.map((cells) => ({ first: cells[0] ?? '', enforcedBy: cells.at(-1) ?? '' }));
  });
}

const NOT_ENFORCED = /^not met: \S.{40,}$/;
const rows = readRows(readFileSync('docs/operators/security.md', 'utf8'));

it('every row of docs/operators/security.md names tests that exist, or a reason for having none', () => {
  const files = globSync(
    '{functions,infra,lab,localstack,packages,shared,tests,web}/**/*.test.{ts,tsx}',
  ).map((file) => `/${file.replace(/\.test\.tsx?$/, '')}`);
  const missing = rows.flatMap(({ first, enforcedBy }) =>
    NOT_ENFORCED.test(enforcedBy)
      ? []
      : enforcedBy
          .split(', ')
          .filter((name) => files.filter((file) => file.endsWith(`/${name}`)).length !== 1)
          .map((name) => `${first}: ${name}`),
  );
  expect(missing).toEqual([]);
  expect(rows.length).toBeGreaterThan(0);
});
