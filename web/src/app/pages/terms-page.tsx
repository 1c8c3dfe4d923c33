import { useTranslation } from 'react-i18next';
import { PublicLayout } from '../../features/layout/public-layout.tsx';
import { AcceptTerms } from '../../features/legal/accept-terms.tsx';
import { ConditionsText } from '../../features/legal/conditions-text.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function TermsPage() {
  const { t } = useTranslation();
  return (
    <PublicLayout wide>
      <div>
        <PageHeading title={t('legal.title')} />
        <p>{t('legal.lead')}</p>
      </div>
      <ConditionsText heading="h2" />
      <AcceptTerms />
    </PublicLayout>
  );
}
