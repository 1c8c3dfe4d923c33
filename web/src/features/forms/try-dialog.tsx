import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { watch } from '../../../../packages/form/src/index.ts';
import type { FormRow } from '../../../../shared/contract/forms.ts';
import { useConfig } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/** Demonstrates a form with the field and script that visitors would get. */
export function TryDialog({ form, onClose }: { form: FormRow; onClose: () => void }) {
  const { t } = useTranslation();
  const url = useConfig().apiHost || location.origin;
  const hasPaid = useMe().api_key !== null;
  const key = hasPaid ? form.live_key : form.test_key;
  useEffect(() => watch({ key, url }), [key, url]);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('forms.tryTitle', { name: form.name })}
      text={t(hasPaid ? 'forms.tryText' : 'forms.tryUnpaid')}
    >
      <TextField type="email" label={t('forms.tryField')} autoComplete="off" />
    </Modal>
  );
}
