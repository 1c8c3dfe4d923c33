import { describe, expect, it } from 'vitest';
import {
  createDebitEntry,
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
