import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { BANNER_MS } from './queue/banner-ms.ts';
import { DropZone } from './drop-zone.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import styles from './upload-list.module.css';
import { useUploadCount, useAddFiles } from './uploads.tsx';

export function UploadList() {
  const { t } = useTranslation();
  const [pasting, setPasting] = useState(false);
  const banner = useBanner();
  const addFiles = useAddFiles();
  return (
    <div className={styles.panel}>
      <div role="status">
        {banner && <Notice tone="info">{t('lists.upload.submitted')}</Notice>}
      </div>
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
    </div>
  );
}

/** Shows the banner for ten seconds after a file was uploaded. */
function useBanner(): boolean {
  const arrived = useUploadCount((queue) => queue.state().arrived);
  const [acknowledged, setAcknowledged] = useState(arrived);
  useEffect(() => {
    if (arrived === acknowledged) return undefined;
    const timer = setTimeout(() => setAcknowledged(arrived), BANNER_MS);
    return () => clearTimeout(timer);
  }, [arrived, acknowledged]);
  return arrived > acknowledged;
}
