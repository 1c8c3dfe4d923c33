import { useTranslation } from 'react-i18next';
import { proofRequirement, secondFactorRoutes } from '../../../../shared/contract/second-factor.ts';
import { useApi } from '../../lib/api.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ProofForm } from './proof-form.tsx';

interface Props {
  /** Body of the error `reauthentication_required`. */
  needed: unknown;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for the second factor or the password that a sensitive call requires. */
export function ReauthenticationDialog({ needed, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { challenge, methods } = proofRequirement.parse(needed);
  return (
    <Modal
      open
      onClose={onCancel}
      title={t('security.proof.title')}
      text={t('security.proof.text')}
    >
      <ProofForm
        methods={methods}
        onProof={async (prove) => {
          const body = { challenge, proof: await prove(challenge) };
          await api(secondFactorRoutes.reauthenticate, { body });
          onDone();
        }}
      />
    </Modal>
  );
}
