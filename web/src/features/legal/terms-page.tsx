import { useTranslation } from 'react-i18next';
import { AcceptTerms } from './accept-terms.tsx';
import { ConditionsText } from './conditions-text.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function TermsPage() {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <PageHeading title={t('legal.title')} />
        <p>{t('legal.lead')}</p>
      </div>
      <ConditionsText heading="h2" />
      <AcceptTerms />
    </>
  );
}
