import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi } from '../../lib/api.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { KEYS } from './keys-query.ts';

/** Replaces the API key after a confirmation, since programs with the old one stop working. */
export function ResetKey() {
  const { t } = useTranslation();
  const api = useApi();
  const updateMe = useUpdateMe();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const reset = useMutation({
    mutationFn: () => api(accountRoutes.resetApiKey),
    onSuccess: async ({ data }) => {
      await updateMe((me) => ({ ...me, api_key: data.api_key }));
      toast.success(t('programs.resetDone'));
      await queries.invalidateQueries({ queryKey: KEYS });
    },
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('programs.reset')}</Button>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={t('programs.resetTitle')}
        text={t('programs.resetText')}
      >
        <ModalActions>
          <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
          <Button variant="danger" busy={reset.isPending} onClick={() => reset.mutate()}>
            {t('programs.reset')}
          </Button>
        </ModalActions>
      </Modal>
    </>
  );
}
