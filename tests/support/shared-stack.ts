import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { readRecordedCalls, recordingEnvironment } from './aws-calls.ts';
import { findForbiddenCalls, readStackRoles } from './roles.ts';
import { startStack, type TestStack } from './stack.ts';

/**
 * Global setup of test projects: starts one stack for all their tests. The second project of a run
 * finds the first project's stack through the environment.
 */

declare module 'vitest' {
  interface ProvidedContext {
    home: string;
    /** File in which the stack's functions record their AWS calls. */
    calls: string;
    /** URL of the process that creates customers (tests/support/customer-maker.ts). */
    customers: string;
  }
}

const HOME = 'TAMIS_TEST_HOME';
const CUSTOMERS = 'TAMIS_TEST_CUSTOMERS';
const MAKER = fileURLToPath(new URL('customer-maker.ts', import.meta.url));
const CALLS = join(tmpdir(), `tamis-calls-${process.pid}.jsonl`);
let own: TestStack | undefined;
let maker: ChildProcess | undefined;

export async function setup(project: TestProject): Promise<void> {
  if (process.env[HOME] === undefined) {
    writeFileSync(CALLS, '');
    own = await startStack({ env: recordingEnvironment(CALLS) });
    process.env[HOME] = own.home;
    process.env[CUSTOMERS] = await startMaker(own.info.env);
  }
  project.provide('home', process.env[HOME] ?? '');
  project.provide('customers', process.env[CUSTOMERS] ?? '');
  project.provide('calls', CALLS);
}

async function startMaker(env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [MAKER], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  maker = child;
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return `http://127.0.0.1:${port}`;
}

/** @throws if a function made a call that its role does not allow */
export async function teardown(): Promise<void> {
  if (own === undefined) return;
  maker?.kill();
  for (const name of [HOME, CUSTOMERS]) Reflect.deleteProperty(process.env, name);
  const forbidden = findForbiddenCalls(readStackRoles(own.home), readRecordedCalls(CALLS));
  await own.stop();
  rmSync(CALLS, { force: true });
  if (forbidden.length > 0) throw new Error(`not granted:\n${forbidden.join('\n')}`);
}
