import { readFile } from 'node:fs/promises';
import {
  DEFAULT_CHECKS_IN_FLIGHT,
  PENDING_CHECKS,
} from '../../../functions/checks/adapters/keys.ts';
import { GROUP_SIZE, GROUP_MS } from '../../../packages/verifier/tests/simulated-worker.ts';
import { maxSessions } from '../../../packages/verifier/tests/simulated-fleet.ts';
import { checks } from '../../../infra/features/checks.ts';
import { scheduleNeeds } from '../../../infra/features/index.ts';
import { QUEUES } from '../../../infra/features/queues.ts';
import { ACCOUNTING_RETENTION_YEARS } from '../../../shared/model/retention.ts';
import { readCheckAverage } from './checks-bill.ts';
import { readFigure, formatMarkdownTable, writePage } from './page.ts';
import { formatInteger } from './format.ts';

/**
 * Capacity of one stage with one egress address, calculated from the figures in
 * docs/operators/cost.md.
 */

const COST = new URL('../../../docs/operators/cost.md', import.meta.url).pathname;
export const SCALE_PAGE = new URL('../../../docs/operators/scale.md', import.meta.url).pathname;

const MONTH_SECONDS = 30 * 86_400;
/** Number of addresses in the list behind the figures of docs/operators/cost.md. */
const COUNTED = 20_000;
/** Average duration of a single check in seconds, for the simulated mix of servers. */
const CHECK_SECONDS = 2;
/** Fraction of addresses at the largest provider. */
const AT_LARGEST = 0.5;
/** AWS quota of on-demand write units per second of a table. */
const TABLE_UNITS = 40_000;
/** AWS quota of concurrent executions of an account. */
const FUNCTIONS = 1000;
/** Ledger entries that the audit scans and adds up per second. */
const AUDITED = 30_000;
/** Sessions per task (functions/checks/adapters/engine.ts). */
const SESSIONS_OF_WORKER = 100;
/** Sessions per host (docs/operators/egress-hosts.md). */
const SESSIONS_OF_HOST = 2000;
/**
 * Days in which the audit reads every ledger entry (docs/ledger.md). Entries are kept for years.
 */
const AUDIT_DAYS = 30;
const KEPT_SECONDS = ACCOUNTING_RETENTION_YEARS * 365 * 86_400;
/** Maximum write units per second of a partition. */
const PARTITION_UNITS = 1000;
/** Write units of a single check in the partition of pending checks. */
const UNITS_OF_CHECK = 4;
/** Write units of a single check in the partition of the slots of all checks: taken and released. */
const UNITS_OF_SLOT = 2;
/** Seconds of a task with slow or silent servers: the engine's time limit minus ten seconds. */
const SLOW_TASK_SECONDS = checks.workers.engine.timeoutSeconds - 10;
const TASK_ADDRESSES = 500;

type Limit = readonly [part: string, unit: string, perSecond: number, raisedBy: string];

