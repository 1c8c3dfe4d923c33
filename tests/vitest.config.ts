import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow unit tests, which run only in .ci/run. */
const LONG_UNITS = [
  'tests/infra/{best-practices,deploy}.test.ts',
  'tests/simulation/crowd.test.ts',
];

/** Tests that synthesize or simulate the whole product, which run in `npm run validate`. */
const WHOLE_PRODUCT = [
  'infra/deploy-stage.test.ts',
  'tests/architecture/patterns.test.ts',
  'tests/bench/cost/cost.test.ts',
  'tests/{infra,simulation}/**/*.test.ts',
];

/** The test that calls every route over HTTP, which runs in `npm run validate`. */
const EVERY_ROUTE = 'tests/integration/every-route.test.ts';

/** Tests that compute for minutes, with results that do not depend on the speed of the machine. */
const COMPUTED = ['tests/ci/{generated-lists,simulation,synth,workbook}.test.ts', ...LONG_UNITS];

/** The test whose duration is fixed, however fast the machine is. */
const FUZZ = 'tests/ci/fuzz.test.ts';

/** Tests with another program, one after another, because most of them measure or wait. */
const TOOLS = [
  'tests/ci/{egress-hosts,emulators,engine-packages,exim,firefox,openapi-linters}.test.ts',
  'tests/ci/{postfix,servers,stage-commands,stripe-requests,templates}.test.ts',
];

/** Tests that are slow, or whose subjects other tests also cover. They run only in .ci/nightly. */
const NIGHT = [
  'tests/ci/{aws-rehearsal,checkov,docs-go,generators,million-rows,n8n,resolvers,soak}.test.ts',
  'tests/integration/{connections-power-cut,smoke}.test.ts',
];

/** Browser tests of what every customer does, which run in `npm test`. */
const CUSTOMER_FLOWS = [
  'tests/browser/{billing,connections,first-load,history,list-page,log-in,purchase}.test.ts',
  'tests/browser/{sign-up,single-check,size,terms,upload,uploads,webhooks}.test.ts',
];

/** Browser tests that take minutes: all screens, the keyboard and a long list. */
const SCREENS = ['tests/browser/{docs,every-screen,keyboard,million-rows,reflow}.test.ts'];

/** The journey of a customer with all simulated providers, which takes two minutes. */
const CUSTOMER_JOURNEY = 'tests/integration/customer-journey.test.ts';

/** Tests that start, crash, flood or restore a stack, and therefore cannot share one. */
const OUTAGES = ['tests/integration/{lanes,power-cut,restore-drill,start}.test.ts'];

/** Tests that need a stack, and another program or our built packages. */
const PROGRAMS = ['tests/ci/{docs-python,packages,python}.test.ts'];

/** Tests that tests/run.ts skips, because the change does not affect them. */
const UNCHANGED = process.env['TAMIS_UNCHANGED_TESTS']?.split(' ') ?? [];

/** Number of workers on two cores. Three left a third of the CPU time unused. */
const MAX_WORKERS = 4;

