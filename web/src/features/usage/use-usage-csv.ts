import { useTranslation } from 'react-i18next';
import type { UsageRow } from '../../../../shared/contract/usage.ts';
import type { CsvCell } from '../../../../shared/list-file/csv.ts';
import { saveCsv } from '../../lib/csv.ts';
import { useUsageTexts } from './use-usage-texts.ts';

type Balance = Readonly<Record<'available' | 'reserved' | 'held' | 'debt', number>>;

/** Returns a function that downloads a month's credit movements and the current balance as CSV. */
export function useUsageCsv() {
  const { t } = useTranslation();
  const { topicOf, detailsOf, meansOf } = useUsageTexts();
  return (
    month: string,
    rows: readonly (UsageRow & { balance: number })[],
    balance: Balance,
  ): void => {
    const head = ['date', 'what', 'details', 'by', 'change', 'balance', 'fileId'] as const;
    const today = new Date().toISOString().slice(0, 10);
    const table: readonly (readonly CsvCell[])[] = [
      head.map((name) => t(`usage.${name}`)),
      ...rows.map((row) => [
        row.at ?? row.day,
        topicOf(row),
        detailsOf(row),
        row.by && meansOf(row.by),
        row.change,
        row.balance,
        row.file_id,
      ]),
      ...(['available', 'reserved', 'held', 'debt'] as const).map((name) => [
        today,
        t(`usage.${name}`),
        null,
        null,
        null,
        balance[name],
        null,
      ]),
    ];
    saveCsv(table, `tamis-usage-${month}.csv`);
  };
}
