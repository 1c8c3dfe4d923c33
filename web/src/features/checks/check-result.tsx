import { useTranslation } from 'react-i18next';
import { KIND_BY_STATUS } from '../../../../shared/model/verdict.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { CheckResponse } from './verdict.ts';
import { VerdictDetails } from './verdict-details.tsx';

const MINUTE_S = 60;

interface Props {
  email: string;
  response: CheckResponse;
  /** Fills in the suggested address without checking it. */
  onSuggestion: (email: string) => void;
}

export function CheckResult({ email, response, onSuggestion }: Props) {
  const { t } = useTranslation();
  const { data: sentence, result } = response;
  const { status, reason, suggestion, retry_after_s: retryAfter } = result;
  return (
    <>
      <Notice tone={KIND_BY_STATUS[status]}>
        <strong>{status === 'risky' ? t('checks.verdict.risky') : sentence}</strong>
        <p>{email}</p>
        {status === 'risky' && (
          <p className="small">
            {sentence}. {t('checks.riskyCounts')}
          </p>
        )}
      </Notice>
      <p>
        <strong>{t(`checks.reason.${reason}`)}</strong>
      </p>
      <VerdictDetails verdict={result}>
        {retryAfter !== undefined && (
          <p>{t('checks.again', { count: Math.ceil(retryAfter / MINUTE_S) })}</p>
        )}
        {suggestion !== undefined && (
          <p>
            <Button onClick={() => onSuggestion(suggestion)}>
              {t('common.suggestion', { email: suggestion })}
            </Button>
          </p>
        )}
      </VerdictDetails>
    </>
  );
}
