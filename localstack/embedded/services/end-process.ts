import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { processBirth } from './process-birth.ts';

/** How a process is named beyond its recyclable number. */
export const ProcessId = z.object({ pid: z.int().positive(), birth: z.string() });
export type ProcessId = z.infer<typeof ProcessId>;

/** A process that is already gone gets a birth that no process has. */
export const identify = (pid: number): ProcessId => ({ pid, birth: processBirth(pid) ?? 'gone' });

/** Whether exactly this process, not a later one with its number, still runs. */
export const isRunning = ({ pid, birth }: ProcessId): boolean => processBirth(pid) === birth;

/**
 * Ends a process that need not be our child: SIGTERM, then SIGKILL after `graceMs`.
 * Resolves when it is gone; does nothing when it already was.
 */
export async function endProcess(id: ProcessId, graceMs = 2000): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isRunning(id)) return;
    signalProcess(id.pid, signal);
    const deadline = performance.now() + graceMs;
    while (isRunning(id) && performance.now() < deadline) await sleep(20);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It may have ended between the check and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
