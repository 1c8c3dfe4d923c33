import { rmSync } from 'node:fs';
import { z } from 'zod';
import { endProcess, identifyProcess, isProcessRunning, ProcessId } from './end-process.ts';
import { readIfComplete, replaceFile } from './replace-file.ts';
import { StartError } from './start-error.ts';

const Child = ProcessId.extend({ name: z.string() });
const Content = z.object({ owner: ProcessId, children: z.array(Child) });

/** The child processes of a stack. A later start kills them if the stack was killed. */
export interface PidFile {
  add(name: string, pid: number): void;
  remove(pid: number): void;
  /** Releases the data directory. Must be called after the last child has exited. */
  release(): void;
}

/**
 * Acquires the data directory for this process: kills the children of an earlier owner that was
 * killed, then records this process as the owner.
 * @throws {StartError} if the earlier owner is still running
 */
export async function acquirePidFile(path: string): Promise<PidFile> {
  // Ignore an unreadable file: the machine crashed, so the children no longer exist.
  const before = readIfComplete(path, Content);
  if (before !== undefined && isProcessRunning(before.owner))
    throw new StartError(
      `Another stack (process ${before.owner.pid}) is using this data directory: stop it first.`,
    );
  await Promise.all((before?.children ?? []).map((child) => endProcess(child)));

  const owner = identifyProcess(process.pid);
  const children = new Map<number, z.infer<typeof Child>>();
  const save = (): void =>
    replaceFile(path, JSON.stringify({ owner, children: [...children.values()] }));
  save();
  return {
    add(name, pid) {
      children.set(pid, { name, ...identifyProcess(pid) });
      save();
    },
    remove(pid) {
      if (children.delete(pid)) save();
    },
    release() {
      rmSync(path, { force: true });
    },
  };
}
