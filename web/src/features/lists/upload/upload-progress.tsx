import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import styles from './upload-progress.module.css';
import type { Submission, Upload } from './use-upload.ts';

/** Screen readers announce so many steps, as every percent would be too many. */
const ANNOUNCED_STEPS = 4;

/** A list that is being sent, or could not be sent. */
export function UploadProgress({ upload, name }: { upload: Upload } & Pick<Submission, 'name'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { share } = upload;
  if (upload.failed)
    return (
      <div className={styles.upload} role="alert">
        <Notice tone="invalid">{t('lists.upload.failed', { name })}</Notice>
        <div className={styles.actions}>
          <Button onClick={upload.discard}>{t('lists.upload.discard')}</Button>
          <Button variant="primary" onClick={upload.retry}>
            {t('common.retry')}
          </Button>
        </div>
      </div>
    );
  const state = (done: number): string =>
    done === 1
      ? t('lists.upload.finishing')
      : t('lists.upload.progress', { percent: format.percent(done) });
  return (
    <div className={styles.upload}>
      <p className={styles.name}>{t('lists.upload.sending', { name })}</p>
      <ProgressBar share={share} label={t('lists.upload.sending', { name })} />
      <div className={styles.actions}>
        <p className={styles.state}>{state(share)}</p>
        <p role="status" className="hidden">
          {share > 0 && state(Math.floor(share * ANNOUNCED_STEPS) / ANNOUNCED_STEPS)}
        </p>
        {share < 1 && <Button onClick={upload.discard}>{t('common.cancel')}</Button>}
      </div>
    </div>
  );
}
