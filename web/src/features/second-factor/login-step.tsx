import { useTranslation } from 'react-i18next';
import { proofRequirement, factorRoutes } from '../../../../shared/contract/factors.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { MessageText } from '../../ui/message-text.tsx';
import { ProofForm } from './proof-form.tsx';

interface Props {
  /** Body of the error `second_factor_required`; undefined for a login with a passkey only. */
  needed: unknown;
  onSession: (tokens: { token: string; csrf_token: string }) => void;
  onCancel: () => void;
}

export function LoginStep({ needed, onSession, onCancel }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: asked } = proofRequirement.safeParse(needed);
  return (
    <>
      <p>{t(asked ? 'security.login.lead' : 'security.login.passkeyLead')}</p>
      <ProofForm
        methods={asked?.methods ?? ['passkey']}
        onProof={async (prove) => {
          const { challenge } = asked ?? (await api(factorRoutes.startPasskeyLogin)).data;
          const body = { challenge, proof: await prove(challenge) };
          onSession((await api(factorRoutes.completeLogin, { body })).data);
        }}
      />
      {asked && (
        <p className="muted">
          <MessageText message={t('security.login.lost')} />
        </p>
      )}
      <div>
        <Button variant="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </>
  );
}
