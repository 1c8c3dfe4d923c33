import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/notice.tsx';
import styles from './pre-flight.module.css';
import type { RowProblems } from './inspect-file.ts';

interface Props extends RowProblems {
  /** Whether the file is rejected because of these rows. */
  isRefused: boolean;
}

export function UnreadRows({ lost, several, examples, isRefused }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {lost > 0 && (
        <Notice tone={isRefused ? 'invalid' : 'risky'}>
          {t(isRefused ? 'preflight.unread.refused' : 'preflight.unread.lost', { count: lost })}
          <ul className={styles.examples}>
            {examples.map(({ row, text }) => (
              <li key={row}>{t('preflight.unread.example', { row, text })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {several > 0 && <p className="small">{t('preflight.unread.several', { count: several })}</p>}
    </>
  );
}
