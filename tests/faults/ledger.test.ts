import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLedger } from '../../functions/credits/adapters/ledger.ts';
import type { Ledger } from '../../functions/credits/adapters/ledger.ts';
import {
  createDebitEntry,
  createGrantEntry,
  createReleaseEntry,
  createReserveEntry,
  createSettleEntry,
  createUndoEntry,
} from '../../functions/credits/rules/ledger.ts';
import type { LedgerEntry } from '../../functions/credits/rules/ledger-entry.ts';
import type { Db } from '../../functions/platform/dynamo/db.ts';
import {
  updateExpression,
  updateWrite,
  where,
} from '../../functions/platform/dynamo/expression.ts';
import { startFileTable } from '../support/file-table.ts';
import { crashAtEachCall } from '../support/crash-at-each-call.ts';
import { createFaults } from '../support/faults.ts';
import { expectLedgerInvariants } from '../support/ledger-invariants.ts';
import { randomFrom } from '../support/random.ts';
import { createInterleaver } from '../support/interleaver.ts';

/**
 * Row 21 of docs/operators/faults.md and the guarantees of docs/ledger.md, tested on the ledger
 * only.
 */

const SEED = 20241010;
const clock = { now: () => Date.UTC(2026, 0, 1) };
const why = 'test';
let users = 0;

const table = await startFileTable();
const db = table.db(clock);

const freshUser = (): string => `user-${(users += 1)}`;

/** An event in a user's ledger. Repeating it has no further effect. */
type Event = (ledger: Ledger, userId: string) => Promise<unknown>;

const grant =
  (source: string, amount: number): Event =>
  (ledger, userId) =>
    ledger.grant(userId, { source, amount, why });
const clawBack =
  (id: string, amount: number): Event =>
  (ledger, userId) =>
    ledger.clawBack(userId, { id, amount, why });
const hold =
  (dispute: string, amount: number): Event =>
  (ledger, userId) =>
    ledger.hold(userId, { dispute, amount });
const releaseHold =
  (dispute: string): Event =>
  (ledger, userId) =>
    ledger.releaseHold(userId, { dispute });
const seizeHeld =
  (dispute: string, amount: number): Event =>
  (ledger, userId) =>
    ledger.seizeHeld(userId, { dispute, amount, why });

/** Steps that run in order. Each is repeated until it gets a response. */
type Sequence = readonly Event[];

const size = fc.integer({ min: 0, max: 60 });
const name = fc.integer({ min: 0, max: 2 });

/**
 * Purchases, refunds and disputes. The resulting balance does not depend on their order, even if
 * the end of a dispute arrives before its start. An event always has the same amount, which is part
 * of its name.
 */
const money: fc.Arbitrary<readonly Sequence[]> = fc
  .tuple(name, size)
  .chain(([of, n]) =>
    fc.constantFrom(
      [[grant(`cs:${of}-${n}`, n)]],
      [[clawBack(`ch:${of}-${n}`, n)]],
      [[hold(`${of}-${n}`, n)], [releaseHold(`${of}-${n}`)]],
      [[hold(`lost-${of}-${n}`, n)], [seizeHeld(`lost-${of}-${n}`, n)]],
    ),
  );

/** Lists and checks. Whether they start depends on the available credits. */
const spending: fc.Arbitrary<readonly Sequence[]> = fc.oneof(
  fc.tuple(fc.uuid(), size, fc.double({ min: 0, max: 1, noNaN: true })).map(([list, n, share]) => {
    const settled = Math.floor(n * share);
    const end = [createSettleEntry(list, settled), createReleaseEntry(list, n - settled)];
    return [spend(createReserveEntry(list, 1, n), end)];
  }),
  fc
    .tuple(fc.uuid(), fc.boolean())
    .map(([request, answered]) => [
      spend(createDebitEntry(request, 1), answered ? [] : [createUndoEntry(request, 1)]),
    ]),
);

