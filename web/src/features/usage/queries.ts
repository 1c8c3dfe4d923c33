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
      const rows: UsageRow[] = [];
      for (let cursor: string | undefined; ;) {
        const query = { month, ...(cursor !== undefined && { cursor }) };
        const { data } = await api(usageRoutes.usage, { query }, { signal });
        rows.push(...data.data);
        if (data.next === null)
          return {
            rows: addRunningBalances(rows, data.closing),
            balance: data.balance,
            closing: data.closing,
          };
        cursor = data.next;
      }
    },
  });
