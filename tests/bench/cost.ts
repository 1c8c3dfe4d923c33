import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { calculateBill, calculateCostUsd, calculateTotalUsd } from './cost/bill.ts';
import { calculateChecksBill, describeCheckAverages } from './cost/checks-bill.ts';
import { calculateIdleBills, formatIdleCosts } from './cost/idle.ts';
import { calculateListUsage } from './cost/list-usage.ts';
import {
  DELAY_MS,
  describeLatency,
  describeSlowServers,
  SLOW_DELAY_MS,
  WAITING_ITEM,
} from './cost/latency.ts';
import { measureChecks } from './cost/measure-checks.ts';
import { measureList } from './cost/measure-list.ts';
import { writePage } from './cost/page.ts';
import { PRICES_READ_ON } from './cost/prices.ts';
import { updateScalePage } from './cost/scale.ts';
import { describeLargestItems, formatBillTable, formatCountsTable } from './cost/tables.ts';
import { reportFigure } from './figure.ts';

const PAGE = new URL('../../docs/operators/cost.md', import.meta.url).pathname;
/** Divides the delays of retries and greylisting; mail servers take their full time to respond. */
const TIME_SCALE = 20;
const MILLION = 1_000_000;
/** Number of checks, below the hourly limit of slow checks for an unpaid account. */
const CHECKS = 40;
/** Fraction of the addresses used to compare delays, because slow servers take a long time. */
const COMPARED = 0.2;
/** Target cost of a million addresses, in dollars. */
const TARGET = 1;

interface Settings {
  readonly seed: number;
  readonly count: number;
}

/**
 * Measures on an embedded stack the cost of a million addresses and of single checks, and
 * calculates the cost of a stage without customers and its capacity. Writes the results to
 * docs/operators/cost.md and docs/operators/scale.md.
 * @param part one of the parts, if only one is wanted: `million`, `latency`, `checks`, `idle` or `scale`
 */
export async function benchCost({
  part,
  ...settings
}: Settings & { readonly part?: string | undefined }): Promise<void> {
  const chosen = part === undefined ? [...PARTS.values()] : [PARTS.get(part)];
  for (const reportPart of chosen) {
    if (!reportPart) throw new Error(`there is no part ${part}`);
    await reportPart(settings);
  }
}

async function reportMillion({ seed, count }: Settings): Promise<void> {
  const list = await measureList({
    seed,
    addresses: count,
    timeScale: TIME_SCALE,
    delayMs: DELAY_MS,
  });
  const bill = calculateBill(calculateListUsage(list, TIME_SCALE), MILLION / count);
  for (const { item, usd } of bill) reportFigure(`cost.million.${item}`, usd, 'USD');
  reportFigure('cost.million', calculateTotalUsd(bill), 'USD', TARGET);
  await writePage(PAGE, {
    machine: `Prices of ${PRICES_READ_ON}; measured with Node ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model}.`,
    million: formatBillTable(bill),
    biggest: describeLargestItems(bill),
    counts: formatCountsTable(list, count),
  });
}

async function reportLatency({ seed, count }: Settings): Promise<void> {
  const addresses = count * COMPARED;
  const measureWaiting = async (delayMs: number): Promise<number> => {
    const list = await measureList({ seed, addresses, timeScale: TIME_SCALE, delayMs });
    const usd = calculateCostUsd(calculateListUsage(list, TIME_SCALE)[WAITING_ITEM] ?? {});
    reportFigure(`cost.latency.${delayMs} ms`, (usd * MILLION) / addresses, 'USD');
    return usd;
  };
  const usual = await measureWaiting(DELAY_MS);
  const factor = (await measureWaiting(SLOW_DELAY_MS)) / usual;
  await writePage(PAGE, { slow: describeSlowServers(factor, addresses) });
  await writePage(PAGE, { latency: describeLatency(await readFile(PAGE, 'utf8')) });
}

async function reportChecks({ seed }: Settings): Promise<void> {
  const checks = await measureChecks({ seed, checks: CHECKS, delayMs: DELAY_MS });
  await writePage(PAGE, { check: describeCheckAverages(checks) });
  const bill = calculateChecksBill(await readFile(PAGE, 'utf8'));
  reportFigure('cost.checks', calculateTotalUsd(bill), 'USD');
  await writePage(PAGE, { checks: formatBillTable(bill) });
}

/**
 * Calculates production's cost without customers from its templates, for docs/operators/cost.md.
 */
async function reportIdle(): Promise<void> {
  const bills = calculateIdleBills();
  for (const [egress, bill] of bills)
    reportFigure(`cost.idle.${egress}`, calculateTotalUsd(bill), 'USD');
  await writePage(PAGE, { fixed: formatIdleCosts(bills) });
}

const PARTS: ReadonlyMap<string, (settings: Settings) => Promise<void>> = new Map([
  ['million', reportMillion],
  ['latency', reportLatency],
  ['checks', reportChecks],
  ['idle', reportIdle],
  ['scale', updateScalePage],
]);
