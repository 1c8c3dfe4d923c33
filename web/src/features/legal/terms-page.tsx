import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi } from '../../lib/api.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { useLogout } from '../../lib/use-logout.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ConditionsText, useConditions } from './conditions-text.tsx';
import styles from './terms-page.module.css';

export function TermsPage() {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <>
      <div>
        <PageHeading title={t('layout.conditions.title')} />
        <p>
          {t('legal.lead')} {t('legal.declaration')}
        </p>
      </div>
      <ConditionsText heading="h2" />
      <div className={`wrap ${styles.actions}`}>
        <Button busy={logout.isPending} onClick={() => logout.mutate()}>
          {t('layout.logout')}
        </Button>
        <Suspense
          fallback={
            <Button variant="primary" disabled>
              {t('legal.accept')}
            </Button>
          }
        >
          <AcceptButton />
        </Suspense>
      </div>
    </>
  );
}

/** Suspends until the conditions are loaded: customers must be able to read what they accept. */
function AcceptButton() {
  const { t } = useTranslation();
  const api = useApi();
  const updateMe = useUpdateMe();
  useConditions();
  const accept = useMutation({
    mutationFn: () => api(accountRoutes.acceptTerms, { body: { terms_accepted: 1 } }),
    onSuccess: ({ data }) => updateMe(() => data),
  });
  return (
    <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
      {t('legal.accept')}
    </Button>
  );
}
