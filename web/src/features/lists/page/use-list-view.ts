import * as z from 'zod/mini';
import type { NavigateOptions } from 'react-router-dom';
import { type RowFilter, rowFilter } from '../../../../../shared/contract/list-rows.ts';
import { useAddressView } from '../../../lib/address-view.ts';

/** The tabs of the page of a list. */
export const LIST_TABS = ['overview', 'rows', 'details'] as const;
export type ListTab = (typeof LIST_TABS)[number];

const listView = z.extend(rowFilter, { tab: z.optional(z.enum(LIST_TABS)) });

/** What the address of a list's page decides: the tab, which is the rows where they are filtered. */
export function useListView() {
  const { view, show } = useAddressView(listView);
  const { tab, ...filter } = view;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const shown: ListTab = tab ?? (isFiltered ? 'rows' : 'overview');
  /** Shows the rows of another filter. */
  const narrow = (change: RowFilter, options?: NavigateOptions): void =>
    show({ ...change, tab: 'rows' }, options);
  return { tab: shown, filter, isFiltered, show, narrow };
}

/** A view without a filter. */
export const UNFILTERED = {
  status: undefined,
  reason: undefined,
  domain: undefined,
  q: undefined,
  only: undefined,
} as const;
