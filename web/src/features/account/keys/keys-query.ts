import { queryOptions } from '@tanstack/react-query';
import { keyRoutes } from '../../../../../shared/contract/keys.ts';
import type { Api } from '../../../lib/api.ts';

/** What is invalid once a key was made, reset or revoked. */
export const KEYS = ['keys'];

/** The live keys of the customer. */
export const keysQuery = (api: Api) =>
  queryOptions({
    queryKey: KEYS,
    queryFn: async ({ signal }) => (await api(keyRoutes.listKeys, {}, { signal })).data.keys,
  });
