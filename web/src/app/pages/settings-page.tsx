import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../../features/account/language-choice.tsx';
import { ProfileForm } from '../../features/account/profile-form.tsx';
import { LowCredits } from '../../features/billing/low-credits.tsx';
import { BillingDetails } from '../../features/billing/billing-details.tsx';
import { DeleteAccount } from '../../features/privacy/delete-account.tsx';
import { ExportData } from '../../features/privacy/export-data.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkRefusal } from '../../ui/link-refusal.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('account.settings.title')} />
      <LinkRefusal />
      <Card title={t('account.settings.profile')}>
        <ProfileForm />
      </Card>
      <Card title={t('common.preferences.language')}>
        <LanguageChoice />
      </Card>
      <Card title={t('billing.lowCredits.title')}>
        <LowCredits />
      </Card>
      <Card title={t('billing.details.title')}>
        <BillingDetails />
      </Card>
      <Card title={t('privacy.export.title')}>
        <ExportData />
      </Card>
      <Card title={t('privacy.delete.title')}>
        <DeleteAccount />
      </Card>
    </>
  );
}
