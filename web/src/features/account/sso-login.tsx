import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import i18next from 'i18next';
import { memberRoutes } from '../../../../shared/contract/members.ts';
import { type Api, useApi } from '../../lib/api.ts';
import { toastFailure } from '../../lib/failure.ts';
import { useLoginState } from '../../lib/login-state.ts';
import { isProviderPage, openProvider, takeSsoFlow } from '../../lib/sso-flow.ts';
import { Form, noFields, SubmitButton } from '../../ui/form/form.tsx';

/** Offers single sign-on if the domain of the address uses it. Must be keyed by the domain. */
export function SsoLogin({ email }: { email: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const { next } = useLoginState();
  const [first] = useState(email);
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    void api(memberRoutes.startSso, { body: { email: first } }, { signal: left.signal }).then(
      ({ data }) => setIsOffered(isProviderPage(data.url)),
      // Ignore the failure, because the password still works.
      () => undefined,
    );
    return () => left.abort();
  }, [api, first]);
  if (!isOffered) return null;
  return (
    // Starts again, because the challenge of the first call may expire before the click.
    <Form schema={noFields} onSubmit={() => openProvider(api, { email }, next)}>
      <SubmitButton variant="secondary" wide>
        {t('security.sso.logIn')}
      </SubmitButton>
    </Form>
  );
}

/** Links the login that has just succeeded to single sign-on, if this tab has a challenge for it. */
export async function linkSso(api: Api): Promise<void> {
  const flow = takeSsoFlow();
  if (!flow?.links) return;
  try {
    await api(memberRoutes.linkSso, { body: { challenge: flow.challenge } });
    toast.success(i18next.t('security.sso.linked'));
  } catch (failure) {
    toastFailure(failure);
  }
}
