import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Identifies a process despite pid reuse. */
export const ProcessId = z.object({ pid: z.int().positive(), birth: z.string() });
export type ProcessId = z.infer<typeof ProcessId>;

/** Returns the id of a process. If it has already exited, the birth matches no process. */
export const identifyProcess = (pid: number): ProcessId => ({
  pid,
  birth: readProcessBirth(pid) ?? 'gone',
});

/** Whether exactly this process is running, and not a later one with the same pid. */
export const isProcessRunning = ({ pid, birth }: ProcessId): boolean =>
  readProcessBirth(pid) === birth;

/** Sends SIGTERM, then SIGKILL after `graceMs`. Resolves once the process has exited. */
export async function endProcess(id: ProcessId, graceMs = 2000): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isProcessRunning(id)) return;
    signalProcess(id.pid, signal);
    const deadline = performance.now() + graceMs;
    while (isProcessRunning(id) && performance.now() < deadline) await sleep(20);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process may have exited between the check and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Returns the start time of a process as an opaque string; undefined if it does not exist. The
 * system reuses pids, but not the combination of pid and birth. On Linux, the birth is in clock
 * ticks since boot, so the boot id is added.
 */
export function readProcessBirth(pid: number): string | undefined {
  return process.platform === 'linux' ? birthFromProc(pid) : birthFromPs(pid);
}

function birthFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command, which may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const startTime = fields[19];
    if (state === 'Z' || state === 'X' || startTime === undefined) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${startTime}`;
  } catch {
    return undefined;
  }
}

function birthFromPs(pid: number): string | undefined {
  try {
    const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const;
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).trim();
    return started === '' ? undefined : started;
  } catch {
    return undefined;
  }
}
