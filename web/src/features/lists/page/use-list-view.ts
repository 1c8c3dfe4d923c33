import * as z from 'zod/mini';
import type { NavigateOptions } from 'react-router-dom';
import { type RowFilter, rowFilter } from '../../../../../shared/contract/list-rows.ts';
import { useUrlView } from '../../../lib/url-view.ts';

export const LIST_TABS = ['overview', 'rows', 'details'] as const;
export type ListTab = (typeof LIST_TABS)[number];

const listView = z.extend(rowFilter, {
  tab: z.optional(z.enum(LIST_TABS)),
  /** Indexes of the shown file columns, from 0. */
  columns: z.optional(z.string().check(z.regex(/^\d+(,\d+)*$/))),
});

/** The view of a list in its URL: columns, filter and tab. A filter implies the rows tab. */
export function useListView() {
  const { view, show } = useUrlView(listView);
  const { tab, columns, ...filter } = view;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const activeTab: ListTab = tab ?? (isFiltered ? 'rows' : 'overview');
  const narrow = (change: RowFilter, options?: NavigateOptions): void =>
    show({ ...change, tab: 'rows' }, options);
  const own = columns?.split(',').map(Number) ?? [];
  return { tab: activeTab, filter, isFiltered, own, show, narrow };
}

export const EMPTY_FILTER = Object.fromEntries(
  Object.keys(rowFilter.shape).map((name) => [name, undefined]),
) as Readonly<Record<keyof RowFilter, undefined>>;
