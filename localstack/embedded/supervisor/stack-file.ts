import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isRunning } from '../services/end-process.ts';
import { processBirth } from '../services/process-birth.ts';
import type { Home } from './home.ts';

const stackInfo = z.object({
  /** The one origin: web app, API and inbox. */
  url: z.string(),
  /** Environment in which a command of the application reaches this stack. */
  env: z.record(z.string(), z.string()),
  /** The simulated mail internet, unless the real one is used. */
  mailnet: z
    .object({ dnsPort: z.number(), smtpPort: z.number(), countersPort: z.number() })
    .optional(),
  owner: z.object({ pid: z.number(), birth: z.string() }),
});

export type StackInfo = z.output<typeof stackInfo>;

/** Tells other programs how to reach the stack of this process. */
export function writeStackFile(home: Home, info: Omit<StackInfo, 'owner'>): void {
  const owner = { pid: process.pid, birth: processBirth(process.pid) ?? '' };
  const draft = `${home.stackFile}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ ...info, owner }, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, home.stackFile);
}

export const removeStackFile = (home: Home): void => rmSync(home.stackFile, { force: true });

/** The stack that runs in a home, or undefined when none does. */
export function readStackFile(home: Pick<Home, 'stackFile'>): StackInfo | undefined {
  try {
    const info = stackInfo.parse(JSON.parse(readFileSync(home.stackFile, 'utf8')));
    return isRunning(info.owner) ? info : undefined;
  } catch {
    return undefined;
  }
}
