import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** Matches a script that runs a file with the launcher, or a command after the setup. */
const SETS_UP =
  /^node (?:--[\w-]+=\d+ )*(?:localstack\/run\.mjs (?<file>\S+)|localstack\/setup\.mjs && (?:npm|node) )/;

test.each(Object.keys(scripts))('npm run %s installs its dependencies', (name) => {
  expect(scripts[name]).toMatch(SETS_UP);
  const file = SETS_UP.exec(scripts[name] ?? '')?.groups?.['file'];
  expect(file === undefined || existsSync(file)).toBe(true);
});

test('the documentation names only scripts that exist', () => {
  const pages = globSync(['*.md', 'docs/**/*.md']).map((page) => readFileSync(page, 'utf8'));
  const named = Array.from(
    pages.join('\n').matchAll(/\bnpm (?:run (?:--silent )?([a-z][\w:]*)|(start|test))/g),
    ([, run, short]) => run ?? short ?? '',
  );
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});
