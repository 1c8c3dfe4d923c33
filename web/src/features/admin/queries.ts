import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { generatePath } from 'react-router-dom';
import { z } from 'zod/mini';
import { adminRoutes } from '../../../../shared/contract/admin.ts';
import type { OutputOf } from '../../../../shared/contract/route.ts';
import { LIST_ID_PATTERN } from '../../../../shared/model/users-page.ts';
import type { Api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';

export const usersViewSchema = z.pick(adminRoutes.listUsers.query, {
  search: true,
  status: true,
  limit: true,
  page: true,
});
export type UsersView = z.output<typeof usersViewSchema>;

/** Common prefix of the query keys of all pages of users and of each user. */
export const USERS_QUERY_KEY = ['users'] as const;

export const usersQuery = (api: Api, view: UsersView) =>
  queryOptions({
    queryKey: [...USERS_QUERY_KEY, view],
    queryFn: ({ signal }) =>
      api(adminRoutes.listUsers, { query: { sort: 'created_at:desc', ...view } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const userViewSchema = adminRoutes.getUser.query;
type UserView = z.output<typeof userViewSchema>;

/** Polled, because credits are taken back only a moment after a refund. */
export const userQuery = (api: Api, id: string, view: UserView) =>
  queryOptions({
    queryKey: [...USERS_QUERY_KEY, id, view],
    queryFn: async ({ signal }) =>
      (await api(adminRoutes.getUser, { params: { id }, query: view }, { signal })).data,
    refetchInterval: 5000,
    // Keeps the page while another page of the same user's lists is loading.
    placeholderData: (data, before) => (before?.queryKey[1] === id ? data : undefined),
  });
export type UserDetails = OutputOf<(typeof adminRoutes)['getUser']>['data'];
export type UserOwnedList = UserDetails['lists']['data'][number];

/** Returns the credits charged for a list, minus those already re-credited. */
export const replaceableCredits = (
  list: UserOwnedList,
  adjustments: UserDetails['adjustments'],
): number =>
  adjustments
    .filter(({ file_id }) => file_id === list.id)
    .reduce((left, { credits }) => left - credits, list.credits_charged);

/** If the search was for a list id, the page shows only that list. */
export const userPageHref = (id: string, search = ''): string =>
  generatePath(paths.user, { id }) +
  (LIST_ID_PATTERN.test(search.trim()) ? `?file=${search.trim().toUpperCase()}` : '');
