import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webhookRoutes } from '../../../../shared/contract/webhooks.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import styles from './webhooks.module.css';

/** Shows a signing secret, which nothing shows again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      onClose={onClose}
      title={t('webhooks.secret.title')}
      text={t('webhooks.secret.text')}
    >
      <code className={styles.secret}>{secret}</code>
      <ModalActions>
        <CopyButton text={secret} done={t('webhooks.secret.copied')}>
          {t('webhooks.secret.copy')}
        </CopyButton>
        <Button variant="primary" onClick={onClose}>
          {t('webhooks.secret.done')}
        </Button>
      </ModalActions>
    </Modal>
  );
}

/** Makes a new secret after a question, and shows it. */
export function RotateSecret({ id }: { id: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const rotate = useMutation({
    mutationFn: () => api(webhookRoutes.rotateSecret, { params: { id } }),
    onSuccess: ({ data }) => setSecret(data.secret),
    onSettled: () => setAsking(false),
    // The answer is kept by this component alone.
    gcTime: 0,
  });
  const close = (): void => setAsking(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('webhooks.secret.rotate')}</Button>
      <Modal
        open={asking}
        onClose={close}
        title={t('webhooks.secret.question')}
        text={t('webhooks.secret.overlap')}
      >
        <ModalActions>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button variant="danger" busy={rotate.isPending} onClick={() => rotate.mutate()}>
            {t('webhooks.secret.rotate')}
          </Button>
        </ModalActions>
      </Modal>
      {secret !== undefined && (
        <SecretDialog
          secret={secret}
          onClose={() => {
            setSecret(undefined);
            rotate.reset();
          }}
        />
      )}
    </>
  );
}
