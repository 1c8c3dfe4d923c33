import { useTranslation } from 'react-i18next';
import type { BounceReport } from '../../../../shared/contract/bounces.ts';
import {
  BOUNCE_CAUSES,
  BOUNCE_REASONS,
  BOUNCE_SUBJECTS,
  type BounceSubject,
  REFUND_STATES,
} from '../../../../shared/model/bounces/bounce.ts';
import { useFormat } from '../../lib/use-format.ts';
import { slicesOf } from '../../ui/chart/slices.ts';
import type { Tone } from '../../ui/notice.tsx';
import styles from './bounces.module.css';

/** Tone of each subject of a bounce. `unclear` has none, and is drawn in the color of borders. */
const TONES: Partial<Record<BounceSubject, Tone>> = {
  recipient: 'invalid',
  sender: 'risky',
  message: 'info',
  server: 'unknown',
};

/**
 * Returns a function that summarizes a bounce report in sentences: the bounce rate of each verdict,
 * and how many bounces were about the sender, the message or the server, whichever is the most.
 */
export function useBounceSummary() {
  const { t } = useTranslation();
  const { rate: percent } = useFormat();
  return ({ rates, addresses, subjects }: BounceReport): readonly string[] => {
    const texts = rates.map(({ status, sent, bounced }) =>
      t('bounces.of', {
        count: sent,
        kind: t(`checks.verdict.${status}`),
        bounced,
        share: percent(sent === 0 ? 0 : bounced / sent),
      }),
    );
    const [rate = t('bounces.all', { count: addresses }), ...others] = texts;
    const other = (['sender', 'message', 'server'] as const)
      .filter((subject) => subjects[subject] > 0)
      .toSorted((one, another) => subjects[another] - subjects[one])[0];
    return [
      other
        ? t('bounces.sentence', {
            rate,
            other: t('bounces.other', {
              count: subjects[other],
              party: t(`bounces.party.${other}`),
            }),
          })
        : t('bounces.rateOnly', { rate }),
      ...others.map((text) => t('bounces.rateOnly', { rate: text })),
    ];
  };
}

/**
 * Returns a function that translates a cause. Names of blocklists and standards are not translated.
 */
export function useCauseText() {
  const { t } = useTranslation();
  return (cause: string): string => {
    const code = BOUNCE_CAUSES.find((each) => each === cause);
    return code ? t(`bounces.cause.${code}`) : cause;
  };
}

export function BounceSummary({ report }: { report: BounceReport }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const causeText = useCauseText();
  const { subjects, reasons, causes, refunds } = report;
  const shown = BOUNCE_SUBJECTS.filter((subject) => subjects[subject] > 0);
  const textOf = (subject: BounceSubject): string =>
    `${t(`bounces.subject.${subject}`)} ${number(subjects[subject])}`;
  const parts = REFUND_STATES.flatMap((state) => {
    const count = refunds[state];
    return count ? [`${t(`bounces.refund.${state}`)} (${number(count)})`] : [];
  });
  return (
    <>
      {shown.length > 0 && (
        <svg className={styles.bar} role="img" aria-label={shown.map(textOf).join(', ')}>
          {slicesOf(shown.map((subject) => [subject, subjects[subject]] as const)).map(
            ({ name, start, length }) => (
              <rect
                key={name}
                data-tone={TONES[name]}
                x={`${start}%`}
                width={`${length}%`}
                height="100%"
              />
            ),
          )}
        </svg>
      )}
      <ul className={styles.subjects}>
        {shown.map((subject) => (
          <li key={subject}>
            <p className={styles.subject}>
              <svg width={12} height={12} aria-hidden="true">
                <rect data-tone={TONES[subject]} width={12} height={12} rx={3} />
              </svg>
              <strong>{textOf(subject)}</strong>
            </p>
            {subject === 'recipient' && (
              <p className="small">
                {BOUNCE_REASONS.filter((reason) => reasons[reason] > 0)
                  .map((reason) => `${t(`checks.reason.${reason}`)} ${number(reasons[reason])}`)
                  .join(' · ')}
              </p>
            )}
            <p className="muted">{t(`bounces.advice.${subject}`)}</p>
          </li>
        ))}
      </ul>
      {causes.length > 0 && (
        <p>
          {t('bounces.causes', {
            causes: causes
              .map(({ cause, addresses }) => `${causeText(cause)} (${number(addresses)})`)
              .join(', '),
          })}
        </p>
      )}
      {parts.length > 0 && <p>{t('bounces.credits', { parts: parts.join(' · ') })}</p>}
    </>
  );
}
