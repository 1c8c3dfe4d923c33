import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** The CPU time after which a run of tests stops, in seconds. */
export const TEST_CPU_SECONDS = 'TAMIS_TEST_CPU_SECONDS';
const POLL_MS = 200;

const isFinished = (module: TestModule | undefined): boolean =>
  module !== undefined &&
  ['passed', 'failed'].includes(module.state()) &&
  [...module.children.allTests()].every((test) =>
    ['passed', 'failed'].includes(test.result().state),
  );

/**
 * Reporter that stops a run of tests, after the tests that are running, once it has used the CPU
 * time in `TEST_CPU_SECONDS`. Unlike elapsed time, CPU time does not depend on the machine's other
 * load. Prints the files that did not finish. The run fails only if a test failed before.
 */
class StopTests implements Reporter {
  private vitest?: Vitest;
  private timer?: NodeJS.Timeout;
  private specifications: readonly TestSpecification[] = [];

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.specifications = specifications;
    const maxMicroseconds = Number(process.env[TEST_CPU_SECONDS]) * 1_000_000;
    this.timer = setInterval(() => {
      const { user, system } = process.cpuUsage();
      if (user + system < maxMicroseconds) return;
      clearInterval(this.timer);
      void this.vitest?.cancelCurrentRun('test-failure');
    }, POLL_MS);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: string): void {
    clearInterval(this.timer);
    if (reason !== 'interrupted') return;
    // Vitest has counted the stopped run as failed.
    if (errors.length === 0 && modules.every((module) => module.state() !== 'failed'))
      process.exitCode = 0;
    const unfinished = this.specifications.filter(({ testModule }) => !isFinished(testModule));
    if (unfinished.length > 0)
      console.log(
        `Stopped after ${process.env[TEST_CPU_SECONDS]} s of CPU time. npm run validate runs all tests of ` +
          `${unfinished.map(({ testModule, moduleId }) => testModule?.relativeModuleId ?? moduleId).join(', ')}.`,
      );
  }
}

// Vitest imports a reporter as the default export of its file.
// oxlint-disable-next-line import/no-default-export
export default StopTests;
