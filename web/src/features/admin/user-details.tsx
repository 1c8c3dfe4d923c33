import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../../shared/contract/admin.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { TooltipButton } from '../../ui/popup/tooltip-button.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';
import { PaymentTable } from './payment-table.tsx';
import { fullNameOf } from './status-switch.tsx';
import styles from './user-details.module.css';

/** Shows details in a dialog, as the specification requires. Actions are on the user's page. */
export function UserDetailsButton({ user, href }: { user: UserRow; href: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <TooltipButton
        icon="info"
        label={t('admin.user.open', { name: fullNameOf(user) })}
        onClick={() => setOpen(true)}
      />
      <Modal open={open} onClose={close} title={t('admin.user.title')} wide>
        <div className={styles.facts}>
          <FactList>
            <Fact label={t('admin.user.name')}>{fullNameOf(user)}</Fact>
            <Fact label={t('account.email')}>{user.email}</Fact>
            <Fact label={t('admin.user.used')}>{format.number(user.used_credit)}</Fact>
            <Fact label={t('admin.user.available')}>{format.number(user.available_credit)}</Fact>
          </FactList>
        </div>
        <h3>{t('admin.user.payments')}</h3>
        <PaymentTable rows={user.purchase_history} />
        <ModalActions>
          <PageButton to={href} variant="primary">
            {t('admin.user.page')}
          </PageButton>
          <Button onClick={close}>{t('common.close')}</Button>
        </ModalActions>
      </Modal>
    </>
  );
}
