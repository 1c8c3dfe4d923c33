import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { billingRoutes } from '../../../../shared/contract/billing.ts';
import type { Api } from '../../lib/api.ts';

/** The links to the payments are valid for fifteen minutes. */
const PLANS_MS = 10 * 60_000;

/** The plans, each with a fresh link to its payment. */
export const plansQuery = (api: Api) =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => (await api.getPlan({}, { signal })).data,
    refetchInterval: PLANS_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  });

/** Which payments are shown. */
export const billingsView = z.pick(billingRoutes.billings.query, { page: true });

/** A page of the customer's payments, newest first. */
export const billingsQuery = (api: Api, view: z.output<typeof billingsView>) =>
  queryOptions({
    queryKey: ['billings', view],
    queryFn: async ({ signal }) => {
      const query = { sort: 'date:desc', ...view } as const;
      return (await api.billings({ query }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });
