import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentRow } from '../../../../shared/contract/admin.ts';
import { useFormat } from '../../lib/use-format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { StepPager } from '../../ui/table/step-pager.tsx';

const PAGE_SIZE = 10;

type Payment = Pick<PaymentRow, 'no_of_credit' | 'price_cents' | 'date'>;

interface Props<Row> {
  rows: readonly Row[];
  /** Formats dates; without times by default. */
  formatDate?: (iso: string) => string;
  /** Additional columns after the credits, the price and the date. */
  columns?: ComponentProps<typeof DataTable<Row>>['columns'];
}

export function PaymentTable<Row extends Payment>({ rows, formatDate, columns = [] }: Props<Row>) {
  const { t } = useTranslation();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const start = (page - 1) * PAGE_SIZE;
  return (
    <>
      <DataTable
        caption={t('admin.user.payments')}
        columns={[
          { label: t('billing.invoices.credits'), numeric: true, cell: (row) => row.no_of_credit },
          {
            label: t('admin.user.price'),
            numeric: true,
            cell: ({ price_cents }) => format.euros(price_cents),
          },
          {
            label: t('billing.invoices.date'),
            sorted: 'descending',
            cell: ({ date }) => <time dateTime={date}>{(formatDate ?? format.date)(date)}</time>,
          },
          ...columns,
        ]}
        rows={rows.slice(start, start + PAGE_SIZE)}
        keyOf={(_, index) => start + index}
        empty={t('admin.user.noPayments')}
      />
      <StepPager
        label={t('billing.invoices.pages')}
        current={page}
        last={Math.max(1, Math.ceil(rows.length / PAGE_SIZE))}
        onPage={setPage}
      />
    </>
  );
}
