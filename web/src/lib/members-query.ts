import { queryOptions } from '@tanstack/react-query';
import { memberRoutes } from '../../../shared/contract/members.ts';
import type { AppDependencies } from './api.ts';

export const MEMBERS_QUERY_KEY = ['members'];

export const membersQuery = (api: AppDependencies['api']) =>
  queryOptions({
    queryKey: MEMBERS_QUERY_KEY,
    queryFn: async ({ signal }) => (await api(memberRoutes.listMembers, {}, { signal })).data,
  });
