import { useTranslation } from 'react-i18next';
import { proofNeeded, secondFactorRoutes } from '../../../../shared/contract/second-factor.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { provePasskey } from './passkey.ts';
import { ProofForm } from './proof-form.tsx';

interface Props {
  /** Body of the error `second_factor_required`; undefined for a login with a passkey only. */
  needed: unknown;
  onSession: (tokens: { token: string; csrf_token: string }) => void;
  onCancel: () => void;
}

/** The second step of a login, or a login with a passkey only. */
export function LoginStep({ needed, onSession, onCancel }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: proof } = proofNeeded.safeParse(needed);
  const logInByPasskey = async (): Promise<void> => {
    const { challenge } = (await api(secondFactorRoutes.startPasskeyLogin)).data;
    const body = { challenge, proof: await provePasskey(challenge) };
    onSession((await api(secondFactorRoutes.completeLogin, { body })).data);
  };
  return (
    <>
      <p>{t(proof ? 'security.login.lead' : 'security.login.passkeyLead')}</p>
      {proof ? (
        <ProofForm
          {...proof}
          onProof={async (given) => {
            const body = { challenge: proof.challenge, proof: given };
            onSession((await api(secondFactorRoutes.completeLogin, { body })).data);
          }}
        />
      ) : (
        <PasskeyButton call={logInByPasskey}>{t('security.proof.passkey')}</PasskeyButton>
      )}
      <div>
        <Button variant="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </>
  );
}
