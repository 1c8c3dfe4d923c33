import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { requestRefund } from '../../admin/refund-purchase.ts';
import { createLedgerAudit } from '../../credits/adapters/ledger-audit.ts';
import { createLedger } from '../../credits/adapters/ledger.ts';
import type { Balance } from '../../credits/rules/ledger-entry.ts';
import {
  createCorrectionEntry,
  createDebitEntry,
  createReleaseEntry,
  createReserveEntry,
  createSettleEntry,
} from '../../credits/rules/ledger.ts';
import { createScan } from '../../platform/dynamo/scan.ts';
import type { Purchase } from '../rules/purchase.ts';
import { computeUnusedCredits, reportOutstandingCredits } from './outstanding.ts';
import { parisMidnight } from './read-books.ts';

const SEED = Number(process.env['SEED'] ?? 20261231);
const START = Date.UTC(2026, 0, 1);
const stage = createBillingHarness();

const table = await startFileTable();

const previewCharge = async () => 0;

const totalCredits = ({
  lots,
}: Pick<Awaited<ReturnType<typeof computeUnusedCredits>>, 'lots'>): number =>
  lots.reduce((sum, { credits }) => sum + credits, 0);

/** Runs a random history on a new ledger, day by day, and records each day's balance. */
async function simulate(userId: string, seed: number, reversals: boolean) {
  const random = randomFrom(seed);
  const n = (most: number) => 1 + Math.floor(random() * most);
  let now = START;
  const db = table.db({ now: () => now });
  const ledger = createLedger(db, { now: () => now });
  const ledgerAudit = createLedgerAudit(
    db,
    { now: () => now },
    createScan(table.client, table.name),
  );
  const bought: Purchase[] = [];
  const reserved: [id: string, amount: number][] = [];
  const days: { before: number; balance: Balance }[] = [];
  /** The source of each unused credit, oldest first. */
  const queue: string[] = [];
  for (let day = 0; day < 40; day += 1) {
    const id = `${day}`;
    const roll = random();
    const last = bought.at(n(bought.length) - 1);
    if (roll < 0.25) {
      const credits = n(20);
      const paid = { id, userId, source: `cs:${id}`, version: 'x', credits, cents: n(900) };
      const date = new Date(now).toISOString();
      bought.push({ ...paid, refunded: 0, revoked: 0, disputes: {}, date, revision: 0 });
      await ledger.grant(userId, { source: paid.source, amount: credits, why: 'x' });
      for (let one = 0; one < credits; one += 1) queue.push(paid.source);
    } else if (roll < 0.35) {
      const amount = n(9);
      await ledger.grant(userId, { source: `adm:${id}`, amount, why: 'the pain of cs:0 too' });
      for (let one = 0; one < amount; one += 1) queue.push('gift');
    } else if (roll < 0.6) {
      const amount = n(6);
      const entry =
        day % 2 === 0 ? createDebitEntry(id, amount) : createCorrectionEntry(id, amount, 'test');
      if ((await ledger.transact(userId, [entry])) === 'applied') queue.splice(0, amount);
    } else if (roll < 0.7) {
      const amount = n(12);
      if ((await ledger.transact(userId, [createReserveEntry(id, 1, amount)])) === 'applied')
        reserved.push([id, amount]);
    } else if (roll < 0.8) {
      const [list, amount] = reserved.shift() ?? ['', 0];
      const used = Math.floor(random() * (amount + 1));
      const entries = [createSettleEntry(list, used), createReleaseEntry(list, amount - used)];
      await ledger.transact(userId, entries);
      queue.splice(0, used);
    } else if (reversals && last) {
      const why = `refund of ${last.source}`;
      if (roll < 0.87) await ledger.clawBack(userId, { id, amount: n(last.credits), why });
      else if (roll < 0.95) await ledger.hold(userId, { dispute: id, amount: n(last.credits) });
      else await ledger.releaseHold(userId, { dispute: String(day - n(5)) });
    }
    now += DAY_MS;
    days.push({ before: now, balance: await ledger.balance(userId) });
  }
  const purchases = {
    async *list() {
      yield* bought;
    },
  };
  const at = (before: number) =>
    computeUnusedCredits(
      {
        ...stage.context(),
        ledgerAudit,
        previewCharge,
        purchases: { ...stage.context().purchases, ...purchases },
      },
      userId,
      before,
    );
  return { days, at, queue, bought };
}

it.each(Array.from({ length: 12 }, (_, n) => SEED + n))(
  'reconstructs the balance of each day (seed %i)',
  async (seed) => {
    const { days, at } = await simulate(`history-${seed}`, seed, true);
    for (const { before, balance } of days) {
      const found = await at(before);
      const { available, reserved, held, debt } = balance;
      expect([totalCredits(found), found.held, found.debt], `seed ${seed}, ${before}`).toEqual([
        available + reserved + held,
        held,
        debt,
      ]);
      expect(found.lots.every(({ credits }) => credits > 0)).toBe(true);
      // Refunded credits lose their price; credits without a price never exceed the debt.
      const overdrawn = found.lots.find(({ price }) => price === 'lent')?.credits ?? 0;
      expect(overdrawn).toBeLessThanOrEqual(debt);
    }
  },
);

