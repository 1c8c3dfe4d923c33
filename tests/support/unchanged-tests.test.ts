import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from './git.ts';
import { projectOf } from './project-of.ts';
import {
  findUnchangedTests,
  findUnchangedTools,
  listNeededTools,
  TOOL_SUITES,
} from './unchanged-tests.ts';

const FILES: Readonly<Record<string, string>> = {
  'package-lock.json': '{}',
  'docs/mailnet.md': '',
  'tests/vitest.config.ts': "const root = new URL('..', import.meta.url);",
  'tests/support/check-logs.ts': "import { leaks } from './leaks.ts';",
  'tests/support/leaks.ts': '',
  'functions/a.ts': '',
  'shared/deep.ts': '',
  'shared/near.ts': "export { deep } from './deep.ts';",
  'lab/embedded/far.test.ts': "import { near } from '../../shared/near.ts';",
  'lab/embedded/root.test.ts': "const root = new URL('../../', import.meta.url);",
  'lab/fake-stripe/src/shapes.json': '{}',
  'lab/fake-stripe/src/model.ts': "readFileSync(new URL('shapes.json', import.meta.url));",
  'lab/fake-stripe/src/model.test.ts': "import { model } from './model.ts';",
  'packages/mailnet/src/cli.ts': '',
  'packages/mailnet/src/cli.test.ts': "const CLI = new URL('cli.ts', import.meta.url).pathname;",
  'packages/mailnet/src/table.test.ts': "new URL('../../../docs/mailnet.md', import.meta.url);",
};
const TESTS_OF_CONTRACT = [
  'docs-python',
  'engine-packages',
  'firefox',
  'fuzz',
  'openapi-linters',
  'packages',
  'python',
];
const TOOL_TESTS = TOOL_SUITES.flatMap(({ tests }) => tests);
const ALL_BUT_ROOT = Object.keys(FILES).filter(
  (path) => path.endsWith('.test.ts') && !path.includes('root'),
);

let folder: string;
const run = (...args: string[]) =>
  git(['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], folder);
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const commitAll = () => {
  run('add', '--all');
  run('commit', '--quiet', '--message=x');
};
const unchanged = () => [...findUnchangedTests(folder).values()].flat().toSorted();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unchanged-tests-'));
  run('init', '--quiet', '--initial-branch=main');
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  commitAll();
  run('checkout', '--quiet', '-b', 'work');
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each<[string, affected: string]>([
  ['functions/a.ts', 'nothing'],
  ['shared/deep.ts', 'lab/embedded/far.test.ts'],
  ['lab/fake-stripe/src/shapes.json', 'lab/fake-stripe/src/model.test.ts'],
  ['packages/mailnet/src/cli.ts', 'packages/mailnet/src/cli.test.ts'],
  ['docs/mailnet.md', 'packages/mailnet/src/table.test.ts'],
])('a change of %s affects %s, and a test that reads the whole tree', (path, affected) => {
  write(path, 'changed');
  const rest = ALL_BUT_ROOT.filter((test) => test !== affected);
  expect(unchanged()).toEqual(rest);
  commitAll();
  expect(unchanged()).toEqual(rest);
  write(path, FILES[path] ?? '');
  expect(unchanged()).toEqual(ALL_BUT_ROOT.concat('lab/embedded/root.test.ts').toSorted());
});

it('a deleted or a new file counts as changed', () => {
  rmSync(join(folder, 'lab/fake-stripe/src/shapes.json'));
  write('packages/mailnet/src/new.test.ts', '');
  expect(unchanged()).toEqual(ALL_BUT_ROOT.filter((path) => !path.includes('fake-stripe')));
});

it.each(['package-lock.json', 'tests/support/leaks.ts'])(
  'a change of %s affects every test, because it is part of how tests run',
  (path) => {
    write(path, '{ "changed": true }');
    expect(unchanged()).toEqual([]);
  },
);

it('all tests count as changed on main without a change, and without main', () => {
  run('checkout', '--quiet', 'main');
  expect(unchanged()).toEqual([]);
  write('functions/a.ts', 'changed');
  expect(unchanged()).toEqual(ALL_BUT_ROOT);
  commitAll();
  expect(unchanged()).toEqual([]);
  run('checkout', '--quiet', '-b', 'other');
  run('branch', '--quiet', '--delete', '--force', 'main', 'work');
  write('functions/a.ts', 'changed again');
  expect(unchanged()).toEqual([]);
});

it('commits by which a local main is ahead of origin/main count as changed', () => {
  run('checkout', '--quiet', 'main');
  run('update-ref', 'refs/remotes/origin/main', 'HEAD');
  write('packages/mailnet/src/cli.ts', 'changed');
  commitAll();
  expect(unchanged()).toEqual(ALL_BUT_ROOT.filter((path) => !path.includes('cli')));
});

describe('tests of tools', () => {
  const all = TOOL_TESTS.map((name) => `tests/ci/${name}.test.ts`);

  it.each<[string, affected: readonly string[]]>([
    ['docs/mailnet.md', []],
    [
      'packages/verifier/src/smtp/session.ts',
      ['egress-hosts', 'engine-packages', 'exim', 'packages', 'postfix', 'python', 'servers'],
    ],
    ['infra/features/lists.ts', ['emulators', 'stage-commands', 'templates']],
    ['shared/contract/lists.ts', TESTS_OF_CONTRACT],
    ['web/src/pages/login.tsx', ['firefox']],
    ['functions/billing/api.ts', [...TESTS_OF_CONTRACT, 'stripe-requests']],
    ['tests/ci/dovecot/config.sh', ['exim', 'postfix', 'servers']],
    ['tests/ci/fuzz/hooks.py', ['docs-python', 'fuzz']],
    ['tests/ci/exim.test.ts', ['exim', 'postfix', 'servers']],
    ['.ci/run', TOOL_TESTS],
  ])('a change of %s affects %j', (path, affected) => {
    const skipped = new Set(findUnchangedTools([path], all));
    const names = TOOL_TESTS.filter((name) => !skipped.has(`tests/ci/${name}.test.ts`));
    expect(names.toSorted()).toEqual(affected.toSorted());
  });

  it('are skipped with their tools, unless what every test depends on has changed', () => {
    for (const path of all) write(path, '');
    write('web/src/page.tsx', '');
    commitAll();
    run('update-ref', 'refs/remotes/origin/main', 'HEAD');
    write('web/src/page.tsx', 'changed');
    expect(listNeededTools(findUnchangedTests(folder))).toEqual(['firefox/install.sh']);
    write('package-lock.json', '{ "changed": true }');
    const tools = new Set(TOOL_SUITES.flatMap((suite) => suite.tools));
    expect(listNeededTools(findUnchangedTests(folder))).toEqual([...tools]);
  });
});

it('each test that needs a tool has a row, and each row has tests and install scripts', () => {
  const inProjects = globSync('tests/ci/*.test.ts').filter((path) =>
    ['tools', 'programs', 'fuzz'].includes(projectOf(path) ?? ''),
  );
  expect(inProjects.toSorted()).toEqual(
    TOOL_TESTS.map((name) => `tests/ci/${name}.test.ts`).toSorted(),
  );
  const scripts = TOOL_SUITES.flatMap(({ tools }) => tools).map((tool) => tool.split(' ')[0]);
  expect(scripts.filter((script) => !existsSync(`tests/ci/${script}`))).toEqual([]);
  for (const { paths } of TOOL_SUITES)
    for (const pattern of paths)
      expect([pattern, globSync(pattern).length]).not.toEqual([pattern, 0]);
});
