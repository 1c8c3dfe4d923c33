import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BillingRow } from '../../../../shared/contract/billing.ts';
import { useUrlView } from '../../lib/url-view.ts';
import { useApi } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { billingsQuery, invoicesViewSchema } from './queries.ts';
import { ExportPaymentsButton } from './export-payments-button.tsx';
import { usePlanItemsText } from './plan-labels.ts';
import styles from './transactions.module.css';

const KIND_LABELS = {
  once: 'billing.invoices.pack',
  month: 'billing.invoices.monthly',
  year: 'billing.invoices.yearly',
  transfer: 'billing.invoices.transfer',
  gift: 'billing.invoices.gift',
  replacement: 'billing.invoices.replacement',
} as const;

const manualKind = ({ plan_id: id }: BillingRow) =>
  id === 'transfer' || id === 'gift' || id === 'replacement' ? id : undefined;

/** @param isPaymentPending whether a first payment is still being processed */
export function Transactions({ isPaymentPending }: { readonly isPaymentPending: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, hrefOf } = useUrlView(invoicesViewSchema);
  const billings = useQuery(billingsQuery(useApi(), view));
  const itemsText = usePlanItemsText();
  const { data: rows, from, last_page: last = 1 } = billings.data ?? {};
  return (
    <QueryContent query={billings} failed={t('billing.invoices.failed')}>
      <DataTable
        caption={t('billing.invoices.caption')}
        columns={[
          {
            label: t('billing.invoices.number'),
            cell: (_, index) => format.number((from ?? 1) + index),
          },
          {
            label: t('billing.invoices.what'),
            heading: true,
            cell: (row) => (
              <>
                {t(KIND_LABELS[manualKind(row) ?? row.interval])}
                {row.items && (
                  <small className={`small ${styles.aside}`}>{itemsText(row.items)}</small>
                )}
              </>
            ),
          },
          {
            label: t('billing.invoices.credits'),
            numeric: true,
            cell: (row) => format.number(row.no_of_credit),
          },
          {
            label: t('billing.invoices.price'),
            numeric: true,
            cell: (row) => <Price row={row} />,
          },
          {
            label: t('billing.invoices.date'),
            sorted: 'descending',
            cell: (row) => (
              <time className="nowrap" dateTime={row.date}>
                {format.date(row.date)}
              </time>
            ),
          },
          {
            label: t('billing.invoices.status'),
            cell: (row) => (
              <>
                {t(`billing.status.${row.status}`)}
                {row.refunded_cents > 0 && row.refunded_cents < row.price_cents && (
                  <small className={`small ${styles.aside}`}>
                    {t('billing.invoices.back', { amount: format.euros(row.refunded_cents) })}
                  </small>
                )}
              </>
            ),
          },
          {
            label: t('billing.invoices.invoice'),
            cell: (row) => manualKind(row) === undefined && <Documents row={row} />,
          },
          {
            label: t('billing.invoices.receipt'),
            cell: (row) =>
              manualKind(row) === undefined && (
                <span className="nowrap">
                  <ExternalLink href={row.receipt_url}>
                    {t('billing.invoices.openReceipt')}
                  </ExternalLink>
                </span>
              ),
          },
        ]}
        rows={rows}
        keyOf={(row) => row.id}
        empty={
          isPaymentPending ? (
            t('billing.invoices.booked')
          ) : (
            <>
              {t('billing.invoices.empty')}{' '}
              <Link className="nowrap" to={paths.pricing}>
                {t('billing.invoices.seePrices')}
              </Link>
            </>
          )
        }
      />
      <Pager
        label={t('billing.invoices.pages')}
        current={view.page}
        last={last}
        hrefOf={(page) => hrefOf({ page })}
      />
      {rows && rows.length > 0 && (
        <p>
          <ExportPaymentsButton />
        </p>
      )}
    </QueryContent>
  );
}

function Price({ row }: { row: BillingRow }) {
  const { t } = useTranslation();
  const { euros } = useFormat();
  const { price_cents, net_cents, vat_cents } = row;
  return (
    <>
      {euros(price_cents)}
      {net_cents !== null && vat_cents !== null && (
        <small className={`small ${styles.aside}`}>
          {vat_cents === 0
            ? t('billing.invoices.withoutVat')
            : t('billing.invoices.withVat', { net: euros(net_cents), vat: euros(vat_cents) })}
        </small>
      )}
    </>
  );
}

function Documents({ row }: { row: BillingRow }) {
  const { t } = useTranslation();
  const number = row.number ?? '';
  return (
    <>
      <span className={`wrap ${styles.documents}`}>
        <ExternalLink href={row.invoice_url}>
          {row.number ?? t('billing.invoices.openReceipt')}
        </ExternalLink>
        <a href={row.pdf_url} target="_blank" rel="noreferrer">
          <span aria-hidden>{t('billing.invoices.pdf')}</span>
          <span className="hidden">{t('billing.invoices.pdfOf', { number })}</span>
        </a>
      </span>
      {row.credit_notes.map((note) => (
        <span key={note.number} className={`small ${styles.aside}`}>
          <ExternalLink href={note.url}>
            {t('billing.invoices.creditNote', { number: note.number })}
          </ExternalLink>
        </span>
      ))}
    </>
  );
}
