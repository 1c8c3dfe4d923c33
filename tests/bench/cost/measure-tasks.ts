import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { inDomainOrder } from '../../../functions/verifier/cli/domain-order.ts';
import { listAddresses, startMailnet } from '../../support/mailnet.ts';
import type { TaskFigures, TaskSettings } from './task-client.ts';

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
  readonly cpuMsAnAddress: number;
  readonly peakMb: number;
}

const PROCESSES = 4;
const CLIENT = new URL('task-client.ts', import.meta.url).pathname;
/** The time-out of the worker without what it keeps for writing. */
const DEADLINE_MS = 100_000;
/** Lambda shares a processor out by the period too. */
const PERIOD_MS = 40;

/** Lets a process run for its share of each period alone. Answers what ends that. */
function shareCpu(pid: number, cpu: number): () => void {
  if (cpu >= 1) return () => undefined;
  let wake: NodeJS.Timeout | undefined;
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  };
  const period = setInterval(() => {
    signal('SIGCONT');
    wake = setTimeout(() => signal('SIGSTOP'), PERIOD_MS * cpu);
  }, PERIOD_MS);
  return () => {
    clearInterval(period);
    clearTimeout(wake);
    signal('SIGCONT');
  };
}

async function runProcess(
  settings: TaskSettings,
  tasks: readonly (readonly string[])[],
  cpu: number,
): Promise<TaskFigures> {
  const child = spawn('node', [CLIENT, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  child.stdin.end(JSON.stringify(tasks));
  const release = shareCpu(child.pid ?? 0, cpu);
  const output = await text(child.stdout);
  release();
  const [code] = await ended;
  if (code !== 0) throw new Error(`a worker ended with ${String(code)}`);
  return JSON.parse(output) as TaskFigures;
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
  const settings = { dnsPort, smtpPort, sessions: choice.sessions, deadlineMs: DEADLINE_MS };
  const figures = await Promise.all(
    shares
      .filter((tasks) => tasks.length > 0)
      .map((tasks) => runProcess(settings, tasks, choice.cpu)),
  );
  return {
    ...choice,
    seconds: figures.flatMap(({ tasks }) => tasks.map((ms) => ms / 1000)).toSorted((a, b) => a - b),
    addresses: addresses.length,
    cpuMsAnAddress: figures.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / addresses.length,
    peakMb: Math.max(...figures.map(({ peakMb }) => peakMb)),
  };
}