function limitsOf(page: string): readonly Limit[] {
  const workerSeconds = readFigure(page, 'counts', 'Engine', /([\d,]+) s,/) / COUNTED;
  const writeUnits = readFigure(page, 'counts', 'DynamoDB', /([\d,]+) write units/) / COUNTED;
  const unitsOfCheck = readCheckAverage(page, 'write units');
  const audit = scheduleNeeds.get('auditLedger');
  if (!audit) throw new Error('nothing audits the ledger');
  const runs = (AUDIT_DAYS * 24 * 60) / audit.everyMinutes;
  const audited = runs * audit.timeoutSeconds * AUDITED;
  return [
    [
      'concurrent single checks',
      `checks of ${CHECK_SECONDS} s`,
      DEFAULT_CHECKS_IN_FLIGHT / CHECK_SECONDS,
      '`CHECKS_IN_FLIGHT` and the quota of concurrent executions',
    ],
    [
      'concurrent tasks of long lists',
      'addresses',
      QUEUES.engineBulk.concurrency / workerSeconds,
      '`bulkWorkers` of the stage',
    ],
    [
      'concurrent tasks of long lists at slow or silent servers',
      `addresses in tasks of ${SLOW_TASK_SECONDS} s`,
      (QUEUES.engineBulk.concurrency * TASK_ADDRESSES) / SLOW_TASK_SECONDS,
      '`bulkWorkers` of the stage',
    ],
    [
      'partition of the slots of checks in flight',
      'checks',
      PARTITION_UNITS / UNITS_OF_SLOT,
      'more partitions',
    ],
    [
      'write units of the table for single checks',
      'checks',
      TABLE_UNITS / unitsOfCheck,
      'an AWS quota',
    ],
    [
      'sessions from one egress address at the largest provider',
      'addresses, half of them at this provider',
      (maxSessions('google') * GROUP_SIZE * 1000) / GROUP_MS / AT_LARGEST,
      'more egress addresses',
    ],
    ['concurrent Lambda executions', 'addresses', FUNCTIONS / workerSeconds, 'an AWS quota'],
    [
      'partitions of pending checks',
      'checks',
      (PENDING_CHECKS.shards * PARTITION_UNITS) / UNITS_OF_CHECK,
      '`PENDING_CHECK_SHARDS`, while no check is pending',
    ],
    ['write units of the table', 'addresses', TABLE_UNITS / writeUnits, 'an AWS quota'],
    [
      `ledger audit (${ACCOUNTING_RETENTION_YEARS} years of entries)`,
      'entries',
      audited / KEPT_SECONDS,
      'more segments; a full audit of the table then takes longer',
    ],
  ];
}

const limitsTable = (limits: readonly Limit[]): string =>
  formatMarkdownTable(
    limits
      .toSorted(([, , a], [, , b]) => a - b)
      .map(([part, unit, perSecond, raisedBy]) => ({
        Bottleneck: part,
        'Capacity per second': `${formatInteger(perSecond)} ${unit}`,
        'Capacity per month': `${formatInteger((perSecond * MONTH_SECONDS) / 1e6)} million`,
        'How to raise it': raisedBy,
      })),
  );

/** Number of addresses per day for which the required resources are calculated. */
const DAILY_TARGET = 100_000_000;

function needsOf(page: string): string {
  const perSecond = DAILY_TARGET / 86_400;
  const parts = new Map(limitsOf(page).map(([part, , limit]) => [part, limit]));
  const shareOf = (part: string): number => perSecond / (parts.get(part) ?? Number.NaN);
  const workers = Math.ceil(
    shareOf('concurrent tasks of long lists') * QUEUES.engineBulk.concurrency,
  );
  const hosts = Math.ceil(
    ((workers + QUEUES.engineExpress.concurrency) * SESSIONS_OF_WORKER) / SESSIONS_OF_HOST,
  );
  const addresses = Math.ceil(shareOf('sessions from one egress address at the largest provider'));
  const units = shareOf('write units of the table') * TABLE_UNITS;
  return (
    `${formatInteger(DAILY_TARGET / 1e6)} million addresses a day are ${formatInteger(perSecond)} a second. They need ` +
    `\`bulkWorkers: ${workers}\` instead of ${QUEUES.engineBulk.concurrency}, a quota of ` +
    `${workers - QUEUES.engineBulk.concurrency} more concurrent executions, ${hosts} hosts for their ` +
    `sessions and ${formatInteger(units)} write units a second. At simulated providers, ${addresses} egress ` +
    `addresses are fast enough. With all 16, each verifies ` +
    `${(DAILY_TARGET / 16 / 1e6).toFixed(1)} million addresses a day, if its reputation allows it.`
  );
}

/**
 * Returns the generated sections of docs/operators/scale.md, computed from the figures in
 * docs/operators/cost.md.
 */
export async function renderScaleSections(): Promise<{ bounds: string; target: string }> {
  const page = await readFile(COST, 'utf8');
  return { bounds: limitsTable(limitsOf(page)), target: needsOf(page) };
}

export const updateScalePage = async (): Promise<void> =>
  writePage(SCALE_PAGE, await renderScaleSections());
