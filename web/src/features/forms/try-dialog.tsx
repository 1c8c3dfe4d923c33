import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { watch } from '../../../../packages/form/src/index.ts';
import type { FormRow } from '../../../../shared/contract/forms.ts';
import { useConfig } from '../../lib/api.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/** A field as the visitors of a form have it, with the script that they have. */
export function TryDialog({ form, onClose }: { form: FormRow; onClose: () => void }) {
  const { t } = useTranslation();
  const url = useConfig().apiHost || location.origin;
  useEffect(() => watch({ key: form.live_key, url }), [form.live_key, url]);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('forms.tryTitle', { name: form.name })}
      text={t('forms.tryText')}
    >
      <TextField type="email" label={t('forms.tryField')} autoComplete="off" />
    </Modal>
  );
}
