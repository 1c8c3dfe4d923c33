import { expect, it } from 'vitest';
import { createSeededIds } from '../../../tests/simulation/seeded-ids.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { testSecrets } from '../../../tests/support/test-context.ts';
import { createFreeAnswers } from '../../credits/adapters/free-answers.ts';
import { createLedger } from '../../credits/adapters/ledger.ts';
import { createScan } from '../../platform/dynamo/scan.ts';
import { createChecks } from './checks.ts';
import { createVerdictMemory } from './verdict-memory.ts';

const NOW = Date.UTC(2026, 0, 1);
const CHECKS = 640;
const clock = { now: () => NOW };
const table = await startFileTable();

const { ulid, token } = createSeededIds();
/** Request ids in the formats of `check-email.ts`, without and with an idempotency key. */
const IDS = [() => ulid(NOW), () => `key-${token(32)}`];

it.each(IDS)(
  'spreads pending checks evenly over partitions, and finds all of them',
  async (idOf) => {
    const db = table.db(clock);
    const ledger = createLedger(db, clock);
    const checks = createChecks(
      db,
      ledger,
      createVerdictMemory(db, testSecrets, clock),
      createFreeAnswers(db, ledger, 1),
      clock,
    );
    const userId = ulid(NOW);
    await ledger.grant(userId, { source: 'cs:1', amount: CHECKS, why: 'pack' });
    const ids = Array.from({ length: CHECKS }, idOf);
    for (const id of ids) await checks.begin({ userId, requestId: id }, 'a@b.test', NOW);

    const countByPartition = new Map<unknown, number>();
    const pending = { text: 'begins_with(PK, :pending)', values: { ':pending': 'PENDING' } };
    for await (const { PK } of createScan(table.client, table.name)(pending, { projection: 'PK' }))
      countByPartition.set(PK, (countByPartition.get(PK) ?? 0) + 1);
    // A partition handles 1,000 write units per second, and a check needs four: two transactions at
    // two units each. Sixteen partitions handle 4,000 checks per second.
    expect(countByPartition.size).toBe(16);
    expect(Math.max(...countByPartition.values())).toBeLessThan((2 * CHECKS) / 16);

    const found = await Array.fromAsync(checks.pendingItems());
    expect(found.map(({ requestId }) => requestId).toSorted()).toEqual(ids.toSorted());
    for (const id of ids) await checks.undo({ userId, requestId: id });
    expect(await Array.fromAsync(checks.pendingItems())).toEqual([]);
  },
);
