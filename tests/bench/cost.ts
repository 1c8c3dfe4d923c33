import { cpus } from 'node:os';
import { QUEUES } from '../../infra/features/queues.ts';
import { EXPRESS_SIZE } from '../../functions/lists/rules/plan-tasks.ts';
import { billOf, totalOf } from './cost/bill.ts';
import { dashboardsBill, dashboardsTable } from './cost/dashboards.ts';
import { EGRESS_NAMES, idleBill, idleTable } from './cost/idle.ts';
import { listUsage } from './cost/list-usage.ts';
import { measurePollsAlone, measureStack, type StackFigures } from './cost/measure-stack.ts';
import { measureTasks, type TaskTimes } from './cost/measure-tasks.ts';
import { writePage } from './cost/page.ts';
import { READ_ON } from './cost/prices.ts';
import { tellScale } from './cost/scale.ts';
import { biggestOf, billTable, countsTable, tasksTable, timesTable } from './cost/tables.ts';
import type { TimesInput } from './cost/times.ts';
import { mean, sum } from './cost/words.ts';
import { report } from './figure.ts';
import type { Measured } from './meter/metered-stack.ts';

const PAGE = new URL('../../docs/cost.md', import.meta.url).pathname;
/** Greylisting and retries take a twentieth of their time; mail servers take all of theirs. */
const TIME_SCALE = 20;
/** One way, in milliseconds. */
const DELAY_MS = 50;
const SAMPLE = 4000;
const SMALL_SAMPLE = 400;
const MILLION = 1_000_000;
/** Dollars for a million addresses that were set as the target. */
const TARGET = 1;

/** The product's own choice first; a process of 256 MB gets 14.5 % of a processor. */
const CHOICES = [
  { size: 500, sessions: 100, cpu: 1 },
  { size: 500, sessions: 100, cpu: 0.145 },
  { size: 10, sessions: 100, cpu: 1 },
  { size: 100, sessions: 100, cpu: 1 },
  { size: 250, sessions: 100, cpu: 1 },
  { size: 1000, sessions: 100, cpu: 1 },
  { size: 500, sessions: 50, cpu: 1 },
  { size: 500, sessions: 200, cpu: 1 },
] as const;

/** Milliseconds of the runs of a worker. */
const msOf = ({ runs }: Measured, worker: string): number =>
  sum(
    runs
      .filter(({ functionName }) => functionName === `tamis-workers-${worker}`)
      .map(({ ms }) => ms),
  );

/** What a list of some size is reckoned with. */
function inputFor(
  { list }: StackFigures,
  tasks: readonly TaskTimes[],
  counted: number,
): (addresses: number) => TimesInput {
  const seconds = (worker: string): number => msOf(list, worker) / 1000 / counted;
  const first = firstAttempts(list);
  return (addresses) => {
    const small = tasks.find(({ size, cpu }) => cpu === 1 && size >= addresses && size < 500);
    const taken = small?.seconds ?? first;
    const { verifyExpress, verifyBulk } = QUEUES;
    const lane = addresses <= EXPRESS_SIZE ? verifyExpress : verifyBulk;
    return {
      taskSize: 500,
      concurrency: lane.concurrency,
      meanTask: mean(taken),
      longestTask: Math.max(...taken),
      allAttempts: seconds('verify'),
      ingest: seconds('ingest'),
      finalize: seconds('finalize'),
    };
  };
}

/** Seconds of the root tasks of a list, of which each stands in a line of the log. */
function firstAttempts({ logLines }: Measured): number[] {
  const written = logLines.filter((line) => line.startsWith('{'));
  return written.flatMap((line) => {
    const { event, task, outcome, ms } = JSON.parse(line) as Record<string, unknown>;
    const isRoot = event === 'verify' && outcome === 'done' && /^\d{5}$/.test(String(task));
    return isRoot ? [Number(ms) / 1000] : [];
  });
}

/**
 * What a million addresses cost, how long lists take, and what open dashboards cost: measured on a
 * whole embedded stack and on the engine alone, priced, and written into docs/cost.md.
 */
export async function benchCost({
  seed,
  count,
  part,
}: {
  seed: number;
  count: number;
  /** One part alone: `idle`, `polls` or `scale`. */
  part?: string | undefined;
}): Promise<void> {
  if (part !== undefined) {
    const tellPart = PARTS.get(part);
    if (!tellPart) throw new Error(`no part is called ${part}`);
    await tellPart();
    return;
  }
  const delayMs = DELAY_MS;
  const stack = await measureStack({ seed, addresses: count, timeScale: TIME_SCALE, delayMs });
  const tasks: TaskTimes[] = [];
  for (const choice of CHOICES) {
    const sample = choice.size < 100 ? SMALL_SAMPLE : SAMPLE;
    tasks.push(await measureTasks(choice, { seed, list: count, sample, delayMs }));
  }
  await tell(stack, tasks, count);
  await tellIdle();
  await tellScale();
}

/** Prices what was measured, prints it and writes it into the page. */
async function tell(
  stack: StackFigures,
  tasks: readonly TaskTimes[],
  count: number,
): Promise<void> {
  const usage = listUsage(stack.list, { timeScale: TIME_SCALE, lists: 1 });
  const bill = billOf(usage, MILLION / count);
  const dashboards = dashboardsBill(stack.polls);

  for (const { item, usd } of bill) report(`cost.million.${item}`, usd, 'USD');
  report('cost.million', totalOf(bill), 'USD', TARGET);
  for (const { size, sessions, cpu, seconds, addresses } of tasks)
    report(`cost.task.${size}.${sessions}.${cpu}`, (1000 * sum(seconds)) / addresses, 's/1000');
  report('cost.dashboards.hour', totalOf(dashboards), 'USD');
  report('cost.small_list.behind', stack.behind, 's', stack.alone);
  await writePage(PAGE, {
    machine: `Prices of ${READ_ON}; measured with Node ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model}.`,
    million: billTable(bill),
    biggest: biggestOf(bill),
    counts: countsTable(stack.list, count),
    tasks: tasksTable(tasks.filter(({ size }) => size >= 100)),
    times: timesTable(inputFor(stack, tasks, count)),
    small: [
      `Measured: a list of ten that needs DNS alone takes ${stack.alone.toFixed(1)} s by itself,`,
      `and ${stack.behind.toFixed(1)} s behind a list of ${count.toLocaleString('en')}.`,
      'A large list never stands in the express lane;',
      'fifty small ones that come at once share its places.',
    ].join(' '),
    dashboards: dashboardsTable(dashboards),
  });
}

/** What production costs without a customer, from its templates. */
async function tellIdle(): Promise<void> {
  const bills = new Map(EGRESS_NAMES.map((egress) => [egress, idleBill(egress)]));
  for (const [egress, bill] of bills) report(`cost.idle.${egress}`, totalOf(bill), 'USD');
  await writePage(PAGE, { fixed: idleTable(bills) });
}

async function tellPolls(): Promise<void> {
  const dashboards = dashboardsBill(await measurePollsAlone());
  for (const { item, usd } of dashboards) report(`cost.dashboards.hour.${item}`, usd, 'USD');
  report('cost.dashboards.hour', totalOf(dashboards), 'USD');
  await writePage(PAGE, { dashboards: dashboardsTable(dashboards) });
}

const PARTS: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['idle', tellIdle],
  ['polls', tellPolls],
  ['scale', tellScale],
]);
