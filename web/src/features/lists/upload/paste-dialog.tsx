import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import fieldStyles from '../../../ui/form/field.module.css';
import { PlainForm } from '../../../ui/form/form.tsx';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';

const TEXT_AREA_ROWS = 8;

export function PasteDialog({
  onClose,
  onFile,
}: {
  onClose: () => void;
  onFile: (file: File) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  // Imported on demand, because the splitter is larger than the rest of the page.
  const submit = async (): Promise<void> => {
    const { createPastedFile } = await import('./pasted-file.ts');
    const file = createPastedFile(text, t('lists.upload.pasteName'));
    setMissing(file === undefined);
    if (file) onFile(file);
  };
  return (
    <Modal open onClose={onClose} title={t('lists.upload.pasteTitle')} wide>
      <PlainForm
        onSubmit={(event) => {
          event.preventDefault();
          submit().catch(toastFailure);
        }}
      >
        <Field
          label={t('lists.upload.pasteLabel')}
          hint={t('lists.upload.pasteHint')}
          error={missing ? t('lists.upload.pasteEmpty') : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              className={fieldStyles.control}
              rows={TEXT_AREA_ROWS}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <ModalActions onCancel={onClose}>
          <Button variant="primary" type="submit">
            {t('lists.upload.pasteNext')}
          </Button>
        </ModalActions>
      </PlainForm>
    </Modal>
  );
}
