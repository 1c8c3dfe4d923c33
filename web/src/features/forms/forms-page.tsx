import { useQuery } from '@tanstack/react-query';
import { useState, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MAX_FORMS } from '../../../../shared/contract/forms.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { FormCard } from './form-card.tsx';
import { FormDialog } from './form-dialog.tsx';
import { formsQuery } from './queries.ts';
import type { Answer } from '../../../../packages/form/src/request-verdict.ts';
import { TEXTS } from '../../../../packages/form/src/texts.ts';
import { watchField } from '../../../../packages/form/src/watch-field.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './forms.module.css';

/** Fixed answers instead of API calls, which need the key of a form. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'ada@gmial.com': { suggestion: 'ada@gmail.com' },
  'undeliverable@sandbox.test': { status: 'undeliverable' },
  'disposable@sandbox.test': { reason: 'disposable' },
};

function FormDemo() {
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

export function FormsPage() {
  const { t } = useTranslation();
  const forms = useQuery(formsQuery(useApi()));
  const hasPaid = useMe().api_key !== null;
  const [adding, setAdding] = useState(false);
  const isFull = (forms.data?.length ?? MAX_FORMS) >= MAX_FORMS;
  return (
    <>
      <div className="between">
        <PageHeading title={t('layout.forms.title')} />
        <Button variant="primary" disabled={isFull} onClick={() => setAdding(true)}>
          {t('forms.create')}
        </Button>
      </div>
      <p className="prose">{t('forms.lead')}</p>
      {!hasPaid && (
        <Notice tone="info">
          {t('forms.unpaid')} <Link to={paths.pricing}>{t('forms.prices')}</Link>
        </Notice>
      )}
      <QueryContent query={forms} failed={t('forms.failed')}>
        {forms.data?.length === 0 && <FormDemo />}
        {forms.data?.map((form) => (
          <FormCard key={form.id} form={form} />
        ))}
        {forms.data?.length === MAX_FORMS && (
          <p className="muted">{t('forms.most', { count: MAX_FORMS })}</p>
        )}
      </QueryContent>
      {adding && <FormDialog onClose={() => setAdding(false)} />}
    </>
  );
}
