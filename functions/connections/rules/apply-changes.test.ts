import { describe, expect, it } from 'vitest';
import { chosenStatusOf, computeChange, computeUndo, type JournalEntry } from './apply-changes.ts';

const state = { id: 'c1', marks: [], field: null, subscribed: true } as const;
const ALL = ['mark', 'field', 'unsubscribe'] as const;

describe('the status of a reason', () => {
  const actions = { undeliverable: ['mark'], risky: [], unknown: ['field'] } as const;

  it.each([
    ['no_such_mailbox', 'undeliverable'],
    ['bad_syntax', 'undeliverable'],
    ['catch_all', undefined],
    ['timeout', 'unknown'],
    ['accepted', undefined],
  ] as const)('of %s is %s, if it leads to an action', (reason, status) => {
    expect(chosenStatusOf(reason, actions)).toBe(status);
  });
});

describe('a change', () => {
  it('contains only what is chosen and differs, with the former values', () => {
    expect(computeChange(state, 'risky', ALL)).toEqual({
      before: { marks: [], field: null, subscribed: true },
      after: { marks: ['risky'], field: 'risky', subscribed: false },
    });
    expect(computeChange({ ...state, field: 'mine' }, 'risky', ['field'])).toEqual({
      before: { field: 'mine' },
      after: { field: 'risky' },
    });
    expect(computeChange({ ...state, marks: ['unknown', 'risky'] }, 'risky', ['mark'])).toEqual({
      before: { marks: ['unknown', 'risky'] },
      after: { marks: ['risky'] },
    });
  });

  it('is none if everything is right already, or nothing is chosen', () => {
    const right = { ...state, marks: ['risky'], field: 'risky' } as const;
    expect(computeChange(right, 'risky', ['mark', 'field'])).toBeUndefined();
    expect(computeChange(state, 'risky', [])).toBeUndefined();
  });
});

describe('undoing', () => {
  const entry: JournalEntry = {
    id: 'c1',
    email: 'ada@mail.test',
    before: { marks: ['unknown'], field: null, subscribed: true },
    after: { marks: ['risky'], field: 'risky', subscribed: false },
  };
  const written = { id: 'c1', marks: ['risky'], field: 'risky', subscribed: false } as const;

  it('restores what the job wrote', () => {
    expect(computeUndo(entry, written, true)).toEqual({ values: entry.before, isRaced: false });
  });

  it('never subscribes where the service has no inverse of unsubscribing', () => {
    const { subscribed: _kept, ...values } = entry.before;
    expect(computeUndo(entry, written, false)).toEqual({ values, isRaced: false });
  });

  it('keeps a value that somebody else has changed, and restores the others', () => {
    const { field: _kept, ...values } = entry.before;
    const changed = { ...written, field: 'mine' };
    expect(computeUndo(entry, changed, true)).toEqual({ values, isRaced: true });
  });

  it('has nothing to do where a value is the former one again', () => {
    const restored = { id: 'c1', marks: ['unknown'], field: null, subscribed: true } as const;
    expect(computeUndo(entry, restored, true)).toEqual({ values: {}, isRaced: false });
  });

  it('compares marks as sets', () => {
    const two: JournalEntry = {
      ...entry,
      before: { marks: [] },
      after: { marks: ['risky', 'unknown'] },
    };
    const current = { ...written, marks: ['unknown', 'risky'] } as const;
    expect(computeUndo(two, current, true)).toEqual({ values: { marks: [] }, isRaced: false });
    expect(computeUndo(two, written, true)).toEqual({ values: {}, isRaced: true });
  });

  it('reports a contact that is gone', () => {
    expect(computeUndo(entry, undefined, true)).toEqual({ values: {}, isRaced: true });
  });
});
