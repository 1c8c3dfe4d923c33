import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
import type { ListSummary } from '../../../../../../shared/contract/list-detail.ts';
import { useMe } from '../../../../lib/me.ts';
import { paths } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/popup/icon-button.tsx';
import type { Tone } from '../../../../ui/notice.tsx';
import { statusViewOf } from '../../row/status-view.ts';
import { isRunning, isUploading, type UploadItem, type QueueEvent } from './reduce.ts';
import styles from './upload-row.module.css';
import { usePhaseText } from './use-phase-text.ts';

const icons: Readonly<Partial<Record<UploadItem['phase']['name'], IconName>>> = {
  waiting: 'file',
  unconfirmed: 'question',
  queued: 'file',
  sent: 'check',
  failed: 'warning',
  refused: 'warning',
};

const tones: Readonly<Partial<Record<UploadItem['phase']['name'], Tone>>> = {
  unconfirmed: 'info',
  sent: 'valid',
  failed: 'invalid',
  refused: 'invalid',
};

interface Props {
  item: UploadItem;
  /** The row of the upload's list, once it exists. */
  row: ListSummary | undefined;
  dispatch: (event: QueueEvent) => void;
  /** Credits needed by the lists and files ahead of this one in the queue. */
  creditsAhead: number;
}

export function UploadRow({ item, row, dispatch, creditsAhead }: Props) {
  const { t } = useTranslation();
  const phaseText = usePhaseText();
  const { id, name, phase, repeated } = item;
  const view = row && statusViewOf(row.status);
  const icon = view?.icon ?? icons[phase.name] ?? 'ring';
  const share = 'share' in phase ? phase.share : undefined;
  return (
    <li className={styles.row}>
      <span className={styles.icon} data-tone={view ? view.tone : tones[phase.name]}>
        <Icon name={icon} />
      </span>
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={`small ${styles.state}`}>
          {view ? t(`lists.message.${view.name}`) : phaseText(item)}
        </p>
        {repeated && phase.name !== 'sent' && (
          <p className={`small ${styles.state}`}>{t('uploads.repeated')}</p>
        )}
        {share !== undefined && <progress value={share} aria-label={name} />}
        <Actions item={item} dispatch={dispatch} creditsAhead={creditsAhead} />
      </div>
      {/* A fully transferred file can no longer be canceled here. */}
      {!(phase.name === 'sending' && share === 1) && (
        <IconButton
          icon="cross"
          label={t(isUploading(item) || isRunning(item) ? 'uploads.cancel' : 'uploads.remove', {
            name,
          })}
          className={styles.remove}
          onClick={() => dispatch({ type: 'removed', id })}
        />
      )}
    </li>
  );
}

function Actions({ item: { id, name, phase }, dispatch, creditsAhead }: Omit<Props, 'row'>) {
  const { t } = useTranslation();
  const { available_credit: available } = useMe();
  const send = (as: Pick<UploadItem, 'column' | 'encoding' | 'credits'> = {}): void =>
    dispatch({ type: 'moved', id, phase: { name: 'queued' }, as });
  if (phase.name === 'unconfirmed') {
    const { summary } = phase;
    const missing = summary ? creditsAhead + summary.credits - available : 0;
    return (
      <>
        {missing > 0 && (
          <p className={`small ${styles.state}`}>{t('preflight.missing', { count: missing })}</p>
        )}
        <div className={`wrap ${styles.actions}`}>
          {summary && (
            <Button aria-label={t('uploads.verifyNamed', { name })} onClick={() => send(summary)}>
              {t('uploads.verify')}
            </Button>
          )}
          <Button
            variant={summary ? 'quiet' : 'secondary'}
            aria-label={t('uploads.lookNamed', { name })}
            onClick={() => dispatch({ type: 'opened', id })}
          >
            {t('uploads.look')}
          </Button>
        </div>
      </>
    );
  }
  if (phase.name === 'failed' && phase.failure !== 'changed')
    return (
      <div className={`wrap ${styles.actions}`}>
        <Button aria-label={t('uploads.retryNamed', { name })} onClick={() => send()}>
          {t('common.retry')}
        </Button>
      </div>
    );
  return (
    phase.name === 'sent' && (
      <p>
        <Link to={generatePath(paths.list, { id: phase.listId })} state={{ isNew: true }}>
          {t('uploads.open')}
        </Link>
      </p>
    )
  );
}
