import { type CsvCell, formatCsv } from '../../../shared/list-file/csv.ts';
import { saveFile } from './save-file.ts';

export const saveCsv = (rows: readonly (readonly CsvCell[])[], name: string): void =>
  saveFile(new Blob([formatCsv(rows)], { type: 'text/csv' }), name);
