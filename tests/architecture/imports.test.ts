import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import { importRules } from './import-rules.ts';

const FOLDERS = ['shared', 'functions', 'infra', 'localstack', 'packages', 'web', 'tests'];

async function cruiseTree(folders: string[], baseDir = process.cwd()) {
  const { forbidden, options } = importRules;
  const { tsConfig: _, ...rest } = options;
  const cruiseOptions = { ...rest, ruleSet: { forbidden }, validate: true, baseDir };
  const { output } = await cruise(folders, cruiseOptions as ICruiseOptions);
  if (typeof output === 'string') throw new TypeError('the cruise gave text, not a result');
  return output.summary;
}

it('holds every rule in the whole tree', async () => {
  const { violations, totalCruised } = await cruiseTree(FOLDERS);
  const broken = violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  expect(broken).toEqual([]);
  expect(totalCruised).toBeGreaterThan(100);
});

it('finds what it forbids', async () => {
  const tree = mkdtempSync(join(tmpdir(), 'import-rules-'));
  const plant = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  };
  plant(
    'functions/lists/result/rules/impure.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('x');\n",
  );
  plant('functions/verifier/model/types.ts', 'export type A = 1;\n');
  plant(
    'functions/lists/run/sly.ts',
    "import type { A } from '../../verifier/model/types.ts';\nexport type B = A;\n",
  );
  plant('functions/lists/adapters/lists.ts', "import '../verb.ts';\n");
  plant('functions/lists/verb.ts', 'export const verb = 1;\n');
  plant('functions/lists/api/upload.ts', "import '../adapters/lists.ts';\n");
  plant('functions/billing/purchase/up.ts', "import '../reversal/apply.ts';\n");
  plant('functions/billing/reversal/apply.ts', 'export const apply = 1;\n');
  plant('functions/credits/up.ts', "import '../lists/verb.ts';\n");
  plant('functions/admin/store.ts', "import '../lists/adapters/lists.ts';\n");
  plant('functions/platform/product.ts', "import '../lists/verb.ts';\n");
  plant('shared/a.ts', "import './b.ts';\n");
  plant('shared/b.ts', "import './a.ts';\n");
  plant('web/src/features/one/x.ts', "import '../two/y.ts';\n");
  plant('web/src/features/two/y.ts', 'export const y = 1;\n');
  try {
    const { violations } = await cruiseTree(['shared', 'functions', 'web'], tree);
    const rules = new Set(violations.map(({ rule }) => rule.name));
    expect([...rules].toSorted()).toEqual([
      'adapters-call-no-use-case',
      'billing-purchase-knows-those-below',
      'credits-knows-those-below',
      'entry-points-are-glue',
      'features-are-strangers',
      'features-meet-at-use-cases',
      'no-circles',
      'platform-knows-no-product',
      'rules-are-pure',
      'use-cases-are-handed-their-dependencies',
      'verifier-has-one-door',
      'verifier-is-called-by-adapters',
    ]);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});
