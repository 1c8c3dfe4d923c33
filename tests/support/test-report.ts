import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The properties of a report of Vitest in Jest's format that are used here. */
interface Report {
  readonly numPassedTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    /** Milliseconds since the epoch. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface TestFailure {
  readonly file: string;
  /** Empty for a file that fails outside its tests. */
  readonly test: string;
  /** One for each error of the test, with its stack. */
  readonly messages: readonly string[];
}

/** Reads the report that `--reporter=json` wrote. */
export function readTestReport(path: string): {
  readonly passed: number;
  readonly success: boolean;
  readonly failures: readonly TestFailure[];
  /** Seconds that the tests of each file took. */
  readonly seconds: ReadonlyMap<string, number>;
} {
  const { numPassedTests, success, testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative('.', name);
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      if (tests.length === 0) return [{ file, test: '', messages: [message] }];
      return tests.map(({ fullName, failureMessages }) => ({
        file,
        test: fullName,
        messages: failureMessages,
      }));
    });
  const seconds = new Map(
    testResults.map(({ name, startTime, endTime }) => [
      relative('.', name),
      (endTime - startTime) / 1000,
    ]),
  );
  return { passed: numPassedTests, success, failures, seconds };
}

/** The properties of the file in which Vitest 5 keeps durations, to start slow files first. */
interface RunCache {
  readonly projects?: Readonly<
    Record<string, { readonly files: Readonly<Record<string, { readonly duration: number }>> }>
  >;
}

/** Returns how long each test file took when it last ran here. Empty before the first run. */
export function secondsOfLastRuns(): Map<string, number> {
  const [path] = globSync('node_modules/.vite/vitest/*/results.json');
  const { projects = {} } = path ? (JSON.parse(readFileSync(path, 'utf8')) as RunCache) : {};
  const files = Object.values(projects).flatMap((project) => Object.entries(project.files));
  return new Map(files.map(([file, { duration }]) => [file, duration / 1000]));
}
