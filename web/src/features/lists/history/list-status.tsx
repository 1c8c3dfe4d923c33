import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import type { ListReason } from '../../../../../shared/model/list-status.ts';
import { translateMessage } from '../../../i18n/i18n.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { BuyLink } from '../../../ui/button/link-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tooltip } from '../../../ui/popup/tooltip.tsx';
import { CreditsText, useMissingCredits } from '../row/credits-text.tsx';
import { Download } from '../row/download.tsx';
import styles from './list-status.module.css';
import { ProgressText } from '../row/progress-text.tsx';
import { isExpired, progressOf, statusViewOf } from '../row/status-view.ts';

export function ListStatusCell({ row }: { row: ListSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, icon, tone, progress } = statusViewOf(row.status);
  const reason = row.reason === null ? '' : `${translateMessage(`reason.${row.reason}`)}. `;
  const message = `${reason}${t(`lists.message.${name}`)}`;
  const share = progressOf(row);
  return (
    <div className={styles.status}>
      <Tooltip text={message}>
        {(id) => (
          <button type="button" className={styles.word} data-tone={tone} aria-describedby={id}>
            <Icon name={icon} />
            {t(`lists.status.${name}`)}
            {progress && <span className={styles.share}>{format.percent(share)}</span>}
          </button>
        )}
      </Tooltip>
      {progress && (
        <>
          <progress value={share} aria-label={t('lists.progress', { name: row.file_name })} />
          <p className={`small ${styles.note}`}>
            <ProgressText row={row} />
          </p>
        </>
      )}
      {row.reason !== null && (
        <p className={`small ${styles.note}`}>
          <Reason row={row} reason={row.reason} />
        </p>
      )}
    </div>
  );
}

function Reason({ row, reason }: { row: ListSummary; reason: ListReason }) {
  const { t } = useTranslation();
  return reason === 'insufficient_credit' ? (
    <MissingCredits row={row} />
  ) : (
    t(`lists.reason.${reason}`)
  );
}

function MissingCredits({ row }: { row: ListSummary }) {
  const missing = useMissingCredits(row);
  return (
    <>
      <CreditsText row={row} /> <BuyLink As={Link} credits={missing} />
    </>
  );
}

export function ListResultCell({ row }: { row: ListSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { expires_at: end } = row;
  if (isExpired(row)) return <p className={`small ${styles.gone}`}>{t('lists.details.gone')}</p>;
  return (
    <div className={styles.result}>
      <Download row={row} />
      {end !== null && (
        <p className={`small ${styles.note}`}>
          {t('lists.details.kept', { date: format.date(end) })}
        </p>
      )}
    </div>
  );
}
