import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  debitEntry,
  deltasOf,
  sumEntries,
  grantEntry,
  releaseEntry,
  reserveEntry,
  isSameMovement,
  settleEntry,
  undoEntry,
} from './ledger.ts';

describe('ledger entries', () => {
  it('have ids that name their event, so that it is applied at most once', () => {
    expect(grantEntry('welcome', 100, 'welcome').id).toBe('grant:welcome');
    expect(reserveEntry('L1', 2, 5).id).toBe('reserve:L1:2');
    expect(settleEntry('L1', 2, 5).id).toBe('settle:L1:2');
    expect(releaseEntry('L1', 2, 5).id).toBe('release:L1:2');
    expect(debitEntry('r1', 1).id).toBe('debit:r1');
    expect(undoEntry('r1', 1).id).toBe('undo:r1');
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'reject %s credits',
    (amount) => {
      expect(() => grantEntry('x', amount, 'why')).toThrow(RangeError);
    },
  );

  it('are the same movement only if accounts and amount are equal', () => {
    const entry = reserveEntry('L1', 1, 5);
    expect(isSameMovement(entry, { ...entry, why: 'another reason' })).toBe(true);
    expect(isSameMovement(entry, reserveEntry('L1', 1, 6))).toBe(false);
    expect(isSameMovement(entry, { ...entry, to: 'consumed' })).toBe(false);
  });
});

describe('the sum of entries', () => {
  it('follows a list from its reservation to its end', () => {
    const journal = [
      grantEntry('welcome', 100, 'welcome'),
      reserveEntry('L1', 1, 60),
      settleEntry('L1', 1, 55),
      releaseEntry('L1', 1, 5),
      debitEntry('r1', 1),
      undoEntry('r1', 1),
    ];
    expect(sumEntries(journal)).toEqual({
      available: 45,
      reserved: 0,
      consumed: 55,
      held: 0,
      debt: 0,
    });
  });

  it('neither creates nor loses credits, in any order', () => {
    const amount = fc.nat(1_000_000);
    const entry = fc.oneof(
      amount.map((n) => grantEntry('s', n, 'w')),
      amount.map((n) => reserveEntry('l', 1, n)),
      amount.map((n) => settleEntry('l', 1, n)),
      amount.map((n) => releaseEntry('l', 1, n)),
      amount.map((n) => debitEntry('r', n)),
      amount.map((n) => undoEntry('r', n)),
    );
    fc.assert(
      fc.property(fc.array(entry), (journal) => {
        const { source, available, reserved, consumed, held } = deltasOf(journal);
        expect(source + available + reserved + consumed + held).toBe(0);
        expect(sumEntries(journal.toReversed())).toEqual(sumEntries(journal));
      }),
      { seed: 20241010 },
    );
  });
});
