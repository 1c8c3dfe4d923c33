import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api.ts';
import type { View } from './view.ts';

/** The key of every page of users. */
export const usersKey = ['users'] as const;

/** A page of users, newest first. */
export const usersQuery = (api: Api, view: View) =>
  queryOptions({
    queryKey: [...usersKey, view],
    queryFn: ({ signal }) =>
      api.listUsers({ query: { sort: 'created_at:desc', ...view } }, { signal }),
    placeholderData: keepPreviousData,
  });
