import { useState, useRef, type DragEvent as ReactDragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddFiles } from './uploads.tsx';
import { MAX_UPLOAD_BYTES } from '../../../../../shared/model/upload-limits.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FieldError, Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './drop-zone.module.css';
import { ACCEPTED_LIST_EXTENSIONS, rejectionOf } from './file/rejection.ts';
import { hasFiles } from '../../../lib/file/prevent-stray-drops.ts';
import { toastFailure } from '../../../lib/failure.ts';
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

interface Props {
  /** Called with the chosen or dropped files, unless the only one is rejected. */
  onFiles: (files: readonly File[]) => void;
  onPaste: () => void;
}

function DropZone({ onFiles, onPaste }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [rejected, setRejected] = useState<ReturnType<typeof rejectionOf>>();
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  function acceptFiles(files: readonly File[]): void {
    const [first] = files;
    if (!first) return;
    const rejection = rejectionOf(first);
    setRejected(rejection);
    if (!rejection || files.length > 1) onFiles(files);
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: ReactDragEvent): void =>
    setIsDragOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  const onDrop = ({ dataTransfer }: ReactDragEvent): void => {
    setIsDragOver(false);
    acceptFiles([...dataTransfer.files]);
  };
  const size = format.megabytes(MAX_UPLOAD_BYTES);
  return (
    <div>
      <div
        className={styles.zone}
        data-over={isDragOver}
        onDragOver={({ dataTransfer }) => setIsDragOver(hasFiles(dataTransfer))}
        onDragLeave={onDragLeave}
        onDrop={onDrop}
      >
        <input
          ref={input}
          type="file"
          accept={ACCEPTED_LIST_EXTENSIONS.join()}
          multiple
          hidden
          onChange={({ target }) => {
            acceptFiles([...(target.files ?? [])]);
            // Reset, so that the same file can be chosen again.
            target.value = '';
          }}
        />
        <Icon name="file" size={32} />
        <p className={`subheading ${styles.lead}`}>
          <span className={styles.drop}>
            {t(isDragOver ? 'lists.upload.dropNow' : 'lists.upload.drop')}
          </span>
          <span className={styles.pick}>{t('lists.upload.pick')}</span>
        </p>
        <p className={styles.hint}>{t('lists.upload.hint', { size })}</p>
        <Button variant="primary" onClick={() => input.current?.click()}>
          {t('lists.upload.choose')}
        </Button>
        <Button variant="quiet" onClick={onPaste}>
          {t('lists.upload.paste')}
        </Button>
      </div>
      <div role="alert" className={styles.rejected}>
        {rejected && <FieldError message={t(`lists.upload.rejected.${rejected}`, { size })} />}
      </div>
    </div>
  );
}

export function UploadList() {
  const [pasting, setPasting] = useState(false);
  const addFiles = useAddFiles();
  return (
    <>
      <DropZone onFiles={(files) => void addFiles(files)} onPaste={() => setPasting(true)} />
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onFile={(file) => {
            setPasting(false);
            void addFiles([file]);
          }}
        />
      )}
    </>
  );
}
