import type { UsageRow } from '../../../../shared/contract/usage.ts';

export interface ListSum extends Pick<UsageRow, 'file_id' | 'file_name' | 'by'> {
  charged: number;
  returned: number;
}

/** Credits used by one client: the web app, an API key, or an unknown client. */
export interface ClientSum extends Pick<UsageRow, 'by'> {
  byLists: number;
  byChecks: number;
}

/** Returns the sums per list, in the order in which the lists first occur. */
export function sumsByList(rows: readonly UsageRow[]): ListSum[] {
  const sums = new Map<string, ListSum>();
  for (const { type, file_id, file_name, by, charged, returned, added } of rows) {
    if (file_id === null) continue;
    const sum = sums.get(file_id) ?? { file_id, file_name, by, charged: 0, returned: 0 };
    sum.charged += charged;
    // A replacement counts as returned credits.
    sum.returned += type === 'replacement' ? added : returned;
    sums.set(file_id, sum);
  }
  return [...sums.values()];
}

export function sumsByClient(rows: readonly UsageRow[]): ClientSum[] {
  const sums = new Map<string | null, ClientSum>();
  for (const { type, by, charged } of rows) {
    if (type !== 'list' && type !== 'checks') continue;
    const sum = sums.get(by) ?? { by, byLists: 0, byChecks: 0 };
    sum[type === 'list' ? 'byLists' : 'byChecks'] += charged;
    sums.set(by, sum);
  }
  const used = ({ byLists, byChecks }: ClientSum): number => byLists + byChecks;
  return [...sums.values()].toSorted((a, b) => used(b) - used(a));
}
