import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { requiredText } from '../../../../shared/contract/fields.ts';
import { errorMessagesOf } from '../../lib/failure.ts';
import { Button } from '../../ui/button/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { BuyLink } from '../../ui/button/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { EarlierChecks } from './earlier-checks.tsx';
import styles from './single-check.module.css';
import { useCheck, useEarlierChecks } from './use-check.ts';
import { KIND_BY_STATUS } from '../../../../shared/model/verdict.ts';
import type { CheckResponse } from './verdict.ts';
import { VerdictDetails } from './verdict-details.tsx';

const MINUTE_S = 60;

interface Props {
  email: string;
  response: CheckResponse;
  /** Fills in the suggested address without checking it. */
  onSuggestion: (email: string) => void;
}

function CheckResult({ email, response, onSuggestion }: Props) {
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

/** Accepts text around an address, because the service extracts the address. */
const schema = z.object({
  email: requiredText().check(z.regex(/[^\s@]@[^\s@]+\.[^\s@]/, { error: 'field.email' })),
});

/** A form that checks one address. It shows why a check failed, so no toast is shown. */
export function SingleCheck() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const check = useCheck();
  const earlier = useEarlierChecks(check.data);
  // The suggested address is not checked automatically, because a check costs a credit.
  const acceptSuggestion = (suggestion: string): void => {
    if (field.current !== null) field.current.value = suggestion;
    submit.current?.focus();
  };

  return (
    <Form
      schema={schema}
      onSubmit={(body) => {
        if (!check.isPending) check.mutate(body);
      }}
    >
      <div className={styles.row}>
        <TextField
          ref={field}
          name="email"
          label={t('checks.label')}
          hint={t('checks.hint')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('checks.placeholder')}
          // Moves the current verdict to the earlier checks.
          onInput={() => {
            if (!check.isPending) check.reset();
          }}
        />
        <Button ref={submit} variant="primary" type="submit" busy={check.isPending}>
          {t('checks.submit')}
        </Button>
      </div>
      <div role="status" className={styles.outcome}>
        {check.isSuccess && (
          <CheckResult
            email={check.data.result.email}
            response={check.data}
            onSuggestion={acceptSuggestion}
          />
        )}
        {check.isError && <Refusal failure={check.error} />}
      </div>
      <EarlierChecks results={earlier.map(({ result }) => result)} />
    </Form>
  );
}

function Refusal({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const needsCredits = failure instanceof ApiError && failure.code === 'not_enough_credits';
  return (
    <Notice tone="risky">
      <p>{errorMessagesOf(failure)[0]}</p>
      {needsCredits && (
        <p className={styles.offer}>
          <BuyLink credits={0} label={t('layout.buyCredits')} />
        </p>
      )}
    </Notice>
  );
}
