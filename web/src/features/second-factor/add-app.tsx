import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { z } from 'zod/mini';
import { requiredText } from '../../../../shared/contract/fields.ts';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './security.module.css';

const schema = z.object({ code: requiredText() });

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={modules.join('')} fill="black" />
    </svg>
  );
}

interface Props {
  uri: string;
  secret: string;
  onCode: (code: string) => Promise<void>;
  onClose: () => void;
}

export function AddApp({ uri, secret, onCode, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal open onClose={onClose} title={t('security.app.add')} text={t('security.app.scan')}>
      <QrCode text={uri} label={t('security.app.qr')} />
      <p>
        {t('security.app.secret')} <code className={styles.secret}>{secret}</code>
      </p>
      <Form schema={schema} onSubmit={({ code }) => onCode(code)}>
        <TextField
          name="code"
          label={t('security.proof.totp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
        <ModalActions onCancel={onClose}>
          <CopyButton text={secret} successMessage={t('code.copied')}>
            {t('security.app.copy')}
          </CopyButton>
          <SubmitButton>{t('security.app.confirm')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
