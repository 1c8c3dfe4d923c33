import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { useConfig } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { DeliveryAgreement } from './delivery-agreement.tsx';

interface Props {
  plan: PlanRow;
  /** The accessible name, which tells the plan. */
  label: string;
  children: string;
}

/** Leads to the payment of a plan: a consumer by way of the agreement to delivery at once. */
export function BuyPlan({ plan, label, children }: Props) {
  const { t } = useTranslation();
  const { customers } = useConfig();
  const [query] = useSearchParams();
  const [open, setOpen] = useState(query.get('agree') === plan.id);
  const close = () => setOpen(false);
  if (customers === 'business')
    return (
      <LinkButton href={plan.payment_url} wide aria-label={label}>
        {children}
      </LinkButton>
    );
  return (
    <>
      <Button wide aria-haspopup="dialog" aria-label={label} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Modal open={open} onClose={close} title={t('billing.delivery.title')}>
        <DeliveryAgreement plan={plan} onCancel={close} />
      </Modal>
    </>
  );
}
