import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAddressView } from '../../lib/address-view.ts';
import { useApi } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { billingsQuery, billingsView } from './queries.ts';

/** The customer's payments, one page at a time. */
export function Transactions() {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, hrefOf } = useAddressView(billingsView);
  const billings = useQuery(billingsQuery(useApi(), view));
  const { data: rows, from, last_page: last = 1 } = billings.data ?? {};
  return (
    <Loaded query={billings} failed={t('billing.invoices.failed')}>
      <DataTable
        caption={t('billing.invoices.caption')}
        columns={[
          {
            name: 'number',
            label: t('billing.invoices.number'),
            cell: (_, place) => format.number((from ?? 1) + place),
          },
          {
            name: 'credits',
            label: t('billing.invoices.credits'),
            numeric: true,
            cell: (row) => format.number(row.no_of_credit),
          },
          {
            name: 'price',
            label: t('billing.invoices.price'),
            numeric: true,
            cell: (row) => format.euros(row.price_cents),
          },
          {
            name: 'date',
            label: t('billing.invoices.date'),
            cell: (row) => <time dateTime={row.date}>{format.date(row.date)}</time>,
          },
          {
            name: 'status',
            label: t('billing.invoices.status'),
            cell: (row) => t(`billing.status.${row.status}`),
          },
          {
            name: 'receipt',
            label: t('billing.invoices.receipt'),
            cell: (row) => (
              <ExternalLink href={row.receipt_url}>
                {t('billing.invoices.openReceipt')}
              </ExternalLink>
            ),
          },
        ]}
        rows={rows}
        keyOf={(row) => row.id}
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
        current={view.page}
        last={last}
        hrefOf={(page) => hrefOf({ page })}
      />
    </Loaded>
  );
}
