import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { CopyTextButton } from '../../../ui/code/code.tsx';
import styles from './api-page.module.css';

/** `tms_live_` and the last four characters, which are enough to tell keys apart. */
const maskKey = (key: string): string => `${key.slice(0, 9)}…${key.slice(-4)}`;

interface Props {
  label: string;
  value: string;
  secret?: boolean;
}

export function KeyValue({ label, value, secret = false }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(!secret);
  return (
    <div className={styles.key}>
      <code className={styles.value}>{shown ? value : maskKey(value)}</code>
      {secret && (
        <Button
          aria-pressed={shown}
          aria-label={t('programs.showNamed', { name: label })}
          onClick={() => setShown(!shown)}
        >
          {t('programs.show')}
        </Button>
      )}
      <CopyTextButton name={label} text={value} successMessage={t('programs.copied')} />
    </div>
  );
}
