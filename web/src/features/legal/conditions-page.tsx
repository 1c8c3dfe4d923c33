import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { homePath } from '../../lib/paths.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ConditionsText } from './conditions-text.tsx';

export function ConditionsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('layout.conditions.title')} />
      <ConditionsText heading="h2" />
      <p>
        <Link to={homePath}>{t('legal.home')}</Link>
      </p>
    </>
  );
}
