import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { adminRoutes } from '../../../../shared/contract/admin.ts';
import { MAX_ADJUSTMENT_REASON_LENGTH } from '../../../../shared/model/credits.ts';
import { useApi } from '../../lib/api.ts';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { USERS_QUERY_KEY } from './queries.ts';

const schema = z.object({ reason: adminRoutes.resetFactors.body.shape.reason });

interface Props {
  id: string;
  name: string;
  onClose: () => void;
}

/** Schedules the removal of a customer's second factors, which the customer can cancel. */
export function ResetFactorsDialog({ id, name, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const send = async ({ reason }: { reason: string }): Promise<void> => {
    await api(adminRoutes.resetFactors, { body: { id, reason } });
    onClose();
    toast.success(t('admin.factors.done'));
    await queries.invalidateQueries({ queryKey: USERS_QUERY_KEY });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={t('admin.factors.remove')}
      text={t('admin.factors.text', { name })}
    >
      <Form schema={schema} onSubmit={send}>
        <TextField
          name="reason"
          label={t('admin.adjust.reason')}
          maxLength={MAX_ADJUSTMENT_REASON_LENGTH}
          autoComplete="off"
        />
        <ModalActions onCancel={onClose}>
          <SubmitButton>{t('admin.factors.remove')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