it.each(Array.from({ length: 12 }, (_, n) => SEED + 100 + n))(
  'leaves the newest credits, because the oldest are used first (seed %i)',
  async (seed) => {
    const { at, queue, bought, days } = await simulate(`queue-${seed}`, seed, false);
    const { lots } = await at(days.at(-1)?.before ?? 0);
    const cents = queue.reduce((sum, source) => {
      const paid = bought.find((each) => each.source === source);
      return sum + (paid ? paid.cents / paid.credits : 0);
    }, 0);
    expect(lots.reduce((sum, lot) => sum + lot.cents, 0)).toBeCloseTo(cents, 6);
    const gifts = lots.filter(({ price }) => price === 'gift');
    expect(totalCredits({ lots: gifts })).toBe(queue.filter((source) => source === 'gift').length);
  },
);

it('prices purchased credits without VAT, and deducts a refund from its own purchase', async () => {
  const ada = await stage.person();
  const [first, second] = ['pack_1000', 'pack_5000'] as const;
  await stage.buy(ada, first);
  const { data } = await stage.sdk().charges.list({ limit: 1 });
  await stage.deliverAll();
  await stage.buy(ada, second);
  stage.context().clock.advance(60_000);
  await stage.deliverAll();
  await stage.context().ledger.transact(ada.user.id, [createDebitEntry('r', 300)]);
  const at = () =>
    computeUnusedCredits(
      { ...stage.context(), previewCharge },
      ada.user.id,
      stage.context().clock.now() + DAY_MS,
    );
  const all = await at();
  expect(all.closed).toBe(false);
  expect(all.lots.filter(({ price }) => price !== 'gift')).toEqual([
    { price: '€20.00 for 5000', credits: 5000, cents: 2000 },
    { price: '€5.00 for 1000', credits: expect.any(Number), cents: expect.any(Number) },
  ]);
  await stage.program(`charges/${data[0]?.id}/refund`, { amount: 500 });
  await stage.deliverAll();
  const less = await at();
  expect(less.lots.find(({ price }) => price.startsWith('€5.00'))).toBeUndefined();
  expect(totalCredits(less)).toBe(totalCredits(all) - 1000);
  const before = stage.context().clock.now() + DAY_MS;
  const { client, name } = stage.table();
  const { clock, db, purchases, stripe } = stage.context();
  const ledgerAudit = createLedgerAudit(db, clock, createScan(client, name));
  const deps = { ledgerAudit, previewCharge, purchases, stripe };
  const lines = await Array.fromAsync(reportOutstandingCredits(deps, before, true));
  expect(lines).toContain('€20.00 for 5000: 4700 credits, €18.80');
  expect(lines).toContain(`${ada.user.id}: €20.00 for 5000: 4700 credits, €18.80`);
  expect(lines).toContain(`in all: ${totalCredits(less)} credits, €18.80`);
  expect(lines.at(-1)).toBe('0 of them held by disputes; 0 owed');
});

it('prices the credits kept after a refund at the unrefunded part of their price, from that day on', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const { clock } = stage.context();
  const bought = clock.now();
  clock.advance(DAY_MS);
  await stage.advance('P1D');
  const by = await stage.person({ admin: true });
  const [purchase] = await Array.fromAsync(stage.context().purchases.list(ada.user.id));
  const refund = async (cents: number, keepCredits: boolean) => {
    const id = randomUUID();
    const purchaseId = purchase?.id ?? '';
    const wanted = { id, purchaseId, cents, keepCredits, reason: 'x', by: by.user.id };
    await requestRefund(stage.context(), ada.user.id, wanted);
    await stage.deliverAll();
  };
  const pricedLots = async (before = clock.now() + DAY_MS) =>
    (await computeUnusedCredits({ ...stage.context(), previewCharge }, ada.user.id, before)).lots
      .filter(({ credits }) => credits !== 100)
      .map(({ price, cents }) => [price, cents]);
  await refund(200, true);
  expect(await pricedLots()).toEqual([['€3.00 for 1000', 300]]);
  await refund(100, false);
  expect(await pricedLots()).toEqual([['€2.00 for 800', 200]]);
  // A refund made in Stripe's dashboard, as described in docs/payments.md.
  const metadata = { keep_credits: 'true' };
  const payment_intent = purchase?.paymentId ?? '';
  await stage.sdk().refunds.create({ payment_intent, amount: 100, metadata });
  await stage.deliverAll();
  expect(await pricedLots()).toEqual([['€1.00 for 800', 100]]);
  await refund(100, true);
  expect(await pricedLots()).toEqual([['gift', 0]]);
  expect(await pricedLots(bought + 1)).toEqual([['€5.00 for 1000', 500]]);
});

it('computes the end of a day in Paris', () => {
  expect(new Date(parisMidnight(2026, 12, 32)).toISOString()).toBe('2026-12-31T23:00:00.000Z');
  expect(new Date(parisMidnight(2026, 13, 1)).toISOString()).toBe('2026-12-31T23:00:00.000Z');
  expect(new Date(parisMidnight(2026, 7, 1)).toISOString()).toBe('2026-06-30T22:00:00.000Z');
});
