import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../../shared/contract/admin.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { StepPager } from '../../ui/step-pager.tsx';
import { nameOf } from './status-switch.tsx';
import styles from './user-details.module.css';

const PAGE_SIZE = 10;

/** A button that opens what is known of a user: credits and payments. */
export function UserDetails({ user }: { user: UserRow }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('admin.user.open', { name: nameOf(user) })}
        onClick={() => setOpen(true)}
      >
        <Icon name="info" />
      </Button>
      <Modal open={open} onClose={close} title={t('admin.user.title')} wide>
        <Facts user={user} />
        <Payments user={user} />
        <ModalActions>
          <Button onClick={close}>{t('common.close')}</Button>
        </ModalActions>
      </Modal>
    </>
  );
}

function Facts({ user }: { user: UserRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const facts = [
    [t('admin.user.name'), nameOf(user)],
    [t('admin.users.email'), user.email],
    [t('admin.user.used'), format.number(user.used_credit)],
    [t('admin.user.available'), format.number(user.available_credit)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Payments({ user }: { user: UserRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const { purchase_history: all } = user;
  const start = (page - 1) * PAGE_SIZE;
  return (
    <section className={styles.payments}>
      <h3>{t('admin.user.payments')}</h3>
      <DataTable
        caption={t('admin.user.payments')}
        columns={[
          {
            name: 'credits',
            label: t('billing.invoices.credits'),
            numeric: true,
            cell: ({ no_of_credit }) => format.number(no_of_credit),
          },
          {
            name: 'price',
            label: t('admin.user.price'),
            numeric: true,
            cell: ({ price_cents }) => format.euros(price_cents),
          },
          {
            name: 'date',
            label: t('billing.invoices.date'),
            cell: ({ date }) => <time dateTime={date}>{format.date(date)}</time>,
          },
        ]}
        rows={all.slice(start, start + PAGE_SIZE)}
        keyOf={(_, place) => place}
        empty={t('admin.user.noPayments')}
        descending="date"
      />
      <StepPager
        label={t('billing.invoices.pages')}
        current={page}
        last={Math.max(1, Math.ceil(all.length / PAGE_SIZE))}
        onPage={setPage}
      />
    </section>
  );
}
