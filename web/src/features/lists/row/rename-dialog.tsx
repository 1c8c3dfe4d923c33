import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { MAX_LIST_NAME_LENGTH } from '../../../../../shared/model/upload-limits.ts';
import { useApi } from '../../../lib/api.ts';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { LISTS_QUERY_KEY } from './queries.ts';

export function RenameDialog({ row, onClose }: { row: ListSummary; onClose: () => void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  return (
    <Modal open onClose={onClose} title={t('start.renameTitle')}>
      <Form
        schema={listRoutes.renameFile.body}
        onSubmit={async (body) => {
          await api(listRoutes.renameFile, { params: { id: row.id }, body });
          toast.success(t('start.renamed'));
          onClose();
          await queries.invalidateQueries({ queryKey: LISTS_QUERY_KEY });
          await queries.invalidateQueries({ queryKey: ['list', row.id] });
        }}
      >
        <TextField
          label={t('lists.name')}
          hint={t('start.renameHint')}
          name="name"
          defaultValue={row.file_name}
          maxLength={MAX_LIST_NAME_LENGTH}
          autoComplete="off"
          onFocus={({ target }) => target.select()}
        />
        <ModalActions onCancel={onClose}>
          <SubmitButton>{t('start.renameSave')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
