import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { FormDemo } from './form-demo.tsx';
import { FormDialog } from './form-dialog.tsx';
import { formsQuery } from './queries.ts';

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
