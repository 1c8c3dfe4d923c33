import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../../shared/contract/lists.ts';
import type { ListReason } from '../../../../../../shared/model/list-status.ts';
import { MAX_ADDRESSES, MAX_UPLOAD_BYTES } from '../../../../../../shared/model/upload-limits.ts';
import { messageText } from '../../../../i18n/i18n.ts';
import { useConfig } from '../../../../lib/api.ts';
import { paths } from '../../../../lib/paths.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { PageButton } from '../../../../ui/link-button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { Ring } from '../../../../ui/ring.tsx';
import { CreditsText } from '../credits-text.tsx';
import { ProgressText } from '../progress-text.tsx';
import { isDeleted } from '../retention.ts';
import { shareDone, viewOf } from '../status-view.ts';
import styles from './list-details.module.css';

/** The status of a list in words: how far it is, or why it is paused and what helps. */
export function StatusText({ row }: { row: ListRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, icon, progress } = viewOf(row.status);
  const share = shareDone(row);
  const start = useRef<HTMLDivElement>(null);
  // Else a button at the end of the dialog would get the focus, and a phone would scroll to it.
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={start} tabIndex={-1} className={styles.status}>
      <p className={styles.word}>
        {icon === 'ring' ? <Ring /> : <Icon name={icon} />}
        {t(`lists.status.${name}`)}
        {progress && ` ${format.percent(share)}`}
      </p>
      {row.reason === null ? (
        <p className={styles.muted}>
          {isDeleted(row, Date.now()) ? t('lists.details.gone') : t(`lists.message.${name}`)}
        </p>
      ) : (
        <Why row={row} reason={row.reason} />
      )}
      {progress && (
        <>
          <ProgressBar share={share} label={t('lists.progress', { name: row.file_name })} />
          <p>
            <ProgressText row={row} />
          </p>
        </>
      )}
      {icon === 'ring' && <p className={styles.muted}>{t('lists.details.leave')}</p>}
    </div>
  );
}

function Why({ row, reason }: { row: ListRow; reason: ListReason }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { links } = useConfig();
  const paused = reason === 'insufficient_credit';
  return (
    <>
      <Notice tone={viewOf(row.status).name === 'paused' ? 'risky' : 'invalid'}>
        <strong>{messageText(`reason.${reason}`)}.</strong> {paused && <CreditsText row={row} />}
        <p>
          {t(`lists.details.advice.${reason}`, {
            max: MAX_ADDRESSES,
            size: format.megabytes(MAX_UPLOAD_BYTES),
          })}
        </p>
      </Notice>
      <p className={styles.help}>
        {paused && <PageButton to={paths.pricing}>{t('lists.details.buy')}</PageButton>}
        {links.support !== undefined && (
          <ExternalLink href={links.support}>{t('lists.details.support')}</ExternalLink>
        )}
      </p>
    </>
  );
}
