import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const entry = z.object({ pid: z.number(), name: z.string().default('stack') });
const pids = z.object({ owner: entry, children: z.array(entry) });

export interface ProcessStats {
  readonly name: string;
  readonly pid: number;
  readonly mib: number;
  readonly peakMib: number;
  /** Number of open file descriptors, including sockets. */
  readonly handles: number;
}

/** Lists the processes of an embedded stack; the last one is the stack itself. */
export const listProcesses = (home: string): readonly { name: string; pid: number }[] => {
  const { owner, children } = pids.parse(JSON.parse(readFileSync(join(home, 'pids.json'), 'utf8')));
  return [...children, owner];
};

export const measureProcesses = (home: string): readonly ProcessStats[] =>
  listProcesses(home).flatMap(({ name, pid }) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const mib = (field: string): number =>
        Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
      const handles = readdirSync(`/proc/${pid}/fd`).length;
      return [{ name, pid, mib: mib('VmRSS'), peakMib: mib('VmHWM'), handles }];
    } catch {
      return [];
    }
  });
