import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/notice.tsx';
import type { Unread } from './inspect-file.ts';

/** Addresses of a file that would not be verified, with rows to look at. */
export function UnreadRows({ lost, several, examples }: Unread) {
  const { t } = useTranslation();
  return (
    <>
      {lost > 0 && (
        <Notice tone="risky">
          {t('preflight.unread.lost', { count: lost })}
          <ul>
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
