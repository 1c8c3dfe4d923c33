import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../table/data-table.tsx';
import styles from './chart.module.css';

/** The numbers of a chart as a table, which screen readers read instead of the chart. */
export function ChartTable<Row>({
  title,
  ...table
}: Pick<ComponentProps<typeof DataTable<Row>>, 'columns' | 'rows' | 'keyOf'> & { title: string }) {
  const { t } = useTranslation();
  return (
    <details className={`unprinted ${styles.behind}`}>
      <summary>{t('chart.asTable')}</summary>
      <DataTable {...table} caption={title} empty="" />
    </details>
  );
}
