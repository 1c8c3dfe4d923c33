import { useRef, useState, type DragEvent as ReactDragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_UPLOAD_BYTES } from '../../../../../shared/model/upload-limits.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FieldError } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './drop-zone.module.css';
import { ACCEPTED_LIST_EXTENSIONS, rejectionOf } from './file/rejection.ts';
import { hasFiles } from '../../../lib/file/prevent-stray-drops.ts';

interface Props {
  /** Called with the chosen or dropped files, unless the only one is rejected. */
  onFiles: (files: readonly File[]) => void;
  onPaste: () => void;
}

export function DropZone({ onFiles, onPaste }: Props) {
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
