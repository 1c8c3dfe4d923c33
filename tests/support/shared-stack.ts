import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { recordingTo } from './aws-calls.ts';
import { startStack, type TestStack } from './stack.ts';

/**
 * The set-up of projects: one stack for all their tests. The second project of a run finds the one
 * that the first has started, by the environment.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the running stack. */
    home: string;
    /** The file with the calls of AWS services that its functions make. */
    calls: string;
  }
}

const HOME = 'TAMIS_TEST_HOME';
const CALLS = join(tmpdir(), `tamis-calls-${process.pid}.jsonl`);
let own: TestStack | undefined;

export async function setup(project: TestProject): Promise<void> {
  if (process.env[HOME] === undefined) {
    own = await startStack({ env: recordingTo(CALLS) });
    process.env[HOME] = own.home;
  }
  project.provide('home', process.env[HOME] ?? '');
  project.provide('calls', CALLS);
}

export async function teardown(): Promise<void> {
  if (own === undefined) return;
  Reflect.deleteProperty(process.env, HOME);
  await own.stop();
  rmSync(CALLS, { force: true });
}
