import { queryOptions } from '@tanstack/react-query';
import { formRoutes } from '../../../../shared/contract/forms.ts';
import type { Api } from '../../lib/api.ts';

export const formsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['forms'],
    queryFn: async ({ signal }) => (await api(formRoutes.listForms, {}, { signal })).data.forms,
  });
