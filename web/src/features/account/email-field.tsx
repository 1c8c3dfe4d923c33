import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const DEBOUNCE_MS = 400;

async function suggestEmail(email: string): Promise<string | undefined> {
  const [, local, domain] = /^([^@]+)@([^@]+)$/.exec(email.trim()) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const { suggestCorrection } =
    await import('../../../../packages/verifier/src/address/suggest-correction.ts');
  return suggestCorrection({ local, ascii: domain.toLowerCase() });
}

/** An email field that suggests corrections of typos but does not block the form. */
export function EmailField() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [suggestion, setSuggestion] = useState<string>();
  useEffect(() => {
    let isStale = false;
    const timer = setTimeout(() => {
      suggestEmail(typed).then(
        (email) => !isStale && setSuggestion(email),
        // The suggestion is optional: ignore failures.
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [typed]);
  const change = (email: string): void => {
    setTyped(email);
    setSuggestion(undefined);
  };
  const acceptSuggestion = (email: string): void => {
    if (field.current) field.current.value = email;
    field.current?.focus();
    change(email);
  };
  return (
    <TextField
      ref={field}
      name="email"
      label={t('account.email')}
      hint={
        <span role="status">
          {suggestion !== undefined && (
            <Button onClick={() => acceptSuggestion(suggestion)}>
              {t('common.suggestion', { email: suggestion })}
            </Button>
          )}
        </span>
      }
      type="email"
      autoComplete="email"
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
