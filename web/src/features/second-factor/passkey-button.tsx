import { type ReactNode, useTransition } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { toastFailure } from '../../lib/failure.ts';
import { Button } from '../../ui/button/button.tsx';

interface Props {
  call: () => Promise<void>;
  children: ReactNode;
}

/** A button that uses a passkey. The browser also rejects if the user cancels. */
export function PasskeyButton({ call, children }: Props) {
  const { t } = useTranslation();
  const [pending, start] = useTransition();
  const use = async (): Promise<void> => {
    try {
      await call();
    } catch (failure) {
      if (failure instanceof Error && /^(?:NotAllowed|Abort)Error$/.test(failure.name))
        toast.error(t('security.proof.noPasskey'));
      else toastFailure(failure);
    }
  };
  return (
    <Button icon="key" wide busy={pending} onClick={() => start(use)}>
      {children}
    </Button>
  );
}
