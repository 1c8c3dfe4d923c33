import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { privacyRoutes } from '../../../../shared/contract/privacy.ts';
import { useApi, useSession } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import styles from './privacy.module.css';

/** Deletes the account after a confirmation that says what is lost. */
export function DeleteAccount() {
  const { t } = useTranslation();
  const api = useApi();
  const session = useSession();
  const { available_credit: count, plan } = useMe();
  return (
    <div className={styles.part}>
      <p className="prose">{t('privacy.delete.text')}</p>
      <ConfirmButton
        button={{ variant: 'danger', children: t('privacy.delete.submit') }}
        question={{
          title: t('privacy.delete.question'),
          text: t('privacy.delete.warning'),
          confirm: t('privacy.delete.confirm'),
          details: (
            <>
              {count > 0 && <p>{t('privacy.delete.credits', { count })}</p>}
              {plan !== null && <p>{t('privacy.delete.subscription')}</p>}
            </>
          ),
        }}
        call={() => api(privacyRoutes.deleteAccount)}
        onDone={() => {
          toast.success(t('privacy.delete.done'));
          session.end();
        }}
      />
    </div>
  );
}
