import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { pageNumber } from '../../../../shared/contract/fields.ts';
import { usageRoutes, type UsageRow } from '../../../../shared/contract/usage.ts';
import type { Api } from '../../lib/api.ts';
import { addRunningBalances } from './sums-by-day.ts';

export const USAGE_VIEWS = ['day', 'list', 'key'] as const;

export const usageViewSchema = z.object({
  month: z.catch(usageRoutes.usage.query.shape.month, undefined),
  by: z._default(z.catch(z.enum(USAGE_VIEWS), 'day'), 'day'),
  page: pageNumber(),
});

export const usageQuery = (api: Api, month: string) =>
  queryOptions({
    queryKey: ['usage', month],
    queryFn: async ({ signal }) => {
      // Use the balance of the first page, which has the newest movements.
      const { data: first } = await api(usageRoutes.usage, { query: { month } }, { signal });
      const rows: UsageRow[] = [...first.data];
      for (let cursor = first.next; cursor !== null;) {
        const { data } = await api(usageRoutes.usage, { query: { month, cursor } }, { signal });
        rows.push(...data.data);
        cursor = data.next;
      }
      const { balance, closing, free_answers: free } = first;
      return { rows: addRunningBalances(rows, closing), balance, closing, free };
    },
  });
