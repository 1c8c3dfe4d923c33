import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { adminRoutes } from '../../../../shared/contract/admin.ts';
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
      api.listUsers({ query: { sort: 'created_at:desc', ...view } }, { signal }),
    placeholderData: keepPreviousData,
  });
