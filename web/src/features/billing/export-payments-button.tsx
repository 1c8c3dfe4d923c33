import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { billingRoutes } from '../../../../shared/contract/billing.ts';
import { useApi } from '../../lib/api.ts';
import type { CsvCell } from '../../../../shared/list-file/csv.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { Button } from '../../ui/button/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const COLUMNS = [
  'date',
  'invoice',
  'credits',
  'net',
  'vat',
  'total',
  'refunded',
  'status',
] as const;

export function ExportPaymentsButton() {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const decimals = { minimumFractionDigits: 2, useGrouping: false } as const;
  const euros = (cents: number | null): string | null =>
    cents === null ? null : (cents / 100).toLocaleString(i18n.language, decimals);
  const save = useMutation({
    mutationFn: async () => {
      // Keyed by id, because a new payment can move an exported one to the next page.
      const payments = new Map<string, CsvCell[]>();
      for (let page = 1, last = 1; page <= last; page += 1) {
        const query = { sort: 'date:desc', page } as const;
        const { data } = await api(billingRoutes.billings, { query });
        last = data.last_page;
        for (const row of data.data)
          payments.set(row.id, [
            row.date.slice(0, 10),
            row.number,
            row.no_of_credit,
            euros(row.net_cents),
            euros(row.vat_cents),
            euros(row.total_cents),
            euros(row.refunded_cents),
            t(`billing.status.${row.status}`),
          ]);
      }
      const head = COLUMNS.map((name) => t(`billing.csv.${name}`));
      saveCsv([head, ...payments.values()], 'tamis-payments.csv');
    },
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      <Icon name="tray" />
      {t('billing.csv.save')}
    </Button>
  );
}
