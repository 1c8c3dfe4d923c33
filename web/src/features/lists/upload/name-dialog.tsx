import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { uploadRequest } from '../../../../../shared/contract/lists.ts';
import { MAX_LIST_NAME_LENGTH } from '../../../../../shared/model/upload-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Modal, ModalActions } from '../../../ui/modal.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PreFlight } from './pre-flight.tsx';
import { useInspection } from './use-inspection.ts';

const schema = z.pick(uploadRequest, { name: true });

interface Props {
  /** The chosen file. Without one the dialog is closed. */
  file: File | undefined;
  /** The user dropped more files, which are not sent. */
  several: boolean;
  onClose: () => void;
  onNamed: (name: string) => void;
}

/** Asks for the name of a list and shows what is in its file. */
export function NameDialog({ file, several, onClose, onNamed }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      open={file !== undefined}
      onClose={onClose}
      wide
      title={t('lists.upload.nameTitle')}
      text={several ? t('lists.upload.rejected.many') : undefined}
    >
      {file && <NameForm file={file} onClose={onClose} onNamed={onNamed} />}
    </Modal>
  );
}

type FormProps = Pick<Props, 'onClose' | 'onNamed'> & { file: File };

function NameForm({ file, onClose, onNamed }: FormProps) {
  const { t } = useTranslation();
  const faultId = useId();
  const inspection = useInspection(file);
  const refused = inspection.fault !== undefined;
  return (
    <Form
      schema={schema}
      onSubmit={({ name }) => {
        if (!refused) onNamed(name);
      }}
    >
      <TextField
        label={t('lists.name')}
        hint={t('lists.upload.nameHint')}
        name="name"
        defaultValue={suggestedName(file.name)}
        autoComplete="off"
      />
      <PreFlight inspection={inspection} faultId={faultId} />
      <ModalActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          type="submit"
          disabled={refused}
          aria-describedby={refused ? faultId : undefined}
        >
          {t('lists.upload.send')}
        </Button>
      </ModalActions>
    </Form>
  );
}

/** The name of the file without its extension. */
const suggestedName = (fileName: string): string =>
  fileName.replace(/\.(csv|txt)$/i, '').slice(0, MAX_LIST_NAME_LENGTH);
