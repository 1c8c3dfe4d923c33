import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';
import {
  MAX_ADDRESSES,
  MAX_LINE_LENGTH,
  MAX_ROWS,
} from '../../../../../shared/model/upload-limits.ts';
import { useMe } from '../../../lib/me.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Counts } from './inspect-file.ts';
import { FirstRows } from './first-rows.tsx';
import styles from './pre-flight.module.css';
import type { Inspection } from './use-inspection.ts';

/** What is in a file, before it is sent. The id belongs to the reason why it cannot be sent. */
export function PreFlight({ inspection, faultId }: { inspection: Inspection; faultId: string }) {
  const { t } = useTranslation();
  const { preview, share = 0, counts, fault, column, failed } = inspection;
  if (failed) return <p className={styles.note}>{t('lists.preflight.failed')}</p>;
  return (
    <section className={styles.sheet} aria-label={t('lists.preflight.title')}>
      {preview && preview.rows.length > 0 && <FirstRows preview={preview} marked={column ?? 1} />}
      {fault ? (
        <div id={faultId} role="alert">
          <Notice tone="invalid">
            {column === undefined
              ? t(`lists.preflight.fault.${fault}`, {
                  addresses: MAX_ADDRESSES,
                  characters: MAX_LINE_LENGTH,
                  rows: MAX_ROWS,
                })
              : t('lists.preflight.column', { column })}
          </Notice>
        </div>
      ) : (
        <Figures counts={counts} share={share} />
      )}
    </section>
  );
}

const NOTHING: Counts = { rows: 0, distinct: 0, duplicates: 0, malformed: 0 };

function Figures({ counts = NOTHING, share }: { counts: Counts | undefined; share: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { available_credit: available } = useMe();
  const { rows, distinct, duplicates, malformed } = counts;
  const complete = share === 1;
  const needed = (distinct - malformed) * CREDITS_PER_EMAIL;
  const figures = [
    ['rows', rows],
    ['distinct', distinct],
    ['duplicates', duplicates],
    ['malformed', malformed],
    ['needed', needed],
    ['left', Math.max(0, available - needed)],
  ] as const;
  return (
    <>
      {!complete && (
        <div className={styles.reading}>
          <p className={styles.note}>
            {t('lists.preflight.reading', { percent: format.percent(share) })}
          </p>
          <ProgressBar share={share} label={t('lists.preflight.title')} />
        </div>
      )}
      <dl className={styles.figures} aria-busy={!complete}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`lists.preflight.figure.${name}`)}</dt>
            <dd data-figure={name}>{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className="hidden">
        {complete && t('lists.preflight.done', { rows, distinct })}
      </p>
      {needed > available && (
        <Notice tone="risky">
          {t('lists.preflight.missing', { count: needed - available })}{' '}
          <Link to={paths.pricing}>{t('lists.preflight.plans')}</Link>
        </Notice>
      )}
    </>
  );
}
