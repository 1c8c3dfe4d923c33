import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Delivery, webhookRoutes } from '../../../../shared/contract/webhooks.ts';
import type { Api } from '../../lib/api.ts';
import { backoffInterval, mayRefresh } from '../../lib/poll.ts';

export const deliveriesQueryKey = (id: string) => ['webhooks', id] as const;

export const endpointsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoints'],
    queryFn: async ({ signal }) => (await api(webhookRoutes.listEndpoints, {}, { signal })).data,
  });

const POLL_MS = 1500;
const MAX_WAIT_MS = 60_000;

/**
 * Returns the milliseconds until the next attempt is due, from POLL_MS to MAX_WAIT_MS, or more
 * after failed polls; false if no delivery is waiting.
 */
function deliveryPollInterval(
  query: Parameters<typeof backoffInterval>[0],
  deliveries: readonly Delivery[],
) {
  const times = deliveries
    .filter(({ status }) => status === 'waiting')
    .map(({ next_attempt_at: at }) => (at === null ? 0 : Date.parse(at)));
  if (times.length === 0) return false;
  const delayMs = Math.max(Math.min(...times) - Date.now(), POLL_MS);
  return backoffInterval(query, Math.min(delayMs, MAX_WAIT_MS));
}

/** Query for a page of deliveries, newest first. Polled while one of them is pending. */
export const deliveriesQuery = (api: Api, id: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...deliveriesQueryKey(id), 'page', cursor],
    queryFn: async ({ signal }) => {
      const query = cursor === undefined ? {} : { cursor };
      return (await api(webhookRoutes.listDeliveries, { params: { id }, query }, { signal })).data;
    },
    refetchInterval: (query) => deliveryPollInterval(query, query.state.data?.deliveries ?? []),
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
    placeholderData: keepPreviousData,
  });

/** Query for a delivery with its request and response. Polled while it is pending. */
export const deliveryQuery = (api: Api, id: string, delivery: string) =>
  queryOptions({
    queryKey: [...deliveriesQueryKey(id), 'delivery', delivery],
    queryFn: async ({ signal }) =>
      (await api(webhookRoutes.getDelivery, { params: { id, delivery } }, { signal })).data,
    refetchInterval: (query) =>
      deliveryPollInterval(query, query.state.data ? [query.state.data] : []),
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
  });
