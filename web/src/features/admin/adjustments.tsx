import { useTranslation } from 'react-i18next';
import type { AdjustmentRow } from '../../../../shared/contract/admin.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

export function Adjustments({ rows }: { rows: readonly AdjustmentRow[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card title={t('admin.adjust.title')}>
      <DataTable
        caption={t('admin.adjust.title')}
        columns={[
          {
            label: t('lists.action'),
            heading: true,
            cell: ({ kind, credits, cents, state }) => {
              const action = t(`admin.adjust.done.${kind}`, {
                count: credits,
                price: format.euros(cents ?? 0),
              });
              return state === 'done' ? action : `${action} (${t(`admin.adjust.state.${state}`)})`;
            },
          },
          { label: t('admin.adjust.reason'), wide: true, cell: ({ reason }) => reason },
          {
            label: t('admin.adjust.by'),
            cell: ({ by }) => (by === 'command' ? t('admin.adjust.command') : by),
          },
          {
            label: t('billing.invoices.date'),
            sorted: 'descending',
            cell: ({ at }) => <time dateTime={at}>{format.date(at)}</time>,
          },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        empty={t('admin.adjust.none')}
      />
    </Card>
  );
}
