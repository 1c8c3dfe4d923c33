import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { factorRoutes } from '../../../../shared/contract/factors.ts';
import { useApi } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Form, HiddenField, SubmitButton } from '../../ui/form/form.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** Cancels the removal of all factors with the emailed link, on any device and without a login. */
export function KeepFactorsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <>
      <div>
        <PageHeading title={t('security.reset.title')} />
        <p>{t('security.reset.question')}</p>
      </div>
      <Form
        schema={factorRoutes.cancelFactorReset.body}
        onSubmit={async (body) => {
          await api(factorRoutes.cancelFactorReset, { body });
          toast.success(t('security.reset.done'));
          await navigate(paths.login);
        }}
      >
        <HiddenField name="t" value={query.get('t') || 'none'} />
        <SubmitButton wide>{t('security.reset.cancel')}</SubmitButton>
      </Form>
      <p>
        <Link to={paths.forgotPassword}>{t('account.login.forgot')}</Link>
      </p>
    </>
  );
}
