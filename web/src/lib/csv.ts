import { type Cell, csvOf } from '../../../shared/list-file/csv.ts';
import { saveFile } from './save-file.ts';

export const saveCsv = (rows: readonly (readonly Cell[])[], name: string): void =>
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv' }), name);
