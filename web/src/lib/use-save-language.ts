import { useMutation } from '@tanstack/react-query';
import { accountRoutes } from '../../../shared/contract/account.ts';
import type { Language } from '../../../shared/model/account.ts';
import { useApi } from './api.ts';
import { useUpdateMe } from './me-query.ts';

/** Returns a function that sets the language of the account, which emails and invoices use. */
export function useSaveLanguage(): (language: Language) => void {
  const api = useApi();
  const updateMe = useUpdateMe();
  const { mutate } = useMutation({
    mutationFn: (language: Language) => api(accountRoutes.setLanguage, { body: { language } }),
    onSuccess: ({ data }) => updateMe(() => data),
  });
  return mutate;
}