/** Creates a sequence that writes the later entries only if there are credits for the first. */
function spend(first: LedgerEntry, then: readonly LedgerEntry[]): Sequence {
  let runs = true;
  return [
    async (ledger, userId) => {
      runs = (await ledger.transact(userId, [first])) !== 'insufficient';
    },
    async (ledger, userId) => {
      if (runs && (await ledger.transact(userId, then)) === 'insufficient')
        throw new Error('available credits have disappeared');
    },
  ];
}

/** Outcomes of consecutive writes, repeated cyclically; at least some writes succeed. */
const effects = fc
  .array(fc.constantFrom('well', 'well', 'before', 'after'), { maxLength: 6 })
  .map((all) => all.concat('well'));

/**
 * Runs sequences concurrently, with table calls in an order derived from the seed `order`, and with
 * the failures in `effect`. Checks the invariants after every write.
 */
async function run(
  order: number,
  effect: readonly string[],
  sequences: readonly Sequence[],
  userId: string,
): Promise<void> {
  const reliable = createLedger(db, clock);
  const turns = createInterleaver(randomFrom(order));
  let writes = 0;
  const unreliable: Db = {
    ...db,
    get: turns.wrap(db.get),
    transact: turns.wrap(async (items) => {
      const now = effect[(writes += 1) % effect.length];
      if (now === 'before') throw new Error('lost before its effect');
      const outcome = await db.transact(items);
      await expectLedgerInvariants(reliable, userId);
      if (now === 'after') throw new Error('lost after its effect');
      return outcome;
    }),
  };
  const ledger = createLedger(unreliable, clock);
  const applyUntilStored = async (event: Event): Promise<void> => {
    for (;;)
      try {
        await event(ledger, userId);
        return;
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('lost'))) throw error;
      }
  };
  await turns.run(
    sequences.map((sequence) => async () => {
      for (const event of sequence) await applyUntilStored(event);
    }),
  );
}

