import { expect, it } from 'vitest';
import { findAffectedTests, importersOf, readSources } from './affected-tests.ts';

const FILES: Readonly<Record<string, string>> = {
  'shared/a.ts': '',
  'shared/a.test.ts': "import { a } from './a.ts';",
  'functions/x/b.ts': "import { a } from '../../shared/a.ts';\nimport type { z } from 'zod';",
  'functions/x/b.test.ts': "import { b } from './b.ts';\nexport * from './c.ts';",
  'functions/x/c.ts': "import {\n  b,\n  d,\n} from './b.ts';",
  'functions/x/c.test.ts': "const { c } = await import('./c.ts');",
  'functions/x/e.ts': '',
  'functions/x/f.ts': "import { e } from './e.ts';",
  'functions/x/g.ts': "import { f } from './f.ts';",
  'functions/x/g.test.ts': "import { g } from './g.ts';",
  'functions/y/f.test.ts': "import { f } from '../x/f.ts';",
  'tests/attacks/e.test.ts': "import { e } from '../../functions/x/e.ts';",
  'functions/y/b.test.ts': "import { b } from '../x/b.ts';",
  'functions/y/c.test.ts': "import type { b } from '../x/b.ts';",
  'functions/z/api.ts': "import { z } from './z.ts';",
  'functions/z/z.ts': '',
  'functions/z/z.test.ts': "import { routes } from '../../tests/support/routes.ts';",
  'tests/support/routes.ts': 'await import(`../../functions/${feature}/api.ts`);',
  'packages/p/src/index.ts': '',
  'functions/y/d.test.ts': "import { p } from '@tamis/p';",
  'shared/d.test.ts': 'const texts = globSync(`web/i18n/*/${language}.ts`);',
  'tests/attacks/d.test.ts': "readFileSync('docs/d.md');",
  'shared/data.test.ts': "readdirSync('tests/data', { recursive: true });",
  'shared/near.test.ts': "readdirSync('tests/data/a/');",
  'tests/bench/cost/cost.test.ts': "import { a } from '../../../shared/a.ts';",
  'tests/simulation/all.test.ts': "import { a } from '../../shared/a.ts';",
  'web/src/a.ts': '',
  'web/src/a.test.ts': "import { a } from './a.ts';",
  'tests/architecture/words.ts': "globSync('web/src/*.ts').map((path) => readFileSync(path));",
  'tests/architecture/words.test.ts': "import { words } from './words.ts';",
  'tests/architecture/a.test.ts': "readdirSync('web/src').map((path) => readFile(path));",
  'tests/architecture/b.test.ts': "run('web/src/a.ts');\nreadFileSync(output);",
  'tests/architecture/c.test.ts': "run('web/src/a.ts');\nreaddirSync('web/src');",
};
const sources = readSources(Object.keys(FILES), (path) => FILES[path] ?? '');
const affected = (...changed: string[]): string[] => findAffectedTests(changed, sources);

it('selects the tests that a change affects, nearest first', () => {
  expect(affected('shared/a.ts')).toEqual([
    'shared/a.test.ts',
    'functions/x/b.test.ts',
    'functions/y/b.test.ts',
    'functions/x/c.test.ts',
  ]);
});

it('prefers tests that import the changed file themselves, then those in closer folders', () => {
  expect(affected('functions/x/b.ts').slice(0, 2)).toEqual([
    'functions/x/b.test.ts',
    'functions/y/b.test.ts',
  ]);
  expect(affected('functions/x/e.ts')).toEqual([
    'tests/attacks/e.test.ts',
    'functions/x/g.test.ts',
    'functions/y/f.test.ts',
  ]);
});

it('selects the nearest tests of each changed file first', () => {
  const tests = ['shared/a.test.ts', 'functions/z/z.test.ts', 'functions/x/b.test.ts'];
  expect(affected('shared/a.ts', 'functions/z/z.ts').slice(0, 3)).toEqual(tests);
});

it('selects the tests of a feature whose grants may have changed', () => {
  expect(affected('infra/features/z.ts')).toEqual(['functions/z/z.test.ts']);
});

it('follows imports of packages, and those with a computed path', () => {
  expect(affected('functions/z/z.ts')).toEqual(['functions/z/z.test.ts']);
  expect(affected('packages/p/src/index.ts')).toEqual(['functions/y/d.test.ts']);
});

it('selects the tests that read a file by its path or by a pattern', () => {
  expect(affected('web/i18n/list/fr.ts')).toEqual(['shared/d.test.ts']);
  expect(affected('docs/d.md')).toEqual(['tests/attacks/d.test.ts']);
  expect(affected('tests/data/a/b.csv')).toEqual(['shared/near.test.ts', 'shared/data.test.ts']);
});

it('selects a changed test itself, and none for a file that nothing imports', () => {
  expect(affected('functions/x/c.test.ts')).toEqual(['functions/x/c.test.ts']);
  expect(affected('README.md', 'functions/y/b.test.ts')).toEqual(['functions/y/b.test.ts']);
  expect(affected('README.md')).toEqual([]);
});

it('selects only tests that read a file if only its comments changed', () => {
  const readers = ['a', 'b', 'words'].map((name) => `tests/architecture/${name}.test.ts`);
  const affectedBy = (...commented: string[]) =>
    findAffectedTests(commented, sources, { commented }).toSorted();
  expect(affectedBy('web/src/a.ts')).toEqual(readers);
  expect(affectedBy('web/src/a.test.ts')).toEqual(readers.filter((path) => !path.includes('/b.')));
  expect(affectedBy('functions/x/b.ts')).toEqual([]);
  expect(affected('web/src/a.ts')).toContain('web/src/a.test.ts');
});

it('selects the tests of other code through a file of which only comments changed', () => {
  const changed = ['functions/x/b.ts', 'shared/a.ts'];
  const selected = findAffectedTests(changed, sources, { commented: ['functions/x/b.ts'] });
  expect(selected).toEqual(affected('shared/a.ts'));
});

it('finds the importers of a file, and of its types', () => {
  expect(importersOf(['functions/x/b.ts'], sources)).toEqual([
    'functions/x/b.test.ts',
    'functions/x/c.ts',
    'functions/y/b.test.ts',
    'functions/y/c.test.ts',
  ]);
});
