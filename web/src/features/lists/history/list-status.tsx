import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';
import { messageText } from '../../../i18n/i18n.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Ring } from '../../../ui/ring.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import styles from './list-status.module.css';
import { shareDone, viewOf } from './status-view.ts';

/** The status of a list, its reason below, and a tooltip that explains both. */
export function ListStatus({ row }: { row: ListRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, icon, progress } = viewOf(row.status);
  const reason = row.reason === null ? '' : `${messageText(`reason.${row.reason}`)}. `;
  const message = `${reason}${t(`lists.message.${name}`)}`;
  const share = shareDone(row);
  return (
    <div className={styles.status}>
      <Tooltip text={message}>
        {(id) => (
          <button type="button" className={`${styles.word} ${styles[name]}`} aria-describedby={id}>
            {icon === 'ring' ? <Ring /> : <Icon name={icon} />}
            {t(`lists.status.${name}`)}
            {progress && <span className={styles.share}>{format.percent(share)}</span>}
          </button>
        )}
      </Tooltip>
      {progress && (
        <ProgressBar share={share} label={t('lists.progress', { name: row.file_name })} />
      )}
      {row.reason !== null && (
        // The app does not know which addresses are free, so this is the most that they may cost.
        <p className={styles.reason}>
          {t(`lists.reason.${row.reason}`, { credits: row.total_email * CREDITS_PER_EMAIL })}
        </p>
      )}
    </div>
  );
}
