import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { calculateBill, calculateTotalUsd } from './cost/bill.ts';
import { calculateChecksBill, describeCheckAverages } from './cost/checks-bill.ts';
import { calculateIdleBills, formatIdleCosts } from './cost/idle.ts';
import { calculateListUsage } from './cost/list-usage.ts';
import { measureChecks } from './cost/measure-checks.ts';
import { measureList } from './cost/measure-list.ts';
import { writePage } from './cost/page.ts';
import { PRICES_READ_ON } from './cost/prices.ts';
import { updateScalePage } from './cost/scale.ts';
import { describeLargestItems, formatBillTable, formatCountsTable } from './cost/tables.ts';
import { reportFigure } from './figure.ts';

const PAGE = new URL('../../docs/cost.md', import.meta.url).pathname;
/** Divides the delays of retries and greylisting; mail servers take their full time to respond. */
const TIME_SCALE = 20;
/** One-way network delay in milliseconds. */
const DELAY_MS = 50;
const MILLION = 1_000_000;
/** Number of checks, below the hourly limit of slow checks for an unpaid account. */
const CHECKS = 40;
/** Target cost of a million addresses, in dollars. */
const TARGET = 1;

interface Settings {
  readonly seed: number;
  readonly count: number;
}

/**
 * Measures on an embedded stack the cost of a million addresses and of single checks, and
 * calculates the cost of a stage without customers and its capacity. Writes the results to
 * docs/cost.md and docs/scale.md.
 * @param part one of the parts, if only one is wanted: `million`, `checks`, `idle` or `scale`
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

async function reportChecks({ seed }: Settings): Promise<void> {
  const checks = await measureChecks({ seed, checks: CHECKS, delayMs: DELAY_MS });
  await writePage(PAGE, { check: describeCheckAverages(checks) });
  const bill = calculateChecksBill(await readFile(PAGE, 'utf8'));
  reportFigure('cost.checks', calculateTotalUsd(bill), 'USD');
  await writePage(PAGE, { checks: formatBillTable(bill) });
}

/** Calculates production's cost without customers from its templates, for docs/cost.md. */
async function reportIdle(): Promise<void> {
  const bills = calculateIdleBills();
  for (const [egress, bill] of bills)
    reportFigure(`cost.idle.${egress}`, calculateTotalUsd(bill), 'USD');
  await writePage(PAGE, { fixed: formatIdleCosts(bills) });
}

const PARTS: ReadonlyMap<string, (settings: Settings) => Promise<void>> = new Map([
  ['million', reportMillion],
  ['checks', reportChecks],
  ['idle', reportIdle],
  ['scale', updateScalePage],
]);
