import { MAX_CELL_LENGTH } from './address-cell.ts';

/** What the column of addresses is called, accents and case aside. */
const KNOWN_WORD = /\b(?:e-?mails?|mails?|courriels?|adresses?|addresses?|address)\b/;

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('_', ' ').toLowerCase();

/**
 * Whether the first row that is not blank names the columns: its first cell is no address and
 * either says what an address column says or stands above an address.
 */
export const isHeader = (firstCell: string, cellBelow: string | undefined): boolean =>
  !firstCell.includes('@') &&
  (KNOWN_WORD.test(plain(firstCell.slice(0, MAX_CELL_LENGTH))) || (cellBelow ?? '').includes('@'));
