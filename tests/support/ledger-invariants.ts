import { expect } from 'vitest';
import type { Ledger } from '../../functions/credits/ports.ts';
import type { Balance, LedgerEntry } from '../../functions/credits/rules/ledger-entry.ts';
import { deltasOf, fold } from '../../functions/credits/rules/ledger.ts';

const sum = (entries: readonly LedgerEntry[], ...kinds: readonly LedgerEntry['kind'][]): number =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0);

/**
 * What holds of a user's ledger at every moment, by the numbers of docs/ledger.md; 7 and 8 need
 * purchases and lists, and are held elsewhere.
 */
export async function expectLedgerInvariants(ledger: Ledger, userId: string): Promise<Balance> {
  const [balance, entries] = [await ledger.balance(userId), await ledger.entries(userId)];
  const { available, reserved, consumed, held, debt } = balance;
  const of = (...kinds: LedgerEntry['kind'][]) => sum(entries, ...kinds);

  // 1. Nothing is made or lost.
  expect(Object.values(deltasOf(entries)).reduce((all, change) => all + change, 0)).toBe(0);
  // 2. Nothing is below zero, and nobody has credits and a debt.
  expect(Math.min(...Object.values(balance))).toBeGreaterThanOrEqual(0);
  expect(Math.min(available, debt)).toBe(0);
  // 3. The balance is its journal, read in any order.
  expect(balance).toEqual(fold(entries.toReversed()));
  // 4. An event happens once.
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  // 5. What is reserved belongs to lists that run, 6. and a reservation ends to the unit.
  let running = 0;
  for (const { id, amount } of entries.filter(({ kind }) => kind === 'reserve')) {
    const list = id.slice('reserve'.length);
    const ends = entries.filter((end) => [`settle${list}`, `release${list}`].includes(end.id));
    if (ends.length === 0) running += amount;
    else expect(sum(ends, 'settle', 'release')).toBe(amount);
  }
  expect(reserved).toBe(running);
  // 9. What is consumed was answered.
  expect(consumed).toBe(of('settle', 'debit') - of('undo'));
  // 10. What came and was not taken back is somewhere, or owed.
  expect(of('grant') - of('clawback', 'forfeit')).toBe(
    available + reserved + consumed + held - debt,
  );
  expect(held).toBe(of('hold') - of('unhold'));
  expect(debt).toBe(of('borrow') - of('repay'));
  return balance;
}
