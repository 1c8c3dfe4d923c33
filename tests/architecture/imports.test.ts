import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFolderCycles } from './folder-cycles.ts';
import { importRules, TEST_FILES } from './import-rules.ts';

const FOLDERS = ['shared', 'functions', 'infra', 'lab', 'localstack', 'packages', 'web', 'tests'];

async function cruiseTree(folders: string[], baseDir = process.cwd()) {
  const { forbidden, options } = importRules;
  const { tsConfig: _, ...rest } = options;
  const cruiseOptions = { ...rest, ruleSet: { forbidden }, validate: true, baseDir };
  const { output } = await cruise(folders, cruiseOptions as ICruiseOptions);
  if (typeof output === 'string')
    throw new TypeError('dependency-cruiser returned text instead of a result');
  return output;
}

const tree = cruiseTree(FOLDERS);
const isShipped = (path: string): boolean => !new RegExp(TEST_FILES).test(path);

/** Known groups of folders that import each other. Remove an entry once it is fixed. */
const KNOWN_CYCLES = ['functions/platform'];

it('has no import cycle of folders', async () => {
  const { modules } = await tree;
  const shipped = modules
    .filter(({ source }) => isShipped(source))
    .map(({ source, dependencies }) => ({
      source,
      dependencies: dependencies.filter(
        ({ resolved, coreModule }) =>
          !coreModule && isShipped(resolved) && !resolved.includes('node_modules/'),
      ),
    }));
  const isKnown = (folder: string): boolean =>
    KNOWN_CYCLES.some((known) => folder === known || folder.startsWith(`${known}/`));
  expect(findFolderCycles(shipped).filter((group) => !group.every(isKnown))).toEqual([]);
});

it('finds direct and indirect import cycles of folders', () => {
  const module = (source: string, ...resolved: string[]) => ({
    source,
    dependencies: resolved.map((each) => ({ resolved: each })),
  });
  const up = module('a/x.ts', 'a/below/y.ts');
  const aside = module('a/below/y.ts', 'b/z.ts', 'a/below/w.ts');
  expect(findFolderCycles([up, aside, module('b/z.ts', 'c/v.ts')])).toEqual([]);
  expect(findFolderCycles([up, aside, module('b/z.ts', 'a/u.ts')])).toEqual([
    ['a', 'a/below', 'b'],
  ]);
});

/** Finds the paths in `new URL(…, import.meta.url)` of a file, resolved from the project's root. */
const pathsNamed = (file: string, source: string): string[] =>
  [...source.matchAll(/new URL\(\s*['"`]([^'"`$]+)['"`],\s*import\.meta\.url/g)].map(
    ([, path = '']) => join(dirname(file), path),
  );

it('refers to no test file from shipped code', async () => {
  const { modules } = await tree;
  const found = modules
    .map(({ source }) => source)
    .filter((source) => isShipped(source) && FOLDERS.includes(source.split('/')[0] ?? ''))
    .flatMap((file) => pathsNamed(file, readFileSync(file, 'utf8')).map((path) => [file, path]))
    .filter(([, path = '']) => !isShipped(path));
  expect(found).toEqual([]);
  const smoke = "const CLI = new URL('../tests/smoke/cli.ts', import.meta.url);";
  expect(pathsNamed('infra/deploy.ts', smoke)).toEqual(['tests/smoke/cli.ts']);
});

it('satisfies every rule in the whole tree', async () => {
  const {
    summary: { violations, totalCruised },
  } = await tree;
  const broken = violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  expect(broken).toEqual([]);
  expect(totalCruised).toBeGreaterThan(100);
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'import-rules-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

it('finds forbidden imports', async () => {
  plant(
    'functions/lists/result/rules/impure.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('x');\n",
  );
  plant('functions/lists/watch/borrow.ts', "import '../result/rules/impure.ts';\n");
  plant('packages/verifier/src/model/types.ts', 'export type A = 1;\n');
  plant(
    'functions/lists/run/sly.ts',
    "import type { A } from '../../../packages/verifier/src/model/types.ts';\nexport type B = A;\n",
  );
  plant('functions/lists/adapters/lists.ts', "import '../verb.ts';\n");
  plant('functions/lists/verb.ts', 'export const verb = 1;\n');
  plant('functions/lists/api.ts', "import './adapters/lists.ts';\n");
  plant('functions/billing/purchase/up.ts', "import '../reversal/apply.ts';\n");
  plant('functions/billing/reversal/apply.ts', 'export const apply = 1;\n');
  plant('functions/credits/up.ts', "import '../lists/verb.ts';\n");
  plant('functions/admin/store.ts', "import '../lists/adapters/lists.ts';\n");
  plant('functions/platform/product.ts', "import '../lists/verb.ts';\n");
  plant('packages/mailnet/src/outside.ts', "import '../../../functions/lists/verb.ts';\n");
  plant('shared/a.ts', "import './b.ts';\n");
  plant('shared/b.ts', "import './a.ts';\n");
  plant('web/src/features/one/x.ts', "import '../two/y.ts';\n");
  plant('web/src/features/two/y.ts', 'export const y = 1;\n');
  const { violations } = (await cruiseTree(['shared', 'functions', 'packages', 'web'], folder))
    .summary;
  const rules = new Set(violations.map(({ rule }) => rule.name));
  expect([...rules].toSorted()).toEqual([
    'adapters-call-no-use-case',
    'billing-purchase-knows-those-below',
    'credits-knows-those-below',
    'entry-points-are-glue',
    'features-are-strangers',
    'features-meet-at-use-cases',
    'mailnet-is-self-contained',
    'no-circles',
    'packages-test-themselves',
    'platform-knows-no-product',
    'rules-are-pure',
    'rules-of-a-step-are-its-own',
    'use-cases-are-handed-their-dependencies',
    'verifier-has-one-door',
    'verifier-is-called-by-adapters',
  ]);
});

it('lets only tests and localstack import the laboratory', async () => {
  plant('lab/embedded/fake.ts', 'export const fake = 1;\n');
  const product = [
    'functions/lists/use.ts',
    'infra/use.ts',
    'packages/client/src/use.ts',
    'shared/use.ts',
    'web/src/use.ts',
  ];
  const others = ['functions/lists/use.test.ts', 'localstack/use.ts', 'tests/use.ts'];
  for (const path of [...product, ...others])
    plant(path, `import '${relative(dirname(path), 'lab/embedded/fake.ts')}';\n`);
  const { violations } = (await cruiseTree(FOLDERS, folder)).summary;
  const found = violations.filter(({ rule }) => rule.name === 'the-product-knows-no-laboratory');
  expect(found.map(({ from }) => from).toSorted()).toEqual(product);
});
