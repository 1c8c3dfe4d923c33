import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KIND_BY_STATUS } from '../../../../shared/model/verdict.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { toneIcons } from '../../ui/notice.tsx';
import { factsOf, classifyReplyCode, type Verdict } from './verdict.ts';
import styles from './verdict-details.module.css';

export const VerdictIcon = ({ status }: Pick<Verdict, 'status'>) => (
  <Icon name={toneIcons[KIND_BY_STATUS[status]]} />
);

type Reply = NonNullable<Verdict['reply']>;

/** The verdict of a single check, or of a list row, which has fewer facts. */
interface DisplayedVerdict extends Pick<Verdict, 'status' | 'reason'> {
  flags: Partial<Verdict['flags']>;
  score: number;
  fact_age_s?: number | undefined;
  mx?: Verdict['mx'] | undefined;
  reply?: (Pick<Reply, 'text'> & Partial<Reply>) | undefined;
}

interface Props {
  verdict: DisplayedVerdict;
  /** Content between the advice and the facts. */
  children?: ReactNode;
}

/** Minimum score, in percent, of an address at a catch-all domain that probably accepts email. */
const LIKELY_SCORE = 80;

export function VerdictDetails({ verdict, children }: Props) {
  const { t } = useTranslation();
  const { reason, score } = verdict;
  const isLikely = reason === 'catch_all' && score >= LIKELY_SCORE;
  return (
    <div className={`prose ${styles.details}`}>
      <p>{t(isLikely ? 'verdict.likely' : `verdict.explain.${reason}`)}</p>
      {children}
      <Facts verdict={verdict} />
      <ServerReply verdict={verdict} />
    </div>
  );
}

function Facts({ verdict }: { verdict: DisplayedVerdict }) {
  const { t } = useTranslation();
  const facts = factsOf(verdict);
  if (facts.length === 0) return null;
  return (
    <ul className={`wrap ${styles.facts}`} aria-label={t('verdict.facts')}>
      {facts.map((fact) => (
        <li key={fact}>{t(`verdict.fact.${fact}`)}</li>
      ))}
    </ul>
  );
}

function ServerReply({
  verdict: { score, mx, reply, fact_age_s: age },
}: {
  verdict: DisplayedVerdict;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { stage, code, enhanced, text = '' }: Partial<Reply> = reply ?? {};
  const replyText =
    enhanced === undefined || text.startsWith(enhanced) ? text : `${enhanced} ${text}`;
  return (
    <dl className={styles.reply}>
      <Row name={t('verdict.score')}>{t('verdict.outOf', { score })}</Row>
      {age !== undefined && (
        <Row name={t('verdict.known')}>{t('verdict.age', { ago: format.ago(age) })}</Row>
      )}
      {reply && mx !== undefined && <Row name={t('verdict.reply.server')}>{mx}</Row>}
      {reply && (
        <Row name={t('verdict.reply.answer')}>
          {t(`verdict.reply.${classifyReplyCode(code)}`)} {stage && t(`verdict.reply.${stage}`)}
        </Row>
      )}
      {code !== undefined && (
        <Row name={t('verdict.reply.words')}>
          <code>{`${code} ${replyText}`}</code>
        </Row>
      )}
    </dl>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
