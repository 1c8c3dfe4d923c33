import { useTranslation } from 'react-i18next';
import { useMe } from '../../../lib/me.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './first-step.module.css';
import { sampleFile } from './sample-file.ts';

interface Props {
  onPaste: () => void;
  onSample: (file: File) => void;
}

/** What a customer without a list may begin with, beside the drop zone. */
export function FirstStep({ onPaste, onSample }: Props) {
  const { t } = useTranslation();
  const { email } = useMe();
  return (
    <div className={styles.actions}>
      <Button onClick={onPaste}>{t('lists.paste')}</Button>
      <Button onClick={() => onSample(sampleFile(email, t))}>{t('lists.sample.open')}</Button>
    </div>
  );
}
