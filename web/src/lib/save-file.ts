import { type CsvCell, formatCsv } from '../../../shared/list-file/csv.ts';

/** Downloads a URL. The file gets this name unless the server provides another. */
export function downloadUrl(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  downloadUrl(url, name);
  // The browser starts the download after `click` has returned, and still needs the URL then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveCsv = (rows: readonly (readonly CsvCell[])[], name: string): void =>
  saveFile(new Blob([formatCsv(rows)], { type: 'text/csv' }), name);
