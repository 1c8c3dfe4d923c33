import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SECOND_MS } from '../../../shared/model/duration.ts';
import { useMeTimes } from '../lib/me-query.ts';
import { temporaryCause } from '../lib/poll.ts';
import { useFormat } from '../lib/use-format.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './connection-notice.module.css';

/** The notice is hidden while the data is newer than this. */
const STALE_AFTER_MS = 30_000;
const MINUTE_S = 60;

/**
 * Explains that the page cannot refresh because the device is offline or the server is busy. Shown
 * only while the data is old.
 */
export function ConnectionNotice({ error }: { error: unknown }) {
  const cause = temporaryCause(error);
  return <div role="status">{cause !== undefined && <Line cause={cause} />}</div>;
}

function Line({ cause }: { cause: 'offline' | 'busy' }) {
  const now = useNow();
  const { loadedAt, nextAt } = useMeTimes();
  if (now - loadedAt < STALE_AFTER_MS) return null;
  return (
    <p className={`raised ${styles.line}`}>
      <Icon name="info" />
      {cause === 'offline' ? (
        <Offline loadedAt={loadedAt} now={now} />
      ) : (
        <Busy seconds={Math.max(1, Math.ceil((nextAt - now) / SECOND_MS))} />
      )}
    </p>
  );
}

function Offline({ loadedAt, now }: { loadedAt: number; now: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (loadedAt === 0) return t('connection.offline');
  const time = format.moment(new Date(loadedAt).toISOString(), new Date(now).toISOString());
  return `${t('connection.offline')} ${t('connection.since', { time })}`;
}

/** A countdown. It is hidden from screen readers, because they would read out every second. */
function Busy({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="hidden">{t('connection.busy')}</span>
      <span aria-hidden="true">
        {seconds > MINUTE_S
          ? t('connection.busyMinutes', { minutes: Math.ceil(seconds / MINUTE_S) })
          : t('connection.busySeconds', { seconds })}
      </span>
    </>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
