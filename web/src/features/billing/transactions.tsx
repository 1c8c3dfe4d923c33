import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { BillingRow } from '../../../../shared/contract/billing.ts';
import { pageNumber } from '../../../../shared/contract/fields.ts';
import { useApi } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Pager } from '../../ui/pager.tsx';
import { billingsQuery } from './queries.ts';

interface NumberedRow {
  readonly row: BillingRow;
  /** The place of the row among all, counted from 1. */
  readonly number: number;
}

/** The customer's payments, one page at a time. The query of the address says which page. */
export function Transactions() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const page = pageNumber().parse(query.get('page') ?? undefined);
  const billings = useQuery(billingsQuery(useApi(), page));
  const { data, from, last_page: last = 1 } = billings.data ?? {};
  const columns = useColumns();

  if (billings.isError && billings.data === undefined)
    return (
      <LoadFailed
        text={t('billing.invoices.failed')}
        busy={billings.isFetching}
        onRetry={() => billings.refetch()}
      />
    );
  return (
    <>
      <DataTable
        caption={t('billing.invoices.caption')}
        columns={columns}
        rows={data?.map((row, place) => ({ row, number: (from ?? 1) + place }))}
        keyOf={({ row }) => row.id}
        empty={
          <>
            {t('billing.invoices.empty')}{' '}
            <Link to={paths.pricing}>{t('billing.invoices.seePrices')}</Link>
          </>
        }
        descending="date"
      />
      <Pager
        label={t('billing.invoices.pages')}
        current={page}
        last={last}
        hrefOf={(other) => `?page=${other}`}
      />
    </>
  );
}

function useColumns(): Column<NumberedRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      name: 'number',
      label: t('billing.invoices.number'),
      cell: ({ number }) => format.number(number),
    },
    {
      name: 'credits',
      label: t('billing.invoices.credits'),
      numeric: true,
      cell: ({ row }) => format.number(row.no_of_credit),
    },
    {
      name: 'price',
      label: t('billing.invoices.price'),
      numeric: true,
      cell: ({ row }) => format.euros(row.price_cents),
    },
    {
      name: 'date',
      label: t('billing.invoices.date'),
      cell: ({ row }) => <time dateTime={row.date}>{format.date(row.date)}</time>,
    },
    {
      name: 'status',
      label: t('billing.invoices.status'),
      cell: ({ row }) => t(`billing.status.${row.status}`),
    },
    {
      name: 'receipt',
      label: t('billing.invoices.receipt'),
      cell: ({ row }) => (
        <ExternalLink href={row.receipt_url}>{t('billing.invoices.openReceipt')}</ExternalLink>
      ),
    },
  ];
}
