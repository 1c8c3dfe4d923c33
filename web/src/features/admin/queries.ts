import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { adminRoutes } from '../../../../shared/contract/admin.ts';
import type { OutputOf } from '../../../../shared/contract/route.ts';
import type { Api } from '../../lib/api.ts';

export const usersView = z.pick(adminRoutes.listUsers.query, {
  search: true,
  status: true,
  limit: true,
  page: true,
});
export type UsersView = z.output<typeof usersView>;

/** Common prefix of the query keys of all user pages. */
export const usersKey = ['users'] as const;

export const usersQuery = (api: Api, view: UsersView) =>
  queryOptions({
    queryKey: [...usersKey, view],
    queryFn: ({ signal }) =>
      api(adminRoutes.listUsers, { query: { sort: 'created_at:desc', ...view } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const moneyKey = (id: string) => ['money', id] as const;

/** Payments and credits of a user. After a refund, credits are taken back a moment later. */
export const moneyQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: moneyKey(id),
    queryFn: async ({ signal }) =>
      (await api(adminRoutes.getUser, { params: { id } }, { signal })).data,
    refetchInterval: 5000,
  });
export type Money = OutputOf<(typeof adminRoutes)['getUser']>['data'];
