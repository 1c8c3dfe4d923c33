import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { adminRoutes } from '../../../../shared/contract/admin.ts';
import type { OutputOf } from '../../../../shared/contract/route.ts';
import type { Api } from '../../lib/api.ts';

/** Which users are shown. */
export const usersView = z.pick(adminRoutes.listUsers.query, {
  search: true,
  status: true,
  limit: true,
  page: true,
});
export type UsersView = z.output<typeof usersView>;

/** The key of every page of users. */
export const usersKey = ['users'] as const;

/** A page of users, newest first. */
export const usersQuery = (api: Api, view: UsersView) =>
  queryOptions({
    queryKey: [...usersKey, view],
    queryFn: ({ signal }) =>
      api(adminRoutes.listUsers, { query: { sort: 'created_at:desc', ...view } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The key of the money and credits of a user. */
export const moneyKey = (id: string) => ['money', id] as const;

/** The money and credits of a user. The credits of a refund go a moment after it. */
export const moneyQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: moneyKey(id),
    queryFn: async ({ signal }) =>
      (await api(adminRoutes.getUser, { params: { id } }, { signal })).data,
    refetchInterval: 5000,
  });
export type Money = OutputOf<(typeof adminRoutes)['getUser']>['data'];
