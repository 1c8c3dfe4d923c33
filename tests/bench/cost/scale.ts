import { readFile } from 'node:fs/promises';
import { CHECKS_IN_FLIGHT } from '../../../functions/checks/adapters/keys.ts';
import { PENDING_CHECKS } from '../../../functions/checks/adapters/keys.ts';
import { GROUP, GROUP_MS } from '../../../packages/verifier/tests/simulated-worker.ts';
import { maxSessions } from '../../../packages/verifier/tests/simulated-fleet.ts';
import { scheduleNeeds } from '../../../infra/features/index.ts';
import { QUEUES } from '../../../infra/features/queues.ts';
import { ACCOUNTING_RETENTION_YEARS } from '../../../shared/model/retention.ts';
import { readFigure, tableOf, writePage } from './page.ts';
import { whole } from './format.ts';

/** Capacity of one stage with one egress address, from figures of docs/cost.md. */

const COST = new URL('../../../docs/cost.md', import.meta.url).pathname;
const SCALE = new URL('../../../docs/scale.md', import.meta.url).pathname;

const MONTH_SECONDS = 30 * 86_400;
/** Addresses of the list that docs/cost.md counts. */
const COUNTED = 20_000;
/** Duration of a single check in the mix of servers, in seconds. */
const CHECK_SECONDS = 2;
/** Share of addresses at the largest provider. */
const AT_LARGEST = 0.5;
/** AWS quotas: on-demand units per second of a table, and concurrent functions of an account. */
const TABLE_UNITS = 40_000;
const FUNCTIONS = 1000;
/** Entries that the audit scans and adds up per second. */
const AUDITED = 30_000;
/** The audit reads every entry within this time (docs/ledger.md), and entries are kept for years. */
const AUDIT_DAYS = 30;
const KEPT_SECONDS = ACCOUNTING_RETENTION_YEARS * 365 * 86_400;
/** Write units per second of a partition, and the write units of a single check. */
const PARTITION_UNITS = 1000;
const UNITS_OF_CHECK = 4;

type Limit = readonly [part: string, unit: string, perSecond: number, raisedBy: string];

function limitsOf(page: string): readonly Limit[] {
  const workerSeconds = readFigure(page, 'counts', 'Verify', /([\d,]+) s,/) / COUNTED;
  const writeUnits = readFigure(page, 'counts', 'DynamoDB', /([\d,]+) write units/) / COUNTED;
  const audit = scheduleNeeds.get('auditLedger');
  if (!audit) throw new Error('nothing audits the ledger');
  const runs = (AUDIT_DAYS * 24 * 60) / audit.everyMinutes;
  const audited = runs * audit.timeoutSeconds * AUDITED;
  return [
    [
      'single checks at once',
      `checks of ${CHECK_SECONDS} s`,
      CHECKS_IN_FLIGHT / CHECK_SECONDS,
      '`CHECKS_IN_FLIGHT`, `THROTTLE` and the quota of functions',
    ],
    [
      'tasks of long lists at once',
      'addresses',
      QUEUES.verifyBulk.concurrency / workerSeconds,
      '`concurrency` of `verifyBulk`',
    ],
    [
      'sessions of one address at the largest provider',
      'addresses, half of them there',
      (maxSessions('google') * GROUP * 1000) / GROUP_MS / AT_LARGEST,
      'more egress addresses',
    ],
    ['functions at once', 'addresses', FUNCTIONS / workerSeconds, 'a quota of AWS'],
    [
      'partitions of pending checks',
      'checks',
      (PENDING_CHECKS.shards * PARTITION_UNITS) / UNITS_OF_CHECK,
      '`PENDING_CHECK_SHARDS`, while no check is pending',
    ],
    ['write units of a table', 'addresses', TABLE_UNITS / writeUnits, 'a quota of AWS'],
    [
      `audit of the ledger, entries of ${ACCOUNTING_RETENTION_YEARS} years`,
      'entries',
      audited / KEPT_SECONDS,
      'more parts, so that a round takes longer',
    ],
  ];
}

const limitsTable = (limits: readonly Limit[]): string =>
  tableOf(
    limits
      .toSorted(([, , a], [, , b]) => a - b)
      .map(([part, unit, perSecond, raisedBy]) => ({
        'What bends': part,
        'Holds a second': `${whole(perSecond)} ${unit}`,
        'A month': `${whole((perSecond * MONTH_SECONDS) / 1e6)} million`,
        'Raised by': raisedBy,
      })),
  );

/** Updates docs/scale.md. */
export async function reportScale(): Promise<void> {
  await writePage(SCALE, { bounds: limitsTable(limitsOf(await readFile(COST, 'utf8'))) });
}
