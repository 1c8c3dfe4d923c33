import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Tests start at TEST_NOW (tests/support/test-clock.ts), so that they pass on any date. */

/** Why tests and their helpers read the wall clock, with their files. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'Processes and people with their own clocks take part.': [
    'tests/{bench,browser,ci,emulator,integration,rehearsal}/**',
    'tests/support/{second-factor-routes,webhook-receiver}.ts',
  ],
  'The AWS SDK signs requests and presigned POSTs with the clock of the process.': [
    'functions/platform/s3/missing-parts.test.ts',
    'lab/embedded/s3/{post-object,presigned-url}.test.ts',
    'tests/attacks/upload-form.test.ts',
    'tests/support/s3-stack.ts',
  ],
  'A library compares a token or a signature with the clock of the process.': [
    'functions/account/adapters/captcha.test.ts',
    'functions/webhooks/deliver.test.ts',
    'lab/embedded/identity-provider/identity-provider.test.ts',
    'lab/fake-stripe/src/webhooks.test.ts',
    'packages/n8n/tests/tamis-trigger.test.ts',
    'tests/support/{hostile-provider.test,test-context}.ts',
  ],
  'The clock of the file system takes its place.': [
    'lab/embedded/supervisor/{build-when-called,watch-template}.test.ts',
  ],
  'The test sets the modification times of files.': ['lab/embedded/supervisor/stale.test.ts'],
  "Vitest's fake timers set the clock.": [
    'packages/mailnet/src/mailnet.test.ts',
    'packages/verifier/src/cli/{input,verdict-lines}.test.ts',
    'packages/verifier/src/dns/{mail-route,name-servers,resolver}.test.ts',
    'packages/verifier/src/smtp/session.test.ts',
    'packages/verifier/src/verifier.*.test.ts',
    'packages/verifier/tests/{fake-verifier,harness}.ts',
    'web/src/app/current-user.test.tsx',
    'web/src/features/lists/history/polling.test.tsx',
    'web/src/lib/poll.test.ts',
  ],
  'Only durations matter.': [
    'packages/verifier/src/flow/time-limit.test.ts',
    'tests/support/stop-tests.test.ts',
  ],
  'The tested component reads the clock of the browser.': [
    'web/src/app/pages/pricing-page.test.tsx',
    'web/src/features/bounces/bounces.test.tsx',
  ],
};

const isDate = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'Date';

/** Whether a file uses `Date.now`, `new Date()`, `Date()` or the product's system clock. */
function readsWallClock(text: string): boolean {
  const visit = (node: ts.Node): boolean =>
    (ts.isPropertyAccessExpression(node) && isDate(node.expression) && node.name.text === 'now') ||
    (ts.isNewExpression(node) && isDate(node.expression) && !node.arguments?.length) ||
    (ts.isCallExpression(node) && isDate(node.expression)) ||
    (ts.isIdentifier(node) && node.text === 'systemClock') ||
    (ts.forEachChild(node, visit) ?? false);
  return visit(ts.createSourceFile('test.tsx', text, ts.ScriptTarget.Latest));
}

it('every test that reads the wall clock has a reason', () => {
  const files = globSync(
    [
      '{functions,infra,lab,localstack,packages,shared,web}/**/*.test.{ts,tsx}',
      '{{lab,packages}/*/tests,tests,web/src/testing}/**/*.{ts,tsx}',
    ],
    { exclude: ['**/node_modules'] },
  ).filter((path) => readsWallClock(readFileSync(path, 'utf8')));
  const globs = Object.values(REASONS).flat();
  expect({
    withoutReason: files.filter((path) => !globs.some((glob) => matchesGlob(path, glob))),
    unusedReasons: globs.filter((glob) => !files.some((path) => matchesGlob(path, glob))),
  }).toEqual({ withoutReason: [], unusedReasons: [] });
});

it.each([
  ['const now = () => Date.now();', true],
  ['start({ now: Date.now });', true],
  ['new Date().toISOString();', true],
  ['new Date;', true],
  ['Date();', true],
  ["import { systemClock as clock } from './system.ts';", true],
  ['new Date(Date.UTC(2027, 0)); // Date.now()', false],
  ["clock.now(); 'Date.now()';", false],
])('%s', (text, expected) => expect(readsWallClock(text)).toBe(expected));
