import { useTranslation } from 'react-i18next';
import type { Delivery, Endpoint } from '../../../../shared/contract/webhooks.ts';
import { KEY_PREFIX } from '../../../../shared/model/key-kind.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Tone, toneIcons } from '../../ui/notice.tsx';
import styles from './webhooks.module.css';

export function CreatedBy({ endpoint: { made_by: by, test } }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  if (by === 'web') return t('webhooks.byWeb');
  // U+2060 prevents a line break after the dots.
  if (test) return t('webhooks.byTestKey', { key: `${KEY_PREFIX.test}…\u2060${by}` });
  return t('webhooks.byKey', { key: `${KEY_PREFIX.live}…\u2060${by}` });
}

export function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, failing_since: since } = endpoint;
  if (status === 'on' && since !== null)
    return (
      <StatusBadge tone="risky" text={t('webhooks.failingSince', { date: format.date(since) })} />
    );
  const tones = { on: 'valid', off: 'unknown', failing: 'invalid' } as const;
  return <StatusBadge tone={tones[status]} text={t(`webhooks.is.${status}`)} />;
}

export function DeliveryStatus({ status }: Pick<Delivery, 'status'>) {
  const { t } = useTranslation();
  const tones = { waiting: 'info', delivered: 'valid', failed: 'invalid' } as const;
  return <StatusBadge tone={tones[status]} text={t(`webhooks.delivery.is.${status}`)} />;
}

const icons = { ...toneIcons, unknown: 'pause', info: 'ring' } as const;

const StatusBadge = ({ tone, text }: { tone: Tone; text: string }) => (
  <span className={`toned ${styles.word}`} data-tone={tone}>
    <Icon name={icons[tone]} />
    {text}
  </span>
);

/** HTTP status of the last response, or why there was no response. */
export function LastResponse({ last }: Pick<Delivery, 'last'>) {
  const { t } = useTranslation();
  if (last === null) return t('lists.none');
  if (last.status !== null) return <code className={styles.code}>{last.status}</code>;
  const why = last.error ?? '';
  // `why` is an error code of Node.js or one of ours. Not all of them have a text.
  return t(`webhooks.delivery.why.${why}`, t('webhooks.delivery.none', { why }));
}

export const EventList = ({ events }: { events: readonly string[] }) => (
  <ul className={`wrap ${styles.events}`}>
    {events.map((type) => (
      <li key={type}>
        <code className={styles.code}>{type}</code>
      </li>
    ))}
  </ul>
);
