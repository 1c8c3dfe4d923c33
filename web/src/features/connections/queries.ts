import { type QueryClient, queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import { z } from 'zod/mini';
import { ApiError } from '../../../../shared/client/api-error.ts';
import {
  type ApplyJob,
  type Audience,
  type Connection,
  connectionRoutes,
} from '../../../../shared/contract/connections.ts';
import { listRoutes } from '../../../../shared/contract/lists.ts';
import { IMPORT_ERRORS } from '../../../../shared/model/connections/connection.ts';
import {
  SERVICE_TITLES,
  type ServiceName,
} from '../../../../shared/model/connections/service-name.ts';
import { isFinalStatus } from '../../../../shared/model/list-status.ts';
import type { Api } from '../../lib/api.ts';
import { backoffInterval, mayRefresh } from '../../lib/poll.ts';
import { isProviderPage } from '../../lib/sso-flow.ts';
import { takeQuery } from '../../lib/take-link.ts';

const CONNECTIONS_QUERY_KEY = ['connections'];
const POLL_MS = 2000;
/**
 * Cache audiences, because opening a connection's dialog repeatedly would exhaust the service's
 * rate limit.
 */
const AUDIENCES_STALE_MS = 60_000;
/**
 * Delay before counting, so that moving through audiences with the arrow keys does not count each
 * one's contacts.
 */
const COUNT_DELAY_MS = 300;

/** Query for the connections and the last imports. Polled while an import is reading. */
export const connectionsQuery = (api: Api) =>
  queryOptions({
    queryKey: CONNECTIONS_QUERY_KEY,
    queryFn: async ({ signal }) =>
      (await api(connectionRoutes.listConnections, {}, { signal })).data,
    refetchInterval: (query) =>
      query.state.data?.imports.some(({ state }) => state === 'reading')
        ? backoffInterval(query, POLL_MS)
        : false,
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
  });

/**
 * Calls a service through the API. If the service fails, throws an error with a message for its
 * reason, also for the field `key`, and reloads the connections, whose state may have changed.
 */
export async function callService<Result>(
  queries: QueryClient,
  service: ServiceName,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'service_failed')) throw failure;
    void queries.invalidateQueries({ queryKey: CONNECTIONS_QUERY_KEY });
    const reason = IMPORT_ERRORS.find((each) => each === failure.body['reason']) ?? 'refused';
    const names = { service: SERVICE_TITLES[service] };
    const messages = [i18next.t(`connections.failure.${reason}`, names)];
    throw new ApiError({
      status: 422,
      code: 'service_failed',
      messages,
      fields: { key: messages },
      body: { reason },
    });
  }
}

const LOGIN_KEY = 'connection-login';
const startedLogin = z.object({ service: z.string(), state: z.string() });

/**
 * Opens the page of a service that asks for access. Stores its state per tab, so that a response to
 * another person's login finds none here (RFC 9700, 4.7).
 */
export function openLogin(service: ServiceName, page: string): void {
  if (!isProviderPage(page)) return;
  const state = crypto.randomUUID();
  sessionStorage.setItem(LOGIN_KEY, JSON.stringify({ service, state }));
  const url = new URL(page);
  url.searchParams.set('state', state);
  location.assign(url);
}

/**
 * Reads the response of a service once, and removes it from the URL.
 * @returns `isOurs` if this tab started this login; no code if access was not granted
 */
export function takeLogin(service: string | undefined): { isOurs: boolean; code?: string } {
  const response = new URLSearchParams(takeQuery());
  const stored: unknown = JSON.parse(sessionStorage.getItem(LOGIN_KEY) ?? 'null');
  sessionStorage.removeItem(LOGIN_KEY);
  const started = z.safeParse(startedLogin, stored).data;
  const isOurs = started?.service === service && started?.state === response.get('state');
  const code = response.get('code');
  return { isOurs, ...(code !== null && { code }) };
}

/** Query for all audiences of a connection, page by page. */
export const audiencesQuery = (api: Api, { id, service }: Connection) =>
  queryOptions({
    queryKey: ['audiences', id],
    queryFn: ({ signal, client }) =>
      callService(client, service, async () => {
        const audiences: Audience[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const request = { params: { id }, query: { cursor } };
          const { data } = await api(connectionRoutes.listAudiences, request, { signal });
          audiences.push(...data.audiences);
          cursor = data.next;
        }
        return audiences;
      }),
    staleTime: AUDIENCES_STALE_MS,
  });

/** Query for the contacts of an audience and the price of their list. */
export const audienceCountQuery = (
  api: Api,
  { id, service }: Connection,
  audience: Audience | undefined,
) =>
  queryOptions({
    queryKey: ['audiences', id, 'count', audience?.id],
    queryFn: async ({ signal, client }) => {
      await new Promise((resolve) => setTimeout(resolve, COUNT_DELAY_MS));
      signal.throwIfAborted();
      const request = { params: { id }, query: { audience_id: audience?.id ?? '' } };
      return callService(
        client,
        service,
        async () => (await api(connectionRoutes.countAudience, request, { signal })).data,
      );
    },
    enabled: audience !== undefined,
    staleTime: AUDIENCES_STALE_MS,
  });

/**
 * Query for the list that an import became, shared with the list's page. Polled until the list has
 * finished.
 */
export const importedListQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['list', id],
    queryFn: async ({ signal }) =>
      (await api(listRoutes.getFile, { params: { id } }, { signal })).data,
    refetchInterval: (query) =>
      query.state.data && !isFinalStatus(query.state.data.status)
        ? backoffInterval(query, POLL_MS)
        : false,
  });

export const isApplying = (state: ApplyJob['state']): boolean =>
  state === 'working' || state === 'undoing';

/** Query for the jobs that wrote the verdicts of a list back. Polled while one of them works. */
export const applyJobsQuery = (api: Api, listId: string) =>
  queryOptions({
    queryKey: [...CONNECTIONS_QUERY_KEY, 'jobs', listId],
    queryFn: async ({ signal }) =>
      (await api(connectionRoutes.listApplyJobs, { query: { list_id: listId } }, { signal })).data,
    refetchInterval: (query) =>
      query.state.data?.jobs.some(({ state }) => isApplying(state))
        ? backoffInterval(query, POLL_MS)
        : false,
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
  });
