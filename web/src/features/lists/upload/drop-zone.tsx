import { useDropzone } from 'react-dropzone';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_UPLOAD_BYTES, UPLOAD_EXTENSIONS } from '../../../../../shared/model/upload-limits.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './drop-zone.module.css';
import { rejectionOf } from './rejection.ts';

interface Props {
  /** Gets the first of the dropped files, and whether there were more. */
  onFile: (file: File, several: boolean) => void;
  /** The user has addresses, but no file. */
  onPaste: () => void;
}

// The library accepts a file by its media type or its extension. With text/plain it would accept a
// .log file too, so this is a media type that no file has.
const accept = { 'application/x-list': [...UPLOAD_EXTENSIONS] };

/** The area for dropping or choosing a list. */
export function DropZone({ onFile, onPaste }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [rejected, setRejected] = useState<ReturnType<typeof rejectionOf>>();
  const zone = useDropzone({
    accept,
    minSize: 1,
    maxSize: MAX_UPLOAD_BYTES,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejections) => {
      const [file] = accepted;
      setRejected(file ? undefined : rejectionOf(rejections.flatMap(({ errors }) => errors)));
      if (file) onFile(file, accepted.length + rejections.length > 1);
    },
  });
  const size = format.megabytes(MAX_UPLOAD_BYTES);
  return (
    <div>
      <div {...zone.getRootProps()} className={styles.zone} data-over={zone.isDragActive}>
        <input {...zone.getInputProps({ 'aria-label': t('lists.upload.choose') })} />
        <Icon name="file" size={32} />
        <p className={styles.lead}>
          {t(zone.isDragActive ? 'lists.upload.dropNow' : 'lists.upload.drop')}
        </p>
        <p className={styles.hint}>{t('lists.upload.hint', { size })}</p>
        <Button variant="primary" onClick={zone.open}>
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
