import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * Tests that run side by side: two last for minutes however fast the machine is, and the others are
 * right however slow it is.
 */
const SIDE_BY_SIDE = ['tests/ci/{fuzz,soak,simulation,recipes,templates}.test.ts'];

/** All screens, all themes and widths, and all that a keyboard does, which take minutes. */
const SCREENS = ['tests/browser/{docs,every-screen,keyboard,reflow}.test.ts'];

/** What an outage, a flood and a restore do to a whole stack, which is their own. */
const OUTAGES = ['tests/integration/{lanes,power-cut,restore-drill}.test.ts'];

const SHARED_STACK = 'tests/support/shared-stack.ts';

/** What stands on a table. */
const ON_A_TABLE = globSync('{functions,tests}/**/*.test.ts').filter((path) =>
  /\b(startTable|accountStage|billingStage)\b/.test(readFileSync(path, 'utf8')),
);

/** Files that share a thread one after the other, so they must clean up after themselves. */
const inThreads = {
  pool: 'threads',
  isolate: false,
  testTimeout: 60_000,
  setupFiles: 'tests/support/check-logs.ts',
  // Vitest leaves one core free, which is half of a machine with two.
  maxWorkers: '100%',
} as const;

const browser = {
  globalSetup: [SHARED_STACK, 'tests/browser/global-setup.ts'],
  // A page on a busy machine takes longer than the second of the default.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 600_000,
  hookTimeout: 60_000,
  maxWorkers: 3,
};

const stack = {
  globalSetup: SHARED_STACK,
  testTimeout: 240_000,
  hookTimeout: 120_000,
  maxWorkers: 3,
};

/** One project for each kind of test. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    projects: [
      {
        test: {
          ...inThreads,
          name: 'unit',
          include: [
            '{shared,functions,infra,localstack,web}/**/*.test.ts',
            'tests/{architecture,attacks,bench,contract,infra,faults,simulation,support}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...inThreads,
          // What needs a document.
          name: 'web',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
        },
      },
      {
        test: {
          name: 'stack',
          include: ['tests/integration/**/*.test.ts'],
          exclude: OUTAGES,
          ...stack,
        },
      },
      {
        test: {
          // The main job with its whole sample, and what needs another program.
          name: 'outages',
          include: [
            ...OUTAGES,
            'tests/integration/main-job.test.ts',
            'tests/ci/docs-python.test.ts',
          ],
          ...stack,
          env: { TAMIS_TEST_SAMPLE: 'whole' },
        },
      },
      {
        test: {
          ...browser,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          exclude: SCREENS,
        },
      },
      {
        test: {
          ...browser,
          name: 'screens',
          include: [...SCREENS, 'tests/browser/journey.test.ts'],
          env: { TAMIS_TEST_SAMPLE: 'whole' },
        },
      },
      {
        test: {
          ...inThreads,
          // The same tests on the engine of DynamoDB in place of a table in memory.
          name: 'engine',
          include: ON_A_TABLE,
          env: { TAMIS_TEST_TABLE: 'engine' },
        },
      },
      {
        test: {
          name: 'emulator',
          include: ['tests/emulator/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'ci',
          include: ['tests/ci/**/*.test.ts'],
          exclude: [...SIDE_BY_SIDE, 'tests/ci/docs-python.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'parallel',
          include: SIDE_BY_SIDE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
        },
      },
    ],
  },
});