describe(`the ledger (seed ${SEED})`, () => {
  it('keeps its invariants after every step, in any order, with duplicates and lost responses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        effects,
        fc.array(fc.oneof(money, spending), { minLength: 1, maxLength: 6 }),
        fc.array(money, { maxLength: 2 }),
        async (order, effect, sequences, twice) => {
          const userId = freshUser();
          await run(order, effect, [sequences, twice, twice].flat(2), userId);
          const balance = await expectLedgerInvariants(createLedger(db, clock), userId);
          expect([balance.held, balance.reserved]).toEqual([0, 0]);
        },
      ),
      { seed: SEED, numRuns: 20 },
    );
  });

  it('has the same total for the same events, whatever their order and repetition', async () => {
    const sequences = fc.array(money, { minLength: 1, maxLength: 5 }).map((each) => each.flat());
    await fc.assert(
      fc.asyncProperty(fc.nat(), effects, sequences, fc.nat(), async (order, effect, all, turn) => {
        const [ordered, shuffled] = [freshUser(), freshUser()];
        const reliable = createLedger(db, clock);
        for (const event of all.flat()) await event(reliable, ordered);
        const rotated = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
        await run(order, effect, [...rotated.toReversed(), ...all.slice(0, 3)], shuffled);
        expect(await reliable.balance(shuffled)).toEqual(await reliable.balance(ordered));
      }),
      { seed: SEED, numRuns: 15 },
    );
  });

  it('accepts exactly those of several concurrent reservations that fit', async () => {
    const ledger = createLedger(db, clock);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (k, j, each) => {
          const userId = freshUser();
          await ledger.transact(userId, [createGrantEntry('welcome', j * each + (each - 1), why)]);
          const outcomes = await Promise.all(
            Array.from({ length: k }, (_, at) =>
              ledger.transact(userId, [createReserveEntry(`L${at}`, 1, each)]),
            ),
          );
          expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(Math.min(k, j));
          await expectLedgerInvariants(ledger, userId);
        },
      ),
      { seed: SEED, numRuns: 15 },
    );
  });

  it('revokes the total of the last partial refund, in any order', async () => {
    const reliable = createLedger(db, clock);
    const refunds = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        refunds,
        fc.integer({ min: 1, max: 5000 }),
        fc.boolean(),
        async (order, parts, credits, grantLast) => {
          const userId = freshUser();
          const paid = parts.reduce((sum, part) => sum + part, 0) + 100;
          const due = (refunded: number) => Math.floor((credits * refunded) / paid);
          const purchase = { PK: `USER#${userId}`, SK: 'PURCHASE' };
          await db.put({ ...purchase, revoked: 0 });
          const turns = createInterleaver(randomFrom(order));
          const get = turns.wrap(db.get);
          const transact = turns.wrap(db.transact);
          const ledger = createLedger({ ...db, get, transact }, clock);
          /** Revokes the amount due. Starts again if the stored amount has changed since it was read. */
          const refund = async (refunded: number): Promise<void> => {
            const revoked = Number((await get(purchase))?.['revoked']);
            const amount = due(refunded) - revoked;
            if (amount <= 0) return;
            const change = updateExpression({ revoked: due(refunded) });
            const noted = updateWrite(purchase, change, where({ revoked }));
            const booked = await ledger.clawBack(userId, { id: `ch:${refunded}`, amount, why }, [
              noted,
            ]);
            if (booked === 'stale') await refund(refunded);
          };
          let refunded = 0;
          const totals = parts.map((part) => (refunded += part));
          const recordGrant = () => ledger.grant(userId, { source: 'cs', amount: credits, why });
          if (!grantLast) await turns.run([recordGrant]);
          await turns.run([...totals, ...totals].map((total) => () => refund(total)));
          if (grantLast) await turns.run([recordGrant]);
          expect(await db.get(purchase)).toMatchObject({ revoked: due(refunded) });
          const { available, debt } = await expectLedgerInvariants(reliable, userId);
          expect([available, debt]).toEqual([credits - due(refunded), 0]);
        },
      ),
      { seed: SEED, numRuns: 20 },
    );
  });

  it.each([
    ['a grant', grant('cs:2', 50), { available: 30 }],
    ['a refund', clawBack('ch:1', 50), { debt: 70 }],
    ['a dispute', hold('b', 50), { held: 80, debt: 70 }],
    ['a dispute won', releaseHold('a'), { available: 10, held: 0 }],
    ['a dispute lost', seizeHeld('a', 50), { held: 0, debt: 40 }],
    [
      'the end of a list',
      (ledger, userId) =>
        ledger.transact(userId, [createSettleEntry('L', 15), createReleaseEntry('L', 25)]),
      { reserved: 0, consumed: 15, available: 5 },
    ],
  ] satisfies [string, Event, object][])(
    'records %s once, wherever the process crashes and is restarted',
    async (_, event, change) => {
      const reliable = createLedger(db, clock);
      await crashAtEachCall(async (crash) => {
        const userId = freshUser();
        // The balance has thirty credits held, forty reserved, and twenty owed.
        await grant('cs:1', 70)(reliable, userId);
        await reliable.transact(userId, [createReserveEntry('L', 1, 40)]);
        await hold('a', 30)(reliable, userId);
        await clawBack('ch:0', 20)(reliable, userId);
        const faults = createFaults();
        const dying = createLedger(faults.wrap('db', db), clock);
        await crash(faults, () => event(dying, userId));
        await expectLedgerInvariants(reliable, userId);
        await event(reliable, userId);
        const balance = await expectLedgerInvariants(reliable, userId);
        const before = { available: 0, reserved: 40, consumed: 0, held: 30, debt: 20 };
        const paid = 'available' in change ? { debt: 0 } : {};
        expect(balance).toEqual({ ...before, ...paid, ...change });
      });
    },
  );
});
