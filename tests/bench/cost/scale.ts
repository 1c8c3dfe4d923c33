import { readFile } from 'node:fs/promises';
import { PENDING_CHECKS } from '../../../functions/checks/adapters/keys.ts';
import { GROUP, GROUP_MS } from '../../support/engine/simulated-worker.ts';
import { mostSessions } from '../../support/engine/simulated-fleet.ts';
import { laptopConfig } from '../../../infra/stage/config.ts';
import { routeNeeds, scheduleNeeds } from '../../../infra/features/index.ts';
import { QUEUES } from '../../../infra/features/queues.ts';
import { report } from '../figure.ts';
import { totalOf } from './bill.ts';
import { CALLS_A_SECOND } from './dashboards.ts';
import { idleBill } from './idle.ts';
import { readFigure, tableOf, writePage } from './page.ts';
import { sum, usd, whole } from './words.ts';

/** What the product holds and costs at a billion addresses a month, from figures of docs/cost.md. */

const COST = new URL('../../../docs/cost.md', import.meta.url).pathname;
const SCALE = new URL('../../../docs/scale.md', import.meta.url).pathname;

const MONTH_SECONDS = 30 * 86_400;
const BILLION = 1e9;
const DASHBOARDS = 10_000;
const CUSTOMERS = 1000;
/** Hours in a month that a dashboard is open: 22 days of 8. */
const OPEN_HOURS = 22 * 8;
/** Of the list that docs/cost.md counts. */
const COUNTED = 20_000;
/** Seconds that a single check takes, in the mix of servers. */
const CHECK_SECONDS = 2;
/** Of all addresses, those of the largest provider. */
const AT_LARGEST = 0.5;
/** On-demand units a second of a table, and functions at once of an account: quotas of AWS. */
const TABLE_UNITS = 40_000;
const FUNCTIONS = 1000;
/** Entries that the audit scans and folds a second (docs/ledger.md), reading half of the time. */
const AUDITED = 30_000;
/** Write units a second of a partition, and those of a single check. */
const PARTITION_UNITS = 1000;
const UNITS_OF_CHECK = 4;

interface Bound {
  readonly part: string;
  readonly holds: string;
  /** Addresses, or single checks, a month. */
  readonly month: number;
  readonly raisedBy: string;
}

const perMonth = (perSecond: number): number => perSecond * MONTH_SECONDS;
const times = (value: number, unit: string): string => `${whole(value)} ${unit}`;

/** The bounds of one stage with one address, the lowest first. */
function boundsOf(page: string): Bound[] {
  const workerSeconds = readFigure(page, 'counts', 'Verify', /([\d,]+) s,/) / COUNTED;
  const writeUnits = readFigure(page, 'counts', 'DynamoDB', /([\d,]+) write units/) / COUNTED;
  const { concurrency } = QUEUES.verifyBulk;
  const bulk = concurrency / workerSeconds;
  const largest = (mostSessions('google') * GROUP * 1000) / GROUP_MS / AT_LARGEST;
  const checks = (routeNeeds.checkEmail.concurrency ?? 0) / CHECK_SECONDS;
  const noted = (PENDING_CHECKS.shards * PARTITION_UNITS) / UNITS_OF_CHECK;
  const { everyMinutes = 60, timeoutSeconds } = scheduleNeeds.get('auditLedger') ?? {
    everyMinutes: 60,
    timeoutSeconds: 900,
  };
  const audited = ((24 * 60) / everyMinutes) * timeoutSeconds * AUDITED;
  const bounds: Bound[] = [
    {
      part: 'single checks at once',
      holds: `${times(checks, 'checks a second')} of ${CHECK_SECONDS} s`,
      month: perMonth(checks),
      raisedBy: '`concurrency` of `checkEmail`, and the quota of functions',
    },
    {
      part: 'tasks of long lists at once',
      holds: times(bulk, 'addresses a second'),
      month: perMonth(bulk),
      raisedBy: '`concurrency` of `verifyBulk`',
    },
    {
      part: 'sessions that the largest provider gives one address',
      holds: `${times(largest, 'addresses a second')}, half of them there`,
      month: perMonth(largest),
      raisedBy: 'more egress addresses',
    },
    {
      part: 'functions at once of an account',
      holds: `${times(FUNCTIONS, 'tasks')} and nothing else`,
      month: perMonth(FUNCTIONS / workerSeconds),
      raisedBy: 'a quota of AWS',
    },
    {
      part: 'partitions of pending checks',
      holds: times(noted, 'checks a second'),
      month: perMonth(noted),
      raisedBy: '`PENDING_CHECK_SHARDS`, with a migration',
    },
    {
      part: 'write units of a table',
      holds: times(TABLE_UNITS / writeUnits, 'addresses a second'),
      month: perMonth(TABLE_UNITS / writeUnits),
      raisedBy: 'a quota of AWS',
    },
    {
      part: 'audit of the ledger',
      holds: times(audited, 'items kept'),
      month: audited,
      raisedBy: 'more parts, more often',
    },
  ];
  return bounds.toSorted((a, b) => a.month - b.month);
}

const boundsTable = (bounds: readonly Bound[]): string =>
  tableOf(
    bounds.map(({ part, holds, month, raisedBy }) => ({
      'What bends': part,
      'Holds at most': holds,
      'Addresses a month': `${(month / 1e6).toLocaleString('en', { maximumFractionDigits: 0 })} million`,
      'Raised by': raisedBy,
    })),
  );

/** Stages and hosts of each. */
const CELLS = [
  { name: 'one cell, 10 addresses', cells: [10] },
  { name: 'two regions, 10 addresses', cells: [5, 5] },
  { name: 'seven cells, 100 addresses', cells: [15, 15, 14, 14, 14, 14, 14] },
] as const;

/** What a month of a billion addresses and a thousand customers costs. */
function dollarsTable(page: string): string {
  const million = readFigure(page, 'million', '**all**', /\$([\d,.]+)/);
  const hour = readFigure(page, 'dashboards', '**all**', /\$([\d,.]+)/);
  const dashboards = (hour * OPEN_HOURS * CUSTOMERS) / DASHBOARDS;
  const counts = new Set(CELLS.flatMap(({ cells }) => [...cells]));
  const bills = new Map([...counts].map((hosts) => [hosts, totalOf(idleBill(hosts))]));
  const rows = CELLS.map(({ name, cells }) => {
    const idle = sum(cells.map((hosts) => bills.get(hosts) ?? 0));
    const verifying = (million * BILLION) / 1e6;
    const all = verifying + idle + dashboards;
    report(`cost.scale.${name}`, (all * 1e6) / BILLION, 'USD');
    return {
      'A month': name,
      Verifying: usd(verifying),
      'Without a customer': usd(idle),
      '1,000 dashboards': usd(dashboards),
      All: usd(all),
      'For a million': usd((all * 1e6) / BILLION),
    };
  });
  return tableOf(rows);
}

/** Fills in docs/scale.md. */
export async function tellScale(): Promise<void> {
  const page = await readFile(COST, 'utf8');
  const { rate } = laptopConfig().api.throttle;
  await writePage(SCALE, {
    bounds: boundsTable(boundsOf(page)),
    dollars: dollarsTable(page),
    customers: `The stage lets ${whole(rate)} calls a second through: ${whole((rate / CALLS_A_SECOND) * DASHBOARDS)} open dashboards. A thousand make ${whole((CALLS_A_SECOND * CUSTOMERS) / DASHBOARDS)} calls a second.`,
  });
}
