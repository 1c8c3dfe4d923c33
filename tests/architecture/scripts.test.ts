import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const pages = globSync(['*.md', 'docs/**/*.md']).map((page) => readFileSync(page, 'utf8'));
const documented = Array.from(
  pages.join('\n').matchAll(/\bnpm (?:run (?:--silent )?([a-z][\w:]*)|(start|test))/g),
  ([, run, short]) => run ?? short ?? '',
);

/** A file by way of the launcher, or the set-up and then other scripts. */
const SETS_UP =
  /^node (?:--[\w-]+=\d+ )*(?:localstack\/run\.mjs (?<file>\S+)|localstack\/setup\.mjs && npm )/;

test.each([...new Set(documented)])('npm run %s installs what it needs', (name) => {
  expect(scripts[name]).toMatch(SETS_UP);
  const file = SETS_UP.exec(scripts[name] ?? '')?.groups?.['file'];
  expect(file === undefined || existsSync(file)).toBe(true);
});
