import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import type { ListReason } from '../../../../../shared/model/list-status.ts';
import { MAX_ADDRESSES, MAX_UPLOAD_BYTES } from '../../../../../shared/model/upload-limits.ts';
import { translateMessage } from '../../../i18n/i18n.ts';
import { useConfig } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressText } from '../row/progress-text.tsx';
import { isExpired, progressOf, statusViewOf } from '../row/status-view.ts';
import styles from '../list-page.module.css';

export function StatusText({ row }: { row: ListDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, icon, progress } = statusViewOf(row.status);
  const progressShare = progressOf(row);
  return (
    <section className={styles.status}>
      <p className={styles.word}>
        <Icon name={icon} />
        {t(`lists.status.${name}`)}
        {progress && ` ${format.percent(progressShare)}`}
      </p>
      {row.reason === null ? (
        <p className="muted">
          {isExpired(row) ? t('lists.details.gone') : t(`lists.message.${name}`)}
        </p>
      ) : (
        <ReasonNotice row={row} reason={row.reason} />
      )}
      {progress && (
        <>
          <progress
            value={progressShare}
            aria-label={t('lists.progress', { name: row.file_name })}
          />
          <p>
            <ProgressText row={row} />
          </p>
        </>
      )}
      {icon === 'ring' && <p className="muted">{t('lists.details.leave')}</p>}
    </section>
  );
}

function ReasonNotice({ row, reason }: { row: ListDetail; reason: ListReason }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { links } = useConfig();
  return (
    <>
      <Notice tone={statusViewOf(row.status).name === 'paused' ? 'risky' : 'invalid'}>
        <strong>{translateMessage(`reason.${reason}`)}.</strong>
        <p>
          {row.suggested_column !== undefined &&
            `${t('list.column', { column: row.suggested_column })} `}
          {t(`list.advice.${reason}`, {
            max: MAX_ADDRESSES,
            size: format.megabytes(MAX_UPLOAD_BYTES),
          })}
        </p>
      </Notice>
      {links.support !== undefined && (
        <p className="unprinted">
          <ExternalLink href={links.support}>{t('list.support')}</ExternalLink>
        </p>
      )}
    </>
  );
}
