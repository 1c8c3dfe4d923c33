import { useTranslation } from 'react-i18next';
import type { UsageRow } from '../../../../shared/contract/usage.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useWords } from './use-words.ts';

type Cell = string | number | null;
type Balance = Readonly<Record<'available' | 'reserved' | 'held' | 'debt', number>>;

const BYTE_ORDER_MARK = '\u{feff}';

/** No text starts a formula: where one would, an apostrophe stands in front. */
const quoted = (cell: Cell): string => {
  const text = String(cell ?? '');
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** Rows as a file that spreadsheets open in any language, as the results of lists are. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('');

/** Saves what moved in a month, and the balance of now in the last rows. */
export function useUsageCsv() {
  const { t } = useTranslation();
  const { topicOf, detailsOf, meansOf } = useWords();
  return (month: string, rows: readonly UsageRow[], balance: Balance): void => {
    const head = ['date', 'what', 'details', 'by', 'change', 'balance', 'fileId'] as const;
    const today = new Date().toISOString().slice(0, 10);
    const table: readonly (readonly Cell[])[] = [
      head.map((name) => t(`usage.${name}`)),
      ...rows.map((row) => [
        row.day,
        topicOf(row),
        detailsOf(row),
        row.by && meansOf(row.by),
        row.change,
        null,
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
    saveFile(new Blob([csvOf(table)], { type: 'text/csv' }), `tamis-usage-${month}.csv`);
  };
}
