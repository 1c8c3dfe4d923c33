import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { lowCreditsRoutes } from '../../../../shared/contract/low-credits.ts';
import { listRoutes } from '../../../../shared/contract/lists.ts';
import { billingRoutes } from '../../../../shared/contract/billing.ts';
import type { Api } from '../../lib/api.ts';

/** How this plan is paid from now on; asked anew only where the plan has changed. */
export const renewalQuery = (api: Api, plan: object) =>
  queryOptions({
    queryKey: ['renewal', plan],
    queryFn: async ({ signal }) => (await api(billingRoutes.renewal, {}, { signal })).data,
    staleTime: Infinity,
    gcTime: 0,
  });

/** What is to happen when few credits are left. */
export const lowCreditsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['low-credits'],
    queryFn: async ({ signal }) => (await api(lowCreditsRoutes.lowCredits, {}, { signal })).data,
    // What is being typed stays.
    refetchOnWindowFocus: false,
  });

/** Whom invoices are made out to; a form that is being filled in is not loaded anew. */
export const detailsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['billing-details'],
    queryFn: async ({ signal }) => (await api(billingRoutes.billingDetails, {}, { signal })).data,
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Which payments are shown. */
export const billingsView = z.pick(billingRoutes.billings.query, { page: true });

/** A page of the customer's payments, newest first. */
export const billingsQuery = (api: Api, view: z.output<typeof billingsView>) =>
  queryOptions({
    queryKey: ['billings', view],
    queryFn: async ({ signal }) => {
      const query = { sort: 'date:desc', ...view } as const;
      return (await api(billingRoutes.billings, { query }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });

/** A payment that is older is not the one that a customer has just come back from. */
const RECENT_MS = 60 * 60_000;

/**
 * The names of the lists that had been uploaded before a payment and went on after it; none for a
 * payment of long ago.
 * @param paidAt ISO 8601; undefined while it is not known
 */
export const startedQuery = (api: Api, paidAt: string | undefined) =>
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
    enabled: paidAt !== undefined && Date.now() - Date.parse(paidAt) < RECENT_MS,
  });
