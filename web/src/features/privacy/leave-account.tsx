import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { memberRoutes } from '../../../../shared/contract/members.ts';
import { useAppDependencies } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';

export function LeaveAccount() {
  const { t } = useTranslation();
  const { api, switchAccount } = useAppDependencies();
  const { account_name: account } = useMe();
  return (
    <>
      <p className="prose">{t('privacy.leave.text', { account })}</p>
      <div>
        <ConfirmButton
          button={{ variant: 'danger', children: t('privacy.leave.submit') }}
          title={t('privacy.leave.question', { account })}
          text={t('privacy.leave.warning')}
          confirm={t('privacy.leave.submit')}
          call={() => api(memberRoutes.removeMember, { params: { id: 'me' } })}
          onDone={() => {
            toast.success(t('privacy.leave.done', { account }));
            switchAccount();
          }}
        />
      </div>
    </>
  );
}
