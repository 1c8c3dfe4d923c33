import { rmSync } from 'node:fs';
import { z } from 'zod';
import { identifyProcess, isProcessRunning, ProcessId } from '../services/end-process.ts';
import { readIfComplete, replaceFile } from '../services/replace-file.ts';
import type { Home } from './home.ts';
import { MailnetPorts } from './mailnet.ts';

const stackInfo = z.object({
  /** Origin of the web app, the API and the inbox. */
  url: z.string(),
  /** Environment variables with which an application command reaches this stack. */
  env: z.record(z.string(), z.string()),
  /** The simulated mail internet, unless the real one is used. */
  mailnet: MailnetPorts.optional(),
  owner: ProcessId,
});

export type StackInfo = z.output<typeof stackInfo>;

/** Publishes how other programs can reach the stack of this process. */
export function writeStackFile(home: Home, info: Omit<StackInfo, 'owner'>): void {
  const owner = identifyProcess(process.pid);
  replaceFile(home.stackFile, `${JSON.stringify({ ...info, owner }, undefined, 2)}\n`);
}

export const removeStackFile = (home: Home): void => rmSync(home.stackFile, { force: true });

export function readStackFile(home: Pick<Home, 'stackFile'>): StackInfo | undefined {
  const info = readIfComplete(home.stackFile, stackInfo);
  return info && isProcessRunning(info.owner) ? info : undefined;
}
