import type { UserStatus } from '../../shared/model/account.ts';
import type { UserSortField } from '../../shared/model/users-page.ts';
import type { DirectoryRow } from '../access/rules/directory-row.ts';

/** Replacements for letters and marks that NFKD does not decompose. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '‐': '-',
};
const REPLACED_LETTERS = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'gu');

/** Printable ASCII without repeated or outer spaces, for which lowercasing is enough. */
const ASCII = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Lowercases, removes accents, expands ligatures, and replaces variants of apostrophe, hyphen and
 * space. Idempotent.
 */
export function normalizeForSearch(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(REPLACED_LETTERS, (letter) => REPLACEMENTS[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export interface CustomerSelection {
  /** Words that must all occur in a name or the address. An empty text matches every customer. */
  readonly search: string;
  readonly status: UserStatus | undefined;
  readonly sort: { readonly field: UserSortField; readonly descending: boolean };
}

interface Entry {
  readonly row: DirectoryRow;
  /** First name, last name and address, case-folded, one per line. */
  readonly text: string;
}

type Order = (a: Entry, b: Entry) => number;

const entryOf = (row: DirectoryRow): Entry => ({
  row,
  text: [row.firstName, row.lastName, row.email].map(normalizeForSearch).join('\n'),
});

const SORT_KEYS: Readonly<Record<UserSortField, (entry: Entry) => string>> = {
  created_at: ({ row }) => row.createdAt,
  first_name: ({ text }) => text.slice(0, text.indexOf('\n')),
  last_name: ({ text }) => text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n')),
  email: ({ text }) => text.slice(text.lastIndexOf('\n') + 1),
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares a field, then the id, so that the order is total. */
const orderBy =
  (field: UserSortField): Order =>
  (a, b) =>
    compare(SORT_KEYS[field](a), SORT_KEYS[field](b)) || compare(a.row.id, b.row.id);

/** Returns the index of an entry in a sorted array, or the index at which to insert it. */
function insertionIndex(sorted: readonly Entry[], entry: Entry, order: Order): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const middleEntry = sorted[middle];
    if (middleEntry && order(middleEntry, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

export interface CustomerIndex {
  count(status: UserStatus): number;
  put(row: DirectoryRow): void;
  remove(userId: string): void;
  /** The selected customers in the selected order. The id breaks ties. */
  select(selection: CustomerSelection): readonly DirectoryRow[];
}

/** @param rows customers with unique ids */
export function createCustomerIndex(rows: readonly DirectoryRow[]): CustomerIndex {
  const entries = new Map(rows.map((row) => [row.id, entryOf(row)]));
  /** Entries by sort field. Each array is created on first use and then kept up to date. */
  const sorted = new Map<UserSortField, Entry[]>();

  function sortedBy(field: UserSortField): readonly Entry[] {
    const cached = sorted.get(field);
    if (cached) return cached;
    // Extract each key once instead of in every comparison.
    const keyed = Array.from(entries.values(), (entry) => ({
      entry,
      key: SORT_KEYS[field](entry),
    }));
    keyed.sort((a, b) => compare(a.key, b.key) || compare(a.entry.row.id, b.entry.row.id));
    const result = keyed.map(({ entry }) => entry);
    sorted.set(field, result);
    return result;
  }

  function remove(userId: string): void {
    const entry = entries.get(userId);
    if (!entry) return;
    entries.delete(userId);
    for (const [field, sortedEntries] of sorted)
      sortedEntries.splice(insertionIndex(sortedEntries, entry, orderBy(field)), 1);
  }

  return {
    count(status) {
      let count = 0;
      for (const { row } of entries.values()) if (row.status === status) count += 1;
      return count;
    },

    put(row) {
      remove(row.id);
      const entry = entryOf(row);
      entries.set(row.id, entry);
      for (const [field, sortedEntries] of sorted)
        sortedEntries.splice(insertionIndex(sortedEntries, entry, orderBy(field)), 0, entry);
    },

    remove,

    select({ search, status, sort }) {
      const words = normalizeForSearch(search)
        .split(' ')
        .filter((word) => word !== '');
      const matches = sortedBy(sort.field).filter(
        ({ row, text }) =>
          (status === undefined || row.status === status) &&
          words.every((word) => text.includes(word)),
      );
      if (sort.descending) matches.reverse();
      return matches.map(({ row }) => row);
    },
  };
}
