import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi } from '../../lib/api.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { useLogout } from '../../lib/use-logout.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ConditionsText } from './conditions-text.tsx';
import styles from './terms-page.module.css';

export function TermsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const logout = useLogout();
  const updateMe = useUpdateMe();
  const accept = useMutation({
    mutationFn: () => api(accountRoutes.acceptTerms, { body: { terms_accepted: 1 } }),
    onSuccess: ({ data }) => updateMe(() => data),
  });
  return (
    <>
      <div>
        <PageHeading title={t('legal.title')} />
        <p>
          {t('legal.lead')} {t('legal.declaration')}
        </p>
      </div>
      <ConditionsText heading="h2" />
      <div className={`wrap ${styles.actions}`}>
        <Button busy={logout.isPending} onClick={() => logout.mutate()}>
          {t('layout.logout')}
        </Button>
        <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
          {t('legal.accept')}
        </Button>
      </div>
    </>
  );
}
