import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FunctionSpec } from '../../lab/embedded/cloud/functions.ts';
import { createFunctionRunner } from '../../lab/embedded/lambda/runner.ts';
import type { FunctionRunnerOptions } from '../../lab/embedded/lambda/runner.ts';

interface TestFunction {
  /** Source code of a module that exports `handler`. */
  readonly code: string;
  readonly memoryMb?: number;
  readonly timeoutMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export function startTestFunctions(
  functions: Readonly<Record<string, TestFunction>>,
  options: Partial<FunctionRunnerOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'lambda-'));
  const write = (name: string, code: string): void =>
    writeFileSync(join(folder, `${name}.mjs`), code);
  const specs = new Map<string, FunctionSpec>();
  for (const [name, { code, memoryMb = 128, timeoutMs = 5000, environment = {} }] of Object.entries(
    functions,
  )) {
    write(name, code);
    const file = join(folder, `${name}.mjs`);
    specs.set(name, { name, file, handler: 'handler', memoryMb, timeoutMs, environment });
  }
  const logFile = join(folder, 'functions.log');
  const runner = createFunctionRunner(specs, {
    variables: { SHARED: 'yes' },
    logFile,
    maxEnvironments: () => 2,
    ...options,
  });
  return {
    runner,
    write,
    log: (): string => readFileSync(logFile, 'utf8'),
    [Symbol.dispose](): void {
      runner.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