/** The slowest files, which start first, so that no worker waits for them at the end. */
const LONGEST = [
  'ci/simulation',
  'infra/bundles',
  'simulation/simulation',
  'infra/best-practices',
  'architecture/imports',
  'browser/every-screen',
  'integration/power-cut',
  'integration/customer-journey',
  'browser/reflow',
  'integration/restore-drill',
  'integration/lanes',
  'integration/start',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

const SHARED_STACK = 'tests/support/shared-stack.ts';

/** Tests with statistics over thousands of calls, which calls of other files would distort. */
const STATISTICS = ['functions/account/guessing-odds.test.ts', 'tests/attacks/forms.test.ts'];

const TABLE_TESTS = globSync('{functions,tests/{attacks,faults,support}}/**/*.test.ts', {
  exclude: STATISTICS,
}).filter((path) =>
  /\b(startTable|startFileTable|createAccountHarness|createBillingHarness)\b/.test(
    readFileSync(path, 'utf8'),
  ),
);

/** Shows short values in messages, which are printed without the difference at the end of a run. */
const chaiConfig = { truncateThreshold: 200 };

/** Long timeouts for tests that wait for a stack or another program, or run next to such tests. */
const longTimeouts = {
  expect: { poll: { timeout: 180_000 } },
  testTimeout: 600_000,
  hookTimeout: 600_000,
};

/**
 * Timeouts for tests that `.ci/run` runs at low priority, where other processes can starve them for
 * minutes.
 */
const lowPriorityTimeouts = { testTimeout: 7_200_000, hookTimeout: 7_200_000 };

/** Options of projects whose files share a thread, so each must clean up after itself. */
const threadPool = {
  pool: 'threads',
  isolate: false,
  expect: { poll: { timeout: 30_000 } },
  chaiConfig,
  testTimeout: 240_000,
  hookTimeout: 240_000,
  setupFiles: 'tests/support/check-logs.ts',
  // On two cores, a third worker uses the time in which the others wait for a server.
  maxWorkers: Math.max(3, availableParallelism()),
} as const;

/** Options of projects on a stack, whose files share a thread, so that helpers load only once. */
const stackPool = {
  ...longTimeouts,
  chaiConfig,
  pool: 'threads',
  isolate: false,
  maxWorkers: MAX_WORKERS,
} as const;
const browser = { ...stackPool, globalSetup: [SHARED_STACK, 'tests/browser/global-setup.ts'] };
const stack = { ...stackPool, globalSetup: SHARED_STACK };

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Tests use the source of the client, as tsconfig.json does, because it is built only for
        // publication.
        resolve: {
          alias: {
            '@tamis/client': new URL('../packages/client/src/index.ts', import.meta.url).pathname,
            'n8n-workflow': new URL('../packages/n8n/tests/fake-n8n.ts', import.meta.url).pathname,
          },
        },
        test: {
          ...threadPool,
          name: 'unit',
          include: [
            '{shared,functions,infra,lab,localstack,packages,web}/**/*.test.ts',
            'tests/{architecture,attacks,bench,contract,faults,rehearsal,sizes,support}/**/*.test.ts',
          ],
          exclude: [...LONG_UNITS, ...WHOLE_PRODUCT, ...UNCHANGED],
        },
      },
      {
        test: {
          ...threadPool,
          ...lowPriorityTimeouts,
          name: 'product',
          include: WHOLE_PRODUCT,
          exclude: LONG_UNITS,
        },
      },
      {
        test: {
          ...threadPool,
          // Tests that need a DOM.
          name: 'web',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [threadPool.setupFiles, 'web/src/testing/setup.ts'],
        },
      },
      {
        test: {
          name: 'stack',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [...OUTAGES, ...NIGHT, EVERY_ROUTE, CUSTOMER_JOURNEY],
          ...stack,
        },
      },
      {
        test: {
          name: 'routes',
          include: [EVERY_ROUTE],
          ...stack,
        },
      },
      {
        test: {
          name: 'outages',
          include: [...OUTAGES, CUSTOMER_JOURNEY],
          ...stack,
          isolate: true,
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'programs',
          include: PROGRAMS,
          exclude: UNCHANGED,
          ...stack,
          isolate: true,
          maxWorkers: 3,
        },
      },
      {
        test: {
          // The nightly run uses the complete sample of the customer journey.
          name: 'night',
          include: [...NIGHT, CUSTOMER_JOURNEY],
          ...stack,
          isolate: true,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...browser,
          name: 'browser',
          include: CUSTOMER_FLOWS,
        },
      },
      {
        test: {
          ...browser,
          // The rest of the browser tests, which run only in .ci/run.
          name: 'views',
          include: ['tests/browser/**/*.test.ts'],
          exclude: [...CUSTOMER_FLOWS, ...SCREENS],
          // Vitest requires the same number for all projects of a run.
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...browser,
          isolate: true,
          name: 'screens',
          include: SCREENS,
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...threadPool,
          ...longTimeouts,
          // Tests that use a table, on a DynamoDB emulator instead of in memory.
          name: 'engine',
          include: TABLE_TESTS,
          env: { TAMIS_TEST_TABLE: 'engine' },
        },
      },
      {
        test: {
          name: 'emulator',
          include: ['tests/emulator/**/*.test.ts'],
          ...longTimeouts,
        },
      },
      {
        test: {
          name: 'tools',
          include: TOOLS,
          exclude: UNCHANGED,
          ...longTimeouts,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'ci',
          include: ['tests/ci/**/*.test.ts'],
          exclude: [...COMPUTED, FUZZ, ...TOOLS, ...PROGRAMS, ...NIGHT],
          ...longTimeouts,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'compute',
          include: COMPUTED,
          ...lowPriorityTimeouts,
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'fuzz',
          include: [FUZZ],
          exclude: UNCHANGED,
          ...longTimeouts,
          maxWorkers: 2,
        },
      },
    ],
  },
});
