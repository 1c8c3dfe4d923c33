import { useTranslation } from 'react-i18next';
import styles from './check-result.module.css';
import { meaningOf, type Verdict } from './verdict.ts';

/** What the mail server said, in plain words, then in its own. */
export function ServerReply({ result: { mx, reply } }: { result: Verdict }) {
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
