import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('docs/operators/faults.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number, , , tests = '']) => ({ number: Number(number), tests: tests.split(', ') }));

it('every guarantee in docs/operators/faults.md names tests that exist', () => {
  const files = globSync('{functions,lab,packages,tests}/**/*.test.ts').map((file) => `/${file}`);
  const missing = rows.flatMap(({ number, tests }) =>
    tests
      .filter((name) => files.filter((file) => file.endsWith(`/${name}.test.ts`)).length !== 1)
      .map((name) => `${number}: ${name}`),
  );
  expect(missing).toEqual([]);
});
