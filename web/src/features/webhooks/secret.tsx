import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webhookRoutes } from '../../../../shared/contract/webhooks.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import styles from './webhooks.module.css';

/** Shows a signing secret, which cannot be shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      shownOnce
      onClose={onClose}
      title={t('webhooks.secret.title')}
      text={t('webhooks.secret.text')}
    >
      <code className={styles.secret}>{secret}</code>
      <ModalActions>
        <CopyButton text={secret} successMessage={t('webhooks.secret.copied')}>
          {t('webhooks.secret.copy')}
        </CopyButton>
        <Button variant="primary" onClick={onClose}>
          {t('webhooks.secret.done')}
        </Button>
      </ModalActions>
    </Modal>
  );
}

export function RotateSecret({ id }: { id: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <ConfirmButton
        button={{ children: t('webhooks.secret.rotate') }}
        title={t('webhooks.secret.question')}
        text={t('webhooks.secret.overlap')}
        confirm={t('webhooks.secret.rotate')}
        call={() => api(webhookRoutes.rotateSecret, { params: { id } })}
        onDone={({ data }) => setSecret(data.secret)}
      />
      {secret !== undefined && (
        <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}
