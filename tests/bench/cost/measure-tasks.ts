import type { ChildProcess } from 'node:child_process';
import { inDomainOrder } from '../../../functions/verifier/cli/domain-order.ts';
import { listAddresses, startMailnet } from '../../support/mailnet.ts';
import type { ClientFigures, ClientSettings } from '../engine-client.ts';
import { runProgram } from '../run-program.ts';

/** How tasks are cut and worked on. */
export interface TaskChoice {
  /** Addresses of a task. */
  readonly size: number;
  /** SMTP sessions of a process at once. */
  readonly sessions: number;
  /** Of a processor, what the process gets; 1 for all of it. */
  readonly cpu: number;
}

/** Seconds of the tasks of one choice, ascending, and what a process needed. */
export interface TaskTimes extends TaskChoice {
  readonly seconds: readonly number[];
  readonly addresses: number;
  readonly peakMb: number;
}

const PROCESSES = 4;
const CLIENT = new URL('../engine-client.ts', import.meta.url).pathname;
/** The time-out of the worker without what it keeps for writing. */
const DEADLINE_MS = 100_000;
/** Lambda shares a processor out by the period too. */
const PERIOD_MS = 40;

/** Lets a process run for its share of each period alone. */
function shareCpu(child: ChildProcess, cpu: number): void {
  if (cpu >= 1) return;
  const period = setInterval(() => {
    child.kill('SIGCONT');
    setTimeout(() => child.kill('SIGSTOP'), PERIOD_MS * cpu);
  }, PERIOD_MS);
  child.once('exit', () => clearInterval(period));
}

/**
 * Times tasks over the same addresses, cut and worked on by a choice, first attempts alone, on a
 * mail internet of their own whose servers take their time.
 * @param sample how many of a list's addresses, next to each other in the order of tasks
 */
export async function measureTasks(
  choice: TaskChoice,
  { seed, list, sample, delayMs }: { seed: number; list: number; sample: number; delayMs: number },
): Promise<TaskTimes> {
  await using mailnet = await startMailnet([`--seed=${seed}`, `--delay-ms=${delayMs}`]);
  const ordered = inDomainOrder(listAddresses(seed, list).map((email) => ({ email })));
  const start = Math.floor((list - sample) / 2);
  const addresses = ordered.slice(start, start + sample).map(({ email }) => email);
  const shares: string[][][] = Array.from({ length: PROCESSES }, () => []);
  for (let at = 0; at < addresses.length; at += choice.size)
    shares[(at / choice.size) % PROCESSES]?.push(addresses.slice(at, at + choice.size));

  const { dnsPort, smtpPort } = mailnet;
  const settings: ClientSettings = {
    dnsPort,
    smtpPort,
    sessions: choice.sessions,
    timeScale: 1,
    deadlineMs: DEADLINE_MS,
  };
  const args = [CLIENT, JSON.stringify(settings)];
  const runs = await Promise.all(
    shares
      .filter((tasks) => tasks.length > 0)
      .map((tasks) =>
        runProgram(
          args,
          tasks.map((task) => JSON.stringify(task)),
          (child) => shareCpu(child, choice.cpu),
        ),
      ),
  );
  const seconds = runs.flatMap(({ output }) =>
    (JSON.parse(output) as ClientFigures).tasks.map((ms) => ms / 1000),
  );
  return {
    ...choice,
    seconds: seconds.toSorted((a, b) => a - b),
    addresses: addresses.length,
    peakMb: Math.max(...runs.map(({ peakMiB }) => peakMiB)),
  };
}
