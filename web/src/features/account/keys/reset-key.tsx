import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { accountRoutes } from '../../../../../shared/contract/account.ts';
import { useApi } from '../../../lib/api.ts';
import { useUpdateMe } from '../../../lib/me-query.ts';
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx';
import { KEYS } from './keys.tsx';

/** Replaces the API key after a confirmation, since programs with the old one stop working. */
export function ResetKey() {
  const { t } = useTranslation();
  const api = useApi();
  const updateMe = useUpdateMe();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      button={{ children: t('programs.reset') }}
      question={{
        title: t('programs.resetTitle'),
        text: t('programs.resetText'),
        confirm: t('programs.reset'),
      }}
      call={() => api(accountRoutes.resetApiKey)}
      onDone={async ({ data }) => {
        await updateMe((me) => ({ ...me, api_key: data.api_key }));
        toast.success(t('programs.resetDone'));
        await queries.invalidateQueries({ queryKey: KEYS });
      }}
    />
  );
}
