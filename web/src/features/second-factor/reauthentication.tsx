import { useTranslation } from 'react-i18next';
import { proofRequirement, factorRoutes } from '../../../../shared/contract/factors.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { openProvider } from '../../lib/sso-flow.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form, noFields, SubmitButton } from '../../ui/form/form.tsx';
import { ProofForm } from './proof-form.tsx';

interface Props {
  /** Body of the error `reauthentication_required`. */
  needed: unknown;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Asks for the second factor or the password that a sensitive call requires or, in a session of
 * single sign-on, for a new login at the provider.
 */
export function ReauthenticationDialog({ needed, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { email } = useMe();
  const { challenge, methods } = proofRequirement.parse(needed);
  return (
    <Modal
      open
      onClose={onCancel}
      title={t('security.proof.title')}
      text={t('security.proof.text')}
    >
      {methods.includes('sso') ? (
        <Form
          schema={noFields}
          onSubmit={async () => {
            await openProvider(api, { email, challenge }, location.pathname + location.search);
            // The call is repeated after the login. Close the dialog, because the browser may
            // restore this page unchanged.
            onCancel();
          }}
        >
          <SubmitButton wide autoFocus>
            {t('security.sso.confirm')}
          </SubmitButton>
        </Form>
      ) : (
        <ProofForm
          methods={methods}
          onProof={async (prove) => {
            const body = { challenge, proof: await prove(challenge) };
            await api(factorRoutes.reauthenticate, { body });
            onDone();
          }}
        />
      )}
    </Modal>
  );
}
