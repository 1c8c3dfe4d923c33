import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import StopTests, { TEST_CPU_SECONDS } from './stop-tests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Returns a test file whose tests have these states. */
function specification(name: string, ...states: string[]): TestSpecification {
  const tests = states.map((state) => ({ result: () => ({ state }) }));
  const state = states.includes('failed') ? 'failed' : 'passed';
  const children = { allTests: () => tests };
  const testModule = { state: () => state, relativeModuleId: name, children };
  return { moduleId: `/${name}`, testModule } as unknown as TestSpecification;
}

/** Starts a run in a process that uses half of each second. */
function startRun(maxCpuSeconds: number, files: readonly TestSpecification[] = []) {
  const start = Date.now();
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
    const microseconds = (Date.now() - start) * 1000;
    return { user: microseconds / 4, system: microseconds / 4 };
  });
  vi.stubEnv(TEST_CPU_SECONDS, String(maxCpuSeconds));
  const cancelCurrentRun = vi.fn<Vitest['cancelCurrentRun']>(async () => {});
  const reporter = new StopTests();
  reporter.onInit({ cancelCurrentRun } as unknown as Vitest);
  reporter.onTestRunStart(files);
  return { reporter, cancelCurrentRun };
}

it('stops the tests once, when they have used their CPU time', () => {
  const { cancelCurrentRun } = startRun(5);
  vi.advanceTimersByTime(9900);
  expect(cancelCurrentRun).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(cancelCurrentRun).toHaveBeenCalledExactlyOnceWith('test-failure');
});

it('stops nothing after the end of the tests', () => {
  const { reporter, cancelCurrentRun } = startRun(5);
  reporter.onTestRunEnd([], [], 'passed');
  vi.advanceTimersByTime(20_000);
  expect(cancelCurrentRun).not.toHaveBeenCalled();
});

it('prints the files that did not finish', () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const files = [
    specification('done.test.ts', 'passed', 'passed'),
    specification('failed.test.ts', 'failed', 'passed'),
    specification('half.test.ts', 'passed', 'skipped'),
    { moduleId: '/new.test.ts', testModule: undefined } as unknown as TestSpecification,
  ];
  startRun(5, files).reporter.onTestRunEnd([], [], 'interrupted');
  expect(print).toHaveBeenCalledExactlyOnceWith(
    'Stopped after 5 s of CPU time. npm run validate runs all tests of half.test.ts, /new.test.ts.',
  );
  startRun(5, files).reporter.onTestRunEnd([], [], 'passed');
  expect(print).toHaveBeenCalledTimes(1);
});

it('fails a stopped run only if a test or something outside the tests failed', () => {
  const passed = specification('done.test.ts', 'passed').testModule;
  const failed = specification('failed.test.ts', 'failed').testModule;
  if (passed === undefined || failed === undefined) throw new Error('The modules are missing.');
  const before = process.exitCode;
  const exitCodeOf = (...result: Parameters<StopTests['onTestRunEnd']>) => {
    process.exitCode = 1;
    startRun(5).reporter.onTestRunEnd(...result);
    return process.exitCode;
  };
  try {
    expect(exitCodeOf([passed], [], 'interrupted')).toBe(0);
    expect(exitCodeOf([passed, failed], [], 'interrupted')).toBe(1);
    expect(exitCodeOf([passed], [new Error('unhandled')], 'interrupted')).toBe(1);
    expect(exitCodeOf([failed], [], 'failed')).toBe(1);
  } finally {
    process.exitCode = before;
  }
});
