import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createDebitEntry,
  sumDeltas,
  sumEntries,
  createGrantEntry,
  createReleaseEntry,
  createReserveEntry,
  isSameEntry,
  createSettleEntry,
  createUndoEntry,
} from './ledger.ts';

describe('ledger entries', () => {
  it('have ids that name their event, so that it is applied at most once', () => {
    expect(createGrantEntry('welcome', 100, 'welcome').id).toBe('grant:welcome');
    expect(createReserveEntry('L1', 2, 5).id).toBe('reserve:L1:2');
    expect(createSettleEntry('L1', 5).id).toBe('settle:L1:1');
    expect(createReleaseEntry('L1', 5).id).toBe('release:L1:1');
    expect(createDebitEntry('r1', 1).id).toBe('debit:r1');
    expect(createUndoEntry('r1', 1).id).toBe('undo:r1');
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'reject %s credits',
    (amount) => {
      expect(() => createGrantEntry('x', amount, 'why')).toThrow(RangeError);
    },
  );

  it('are the same movement only if accounts and amount are equal', () => {
    const entry = createReserveEntry('L1', 1, 5);
    expect(isSameEntry(entry, { ...entry, why: 'another reason' })).toBe(true);
    expect(isSameEntry(entry, createReserveEntry('L1', 1, 6))).toBe(false);
    expect(isSameEntry(entry, { ...entry, to: 'consumed' })).toBe(false);
  });
});

describe('the sum of entries', () => {
  it('follows a list from its reservation to its end', () => {
    const journal = [
      createGrantEntry('welcome', 100, 'welcome'),
      createReserveEntry('L1', 1, 60),
      createSettleEntry('L1', 55),
      createReleaseEntry('L1', 5),
      createDebitEntry('r1', 1),
      createUndoEntry('r1', 1),
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
      amount.map((n) => createGrantEntry('s', n, 'w')),
      amount.map((n) => createReserveEntry('l', 1, n)),
      amount.map((n) => createSettleEntry('l', n)),
      amount.map((n) => createReleaseEntry('l', n)),
      amount.map((n) => createDebitEntry('r', n)),
      amount.map((n) => createUndoEntry('r', n)),
    );
    fc.assert(
      fc.property(fc.array(entry), (journal) => {
        const { source, available, reserved, consumed, held } = sumDeltas(journal);
        expect(source + available + reserved + consumed + held).toBe(0);
        expect(sumEntries(journal.toReversed())).toEqual(sumEntries(journal));
      }),
      { seed: 20241010 },
    );
  });
});
