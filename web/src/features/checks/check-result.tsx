import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type CheckResponse, toneOf } from './verdict.ts';
import { VerdictWords } from './verdict-words.tsx';

const MINUTE_S = 60;

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
  const { status, suggestion, retry_after_s: retryAfter } = result;
  return (
    <>
      <Notice tone={toneOf(status)}>
        <strong>{sentence}</strong>
        <p>{email}</p>
      </Notice>
      <VerdictWords verdict={result}>
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
      </VerdictWords>
    </>
  );
}
