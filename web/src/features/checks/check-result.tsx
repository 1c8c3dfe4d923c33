import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './check-result.module.css';
import { type CheckResponse, factsOf, meaningOf, toneOf, type Verdict } from './verdict.ts';

const MINUTE_S = 60;

export const verdictIcons: Record<Verdict['status'], IconName> = {
  deliverable: 'check',
  undeliverable: 'cross',
  risky: 'warning',
  unknown: 'question',
};

interface Props {
  email: string;
  response: CheckResponse;
  /** Takes the suggested address over. It is not checked yet. */
  onSuggestion: (email: string) => void;
}

/** The response to a check: the sentence of the service, then what it rests on and what to do. */
export function CheckResult({ email, response, onSuggestion }: Props) {
  const { t } = useTranslation();
  const { data: sentence, result } = response;
  const { status, reason, suggestion, retry_after_s: retryAfter } = result;
  return (
    <>
      <Notice tone={toneOf(status)}>
        <strong>{sentence}</strong>
        <p>{email}</p>
      </Notice>
      <div className={styles.details}>
        <p className={styles.verdict}>
          <strong className={styles[status]}>
            <Icon name={verdictIcons[status]} />
            {t(`checks.verdict.${status}`)}
          </strong>
          <span>{t(`checks.reason.${reason}`)}</span>
        </p>
        <p>{t(`checks.explain.${reason}`)}</p>
        {status === 'risky' && <p>{t('checks.riskyCounts')}</p>}
        {retryAfter !== undefined && (
          <p>{t('checks.again', { count: Math.ceil(retryAfter / MINUTE_S) })}</p>
        )}
        {suggestion !== undefined && (
          <p>
            <Button onClick={() => onSuggestion(suggestion)}>
              {t('checks.suggestion', { email: suggestion })}
            </Button>
          </p>
        )}
        <Facts result={result} />
        <ServerReply result={result} />
      </div>
    </>
  );
}

function Facts({ result }: { result: Verdict }) {
  const { t } = useTranslation();
  const facts = factsOf(result);
  if (facts.length === 0) return null;
  return (
    <ul className={styles.facts} aria-label={t('checks.facts')}>
      {facts.map((fact) => (
        <li key={fact}>{t(`checks.fact.${fact}`)}</li>
      ))}
    </ul>
  );
}

/** What the mail server said, in plain words, then in its own. */
function ServerReply({ result: { mx, reply } }: { result: Verdict }) {
  const { t } = useTranslation();
  if (reply === undefined) return null;
  const { stage, code, enhanced, text } = reply;
  const words = enhanced === undefined || text.startsWith(enhanced) ? text : `${enhanced} ${text}`;
  return (
    <dl className={styles.reply}>
      {mx !== undefined && (
        <div>
          <dt>{t('checks.reply.server')}</dt>
          <dd>{mx}</dd>
        </div>
      )}
      <div>
        <dt>{t('checks.reply.answer')}</dt>
        <dd>{`${t(`checks.reply.${meaningOf(code)}`)} ${t(`checks.reply.${stage}`)}`}</dd>
      </div>
      {code !== undefined && (
        <div>
          <dt>{t('checks.reply.words')}</dt>
          <dd>
            <code>{`${code} ${words}`}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}
