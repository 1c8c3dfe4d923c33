import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { privacyRoutes } from '../../../../shared/contract/privacy.ts';
import { useApi, useSession } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import styles from './privacy.module.css';

/** Deletes the account after a confirmation that says what is lost. */
export function DeleteAccount() {
  const { t } = useTranslation();
  const api = useApi();
  const session = useSession();
  const { available_credit: count, plan } = useMe();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api(privacyRoutes.deleteAccount),
    onSuccess: () => {
      toast.success(t('privacy.delete.done'));
      session.end();
    },
    onError: () => setAsking(false),
  });
  return (
    <div className={styles.part}>
      <p>{t('privacy.delete.text')}</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('privacy.delete.submit')}
      </Button>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={t('privacy.delete.question')}
        text={t('privacy.delete.warning')}
      >
        {count > 0 && <p>{t('privacy.delete.credits', { count })}</p>}
        {plan !== null && <p>{t('privacy.delete.subscription')}</p>}
        <ModalActions>
          <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('privacy.delete.confirm')}
          </Button>
        </ModalActions>
      </Modal>
    </div>
  );
}
