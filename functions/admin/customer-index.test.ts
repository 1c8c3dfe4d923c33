import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { USER_STATUS } from '../../shared/model/account.ts';
import { USER_SORT_FIELDS } from '../../shared/model/users-page.ts';
import type { DirectoryRow } from '../access/rules/directory-row.ts';
import {
  createCustomerIndex,
  type CustomerSelection,
  normalizeForSearch,
} from './customer-index.ts';

const EVERYBODY: CustomerSelection = {
  search: '',
  status: undefined,
  sort: { field: 'created_at', descending: true },
};

describe('after any sequence of changes', () => {
  const word = fc.constantFrom(
    'ada',
    'ÉLO',
    'œ',
    'ß',
    'Ann',
    'e',
    'Léa',
    'ø',
    "d'",
    ' ',
    'x@',
    '.',
  );
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(''));
  const row: fc.Arbitrary<DirectoryRow> = fc.record({
    id: fc.integer({ min: 0, max: 30 }).map((number) => `id-${number}`),
    firstName: name,
    lastName: name,
    email: name,
    status: fc.constantFrom(USER_STATUS.active, USER_STATUS.inactive),
    createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
  });
  const change = fc.oneof(
    row.map((put) => ({ put })),
    row.map(({ id }) => ({ remove: id })),
  );
  const selection: fc.Arbitrary<CustomerSelection> = fc.record({
    search: fc.array(word, { maxLength: 3 }).map((words) => words.join('')),
    status: fc.constantFrom(undefined, USER_STATUS.active, USER_STATUS.inactive),
    sort: fc.record({ field: fc.constantFrom(...USER_SORT_FIELDS), descending: fc.boolean() }),
  });

  /** Selects customers without an index or cached order, as a reference implementation. */
  function naive(
    rows: Iterable<DirectoryRow>,
    { search, status, sort }: CustomerSelection,
  ): DirectoryRow[] {
    const fields = (each: DirectoryRow) => ({
      created_at: each.createdAt,
      first_name: normalizeForSearch(each.firstName),
      last_name: normalizeForSearch(each.lastName),
      email: normalizeForSearch(each.email),
    });
    const ascending = [...rows]
      .filter((each) => status === undefined || each.status === status)
      .filter((each) => {
        const { first_name, last_name, email } = fields(each);
        return normalizeForSearch(search)
          .split(' ')
          .every((term) => [first_name, last_name, email].some((field) => field.includes(term)));
      })
      .toSorted((a, b) => {
        const [x, y] = [fields(a)[sort.field], fields(b)[sort.field]];
        if (x !== y) return x < y ? -1 : 1;
        return a.id < b.id ? -1 : 1;
      });
    return sort.descending ? ascending.toReversed() : ascending;
  }

  it('a selection equals a scan of all customers', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 20 }),
        fc.array(fc.tuple(fc.array(change, { maxLength: 5 }), selection), { maxLength: 6 }),
        (rows, steps) => {
          const index = createCustomerIndex(rows);
          const model = new Map(rows.map((each) => [each.id, each]));
          for (const [changed, wanted] of steps) {
            for (const step of changed)
              if ('put' in step) {
                index.put(step.put);
                model.set(step.put.id, step.put);
              } else {
                index.remove(step.remove);
                model.delete(step.remove);
              }
            expect(index.select(wanted)).toEqual(naive(model.values(), wanted));
            for (const status of Object.values(USER_STATUS))
              expect(index.count(status)).toBe(
                naive(model.values(), { ...EVERYBODY, status }).length,
              );
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
