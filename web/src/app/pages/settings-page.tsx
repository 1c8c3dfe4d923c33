import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../../features/account/language-choice.tsx';
import { ProfileForm } from '../../features/account/profile-form.tsx';
import { LowCreditsSettings } from '../../features/billing/low-credits.tsx';
import { BillingDetails } from '../../features/billing/billing-details.tsx';
import { DeleteAccount } from '../../features/privacy/delete-account.tsx';
import { ExportData } from '../../features/privacy/export-data.tsx';
import { lazyOptional } from '../../lib/lazy-optional.ts';
import { useMay } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { PageButton } from '../../ui/button/link-button.tsx';
import { LinkErrorNotice } from '../../ui/link-refusal.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Sections } from '../../ui/sections.tsx';

/** Lazily loaded, because owners cannot leave. */
const LeaveAccount = lazyOptional(
  async () => (await import('../../features/privacy/leave-account.tsx')).LeaveAccount,
);

export function SettingsPage() {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <>
      <PageHeading title={t('account.settings.title')} />
      <LinkErrorNotice />
      <Sections
        label={t('account.settings.title')}
        sections={[
          {
            name: 'profile',
            title: t('account.settings.profile'),
            content: may('person') && <ProfileForm />,
          },
          {
            name: 'security',
            title: t('layout.security.title'),
            content: may('person') && (
              <p>
                <PageButton to={paths.security}>{t('account.settings.secondFactor')}</PageButton>
              </p>
            ),
          },
          {
            name: 'language',
            title: t('common.preferences.language'),
            content: <LanguageChoice />,
          },
          {
            name: 'credits',
            title: t('billing.lowCredits.title'),
            content: may('billing') && <LowCreditsSettings />,
          },
          {
            name: 'details',
            title: t('billing.details.title'),
            content: may('billing') && <BillingDetails />,
          },
          {
            name: 'export',
            title: t('privacy.export.title'),
            content: may('owner') && <ExportData />,
          },
          {
            name: 'leave',
            title: t('privacy.leave.title'),
            content: !may('owner') && (
              <Suspense>
                <LeaveAccount />
              </Suspense>
            ),
          },
          {
            name: 'delete',
            title: t('privacy.delete.title'),
            content: may('owner') && <DeleteAccount />,
          },
        ]}
      />
    </>
  );
}
