import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { privacyRoutes } from '../../../../shared/contract/privacy.ts';
import { useApi, useSession } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { Button } from '../../ui/button/button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';

const schema = z.pick(accountRoutes.login.body, { password: true });

export function DeleteAccount() {
  const { t } = useTranslation();
  const api = useApi();
  const session = useSession();
  const { available_credit: count, email, plan } = useMe();
  const [confirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);

  /**
   * Verifies the password with a login, because the delete call takes none. The error
   * `second_factor_required` also means that the password is correct.
   */
  const remove = async ({ password }: z.output<typeof schema>): Promise<void> => {
    await api(accountRoutes.login, { body: { email, password } }).catch((failure) => {
      if (!(failure instanceof ApiError && failure.code === 'second_factor_required'))
        throw failure;
    });
    await api(privacyRoutes.deleteAccount);
    toast.success(t('privacy.delete.done'));
    session.end();
  };
  return (
    <>
      <p className="prose">{t('privacy.delete.text')}</p>
      <div>
        <Button variant="danger" onClick={() => setConfirming(true)}>
          {t('privacy.delete.submit')}
        </Button>
      </div>
      <Modal
        open={confirming}
        onClose={close}
        title={t('privacy.delete.question')}
        text={t('privacy.delete.warning')}
      >
        {count > 0 && <p>{t('privacy.delete.credits', { count })}</p>}
        {plan !== null && <p>{t('privacy.delete.subscription')}</p>}
        <Form schema={schema} onSubmit={remove}>
          <PasswordField
            name="password"
            label={t('account.settings.currentPassword')}
            autoComplete="current-password"
          />
          <ModalActions onCancel={close}>
            <SubmitButton variant="danger">{t('privacy.delete.confirm')}</SubmitButton>
          </ModalActions>
        </Form>
      </Modal>
    </>
  );
}
