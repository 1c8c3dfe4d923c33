import { expect, it } from 'vitest';
import { grantCreditsByEmail } from '../../functions/admin/grant-credits.ts';
import { chargeAndVerify } from '../../functions/checks/check-email.ts';
import { deleteList } from '../../functions/lists/history/delete-list.ts';
import { resumeLists } from '../../functions/lists/run/resume-lists.ts';
import type { Db, Query } from '../../functions/platform/dynamo/db.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { startFileTable } from '../support/file-table.ts';
import { expectInvariants } from '../support/invariants.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';
import { randomFrom } from '../support/random.ts';
import { createInterleaver, type Interleaver } from '../support/interleaver.ts';

/** Attacks by a customer who triggers every kind of credit movement concurrently. */

const SEEDS = [1, 2, 3, 4, 5, 6];
const FIRST_GRANT = 7;
const GIFT = 6;

const table = await startFileTable();

/** Makes every table request wait until the interleaver schedules it. */
function interleaveCalls(db: Db, { wrap }: Interleaver): void {
  const { get, batchGet, put, update, delete: remove, page, transact, query } = db;
  const whole = wrap((input: Query) => Array.fromAsync(query(input)));
  Object.assign(db, {
    get: wrap(get),
    batchGet: wrap(batchGet),
    put: wrap(put),
    update: wrap(update),
    delete: wrap(remove),
    page: wrap(page),
    transact: wrap(transact),
    async *query(input: Query) {
      yield* await whole(input);
    },
  });
}

const addresses = (count: number, domain: string) =>
  Array.from({ length: count }, (_, at) => `ok${at}@${domain}\n`).join('');

/**
 * Runs a single check. Returns whether it was charged, or false if the customer did not have enough
 * credits.
 */
const check = ({ context, userId }: PipelineHarness, email: string) =>
  chargeAndVerify(context, { userId, email, by: 'web', idempotencyKey: email }).then(
    ({ charged }) => charged,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_enough_credits') return false;
      throw error;
    },
  );

it.each(SEEDS)(
  'concurrent checks, lists, deletions and gifts spend no credit twice and create none (seed %i)',
  async (seed) => {
    const world = await createPipelineHarness(table);
    const { context, userId, email } = world;
    await world.grant(FIRST_GRANT);
    const [first = '', second = '', third = ''] = [
      await world.upload(addresses(7, 'a.fr')),
      await world.upload(addresses(6, 'b.fr')),
      await world.upload(addresses(5, 'c.fr')),
    ];
    const direct = { ...context.db };
    const turns = createInterleaver(randomFrom(seed));
    interleaveCalls(context.db, turns);

    const paid = new Set<string>();
    /** Runs single checks in sequence, each with its address as the idempotency key. */
    const tab =
      (...names: readonly string[]) =>
      async () => {
        for (const name of names) if (await check(world, `${name}@x.fr`)) paid.add(name);
      };
    const gift = { email, credits: GIFT, why: 'a present', grantId: `${userId}-gift` };
    const lowest: number[] = [];
    const watch = async () => {
      for (let sample = 0; sample < 40; sample += 1) {
        const balance = await context.ledger.balance(userId);
        lowest.push(Math.min(...Object.values(balance)));
      }
    };
    /** Deletes a list. Retries, because the list does not exist until its file has arrived. */
    const remove = (listId: string) => async () => {
      for (let attempt = 0; attempt < 10; attempt += 1)
        await deleteList(context, userId, listId).catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'not_found')) throw error;
        });
    };
    await turns.run([
      () => world.drain(),
      () => world.drain(),
      tab('ok1', 'ok2', 'odd3', 'ok4'),
      tab('bad5', 'ok6', 'any7', 'ok8'),
      remove(first),
      remove(first),
      () => grantCreditsByEmail(context, gift),
      () => grantCreditsByEmail(context, gift),
      () => resumeLists(context, userId),
      watch,
      tab('ok9', 'ok9', 'ok10', 'ok10'),
      tab('ok10', 'ok10', 'ok9', 'ok9'),
    ]);
    // From here on, calls run in sequence.
    Object.assign(context.db, direct);
    await world.drain();
    await world.advanceMinutes(48, 16);

    expect(Math.min(...lowest)).toBeGreaterThanOrEqual(0);
    await expectInvariants(world);
    const { available, reserved, consumed } = await context.ledger.balance(userId);
    expect(available + reserved + consumed).toBe(FIRST_GRANT + GIFT);
    const entries = await Array.fromAsync(context.ledger.entries(userId));
    const sumOf = (kind: string) =>
      entries.filter((entry) => entry.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
    // Checks with the same idempotency key are charged once.
    expect(sumOf('debit') - sumOf('undo')).toBe(paid.size);
    const lists = await Promise.all([second, third].map((listId) => world.list(listId)));
    for (const list of lists) {
      expect([5, 7]).toContain(list?.status);
      expect(list?.charged).toBe(list?.status === 7 ? list?.total : 0);
    }
  },
);
