import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { OtpForm } from './otp-form.tsx';
import { pendingEmail, pendingRegistration } from './pending-email.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

export function OtpPage() {
  const { t } = useTranslation();
  const email = pendingEmail();
  if (email === undefined) return <Navigate to={paths.login} replace />;
  return (
    <>
      <div>
        <PageHeading title={t('account.otp.title')} />
        <p>
          {t('account.otp.lead', { email })
            .split(/(?<=@)/)
            .map((part, index) => (
              <Fragment key={part}>
                {/* A long address may break here on a narrow screen. */}
                {index > 0 && <wbr />}
                {part}
              </Fragment>
            ))}
        </p>
      </div>
      <OtpForm email={email} registration={pendingRegistration()} />
      <p>
        <Link to={paths.login}>{t('account.otp.otherAddress')}</Link>
      </p>
    </>
  );
}
