import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { endProcess, isRunning } from './end-process.ts';
import type { ProcessId } from './end-process.ts';
import { processBirth } from './process-birth.ts';

const Entry = z.object({ pid: z.number().int().positive(), birth: z.string() });
const Content = z.object({ owner: Entry, children: z.array(Entry.extend({ name: z.string() })) });

/** The data directory belongs to a stack that is running right now. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';
  constructor(pid: number) {
    super(`Another stack (process ${pid}) is using this data directory: stop it first.`);
  }
}

/** The children of one running stack, on disk, so that a later start can end what a kill left. */
export interface PidFile {
  /** Records a child that has just been started. */
  add(name: string, pid: number): void;
  /** Removes a child that has ended. */
  remove(pid: number): void;
  /** Gives the data directory back; call it after the last child ended. */
  release(): void;
}

/**
 * Takes the data directory for this process: ends the children that an earlier owner left
 * behind when it was killed, then records this process as the owner.
 * @throws {AlreadyRunningError} when the earlier owner still runs
 */
export async function claimPidFile(path: string): Promise<PidFile> {
  const before = read(path);
  if (before !== undefined && isRunning(before.owner)) {
    throw new AlreadyRunningError(before.owner.pid);
  }
  await Promise.all((before?.children ?? []).map((child) => endProcess(child)));

  const owner = identify(process.pid);
  const children = new Map<number, ProcessId & { name: string }>();
  const save = (): void => write(path, { owner, children: [...children.values()] });
  save();
  return {
    add(name, pid) {
      children.set(pid, { name, ...identify(pid) });
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

/** A process that is already gone gets a birth that no process has. */
const identify = (pid: number): ProcessId => ({ pid, birth: processBirth(pid) ?? 'gone' });

function read(path: string): z.infer<typeof Content> | undefined {
  try {
    return Content.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Absent, or torn by a crash of the whole machine, after which no child is left either.
    return undefined;
  }
}

function write(path: string, content: z.infer<typeof Content>): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(content));
  renameSync(draft, path);
}
