import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { UPLOAD_BANNER_MS } from './queue/banner-ms.ts';
import { useUploadCount } from './uploads.tsx';

/** Notifies the user for ten seconds after each uploaded file, on whatever page is open. */
export function SubmittedBanner() {
  const { t } = useTranslation();
  const arrived = useUploadCount((queue) => queue.state().arrived);
  const [acknowledged, setAcknowledged] = useState(arrived);
  useEffect(() => {
    if (arrived === acknowledged) return undefined;
    const timer = setTimeout(() => setAcknowledged(arrived), UPLOAD_BANNER_MS);
    return () => clearTimeout(timer);
  }, [arrived, acknowledged]);
  return arrived > acknowledged && <Notice tone="info">{t('lists.upload.submitted')}</Notice>;
}
