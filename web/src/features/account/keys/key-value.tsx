import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { CopyNamed } from '../../../ui/code/code.tsx';
import styles from './api-page.module.css';

/** `tms_live_` and the last of a key: enough to tell it from another. */
const masked = (key: string): string => `${key.slice(0, 9)}…${key.slice(-4)}`;

interface Props {
  label: string;
  value: string;
  /** Hidden from who looks over a shoulder until it is asked for. */
  secret?: boolean;
}

/** A key, and a button that copies it, hidden or not. */
export function KeyValue({ label, value, secret = false }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(!secret);
  return (
    <div className={styles.key}>
      <code className={styles.value}>{shown ? value : masked(value)}</code>
      {secret && (
        <Button
          aria-pressed={shown}
          aria-label={t('programs.showNamed', { name: label })}
          onClick={() => setShown(!shown)}
        >
          {t('programs.show')}
        </Button>
      )}
      <CopyNamed name={label} text={value} done={t('programs.copied')} />
    </div>
  );
}
