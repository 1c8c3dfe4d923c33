import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { lowCreditsRoutes } from '../../../../shared/contract/low-credits.ts';
import { listRoutes } from '../../../../shared/contract/lists.ts';
import { billingRoutes } from '../../../../shared/contract/billing.ts';
import type { Api } from '../../lib/api.ts';

/** Query for the next payment of the plan. Reloaded only if the plan changes. */
export const renewalQuery = (api: Api, plan: object) =>
  queryOptions({
    queryKey: ['renewal', plan],
    queryFn: async ({ signal }) => (await api(billingRoutes.renewal, {}, { signal })).data,
    staleTime: Infinity,
    gcTime: 0,
  });

export const lowCreditsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['low-credits'],
    queryFn: async ({ signal }) => (await api(lowCreditsRoutes.lowCredits, {}, { signal })).data,
    // A refetch would overwrite unsaved input.
    refetchOnWindowFocus: false,
    // The form keeps its first values, so they must not come from an earlier visit.
    gcTime: 0,
  });

/** Query for the billing details. Not reloaded while the form is open, to keep unsaved input. */
export const billingDetailsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['billing-details'],
    queryFn: async ({ signal }) => (await api(billingRoutes.billingDetails, {}, { signal })).data,
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

export const invoicesViewSchema = z.pick(billingRoutes.billings.query, { page: true });

export const billingsQuery = (api: Api, view: z.output<typeof invoicesViewSchema>) =>
  queryOptions({
    queryKey: ['billings', view],
    queryFn: async ({ signal }) => {
      const query = { sort: 'date:desc', ...view } as const;
      return (await api(billingRoutes.billings, { query }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });

/** Maximum age of a payment for which the page still names the lists that it started. */
const MAX_RECENT_PAYMENT_AGE_MS = 60 * 60_000;

/**
 * Query for the lists that were uploaded before a payment and started after it. Not loaded if the
 * payment is older than MAX_RECENT_PAYMENT_AGE_MS.
 * @param paidAt ISO 8601; undefined if not known yet
 */
export const startedListsQuery = (api: Api, paidAt: string | undefined) =>
  queryOptions({
    queryKey: ['started', paidAt],
    queryFn: async ({ signal }) => {
      const { data } = await api(listRoutes.listFiles, { query: {} }, { signal });
      return data.data
        .filter(({ created_at, start_date }) => {
          if (paidAt === undefined || start_date === null) return false;
          return Date.parse(created_at) < Date.parse(paidAt) && start_date >= paidAt;
        })
        .map(({ id, file_name: name }) => ({ id, name }));
    },
    enabled: paidAt !== undefined && Date.now() - Date.parse(paidAt) < MAX_RECENT_PAYMENT_AGE_MS,
  });
