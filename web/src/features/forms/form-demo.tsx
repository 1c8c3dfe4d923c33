import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../../packages/form/src/request-verdict.ts';
import { TEXTS } from '../../../../packages/form/src/texts.ts';
import { watchField } from '../../../../packages/form/src/watch-field.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './forms.module.css';

/** Fixed answers instead of API calls, which need the key of a form. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'ada@gmial.com': { suggestion: 'ada@gmail.com' },
  'undeliverable@sandbox.test': { status: 'undeliverable' },
  'disposable@sandbox.test': { reason: 'disposable' },
};

export function FormDemo() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const samples = useId();
  const language = currentLanguage();
  useEffect(() => {
    const requestVerdict = async (_: string, email: string): Promise<Answer> =>
      ANSWERS[email] ?? {};
    return field.current
      ? watchField(field.current, { requestVerdict, block: [], texts: TEXTS[language] })
      : undefined;
  }, [language]);
  const fill = (email: string): void => {
    if (!field.current) return;
    field.current.value = email;
    field.current.dispatchEvent(new Event('input', { bubbles: true }));
    field.current.focus();
  };
  return (
    <div className={`panel ${styles.demo}`}>
      <p className="muted prose">{t('forms.empty')}</p>
      <div className={styles.field}>
        <TextField ref={field} type="email" label={t('forms.tryField')} hint={t('forms.tryFree')} />
      </div>
      <p id={samples}>{t('forms.samples')}</p>
      <div className="wrap" role="group" aria-labelledby={samples}>
        {Object.keys(ANSWERS).map((email) => (
          <Button key={email} onClick={() => fill(email)}>
            {email}
          </Button>
        ))}
      </div>
    </div>
  );
}
