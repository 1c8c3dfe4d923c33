import assert from 'node:assert/strict';
import type { Ledger } from '../../functions/credits/adapters/ledger.ts';
import {
  type Balance,
  ENTRY_KINDS,
  type LedgerEntry,
} from '../../functions/credits/rules/ledger-entry.ts';
import { sumDeltas, sumEntries } from '../../functions/credits/rules/ledger.ts';
import { availableChangeOf } from '../../functions/credits/rules/usage-line.ts';

const sum = (entries: readonly LedgerEntry[], ...kinds: readonly LedgerEntry['kind'][]): number =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0);

/**
 * Expects the invariants of a user's ledger that hold at every moment, numbered as in
 * docs/ledger.md. Numbers 7 and 8 depend on purchases and lists, and are checked elsewhere.
 */
export async function expectLedgerInvariants(ledger: Ledger, userId: string): Promise<Balance> {
  const [balance, entries] = [
    await ledger.balance(userId),
    await Array.fromAsync(ledger.entries(userId)),
  ];
  const { available, reserved, consumed, held, debt } = balance;
  const of = (...kinds: LedgerEntry['kind'][]) => sum(entries, ...kinds);

  // 1. Credits are neither created nor lost.
  assert.equal(
    Object.values(sumDeltas(entries)).reduce((all, change) => all + change, 0),
    0,
  );
  // 2. No account is negative, and no user has both available credits and a debt.
  assert.ok(Math.min(...Object.values(balance)) >= 0);
  assert.equal(Math.min(available, debt), 0);
  // 3. The balance equals the sum of its entries, in any order.
  assert.deepEqual(balance, sumEntries(entries.toReversed()));
  // 4. An event is recorded once.
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  // 5. Reserved credits belong to running lists, or to the preview of a waiting list. 6. All
  // reservations of a list end at the same time, and completely.
  let running = 0;
  const listOf = ({ id }: LedgerEntry): string | undefined => id.split(':')[1];
  for (const list of new Set(entries.filter(({ kind }) => kind === 'reserve').map(listOf))) {
    const moved = entries.filter((each) => listOf(each) === list);
    const ended = sum(moved, 'settle', 'release');
    if (ended === 0) running += sum(moved, 'reserve');
    else assert.equal(ended, sum(moved, 'reserve'));
  }
  assert.equal(reserved, running);
  // 9. Credits are consumed only for addresses with a verdict.
  assert.equal(consumed, of('settle', 'debit') - of('undo'));
  // 10. The sum of all accounts, less the debt, equals the granted credits less those clawed back.
  const here = available + reserved + consumed + held - debt;
  assert.equal(of('grant') - of('clawback', 'correction', 'forfeit'), here);
  assert.equal(held, of('hold') - of('unhold'));
  assert.equal(debt, of('borrow') - of('repay'));
  // 11. All disputed credits are held.
  for (const { id, amount, asked } of entries.filter(({ kind }) => kind === 'hold'))
    if (!entries.some((end) => end.id === `un${id}`)) assert.equal(amount, asked);
  // 12. The usage lines agree with the entries.
  const { lines } = await ledger.usage(userId, { days: '', limit: 10_000 });
  for (const kind of ENTRY_KINDS)
    assert.equal(
      lines.reduce((all, { amounts }) => all + (amounts[kind] ?? 0), 0),
      of(kind),
    );
  const change = lines.reduce((all, { amounts }) => all + availableChangeOf(amounts), 0);
  assert.equal(change, available);
  return balance;
}
