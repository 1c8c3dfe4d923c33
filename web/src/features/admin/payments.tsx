import { useTranslation } from 'react-i18next';
import type { PaymentRow } from '../../../../shared/contract/admin.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PaymentTable } from './payment-table.tsx';

interface Props {
  rows: readonly PaymentRow[];
  onRefund: (payment: PaymentRow) => void;
}

export function Payments({ rows, onRefund }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const statusOf = ({ status, gone_cents, disputes }: PaymentRow): string => {
    const open = disputes.find(({ state }) => state === 'held');
    const cents = open?.cents ?? gone_cents;
    const label = t(`billing.status.${status}`);
    return cents > 0 ? `${label} (${format.euros(cents)})` : label;
  };
  return (
    <Card title={t('admin.user.payments')}>
      <PaymentTable
        rows={rows}
        columns={[
          {
            label: t('admin.users.status'),
            wide: true,
            cell: (payment) => (
              <>
                {statusOf(payment)}
                <FraudWarning payment={payment} />
              </>
            ),
          },
          {
            label: t('lists.action'),
            action: true,
            cell: (payment) =>
              payment.refundable &&
              payment.gone_cents < payment.price_cents && (
                <Button
                  variant="quiet"
                  aria-label={t('admin.adjust.refundOf', { date: format.date(payment.date) })}
                  onClick={() => onRefund(payment)}
                >
                  {t('admin.adjust.refund')}
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}

function FraudWarning({ payment }: { payment: PaymentRow }) {
  const { t } = useTranslation();
  const { fraud_warnings, refund_advised } = payment;
  if (fraud_warnings.length === 0) return null;
  const warnings = fraud_warnings.map((type) => t(`admin.fraud.${type}`)).join(', ');
  return (
    <p className={refund_advised ? 'small toned' : 'small'} data-tone="invalid">
      {t(refund_advised ? 'admin.fraud.refund' : 'admin.fraud.reported', { what: warnings })}
    </p>
  );
}
