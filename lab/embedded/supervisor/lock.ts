import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isProcessRunning, ProcessId } from '../services/end-process.ts';
import { readIfComplete } from '../services/replace-file.ts';

const POLL_MS = 50;

/** Runs the work while holding the lock file at `path`. A process that is killed loses the lock. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  while (!take(path)) await sleep(POLL_MS);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Creates the lock file with a hard link, which is atomic: the file appears with its content. */
function take(path: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(identifyProcess(process.pid)));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const holder = readIfComplete(path, ProcessId);
    if (!holder || !isProcessRunning(holder)) rmSync(path, { force: true });
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}
