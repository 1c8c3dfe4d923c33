import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentRow, UserRow } from '../../../../shared/contract/admin.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';
import { TooltipButton } from '../../ui/popup/tooltip-button.tsx';
import { Loaded } from '../../ui/table/loaded.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { StepPager } from '../../ui/table/step-pager.tsx';
import { type Action, Adjust } from './adjust.tsx';
import { Adjustments } from './adjustments.tsx';
import { type Money, moneyQuery } from './queries.ts';
import { nameOf } from './status-switch.tsx';
import styles from './user-details.module.css';

const PAGE_SIZE = 10;

export function UserDetails({ user }: { user: UserRow }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [action, setAction] = useState<Action>();
  const money = useQuery({ ...moneyQuery(useApi(), user.id), enabled: open });
  const close = (): void => setOpen(false);
  const { data: details } = money;
  return (
    <>
      <TooltipButton
        icon="info"
        label={t('admin.user.open', { name: nameOf(user) })}
        onClick={() => setOpen(true)}
      />
      <Modal open={open} onClose={close} title={t('admin.user.title')} wide>
        <Facts user={user} money={details} />
        <Loaded query={money} failed={t('admin.user.failed')}>
          <Payments rows={details?.payments} onRefund={(payment) => setAction({ payment })} />
          <Adjustments rows={details?.adjustments ?? []} />
        </Loaded>
        <ModalActions>
          <Button disabled={!details} onClick={() => setAction({ lists: [] })}>
            {t('admin.adjust.gift')}
          </Button>
          {details !== undefined && details.lists.length > 0 && (
            <Button onClick={() => setAction({ lists: details.lists })}>
              {t('admin.adjust.replacement')}
            </Button>
          )}
          <Button onClick={close}>{t('common.close')}</Button>
        </ModalActions>
      </Modal>
      {action && details && (
        <Adjust
          user={user}
          action={action}
          balance={details.balance}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}

function Facts({ user, money }: { user: UserRow; money: Money | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { available = user.available_credit, debt = 0, held = 0 } = money?.balance ?? {};
  const facts = [
    [t('admin.user.name'), nameOf(user)],
    [t('account.email'), user.email],
    [t('admin.user.used'), format.number(user.used_credit)],
    [t('admin.user.available'), format.number(available)],
    ...(debt > 0 ? [[t('admin.user.debt'), format.number(debt)] as const] : []),
    ...(held > 0 ? [[t('admin.user.held'), format.number(held)] as const] : []),
  ] as const;
  return (
    <div className={styles.facts}>
      <FactList>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </FactList>
    </div>
  );
}

interface PaymentsProps {
  /** Undefined while loading. */
  rows: readonly PaymentRow[] | undefined;
  onRefund: (payment: PaymentRow) => void;
}

function Payments({ rows, onRefund }: PaymentsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const start = (page - 1) * PAGE_SIZE;
  const statusOf = ({ status, gone_cents, disputes }: PaymentRow): string => {
    const open = disputes.find(({ state }) => state === 'held');
    const cents = open?.cents ?? gone_cents;
    const label = t(`billing.status.${status}`);
    return cents > 0 ? `${label} (${format.euros(cents)})` : label;
  };
  return (
    <section className={styles.payments}>
      <h3>{t('admin.user.payments')}</h3>
      <DataTable
        caption={t('admin.user.payments')}
        columns={[
          {
            label: t('billing.invoices.credits'),
            numeric: true,
            cell: ({ no_of_credit }) => no_of_credit,
          },
          {
            label: t('admin.user.price'),
            numeric: true,
            cell: ({ price_cents }) => format.euros(price_cents),
          },
          {
            label: t('billing.invoices.date'),
            sorted: 'descending',
            cell: ({ date }) => <time dateTime={date}>{format.date(date)}</time>,
          },
          {
            label: t('admin.users.status'),
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
        rows={rows?.slice(start, start + PAGE_SIZE)}
        keyOf={({ id }) => id}
        empty={t('admin.user.noPayments')}
      />
      <StepPager
        label={t('billing.invoices.pages')}
        current={page}
        last={Math.max(1, Math.ceil((rows?.length ?? 0) / PAGE_SIZE))}
        onPage={setPage}
      />
    </section>
  );
}

function FraudWarning({ payment }: { payment: PaymentRow }) {
  const { t } = useTranslation();
  const { fraud_warnings, refund_advised } = payment;
  if (fraud_warnings.length === 0) return null;
  const warnings = fraud_warnings.map((type) => t(`admin.fraud.${type}`)).join(', ');
  return (
    <p
      className={`${refund_advised ? 'small toned' : 'small'} ${styles.fraud}`}
      data-tone="invalid"
    >
      {t(refund_advised ? 'admin.fraud.refund' : 'admin.fraud.reported', { what: warnings })}
    </p>
  );
}
