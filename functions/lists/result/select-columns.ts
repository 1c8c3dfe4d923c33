import {
  type DownloadColumn,
  type ListedRow,
  isRowFlag,
} from '../../../shared/contract/list-rows.ts';
import type { Language } from '../../../shared/model/account.ts';
import { CORRECTION_COLUMNS } from '../../../shared/model/correction-columns.ts';
import { reasonsEn } from '../../../shared/texts/reasons-en.ts';
import { reasonsFr } from '../../../shared/texts/reasons-fr.ts';
import { makeColumnNamesUnique } from '../rules/result/result-format.ts';

/** A row as it is written, without unknown facts. */
export type OutputRow = Omit<ListedRow, 'flags'> & {
  readonly flags: Partial<ListedRow['flags']>;
  readonly corrected_from?: string;
};

const REASON_TEXTS = { en: reasonsEn, fr: reasonsFr };
export const DEFAULT_COLUMNS: readonly DownloadColumn[] = [
  'original',
  'status',
  'reason',
  'suggestion',
  'address',
];
export const COLUMNS_WITH_CORRECTIONS: readonly DownloadColumn[] = [
  ...DEFAULT_COLUMNS,
  ...CORRECTION_COLUMNS,
];

/**
 * Returns the names of the output columns, and a function that converts a row to its output cells.
 * @param header the column names of the uploaded file
 * @param language language of the `meaning` column
 */
export function selectColumns(
  header: readonly string[],
  language: Language,
  columns: readonly DownloadColumn[] = DEFAULT_COLUMNS,
) {
  const original = columns.includes('original') ? header : [];
  const outputNames = new Map(
    makeColumnNamesUnique(original, columns).map((name, at) => [columns[at], name]),
  );
  return {
    columns,
    names: columns.flatMap((column) =>
      column === 'original' ? header : [outputNames.get(column) ?? column],
    ),
    /** @param row undefined for a row without an address, for which all added cells are empty */
    cellsOf: (cells: readonly string[], row: OutputRow | undefined): string[] =>
      columns.flatMap((column) => {
        if (column === 'original') return cells;
        if (!row) return [''];
        if (column === 'meaning') return [REASON_TEXTS[language][row.reason]];
        return [String((isRowFlag(column) ? row.flags[column] : row[column]) ?? '')];
      }),
  };
}
