import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const PAUSE_MS = 400;

async function likelier(email: string): Promise<string | undefined> {
  const [, local, domain] = /^([^@]+)@([^@]+)$/.exec(email.trim()) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const { suggest } = await import('../../../../packages/verifier/src/address/suggest.ts');
  return suggest({ local, ascii: domain.toLowerCase() });
}

/** A suspected typo is only a suggestion, and does not block the form. */
export function EmailField() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [meant, setMeant] = useState<string>();
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      likelier(typed).then(
        (email) => !isOver && setMeant(email),
        // The form works without a suggestion.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed]);
  const change = (email: string): void => {
    setTyped(email);
    setMeant(undefined);
  };
  const takeOver = (email: string): void => {
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
          {meant !== undefined && (
            <Button onClick={() => takeOver(meant)}>
              {t('common.suggestion', { email: meant })}
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
