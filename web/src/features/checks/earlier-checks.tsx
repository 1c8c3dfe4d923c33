import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { VerdictIcon } from './verdict-details.tsx';
import styles from './earlier-checks.module.css';
import type { Verdict } from './verdict.ts';

export function EarlierChecks({ results }: { results: readonly Verdict[] }) {
  const { t } = useTranslation();
  const heading = useId();
  if (results.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.earlier}>
      <h2 id={heading}>{t('checks.earlier')}</h2>
      <ul>
        {results.map(({ email, status, reason }, index) => (
          <li key={index}>
            <span className={styles.verdict}>
              <VerdictIcon status={status} />
              {t(`checks.verdict.${status}`)}
            </span>
            <span className={styles.email}>{email}</span>
            <span className="muted">{t(`checks.reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
